"""Beliefs that change: nothing old is served, nothing is true twice, and what is forgotten is gone from every view."""

from __future__ import annotations

import json
import sqlite3

import pytest

MARCH, APRIL, MAY = "2026-03-01T10:00:00Z", "2026-04-01T10:00:00Z", "2026-05-01T10:00:00Z"


def revise(world, id: str, title: str, *flags: str, now: str) -> str:
    answer = world.ok("revise", id, "--title", title, *flags, "--format", "json", now=now)
    return answer.json()["memory"]["id"]


def test_a_superseded_belief_is_served_for_its_own_time_only(world) -> None:
    old = world.add("Printer is in the cellar", now=MARCH)
    new = revise(world, old, "Printer is in the attic", now=APRIL)
    assert world.titles("search", "where is the printer", now=MAY) == ["Printer is in the attic"]
    assert world.titles("search", "printer", "--as-of", "2026-03-15", now=MAY) == ["Printer is in the cellar"]
    why = world.ok("why", new, now=MAY).out
    assert "2026-03-01T10:00:00.000Z" in why
    assert "2026-04-01T10:00:00.000Z" in why
    assert "Printer is in the cellar" in why


def test_a_backdated_correction_leaves_no_day_on_which_both_are_true(world) -> None:
    old = world.add("Rent is 900", "--valid-from", "2026-03-01", now="2026-03-01T10:00:00Z")
    revise(world, old, "Rent is 950", "--valid-from", "2026-03-05", now="2026-03-11T10:00:00Z")
    for moment, expected in (
        ("2026-03-04T23:59:59.999Z", ["Rent is 900"]),
        ("2026-03-05T00:00:00Z", ["Rent is 950"]),
    ):
        assert world.titles("list", "--valid-at", moment, now=MAY) == expected
    rows = world.ok("timeline", old, "--format", "json", now=MAY).json()["timeline"]
    assert [row["valid_to"] for row in rows if row["id"] == old] == [None, "2026-03-05T00:00:00.000Z"]


def test_a_correction_dated_before_the_old_belief_means_it_was_never_true(world) -> None:
    old = world.add("Rent is 900", "--valid-from", "2026-03-01", now="2026-03-01T10:00:00Z")
    revise(world, old, "Rent is 950", "--valid-from", "2026-02-20", now="2026-03-11T10:00:00Z")
    assert world.titles("list", "--valid-at", "2026-03-02", now=MAY) == ["Rent is 950"]
    assert world.titles("list", "--as-of", "2026-03-02", now=MAY) == ["Rent is 900"]


@pytest.mark.parametrize("command", [("add", "--type", "fact"), ("revise", "rent")])
def test_a_span_without_a_moment_in_it_is_refused(world, command: tuple[str, ...]) -> None:
    id = world.add("Rent is 900", now=MARCH)
    words = [id if word == "rent" else word for word in command]
    same = "2026-03-05T10:00:00Z"
    assert world.mem(*words, "--title", "x", "--valid-from", same, "--valid-to", same).code == 2
    assert world.titles("list", now=MAY) == ["Rent is 900"]


def test_two_revisions_within_a_millisecond_keep_their_order(world) -> None:
    first = world.add("Rope is hemp", now=MARCH)
    second = revise(world, first, "Rope is sisal", now=MARCH)
    third = revise(world, second, "Rope is nylon", now=MARCH)
    assert world.titles("list", now=MAY) == ["Rope is nylon"]
    assert world.titles("list", "--as-of", "2026-03-01T10:00:00.001Z", now=MAY) == ["Rope is sisal"]
    assert [row["id"] for row in world.ok("log", "--format", "json", now=MAY).json()["log"]] == [third, second, first]


def test_a_belief_about_a_day_to_come_waits_and_then_appears_by_itself(world) -> None:
    old = world.add("Office is on Elm Street", now=MARCH)
    new = revise(world, old, "Office is on Oak Street", "--valid-from", "2026-04-15", now=APRIL)
    assert world.titles("list", now="2026-04-14T23:59:59.999Z") == ["Office is on Elm Street"]
    assert world.titles("list", now="2026-04-15T00:00:00Z") == ["Office is on Oak Street"]
    assert world.titles("list", "--valid-at", "2026-04-15T00:00Z", now=APRIL) == ["Office is on Oak Street"]
    assert "not yet valid" in world.ok("why", new, now=APRIL).out
    told = world.ok("diff", "--since", "2026-04-10", "--format", "json", now=MAY).json()
    assert [row["id"] for row in told["became_valid"]] == [new]
    assert [row["id"] for row in told["expired"]] == [old]


