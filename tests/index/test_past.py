"""What the index narrows questions about change down to."""

from __future__ import annotations

import pytest

from mem.facts.fact import FactId
from mem.facts.instant import FIRST
from mem.index.asking import BLOCK
from mem.index.opening import open_index

from helpers.told import Told, at, fact

NOW = at("2026-06-20")


@pytest.fixture
def told() -> Told:
    """One plain fact, one that ended, one that is to come, one that replaced another later."""
    told = Told(open_index(None))
    told.tell(
        fact("n-plain", tx_at=at("2026-06-01")),
        fact("n-ended", tx_at=at("2026-06-02"), valid_to=at("2026-06-10")),
        fact("n-coming", tx_at=at("2026-06-03"), valid_from=at("2026-07-01")),
        fact("n-old", tx_at=at("2026-06-04")),
    )
    told.tell(fact("n-new", tx_at=at("2026-06-12"), supersedes=(FactId("n-old"),)))
    return told


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("2026-06-01", "2026-06-01", ["n-plain"]),
        ("2026-06-09", "2026-06-11", ["n-ended"]),
        ("2026-06-11", "2026-06-13", ["n-new", "n-old"]),
        ("2026-06-13", "2026-06-19", []),
        ("2026-06-30", "2026-07-02", []),
    ],
)
def test_only_facts_with_something_in_the_window_are_touched(
    told: Told, since: str, until: str, expected: list[str]
) -> None:
    assert told.index.touched(at(since), at(until), NOW) == expected


def test_without_an_end_what_was_recorded_ahead_counts_and_what_is_to_come_does_not(told: Told) -> None:
    told.tell(fact("n-ahead", tx_at=at("2026-08-01")))
    assert told.index.touched(at("2026-06-13"), None, NOW) == ["n-ahead"]


def test_the_youngest_versions_come_first_and_all_are_counted(told: Told) -> None:
    told.tell(fact("n-plain", "n-plain", priority=9, tx_at=at("2026-06-01"), updated_at=at("2026-06-15")))
    assert told.index.youngest(FIRST, 2) == ([("n-plain", 2), ("n-new", 1)], 6)
    assert told.index.youngest(at("2026-06-12"), 9) == ([("n-plain", 2), ("n-new", 1)], 2)


def test_what_arrives_late_is_found_at_the_time_it_was_known() -> None:
    index = open_index(None)
    told = Told(index)
    told.tell(*(fact(f"n-{n}", "Zebra", tx_at=at("2026-06-10")) for n in range(BLOCK + 10)))
    told.tell(fact("n-late", "Zebra", tx_at=at("2026-06-02")))
    assert told.found("zebra", known_at=at("2026-06-03"), valid_at=at("2026-06-03")) == ["n-late"]
    assert told.found("zebra", known_at=at("2026-06-01"), valid_at=at("2026-06-01")) == []
    assert told.found("zebra", known_at=at("2026-06-03"), history=True) == ["n-late"]
    assert len(told.found("zebra", known_at=at("2026-06-11"), valid_at=at("2026-06-11"), limit=None)) == BLOCK + 11
    index.close()
