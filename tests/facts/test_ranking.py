"""What lifts an answer, by how much, and why."""

from __future__ import annotations

import pytest

from mem.facts.fact import FactId
from mem.facts.instant import FOREVER, Instant
from mem.facts.ranking import (
    AFTER_SHARE,
    ASKED,
    BEFORE_SHARE,
    SAID,
    SOURCE_SHARE,
    Asked,
    Candidate,
    is_question,
    months_in,
    rank,
    weighed,
)

NOW = Instant("2026-06-20T12:00:00.000Z")
LONG_AGO = Instant("2020-05-08T12:00:00.000Z")


def candidate(id: str = "n-1", relevance: float = 1.0, **fields: object) -> Candidate:
    found = Candidate(
        FactId(id), 1, "", "fact", "", "", "", "", 50, 0.5, "", LONG_AGO, LONG_AGO, LONG_AGO, FOREVER, False, True,
        relevance,
    )  # fmt: skip
    for name, value in fields.items():
        setattr(found, name, value)
    return found


@pytest.mark.parametrize(
    ("words", "months"),
    [
        ("What did Ada do in May?", ["05"]),
        ("in may 2023", ["05"]),
        ("on 8 may", ["05"]),
        ("What happened last May?", ["05"]),
        ("May I deploy on Friday?", []),
        ("how may I deploy", []),
        ("DO NOT MARCH ON", []),
        ("who was there in march", ["03"]),
        ("june or July, which?", ["06", "07"]),
        ("junebug", []),
        ("", []),
    ],
)
def test_a_question_names_months(words: str, months: list[str]) -> None:
    assert months_in(words) == months


@pytest.mark.parametrize(
    ("words", "lifts"), [("in May", True), ("in May 2020", True), ("in May 2021", False), ("in June", False)]
)
def test_a_fact_of_the_month_that_is_named_is_lifted(words: str, lifts: bool) -> None:
    assert Asked(words).bearing(candidate(), "", 0) == ([("month", 1.5)] if lifts else [])


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Where did you go?", True),
        ("Where did you go? [photo: a lake]", True),
        ("I went [to the lake?] home.", False),
        ("Did you? Yes.", False),
        ("[?]", False),
        ("", False),
    ],
)
def test_a_question_is_told_by_its_end(text: str, asks: bool) -> None:
    assert is_question(text) is asks


def test_only_what_is_about_the_subject_is_lifted_and_only_questions_are_lowered() -> None:
    asked = Asked("what does Ada like", "ada")
    assert asked.bearing(candidate(), "ada", SAID) == [("subject", 1.2)]
    assert asked.bearing(candidate(), "ada", ASKED) == [("subject", 1.2), ("question", 0.8)]
    assert asked.bearing(candidate(), "bob", 0) == []


def test_company_and_neighbours_add_to_what_the_words_score() -> None:
    found = candidate(relevance=2.0)
    weighed(found, 3.0, 1.0, 0.5)
    assert found.parts == [
        ("words", 2.0),
        ("source", SOURCE_SHARE * 3),
        ("before", BEFORE_SHARE),
        ("after", AFTER_SHARE / 2),
    ]
    assert found.relevance == sum(score for _, score in found.parts)


def test_without_company_its_own_words_stand_for_the_source() -> None:
    alone, in_silent_company = candidate(relevance=2.0), candidate(relevance=2.0)
    weighed(alone, None, 0.0, 0.0)
    weighed(in_silent_company, 0.0, 0.0, 0.0)
    assert (alone.relevance, in_silent_company.relevance) == (2.0 + SOURCE_SHARE * 2.0, 2.0)


def test_every_factor_is_named_and_bounded() -> None:
    extremes = [
        candidate(priority=priority, confidence=confidence, updated=updated)
        for priority in (0, 100)
        for confidence in (0.0, 1.0)
        for updated in (LONG_AGO, NOW, Instant("2031-01-01T00:00:00.000Z"))
    ]
    for found in extremes:
        found.bearing = Asked("in May", "ada").bearing(found, "ada", ASKED)
    for hit in rank(extremes, NOW, {("n-1", 1): 0.8}):
        assert [name for name, _ in hit.factors] == [
            "subject", "month", "question", "priority", "confidence", "recency", "pin",
        ]  # fmt: skip
        assert all(0.5 <= factor <= 1.5 for _, factor in hit.factors)


def test_ties_go_to_priority_then_the_later_then_the_id() -> None:
    found = [
        candidate("n-2"),
        candidate("n-1"),
        candidate("n-3", updated=Instant("2020-06-01T00:00:00.000Z")),
        candidate("n-4", priority=60),
    ]
    for one in found:
        one.relevance = 0.0
    assert [hit.candidate.id for hit in rank(found, NOW)] == ["n-4", "n-3", "n-1", "n-2"]
