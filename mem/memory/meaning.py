"""What the facts of a store mean: vectors beside its index, made where they are missing, and asked what is near."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from mem.embedding.base import Provider
from mem.embedding.nearness import Field
from mem.embedding.texts import digest, text_of
from mem.facts.blending import Nearness
from mem.facts.query import Query
from mem.facts.ranking import Candidate
from mem.index.base import Index
from mem.index.vectors import Said, Vectors, among, moment, said

AT_ONCE = 64  # texts a search makes vectors for while somebody waits
TOGETHER = 64  # texts whose vectors are kept in one step
MOST = 50  # facts that only meaning finds
LOOK = 200  # of the nearest that are held against the filters in one step


class Meaning:
    """One store's vectors and whoever makes them."""

    def __init__(self, provider: Provider, folder: Path | None) -> None:
        self.provider = provider
        self._vectors = Vectors(folder, json.dumps(asdict(provider.identity)))
        self._state: tuple[Index, int, int] | None = None
        self._said: list[Said] = []
        self._digests: list[bytes] = []
        self._texts: dict[bytes, str] = {}
        self._held: dict[bytes, bytes] = {}
        self._field: Field | None = None
        self._in_field: list[Said] = []

    def close(self) -> None:
        self._vectors.close()

    def take_stock(self, index: Index) -> int:
        """Look at what the index holds, and give how many texts have no vector."""
        state = (index, *moment(index))
        if state != self._state:
            self._state, self._said = state, said(index)
            texts = [text_of(one.subject, one.title, one.abstract, one.since) for one in self._said]
            self._digests = [digest(text) for text in texts]
            self._texts = dict(zip(self._digests, texts, strict=True))
            self._field = None
        if not self._texts.keys() <= self._held.keys():  # not read yet, or made by another process since
            self._held, self._field = self._vectors.held(), None
        return len(self._texts.keys() - self._held.keys())

    @property
    def total(self) -> int:
        """How many different texts there are."""
        return len(self._texts)

    def catch_up(self, most: int | None = None, progress: Callable[[int], object] = lambda _: None) -> int:
        """Make vectors that are missing, of the youngest first; give how many are still missing."""
        missing = [digest for digest in self._texts if digest not in self._held]
        due = missing if most is None else missing[:most]
        for start in range(0, len(due), TOGETHER):
            some = due[start : start + TOGETHER]
            made = dict(zip(some, self.provider.embed([self._texts[one] for one in some]), strict=True))
            self._vectors.put(made)
            self._held |= made
            self._field = None
            for done in range(start + 1, start + len(some) + 1):
                progress(done)
        if most is None:
            self._vectors.drop(self._held.keys() - self._texts.keys())
        return len(missing) - len(due)

    def near(self, words: str) -> list[tuple[float, Said]]:
        """Give every version with a vector and its cosine to the words, the nearest first."""
        if self._field is None:
            pairs = [
                (one, self._held[key]) for one, key in zip(self._said, self._digests, strict=True) if key in self._held
            ]
            self._in_field = [one for one, _ in pairs]
            self._field = Field([vector for _, vector in pairs], self.provider.identity.dimensions)
        cosines = self._field.cosines(self.provider.embed([words])[0])
        order = sorted(range(len(cosines)), key=lambda place: -cosines[place])
        return [(cosines[place], self._in_field[place]) for place in order]


def nearness(near: Sequence[tuple[float, Said]]) -> Nearness:
    return {(one.id, one.number): cosine for cosine, one in near}


def only_near(index: Index, query: Query, near: Sequence[Said]) -> list[Candidate]:
    """Give the first of these, the nearest first, that pass every filter of the query."""
    kept: list[Candidate] = []
    for start in range(0, len(near), LOOK):
        some = near[start : start + LOOK]
        places = {(one.id, one.number): place for place, one in enumerate(some)}
        passing = among(index, query, [one.rid for one in some])
        kept += sorted(passing, key=lambda candidate: places[candidate.id, candidate.number])
        if len(kept) >= MOST:
            break
    return kept[:MOST]
