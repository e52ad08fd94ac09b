"""What happens to the second call, and to many at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mem.facts.fact import TYPES, FactId
from mem.facts.instant import Instant
from mem.memory import Draft, Memory
from mem.memory.adding import MANY
from mem.store.store import Edit, Store

TODAY = Instant("2026-06-20T12:00:00.000Z")
LATER = Instant("2026-06-20T13:00:00.000Z")
OLD = 1_700_000_000_000_000_005  # nanoseconds
ROPE = Draft("The rope is hemp", type="fact")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    environ = {"HOME": str(tmp_path)}
    Store.create(tmp_path / "store", [type.folder for type in TYPES.values()], environ=environ)
    opened = Memory.open(tmp_path / "store", environ=environ)
    yield opened
    opened.close()


def test_what_was_forgotten_and_said_again_is_found_when_it_is_said_a_third_time(memory: Memory) -> None:
    memory.forget([memory.add(ROPE, TODAY).fact.id], TODAY)
    again = memory.add(ROPE, LATER)
    third = memory.add(ROPE, LATER)
    assert again.fact.id == "n-2026-06-20-the-rope-is-hemp-2"
    assert (third.existed, third.fact.id) == (True, again.fact.id)


def test_a_longer_title_that_begins_the_same_is_another_fact(memory: Memory) -> None:
    longer = memory.add(Draft("The rope is hemp 2 ply", type="fact"), TODAY)
    assert not memory.add(ROPE, TODAY).existed
    assert longer.fact.id == "n-2026-06-20-the-rope-is-hemp-2-ply"


def test_an_id_that_a_fact_had_before_is_not_given_to_another(memory: Memory) -> None:
    memory.add(Draft("The sail is linen", type="fact"), TODAY)
    (path,) = memory.store.root.glob("objects/facts/*.md")
    path.write_text(path.read_text().replace("type: fact", "type: fact\naliases: [n-2026-06-20-the-rope-is-hemp]"))
    assert memory.add(ROPE, TODAY).fact.id == "n-2026-06-20-the-rope-is-hemp-2"


def test_a_draft_is_seen_in_the_light_of_those_before_it(memory: Memory) -> None:
    other = Draft("The rope is hemp", body="From the yard.", type="fact")
    first, second, third = memory.add_all([ROPE, other, ROPE], TODAY)
    assert [added.existed for added in (first, second, third)] == [False, False, True]
    assert (third.fact, third.path) == (first.fact, first.path)
    assert second.fact.id == f"{first.fact.id}-2"


def test_many_facts_are_all_there_and_found_when_they_come_again(memory: Memory) -> None:
    drafts = [Draft(f"Rope {number} is hemp", type="fact", key=f"k{number}") for number in range(MANY)]
    assert not any(added.existed for added in memory.add_all(drafts, TODAY))
    again = memory.add_all(drafts, LATER)
    assert all(added.existed for added in again)
    assert len({added.fact.id for added in again}) == MANY
    assert memory.index_differences() == []


def test_what_is_nearly_the_same_is_told_of_one_and_not_of_many(memory: Memory) -> None:
    memory.add(ROPE, TODAY)
    like = Draft("The rope is hemp here", type="fact")
    (few,) = memory.add_all([like], TODAY)
    assert few.near is not None
    many = memory.add_all([Draft(f"The rope is hemp {number}", type="fact") for number in range(MANY)], TODAY)
    assert [added.near for added in many] == [None] * MANY


def test_after_many_facts_the_next_write_learns_the_folders_so_that_others_need_not_list_them(memory: Memory) -> None:
    drafts = [Draft(f"Rope {number} of {name}", type=name) for name in TYPES for number in range(MANY // len(TYPES))]
    memory.add_all(drafts, TODAY)
    for folder in ("objects", *(f"objects/{type.folder}" for type in TYPES.values())):
        os.utime(memory.store.root / folder, ns=(OLD, OLD))
    memory.add(ROPE, LATER)
    known = dict(memory.index.folders())
    del known["objects/facts"]  # where the write itself went
    assert known == dict.fromkeys(
        ["objects", *(f"objects/{t.folder}" for t in TYPES.values() if t.name != "fact")], OLD
    )


def test_what_a_writer_saw_of_other_folders_is_written_down_with_what_it_wrote(memory: Memory) -> None:
    memory.add(ROPE, TODAY)
    changed = memory.store.root / "objects/facts"
    for folder in (changed.parent, *changed.parent.iterdir()):
        os.utime(folder, ns=(OLD, OLD))
    memory.refresh()
    new = changed / "new"
    new.mkdir()
    for folder in (new, changed):
        os.utime(folder, ns=(OLD + 1, OLD + 1))
    memory.add(Draft("Knots are tied twice", type="preference"), TODAY)
    known = memory.index.folders()
    assert (known.get("objects/facts"), known.get("objects/facts/new")) == (OLD + 1, OLD + 1)


def test_a_folder_in_which_something_is_new_is_looked_at_again_after_a_write(memory: Memory) -> None:
    memory.add(ROPE, TODAY)
    with memory.writing(TODAY) as writer:  # by now it has seen that there is nothing new
        late = memory.store.root / "objects/facts/late.md"
        late.write_text("---\nid: n-2026-06-20-late\ntype: fact\ntitle: It came late\n---\n")
        place = "objects/preferences/other.md"
        text = b"---\nid: p-2026-06-20-other\ntype: preference\ntitle: Another\n---\n"
        memory.take(writer.commit([Edit(place, text)], "add one"))
    memory.refresh()
    assert memory.index.files_of(FactId("n-2026-06-20-late"))
