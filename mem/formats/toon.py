"""TOON 3, the form agents read: https://github.com/toon-format/spec, quoting rules of section 7.

On the hot lane: nothing here imports anything but the report.
"""

from __future__ import annotations

from mem.formats.report import Report, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_WORDS = frozenset({"true", "false", "null"})
_SPECIAL = frozenset(':"\\[]{}\n\r\t,')
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def render(report: Report) -> str:
    """Write a report as one TOON document."""
    if report.lines is not None:
        return "".join(line + "\n" for line in report.lines)
    return "".join(line + "\n" for line in _document(report))


def _document(report: Report) -> Iterator[str]:
    yield from _fields(report.fields, "")
    if report.help:
        yield f"help[{len(report.help)}]:"
        for step in report.help:
            yield f"  - {quoted(step)}"


def _fields(fields: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in fields.items():
        if isinstance(value, Table):
            yield from _table(key, value, indent)
        elif isinstance(value, dict):
            yield f"{indent}{key}:"
            yield from _fields(value, indent + "  ")
        elif isinstance(value, (list, tuple)):
            items = ",".join(scalar(item) for item in value)
            yield f"{indent}{key}[{len(value)}]: {items}".rstrip()
        else:
            yield f"{indent}{key}: {scalar(value)}"


def _table(key: str, table: Table, indent: str) -> Iterator[str]:
    yield f"{indent}{key}[{len(table.rows)}]{{{','.join(table.columns)}}}:"
    for row in table.rows:
        yield f"{indent}  " + ",".join(scalar(row.get(column)) for column in table.columns)


def scalar(value: object) -> str:
    """Write one value; text is quoted only where a reader would take it for something else."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, int):
        return str(value)
    return quoted(str(value))


def number(value: float) -> str:
    """Write a number without exponent and without trailing zeros."""
    text = f"{value:.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def quoted(text: str) -> str:
    """Quote text where TOON asks for it; control characters that TOON cannot escape become blanks."""
    text = "".join(letter if letter >= " " or letter in "\n\r\t" else " " for letter in text)
    if text and not _needs_quotes(text):
        return text
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in text) + '"'


def _needs_quotes(text: str) -> bool:
    if text in _WORDS or text[0] in "-#" or text[0].isspace() or text[-1].isspace():
        return True
    return not _SPECIAL.isdisjoint(text) or _looks_numeric(text)


def _looks_numeric(text: str) -> bool:
    if text[0] not in "+.0123456789":
        return False
    try:
        float(text)
    except ValueError:
        return False
    return True
