"""What an importer is, and what it finds: notes that can become facts, and flaws that cannot."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mem.facts.instant import BadDate, Instant, from_start
from mem.memory import Draft
from mem.project import project_of

LARGEST = 1 << 20  # bytes of one file; a larger one is no notes


@dataclass(frozen=True, slots=True)
class Note:
    """One thing another tool remembers, as the fact it would become.

    `mark` tells it from the other notes of its source, today and after somebody changed its words.
    """

    draft: Draft
    mark: str


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that cannot become a fact, and why."""

    place: str
    reason: str


Found = Note | Flaw


@dataclass(frozen=True, slots=True)
class Around:
    """The machine an import runs on, as far as importers need to know it."""

    home: Path
    folder: Path

    def named(self, path: Path) -> str:
        """Give a path as it reads on every machine of the same person."""
        full = Path(os.path.abspath(path))
        return f"~/{full.relative_to(self.home).as_posix()}" if full.is_relative_to(self.home) else full.as_posix()

    def scope_of(self, path: Path) -> str:
        """Give the project a file belongs to; '' for what lies in a home folder's own settings."""
        folder = path if path.is_dir() else path.parent
        inside = folder.relative_to(self.home).parts[:1] if folder.is_relative_to(self.home) else ()
        return "" if inside and inside[0].startswith(".") else project_of(str(folder))


@dataclass(frozen=True, slots=True)
class Importer:
    """One kind of source: where it lies when nobody says, how a path is recognised, how it is read."""

    name: str
    about: str
    places: Callable[[Around], Sequence[Path]]
    fits: Callable[[Path], bool]
    read: Callable[[Path, Around], Iterator[Found]]


def nowhere(_: Around) -> list[Path]:
    """The places of a source that must be named."""
    return []


def existing(root: Path, *patterns: str) -> list[Path]:
    """Give what lies below a folder and fits any of the patterns, in order."""
    return sorted({path for pattern in patterns for path in root.glob(pattern)})


def text_of(path: Path) -> str | None:
    """Give the text of a file; None when it is no text, or more than one note could be."""
    try:
        if path.stat().st_size > LARGEST:
            return None
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError):
        return None


def unreadable(path: Path, around: Around) -> Flaw:
    return Flaw(around.named(path), f"it cannot be read as text of at most {LARGEST >> 20} MiB")


def stated(text: object) -> Instant | None:
    """Read a date that a source states; None when it states none that can be read."""
    if not isinstance(text, str):
        return None
    try:
        return from_start(text.strip())
    except BadDate:
        return None
