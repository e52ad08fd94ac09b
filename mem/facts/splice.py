"""Changes to a text in place: the lines of the fields that change, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from mem.diagnostics import Severity
from mem.errors import MemError, UsageError
from mem.facts.fences import BOM, Parts, conflict_line, split, tidy
from mem.facts.fields import KINDS, Kind, Raw, Value
from mem.facts.frontmatter import Field, read_block
from mem.facts.quoting import decimal, flow, quoted, scalar
from mem.facts.reading import understood

BODY = "body"

_DATES = frozenset({Kind.INSTANT, Kind.LAST_DAY, Kind.DAY})


class UnreadableDocument(MemError):
    """A file that cannot be read is not rewritten; `line` is where a person would mend it."""

    def __init__(self, line: int, reason: str, help: str | None = None) -> None:
        super().__init__(f"line {line}: {reason}", help=help or "mend this line by hand, then try again")
        self.line = line


class UnwritableFact(UsageError):
    """A text that, once written, could not be read back as a fact."""

    def __init__(self, reason: str, help: str | None = None) -> None:
        super().__init__(f"this cannot be kept as a fact: {reason}", help=help or "change the text and try again")


def edit(text: str, changes: Mapping[str, Value | None]) -> str:
    """Change fields, and the text under `body`, in place; None takes a field out.

    A field that is not there becomes the last of its block; a value that is there already stays as it is written.
    """
    parts = _readable(text)
    fields = _fields(parts.block)
    values = {key: value for key, value in changes.items() if key != BODY}
    block = _spliced(parts, fields, values)
    if block != parts.block:
        parts = _with_block(parts, block)
    if BODY in changes:
        parts = _with_body(parts, str(changes[BODY] or ""))
    result = "".join(parts)
    if result != text:
        _check(result, fields, values)
    return result


def written(key: str, value: Value) -> str:
    """Give the value of a field as it stands after the colon."""
    if isinstance(value, str):
        is_date = KINDS.get(key) in _DATES and understood(key, value)
        return value if is_date else scalar(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return decimal(value)
    if key == "supersedes" and len(value) == 1 and understood(key, value[0]) == tuple(value):
        return scalar(value[0])
    return flow(value)


def _readable(text: str) -> Parts:
    line = conflict_line(text)
    if line is not None:
        raise UnreadableDocument(line, "a merge left both sides standing here", "keep one side and delete the markers")
    if "\0" in text:
        raise UnreadableDocument(text.count("\n", 0, text.index("\0")) + 1, "there is a NUL byte here")
    parts = split(text)
    if parts is None:
        raise UnreadableDocument(1, "the fields that begin here never end", "end them with a line of `---`")
    return parts


def _fields(block: str) -> Mapping[str, Field]:
    read = read_block(block.replace("\r\n", "\n"), "")
    for finding in read.findings:
        if finding.severity is Severity.ERROR:
            raise UnreadableDocument(finding.place.line or 1, finding.message, finding.help)
    return read.fields


def _spliced(parts: Parts, fields: Mapping[str, Field], changes: Mapping[str, Value | None]) -> str:
    lines = [line + "\n" for line in parts.block.split("\n")[:-1]]
    margin = _margin(lines, fields)
    for key, value in changes.items():
        field = fields.get(key)
        if field is None:
            if value is not None:
                lines.append(f"{margin}{scalar(key)}: {written(key, value)}{parts.newline}")
        elif value is None or not _is_same(key, field.value, value):
            line = "" if value is None else _replaced(lines, key, field, value)
            lines[field.line : field.end] = [line] + [""] * (field.end - field.line - 1)
    return "".join(lines)


def _replaced(lines: list[str], key: str, field: Field, value: Value) -> str:
    """Give one line for a field, with the gap before its value and whatever follows it kept."""
    first = lines[field.line]
    gap = first[field.colon : field.start] or " "
    tail = lines[field.end - 1][field.stop :]
    is_followed = bool(tail.strip())  # by a comment, which a text without quotes would swallow
    text = quoted(value) if is_followed and isinstance(value, str) else written(key, value)
    return first[: field.colon] + gap + text + tail


def _margin(lines: list[str], fields: Mapping[str, Field]) -> str:
    for field in fields.values():
        line = lines[field.line]
        return line[: len(line) - len(line.lstrip(" "))]
    return ""


def _with_block(parts: Parts, block: str) -> Parts:
    if parts.closing:
        return parts._replace(block=block)
    newline = parts.newline
    gap = newline if parts.body and not parts.body.startswith(("\n", "\r\n")) else ""
    return Parts(f"{parts.opening}---{newline}", block, f"---{newline}", gap + parts.body)


def _with_body(parts: Parts, body: str) -> Parts:
    """Put another body between the blank lines that were around the old one."""
    body, old = tidy(body), parts.body
    if body == tidy(old):
        return parts
    newline = parts.newline
    if not body:
        return parts._replace(body="")
    before = old[: len(old) - len(old.lstrip("\r\n"))]
    after = old[len(old.rstrip("\r\n")) :] or newline
    if not tidy(old):
        before, after = newline if parts.closing else "", newline
    if not parts.closing and body.startswith(("---", BOM)):
        before = before or newline  # on the first line it would open a block
    closing = parts.closing if parts.closing.endswith("\n") or not parts.closing else parts.closing + newline
    return parts._replace(closing=closing, body=before + body.replace("\n", newline) + after)


def _raw(value: Value) -> Raw:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return str(value) if isinstance(value, int) else decimal(value)
    return list(value)


def _is_same(key: str, raw: Raw, value: Value) -> bool:
    meaning = understood(key, raw)
    return meaning is not None and meaning == understood(key, _raw(value))


def _check(text: str, before: Mapping[str, Field], changes: Mapping[str, Value | None]) -> None:
    """Make sure of the promise: the changed values are there, and every other one is what it was."""
    if conflict_line(text) is not None:
        raise UnwritableFact("it holds the markers of a merge conflict", "indent the markers by a blank")
    if "\0" in text:
        raise UnwritableFact("it holds a NUL byte")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UnwritableFact("it holds half a character") from None
    try:
        after = _fields(_readable(text).block)
    except UnreadableDocument:
        raise _uneditable(1) from None
    for key in before.keys() | after.keys() | changes.keys():
        if not _is_kept(key, before, after, changes):
            raise _uneditable(before[key].line + 2 if key in before else 1)


def _is_kept(
    key: str, before: Mapping[str, Field], after: Mapping[str, Field], changes: Mapping[str, Value | None]
) -> bool:
    found = after[key].value if key in after else None
    if key not in changes:
        return key in before and found == before[key].value
    value = changes[key]
    if value is None or found is None:
        return value is found
    return found == _raw(value) or _is_same(key, found, value)


def _uneditable(line: int) -> UnreadableDocument:
    return UnreadableDocument(line, "the fields are written in a form we cannot edit", "write one field a line")
