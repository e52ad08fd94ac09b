"""Qwen Code: memory folders as Claude Code's, its own and those of a team."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mem.importers.base import Around, Found, Importer, existing
from mem.importers.claude import scope_of
from mem.importers.files import memory_folder


def places(around: Around) -> list[Path]:
    return [
        *existing(around.home / ".qwen", "projects/*/memory", "memories"),
        *existing(around.folder, ".qwen/team-memory"),
    ]


def fits(path: Path) -> bool:
    return path.is_dir() and ".qwen" in path.parts


def read(path: Path, around: Around) -> Iterator[Found]:
    if (path / "projects").is_dir() or (path / "memories").is_dir():  # the whole of ~/.qwen
        for folder in existing(path, "projects/*/memory", "memories"):
            yield from read(folder, around)
        return
    yield from memory_folder(path, around, scope_of(path, around))


IMPORTER = Importer("qwen", "Qwen Code's memory folders", places, fits, read)
