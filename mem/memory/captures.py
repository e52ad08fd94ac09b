"""Captures: what an agent noted by itself, and what becomes of it when somebody has looked."""

from __future__ import annotations

from dataclasses import fields
from pathlib import PurePosixPath
from typing import NamedTuple

from mem.errors import MemError
from mem.facts import document
from mem.facts.fact import Fact
from mem.facts.instant import Instant, day_of
from mem.memory.memory import Memory
from mem.memory.results import Added, Draft
from mem.store.inbox import waiting
from mem.store.store import Edit


class UnknownCapture(MemError):
    """No capture goes by this name."""

    def __init__(self, text: str, names: list[str]) -> None:
        some = ", ".join(names[:5])
        super().__init__(
            f"no capture called `{text}` waits in the inbox",
            help=f"waiting: {some}" if names else "mem review shows what needs a look",
        )


class AmbiguousCapture(MemError):
    """Several captures begin so."""

    def __init__(self, text: str, names: list[str]) -> None:
        super().__init__(f"`{text}` may mean {len(names)} captures", help=f"say which: {', '.join(names[:5])}")


class OwnCapture(MemError):
    """The agent that wrote a capture may not wave it through."""

    def __init__(self, name: str, agent: str) -> None:
        super().__init__(
            f"`{name}` was captured by `{agent}`, which cannot approve it",
            help=f"a person or another agent can: mem review --approve {name}",
        )


class NobodyKnown(MemError):
    """An agent's capture needs somebody else's eyes, and nobody can tell whose these are."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"`{name}` needs a person or another agent to approve it, and nobody tells who calls",
            help=f"run it in a terminal, or say who you are: MEM_AGENT=NAME mem review --approve {name}",
        )


class UnreadableCapture(MemError):
    """A capture cannot be read as a fact."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path} cannot be read as a fact: {reason}", help=f"mend {path} in the store")


class Capture(NamedTuple):
    """One file in the inbox; `fact` is what it would become, None when it cannot be read, and `flaw` says why."""

    path: str
    data: bytes
    fact: Fact | None
    flaw: str = ""

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).stem


def captures(memory: Memory) -> list[Capture]:
    """Give all that waits in the inbox."""
    return [_read(path, memory.store.read(path)) for path in waiting(str(memory.store.root))]


def approve(
    memory: Memory, text: str, now: Instant, *, by: str = "", is_person: bool = False, force: bool = False
) -> Added:
    """Make a fact of a capture, believed from now on; it leaves the inbox in the same commit.

    Who captured it cannot approve it, and where no name is given a person has to. What it says of its source stays;
    whoever approves has looked, so it counts as verified today.
    """
    capture = _find(memory, text)
    if capture.fact is None:
        raise UnreadableCapture(capture.path, capture.flaw)
    if by and capture.fact.source_agent == by:
        raise OwnCapture(capture.name, by)
    if capture.fact.source_agent and not by and not is_person:
        raise NobodyKnown(capture.name)
    leaves = Edit(capture.path, None, memory.store.blob_id(capture.data))
    added = memory.add(_draft(capture.fact, now), now, force=force, besides=[leaves])
    if added.existed:
        _remove(memory, leaves, f"mem: {capture.name} was known already", now)
    return added


def reject(memory: Memory, text: str, now: Instant) -> Capture:
    """Delete a capture; where the inbox is under git, its history keeps the text."""
    capture = _find(memory, text)
    _remove(memory, Edit(capture.path, None, memory.store.blob_id(capture.data)), f"mem: reject {capture.name}", now)
    return capture


def _find(memory: Memory, text: str) -> Capture:
    found = captures(memory)
    exact = [capture for capture in found if text in (capture.name, capture.path)]
    begins = exact or [capture for capture in found if text and capture.name.startswith(text)]
    if not begins:
        raise UnknownCapture(text, [capture.name for capture in found])
    if len(begins) > 1:
        raise AmbiguousCapture(text, [capture.name for capture in begins])
    return begins[0]


def _read(path: str, data: bytes) -> Capture:
    read = document.read(data, path)
    return Capture(path, data, read.fact, "" if read.fact else read.findings[0].message)


def _draft(fact: Fact, now: Instant) -> Draft:
    said = {field.name: getattr(fact, field.name) for field in fields(Draft)}
    return Draft(**{**said, "verified": day_of(now)})


def _remove(memory: Memory, edit: Edit, subject: str, now: Instant) -> None:
    with memory.writing(now) as writer:
        writer.commit([edit], subject)
    memory.refresh()
