"""Jobs: whole ones, and single claims, hunts and mining tasks as jobs of their own. A job is a file, or a dict with the
same keys (jobs/README.md)."""
import contextlib
import json
import os
import re
import warnings
from collections.abc import Iterable
from numbers import Integral

from . import _core
from .display import progress_of
from .errors import InputError, JobError
from .records import Records, record_of


def _plain(value):
    """What JSON can say: matrices as their rows, or as the text that `matrix:` takes; ranges and arrays as lists."""
    if isinstance(value, _core.Matrix):
        return value.rows.tolist()
    if isinstance(value, dict):
        return {str(key): str(item) if key == "matrix" and isinstance(item, _core.Matrix) else _plain(item)
                for key, item in value.items()}
    if isinstance(value, (list, tuple, range, set, frozenset)):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):
        return value.tolist()
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _sources(matrices):
    """Where a job's matrices come from: one source or several, among them Matrix objects."""
    is_one = isinstance(matrices, (str, dict)) or not isinstance(matrices, Iterable)
    return [{"rows": each} if isinstance(each, _core.Matrix) else each for each in ([matrices] if is_one else matrices)]


def _text_of(job):
    """The job as the library takes it, and whether that is a text rather than a file. Equal jobs are equal texts, so
    that one continues the work of the other."""
    if not isinstance(job, dict):
        return os.fspath(job), False
    if "matrices" in job:
        job = {**job, "matrices": _sources(job["matrices"])}
    # YAML does not know JSON's pairs of escapes for characters such as emoji.
    return json.dumps({"nimsweep": 1, **_plain(job)}, sort_keys=True, ensure_ascii=False), True


@contextlib.contextmanager
def _placed(is_text):
    """Errors of a job that is not a file name no line and column: the user has not seen that text."""
    try:
        yield
    except JobError as error:
        if not is_text:
            raise
        raise JobError(re.sub(r"^job:\d+:\d+: ", "", str(error))) from None


def _without_none(**members):
    return {key: value for key, value in members.items() if value is not None}


class Run:
    """The results of a job, each kind as a list of records."""

    def __init__(self, records, summary, remarks):
        self.records = records
        self.summary = summary
        self.remarks = remarks

    def _of(self, *types):
        return Records(record for record in self.records if record.type in types)

    @property
    def tables(self):
        return self._of("table")

    @property
    def hunts(self):
        return self._of("hunt")

    @property
    def sequences(self):
        return self._of("sequence")

    @property
    def mined(self):
        return self._of("mined")

    @property
    def mining(self):
        return self._of("mining")

    @property
    def verdicts(self):
        return self._of("verdict", "unchecked")

    @property
    def rows(self):
        return self._of("row")

    @property
    def pages(self):
        return self._of("report")

    @property
    def holds(self):
        """Do all claims and published values hold, but for those known to be wrong?"""
        return self.summary["holds"]

    def __repr__(self):
        kinds = ("tables", "hunts", "sequences", "mined", "verdicts", "rows", "pages")
        counts = {kind: len(getattr(self, kind)) for kind in kinds}
        parts = [f"{count} {kind if count > 1 else kind.removesuffix('s')}" for kind, count in counts.items() if count]
        return f"<run: {', '.join(parts) or 'nothing'}{'' if self.holds else '; not all hold'}>"

    def _repr_html_(self):
        kinds = ("tables", "hunts", "mined", "verdicts", "rows")
        return "".join(f"<h4>{kind}</h4>{getattr(self, kind)._repr_html_()}" for kind in kinds if getattr(self, kind))


def run(job, *, threads=0, memory=None, fresh=False, part=None, counterexamples=5, checkpoint=10.0, locks=True,
        certificate="", coq="", smt2="", latex="", progress=None):
    """Runs a job from beginning to end: tables, hunts, mining, claims, published values, its page. Finished work of
    earlier runs is reused; Ctrl-C keeps what is finished.

    >>> run({'players': 3, 'piles': {'count': 2}, 'verify': ['shifted-3.3']}).verdicts
    [<shifted-3.3, n = 3, N = 2: holds, all pile sizes>]
    """
    text, is_text = _text_of(job)
    given = _core._JobArguments()
    given.threads = threads
    given.memory = memory
    given.checkpoint = checkpoint
    given.counterexamples = counterexamples
    given.fresh = fresh
    given.locks = locks
    if part is not None:
        given.part = tuple(part)
    given.certificate, given.coq, given.smt2, given.latex = map(os.fspath, (certificate, coq, smt2, latex))
    records, remarks = [], []
    shown = progress_of(progress)
    try:
        with _placed(is_text):
            summary = _core._run(text, is_text, given, lambda line: records.append(record_of(line)), shown,
                                 remarks.append)
    finally:
        shown.end()
    return Run(records, summary, remarks)


def _entry_of(claim):
    """The entry of a job's `verify:` for a registered name or a dict."""
    return {"name": "own claim", **claim} if isinstance(claim, dict) else {"name": claim}


