"""Shared by the storage tests: small jobs, failing system calls, and files compared as readers see them."""
import collections
import dataclasses
import errno
import multiprocessing
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

import h5py
import numpy

PROGRAM = os.path.abspath(sys.argv.pop(1))
# The library that makes calls fail; absent in builds with sanitizers.
SHIM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].endswith(".so") else None
ALL = "--all" in sys.argv  # every fault, not a sample
if ALL:
    sys.argv.remove("--all")
# In memory if possible: there are thousands of syncs.
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
TIMEOUT = 60  # seconds; whatever takes longer hangs
# HDF5 allocates and frees a megabyte again and again; the heap may keep it.
HEAP = {"MALLOC_TRIM_THRESHOLD_": "1000000000", "MALLOC_MMAP_THRESHOLD_": "1000000000"}

TABLES = """nimsweep: 1
title: small
players: 2..3
matrices: [sam, {sample: {count: 2, seed: 5}}]
piles: {count: 1..2, max: 3}
tables: {file: t.h5}
"""
PAGE = TABLES.replace("t.h5", "t.h5, verify: true") + """verify: [standard-n=N+1]
report: {file: out/page.html}
"""
HUNTS = """nimsweep: 1
title: small
players: 3
matrices: [all]
results: {file: h.h5}
hunt: [{name: few, where: "states < 6", keep: 3}, {name: top, top: {by: states, count: 2}}]
"""
CLAIMS = """nimsweep: 1
title: small
players: 2..3
matrices: [sam, {ssam: 1}]
piles: {count: 1..2}
results: {file: h.h5}
verify: [standard-n=N+1, shifted-3.3]
values: [{id: one, players: 3, piles: [1, 2], value: 0}]
mine: [{name: sum, game: nim, family: sam, players: 2, piles: 1}]
"""
BOTH = TABLES + "".join(HUNTS.splitlines(keepends=True)[-2:])
GRUNDY = """nimsweep: 1
title: small
game: wythoff
quantity: grundy
piles: {count: 1..2, max: 3}
tables: {file: t.h5}
"""


@dataclasses.dataclass(frozen=True)
class Fault:
    """Call number `at` of its kind fails; if it `goes_on`, so do all later ones."""
    call: str
    at: int
    what: str  # the name of an error, or a word of fault_shim.c
    goes_on: bool = False

    def __str__(self):
        return f"{self.call} {self.at}{' and on' if self.goes_on else ''}: {self.what}"

    def environment(self):
        return {"FAULT_CALL": self.call, "FAULT_AT": str(self.at), "FAULT_MODE": "on" if self.goes_on else "once",
                "FAULT_WHAT": str(getattr(errno, self.what, self.what))}


@dataclasses.dataclass(frozen=True)
class Done:
    code: int | str  # "hang" if it had to be killed
    output: str
    errors: str
    reached: str = ""  # the shim's report of the fault; empty if there was none
    counts: dict = None

    def died(self):
        return self.code == "hang" or self.code < 0

    def __str__(self):
        return f"exit {self.code}, {self.errors.strip()!r}"


