"""Words and meaning as one sum."""

from __future__ import annotations

import pytest

from mem.facts.blending import WEIGHT, blend
from mem.facts.fact import FactId
from mem.facts.instant import FIRST, FOREVER
from mem.facts.ranking import Candidate, rank

from helpers.told import at


def candidate(id: str, relevance: float = 0.0) -> Candidate:
    return Candidate(
        FactId(id), 1, f"{id}.md", "fact", id, "", "", "", 50, 0.5, "", FIRST, FIRST, FIRST, FOREVER, False, True, relevance
    )  # fmt: skip


def order(words: dict[str, float], near: dict[str, float]) -> list[str]:
    by_words = [candidate(id, score) for id, score in words.items()]
    by_meaning = [candidate(id) for id in near if id not in words]
    blended = blend(by_words, by_meaning, {(FactId(id), 1): cosine for id, cosine in near.items()})
    return [hit.candidate.id for hit in rank(blended, at("2026-06-20"))]


@pytest.mark.parametrize(
    ("words", "near", "expected"),
    [
        ({"a": 9.0, "b": 3.0}, {}, ["a", "b"]),
        ({"a": 9.0, "b": 8.0}, {"b": 0.9}, ["b", "a"]),
        ({"a": 9.0, "b": 1.0}, {"b": 0.9}, ["a", "b"]),
        ({"a": 9.0}, {"c": 0.9}, ["a", "c"]),
        ({"a": 9.0, "b": 1.0}, {"c": 0.9}, ["a", "c", "b"]),
        ({}, {"c": 0.5, "d": 0.7}, ["d", "c"]),
        ({"a": 2.0, "b": 1.9}, {"a": -0.9}, ["a", "b"]),
    ],
)
def test_a_near_meaning_lifts_and_never_sinks(words: dict[str, float], near: dict[str, float], expected: list) -> None:
    assert order(words, near) == expected


def test_the_scale_of_the_words_does_not_matter() -> None:
    near = {"b": 0.4, "c": 0.6}
    assert order({"a": 9.0, "b": 7.0}, near) == order({"a": 0.09, "b": 0.07}, near)


def test_whom_the_words_name_raises_what_they_found_and_not_what_is_meant() -> None:
    named, other = candidate("a", 5.0), candidate("b", 5.0)
    named.bearing = [("subject", 1.2)]
    blend([named, other], [], {(FactId("a"), 1): 0.5, (FactId("b"), 1): 0.5})
    assert named.relevance == pytest.approx(1 + WEIGHT * 0.5)
    assert other.relevance == pytest.approx(1 / 1.2 + WEIGHT * 0.5)
    assert (named.bearing, named.parts) == ((), [("subject", pytest.approx(1.0))])


def test_a_best_match_by_words_counts_one_and_a_perfect_meaning_the_weight() -> None:
    found = blend([candidate("a", 5.0)], [candidate("c")], {(FactId("c"), 1): 1.0})
    assert [one.relevance for one in found] == [1.0, WEIGHT]
