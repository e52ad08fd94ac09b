"""The hot lane and the full lane give the same answer, byte for byte."""

from __future__ import annotations

import subprocess
import sys

import pytest

TITLES = {
    "Rotate the deploy keys weekly": "--priority 80 --tags deploy,keys",
    "Rotate the log files": "--priority 20",
    "Deploys via Fly.io": "--confidence 0.9",
    "Redis must run before the tests": "--tags ci",
    "getUserById lives in src/core/users.py": "",
    "港の鍵は事務所にある": "",
    "Pick red, not blue": "",
    'Say "when": stop': "",
    "Café opens at 10": "",
}

PLAIN = [
    ["rotate"],
    ["rotate", "keys"],
    ["rotate keys"],
    ["how do we rotate the deploy keys?"],
    ["deploy"],
    ["fly.io"],
    ["redis tests"],
    ["getUserById"],
    ["get user"],
    ["users.py"],
    ["港の鍵"],
    ["red blue"],
    ["cafe"],
    ["stop"],
    ["rotate", "--limit", "1"],
    ["rotate", "--top", "1"],
    ["--limit", "1", "rotate"],
    ["rotate", "--inject"],
    ["rotate", "--inject", "--max-chars", "90"],
    ["rotate", "--inject", "--limit", "1"],
    ["deploys fly rotate redis", "--limit", "3"],
]

LEFT_TO_THE_FULL_LANE = [
    ["zzyzx"],
    ["redsi"],
    ["rotate", "--explain"],
    ["rotate -log"],
    ['"deploy keys"'],
    ["rotat*"],
    ["tag:ci redis"],
    ["rotate", "--format", "json"],
    ["rotate", "--limit", "0"],
    ["rotate", "--limit"],
    ["rotate", "--colour"],
    ["rotate", "--as-of", "2026-06-20"],
    ["rotate", "--help"],
    [""],
    [],
]


@pytest.fixture(scope="module")
def lanes(make_world):
    """A store that is in step, so that the hot lane has no reason to step aside."""
    world = make_world("lanes")
    world.ok("init")
    for title, flags in TITLES.items():
        world.add(title, *flags.split())
    world.ok("list")
    return world


def traced(world, *args: str) -> tuple[str, bool]:
    """Run a search and tell what it printed and whether Typer was loaded for it."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "mem", "search", *args],
        env=world.env,
        cwd=world.folder,
        capture_output=True,
        check=False,
    )
    return done.stdout.decode(), b"typer" in done.stderr


@pytest.mark.parametrize("args", PLAIN, ids=" ".join)
def test_a_plain_search_takes_the_hot_lane_and_says_the_same(lanes, args: list[str]) -> None:
    out, used_typer = traced(lanes, *args)
    assert not used_typer
    assert out == lanes.ok("search", *args, "--min-priority", "0").out
    assert out


@pytest.mark.parametrize("args", LEFT_TO_THE_FULL_LANE, ids=" ".join)
def test_what_is_not_plain_is_left_to_the_full_lane(lanes, args: list[str]) -> None:
    _, used_typer = traced(lanes, *args)
    assert used_typer


def test_a_hand_edit_makes_the_hot_lane_step_aside_and_the_answer_is_fresh(world) -> None:
    id = world.add("Meet at the old mill")
    world.ok("list")
    path = world.path(id)
    path.write_text(path.read_text().replace("old mill", "new bridge"))
    out, used_typer = traced(world, "bridge")
    assert "Meet at the new bridge" in out
    assert used_typer
    out, used_typer = traced(world, "bridge")
    assert "Meet at the new bridge" in out
    assert not used_typer


def test_both_lanes_count_their_searches(lanes) -> None:
    before = lanes.ok("stats", "--format", "json").json()["searches"]
    traced(lanes, "rotate")
    lanes.ok("search", "rotate", "--min-priority", "0")
    assert lanes.ok("stats", "--format", "json").json()["searches"] == before + 2


def test_settings_that_ask_for_a_warning_are_warned_of_in_every_search(world) -> None:
    world.add("Oak door")
    (world.store / "mem.toml").write_text("format = 1\nbrnach = 'x'\n")
    for _ in range(2):
        assert "branch" in world.ok("search", "oak").err
