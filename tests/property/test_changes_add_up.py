"""What `diff` tells of random histories accounts for every belief that came or went, by the oracle's word."""

from __future__ import annotations

import os

import pytest

from mem.facts.changes import Event, Kind, Window, events
from mem.facts.fact import FactId
from mem.facts.instant import Instant
from mem.index.base import version_of
from mem.index.opening import open_index
from mem.index.sqlite import SqliteIndex
from mem.memory.ledger import Ledger

from helpers.histories import History
from helpers.oracle import Oracle, plus

CASES = int(os.environ.get("MEM_PROPERTY_CASES", "300"))
CHUNK = 25
WINDOWS = 6
CAME = {Kind.LEARNED, Kind.REVISED, Kind.REVIVED, Kind.BEGAN}
WENT = {Kind.RETRACTED, Kind.DISOWNED, Kind.EXPIRED}


def told(index: SqliteIndex, ids: list[FactId], window: Window) -> list[Event]:
    found: list[Event] = []
    touched = set(index.touched(window.since, window.until, window.now))
    for id in ids:
        versions = [version_of(entry) for entry in index.entries(id)]
        here = events(versions, index.rectangles(id), set(ids), window)
        assert not here or id in touched, "the index narrows down to too few facts"
        found += here
    return found


def followers(oracle: Oracle) -> dict[str, set[str]]:
    """Give for each fact all that replaced it, near or far: who is disowned hands on what it replaced."""
    edges: dict[str, set[str]] = {record.id: set() for _, record in oracle.records}
    for _, record in oracle.records:
        for old in record.supersedes:
            edges[old].add(record.id)
    for _ in edges:
        edges = {id: near | {far for each in near for far in edges[each]} for id, near in edges.items()}
    return edges


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_every_belief_that_came_or_went_is_told_with_its_reason(first: int) -> None:
    for seed in range(first, min(first + CHUNK, CASES)):
        history = History(seed)
        oracle = history.oracle
        index = open_index(None)
        ledger = Ledger(index, lambda file: None)
        ledger.take([revision for commit in history.revisions for revision in commit], {})
        index.apply(ledger.change(None, {}))
        ids = list(dict.fromkeys(FactId(record.id) for _, record in oracle.records))
        above = followers(oracle)
        instants = oracle.instants()
        last = Instant(plus(instants[-1], 1))
        for _ in range(WINDOWS):
            since, until = sorted(history.random.choices(instants, k=2))
            found = told(index, ids, Window(Instant(since), last, Instant(until)))
            just_before = plus(since, -1)
            before, after = set(oracle.believed(just_before, just_before)), set(oracle.believed(until, until))
            for id in after - before:
                assert any(event.id == id and event.kind in CAME for event in found), (seed, since, until, id)
            for id in before - after:
                explained = any(event.id == id and event.kind in WENT for event in found)
                replaced = any(event.id in above[id] for event in found)
                assert explained or replaced, (seed, since, until, id)
            for event in found:
                assert since <= event.at <= until
                beside = plus(event.at, -1)
                if event.kind in (Kind.REVIVED, Kind.BEGAN):
                    assert event.id in oracle.believed(event.at, event.at), (seed, event)
                    assert event.id not in oracle.believed(beside, beside), (seed, event)
                if event.kind is Kind.EXPIRED:
                    assert event.id not in oracle.believed(event.at, event.at), (seed, event)
                    assert event.id in oracle.believed(beside, beside), (seed, event)
        index.close()
