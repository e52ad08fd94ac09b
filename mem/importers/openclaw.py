"""OpenClaw: long-term notes, notes about the user, and a diary of days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from mem.importers.base import Around, Found, Importer, Note, existing, stated
from mem.importers.markdown import notes_of

LASTING = ("MEMORY.md", "USER.md", "DREAMS.md")


def places(around: Around) -> list[Path]:
    return existing(around.home / ".openclaw", "workspace")


def fits(path: Path) -> bool:
    return path.is_dir() and ".openclaw" in path.parts


def read(path: Path, around: Around) -> Iterator[Found]:
    workspace = path / "workspace" if (path / "workspace").is_dir() else path
    for name in LASTING:
        if (workspace / name).exists():
            subject = "user" if name == "USER.md" else ""
            for found in notes_of(workspace / name, around):
                yield _about(found, subject=subject)
    for day in existing(workspace, "memory/*.md"):
        for found in notes_of(day, around, type=lambda _: "event"):
            yield _on(found, day.stem)


def _about(found: Found, subject: str) -> Found:
    return Note(replace(found.draft, subject=subject), found.mark) if isinstance(found, Note) else found


def _on(found: Found, day: str) -> Found:
    """A file of the diary is called after its day."""
    when = stated(day[:10])
    if not isinstance(found, Note) or when is None:
        return found
    return Note(replace(found.draft, valid_from=when, created=when), found.mark)


IMPORTER = Importer("openclaw", "OpenClaw's workspace memory", places, fits, read)
