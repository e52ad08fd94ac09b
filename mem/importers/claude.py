"""Claude Code: the memory folders of projects and agents."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from mem.importers.base import Around, Found, Importer, existing
from mem.importers.files import memory_folder
from mem.project import project_of


def places(around: Around) -> list[Path]:
    here = existing(around.folder, ".claude/agent-memory*/*")
    return [*existing(around.home / ".claude", "projects/*/memory", "agent-memory/*"), *here]


def fits(path: Path) -> bool:
    return path.is_dir() and ".claude" in path.parts and bool(existing(path, "*.md"))


def read(path: Path, around: Around) -> Iterator[Found]:
    if (path / "projects").is_dir():  # the whole of ~/.claude
        for folder in existing(path, "projects/*/memory", "agent-memory/*"):
            yield from read(folder, around)
        return
    yield from memory_folder(path, around, scope_of(path, around))


def scope_of(path: Path, around: Around) -> str:
    """Give the project whose memory a folder is: its path is written into the folder's name, with dashes."""
    if path.name == "memory" and path.parent.parent.name == "projects":
        folder = folder_called(path.parent.name, os.sep)
        return project_of(folder) if folder else ""
    return around.scope_of(path)


def folder_called(name: str, base: str) -> str | None:
    """Find the folder whose path below `base` reads so when every odd sign in it is a dash."""
    try:
        below = sorted((entry.name for entry in os.scandir(base) if entry.is_dir()), key=len, reverse=True)
    except OSError:
        return None
    for part in below:
        written = "-" + re.sub(r"[^A-Za-z0-9]", "-", part)
        if name == written:
            return os.path.join(base, part)
        if name.startswith(f"{written}-") and (found := folder_called(name[len(written) :], os.path.join(base, part))):
            return found
    return None


IMPORTER = Importer("claude", "Claude Code's memory folders", places, fits, read)
