"""Rows back to values: versions, rectangles and files as they were taken in, for writers and for those who ask why."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from mem.facts.fact import Fact, FactId
from mem.facts.instant import FOREVER
from mem.facts.timeline import Interval, Rectangle, Version
from mem.index.asking import bound
from mem.index.base import Entry, File, version_of
from mem.index.sqlite import SqliteIndex

TUPLES = ("tags", "supersedes", "aliases")

ENTRIES = """
select v.number, r.recorded, v.path, r.blob, r.commit_id, r.fact, v.id, v.type, v.title, v.scope, v.subject, v.source
from version v join record r on r.rid = v.rid where v.id = ? order by v.number
"""
RECTANGLES = """
select v.number, r.known_from, r.known_to, r.valid_from, r.valid_to, v.current_from, v.current_to
from version v join rectangle r on r.rid = v.rid where v.id = ? order by v.number, r.known_from
"""
FILES = "select path, id, mtime, ctime, size, inode, blob, committed from file where not lost"
LINKED = """
select predecessor from edge where successor = ? union select successor from edge where predecessor = ?
"""


def entries(index: SqliteIndex, id: FactId) -> list[Entry]:
    """Give all versions of one fact, oldest first; their bodies are in the files."""
    return [
        Entry(_fact(*fact), number, recorded, path, blob, commit)
        for number, recorded, path, blob, commit, *fact in index.ask(ENTRIES, [bound(id)])
    ]


def component(index: SqliteIndex, ids: Iterable[FactId]) -> dict[FactId, list[Version]]:
    """Give the versions of facts and of all that `supersedes` links to them, near or far."""
    if not index.ask("select 1 from version limit 1"):
        return {}
    waiting, seen = list(ids), set[FactId]()
    found: dict[FactId, list[Version]] = {}
    while waiting:
        id = waiting.pop()
        if id in seen:
            continue
        seen.add(id)
        versions = [version_of(entry) for entry in entries(index, id)]
        if versions:
            found[id] = versions
        waiting += [FactId(linked) for (linked,) in index.ask(LINKED, [bound(id)] * 2)]
    return found


def rectangles(index: SqliteIndex, id: FactId) -> list[Rectangle]:
    """Give the rectangles of one fact, by version, then by known time."""
    found = []
    for number, known_from, known_to, valid_from, valid_to, *span in index.ask(RECTANGLES, [bound(id)]):
        current = Interval(*span) if known_to == FOREVER and span[0] is not None else None
        found.append(Rectangle(id, number, Interval(known_from, known_to), Interval(valid_from, valid_to), current))
    return found


def files(index: SqliteIndex) -> Mapping[str, File]:
    """Give every file that stands in the working tree, by path."""
    return {row[0]: _file(*row) for row in index.ask(FILES)}


def file(index: SqliteIndex, path: str) -> File | None:
    """Give one file of the working tree."""
    rows = index.ask(f"{FILES} and path = ?", [bound(path)])
    return _file(*rows[0]) if rows else None


def _file(path: str, id: FactId | None, *rest: Any) -> File:
    mtime, ctime, size, inode, blob, committed = rest
    return File(path, id, (mtime, ctime, size, inode), blob, bool(committed))


def _fact(text: str, id: FactId, type: str, title: str, scope: str, subject: str, source: str) -> Fact:
    said: dict[str, Any] = json.loads(text)
    for name in TUPLES:
        if name in said:
            said[name] = tuple(said[name])
    return Fact(id=id, type=type, title=title, scope=scope, subject=subject, source=source, **said)
