"""CLAUDE.md, AGENTS.md and their like: what people told agents, without the block that mem itself wrote there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mem.importers.base import Around, Found, Importer
from mem.importers.markdown import Piece, claim, notes_of, type_of

NAMES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "QWEN.md", "copilot-instructions.md")


def places(around: Around) -> list[Path]:
    user = [around.home / ".claude" / "CLAUDE.md", around.home / ".codex" / "AGENTS.md"]
    return [path for path in (*user, *(around.folder / name for name in NAMES)) if path.is_file()]


def fits(path: Path) -> bool:
    return path.name in NAMES


def read(path: Path, around: Around) -> Iterator[Found]:
    yield from notes_of(path, around, scope=around.scope_of(path), type=_type_of, keep=_says_something)


def _type_of(text: str) -> str:
    """What stands in instructions without a word that tells more is a preference of whoever wrote them."""
    guessed = type_of(text)
    return "preference" if guessed == "fact" else guessed


def _says_something(piece: Piece) -> bool:
    """A line that only brings in another file says nothing itself."""
    title, _ = claim(piece.text)
    return not title.startswith("@") or " " in title


IMPORTER = Importer("instructions", "CLAUDE.md and AGENTS.md", places, fits, read)
