"""Who is measured: this program's own search, and three plain ways to look something up."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Protocol

from mem.embedding.base import Provider, Vector
from mem.embedding.texts import digest
from mem.facts.document import compose
from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant, instant_of
from mem.facts.query import Query
from mem.index.vectors import Vectors
from mem.index.words import STOP_WORDS
from mem.memory import Memory
from mem.store.store import Store
from recall_bench.corpus import Said
from recall_bench.measures import DEPTH

LONGEST_TITLE = 500
RANK_CONSTANT, HALF_LIFE = 60, 90.0  # of the formula with decay; days
WORD = re.compile(r"\w+")


class Finder(Protocol):
    """Something that was given facts and finds them by words."""

    def find(self, words: str) -> list[str]:
        """Give the keys of what was found, best first."""


class Ours:
    """A store with one file per fact, asked as `mem search` asks it."""

    def __init__(self, facts: Sequence[Said], folder: Path, provider: Provider | None = None) -> None:
        self._now = instant_of(max(fact.at for fact in facts))
        self._keys: dict[str, str] = {}
        self._hybrid = provider is not None
        Store.create(folder, ["facts"])
        for said in facts:
            fact = _fact(said, self._now)
            self._keys[fact.id] = said.key
            (folder / "objects" / "facts" / f"{fact.id}.md").write_text(compose(fact), "utf-8")
        self._memory = Memory.open(folder)
        self._memory.refresh()
        if provider:
            self._memory.provider = provider
            self._memory.embed()

    def find(self, words: str) -> list[str]:
        hits = self._memory.answer(Query(words, now=self._now, hybrid=self._hybrid, limit=DEPTH)).hits
        return [self._keys[hit.candidate.id] for hit in hits]


class Remembering:
    """A provider that makes each vector once, however many stores hold its text, and with a folder for good."""

    def __init__(self, provider: Provider, folder: Path | None) -> None:
        self.identity = provider.identity
        self.floor = provider.floor
        self._provider = provider
        self._kept = Vectors(folder, json.dumps(asdict(self.identity)))
        self._made = self._kept.held()

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        new = {digest(text): text for text in texts if digest(text) not in self._made}
        made = dict(zip(new, self._provider.embed(list(new.values())) if new else [], strict=True))
        self._kept.put(made)
        self._made |= made
        return [self._made[digest(text)] for text in texts]


class Plain:
    """FTS5 with its English stemmer: any word that is no stop word, by bm25."""

    def __init__(self, facts: Sequence[Said]) -> None:
        self._facts = facts
        self._db = sqlite3.connect(":memory:")
        self._db.execute("create virtual table fts using fts5 (text, tokenize = 'porter unicode61')")
        texts = ((number, _spoken(said)) for number, said in enumerate(facts))
        self._db.executemany("insert into fts (rowid, text) values (?, ?)", texts)

    def find(self, words: str) -> list[str]:
        return [self._facts[number].key for number in self._rows(words)]

    def _rows(self, words: str) -> list[int]:
        said = WORD.findall(words.lower())
        terms = [word for word in said if word not in STOP_WORDS] or said
        expression = " OR ".join(f'"{word}"' for word in dict.fromkeys(terms))
        sql = "select rowid from fts where fts match ? order by rank, rowid limit ?"
        return [number for (number,) in self._db.execute(sql, (expression, DEPTH))]


class Decayed(Plain):
    """The same order, each reciprocal rank halved for every ninety days of age: a formula others ship."""

    def __init__(self, facts: Sequence[Said]) -> None:
        super().__init__(facts)
        self._newest = max(fact.at for fact in facts)

    def find(self, words: str) -> list[str]:
        scored = [
            (self._freshness(self._facts[number].at) / (RANK_CONSTANT + place), number)
            for place, number in enumerate(self._rows(words), 1)
        ]
        return [self._facts[number].key for _, number in sorted(scored, key=lambda pair: (-pair[0], pair[1]))]

    def _freshness(self, at: datetime) -> float:
        return float(0.5 ** ((self._newest - at).total_seconds() / 86_400 / HALF_LIFE))


class Grep:
    """`grep -i -w` for each word that is no stop word: the lines that hold the most of them, in the order of the file."""

    def __init__(self, facts: Sequence[Said]) -> None:
        self._lines = [(fact.key, set(WORD.findall(_spoken(fact).lower()))) for fact in facts]

    def find(self, words: str) -> list[str]:
        wanted = {word for word in WORD.findall(words.lower()) if word not in STOP_WORDS}
        counted = [(-len(wanted & held), key) for key, held in self._lines if wanted & held]
        return [key for _, key in sorted(counted, key=lambda pair: pair[0])][:DEPTH]


def _fact(said: Said, now: Instant) -> Fact:
    """Give what an import of a transcript, or a person who notes one sentence, would have written."""
    title, rest = _cut(said.text)
    return Fact(
        id=FactId(f"n-{said.at:%Y%m%d}-{re.sub(r'[^a-z0-9]+', '-', said.key)}"),
        type="fact",
        title=title,
        body=rest,
        subject=said.speaker,
        predicate="said" if said.is_turn else "",
        source=said.session,
        valid_from=instant_of(said.at),
        tx_at=now,
    )


def _cut(text: str) -> tuple[str, str]:
    """Make a title of a text; what is too long for one goes on in the body."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_TITLE:
        return line, ""
    at = line.rindex(" ", 0, LONGEST_TITLE)
    return line[:at], line[at + 1 :]


def _spoken(said: Said) -> str:
    return f"{said.speaker}: {said.text}" if said.is_turn else said.text
