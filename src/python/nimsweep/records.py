"""Results as objects. A record has the members that the command line prints with --json (src/cli/JSON.md), as
attributes; numbers that JSON has as text, because they may be huge, are numbers here."""
import json
from html import escape

# Members that are numbers although JSON has them as text.
NUMBERS = frozenset(
    "alike behaviours behaviours_up_to_rotation bytes cases checked chunks count covered disagreements done errors "
    "file_bytes fitted from hits index left_out matrices memory_bytes of open peak_memory_bytes positions proved "
    "stored_bytes total units values".split())
HISTOGRAMS = frozenset(("histograms", "hit_histograms"))


def _number(value):
    return int(value) if isinstance(value, str) and value.isdigit() else value


def _histogram(counts):
    return {int(value): int(count) for value, count in counts.items()}


def _converted(key, value):
    if key in HISTOGRAMS:
        return {what: _histogram(counts) for what, counts in value.items()}
    if key in NUMBERS:
        value = _number(value)
    if key == "facts":
        return value
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return Records(map(Record, value))
    return value


class Record:
    """One result. Its members are attributes, and items by name."""

    def __init__(self, members):
        self._json = members
        self._members = {key: _converted(key, value) for key, value in members.items()}

    def to_dict(self):
        """Its members as JSON has them."""
        return self._json

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._members[name]
        except KeyError:
            raise AttributeError(f"{self._title()} has no {name}; it has {', '.join(self._members)}") from None

    def __getitem__(self, name):
        return self._members[name]

    def __contains__(self, name):
        return name in self._members

    def __dir__(self):
        return [*super().__dir__(), *self._members]

    def __eq__(self, other):
        return isinstance(other, Record) and self._members == other._members

    __hash__ = None

    def keys(self):
        return self._members.keys()

    def _title(self):
        return self._members.get("type", "record")

    def __repr__(self):
        members = ", ".join(f"{key}={value!r}" for key, value in self._members.items() if key != "type")
        return f"<{self._title()}: {members}>"

    def _repr_html_(self):
        rows = "".join(f"<tr><th>{_heading(key)}</th>{_cell(key, value)}</tr>"
                       for key, value in self._members.items() if key != "type" and not _is_empty(value))
        return f"<table><caption>{escape(self._title())}</caption>{rows}</table>"


class Verdict(Record):
    """What a check of a claim came to."""

    def __bool__(self):
        return self.type == "verdict" and self.holds

    def __repr__(self):
        n = "every n" if self.players == "all" else f"n = {self.players}"
        piles = "every N" if self.piles == "all" else f"N = {self.piles}"
        if self.type == "unchecked":
            return f"<{self.claim}, {n}, {piles}: not checked: {self.reason}>"
        return f"<{self.claim}, {n}, {piles}: {'holds' if self.holds else 'does not hold'}, {self.scope}>"


class Hunt(Record):
    """What a hunt found."""

    def __repr__(self):
        found = f"{self.hits} of {self.total} matrices"
        if "behaviours" in self:
            found += f", {self.behaviours} behaviours"
        return f"<{self.name}, {self.players} players: {found}>"

    def _repr_html_(self):
        """What it counted, and then the matrices that it kept."""
        counted = Record({key: value for key, value in self._json.items() if key != "kept"})
        return counted._repr_html_() + (self.kept._repr_html_() if self.kept else "")


_CLASSES = {"verdict": Verdict, "unchecked": Verdict, "hunt": Hunt}


def record_of(line):
    """The record of one line of JSON."""
    members = json.loads(line)
    return _CLASSES.get(members.get("type"), Record)(members)


# ---- Tables in notebooks. They leave out what is empty, and of these records what few people look at.

COLUMNS = {
    "claim": ("name", "source", "game", "statement"),
    "verdict": ("claim", "game", "matrix", "players", "piles", "scope", "holds", "reason", "counterexamples"),
    "hunt": ("name", "game", "players", "piles", "passes", "total", "open", "hits", "behaviours",
             "behaviours_up_to_rotation"),
    "mined": ("claim", "players", "piles", "fitted", "checked", "proved", "for_all_players", "reason"),
}
COLUMNS["unchecked"] = COLUMNS["verdict"]
MOST_ITEMS = 3


def _is_empty(value):
    return value is None or value == "" or value == [] or value == {}


def _heading(key):
    return escape(key.replace("_", " "))


def _is_matrix(value):
    return isinstance(value, list) and bool(value) and all(isinstance(row, list) for row in value)


def _text(value):
    """A value as people write it; a matrix as for --matrix."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Record):
        value = {key.replace("_", " "): item for key, item in value._members.items() if not _is_empty(item)}
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(item)}" for key, item in value.items())
    if _is_matrix(value):
        return " / ".join(" ".join(map(str, row)) for row in value)
    if isinstance(value, Records):
        more = f"; .. ({len(value)})" if len(value) > MOST_ITEMS else ""
        return "; ".join(map(_text, value[:MOST_ITEMS])) + more
    return ", ".join(map(_text, value)) if isinstance(value, list) else str(value)


def _counterexample(record):
    where = [f"{name} = {record[key]}" for name, key in (("n", "players"), ("r", "r")) if key in record]
    where += [f"piles {_text(record.piles)}", f"P_{record.first} first"]
    expected = f"not {_text(record.expected_not)}" if "expected_not" in record else _text(record.expected)
    found = "nobody" if record.found is None else _text(record.found)
    return f"{', '.join(where)}: expected {expected}, found {found}"


def _condition(case):
    said = {"value": "", "not": "not ", "winner": "winner "}
    what = ", ".join(f"{word}{_text(case[key])}" for key, word in said.items() if key in case)
    return f"{what} if {case.when}" if "when" in case else what


def _claim(record):
    """A claim as a line: where it holds, what each pile does to v, and the cases."""
    given = f"{record.given}: " if record._members.get("given") else ""
    each = f"v = {record.start}, each pile: {'; '.join(map(_condition, record.each))}. " if "each" in record else ""
    return given + each + "; ".join(map(_condition, record.cases))


def _cell(key, value):
    """A cell of a table; notebooks would show texts at its right."""
    if key == "counterexamples" and value:
        text = _counterexample(value[0])  # the first is the smallest
    elif key == "claim" and isinstance(value, Record):
        text = _claim(value)
    else:
        text = _text(value)
    return f'<td style="text-align: left">{escape(text)}</td>'


class Records(list):
    """Records of one kind: a list that notebooks show as a table."""

    def _columns(self):
        columns = {}
        for record in self:
            columns.update(dict.fromkeys(key for key in record.keys() if key != "type"))
        return list(columns)

    def _shown_columns(self):
        wanted = COLUMNS.get(self[0]._title(), self._columns()) if self else ()
        return [key for key in wanted if any(key in record and not _is_empty(record[key]) for record in self)]

    def to_frame(self):
        """As a pandas DataFrame, a row for each record."""
        import pandas
        columns = self._columns()
        return pandas.DataFrame([[record[key] if key in record else None for key in columns] for record in self],
                                columns=columns)

    def _repr_html_(self, most=50):
        columns = self._shown_columns()
        head = "".join(f'<th style="text-align: left">{_heading(key)}</th>' for key in columns)
        rows = "".join("<tr>" + "".join(_cell(key, record[key] if key in record else "") for key in columns) + "</tr>"
                       for record in self[:most])
        more = f"<p>and {len(self) - most} more</p>" if len(self) > most else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"