def nimsweep(folder, *words, fault=None, count=False, within="", seconds=TIMEOUT, **options):
    """Runs the program in a folder; the fault applies to calls on this folder, or on one within it."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as outside:
        report, counts = pathlib.Path(outside, "report"), pathlib.Path(outside, "counts")
        settings = os.environ | HEAP
        if fault or count:
            settings |= {"LD_PRELOAD": SHIM, "FAULT_FOLDER": os.path.realpath(os.path.join(folder, within)),
                         "FAULT_REPORT": str(report)}
            settings |= fault.environment() if fault else {"FAULT_COUNTS": str(counts)}
        process = subprocess.Popen([PROGRAM, *words], cwd=folder, env=settings, stdin=subprocess.DEVNULL, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace", **options)
        try:
            output, errors = process.communicate(timeout=seconds)
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # the shim reports where it is
            time.sleep(1)
            process.kill()
            output, errors = process.communicate()
            code = "hang"
        return Done(code, output, errors, report.read_text() if report.exists() else "",
                    {name: int(number) for name, number in map(str.split, counts.read_text().splitlines())}
                    if counts.exists() else None)


def well(folder, *words, **options):
    """The same, but it must succeed."""
    done = nimsweep(folder, *words, **options)
    if done.code != 0:
        raise AssertionError(f"{words}: {done}")
    return done


# What differs between runs: the time, copies and checksums of it, and checksums of stored chunks.
VOLATILE = re.compile(r"@created$|^/header|/checksums: data$")


def contents(path, but=VOLATILE):
    """Everything that a reader sees in an HDF5 file, by name."""
    with h5py.File(path, "r") as file:
        found = {}

        def plain(value):
            if isinstance(value, h5py.Reference):
                return file[value].name if value else None
            if isinstance(value, numpy.ndarray) and (value.dtype.hasobject or value.dtype.names):
                return [plain(item) for item in value.flat]
            if isinstance(value, numpy.void) and value.dtype.names:
                return [plain(value[name]) for name in value.dtype.names]
            if isinstance(value, (numpy.ndarray, numpy.generic)):
                return value.dtype.str, value.shape, value.tobytes()
            return value

        def collect(name, thing):
            found[name] = type(thing).__name__
            for key, value in thing.attrs.items():
                kind = thing.attrs.get_id(key)
                found[f"{name}@{key}"] = (str(kind.dtype), kind.shape, plain(value))
            if not isinstance(thing, h5py.Dataset):
                return
            found[f"{name}:"] = (thing.dtype.str, thing.shape, thing.maxshape, thing.chunks, thing.compression,
                                 [axis.label for axis in thing.dims], [axis.keys() for axis in thing.dims])
            if not thing.dtype.hasobject:  # h5py crashes if a text has one
                found[f"{name}: nothing"] = plain(thing.fillvalue)
            if thing.is_virtual:
                found[f"{name}: sources"] = [(source.file_name, source.dset_name) for source in thing.virtual_sources()]
            found[f"{name}: data"] = plain(thing[()])

        collect("/", file)
        file.visititems(lambda name, thing: collect("/" + name, thing))
        return {name: value for name, value in found.items() if not but.search(name)}


def readable(path, but=VOLATILE):
    """contents(), or what went wrong: a damaged file may kill or hang its reader."""
    here, there = multiprocessing.Pipe(duplex=False)
    reader = os.fork()
    if reader == 0:
        try:
            signal.alarm(TIMEOUT)
            there.send(contents(path, but))
        except BaseException as problem:  # whatever it is
            there.send(f"{type(problem).__name__}: {problem}")
        finally:
            os._exit(0)
    there.close()
    try:
        found = here.recv()
    except EOFError:
        found = "the reader died"
    here.close()
    os.waitpid(reader, 0)
    return found


def differences(found, expected):
    """Names of what differs; inside files that h5py has read, the names of what differs there."""
    names = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
    pairs = [(name, found.get(name), expected.get(name)) for name in names]
    return [f"{name}{differences(one, other)}" if isinstance(one, dict) and isinstance(other, dict) else
            f"{name} ({one})" if name.endswith(".h5") else name for name, one, other in pairs]


TIMES = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?( ?UTC|Z)?")


def files_below(folder):
    """The files in a folder and its subfolders, by name."""
    paths = sorted(pathlib.Path(folder).rglob("*"))
    return {str(path.relative_to(folder)): path for path in paths if not path.is_dir()}


def known(question):
    """Caches answers: the same question about the same files is asked once."""
    answers = {}

    def ask(folder, name):
        parts = pathlib.Path(folder, name + ".parts").glob("units-*")
        key = name, pathlib.Path(folder, name).read_bytes(), *((path.name, path.read_bytes()) for path in sorted(parts))
        if key not in answers:
            if len(answers) > 100:  # answers are large
                answers.clear()
            answers[key] = question(folder, name)
        return answers[key]

    return ask


@known
def is_checked(folder, name):
    """Is the table or hunt file correct, as far as the program can tell?"""
    return nimsweep(folder, "inspect", name, "--check", "--quiet").code == 0


@known
def holds(folder, name):
    """The contents of a file, except its creation time, and which process took a lock."""
    path = pathlib.Path(folder, name)
    if path.name.startswith("lock"):
        return b"(lock)"
    return readable(path) if path.suffix == ".h5" else TIMES.sub(b"(time)", path.read_bytes())


def state(folder):
    """The contents of all files below a folder."""
    return {name: holds(folder, name) for name in files_below(folder)}


class Scratch(unittest.TestCase):
    """A folder for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=SCRATCH)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(os.path.realpath(folder.name))

    def new_folder(self, template=None):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        if template:
            shutil.copytree(template, folder, dirs_exist_ok=True, symlinks=True)
        return folder

    def try_cases(self, title, function, cases):
        """Fails if any of them ended wrongly; prints how they ended."""
        findings = Findings()
        for found in try_all(function, cases):
            findings.add(*found)
        print(f"{title}: {findings}", flush=True)
        findings.check(self)

    def assert_one_line(self, done, code):
        """The program ended with this code, and one line said why."""
        self.assertEqual(done.code, code, done)
        self.assertEqual(done.errors.count("\n"), 1, done)


