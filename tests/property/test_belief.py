"""Random histories against the oracle: through the index as it grows, and through one made anew."""

from __future__ import annotations

import os

import pytest

from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.index.opening import open_index
from mem.index.sqlite import SqliteIndex
from mem.memory.ledger import Ledger

from helpers.histories import History
from helpers.oracle import plus

CASES = int(os.environ.get("MEM_PROPERTY_CASES", "300"))
CHUNK = 25
POINTS = 24


def grown(history: History) -> SqliteIndex:
    """Give an index that took the history in commit by commit."""
    index = open_index(None)
    for commit in history.revisions:
        ledger = Ledger(index, lambda file: None)
        ledger.take(commit, {})
        index.apply(ledger.change(commit[0].commit, {}))
    return index


def rebuilt(history: History) -> SqliteIndex:
    """Give an index that took the whole history in at once."""
    index = open_index(None)
    ledger = Ledger(index, lambda file: None)
    ledger.take([revision for commit in history.revisions for revision in commit], {})
    index.apply(ledger.change(history.revisions[-1][0].commit, {}))
    return index


def answer(index: SqliteIndex, now: Instant, known: str | None = None, valid: str | None = None) -> list[str]:
    query = Query(now=now, known_at=known and Instant(known), valid_at=valid and Instant(valid), limit=None)  # type: ignore[arg-type]
    return sorted(candidate.id for candidate in index.listing(query).candidates)


def points(history: History) -> list[tuple[str | None, str]]:
    """Pairs of known and valid time: at every instant that matters, a millisecond beside it, and anywhere."""
    instants = [plus(instant, shift) for instant in history.oracle.instants() for shift in (-1, 0, 1)]
    pairs = [(instant, instant) for instant in history.random.sample(instants, min(POINTS, len(instants)))]
    pairs += [(history.random.choice(instants), history.random.choice(instants)) for _ in range(POINTS)]
    return pairs + [(None, history.random.choice(instants)) for _ in range(POINTS // 3)]


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_every_question_is_answered_as_a_replay_of_the_records_answers_it(first: int) -> None:
    for seed in range(first, min(first + CHUNK, CASES)):
        history = History(seed)
        index, fresh = grown(history), rebuilt(history)
        assert index.differences(fresh) == [], seed
        assert answer(index, history.now) == history.oracle.current(history.now), seed
        for known, valid in points(history):
            expected = history.oracle.believed(known, valid)
            assert answer(index, history.now, known, valid) == expected, (seed, known, valid)
        index.close()
        fresh.close()
