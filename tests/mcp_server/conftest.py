"""Servers on a world's store, closed when the test is over, and the desk behind the wire without any server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack

import pytest

from mem.cli.commands.mcp import NAMES, Desk

from helpers.rpc import Wire


class Tools:
    """The tools of a store in this process, called as the wire calls them."""

    def __init__(self, env: Mapping[str, str], names: str = "mem") -> None:
        self.desk = Desk(env, NAMES[names])

    def call(self, tool: str, **arguments: object) -> dict:
        outcome = self.desk.call(tool, arguments, "sketchpad")
        assert not outcome.is_error, outcome
        return json.loads(json.dumps(outcome.answer))

    def refused(self, tool: str, **arguments: object) -> dict:
        outcome = self.desk.call(tool, arguments, "sketchpad")
        assert outcome.is_error, outcome
        return dict(outcome.answer)


@pytest.fixture
def tools(world) -> Tools:
    return Tools(world.env)


@pytest.fixture
def memharness(world) -> Tools:
    return Tools(world.env, "memharness")


@pytest.fixture
def start(world) -> Iterator[Callable[..., Wire]]:
    """Start a server on the world's store; `env` adds to its environment."""
    with ExitStack() as stack:

        def started(*flags: str, modern: bool = False, env: dict[str, str] | None = None) -> Wire:
            environ = {**world.env, **(env or {})}
            return stack.enter_context(Wire(environ, world.folder, *flags, modern=modern))

        yield started


@pytest.fixture
def wire(start: Callable[..., Wire]) -> Wire:
    """A server that has shaken hands."""
    return start()
