"""Near-duplicates: who is like whom, who is kept, and that none is lost to a number."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant
from mem.facts.similar import CROWD, Pair, differs_in_meaning, disjoint, may_be_same, nearest, pairs, similarity


def fact(id: str, title: str, *, type: str = "howto", day: int = 1, **fields: object) -> Fact:
    tx_at = Instant(f"2026-06-{day:02d}T10:00:00.000Z")
    return Fact(FactId(id), type, title, **{"tx_at": tx_at, **fields})  # type: ignore[arg-type]


def rows(found: Sequence[Pair]) -> list[tuple[float, str, str]]:
    return [(round(pair.similarity, 2), pair.keep.id, pair.absorb.id) for pair in found]


KEYS = fact("h-1", "Rotate deploy keys weekly")
THE_KEYS = fact("h-2", "Rotate the deploy keys weekly", day=2)
KEYS_NOW = fact("h-3", "Rotate deploy keys weekly now", day=3)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Rotate deploy keys weekly", "Rotate the deploy keys weekly", 0.8),
        ("Rotate deploy keys weekly", "weekly, rotate DEPLOY keys!", 1.0),
        ("one two", "three four", 0.0),
        ("a a a b", "a b", 1.0),
        ("don't stop", "don't stop now", 2 / 3),
        ("🚀", "🚀", 1.0),
        ("🚀", "🎯", 0.0),
        ("", "word", 0.0),
    ],
)
def test_similarity_is_the_share_of_words_in_common(a: str, b: str, expected: float) -> None:
    assert similarity(a, b) == similarity(b, a) == expected


def test_pairs_come_most_alike_first_then_by_id() -> None:
    assert rows(pairs([KEYS_NOW, THE_KEYS, KEYS], 0.5)) == [
        (0.8, "h-1", "h-2"),
        (0.8, "h-1", "h-3"),
        (0.67, "h-2", "h-3"),
    ]


def test_the_threshold_itself_is_enough() -> None:
    assert len(pairs([KEYS, THE_KEYS], 0.8)) == 1
    assert pairs([KEYS, THE_KEYS], 0.81) == []
    assert len(pairs([fact("a", "a b c d e f g"), fact("b", "a b c d e f g h i j")], 0.7)) == 1
    assert rows(pairs([KEYS, fact("h-4", "Rotate deploy keys weekly", day=9)], 1.0)) == [(1.0, "h-1", "h-4")]


def test_titles_without_a_common_word_are_no_pair_whatever_the_threshold() -> None:
    assert pairs([KEYS, fact("h-4", "Paint a fence")], 0.0) == []


def test_the_higher_priority_is_kept_then_the_earlier_then_the_first_id() -> None:
    late_but_important = fact("h-9", KEYS.title, day=9, priority=80)
    assert rows(pairs([KEYS, late_but_important], 0.6)) == [(1.0, "h-9", "h-1")]
    assert rows(pairs([fact("h-8", KEYS.title, day=3), fact("h-9", KEYS.title, day=2)], 0.6)) == [(1.0, "h-9", "h-8")]
    assert rows(pairs([fact("h-8", KEYS.title), fact("h-7", KEYS.title)], 0.6)) == [(1.0, "h-7", "h-8")]
    undated = fact("h-0", KEYS.title, tx_at=None)
    assert rows(pairs([undated, KEYS], 0.6)) == [(1.0, "h-1", "h-0")]
    old = fact("h-9", KEYS.title, tx_at=None, created=Instant("2020-01-01T00:00:00.000Z"))
    assert rows(pairs([old, KEYS], 0.6)) == [(1.0, "h-9", "h-1")]


@pytest.mark.parametrize(
    "other",
    [
        fact("h-9", KEYS.title, type="decision"),
        fact("h-9", KEYS.title, scope="github.com/acme/api"),
        fact("h-9", KEYS.title + " 2"),
        fact("h-9", "Never rotate deploy keys weekly"),
        fact("h-9", KEYS.title, body="Every 5 days", valid_from=Instant("2026-01-01T00:00:00.000Z")),
        fact("h-9", KEYS.title, subject="project:other"),
        fact("h-9", KEYS.title, valid_to=Instant("2026-02-01T00:00:00.000Z")),
    ],
)
def test_facts_that_something_tells_apart_are_no_pair(other: Fact) -> None:
    one = fact(
        "h-1", KEYS.title, body="Every 7 days", subject="project:acme", valid_from=Instant("2026-03-01T00:00:00.000Z")
    )
    assert not may_be_same(one, other)
    assert pairs([one, other], 0.1) == []


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Release deadline is October 15th", "Release deadline is October 16th"),
        ("Works at Google", "Works at Microsoft"),
        ("retries = 3", "retries = 5"),
        ("not allowed", "allowed"),
    ],
)
def test_a_changed_value_is_never_swallowed_as_a_copy(a: str, b: str) -> None:
    assert differs_in_meaning(fact("a", a), fact("b", b))
    assert pairs([fact("a", a), fact("b", b)], 0.0) == []


def test_a_subject_that_only_one_names_tells_nobody_apart() -> None:
    assert may_be_same(fact("a", "Oil the lock", subject="shed"), fact("b", "Oil the lock"))


def test_what_is_absorbed_once_takes_part_in_nothing_else() -> None:
    chain = [fact("a", "p q r s t"), fact("b", "p q r s t u", day=2), fact("c", "p q r s t u v", day=3)]
    found = pairs(chain, 0.7)
    assert rows(found) == [(0.86, "b", "c"), (0.83, "a", "b"), (0.71, "a", "c")]
    assert rows(disjoint(found)) == [(0.86, "b", "c")]
    assert rows(disjoint(pairs([KEYS, THE_KEYS, KEYS_NOW], 0.5))) == [(0.8, "h-1", "h-2"), (0.8, "h-1", "h-3")]


def test_one_fact_does_not_absorb_two_that_contradict_each_other() -> None:
    bodies = ["", "retries = 3", "retries = 5"]
    found = pairs([fact(f"h-{n}", "The retry policy", body=body, day=n + 1) for n, body in enumerate(bodies)], 0.6)
    assert rows(found) == [(1.0, "h-0", "h-1"), (1.0, "h-0", "h-2")]
    assert rows(disjoint(found)) == [(1.0, "h-0", "h-1")]


def test_nothing_is_absorbed_by_what_is_absorbed() -> None:
    words = random.Random(5)
    crowd = [fact(f"h-{n}", " ".join(words.choices("pqrstuv", k=5)), day=1 + n % 28) for n in range(60)]
    chosen = disjoint(pairs(crowd, 0.5))
    absorbed = [pair.absorb.id for pair in chosen]
    assert chosen
    assert len(set(absorbed)) == len(absorbed)
    assert not {pair.keep.id for pair in chosen} & set(absorbed)


def test_the_nearest_is_the_most_alike_even_when_it_says_another_number() -> None:
    others = [fact("a", "The retry limit is 5"), fact("b", "The retry limit"), fact("c", "Paint the fence")]
    near = nearest(fact("new", "The retry limit is 3"), others, 0.5)
    assert near is not None
    assert (near.fact.id, round(near.similarity, 2), near.differs) == ("a", 0.67, True)


def test_a_copy_is_nearer_than_one_that_differs() -> None:
    others = [fact("a", "C++ is slow"), fact("b", "C is slow", day=2)]
    near = nearest(fact("new", "C is slow"), others, 0.5)
    assert near is not None
    assert (near.fact.id, near.similarity, near.differs) == ("b", 1.0, False)


def test_nothing_is_near_itself_or_near_what_shares_too_little() -> None:
    assert nearest(KEYS, [KEYS, fact("h-9", "Paint the fence")], 0.6) is None
    assert nearest(KEYS, [], 0.0) is None


titles = st.lists(st.sampled_from("pqrstuvw"), min_size=1, max_size=6).map(" ".join)


@given(st.lists(titles, max_size=14), st.sampled_from([0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 1.0]))
def test_the_quick_search_finds_what_comparing_each_with_each_does(titles: list[str], threshold: float) -> None:
    facts = [fact(f"h-{n:02d}", title) for n, title in enumerate(titles)]
    each = {
        frozenset((a.id, b.id))
        for a in facts
        for b in facts
        if a.id < b.id and similarity(a.title, b.title) >= max(threshold - 1e-9, 1e-9)
    }
    found = pairs(facts, threshold)
    assert len(found) == len(each)
    assert {frozenset((pair.keep.id, pair.absorb.id)) for pair in found} == each


def zipf(count: int) -> list[Fact]:
    words = random.Random(3)
    vocabulary = ["".join(words.choices("abcdefghijklmnop", k=7)) for _ in range(5000)]
    weights = [1 / (rank + 1) for rank in range(5000)]
    return [fact(f"h-{n}", " ".join(words.choices(vocabulary, weights, k=words.randint(4, 9)))) for n in range(count)]


def test_ten_thousand_facts_are_compared_in_seconds() -> None:
    facts = zipf(10_000)
    started = time.process_time()
    found = pairs(facts, 0.6)
    assert time.process_time() - started < 10
    assert found


def test_a_crowd_with_one_title_is_compared_with_its_first_only() -> None:
    crowd = [fact(f"e-{n:05d}", "Deployed to production", type="event") for n in range(5_000)]
    found = pairs(crowd, 0.6)
    assert {pair.keep.id for pair in found} == {"e-00000"}
    assert len(found) == 4_999
    assert len(disjoint(found)) == CROWD
