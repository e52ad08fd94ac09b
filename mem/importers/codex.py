"""Codex: the handbook it keeps of past sessions, and their summaries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from mem.importers.base import Around, Flaw, Found, Importer, Note, existing, stated, text_of, unreadable
from mem.importers.files import whole_page
from mem.importers.markdown import notes_of, page_of

HANDBOOK = ("MEMORY.md", "memory_summary.md")
RAW = "raw_memories.md"  # what the handbook is made of; read only where there is no handbook

_WHEN = re.compile(r"^(?:updated_at|date|started_at):\s*(\S+)", re.MULTILINE)


def places(around: Around) -> list[Path]:
    return existing(around.home / ".codex", "memories")


def fits(path: Path) -> bool:
    return path.is_dir() and ".codex" in path.parts and any((path / name).exists() for name in (*HANDBOOK, RAW))


def read(path: Path, around: Around) -> Iterator[Found]:
    books = [path / name for name in HANDBOOK if (path / name).exists()] or existing(path, RAW)
    for book in books:
        yield from notes_of(book, around)
    for summary in existing(path, "rollout_summaries/*.md"):
        yield _session(summary, around)


def _session(path: Path, around: Around) -> Note | Flaw:
    """A summary of one session is an event of the day it states."""
    text = text_of(path)
    if text is None:
        return unreadable(path, around)
    note = whole_page(page_of(text, path.as_posix()), path, around)
    found = _WHEN.search(text)
    when = note.draft.valid_from or stated(found and found[1])
    return Note(replace(note.draft, type="event", valid_from=when, created=when), note.mark)


IMPORTER = Importer("codex", "Codex's memories", places, fits, read)
