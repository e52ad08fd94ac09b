"""`mem search --hybrid`: asked for, or set for a store; spellings stand in for a model."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from mem.memory.meaning import AT_ONCE

from conftest import World

SLIP = "kuberntes clusster nodez"
TITLE = "The kubernetes cluster has five nodes"


@pytest.fixture(scope="module")
def shop(make_world: Callable[[str], World]) -> World:
    world = make_world("hybrid")
    world.ok("init")
    world.env["MEM_EMBED_MODEL"] = "ngrams"
    world.add("Invoices are sent on Mondays")
    world.add(TITLE)
    return world


def test_meaning_is_asked_for_by_a_flag(shop: World) -> None:
    assert shop.titles("search", "invoices kuberntes clusster", "--hybrid") == ["Invoices are sent on Mondays", TITLE]
    assert shop.titles("search", "invoices kuberntes clusster") == ["Invoices are sent on Mondays"]


def test_why_a_hit_is_there_says_what_meaning_gave(shop: World) -> None:
    rows = shop.ok("search", SLIP, "--hybrid", "--explain", "--format", "json").json()["mem"]
    assert ", meaning 0." in rows[0]["relevance"]


def test_a_store_can_ask_for_it_always(shop: World) -> None:
    settings = shop.store / "mem.toml"
    before = settings.read_text() if settings.exists() else ""
    settings.write_text(before + "hybrid = true\n")
    try:
        for _ in range(2):  # the second call finds everything in step, and still looks at meaning
            assert shop.titles("search", "invoices kuberntes clusster") == ["Invoices are sent on Mondays", TITLE]
        assert shop.ok("search", "invoices kuberntes clusster").out.count("kubernetes") == 2
        assert shop.titles("search", "invoices kuberntes clusster", "--no-hybrid") == ["Invoices are sent on Mondays"]
        precise = [
            shop.ok("search", "invoices", "--inject", *flags).out for flags in ((), ("--hybrid",), ("--no-hybrid",))
        ]
        assert precise[0] == precise[1] == precise[2]
        checked = shop.mem("doctor", "--format", "json").json()["doctor"]
        result = next(row["result"] for row in checked if row["check"] == "hybrid")
        assert result.startswith("on, letters-3-5: ")
        assert result.endswith("0 of 2 texts to embed")
    finally:
        settings.write_text(before)
    assert shop.titles("search", "invoices kuberntes clusster") == ["Invoices are sent on Mondays"]


def test_without_a_model_it_is_said_and_words_go_on(shop: World) -> None:
    answer = shop.ok("search", "invoices", "--hybrid", env={"MEM_EMBED_MODEL": "/nowhere"})
    assert "search by meaning is not possible: /nowhere holds no model.onnx" in answer.err
    assert "Invoices are sent on Mondays" in answer.out
    refused = shop.mem("reindex", "--vectors", env={"MEM_EMBED_MODEL": "/nowhere"})
    assert refused.code == 1
    assert "search by meaning is not possible" in refused.out


def watched(world: World, *args: str) -> str:
    """Run `mem` where somebody watches its stderr, and give what they saw."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "mem", *args]
    subprocess.run(command, env=world.env, cwd=world.folder, stdout=subprocess.DEVNULL, stderr=theirs, check=True)
    os.close(theirs)
    seen = os.read(ours, 1 << 16).decode()
    os.close(ours)
    return seen


def test_many_new_facts_are_embedded_before_the_eyes_of_a_person_or_behind_the_back_of_an_agent(
    make_world: Callable[[str], World],
) -> None:
    world = make_world("many")
    world.ok("init")
    world.env["MEM_EMBED_MODEL"] = "ngrams"
    for kind in ("log", "diary"):
        lines = "".join(f'{{"type": "fact", "title": "Note {n} of the {kind}"}}\n' for n in range(AT_ONCE + 3))
        world.ok("add", "--batch", "-", stdin=lines)
        if kind == "log":
            assert f"] 0 of {AT_ONCE + 3}" in watched(world, "search", "note", "--hybrid")
            assert "meaning" not in world.ok("search", "note", "--hybrid", "--format", "json").json()
    fields = world.ok("search", "note", "--hybrid", "--format", "json").json()
    assert fields["meaning"] == "3 texts have no vector yet; they are being made"
    world.ok("reindex", "--vectors")
    assert "meaning" not in world.ok("search", "note", "--hybrid", "--format", "json").json()


def test_what_is_purged_leaves_no_vector_behind(make_world: Callable[[str], World]) -> None:
    world = make_world("purged")
    world.ok("init")
    world.env["MEM_EMBED_MODEL"] = "ngrams"
    id = world.add(TITLE)
    world.ok("search", SLIP, "--hybrid")
    vectors = world.store / ".cache" / "vectors.db"
    assert vectors.exists()
    world.ok("purge", id, "--yes")
    assert not vectors.exists()
