"""Gemini CLI: what it was told to remember, in GEMINI.md and in its project folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mem.importers.base import Around, Found, Importer, existing
from mem.importers.markdown import Piece, notes_of

ADDED = "Gemini Added Memories"  # the section that its own tool writes to


def places(around: Around) -> list[Path]:
    return existing(around.home / ".gemini", "GEMINI.md", "tmp/*/memory", "tmp/*/GEMINI.md")


def fits(path: Path) -> bool:
    return path.name == "GEMINI.md" or (".gemini" in path.parts and path.is_dir())


def read(path: Path, around: Around) -> Iterator[Found]:
    for file in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
        text = file.read_text("utf-8", "replace")
        only_added = ADDED in text
        yield from notes_of(file, around, keep=lambda piece, only=only_added: not only or _is_added(piece))  # type: ignore[misc]  # a default binds the loop's value


def _is_added(piece: Piece) -> bool:
    return ADDED in piece.headings


IMPORTER = Importer("gemini", "Gemini CLI's memories", places, fits, read)
