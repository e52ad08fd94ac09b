"""All facts of one source: found by its exact name, or by a beginning when that is said out loud."""

from __future__ import annotations

from mem.errors import MemError, UsageError
from mem.facts.fact import FactId
from mem.memory.memory import Memory


class NothingToForget(UsageError):
    """Neither an id nor a source was given."""

    def __init__(self) -> None:
        super().__init__(
            "missing argument: id, or --source REF", help="mem forget ID, or mem forget --source REF --dry-run"
        )


class BadSource(UsageError):
    """A source that is empty or looks like a pattern could mean more than was meant."""

    def __init__(self, source: str) -> None:
        super().__init__(f"--source: `{source}` is not an exact source", help="give the whole source, or say --prefix")


class NoSuchSource(MemError):
    """No fact comes from this source."""

    def __init__(self, source: str, nearest: list[str]) -> None:
        near = ", ".join(nearest)
        super().__init__(
            f"no fact from source `{source}`",
            help=f"nearest: {near}" if near else "mem list --source REF shows a source's facts",
        )


def facts_from(memory: Memory, source: str, *, prefix: bool = False) -> list[FactId]:
    """Give the facts of exactly this source, forgotten ones too, or of all sources that begin so."""
    if not source.strip() or "*" in source or "%" in source:
        raise BadSource(source)
    found = memory.index.from_source(source, prefix=prefix)
    if not found:
        raise NoSuchSource(source, memory.index.nearest_sources(source))
    return found
