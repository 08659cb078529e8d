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
    if isinstance(value, list):
        return [Record(item) if isinstance(item, dict) else item for item in value]
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
        rows = "".join(f"<tr><th>{escape(key)}</th><td>{_cell(value)}</td></tr>"
                       for key, value in self._members.items() if key != "type")
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


_CLASSES = {"verdict": Verdict, "unchecked": Verdict, "hunt": Hunt}


def record_of(line):
    """The record of one line of JSON."""
    members = json.loads(line)
    return _CLASSES.get(members.get("type"), Record)(members)


def _cell(value):
    if isinstance(value, Record):
        return escape(", ".join(f"{key}: {value[key]}" for key in value.keys()))
    if isinstance(value, list):
        shown = "; ".join(_cell(item) if isinstance(item, Record) else escape(str(item)) for item in value[:3])
        return shown + (f"; .. ({len(value)})" if len(value) > 3 else "")
    return escape(str(value))


class Records(list):
    """Records of one kind: a list that notebooks show as a table."""

    def _columns(self):
        columns = {}
        for record in self:
            columns.update(dict.fromkeys(key for key in record.keys() if key != "type"))
        return list(columns)

    def to_frame(self):
        """As a pandas DataFrame, a row for each record."""
        import pandas
        columns = self._columns()
        return pandas.DataFrame([[record[key] if key in record else None for key in columns] for record in self],
                                columns=columns)

    def _repr_html_(self, most=50):
        columns = self._columns()
        head = "".join(f"<th>{escape(key)}</th>" for key in columns)
        rows = "".join("<tr>" + "".join(f"<td>{_cell(record[key]) if key in record else ''}</td>" for key in columns)
                       + "</tr>" for record in self[:most])
        more = f"<p>and {len(self) - most} more</p>" if len(self) > most else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"