def test_a_clock_a_year_ahead_does_not_win_for_ever(world) -> None:
    first = world.add("Mast is pine", now=MARCH)
    ahead = revise(world, first, "Mast is steel", now="2027-03-01T10:00:00Z")
    last = revise(world, ahead, "Mast is carbon", now=APRIL)
    assert world.titles("list", now=APRIL) == ["Mast is carbon"]
    assert world.ok("show", last, "--format", "json", now=APRIL).json()["memory"]["valid_from"] > "2027-03-01T10:00"
    assert "recorded later than now" in world.mem("doctor", now=APRIL).out
    assert world.add("Hull is oak", now=APRIL) == "h-2026-04-01-hull-is-oak"


@pytest.fixture(scope="module")
def forgotten(make_world):
    """A word that was learned once, revised, and forgotten with its source; an index made anew since."""
    world = make_world("forgotten")
    world.ok("init")
    id = world.add("The quetzal42 nests here", "--source", "doc:quetzal42", now=MARCH)
    revise(world, id, "The quetzal42 nests there", "--source", "doc:quetzal42", now=APRIL)
    world.add("Herons nest elsewhere", now=APRIL)
    world.ok("forget", "--source", "doc:quetzal42", now=MAY)
    world.ok("reindex", now=MAY)
    return world


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("search", "quetzal"),
        ("search", "quetzal42", "--inject"),
        ("search", "quetzl42 nests"),
        ("list",),
        ("review",),
        ("dedup", "--threshold", "0.1"),
        ("status",),
        ("stats",),
        ("show", "h-2026"),
        ("show", "h-2026-03-01-the-quetzal-nests"),
        ("forget", "--source", "doc:quetzal"),
        ("add", "--type", "howto", "--title", "Herons nest nearby", "--format", "toon"),
    ],
)
def test_no_view_of_today_tells_what_was_forgotten(forgotten, words: tuple[str, ...]) -> None:
    answer = forgotten.mem(*words, now=MAY)
    said = answer.out.replace(" ".join(words), "")
    assert "quetzal42" not in said


def test_the_index_offers_no_forgotten_word(forgotten) -> None:
    with sqlite3.connect(forgotten.store / ".cache" / "index.db") as db:
        assert db.execute("select count(*) from word where word = 'quetzal42'").fetchone() == (0,)
        believed = "select count(*) from standing s join version v on v.rid = s.rid where v.title like '%quetzal42%'"
        assert db.execute(believed).fetchone() == (0,)


def test_what_was_forgotten_can_still_be_asked_for_by_its_time(forgotten) -> None:
    assert forgotten.titles("search", "quetzal42", "--as-of", "2026-04-15", now=MAY) == ["The quetzal42 nests there"]
    assert "retracted" in forgotten.ok("why", "h-2026-03-01-the-quetzal42-nests-here", now=MAY).out


def test_forgetting_a_chain_names_each_of_its_facts(world) -> None:
    first = world.add("Rope is hemp", now=MARCH)
    second = revise(world, first, "Rope is sisal", now=APRIL)
    third = revise(world, second, "Rope is nylon", now=MAY)
    answer = world.ok("forget", second, "--chain", "--format", "json", now="2026-05-02T10:00:00Z").json()
    assert {row["id"] for row in answer["forgotten"]} == {first, second, third}
    assert answer["count"] == "3 of 3 forgotten"
    assert world.titles("list", now="2026-05-03T10:00:00Z") == []


def test_forgetting_says_what_stays_closed_and_disowning_what_comes_back(world) -> None:
    old = world.add("Rope is hemp", now=MARCH)
    new = revise(world, old, "Rope is nylon", now=APRIL)
    answer = world.ok("forget", new, "--format", "json", now=MAY).json()
    assert answer["stays_closed"] == [old]
    assert world.titles("list", now=MAY) == []
    answer = world.ok("forget", new, "--disown", "--format", "json", now="2026-05-02T10:00:00Z").json()
    assert answer["believed_again"] == [old]
    assert world.titles("list", now="2026-05-03T10:00:00Z") == ["Rope is hemp"]
    assert world.titles("list", "--as-of", "2026-05-01", now="2026-05-03T10:00:00Z") == []
    assert world.titles("list", "--as-of", "2026-04-15", now="2026-05-03T10:00:00Z") == ["Rope is nylon"]


