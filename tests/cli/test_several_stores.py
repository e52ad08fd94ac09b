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


THEIRS = "2026-06-20-rotate-the-team-s-keys"


def by_store(rows: list[dict], name: str = "title") -> dict[str, set[str]]:
    return {store: {row[name] for row in rows if row["store"] == store} for store in {row["store"] for row in rows}}


def test_the_bare_call_counts_and_lists_all_and_says_which_stores_are_read(two) -> None:
    world, team = two
    told = world.ok("--format", "json").json()
    assert (told["store"], told["also_read"], told["total"]) == (str(world.store), [str(team)], "2 memories")
    assert by_store(told["recent"]) == {str(world.store): {"Rotate my own keys"}, str(team): {"Rotate the team's keys"}}
    assert world.ok("stats", "--format", "json").json()["total"] == "2 memories"


def test_why_log_and_timeline_of_one_fact_find_it_wherever_it_lies(two) -> None:
    world, team = two
    assert world.ok("why", THEIRS, "--format", "json").json()["why"]["title"] == "Rotate the team's keys"
    assert by_store(world.ok("log", THEIRS, "--format", "json").json()["log"]) == {
        str(team): {"Rotate the team's keys"}
    }
    rows = world.ok("timeline", THEIRS, "--format", "json").json()["timeline"]
    assert by_store(rows) == {str(team): {"Rotate the team's keys"}}


@pytest.mark.parametrize(
    ("args", "table"), [(["diff", "--since", "1d"], "learned"), (["log"], "log"), (["timeline"], "timeline")]
)
def test_what_happened_is_told_of_all_stores_in_one_order(two, args: list[str], table: str) -> None:
    world, team = two
    world.add("Rotate mine again", now="2026-06-20T12:30:00Z")
    world.ok("update", THEIRS, "--priority", "90", store=team, now="2026-06-20T12:20:00Z")
    rows = world.ok(*args, "--format", "json", now="2026-06-20T13:00:00Z").json()[table]
    assert by_store(rows) == {
        str(world.store): {"Rotate my own keys", "Rotate mine again"},
        str(team): {"Rotate the team's keys"},
    }
    moments = [row.get("at") or row["known_from"] for row in rows]
    assert moments == sorted(moments, reverse=table == "log")


def test_a_recall_asks_all_stores(two, tmp_path) -> None:
    world, team = two
    (tmp_path / "work").mkdir()
    (tmp_path / "work/MEMHOOKS.md").write_text("---\nschema: memhooks/v2\nqueries:\n  - rotate keys\n---\n")
    rows = world.ok("recall", "--format", "json", cwd=tmp_path / "work").json()["recall"]
    assert by_store(rows) == {str(world.store): {"Rotate my own keys"}, str(team): {"Rotate the team's keys"}}


def test_facts_of_all_stores_are_compared_with_their_code(two, tmp_path) -> None:
    world, team = two
    code = tmp_path / "code"
    code.mkdir()
    world.git("init", "-q", cwd=code)
    world.git("remote", "add", "origin", "git@example.invalid:acme/code.git", cwd=code)
    (code / "keys.py").write_text("old\n")
    world.git("add", ".", cwd=code)
    world.git("commit", "-qm", "one", cwd=code)
    for store in (world.store, team):
        world.ok("add", "--type", "fact", "--title", "Keys are here", "--pin", "keys.py", cwd=code, store=store)
    (code / "keys.py").write_text("new\n")
    world.git("commit", "-qam", "two", cwd=code)
    rows = world.ok("stale", "--mark", "--format", "json", cwd=code).json()["stale"]
    assert by_store(rows, "verdict") == {str(world.store): {"stale"}, str(team): {"stale"}}


@pytest.mark.parametrize("command", ["status", "review", "lint", "doctor"])
def test_what_looks_after_a_store_looks_after_the_first(two, command: str) -> None:
    world, team = two
    assert str(team) not in world.mem(command).out


def test_a_store_that_is_not_there_is_named(two) -> None:
    world, _ = two
    world.env["MEM_DIR"] += f"{os.pathsep}{world.folder / 'nowhere'}"
    answer = world.mem("list")
    assert answer.code == 1
    assert "nowhere" in answer.out
