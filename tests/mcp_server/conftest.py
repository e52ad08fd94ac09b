"""Servers on a world's store, closed when the test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from helpers.rpc import Wire

from conftest import World


@pytest.fixture
def start(world: World) -> Iterator[Callable[..., Wire]]:
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
