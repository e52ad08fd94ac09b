"""One fact changed on two machines becomes one text: nothing doubled, nothing marked, nothing lost silently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.facts import document
from mem.facts.merging import Merged, merge
from mem.facts.weaving import united, woven

PATH = "objects/howtos/h-2026-05-01-oil-the-hinge.md"
BASE = """---
id: h-2026-05-01-oil-the-hinge
type: howto
title: Oil the hinge
tags: [barn, oil]
priority: 50
confidence: 0.5
tx_at: 2026-05-01T08:00:00.000Z
x-shelf: left  # where the can stands
---

Two drops.

Wipe it.

Close the door.
"""


def changed(*edits: tuple[str, str], at: str = "") -> bytes:
    """The base with pieces replaced, and `updated_at` of that hour."""
    text = BASE
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    stamp = f"version: 2\nupdated_at: 2026-05-02T{at}:00:00.000Z\n" if at else ""
    return text.replace("x-shelf", f"{stamp}x-shelf").encode()


def both(ours: bytes, theirs: bytes, base: bytes | None = BASE.encode()) -> Merged:
    """Merge, the one way and the other: the answer is the same."""
    merged = merge(base, ours, theirs, PATH)
    assert merge(base, theirs, ours, PATH) == merged
    return merged


def fact_of(merged: Merged):
    read = document.read(merged.data, PATH)
    assert read.fact is not None
    assert read.findings == ()
    return read.fact


def test_each_side_changes_its_own_field_and_both_changes_stay() -> None:
    merged = both(
        changed(("priority: 50", "priority: 70"), at="09"), changed(("confidence: 0.5", "confidence: 0.9"), at="10")
    )
    fact = fact_of(merged)
    assert (fact.priority, fact.confidence, fact.version) == (70, 0.9, 3)
    assert fact.updated_at == "2026-05-02T10:00:00.001Z"
    assert not merged.contested
    assert "x-shelf: left  # where the can stands\n" in merged.data.decode()


def test_tags_are_sets() -> None:
    merged = both(
        changed(("[barn, oil]", "[barn, door]"), at="09"), changed(("[barn, oil]", "[barn, oil, steel]"), at="10")
    )
    assert set(fact_of(merged).tags) == {"barn", "door", "steel"}


@pytest.mark.parametrize(("ours", "theirs", "stays"), [("09", "10", 60), ("10", "09", 70), ("09", "09", 70)])
def test_of_two_numbers_the_later_stays_and_of_equal_times_the_larger(ours: str, theirs: str, stays: int) -> None:
    merged = both(
        changed(("priority: 50", "priority: 70"), at=ours), changed(("priority: 50", "priority: 60"), at=theirs)
    )
    assert fact_of(merged).priority == stays
    assert not merged.contested


def test_the_earliest_forgetting_counts() -> None:
    early = changed(("x-shelf", "retracted_at: 2026-05-02T07:00:00.000Z\nretracted_by: ann\nx-shelf"), at="07")
    late = changed(("x-shelf", "retracted_at: 2026-05-02T11:00:00.000Z\nretracted_by: bob\nx-shelf"), at="11")
    fact = fact_of(both(early, late))
    assert (fact.retracted_at, fact.retracted_by) == ("2026-05-02T07:00:00.000Z", "ann")


def test_what_was_forgotten_stays_forgotten_and_keeps_the_edited_text() -> None:
    forgotten = changed(("x-shelf", "retracted_at: 2026-05-02T07:00:00.000Z\nx-shelf"), at="07")
    edited = changed(("Two drops.", "Three drops."), at="12")
    merged = both(forgotten, edited)
    assert merged.forgotten_edit
    assert fact_of(merged).retracted_at == "2026-05-02T07:00:00.000Z"
    assert "Three drops." in fact_of(merged).body


def test_words_changed_in_different_places_are_woven_together() -> None:
    merged = both(
        changed(("Two drops.", "Three drops."), at="09"), changed(("Close the door.", "Shut the door."), at="10")
    )
    assert fact_of(merged).body == "Three drops.\n\nWipe it.\n\nShut the door."
    assert not merged.contested


def test_words_changed_in_one_place_are_contested_and_the_later_stay() -> None:
    merged = both(changed(("Two drops.", "Three drops."), at="10"), changed(("Two drops.", "One drop."), at="09"))
    assert merged.contested
    assert "Three drops." in fact_of(merged).body
    assert [("One drop." in item.gave_way, "Three drops." in item.kept) for item in merged.yielded] == [(True, True)]


def test_a_title_changed_twice_is_contested() -> None:
    merged = both(
        changed(("Oil the hinge", "Oil the upper hinge"), at="10"),
        changed(("Oil the hinge", "Oil both hinges"), at="11"),
    )
    assert merged.contested
    assert fact_of(merged).title == "Oil both hinges"


def test_a_side_that_cannot_be_read_gives_way_to_one_that_can() -> None:
    broken = changed(("tags: [barn, oil]", "priority: 1"))
    edited = changed(("priority: 50", "priority: 70"), at="09")
    merged = both(broken, edited)
    assert merged.data == edited
    assert merged.contested


@pytest.mark.parametrize("other", [b"\xff\xfe", b"<<<<<<< a\n=======\n>>>>>>> b\n", b"---\nid: x\n"])
def test_of_two_unreadable_sides_one_stays_whole(other: bytes) -> None:
    broken = changed(("tags: [barn, oil]", "priority: 1"))
    assert both(broken, other).data in (broken, other)
    assert both(broken, other).contested


def test_fields_that_fit_alone_and_not_together_leave_the_later_side_whole() -> None:
    ends = changed(("x-shelf", "valid_to: 2026-06-01T00:00:00.000Z\nx-shelf"), at="09")
    starts = changed(("x-shelf", "valid_from: 2026-07-01T00:00:00.000Z\nx-shelf"), at="10")
    merged = both(ends, starts)
    assert merged.data == starts
    assert merged.contested


def test_a_field_with_an_inner_group_never_makes_a_broken_file() -> None:
    one = changed(("x-shelf: left", "x-box: {a: 1}\nx-shelf: left"), at="09")
    other = changed(("priority: 50", "priority: 70"), at="10")
    assert fact_of(both(one, other)).version >= 2


def test_windows_line_ends_stay() -> None:
    base = BASE.replace("\n", "\r\n").encode()
    ours = changed(("priority: 50", "priority: 70"), at="09").replace(b"\n", b"\r\n")
    theirs = changed(("Two drops.", "Three drops."), at="10").replace(b"\n", b"\r\n")
    merged = merge(base, ours, theirs, PATH)
    assert merged.data.count(b"\n") == merged.data.count(b"\r\n")
    assert fact_of(merged).priority == 70


def test_lines_each_for_itself_are_united() -> None:
    assert united("a\nb\n", "b\nc") == "b\nc\na\n"


TEXTS = st.lists(st.sampled_from(["one\n", "two\n", "three\n", "four\n"]), max_size=6).map("".join)


@given(base=TEXTS, side=TEXTS)
def test_weaving_with_an_unchanged_side_gives_the_other(base: str, side: str) -> None:
    assert woven(base, side, base) == side
    assert woven(base, base, side) == side


@given(base=TEXTS, one=TEXTS, other=TEXTS)
def test_weaving_is_the_same_both_ways(base: str, one: str, other: str) -> None:
    assert woven(base, one, other) == woven(base, other, one)


VALUES = st.fixed_dictionaries(
    {},
    optional={
        "title": st.sampled_from(["Oil the hinge", "Grease it", "no", "a: b"]),
        "tags": st.lists(st.sampled_from(["a", "b", "c", "no", "x y"]), max_size=3, unique=True),
        "priority": st.integers(0, 100),
        "confidence": st.sampled_from([0.1, 0.5, 0.95]),
        "valid_from": st.sampled_from(["2026-01-01", "2026-03-01T00:00:00.000Z"]),
        "retracted_at": st.sampled_from(["2026-05-02T07:00:00.000Z", "2026-05-03T07:00:00.000Z"]),
        "updated_at": st.sampled_from(["2026-05-02T07:00:00.000Z", "2026-05-03T07:00:00.000Z"]),
        "version": st.integers(1, 9),
        "x-note": st.sampled_from(["left", "10:00", "0100"]),
        "body": st.sampled_from(["Two drops.", "Two drops.\n\nWipe it.", "", "Three."]),
    },
)
SIDES = VALUES.map(lambda values: document.edit(BASE, values).encode())


@given(base=SIDES, ours=SIDES, theirs=SIDES)
def test_any_two_sides_give_one_readable_fact_whichever_is_ours(base: bytes, ours: bytes, theirs: bytes) -> None:
    merged = merge(base, ours, theirs, PATH)
    assert merge(base, theirs, ours, PATH) == merged
    fact = fact_of(merged)
    one, other = (document.read(side, PATH).fact for side in (ours, theirs))
    assert one is not None
    assert other is not None
    assert fact.title in (one.title, other.title)
    if merged.data not in (ours, theirs):
        assert fact.version == max(one.version, other.version) + 1


@given(base=SIDES, side=SIDES)
def test_merging_with_an_unchanged_side_or_with_itself_gives_the_side(base: bytes, side: bytes) -> None:
    assert merge(base, side, base, PATH).data == side
    assert merge(base, base, side, PATH).data == side
    assert merge(base, side, side, PATH).data == side
    assert merge(None, side, side, PATH).data == side