def write_job(folder, text=TABLES):
    pathlib.Path(folder, "job.yaml").write_text(text)


def run_job(folder, text=TABLES):
    write_job(folder, text)
    well(folder, "run", "job.yaml", "--quiet")


def run_parts(folder, text=BOTH, parts=(1, 2)):
    write_job(folder, text)
    for k in parts:
        well(folder, "run", "job.yaml", "--quiet", "--threads", "1", "--part", f"{k}/2")


def table_of_another_job(folder):
    run_job(folder, TABLES.replace("small", "older").replace("seed: 5", "seed: 6"))
    write_job(folder)


def merged_table(folder, text=TABLES):
    run_parts(folder, text)
    well(folder, "merge", "job.yaml", "--quiet")


def older_report(folder):
    run_job(folder, BOTH)
    well(folder, "report", "t.h5", "-o", "page.html", "--quiet")


def older_certificate(folder):
    well(folder, "verify", "--claim", "shifted-3.4", "--players", "4", "--certificate", "c.json", "--quiet")


def older_plot(folder):
    run_job(folder)
    well(folder, "get", "t.h5", "--case", "n3_N2", "--at", "0,0,*,*", "--plot", "p.svg")


# How to prepare the files for a command, and the command.
RUN = ("run", "job.yaml", "--threads", "1", "--quiet")
MERGE = ("merge", "job.yaml", "--quiet")
SCENARIOS = {
    "run": (write_job, RUN),
    "run_by_shards": (write_job, (*RUN, "--checkpoint", "0")),
    "run_a_part": (lambda folder: write_job(folder, BOTH), (*RUN, "--part", "2/2")),
    "run_fresh_over_a_table": (table_of_another_job, (*RUN, "--fresh")),
    "run_with_a_page": (lambda folder: write_job(folder, PAGE), RUN),
    "hunts": (lambda folder: write_job(folder, HUNTS), (*RUN, "--checkpoint", "0")),
    "claims": (lambda folder: write_job(folder, CLAIMS), (*RUN, "--checkpoint", "0")),
    "resume": (lambda folder: run_parts(folder, parts=[1]), RUN),
    "resume_claims": (lambda folder: run_parts(folder, CLAIMS, parts=[1]), RUN),
    "merge": (run_parts, MERGE),
    "merge_claims": (lambda folder: run_parts(folder, CLAIMS), MERGE),
    "merge_into_one_file": (run_parts, (*MERGE, "--copy")),
    "copy_a_merged_table": (merged_table, (*MERGE, "--copy")),
    "report": (older_report, ("report", "t.h5", "h.h5", "-o", "page.html", "--threads", "1", "--quiet")),
    "certificate": (older_certificate, ("verify", "--claim", "shifted-3.4", "--players", "3", "--certificate", "c.json",
                                        "--threads", "1", "--quiet")),
    "plot": (older_plot, ("get", "t.h5", "--case", "n3_N2", "--at", "1,0,*,*", "--plot", "p.svg")),
}


READING = {  # without faults their output never varies, except for the free disk
    "inspect": (merged_table, ("inspect", "t.h5", "--check", "--quiet")),
    "inspect_hunts": (lambda folder: run_job(folder, HUNTS), ("inspect", "h.h5", "--check", "--quiet")),
    "get": (merged_table, ("get", "t.h5", "--case", "n3_N2", "--at", "0,*,*,*")),
    "verify_a_table": (run_job, ("verify", "--table", "t.h5", "--claim", "standard-n=N+1", "--quiet")),
    "plan": (lambda folder: run_parts(folder, parts=[1]), ("plan", "job.yaml")),
}


