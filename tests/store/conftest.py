"""A store on a real disk, with a home of its own and real git beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.ground import Ground


@pytest.fixture
def bare_ground(tmp_path: Path) -> Ground:
    """A home without a store."""
    return Ground(tmp_path)


@pytest.fixture
def ground(bare_ground: Ground) -> Ground:
    """An empty store."""
    bare_ground.create()
    return bare_ground
