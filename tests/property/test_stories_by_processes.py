"""The same promise as in `test_convergence`, kept by the program itself: every step is a process of its own."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from conftest import World

Deed = Callable[[World, random.Random, str, str], object]


def files(world: World) -> dict[str, bytes]:
    listed = world.git("ls-files").splitlines()
    return {path: (world.store / path).read_bytes() for path in listed}


def some(world: World, choose: random.Random) -> Path | None:
    found = sorted(world.store.glob("objects/**/*.md"))
    return choose.choice(found) if found else None


def add(world: World, choose: random.Random, word: str, now: str) -> None:
    world.ok(
        "add", "--type", "fact", "--title", choose.choice(("Oil the hinge", "Feed the hens")), "--body", word, now=now
    )


def change(world: World, choose: random.Random, word: str, now: str) -> bool:
    """Revise, update or forget; what is over already is refused."""
    verb = choose.choice((("update", "--body", word), ("revise", "--title", word), ("forget", "--reason", word)))
    file = some(world, choose)
    return bool(file) and world.mem(verb[0], file.stem, *verb[1:], now=now).code == 0


def edit(world: World, choose: random.Random, word: str, now: str) -> bool:
    file = some(world, choose)
    if file:
        file.write_text(f"{file.read_text()}\n{word}\n")
    return bool(file)


def delete(world: World, choose: random.Random, word: str, now: str) -> bool:
    world.ok("add", "--type", "fact", "--title", word, now=now)  # any write commits what was edited by hand before
    file = some(world, choose)
    if file:
        file.unlink()
    return True


def pull(world: World, choose: random.Random, word: str, now: str) -> bool:
    world.git("add", "-A")
    world.git("commit", "-qm", word, check=False)
    world.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main", check=False)
    if (world.store / ".git/MERGE_HEAD").exists():
        world.git("merge", "--abort")
    return False


def sync(world: World, choose: random.Random, word: str, now: str) -> bool:
    world.ok("sync", now=now)
    return False


DEEDS: Sequence[Deed] = (add, add, change, change, edit, delete, pull, sync, sync, sync)


@pytest.mark.parametrize("seed", range(2))
def test_processes_end_with_one_tree_one_past_and_every_word(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    worlds = []
    for number in range(3):
        (tmp_path / f"m{number}").mkdir()
        worlds.append(World(tmp_path / f"m{number}"))
    worlds[0].git("init", "-q", "--bare", str(tmp_path / "remote.git"), cwd=tmp_path)
    worlds[0].ok("init", "--remote", str(tmp_path / "remote.git"))
    add(worlds[0], choose, "beginning", "2026-06-20T12:00:00Z")
    worlds[0].ok("sync")
    for world in worlds[1:]:
        world.ok("init", "--from", str(tmp_path / "remote.git"))
    words = ["beginning"]
    for step in range(14):
        number = choose.randrange(3)
        now = f"2026-06-20T{12 + number}:{step:02d}:00Z"  # an hour lies between the clocks
        if choose.choice(DEEDS)(worlds[number], choose, f"word{step}", now) is not False:
            words.append(f"word{step}")
    for world in (*worlds, *worlds):
        world.ok("sync", now="2026-06-20T16:00:00Z")
    first = worlds[0]
    for world in worlds:
        assert files(world) == files(first)
        assert world.is_clean()
        for moment in ("2026-06-20T12:30:00Z", "2026-06-20T13:08:00Z", "2026-06-20T17:00:00Z"):
            assert believed(world, moment) == believed(first, moment)
    held = first.git("log", "-p", "-m", "--format=%B", "--all")
    assert [word for word in words if word not in held] == []


def believed(world: World, moment: str) -> list[str]:
    rows = json.loads(world.ok("list", "--as-of", moment, "--format", "json").out)["mem"]
    return sorted(f"{row['id']} {row['title']}" for row in rows)