def test_a_restored_belief_has_a_gap(world) -> None:
    id = world.add("Rope is hemp", now=MARCH)
    world.ok("forget", id, now=APRIL)
    world.ok("restore", id, now=MAY)
    days = [("2026-03-15", True), ("2026-04-15", False), ("2026-05-02", True)]
    assert [(day, world.titles("list", "--as-of", day, now="2026-05-09T10:00:00Z") != []) for day, _ in days] == days
    told = world.ok("diff", "--since", "2026-03-20", "--format", "json", now="2026-05-09T10:00:00Z").json()
    assert [row["at"] for row in told["retracted"]] == ["2026-04-01T10:00:00.000Z"]
    assert [row["at"] for row in told["revived"]] == ["2026-05-01T10:00:00.000Z"]


@pytest.mark.parametrize("source", ["", "%", "*", "doc:*"])
def test_a_source_that_could_mean_many_forgets_nothing(world, source: str) -> None:
    world.add("One", "--source", "doc:a")
    assert world.mem("forget", "--source", source).code == 2
    assert world.titles("list") == ["One"]


def test_changing_one_thing_resets_no_other(world) -> None:
    id = world.add("Oak door", "--tags", "a,b", "--confidence", "0.7", "--priority", "65", now=MARCH)
    path = world.path(id)
    path.write_text(path.read_text().replace("type: howto", "type: howto\nx-owner: me"))
    world.ok("update", id, "--body", "Oil it.", now=APRIL)
    world.ok("update", id, "--add-tags", "c", now=MAY)
    before = path.read_text()
    world.ok("add", "--type", "howto", "--title", "Oak door", "--body", "Oil it.", "--key", "again", now=MARCH)
    kept = ("tx_at: 2026-03-01T10:00:00.000Z", "priority: 65", "confidence: 0.7", "x-owner: me", "tags: [a, b, c]")
    assert [line for line in kept if line not in before.splitlines()] == []
    assert path.read_text() == before


def test_recent_means_recently_changed(world) -> None:
    old = world.add("Old one", now="2025-03-01T10:00:00Z")
    new = world.add("New one", now="2026-04-30T10:00:00Z")
    world.add("In between", now="2026-04-01T10:00:00Z")
    world.ok("update", old, "--priority", "51", now=MAY)
    rows = world.ok("log", "--since", "2d", "--format", "json", now="2026-05-01T12:00:00Z").json()["log"]
    assert [row["id"] for row in rows] == [old, new]


def test_many_pairs_that_differ_in_one_telling_word_are_all_kept(world) -> None:
    titles = ["Anna works at the mill", "Anna works at the quay", "Retries are 3", "Retries are 5"]
    lines = "\n".join(json.dumps({"type": "fact", "title": title}) for title in titles)
    world.ok("add", "--batch", "-", stdin=lines)
    world.ok("add", "--batch", "-", stdin=lines)
    assert sorted(world.titles("list")) == titles


def test_a_fact_does_not_go_into_one_that_it_replaces(world) -> None:
    old = world.add("Office is on Elm Street", now=MARCH)
    new = revise(world, old, "Office is on Oak Street", "--valid-from", "2026-05-15", now=APRIL)
    answer = world.mem("merge", old, new, now=APRIL)
    assert answer.code == 1
    assert f"mem merge {new} {old}" in answer.out
    assert world.ok("merge", new, old, now=APRIL).code == 0
    assert world.titles("list", now=MAY) == ["Office is on Oak Street"]


def test_revising_what_a_day_to_come_closes_names_the_successor(world) -> None:
    old = world.add("Office is on Elm Street", now=MARCH)
    revise(world, old, "Office is on Oak Street", "--valid-from", "2026-05-15", now=APRIL)
    answer = world.mem("revise", old, "--title", "Office is on Ash Street", now=APRIL)
    assert (answer.code, "is superseded by" in answer.out) == (1, True)
    assert "Office is on Oak Street" in answer.out


