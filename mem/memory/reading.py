"""The verbs that only read: search, list, show, review."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from mem.errors import MemError
from mem.facts.fact import Fact, FactId
from mem.facts.instant import FOREVER, Instant, datetime_of, instant_of
from mem.facts.query import Query
from mem.facts.ranking import Candidate, Hit, rank
from mem.facts.timeline import Timeline
from mem.index.base import Matches
from mem.index.match import phrases
from mem.memory.by_meaning import ByMeaning
from mem.memory.results import Answer, Inbox, Shown, Standing, State
from mem.store import marks

EXPIRES_SOON = timedelta(days=14)


class UnknownFact(MemError):
    """No fact goes by this id."""

    def __init__(self, text: str, nearest: Sequence[FactId]) -> None:
        near = ", ".join(nearest)
        super().__init__(
            f"no fact called `{text}`", help=f"did you mean {near}?" if near else "mem list shows what there is"
        )


class AmbiguousId(MemError):
    """Several facts begin with this id."""

    def __init__(self, text: str, live: Sequence[FactId], forgotten: int) -> None:
        some = ", ".join(live[:5])
        more = f" and {len(live) - 5} more" if len(live) > 5 else ""
        help = f"say which: {some}{more}" if live else "all of them are forgotten, mem log lists them"
        super().__init__(f"`{text}` may mean {len(live) + forgotten} facts", help=help)


class Reading(ByMeaning):
    """What can be asked of a memory."""

    def search(self, query: Query) -> Answer:
        """Rank what the words match; when nothing does, parts of words and near spellings are tried, and said so."""
        self.refresh()
        return self.answer(query)

    def answer(self, query: Query) -> Answer:
        """Answer a search from what was last taken in, for callers that ask several questions at once."""
        return self.settled(lambda: self._answer(query), lambda answer: [hit.candidate.path for hit in answer.hits])

    def _answer(self, query: Query) -> Answer:
        found = self.index.match(query)
        if query.hybrid and not query.precise:
            found = self.with_meaning(found, query)
        hits = self._verified(rank(found.candidates, query.now, self._pins()), query)
        if hits or found.total or found.below_floor or found.elsewhere:
            dropped = len(found.candidates) - len(hits)
            return Answer(hits[: query.limit], max(0, found.total - dropped), found.below_floor, found.elsewhere)
        if query.precise:
            return Answer((), 0)
        near = self.index.match_loosely(query)
        if near.total:
            return Answer(rank(near.candidates, query.now, self._pins())[: query.limit], near.total, loose=True)
        return Answer((), 0, suggestions=self.index.suggestions(query.words))

    def listing(self, query: Query) -> Matches:
        """Give what passes the filters, by priority, then freshness."""
        self.refresh()
        return self.listed(query)

    def listed(self, query: Query, *, most: int | None = None) -> Matches:
        """Give the same from what was last taken in, counting no more than `most`."""
        return self.settled(
            lambda: self.index.listing(query, most=most), lambda found: [one.path for one in found.candidates]
        )

    def find(self, text: str) -> FactId:
        """Give the one fact that `text` means; raises `UnknownFact` or `AmbiguousId`."""
        found = self.index.named(text)
        if not found:
            raise UnknownFact(text, self.index.nearest(text))
        if len(found) > 1:
            live = [id for id in found if not _is_forgotten(self.index.entries(id)[-1].fact)]
            raise AmbiguousId(text, live, len(found) - len(live))
        return found[0]

    def found(self, text: str) -> FactId:
        """Take in what is new, and give the one fact that `text` means, its file as it is now."""
        self.refresh()
        return self.settled(lambda: self.find(text), self.index.files_of)

    def standing(self, text: str, now: Instant) -> Standing:
        """Give the latest version of the fact `text` means, and how it stands today."""
        id = self.find(text)
        last = self.index.entries(id)[-1]
        timeline = Timeline(self.index.component([id]))
        current = [rectangle for rectangle in timeline.rectangles(id) if rectangle.known.end == FOREVER]
        replaced_by = tuple(timeline.replaced_by(id))
        fact = (self.fact_at(last.path) if last.blob else None) or self.fact_of(last)
        spans = [rectangle.current for rectangle in current if rectangle.current]
        return Standing(
            fact=fact,
            path=last.path,
            state=_state(last.fact, [(span.start, span.end) for span in spans], replaced_by, now),
            recorded=last.recorded,
            starts=last.fact.valid_from or last.fact.tx_at or last.recorded,
            replaced_by=replaced_by,
            heads=tuple(head for head in timeline.heads(id) if head != id),
        )

    def show(self, text: str, now: Instant) -> Shown:
        """Give one fact with all it is known to have claimed."""
        self.refresh()
        standing = self.settled(lambda: self.standing(text, now), lambda standing: [standing.path])
        return Shown(standing, self.index.rectangles(standing.fact.id))

    def believed(self, query: Query) -> list[Fact]:
        """Give every fact that passes the filters, with its body."""
        candidates = self.listing(query).candidates
        return [fact for candidate in candidates if (fact := self._text(candidate))]

    def review(self, now: Instant, min_confidence: float) -> Inbox:
        """Gather what needs a look, the most important first."""
        everything = self.listing(Query(now=now, limit=None)).candidates
        soon = instant_of(datetime_of(now) + EXPIRES_SOON)
        moved = marks.read(str(self.store.private))
        return Inbox(
            unsure=[c for c in everything if c.confidence < min_confidence or not c.verified],
            total=len(everything),
            contested=self.contested(),
            unreadable=self.index.unreadable(),
            expiring=[c for c in everything if c.valid_to <= soon],
            given_way=[(FactId(id), commit) for id, commit in self.store.given_way()],
            stale=[(c, moved[c.id, c.number]) for c in everything if (c.id, c.number) in moved],
        )

    def contested(self) -> list[tuple[FactId, list[FactId]]]:
        """Give the facts that two live facts each claim to replace, with those two."""
        forks = self.index.forks()
        timeline = Timeline(self.index.component(forks))
        return [(id, rivals) for id in forks if (rivals := timeline.contested(id))]

    def count_unrecalled(self, now: Instant, recalled: set[str]) -> int:
        """Count the believed facts that no search has ever returned."""
        return sum(c.id not in recalled for c in self.index.listing(Query(now=now, limit=None)).candidates)

    def index_differences(self) -> list[str]:
        """Compare the index in use with one made anew; an empty list proves them equal."""
        fresh = self.fresh_index()
        try:
            other = type(self)(self.store, fresh, self._cache)
            other._take_working_tree(())
            return self.index.differences(fresh)
        finally:
            fresh.close()

    def _text(self, candidate: Candidate) -> Fact | None:
        """Give the version that was found, with its body; None when it cannot be had."""
        if candidate.current:
            return self.fact_at(candidate.path)
        entries = self.index.entries(candidate.id)
        return next((self.fact_of(entry) for entry in entries if entry.number == candidate.number), None)

    def _pins(self) -> dict[marks.Mark, float]:
        """Give the factors of what is pinned to code that this machine saw move."""
        return marks.factors(str(self.store.private))

    def _verified(self, hits: list[Hit], query: Query) -> list[Hit]:
        """Keep the hits whose text really holds every quoted phrase: the index knows words, not texts."""
        wanted = phrases(query.words)
        if not wanted:
            return hits
        return [hit for hit in hits if self._holds(hit, wanted)]

    def _holds(self, hit: Hit, wanted: Sequence[str]) -> bool:
        fact = self._text(hit.candidate)
        if fact is None:
            return True
        text = _folded(" ".join((fact.title, fact.abstract, fact.body, " ".join(fact.tags))))
        return all(_folded(phrase) in text for phrase in wanted)


def _is_forgotten(fact: Fact) -> bool:
    return bool(fact.retracted_at or fact.disowned_at)


def _state(fact: Fact, spans: Sequence[tuple[Instant, Instant]], replaced_by: Sequence[FactId], now: Instant) -> State:
    if fact.disowned_at:
        return State.DISOWNED
    if fact.retracted_at:
        return State.RETRACTED
    if any(start <= now < end for start, end in spans):
        return State.BELIEVED
    if any(now < start for start, _ in spans):
        return State.FUTURE
    return State.SUPERSEDED if replaced_by else State.EXPIRED


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
