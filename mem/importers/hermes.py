"""Hermes: two files of entries between section signs, one about the work and one about the user."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mem.importers.base import Around, Found, Importer, Note, existing, text_of, unreadable
from mem.importers.markdown import claim, digest, type_of
from mem.memory import Draft

SIGN = "§"


def places(around: Around) -> list[Path]:
    return existing(around.home / ".hermes", "memories")


def fits(path: Path) -> bool:
    return ".hermes" in path.parts or (path.name in ("MEMORY.md", "USER.md") and SIGN in (text_of(path) or ""))


def read(path: Path, around: Around) -> Iterator[Found]:
    for file in existing(path, "*.md", "memories/*.md") if path.is_dir() else [path]:
        text = text_of(file)
        if text is None:
            yield unreadable(file, around)
            continue
        subject = "user" if file.name == "USER.md" else ""
        for entry in filter(None, (part.strip() for part in text.split(SIGN))):
            title, body = claim(entry)
            draft = Draft(title, type_of(entry), body, subject=subject, source=around.named(file))
            yield Note(draft, digest(entry))


IMPORTER = Importer("hermes", "Hermes's memories", places, fits, read)
