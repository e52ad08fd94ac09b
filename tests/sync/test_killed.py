"""The program killed at random moments of a sync or an add: what was acknowledged is there, and the next call goes on.

`MEM_KILLS` says how often.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from mem.facts.query import Query

from helpers.machines import Machine, Net, at

KILLS = int(os.environ.get("MEM_KILLS", "8"))


def start(machine: Machine, *args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "mem", *args],
        env=machine.environ | {"MEM_DIR": str(machine.root), "MEM_NOW": at(30)},
        cwd=machine.root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def killed(machine: Machine, seconds: float, *args: str) -> bool:
    """Start the program and kill it after so long; False when it was done before."""
    process = start(machine, *args)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def how_long(machine: Machine, *args: str) -> float:
    started = time.monotonic()
    assert start(machine, *args).wait() == 0
    return time.monotonic() - started


def titles(machine: Machine) -> set[str]:
    machine.memory.refresh()
    return {candidate.title for candidate in machine.memory.listing(Query(now=at(59), limit=None)).candidates}


@pytest.fixture
def shared(pair: tuple[Machine, Machine]) -> tuple[Machine, Machine, str]:
    one, other = pair
    id = one.add("Shared", "Beginning.")
    one.sync(at(1))
    other.sync(at(1))
    return one, other, id


def test_a_killed_sync_loses_nothing_and_the_next_one_completes(shared: tuple[Machine, Machine, str], net: Net) -> None:
    one, other, id = shared
    choose = random.Random(1)
    other.add("The measure")
    usual = how_long(other, "sync")
    acknowledged, kills = {"Shared", "The measure"}, 0
    for turn in range(KILLS):
        one.add(f"Attic {turn}", now=at(2))
        one.memory.update(id, {"priority": turn % 100}, at(2 + turn % 50))
        one.sync(at(3))
        other.add(f"Barn {turn}", now=at(4))
        other.memory.update(id, {"body": f"Drop {turn}."}, at(4 + turn % 50))
        acknowledged.add(f"Barn {turn}")
        kills += killed(other, choose.uniform(0, usual), "sync")
        assert acknowledged <= titles(other)
        other.add(f"Next {turn}", now=at(5))
        acknowledged |= {f"Next {turn}", f"Attic {turn}"}
        assert other.git("status", "--porcelain") == ""
        outcome = other.sync(at(6))
        assert (outcome.pull, outcome.push) == ("ok", "ok"), outcome
        assert acknowledged <= titles(other)
        one.sync(at(7))
    assert kills
    assert one.files() == other.files()
    assert one.is_clean()
    assert other.is_clean()
    assert other.memory.index_differences() == []
    held = other.past()
    assert [turn for turn in range(KILLS) if f"Drop {turn}." not in held] == []


def test_a_killed_add_leaves_all_of_its_fact_or_nothing(shared: tuple[Machine, Machine, str]) -> None:
    _, other, _ = shared
    choose = random.Random(2)
    usual = how_long(other, "add", "--type", "fact", "--title", "The measure")
    acknowledged, kills = {"Shared", "The measure"}, 0
    for turn in range(KILLS):
        is_killed = killed(other, choose.uniform(0, usual), "add", "--type", "fact", "--title", f"Barn {turn}")
        acknowledged |= set() if is_killed else {f"Barn {turn}"}
        kills += is_killed
        other.add(f"Next {turn}", now=at(5))
        acknowledged.add(f"Next {turn}")
        assert acknowledged <= titles(other)
        assert other.git("status", "--porcelain") == ""
    assert kills
    assert other.is_clean()
    assert other.memory.index_differences() == []
