"""Facts of one source lift each other."""

from __future__ import annotations

from mem.facts.fact import FactId
from mem.facts.instant import FIRST, FOREVER
from mem.facts.ranking import Candidate
from mem.index.matches import COMPANY, lift


def candidate(id: str, relevance: float) -> Candidate:
    return Candidate(
        FactId(id), 1, "", "fact", "", "", "", "", 50, 0.5, "", FIRST, FIRST, FIRST, FOREVER, False, True, relevance
    )


def lifted(*found: tuple[str, str, float]) -> dict[str, float]:
    return {c.id: c.relevance for c in lift((candidate(id, relevance), source) for id, source, relevance in found)}


def test_alone_nothing_changes() -> None:
    assert lifted(("a", "s", 2.0), ("b", "t", 1.0), ("c", "", 1.0)) == {"a": 2.0, "b": 1.0, "c": 1.0}


def test_company_adds_what_the_others_say() -> None:
    found = lifted(("a", "s", 3.0), ("b", "s", 1.0), ("c", "t", 2.0), ("d", "u", 2.0))
    assert found == {"a": 3.0 + COMPANY * 0.5 * 1.0, "b": 1.0 + COMPANY * 0.5 * 3.0, "c": 2.0, "d": 2.0}


def test_the_best_three_others_count() -> None:
    group = [(f"s{n}", "s", 1.0) for n in range(9)]
    found = lifted(*group, *((f"t{n}", f"t{n}", 1.0) for n in range(9)))
    assert found["s0"] == 1.0 + COMPANY * 0.5 * 3**0.5
    assert found["t0"] == 1.0


def test_a_source_that_holds_all_matches_tells_nothing() -> None:
    assert lifted(("a", "s", 3.0), ("b", "s", 1.0)) == {"a": 3.0, "b": 1.0}


def test_facts_without_a_source_are_no_company() -> None:
    assert lifted(("a", "", 3.0), ("b", "", 1.0), ("c", "s", 1.0)) == {"a": 3.0, "b": 1.0, "c": 1.0}


def test_the_best_come_first_and_ties_go_by_id() -> None:
    assert list(lifted(("b", "", 1.0), ("c", "", 2.0), ("a", "", 1.0))) == ["c", "a", "b"]
