"""Versions to rectangles: each rule of belief as a small history with the points that matter."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mem.facts.fact import FactId
from mem.facts.instant import FOREVER, Instant, later
from mem.facts.timeline import Timeline, Version, known_from


def at(day: int, clock: str = "10:00:00.000") -> Instant:
    return Instant(f"2026-06-{day:02d}T{clock}Z")


def version(id: str, recorded: Instant, number: int = 1, **more: object) -> Version:
    return Version(FactId(id), number, recorded, **{"tx_at": recorded, **more})  # type: ignore[arg-type]


def timeline(*versions: Version) -> Timeline:
    histories: dict[FactId, list[Version]] = {}
    for one in versions:
        histories.setdefault(one.id, []).append(one)
    return Timeline(histories)


def believed(found: Timeline, ids: Sequence[str], known: Instant | None, valid: Instant) -> list[str]:
    """Answer a question from the rectangles alone, as an index does."""
    hits = []
    for id in ids:
        for rectangle in found.rectangles(FactId(id)):
            is_known = rectangle.known.end == FOREVER if known is None else rectangle.known.contains(known)
            if is_known and rectangle.valid.contains(valid):
                hits.append(id)
    return hits


def current(found: Timeline, ids: Sequence[str], now: Instant) -> list[str]:
    return [
        id
        for id in ids
        for rectangle in found.rectangles(FactId(id))
        if rectangle.current and rectangle.current.contains(now)
    ]


HEROKU = version("heroku", at(9))
FLY = version("fly", at(16), valid_from=Instant("2026-06-01T00:00:00.000Z"), supersedes=(FactId("heroku"),))
END_OF = "23:59:59.999"


@pytest.mark.parametrize(
    ("known", "valid", "answer"),
    [
        (at(9, END_OF), at(9, END_OF), ["heroku"]),
        (at(12, END_OF), at(12, END_OF), ["heroku"]),
        (at(15, END_OF), at(15, END_OF), ["heroku"]),
        (at(17, END_OF), at(17, END_OF), ["fly"]),
        (at(20, END_OF), at(5, END_OF), ["fly"]),
        (at(12, END_OF), at(5, END_OF), []),
        (None, at(5, END_OF), ["fly"]),
        (None, at(20), ["fly"]),
    ],
)
def test_a_back_dated_correction_leaves_the_past_as_it_was_believed(
    known: Instant | None, valid: Instant, answer: list[str]
) -> None:
    assert believed(timeline(HEROKU, FLY), ["heroku", "fly"], known, valid) == answer


def test_the_instant_of_a_revision_belongs_to_the_new_fact_and_the_millisecond_before_to_the_old() -> None:
    found = timeline(
        version("a", at(1)), version("b", at(11), valid_from=at(5, "00:00:00.000"), supersedes=(FactId("a"),))
    )
    assert believed(found, ["a", "b"], None, at(4, END_OF)) == ["a"]
    assert believed(found, ["a", "b"], None, at(5, "00:00:00.000")) == ["b"]


def test_a_revision_from_before_the_old_fact_says_that_the_old_was_never_true() -> None:
    found = timeline(
        version("a", at(9), valid_from=at(9)), version("b", at(11), valid_from=at(2), supersedes=(FactId("a"),))
    )
    assert believed(found, ["a", "b"], None, at(10)) == ["b"]
    assert believed(found, ["a", "b"], at(10), at(10)) == ["a"]


def test_a_future_fact_is_not_current_until_its_instant() -> None:
    found = timeline(version("a", at(1), valid_from=at(20)))
    assert current(found, ["a"], at(19)) == []
    assert current(found, ["a"], at(20)) == ["a"]


def test_the_current_view_counts_an_unwritten_start_as_reached_whatever_the_other_clock_said() -> None:
    found = timeline(version("a", at(1)), version("b", at(28), supersedes=(FactId("a"),)))
    assert current(found, ["a", "b"], at(2)) == ["b"]


def test_a_retraction_ends_belief_but_keeps_what_it_replaced_closed() -> None:
    found = timeline(
        version("a", at(1)),
        version("b", at(5), supersedes=(FactId("a"),)),
        version("b", at(9), 2, tx_at=at(5), supersedes=(FactId("a"),), retracted_at=at(9)),
    )
    assert believed(found, ["a", "b"], at(8), at(8)) == ["b"]
    assert believed(found, ["a", "b"], None, at(10)) == []


def test_disowning_brings_back_what_was_replaced_from_then_on() -> None:
    found = timeline(
        version("a", at(1)),
        version("b", at(5), supersedes=(FactId("a"),)),
        version("b", at(9), 2, tx_at=at(5), supersedes=(FactId("a"),), retracted_at=at(9), disowned_at=at(9)),
    )
    assert believed(found, ["a", "b"], at(8), at(8)) == ["b"]
    assert believed(found, ["a", "b"], None, at(10)) == ["a"]


def test_the_successor_of_a_disowned_fact_inherits_its_edges() -> None:
    disowned = version("b", at(9), 2, tx_at=at(5), supersedes=(FactId("a"),), disowned_at=at(9))
    found = timeline(
        version("a", at(1)),
        version("b", at(5), supersedes=(FactId("a"),)),
        version("c", at(7), supersedes=(FactId("b"),)),
        disowned,
    )
    assert believed(found, ["a", "b", "c"], None, at(10)) == ["c"]
    assert believed(found, ["a", "b", "c"], None, at(6)) == ["a"]


def test_restoring_resumes_belief_and_leaves_the_gap() -> None:
    found = timeline(
        version("a", at(1)),
        version("a", at(5), 2, tx_at=at(1), retracted_at=at(5)),
        version("a", at(9), 3, tx_at=at(1)),
    )
    assert [bool(believed(found, ["a"], at(day), at(day))) for day in (2, 6, 10)] == [True, False, True]


def test_two_machines_that_revise_apart_both_stay_believed_and_are_contested() -> None:
    found = timeline(
        version("a", at(1)),
        version("b", at(5), supersedes=(FactId("a"),)),
        version("c", at(6), supersedes=(FactId("a"),)),
    )
    assert current(found, ["a", "b", "c"], at(7)) == ["b", "c"]
    assert found.contested(FactId("a")) == ["b", "c"]
    assert found.heads(FactId("a")) == ["b", "c"]


def test_the_old_fact_is_cut_at_the_earliest_of_several_successors() -> None:
    found = timeline(
        version("a", at(1)),
        version("b", at(5), valid_from=at(4), supersedes=(FactId("a"),)),
        version("c", at(6), valid_from=at(3), supersedes=(FactId("a"),)),
    )
    assert believed(found, ["a"], None, at(3, "09:59:59.999")) == ["a"]
    assert believed(found, ["a"], None, at(3)) == []


def test_a_ring_loses_its_newest_edge() -> None:
    found = timeline(
        version("a", at(1)),
        version("b", at(2), supersedes=(FactId("a"),)),
        version("a", at(3), 2, tx_at=at(1), supersedes=(FactId("b"),)),
    )
    assert [(cycle.successor, cycle.predecessor) for cycle in found.cycles] == [("a", "b")]
    assert current(found, ["a", "b"], at(4)) == ["b"]


def test_a_fact_that_supersedes_itself_is_a_ring_of_one() -> None:
    found = timeline(version("a", at(1), supersedes=(FactId("a"),)))
    assert current(found, ["a"], at(2)) == ["a"]


def test_versions_that_claim_one_instant_are_kept_in_order() -> None:
    states = [version("a", at(1)), version("a", at(1), 2), version("a", at(1), 3)]
    assert known_from(states) == [at(1), later(at(1)), later(at(1), 2)]


def test_an_update_of_the_valid_time_holds_from_when_it_was_recorded() -> None:
    found = timeline(
        version("a", at(1)),
        version("a", at(10), 2, tx_at=at(1), valid_from=at(5)),
    )
    assert believed(found, ["a"], at(9), at(3)) == ["a"]
    assert believed(found, ["a"], at(11), at(3)) == []


def test_a_successor_that_no_longer_lists_the_old_fact_gives_it_back() -> None:
    found = timeline(
        version("a", at(1)),
        version("b", at(5), supersedes=(FactId("a"),)),
        version("b", at(9), 2, tx_at=at(5)),
    )
    assert believed(found, ["a", "b"], at(8), at(8)) == ["b"]
    assert believed(found, ["a", "b"], None, at(10)) == ["a", "b"]