class Trial:
    """A command, the files it finds, and those it leaves if nothing goes wrong. Tries a fault and says how the run ended and
    what went wrong."""

    def __init__(self, folder, scenario):
        prepare, self.words = (SCENARIOS | READING)[scenario]
        self.is_reading = scenario in READING and scenario != "plan"
        self.before = folder
        prepare(folder)
        with self.copy() as there:
            self.counts = well(there, *self.words, count=SHIM is not None).counts
            self.expected = state(there)
        with self.copy() as there:
            self.output = well(there, *self.words).output
            assert state(there) == self.expected, "two runs make different files"
        assert all(isinstance(found, (bytes, dict)) for found in self.expected.values()), "h5py cannot read them"

    def copy(self):
        there = tempfile.TemporaryDirectory(dir=SCRATCH)
        shutil.copytree(self.before, there.name, dirs_exist_ok=True)
        return there

    def is_final(self, folder, name):
        """Is the file what the command should have made?"""
        return (name in self.expected and pathlib.Path(folder, name).exists()
                and (".h5" != name[-3:] or ".parts/" in name or is_checked(folder, name))
                and holds(folder, name) == self.expected[name])

    def lost(self, folder):
        """Files that have disappeared although their work is not in a finished file."""
        for name, path in files_below(self.before).items():
            now = pathlib.Path(folder, name)
            output = name.split(".parts/")[0]
            if "/lock" not in name and not (now.exists() and now.read_bytes() == path.read_bytes()) \
                    and not self.is_final(folder, output):
                yield name

    def problems(self, folder, fault, done):
        """Kinds and descriptions of problems."""
        was_killed = done.code == -signal.SIGKILL
        if was_killed and fault.what.startswith("kill"):
            pass
        elif done.died():
            yield "died", done
        elif done.code not in (0, 1, 3):
            yield f"exit {done.code}", done
        elif done.errors.count("\n") not in ((0, 1) if done.code == 0 else (1,)):
            yield "not one line", done
        elif not done.reached and done.code != 0:
            yield "failed without the fault", done
        strangers = [name for name in files_below(folder)
                     if ".parts/" not in name and name not in self.expected]
        if strangers and fault.call != "unlink" and not was_killed:
            yield "left behind", f"{strangers} ({done})"
        if done.code == 0:
            wrong = [name for name in self.expected if not self.is_final(folder, name)]
            if wrong:
                yield "wrong, and exit 0", wrong
            if self.is_reading and done.output != self.output:
                yield "wrong output, and exit 0", done.output
        else:
            lost = list(self.lost(folder))
            if lost:
                yield "lost", f"{lost} ({done})"
        again = nimsweep(folder, *self.words)
        if again.code != 0:
            yield "the next run fails", f"{again}; before {done}"
            return
        wrong = differences(state(folder), self.expected)
        if wrong:
            yield "wrong after the next run", f"{wrong}; before {done}"
        elif not all(is_checked(folder, name) for name in self.expected
                     if name.endswith(".h5") and ".parts/" not in name):
            yield "damaged after the next run", done

    def __call__(self, fault):
        with self.copy() as there:
            done = nimsweep(there, *self.words, fault=fault)
            end = f"exit {done.code}" if done.reached else "not reached"
            return end, list(self.problems(there, fault, done)), fault


def number_of(text):
    """A seed that is the same in each run, and differs between texts."""
    return zlib.crc32(str(text).encode())


def sampled(count, stride, *about):
    """Each of 1..count; in a sample, evenly spaced ones from a random start, at least one."""
    if ALL:
        return range(1, count + 1)
    return range(1 + number_of(about) % min(stride, count), count + 1, stride) if count else ()


class Findings:
    """Counts what was tried and how it ended, and records problems."""

    def __init__(self):
        self.ends = collections.Counter()
        self.problems = collections.defaultdict(list)

    def add(self, end, problems, about):
        self.ends[end] += 1
        for kind, text in problems:
            self.problems[kind].append(f"{about}: {text}"[:300])

    def __str__(self):
        return (f"{sum(self.ends.values())} tried; "
                + ", ".join(f"{count} {end}" for end, count in sorted(self.ends.items(), key=str)))

    def check(self, test, most=4):
        """Fails with some examples of each kind of problem."""
        if self.problems:
            test.fail(f"{self}\n" + "\n".join(
                f"{kind}: {len(texts)}\n" + "".join(f"    {text}\n" for text in texts[:most])
                for kind, texts in self.problems.items()))


def try_all(function, cases):
    """function(case) for each case, with one process per core."""
    global tried
    tried = function  # the processes inherit it
    with multiprocessing.get_context("fork").Pool() as pool:
        yield from pool.imap_unordered(try_one, cases, chunksize=4)


def try_one(case):
    return tried(case)