@pytest.mark.parametrize("looks_first", [True, False])
def test_an_index_in_use_takes_a_deletion_in_as_a_fresh_one_does(world, looks_first: bool) -> None:
    id = world.add("Rope is hemp", "--body", "Since ever, in coils.", now=MARCH)
    world.path(id).unlink()
    if looks_first:
        assert world.titles("list", now="2026-04-01T10:00:00.500Z") == []
    world.add("Mast is pine", now="2026-04-01T10:00:00.750Z")
    assert "equals a fresh one" in world.ok("reindex", "--check", now=MAY).out
    assert world.titles("list", "--as-of", "2026-04-01T09:59:59.999Z", now=MAY) == ["Rope is hemp"]
    assert world.titles("list", "--as-of", "2026-04-01T10:00:00.000Z", now=MAY) == []


@pytest.fixture
def torn(world):
    """A fact that two machines revised apart, as it looks when both files have arrived."""
    first = world.add("Rope is hemp", now=MARCH)
    text = world.path(first).read_text()
    for name, title in (("left", "Rope is sisal"), ("right", "Rope is nylon")):
        made = text.replace(first, f"n-2026-04-01-{name}").replace("Rope is hemp", title)
        made = made.replace("tx_at: 2026-03", "tx_at: 2026-04").replace("\n---\n", f"\nsupersedes: {first}\n---\n")
        (world.store / "objects" / "howtos" / f"n-2026-04-01-{name}.md").write_text(made)
    return world


LEFT, RIGHT = "n-2026-04-01-left", "n-2026-04-01-right"


def contested(world) -> list[dict]:
    return world.ok("review", "--format", "json", now=MAY).json().get("contested", [])


def test_facts_that_replace_the_same_one_are_both_believed_and_contested(torn) -> None:
    assert sorted(torn.titles("list", now=MAY)) == ["Rope is nylon", "Rope is sisal"]
    assert [row["replaced_by"] for row in contested(torn)] == [f"{LEFT} {RIGHT}"]


def test_the_live_ends_are_named_as_rivals(torn) -> None:
    end = revise(torn, LEFT, "Rope is jute", now=MAY)
    assert [row["replaced_by"].split() for row in contested(torn)] == [sorted([end, RIGHT])]


@pytest.mark.parametrize(
    "words",
    [
        ("revise", LEFT, "--supersedes", RIGHT, "--title", "Rope is jute"),
        ("merge", LEFT, RIGHT),
        ("forget", RIGHT),
    ],
)
def test_a_contest_ends_when_one_belief_is_left(torn, words: tuple[str, ...]) -> None:
    torn.ok(*words, now=MAY)
    assert contested(torn) == []
    assert len(torn.titles("list", now="2026-05-02T10:00:00Z")) == 1


def test_a_file_deleted_by_hand_can_be_restored_with_its_text(world) -> None:
    id = world.add("Rope is hemp", "--body", "In coils.", "--tags", "dock", now=MARCH)
    path = world.path(id)
    path.unlink()
    for words in (("update", id, "--priority", "9"), ("edit", id)):
        answer = world.mem(*words, now=APRIL, env={"EDITOR": "true"})
        assert (answer.code, f"mem restore {id}" in answer.out) == (1, True), words
    world.ok("restore", id, now=MAY)
    assert "\n\nIn coils.\n" in path.read_text()
    days = [("2026-03-15", True), ("2026-04-15", False), ("2026-05-02", True)]
    assert [(day, world.titles("list", "--as-of", day, now="2026-05-09T10:00:00Z") != []) for day, _ in days] == days
    assert "equals a fresh one" in world.ok("reindex", "--check", now="2026-05-09T10:00:00Z").out
    assert world.is_clean()


def test_a_fact_whose_file_was_deleted_can_be_disowned(world) -> None:
    old = world.add("Rope is hemp", now=MARCH)
    new = revise(world, old, "Rope is nylon", now=APRIL)
    world.path(new).unlink()
    assert world.titles("list", now=APRIL) == []
    assert old in world.ok("forget", new, "--disown", now=MAY).out
    assert world.titles("list", now="2026-05-02T10:00:00Z") == ["Rope is hemp"]
    assert "equals a fresh one" in world.ok("reindex", "--check", now="2026-05-02T10:00:00Z").out


def test_a_file_that_cannot_be_read_shows_its_last_good_text(world) -> None:
    id = world.add("Rope is hemp", "--body", "In coils.", now=MARCH)
    world.path(id).write_text("---\ntitle: [x\nbad\n---\n")
    shown = world.ok("show", id, "--format", "json", now=APRIL).json()["memory"]
    assert (shown["title"], shown["body"]) == ("Rope is hemp", "In coils.")
