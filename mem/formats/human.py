"""The form people read in a terminal: aligned columns, dates as distances, a little colour."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from mem.formats.report import Report, Table
from mem.formats.toon import number

BOLD, DIM, RED, GREEN, CYAN, YELLOW = "1", "2", "31", "32", "36", "33"
_COLUMN_STYLES = {"id": CYAN, "type": DIM, "confidence": DIM, "error": RED}
IDS = frozenset({"id", "keep", "absorb", "old", "new"})
WHOLE = frozenset({"place", "help"})  # people copy these, so they are shown whole even where the line then wraps
READABLE, TELLING, NARROWEST = 40, 28, 12  # columns of a terminal
_UNITS = ((365 * 86400, "y"), (30 * 86400, "mo"), (7 * 86400, "w"), (86400, "d"), (3600, "h"), (60, "m"))


class Style:
    """How this terminal is written to."""

    def __init__(self, *, colour: bool, width: int, now: str) -> None:
        self.colour = colour
        self.width = width
        self.now = now

    def paint(self, text: str, code: str | None) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text


def render(report: Report, style: Style) -> str:
    """Lay a report out for a person."""
    lines = list(report.lines) if report.lines is not None else list(_report(report, style))
    return "".join(line.rstrip() + "\n" for line in lines)


def ago(instant: str, now: str) -> str:
    """Say how far back a stored instant lies: `3d ago`, `in 2w`, `just now`."""
    seconds = (datetime.fromisoformat(now) - datetime.fromisoformat(instant)).total_seconds()
    size = abs(seconds)
    for length, unit in _UNITS:
        if size >= length:
            count = f"{int(size // length)}{unit}"
            return f"{count} ago" if seconds > 0 else f"in {count}"
    return "just now"


def _report(report: Report, style: Style) -> Iterator[str]:
    for key, value in report.fields.items():
        yield from _field(key, value, style, "")
    for step in report.help:
        yield style.paint(f"→ {step}", DIM)


def _field(key: str, value: object, style: Style, indent: str) -> Iterator[str]:
    if isinstance(value, Table):
        yield from _table(key, value, style, indent)
    elif isinstance(value, Mapping):
        yield indent + style.paint(key, BOLD)
        width = max((_width(str(name)) for name in value), default=0)
        for name, inner in value.items():
            if isinstance(inner, (Table, Mapping)):
                yield from _field(str(name), inner, style, indent + "  ")
            else:
                yield from _labelled(str(name), inner, style, indent + "  ", width)
    elif key == "error":
        yield f"{style.paint('error', RED)}: {_text(value, style)}"
    else:
        yield from _labelled(key, value, style, indent, 0)


def _labelled(name: str, value: object, style: Style, indent: str, width: int) -> Iterator[str]:
    label = indent + style.paint(name, DIM) + ":" + " " * (1 + max(0, width - _width(name)))
    first, *rest = _text(value, style).split("\n")
    yield label + first
    for line in rest:
        yield f"{indent}{' ' * (max(width, _width(name)) + 2)}{line}"


def _table(key: str, table: Table, style: Style, indent: str) -> Iterator[str]:
    if not table.rows:
        yield indent + style.paint(f"{key}: none", DIM)
        return
    cells = [[_cell(row.get(column), style) for column in table.for_people] for row in table.rows]
    widths = _fit(
        table.for_people,
        [max(_width(row[i]) for row in [list(table.for_people), *cells]) for i in range(len(table.for_people))],
        style.width - len(indent),
    )
    yield indent + "  ".join(
        style.paint(_pad(name, width), BOLD) for name, width in zip(table.for_people, widths, strict=True)
    )
    for row in cells:
        yield indent + "  ".join(
            style.paint(_pad(_cut(cell, width, mark=column not in IDS), width), _COLUMN_STYLES.get(column))
            for column, cell, width in zip(table.for_people, row, widths, strict=True)
        )


def _fit(columns: Sequence[str], widths: Sequence[int], room: int) -> list[int]:
    """Shrink the widest columns until the row fits: first the texts, then the ids, then the texts again.

    A beginning that only one fact has is as good as its id, so an id is cut plainly, to be copied as it stands.
    """
    fitted = list(widths)
    ids = [i for i, column in enumerate(columns) if column in IDS]
    texts = [i for i, column in enumerate(columns) if column not in IDS and column not in WHOLE]
    for yielding, least in ((texts, READABLE), (ids, TELLING), (texts, NARROWEST)):
        while sum(fitted) + 2 * (len(fitted) - 1) > room:
            widest = max(yielding, key=fitted.__getitem__, default=None)
            if widest is None or fitted[widest] <= least:
                break
            fitted[widest] -= 1
    return fitted


def _cell(value: object, style: Style) -> str:
    return _text(value, style).replace("\n", " ")


def _text(value: object, style: Style) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(_text(item, style) for item in value)
    text = "".join(letter for letter in str(value) if letter >= " " or letter in "\n\t")
    return ago(text, style.now) if _is_instant(text) else text


def _is_instant(text: str) -> bool:
    """Whether text has the one form in which instants are stored, milliseconds and all."""
    if len(text) != 24 or text[10] != "T" or text[19] != "." or text[23] != "Z":
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _width(text: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(letter) in "WF" else 0 if unicodedata.combining(letter) else 1
        for letter in text
    )


def _pad(text: str, width: int) -> str:
    return text + " " * max(0, width - _width(text))


def _cut(text: str, width: int, *, mark: bool) -> str:
    if _width(text) <= width:
        return text
    while text and _width(text) > width - mark:
        text = text[:-1]
    return text + "…" if mark else text
