"""What a rule is: a module whose docstring is its manual page (what, why, bad, good)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from mem.hooks.findings import Finding
from mem.hooks.model import Hook


class Rule(Protocol):
    """One kind of finding."""

    CODE: str
    SEVERITY: str
    __doc__: str | None


class HookRule(Rule, Protocol):
    """A rule about what one file says."""

    def check(self, hook: Hook) -> Iterator[Finding]: ...


class World(Protocol):
    """What a rule may ask about the world; the answers come from outside this package.

    `exists` tells whether the project holds a file of this name, `hits` how many facts of the store a
    query finds; None means nobody can tell.
    """

    exists: Callable[[str], bool] | None
    hits: Callable[[str], int] | None


class WorldRule(Rule, Protocol):
    """A rule that compares a file with the project or the store."""

    def check(self, hook: Hook, world: World) -> Iterator[Finding]: ...
