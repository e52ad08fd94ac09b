"""Questions by their shape, asked inside one process of an index that is open: what a query itself takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from mem.facts.instant import Instant, from_start
from mem.facts.query import Query
from mem.facts.ranking import rank
from mem.index.opening import open_index

from seed import Fact
from speed.clock import percentile
from speed.ground import NOW, Ground

ASKED = 200  # questions of each shape
SHAPES: Mapping[str, Callable[[Fact, Instant], Query]] = {
    "two terms": lambda fact, now: Query(" ".join(fact.title.split()[:2]), now=now),
    "term and subject": lambda fact, now: Query(fact.title.split()[0], now=now, subject=fact.subject),
    "subject": lambda fact, now: Query(now=now, subject=fact.subject),
    "as of, and a term": lambda fact, now: Query(
        fact.title.split()[0], now=now, known_at=fact.tx_at, valid_at=fact.tx_at
    ),
    "prompt of eight words": lambda fact, now: Query(" ".join(fact.body.split()[:8]), now=now),
}
OVERALL = "the first four together"


def measure(ground: Ground) -> dict[str, tuple[float, float]]:
    """Give p50 and p95 in CPU milliseconds for each shape."""
    index = open_index(ground.store / ".cache")
    now = from_start(NOW)
    taken: dict[str, list[float]] = {shape: [] for shape in SHAPES}
    try:
        for shape, question in SHAPES.items():
            for fact in ground.some(ASKED):
                query = question(fact, now)
                started = time.process_time()
                if query.words:
                    rank(index.match(query).candidates, now)
                else:
                    index.listing(query)
                taken[shape].append((time.process_time() - started) * 1000)
    finally:
        index.close()
    taken[OVERALL] = [each for shape in list(SHAPES)[:4] for each in taken[shape]]
    return {shape: (percentile(times, 0.5), percentile(times, 0.95)) for shape, times in taken.items()}
