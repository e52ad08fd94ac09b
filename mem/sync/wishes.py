"""What a sync is asked for, what it needs of those above it, and why it may refuse to begin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from mem.errors import MemError
from mem.store.refs import DETACHED
from mem.store.writer import Writer


class NoRemote(MemError):
    """There is nobody to meet."""

    def __init__(self, remote: str) -> None:
        super().__init__(
            f"no remote called `{remote}`", help=f"name one: mem init --remote URL, or git remote add {remote} URL"
        )


class NotNow(MemError):
    """The store is in a state in which nothing may be moved."""

    def __init__(self, reason: str) -> None:
        reason = "detached HEAD, so there is no branch to sync" if reason == DETACHED else reason
        super().__init__(
            f"cannot sync: {reason}", help="finish or abort it with git, or check out a branch, then mem sync"
        )


class InTheWay(MemError):
    """A file on the disk would be overwritten, and cannot be committed first."""

    def __init__(self, paths: Sequence[str]) -> None:
        super().__init__(
            f"cannot check out over `{paths[0]}`, which is not committed",
            help="mem lint says why it waits; mend or move it, then mem sync",
        )


class SyncRunning(MemError):
    """Another process is syncing this store."""

    def __init__(self) -> None:
        super().__init__("another mem sync of this store is still running", help="wait for it, then run this again")


@dataclass(frozen=True, slots=True)
class Ways:
    """What a sync needs of those above it: holding the store with hand edits committed, and what is held back."""

    hold: Callable[[], AbstractContextManager[Writer]]
    withheld: Callable[[], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for."""

    remote: str
    branch: str = ""
    seconds: float = 30
    pull: bool = True
    push: bool = True
    machine: str = "other"
