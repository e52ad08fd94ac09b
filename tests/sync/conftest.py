"""Two machines that share a remote."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.machines import Machine, Net


@pytest.fixture
def net(tmp_path: Path) -> Iterator[Net]:
    net = Net(tmp_path)
    yield net
    net.close()


@pytest.fixture(params=["git", "dulwich"])
def transport(request: pytest.FixtureRequest) -> str:
    """Both ways over the network keep the same promises."""
    return request.param


@pytest.fixture
def pair(net: Net) -> tuple[Machine, Machine]:
    return net.machine("attic"), net.machine("barn")


@pytest.fixture
def two(net: Net, transport: str) -> tuple[Machine, Machine]:
    """A pair that meets over one way or the other."""
    return net.machine("attic", transport=transport), net.machine("barn", transport=transport)
