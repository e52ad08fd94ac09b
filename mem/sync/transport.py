"""The way to a remote: what both transports promise, how long they may take, and how they fail."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from mem.errors import MemError


class Unreachable(Exception):
    """The network, or the time for it, is not there; the text says how it showed."""


class NotLetIn(MemError):
    """The remote is there and wants a proof of who we are, or does not let us do this."""

    def __init__(self, remote: str, said: str) -> None:
        super().__init__(
            f"authentication failed at remote `{remote}`: {said}",
            help="nothing was lost, all is committed here; make `git fetch` work there without a prompt "
            "(ssh agent, credential helper), then mem sync",
        )


class RemoteGone(MemError):
    """There is no repository at the remote's address, or none that can be read."""

    def __init__(self, remote: str, said: str) -> None:
        super().__init__(
            f"remote `{remote}` cannot be read: {said}",
            help=f"nothing was changed here; check the address: git remote get-url {remote}",
        )


@dataclass(frozen=True, slots=True)
class Heads:
    """The branches of a remote with their commits, and the one it calls its own."""

    branches: Mapping[str, str]
    default: str | None


@dataclass(frozen=True, slots=True)
class Pushed:
    """How a push ended: taken, outrun by another machine (`raced`), or declined with the remote's reason."""

    taken: bool
    raced: bool = False
    reason: str = ""


class Transport(Protocol):
    """One remote of one repository. Everything may raise `Unreachable`, `NotLetIn` or `RemoteGone`."""

    name: str

    def heads(self) -> Heads:
        """Ask what the remote has; one round over the network."""
        ...

    def fetch(self, branch: str) -> str:
        """Bring a branch's history here, and give its commit."""
        ...

    def push(self, commit: str, branch: str, expected: str | None) -> Pushed:
        """Make `commit` the head of a branch that is expected to stand at `expected`; never by force."""
        ...


FIRST_WORD_SECONDS = 12  # ssh gives up by itself after 10; what is silent for longer waits for somebody


class Deadline:
    """The time that all network steps of one sync have together."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._end

    def left(self) -> float:
        """Give the seconds left; raises `Unreachable` when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise Unreachable(f"no answer within {self.seconds:g} seconds")
        return left


_NO_WAY = (
    "could not resolve",
    "couldn't resolve",
    "name or service not known",
    "temporary failure in name resolution",
    "connection refused",
    "connection timed out",
    "connection reset",
    "operation timed out",
    "operation too slow",
    "network is unreachable",
    "no route to host",
    "failed to connect",
    "couldn't connect",
    "unexpected disconnect",
    "early eof",
    "hung up unexpectedly",
    "returned error: 5",
    "timed out",
)
_NO_ENTRY = (
    "authentication failed",
    "could not read username",
    "could not read password",
    "terminal prompts disabled",
    "permission denied",
    "host key verification failed",
    "returned error: 401",
    "returned error: 403",
    "access denied",
)
_NOT_THERE = ("does not appear to be a git repository", "does not exist", "not found", "no such file", "not a git rep")


def failure(remote: str, said: str) -> Exception:
    """Tell from what git said why a network step failed."""
    lower, short = said.lower(), _last_words(said)
    if any(sign in lower for sign in _NO_ENTRY):
        return NotLetIn(remote, short)
    if any(sign in lower for sign in _NOT_THERE) and "could not resolve" not in lower:
        return RemoteGone(remote, short)
    if any(sign in lower for sign in _NO_WAY):
        return Unreachable(short)
    if "could not read from remote repository" in lower:
        return NotLetIn(remote, short)
    return RemoteGone(remote, short)


def _last_words(said: str) -> str:
    """Give the line that says most: the first fatal one, else the last."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    fatal = [line for line in lines if line.startswith(("fatal:", "error:", "ERROR:"))]
    return (fatal[0].partition(":")[2].strip() if fatal else lines[-1] if lines else "it gave no reason")[:300]
