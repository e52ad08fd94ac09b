#!/usr/bin/env python3
"""Measure what a question about the past costs against the same question about today, inside one process.

    scripts/bench_time.py [--facts 100000] [--questions 200]

The facts are those of scripts/seed.py (one in ten in a chain, one in fifty forgotten), taken into an index without
a repository. Both kinds of question hold the same words; the first ones only warm the caches up.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from mem.facts.document import compose
from mem.facts.instant import Instant, instant_of
from mem.facts.query import Query
from mem.facts.ranking import rank
from mem.index.opening import open_index, rebuilding
from mem.index.sqlite import SqliteIndex
from mem.memory.ledger import Ledger
from mem.store.revision import Revision

from seed import SPAN, START, facts  # the sibling script

NOW = instant_of(START + SPAN)
WARM_UP = 20


def fill(folder: Path, count: int) -> tuple[SqliteIndex, list[str]]:
    """Give an index of so many facts, and the words of their titles as often as they come up."""
    made = facts(count)
    with rebuilding(folder) as index:
        ledger = Ledger(index, lambda _: None)
        revisions = (
            Revision(f"objects/{fact.type}s/{fact.id}.md", compose(fact).encode(), f"{number:040x}", NOW, "0" * 40)
            for number, fact in enumerate(made)
        )
        ledger.take(revisions, {})
        index.apply(ledger.change("0" * 40, {}))
    words = [word for fact in made[:: max(1, count // 2000)] for word in fact.title.split()]
    return open_index(folder), words


def milliseconds(index: SqliteIndex, queries: list[Query]) -> list[float]:
    """Ask and rank each, and give the times of all but the first, sorted."""
    times = []
    for query in queries:
        started = time.perf_counter()
        rank(index.match(query).candidates, query.now)
        times.append((time.perf_counter() - started) * 1000)
    return sorted(times[WARM_UP:])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--facts", type=int, default=100_000)
    arguments.add_argument("--questions", type=int, default=200)
    chosen = arguments.parse_args()
    chance = random.Random(11)
    with tempfile.TemporaryDirectory(prefix="mem-bench-") as folder:
        started = time.monotonic()
        index, words = fill(Path(folder), chosen.facts)
        print(f"{chosen.facts} facts, index made in {time.monotonic() - started:.1f} s\n")
        texts = [" ".join(chance.sample(words, 2)) for _ in range(chosen.questions + WARM_UP)]
        moments = [Instant(instant_of(START + SPAN * chance.random())) for _ in texts]
        asked = {
            "today": [Query(text, now=NOW) for text in texts],
            "as of": [Query(text, now=NOW, known_at=at, valid_at=at) for text, at in zip(texts, moments, strict=True)],
            "known at": [Query(text, now=NOW, known_at=at) for text, at in zip(texts, moments, strict=True)],
            "valid at": [Query(text, now=NOW, valid_at=at) for text, at in zip(texts, moments, strict=True)],
            "history": [Query(text, now=NOW, history=True) for text in texts],
        }
        print("| two words, about | p50 ms | p95 ms | p95 against today |\n|---|---|---|---|")
        base = 0.0
        for name, queries in asked.items():
            times = milliseconds(index, queries)
            middle, high = times[len(times) // 2], times[int(len(times) * 0.95)]
            base = base or high
            print(f"| {name} | {middle:.2f} | {high:.2f} | {high / base:.2f} |", flush=True)
        index.close()


if __name__ == "__main__":
    main()
