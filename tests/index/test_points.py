"""SQL reads rectangles just as arithmetic does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mem.facts.fact import FactId
from mem.facts.timeline import Interval, Rectangle
from mem.index.base import Change, Entry
from mem.index.opening import open_index

from helpers.told import at, fact, ids, query

days = st.integers(1, 9).map(lambda day: at(f"2026-03-{day:02d}"))
intervals = st.tuples(days, days).map(lambda pair: Interval(min(pair), max(pair)))
worlds = st.lists(st.tuples(intervals, intervals), max_size=6)


@given(worlds, days, days)
def test_a_point_finds_the_rectangles_around_it(
    world: list[tuple[Interval, Interval]], known_at: str, valid_at: str
) -> None:
    index = open_index(None)
    facts = {FactId(f"n-{n}"): rectangle for n, rectangle in enumerate(world)}
    index.apply(
        Change(
            head="c",
            entries=[Entry(fact(id, "Zebra"), 1, at("2026-03-01"), id, id, "c") for id in facts],
            rectangles={id: [Rectangle(id, 1, known, valid)] for id, (known, valid) in facts.items()},
        )
    )
    expected = {id for id, (known, valid) in facts.items() if known.contains(known_at) and valid.contains(valid_at)}  # type: ignore[arg-type]
    asked = query("zebra", known_at=known_at, valid_at=valid_at)
    assert set(ids(index.match(asked).candidates)) == set(ids(index.listing(asked).candidates)) == expected
    index.close()


@given(st.lists(intervals, max_size=6), days)
def test_today_finds_the_current_spans_around_now(spans: list[Interval], now: str) -> None:
    index = open_index(None)
    facts = {FactId(f"n-{n}"): span for n, span in enumerate(spans)}
    always = Interval(at("2026-01-01"))
    index.apply(
        Change(
            head="c",
            entries=[Entry(fact(id, "Zebra"), 1, at("2026-03-01"), id, id, "c") for id in facts],
            rectangles={id: [Rectangle(id, 1, always, span, span)] for id, span in facts.items()},
        )
    )
    expected = {id for id, span in facts.items() if span.contains(now)}  # type: ignore[arg-type]
    asked = query("zebra", now=now)
    assert set(ids(index.match(asked).candidates)) == set(ids(index.listing(asked).candidates)) == expected
    index.close()
