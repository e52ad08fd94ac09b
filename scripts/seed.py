"""A store of any size, the same every time: Zipf-like words, one fact in ten in a chain, one in fifty forgotten."""

from __future__ import annotations

import os
import random
import sys
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path

from mem.facts.document import compose
from mem.facts.fact import TYPES, Fact, FactId, slug
from mem.facts.instant import instant_of
from mem.store.store import Edit, Store

WORDS = 20_000
START = datetime(2024, 1, 1, tzinfo=UTC)
SPAN = timedelta(days=1000)
SUBJECTS = 500
CHAINED, FORGOTTEN = 0.10, 0.02


class Vocabulary:
    """Made-up words; the n-th comes up in proportion to 1/n, as words in a language do."""

    def __init__(self, chance: random.Random) -> None:
        syllables = [first + vowel for first in "bcdfghjklmnprstvwz" for vowel in "aeiou"]
        self.words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(WORDS)]
        self._weights = list(accumulate(1 / (rank + 2.7) for rank in range(WORDS)))
        self._chance = chance

    def text(self, count: int) -> str:
        return " ".join(self._chance.choices(self.words, cum_weights=self._weights, k=count))


def facts(count: int, seed: int = 7) -> list[Fact]:
    """Give `count` facts in the order they were recorded."""
    chance = random.Random(seed)
    vocabulary = Vocabulary(chance)
    kinds = list(TYPES)
    made: list[Fact] = []
    superseded: set[FactId] = set()
    for number in range(count):
        at = instant_of(START + SPAN * number / count)
        title = vocabulary.text(chance.randint(4, 9))
        kind = chance.choice(kinds)
        before: tuple[FactId, ...] = ()
        if made and chance.random() < CHAINED:
            old = chance.choice(made)
            if old.id not in superseded and old.retracted_at is None:
                before = (old.id,)
                superseded.add(old.id)
        made.append(
            Fact(
                id=FactId(f"{TYPES[kind].prefix}-{at[:10]}-{slug(title)[:30]}-{number}"),
                type=kind,
                title=title,
                body=vocabulary.text(chance.randint(10, 60)),
                subject=f"project:{chance.randint(1, SUBJECTS)}",
                tags=tuple(vocabulary.text(2).split()),
                priority=chance.randint(0, 100),
                confidence=round(chance.random(), 2),
                tx_at=at,
                supersedes=before,
                source=f"session-{number // 20}",
                retracted_at=instant_of(START + SPAN) if chance.random() < FORGOTTEN else None,
            )
        )
    return made


def seed(root: Path, count: int) -> None:
    """Make a store of `count` facts at `root`, laid out as if they had come one by one, committed at once."""
    environ = {"PATH": os.environ["PATH"]}
    Store.create(root, [type.folder for type in TYPES.values()], environ=environ)
    store = Store.open(root, environ=environ)
    room = store.room()
    edits = [
        Edit(room.take(f"objects/{TYPES[fact.type].folder}", f"{fact.id}.md"), compose(fact).encode())
        for fact in facts(count)
    ]
    with store.writer(instant_of(START + SPAN)) as writer:
        writer.commit(edits, f"mem: add {count} facts")


if __name__ == "__main__":
    seed(Path(sys.argv[1]), int(sys.argv[2]))
