"""One file: from its bytes to a fact, and from a fact to its text."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mem.diagnostics import Diagnostic, Place, Severity, has_errors
from mem.facts.fact import Fact, FactId
from mem.facts.fences import conflict_line, split, tidy
from mem.facts.fields import KINDS, Raw
from mem.facts.frontmatter import simple_values
from mem.facts.naming import id_of, title_of, type_of
from mem.facts.quoting import flow, scalar
from mem.facts.reading import Reading
from mem.facts.splice import UnreadableDocument, UnwritableFact, edit, written

__all__ = ["CODES", "Document", "UnreadableDocument", "UnwritableFact", "compose", "edit", "read"]

CODES: Mapping[str, str] = MappingProxyType(
    {
        "fact-encoding": "the bytes are not UTF-8 text, so the file cannot be read",
        "fact-conflict-markers": "a merge left both sides standing in the file",
        "fact-fence": "the block of fields opens on the first line and is never closed",
        "fact-yaml": "the fields cannot be read as YAML, or ask for more than text",
        "fact-duplicate-key": "a field is given twice",
        "fact-size": "the fields take more room than a block may",
        "fact-empty": "the file says nothing: it has neither a title nor a text",
        "fact-interval": "the fact ends before it begins",
        "fact-date": "a date cannot be read",
        "fact-number": "a number cannot be read, or is out of its range",
        "fact-type": "a value is not of the kind its field asks for, or the type of the fact is unknown",
        "fact-id": "the id differs from the file's name, or cannot be an id",
        "fact-bare-text": "a text that YAML would misread is written without quotes",
    }
)

_WIDENS_BELIEF = frozenset({"valid_from", "valid_to", "retracted_at", "disowned_at"})
_ALWAYS_WRITTEN = frozenset({"id", "type", "title", "priority", "confidence"})


class Document(NamedTuple):
    """One file as read: the fact it holds, if it can be read as one, and what is wrong with it."""

    path: str
    text: str
    fact: Fact | None
    findings: tuple[Diagnostic, ...]


def read(data: bytes, path: str) -> Document:
    """Read a file, whatever its bytes; `path` is where it lies below the store."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        flaw = _error("fact-encoding", "there are bytes here that are not UTF-8", path, line, "save the file as UTF-8")
        return Document(path, data.decode(errors="replace"), None, (flaw,))
    parts = split(text)
    broken = _broken(text, path, closed=parts is not None)
    if parts is None or broken is not None:
        return Document(path, text, None, (broken,) if broken else ())
    reading = _reading(parts.block, path)
    if has_errors(reading.findings):
        return Document(path, text, None, tuple(reading.findings))
    fact = _fact(reading, path, tidy(parts.body))
    return Document(path, text, fact, tuple(reading.findings))


def compose(fact: Fact) -> str:
    """Give the text of a new file for a fact."""
    lines = [f"{key}: {written(key, value)}\n" for key in KINDS if _is_said(key, value := getattr(fact, key))]
    lines += [f"{scalar(key)}: {_extra(value)}\n" for key, value in fact.extra.items()]
    body = tidy(fact.body)
    text = "".join(("---\n", *lines, "---\n", f"\n{body}\n" if body else ""))
    try:
        document = read(text.encode(), f"{fact.id}.md")
    except UnicodeEncodeError:
        raise UnwritableFact("it holds half a character") from None
    if document.fact is None:
        flaw = document.findings[-1]
        raise UnwritableFact(flaw.message, flaw.help)
    return text


def _broken(text: str, path: str, *, closed: bool) -> Diagnostic | None:
    """Find what makes the whole file unreadable, whatever its fields say."""
    line = conflict_line(text)
    if line is not None:
        help = "keep one side and delete the markers"
        return _error("fact-conflict-markers", "a merge left both sides standing here", path, line, help)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return _error("fact-encoding", "there is a NUL byte here", path, line, "delete it, or save the file as UTF-8")
    if not closed:
        return _error("fact-fence", "the fields that begin here never end", path, 1, "end them with a line of `---`")
    return None


def _reading(block: str, path: str) -> Reading:
    if "\r" in block:
        block = block.replace("\r\n", "\n")
    values = simple_values(block)
    if values is not None:
        return Reading(path, values)
    from mem.facts import yaml_block  # YAML takes longer to load than most files to read

    found = yaml_block.read(block, path)
    places = {key: (field.line + 2, field.start + 1) for key, field in found.fields.items()}
    reading = Reading(path, {key: field.value for key, field in found.fields.items()}, places)
    reading.findings.extend(found.findings)
    return reading


def _fact(reading: Reading, path: str, body: str) -> Fact | None:
    id = id_of(reading, path)
    title = title_of(reading, body)
    fact = Fact(
        id=id,
        type=type_of(reading, id, path),
        title=title,
        body=body,
        abstract=reading.text("abstract"),
        scope=reading.text("scope"),
        subject=reading.text("subject"),
        predicate=reading.text("predicate"),
        tags=reading.items("tags"),
        priority=reading.whole("priority"),
        confidence=reading.share("confidence"),
        valid_from=reading.instant("valid_from"),
        valid_to=reading.instant("valid_to"),
        tx_at=reading.instant("tx_at"),
        supersedes=_ids(reading, "supersedes"),
        source=reading.text("source"),
        source_agent=reading.text("source_agent"),
        source_commit=reading.text("source_commit"),
        source_path=reading.text("source_path"),
        verified=reading.day("verified"),
        status=reading.text("status"),
        version=reading.whole("version"),
        updated_at=reading.instant("updated_at"),
        retracted_at=reading.instant("retracted_at"),
        disowned_at=reading.instant("disowned_at"),
        retracted_by=reading.text("retracted_by"),
        key=reading.text("key"),
        aliases=_ids(reading, "aliases"),
        created=reading.instant("created"),
        extra={key: value for key, value in reading.values.items() if key not in KINDS},
    )
    if not title:
        reading.reject("fact-empty", "title", "there is neither a title nor a text", "write the claim under `title`")
        return None
    if fact.valid_from and fact.valid_to and fact.valid_to <= fact.valid_from:
        reading.reject("fact-interval", "valid_to", "the fact ends before it begins", "mend `valid_from` or `valid_to`")
        return None
    return None if reading.misread & _WIDENS_BELIEF else fact


def _ids(reading: Reading, key: str) -> tuple[FactId, ...]:
    return tuple(map(FactId, reading.items(key)))


def _is_said(key: str, value: object) -> bool:
    """Tell whether a new file mentions a value; what is as usual is left out."""
    return key in _ALWAYS_WRITTEN or not (value in (None, "", ()) or (key == "version" and value == 1))


def _extra(value: object) -> str:
    return scalar(value) if isinstance(value, str) else flow(_raw(value))


def _raw(value: object) -> Raw:
    if isinstance(value, Mapping):
        return {str(key): _raw(item) for key, item in value.items()}
    return [_raw(item) for item in value] if isinstance(value, list | tuple) else str(value)


def _error(code: str, message: str, path: str, line: int, help: str) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, Place(path, line, 1), help)
