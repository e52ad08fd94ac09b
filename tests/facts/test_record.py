"""Two versions of a fact: what was done, and what that changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant
from mem.facts.record import act, differences

THEN, NOW = Instant("2026-06-01T10:00:00.000Z"), Instant("2026-06-02T10:00:00.000Z")
ROPE = Fact(FactId("n-1"), "fact", "Rope is hemp", body="one\ntwo", tags=("dock",), tx_at=THEN)


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        (None, ROPE, "added"),
        (None, replace(ROPE, supersedes=(FactId("n-0"),)), "revised"),
        (ROPE, replace(ROPE, priority=9, updated_at=NOW), "updated"),
        (ROPE, replace(ROPE, title="Rope is jute"), "edited"),
        (ROPE, replace(ROPE, retracted_at=NOW, updated_at=NOW), "forgotten"),
        (ROPE, replace(ROPE, retracted_at=NOW, disowned_at=NOW), "disowned"),
        (replace(ROPE, retracted_at=THEN), replace(ROPE, retracted_at=THEN, disowned_at=NOW), "disowned"),
        (replace(ROPE, retracted_at=THEN), replace(ROPE, updated_at=NOW), "restored"),
        (ROPE, replace(ROPE, supersedes=(FactId("n-0"),), updated_at=NOW), "merged"),
    ],
)
def test_each_act_has_its_name(old: Fact | None, new: Fact, name: str) -> None:
    assert act(old, new) == name


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({}, []),
        ({"version": 2, "updated_at": NOW}, []),
        ({"title": "Rope is jute"}, ["title: Rope is hemp → Rope is jute"]),
        ({"tags": ("dock", "old")}, ["tags: dock → dock, old"]),
        ({"tags": ()}, ["tags: dock → none"]),
        ({"confidence": 0.9}, ["confidence: 0.5 → 0.9"]),
        ({"valid_to": NOW}, ["valid_to: none → 2026-06-02T10:00:00.000Z"]),
        ({"body": "one\ntwo\nthree"}, ["body: 1 line added, 0 removed"]),
        ({"body": ""}, ["body: 0 lines added, 2 removed"]),
        ({"body": "one\n2"}, ["body: 1 line added, 1 removed"]),
        ({"title": "x" * 80}, ["title: Rope is hemp → " + "x" * 59 + "…"]),
        ({"extra": {"x-owner": "me"}}, ["x-owner: none → me"]),
        ({"subject": "a\nb"}, ["subject: none → a b"]),
    ],
)
def test_fields_are_told_with_both_values(changes: dict, lines: list[str]) -> None:
    assert [str(each) for each in differences(ROPE, replace(ROPE, **changes))] == lines
