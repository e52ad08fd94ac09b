"""From the text of a field to the value it stands for; what does not fit becomes a finding, never a guess."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from mem.diagnostics import Diagnostic, Place, Severity
from mem.facts.fact import DEFAULT_CONFIDENCE, DEFAULT_PRIORITY
from mem.facts.fields import KINDS, Kind, Raw
from mem.facts.instant import BadDate, Instant, from_start, through

_WHOLE = {"priority": (DEFAULT_PRIORITY, 0, 100), "version": (1, 1, 1_000_000)}  # default, lowest, highest
_NOTHING = frozenset({None, "", "~", "null", "Null", "NULL"})  # what people write for no date, no number, no list
_DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)

_DATE_HELP = "write 2026-03-01, 2026-03-01T09:30:00Z or 2026-03-01T09:30+02:00"


class Reading:
    """The values of one file, asked for by kind.

    What does not fit its kind is noted in `findings` and `misread`, and the default is given.
    Without `places` (line and column by key), each value stands on a line of its own, from line 2.
    """

    def __init__(
        self, path: str, values: Mapping[str, Raw], places: Mapping[str, tuple[int, int]] | None = None
    ) -> None:
        self.path = path
        self.values = values
        self.findings: list[Diagnostic] = []
        self.misread: set[str] = set()
        self._places = places

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        if isinstance(value, str):
            return value
        self.reject("fact-type", key, f"`{key}` is text, not a list or a group of fields", "write it in quotes")
        return ""

    def whole(self, key: str) -> int:
        default, low, high = _WHOLE[key]
        value = self._one(key)
        if value is None:
            return default
        if _is_whole(value, low, high):
            return int(value)
        self.reject(
            "fact-number", key, f"`{key}`: `{value[:40]}` is no whole number from {low} to {high}", "write it in digits"
        )
        return default

    def share(self, key: str) -> float:
        value = self._one(key)
        if value is None:
            return DEFAULT_CONFIDENCE
        if _DECIMAL.fullmatch(value) and 0.0 <= float(value) <= 1.0:
            return float(value)
        self.reject("fact-number", key, f"`{key}`: `{value[:40]}` is no number from 0.0 to 1.0", "write it like 0.8")
        return DEFAULT_CONFIDENCE

    def instant(self, key: str) -> Instant | None:
        value = self._one(key)
        if value is None:
            return None
        if _is_stored(value):
            return Instant(value)
        read = through if KINDS[key] is Kind.LAST_DAY else from_start
        try:
            return read(value)
        except BadDate:
            self.reject("fact-date", key, f"`{key}`: `{value[:40]}` is not a date", _DATE_HELP)
            return None

    def day(self, key: str) -> str:
        """Give the text of a date as it was written."""
        return self.text(key) if self.instant(key) else ""

    def items(self, key: str) -> tuple[str, ...]:
        """Give the items of a list; one line of text is split at its commas."""
        value = self.values.get(key)
        if value is None:
            return ()
        if isinstance(value, str):
            return () if value in _NOTHING else tuple(item for part in value.split(",") if (item := part.strip()))
        items = tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
        if len(items) != len(value):
            self.reject("fact-type", key, f"`{key}` is a list of plain texts", f"write it like `{key}: [one, two]`")
        return items

    def reject(self, code: str, key: str, message: str, help: str) -> None:
        """Note that a value is not what its field asks for."""
        self.misread.add(key)
        self.note(Severity.ERROR, code, key, message, help)

    def note(self, severity: Severity, code: str, key: str, message: str, help: str) -> None:
        self.findings.append(Diagnostic(code, severity, message, self.place(key), help))

    def place(self, key: str) -> Place:
        """Give where a value stands; the whole file when the field is not written."""
        if key not in self.values:
            return Place(self.path)
        if self._places is None:
            return Place(self.path, list(self.values).index(key) + 2, len(key) + 3)
        return Place(self.path, *self._places[key])

    def _one(self, key: str) -> str | None:
        """Give the text of a number or a date, None when there is none."""
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return None if value in _NOTHING else value
        self.reject("fact-type", key, f"`{key}` is one value, not a list or a group of fields", "write it on one line")
        return None


def understood(key: str, raw: Raw) -> object:
    """Give what a value means to us, so that two ways to write it compare equal; None when it means nothing."""
    reading = Reading("", {key: raw})
    value: object
    match KINDS.get(key):
        case Kind.WORD | Kind.PROSE:
            value = reading.text(key)
        case Kind.WHOLE:
            value = reading.whole(key)
        case Kind.SHARE:
            value = reading.share(key)
        case Kind.INSTANT | Kind.LAST_DAY:
            value = reading.instant(key)
        case Kind.DAY:
            value = reading.day(key)
        case Kind.LIST:
            value = reading.items(key)
        case None:
            value = raw
    return None if reading.misread else value


def _is_stored(text: str) -> bool:
    """Tell what `is_instant` tells, at a tenth of its time: this is asked three times a file."""
    if len(text) != 24 or text[4] + text[7] + text[10] + text[19] + text[23] != "--T.Z" or text[11:13] == "24":
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_whole(text: str, low: int, high: int) -> bool:
    """Digits and a sign only: `int` would take `1_0` and foreign digits too."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    return digits.isascii() and digits.isdigit() and len(digits) < 20 and low <= int(text) <= high
