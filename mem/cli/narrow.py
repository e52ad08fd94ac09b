"""A memory as far as recall asks it, answered from an index that is in step; what needs more is for the full lane."""

from __future__ import annotations

from mem.cli import hot
from mem.facts.ranking import rank
from mem.index import match
from mem.store import marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from mem.facts.query import Query
    from mem.facts.ranking import Hit
    from mem.index.sqlite import SqliteIndex
    from mem.store.refs import Places


class NotPlain(Exception):
    """This takes the whole memory: a text has to be read, or a file was changed."""


class Found:
    """The hits of one question, best first."""

    __slots__ = ("hits",)

    def __init__(self, hits: list[Hit]) -> None:
        self.hits = hits


class Narrow:
    """Answers as `Memory` does, or raises `NotPlain`."""

    def __init__(self, index: SqliteIndex, places: Places) -> None:
        self.index = index
        self._places = places
        self._pins = marks.factors(places.own)

    def refresh(self) -> None:
        """There is nothing to take in: the index is in step."""

    def answer(self, query: Query) -> Found:
        if match.uses_syntax(query.words):
            raise NotPlain
        found = self.index.match(query)
        if not (found.total or found.below_floor or found.elsewhere):
            found = self.index.match_loosely(query)
        hits = rank(found.candidates, query.now, self._pins)[: query.limit]
        self.check([hit.candidate.path for hit in hits])
        return Found(hits)

    def check(self, paths: list[str]) -> None:
        """Refuse an answer whose files are not as they were read."""
        if not hot.are_fresh(self.index, self._places.root, paths):
            raise NotPlain

    def fact_at(self, path: str) -> NoReturn:
        raise NotPlain(path)
