"""Mending what is safe to mend: keys with one right spelling nearby, and entries that stand there twice alike."""

from __future__ import annotations

from mem.hooks.document import Document, read_text
from mem.hooks.model import Hook
from mem.hooks.resolve import same
from mem.hooks.retouch import retouch
from mem.hooks.validate import World, findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mem.hooks.findings import Finding

LISTS = ("recall_queries", "entities", "resources")


def fixed(document: Document) -> str:
    """Give the mended text; the same text when there is nothing safe to do."""
    if document.faults:
        return document.text
    return _without_doubles(_with_names_right(document))


def _with_names_right(document: Document) -> Document:
    """Rename one key at a time, each only if no new error comes of it."""
    refused: set[tuple[str, int]] = set()
    while True:
        slips = [(finding.rename, finding.offset, finding.end) for finding in _all(document) if finding.rename]
        waiting = [slip for slip in slips if slip[:2] not in refused]
        if not waiting:
            return document
        name, start, end = waiting[0]
        renamed = read_text(document.path, document.text[:start] + name + document.text[end:])
        if renamed.faults or _errors(renamed) > _errors(document):
            refused.add((name, start))
        else:
            document, refused = renamed, set()


def _without_doubles(document: Document) -> str:
    value = document.value
    wanted = dict(value)
    for name in LISTS:
        entries = value.get(name)
        if isinstance(entries, list):
            wanted[name] = _once(entries)
    return document.text if same(wanted, value) else retouch(document, wanted)


def _once(entries: Sequence[object]) -> list[object]:
    kept: list[object] = []
    for entry in entries:
        if not any(same(_trimmed(entry), _trimmed(other)) for other in kept):
            kept.append(entry)
    return kept


def _trimmed(entry: object) -> object:
    return entry.strip() if isinstance(entry, str) else entry


def _all(document: Document) -> list[Finding]:
    return [finding for _, finding in findings(Hook(document), World())]


def _errors(document: Document) -> int:
    return sum(rule.SEVERITY == "error" for rule, _ in findings(Hook(document), World()))
