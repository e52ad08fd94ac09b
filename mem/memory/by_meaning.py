"""Search by meaning beside search by words, for memories that have something to make vectors with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mem.embedding.base import NoModel, Provider
from mem.facts.query import Query
from mem.facts.ranking import Candidate
from mem.index.base import Matches
from mem.index.match import uses_syntax
from mem.memory.core import Core

if TYPE_CHECKING:
    from mem.memory.meaning import Meaning

SAID = "no model"


class ByMeaning(Core):
    """A memory whose search can look at meaning too.

    `provider` makes the vectors, the one that `MEM_EMBED_MODEL` names where nobody sets another. `no_model` is why a
    search had to do without, `pending` how many texts it found without a vector.
    """

    provider: Provider | None = None
    no_model = ""
    pending = 0
    _meaning: Meaning | None = None

    def close(self) -> None:
        if self._meaning:
            self._meaning.close()
        super().close()

    def meaning(self) -> Meaning:
        """Give what makes and keeps vectors, in step with the index; raises `NoModel` where nothing can make any."""
        if self._meaning is None:
            from mem.embedding.choosing import provider_of
            from mem.memory.meaning import Meaning

            self.provider = self.provider or provider_of(self.embed_model)
            self._meaning = Meaning(self.provider, self._cache if self._cache.is_dir() else None)
        self.pending = self._meaning.take_stock(self.index)
        return self._meaning

    def embed(self, progress: Callable[[int], object] = lambda _: None) -> int:
        """Make every vector that is missing, and give how many those were; raises `NoModel`."""
        self.refresh()
        meaning = self.meaning()
        made = self.pending
        self.pending = meaning.catch_up(progress=progress)
        return made

    def drop_vectors(self) -> None:
        """Let go of every vector, since some tell of texts that are to be gone for good."""
        from mem.index.vectors import FILE

        if self._meaning:
            self._meaning.close()
            self._meaning = None
        (self._cache / FILE).unlink(missing_ok=True)

    def with_meaning(self, found: Matches, query: Query) -> Matches:
        """Blend what is near in meaning into what words found; without a model, say so once and leave it at that."""
        from mem.facts.blending import blend
        from mem.memory.meaning import AT_ONCE, nearness, only_near

        try:
            meaning = self.meaning()
        except NoModel as error:
            self._say_once(error)
            return found
        self.pending = meaning.catch_up(AT_ONCE)
        near = meaning.near(query.words)
        others: list[Candidate] = []
        if not uses_syntax(query.words):  # what was asked for to the letter, meaning cannot answer
            known = {candidate.id for candidate in found.candidates}
            floor = meaning.provider.floor
            others = only_near(
                self.index, query, [one for cosine, one in near if cosine >= floor and one.id not in known]
            )
        candidates = blend(found.candidates, others, nearness(near))
        return Matches(candidates, found.total + len(others), found.below_floor, found.elsewhere)

    def _say_once(self, error: NoModel) -> None:
        self.no_model = f"{error.message}; {error.help}"
        if self.index.noted(SAID) != error.message:
            self.notices.append(self.no_model)
            self.index.note(SAID, error.message)
