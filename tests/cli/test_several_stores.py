"""`MEM_DIR` with several stores: all are read, the first is written to."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def two(world):
    """Mine and the team's."""
    team = world.folder / "team"
    world.ok("init", store=team)
    world.add("Rotate my own keys", "--priority", "40")
    world.add("Rotate the team's keys", "--priority", "70", store=team)
    world.env["MEM_DIR"] = os.pathsep.join((str(world.store), str(team)))
    return world, team


def test_a_search_reads_all_and_names_the_store_of_each(two) -> None:
    world, team = two
    rows = world.ok("search", "rotate keys", "--format", "json").json()["mem"]
    assert {(row["title"], row["store"]) for row in rows} == {
        ("Rotate my own keys", str(world.store)),
        ("Rotate the team's keys", str(team)),
    }
    assert "2 of 2 total" in world.ok("search", "rotate keys").out


def test_a_listing_is_ordered_across_the_stores(two) -> None:
    world, _ = two
    assert world.titles("list") == ["Rotate the team's keys", "Rotate my own keys"]
    assert world.titles("list", "--limit", "1") == ["Rotate the team's keys"]


def test_a_fact_of_any_store_is_shown(two) -> None:
    world, _ = two
    assert "70" in world.ok("show", "2026-06-20-rotate-the-team-s-keys").out
    assert world.mem("show", "none").code == 1


def test_only_the_first_is_written_to(two) -> None:
    world, team = two
    id = world.add("A new one")
    assert list(world.store.glob(f"objects/**/{id}.md"))
    assert not list(team.glob(f"objects/**/{id}.md"))


def test_near_spellings_are_tried_only_where_no_store_has_the_word(two) -> None:
    world, _ = two
    assert "fallback" not in world.ok("search", "team", "--format", "json").json()
    assert world.ok("search", "taem", "--format", "json").json()["fallback"] is True
