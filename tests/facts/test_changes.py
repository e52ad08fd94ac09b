"""What a fact's versions and rectangles tell of a stretch of time, kind by kind."""

from __future__ import annotations

from mem.facts.changes import Kind, Window, events
from mem.facts.fact import FactId
from mem.facts.instant import Instant
from mem.facts.timeline import Timeline, Version

A, B = FactId("a"), FactId("b")
NOW = Instant("2026-06-30T00:00:00.000Z")


def at(day: int, month: int = 6) -> Instant:
    return Instant(f"2026-{month:02d}-{day:02d}T00:00:00.000Z")


JUNE = at(1)


def version(id: FactId, recorded: Instant, number: int = 1, **more: object) -> Version:
    return Version(id, number, recorded, **{"tx_at": recorded, **more})  # type: ignore[arg-type]


def told(*versions: Version, since: Instant = JUNE, until: Instant | None = None) -> list[tuple[str, Kind, FactId]]:
    histories: dict[FactId, list[Version]] = {}
    for one in versions:
        histories.setdefault(one.id, []).append(one)
    timeline, window = Timeline(histories), Window(since, NOW, until)
    found = [
        event for id, own in histories.items() for event in events(own, timeline.rectangles(id), histories, window)
    ]
    return sorted((event.at[5:10], event.kind, event.id) for event in found)


def test_a_new_fact_is_learned_even_if_it_speaks_of_the_past() -> None:
    assert told(version(A, at(5), valid_from=at(1, 1), valid_to=at(2, 1))) == [("06-05", Kind.LEARNED, A)]


def test_a_fact_about_a_day_to_come_is_learned_first_and_becomes_valid_then() -> None:
    assert told(version(A, at(5), valid_from=at(9))) == [("06-05", Kind.LEARNED, A), ("06-09", Kind.BEGAN, A)]


def test_a_day_that_has_not_come_brings_nothing_yet() -> None:
    assert told(version(A, at(5), valid_from=at(5, 7), valid_to=at(9, 7))) == [("06-05", Kind.LEARNED, A)]


def test_a_record_of_a_clock_that_ran_ahead_is_told_unless_an_end_was_asked_for() -> None:
    ahead = version(A, at(5, 8))
    assert told(ahead) == [("08-05", Kind.LEARNED, A)]
    assert told(ahead, until=NOW) == []


def test_a_revision_names_what_it_replaced() -> None:
    histories = {A: [version(A, at(5))], B: [version(B, at(9), supersedes=(A,))]}
    (event,) = events(histories[B], Timeline(histories).rectangles(B), histories, Window(at(1), NOW))
    assert (event.kind, event.id, event.old) == (Kind.REVISED, B, A)


def test_what_replaces_only_unknown_facts_is_learned() -> None:
    assert told(version(B, at(9), supersedes=(FactId("gone"),))) == [("06-09", Kind.LEARNED, B)]


def test_a_revision_with_a_later_day_closes_the_old_fact_on_that_day() -> None:
    old, new = version(A, at(2)), version(B, at(5), supersedes=(A,), valid_from=at(9))
    assert told(old, new, since=at(6)) == [("06-09", Kind.BEGAN, B), ("06-09", Kind.EXPIRED, A)]


def test_disowning_brings_back_what_was_replaced() -> None:
    old, new = version(A, at(2)), version(B, at(5), supersedes=(A,))
    gone = version(B, at(9), 2, tx_at=at(5), supersedes=(A,), retracted_at=at(9), disowned_at=at(9))
    assert told(old, new, gone, since=at(6)) == [("06-09", Kind.DISOWNED, B), ("06-09", Kind.REVIVED, A)]


def test_forgetting_and_disowning_later_are_two_things() -> None:
    first = version(A, at(2))
    forgotten = version(A, at(5), 2, tx_at=at(2), retracted_at=at(5))
    disowned = version(A, at(9), 3, tx_at=at(2), retracted_at=at(5), disowned_at=at(9))
    assert told(first, forgotten, disowned, since=at(3)) == [("06-05", Kind.RETRACTED, A), ("06-09", Kind.DISOWNED, A)]


def test_a_restored_fact_is_revived() -> None:
    first, gone = version(A, at(2)), version(A, at(5), 2, tx_at=at(2), retracted_at=at(5))
    back = version(A, at(9), 3, tx_at=at(2))
    assert told(first, gone, back, since=at(6)) == [("06-09", Kind.REVIVED, A)]


def test_an_update_that_ends_a_fact_in_the_past_lets_it_expire_now() -> None:
    first, dated = version(A, at(2)), version(A, at(9), 2, tx_at=at(2), valid_to=at(4))
    assert told(first, dated, since=at(3)) == [("06-09", Kind.EXPIRED, A)]


def test_an_update_of_other_things_is_no_change_of_belief() -> None:
    assert told(version(A, at(2)), version(A, at(9), 2, tx_at=at(2)), since=at(3)) == []