def verify(claim, players=None, piles=None, *, game=None, matrix=None, max=None, passes=None, **options):
    """Checks a claim, by default for every pile size: a name of the registry, or a dict such as
    {'given': 'N < n', 'value': 'N', 'matrix': 'ssam:1'}. `players` and `piles` are numbers, lists, ranges such as
    '3..6', or 'all'; where neither they nor the dict say it, there are 2 to 6 players, and 1 to 2n piles. Other options
    are those of run. Returns a verdict for each case.

    >>> verify('shifted-3.4', players=3, piles='3..4')
    [<shifted-3.4, n = 3, N = 3: holds, all pile sizes>, <shifted-3.4, n = 3, N = 4: holds, all pile sizes>]
    >>> verify('shifted-3.4', players='all')[0].holds
    True
    >>> verify('shifted-3.4', 3, 3, matrix='sam')[0].counterexamples[0].piles
    [1, 1, 2]
    """
    entry = _entry_of(claim)
    if matrix is not None and not isinstance(matrix, str):
        matrix = str(_core.Matrix(matrix))
    entry.update(_without_none(players=players, piles=piles, game=game, matrix=matrix, max=max))
    players = entry.pop("players", "2..6")
    if "piles" not in entry and not (isinstance(players, str) and players == "all"):
        entry["piles"] = f"1..{2 * _largest(players)}"
    checked = run({"players": players, **_without_none(passes=passes), "verify": [entry]}, **options)
    for remark in checked.remarks:
        warnings.warn(remark, stacklevel=2)
    return checked.verdicts


def verify_table(file, claim, *, counterexamples=5, progress=None):
    """Checks a claim against the values of a table file, as they are stored. Returns a verdict for each case and matrix
    that the claim is about."""
    game = _core.Table(os.fspath(file)).game
    entry = _entry_of(claim)
    text, is_text = _text_of({"game": game, "players": "2..16", "piles": {"count": "all"}, "verify": [entry]})
    shown = progress_of(progress)
    try:
        with _placed(is_text):
            return _records(_core._verdicts_on_table(os.fspath(file), text, counterexamples, shown))
    finally:
        shown.end()


def _largest(numbers):
    """The largest number in 5, '3..6', '2,4' or a list of such."""
    if isinstance(numbers, str):
        parts = [part for entry in numbers.split(",") for part in entry.split("..")]
        if all(part.strip().isdigit() for part in parts):
            return max(map(int, parts))
    elif isinstance(numbers, Integral):
        return int(numbers)
    elif isinstance(numbers, Iterable):
        entries = [_largest(entry) for entry in numbers]
        if entries:
            return max(entries)
    raise InputError(f"players: {numbers!r}; expected a number, a range such as '3..6', or a list of them")


def hunt(players, where=None, *, satisfies=None, behaviours=None, top=None, keep=None, lazy=None, box=None,
         up_to_piles=None, name="hunt", matrices="all", game=None, piles=None, passes=None, file=None, **options):
    """Walks a space of matrices and counts those with a property; see `properties()`. `matrices` is a source as in a
    job, a Matrix, or a list of them. With a `file`, results are kept there and an interrupted hunt continues. Options are
    those of run. Returns a record for each number of players.

    >>> hunt(3, 'equal_rows and states < 5')[0].hits
    6
    >>> hunt(3, behaviours=True)[0].behaviours
    216
    """
    entry = _without_none(name=name, where=where, satisfies=satisfies, behaviours=behaviours, top=top, keep=keep,
                          lazy=lazy, box=box, piles=up_to_piles)
    job = {"players": players, "matrices": matrices, "hunt": [entry], **_without_none(game=game, passes=passes)}
    if piles is not None:
        job["piles"] = {"count": piles}
    if file is not None:
        job["results"] = {"file": os.fspath(file)}
    return run(job, **options).hunts


def mine(family, players, piles, *, name="mined", game=None, passes=None, check=None, **options):
    """Looks for closed forms of a family of matrices: 'sam', {'ssam': 1}, {'rows': [..]}, .. Each form is proved.
    Options are those of run. Returns a record for each form; its `claim` can be given to verify.

    >>> form = mine({'ssam': 1}, '2..4', '1..3')[0]
    >>> verify(form.claim.to_dict(), 5, 'all')[0].holds
    True
    """
    entry = {"name": name, "family": family, "players": players, "piles": piles,
             **_without_none(game=game, check=check)}
    return run({"mine": [entry], **_without_none(passes=passes)}, **options).mined


def _records(lines):
    return Records(map(record_of, lines))


def plan(job, *, threads=0):
    """What a job would do and cost; touches nothing."""
    text, is_text = _text_of(job)
    with _placed(is_text):
        return _records(_core._plan_lines(text, is_text, threads))


def merge(job, *, copy=False, locks=True):
    """Assembles a job's files from finished parts; computes nothing. With `copy`, a table needs no shards."""
    text, is_text = _text_of(job)
    with _placed(is_text):
        return _records(_core._merge_lines(text, is_text, copy, locks))


def status(job):
    """How far a job is, and what is missing or damaged; touches nothing."""
    text, is_text = _text_of(job)
    with _placed(is_text):
        return _records(_core._status_lines(text, is_text))


def report(sources, file, *, threads=0, progress=None):
    """Makes one HTML page of jobs, tables, hunt results, or JSON Lines."""
    if isinstance(sources, (str, os.PathLike)):
        sources = [sources]
    shown = progress_of(progress)
    try:
        return record_of(_core._report([os.fspath(source) for source in sources], os.fspath(file), threads, shown))
    finally:
        shown.end()


def check(path, *, progress=None):
    """Reads every byte of a table or of hunt results, and recomputes a sample of the values. Raises DamageError if
    anything is not as written."""
    shown = progress_of(progress)
    try:
        _core._check(os.fspath(path), shown)
    finally:
        shown.end()


def hunts(file):
    """The results of hunts in a file."""
    return _records(_core._hunt_lines(os.fspath(file)))


def games():
    """The games there are.

    >>> 'wythoff' in [game.name for game in games()]
    True
    """
    return _records(_core._game_lines())


def families():
    """How alliance matrices can be written."""
    return _records(_core._family_lines())


def claims():
    """The published claims that are known by name."""
    return _records(_core._claim_lines())


def properties():
    """What hunts can ask for."""
    return _records(_core._property_lines())
