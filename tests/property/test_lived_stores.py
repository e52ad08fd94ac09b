"""Stores lived in through the verbs, by hand and with plain git, against the oracle at every moment that matters."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helpers.lives import Life
from helpers.oracle import plus

LIVES = int(os.environ.get("MEM_PROPERTY_LIVES", "20"))


@pytest.mark.parametrize("seed", range(LIVES))
def test_a_lived_store_answers_as_a_replay_of_its_records(tmp_path: Path, seed: int) -> None:
    life = Life(tmp_path, seed)
    assert life.answer(None, None) == life.oracle.current(life.now)
    for instant in life.oracle.instants():
        for at in (plus(instant, -1), instant, plus(instant, 1)):
            assert life.answer(at, at) == life.oracle.believed(at, at), at
            assert life.answer(None, at) == life.oracle.believed(None, at), at
    assert life.memory.index_differences() == []
    life.memory.rebuild()
    for instant in life.oracle.instants():
        assert life.answer(instant, instant) == life.oracle.believed(instant, instant), instant
