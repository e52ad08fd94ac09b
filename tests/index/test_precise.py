"""A precise search finds what is meant, one slip included, and nothing that only shares a word."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mem.index.opening import open_index
from mem.index.precise import MOST_NAMESAKES, is_slip, name_of, says

from helpers.told import Told, at, fact, query


@pytest.fixture
def told() -> Iterator[Told]:
    index = open_index(None)
    told = Told(index)
    told.tell(
        fact("n-redis", "redis cache", "Used as a cache and rate limiter. Single node.", tags=("Redis",)),
        fact("n-novel", "redis character", "A jazz pianist in the novel.", tags=("Redis",), scope="novel"),
        fact("n-mongo", "mongodb raw driver", "Uses the raw driver with explicit types.", tags=("Mongo", "MongoDB")),
        fact("n-actions", "CI", "Merge to main deploys to staging.", tags=("GitHub Actions", "CI pipeline")),
        fact("n-errors", "explicit errors", "Error tuples rather than exceptions.", tags=("error handling",)),
        fact("n-old", "redis cluster", "Was clustered.", tags=("Redis",), retracted_at=at("2026-06-02")),
    )
    yield told
    index.close()


def found(told: Told, words: str, **fields: object) -> list[str]:
    return told.found(words, precise=True, **{"scopes": (), **fields})


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("what are we using Redis for?", ["n-redis"]),
        ("Reedis eviction strategy", ["n-redis"]),
        ("typo in monogdb pooling", ["n-mongo"]),
        ("mongod", ["n-mongo"]),
        ("mango connection pooling", []),
        ("how do secrets get into the github actions runner", ["n-actions"]),
        ("GITHUB ACTIONS secrets", ["n-actions"]),
        ("eror handling patterns", ["n-errors"]),
        ("explicit error patterns in redis", ["n-redis", "n-errors"]),
        ("tuples", ["n-errors"]),
        ("merge deploys staging", ["n-actions"]),
        ("merge conflicts in the lockfile", []),
        ("what's a good way to grade a penny", []),
        ("jazz festivals this summer", []),
        ("it is what it is", []),
        ("", []),
    ],
)
def test_a_question_finds_what_it_calls_by_name_or_is_about(told: Told, words: str, expected: list[str]) -> None:
    assert sorted(found(told, words)) == sorted(expected)


def test_filters_hold(told: Told) -> None:
    assert sorted(found(told, "what is redis doing", scopes=None)) == ["n-novel", "n-redis"]
    assert found(told, "what is redis doing", types=("howto",)) == []
    assert found(told, "redis cluster", history=True) != []


def test_what_many_facts_go_by_is_a_topic_and_no_name(told: Told) -> None:
    told.tell(*(fact(f"n-{n}", f"Rule {n} of the house", tags=("deploy",)) for n in range(MOST_NAMESAKES)))
    assert len(found(told, "why did the deploy of yesterday hang")) == MOST_NAMESAKES
    told.tell(fact("n-more", "One more rule", tags=("deploy",)))
    assert found(told, "why did the deploy of yesterday hang") == []


def test_a_question_that_shares_much_finds_a_fact_without_a_name(told: Told) -> None:
    told.tell(fact("n-rail", "Heavy parcels leave by freight train", "The depot in Lyon closes at noon."))
    assert found(told, "do parcels by train leave every day") == ["n-rail"]
    assert found(told, "book a seat on the next train to the trade fair in Rome for Ada") == []


def test_it_never_guesses(told: Told) -> None:
    assert told.index.match_loosely(query("pianis", precise=True)).total == 0
    assert told.index.match_loosely(query("pianis")).total == 1


def test_all_that_is_found_is_counted(told: Told) -> None:
    matches = told.index.match(query("what is redis doing", precise=True))
    assert matches.total == len(matches.candidates) == 2


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("redis", "reedis", True),
        ("reedis", "redis", True),
        ("redis", "redif", True),
        ("redis", "rdeis", True),
        ("redis", "redsi", True),
        ("redis", "redis", False),
        ("redis", "rides", False),
        ("redis", "redisss", False),
        ("a", "", True),
        ("", "", False),
    ],
)
def test_a_slip_is_one_letter_or_two_that_changed_places(word: str, other: str, expected: bool) -> None:
    assert is_slip(word, other) is is_slip(other, word) is expected


@pytest.mark.parametrize(
    ("question", "name", "expected"),
    [
        ("set up GitHub Actions today", "github actions", True),
        ("the actions on github", "github actions", False),
        ("dead leter queue", "dead letter queue", True),
        ("ded leter queue", "dead letter queue", False),
        ("k9s", "k8s", False),
        ("queue", "dead letter queue", False),
    ],
)
def test_a_name_is_said_in_one_piece_with_one_slip_at_most(question: str, name: str, expected: bool) -> None:
    assert says(name_of(question), name_of(name)) is expected
