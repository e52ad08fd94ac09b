"""The verbs that make facts: add and revise, one or many in one commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from mem.facts import document
from mem.facts.fact import TYPES, Fact, FactId, new_id
from mem.facts.instant import Instant, later
from mem.facts.query import Query
from mem.facts.similar import Near, nearest
from mem.memory.core import subject_line
from mem.memory.drafts import Claim, checked, claim, fact_of
from mem.memory.results import Added, Draft, State
from mem.memory.writing import Writing
from mem.store.files import TOP
from mem.store.layout import Room
from mem.store.revision import Edit

if TYPE_CHECKING:
    from mem.store.writer import Writer

NEAR = 0.6  # title similarity from which a new fact is said to have a near-duplicate
MANY = 64  # facts; so many are not each compared with all there are, for `mem dedup` does that better


class _Batch:
    """The facts of one commit to come: each draft is seen in the light of those before it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.texts: dict[str, str] = {}
        self.paths: dict[FactId, str] = {}
        self.claims: dict[Claim, Fact] = {}

    def enter(self, fact: Fact) -> str:
        path = self.room.take(f"{TOP}/{TYPES[fact.type].folder}", f"{fact.id}.md")
        self.texts[path] = document.compose(fact)
        self.paths[fact.id] = path
        self.claims[claim(fact)] = fact
        return path

    def subject(self) -> str:
        first = next(iter(self.claims.values()))
        if len(self.texts) > 1:
            return f"mem: add {len(self.texts)} facts"
        return subject_line("revise" if first.supersedes else "", first)


class Adding(Writing):
    """What can be remembered."""

    def add(self, draft: Draft, now: Instant, *, force: bool = False, besides: Sequence[Edit] = ()) -> Added:
        """Remember one fact. An equal fact that is believed now is found, not doubled; so is one with the same key.

        `besides` are changes to other files that go into the same commit, if one is made.
        """
        draft = checked(draft, force=force)
        with self.writing(now, force=force) as writer:
            return self._add_all(writer, [draft], now, besides)[0]

    def add_all(
        self,
        drafts: Sequence[Draft],
        now: Instant,
        *,
        force: bool = False,
        progress: Callable[[int], object] = lambda _: None,
    ) -> list[Added]:
        """Remember many facts in one commit, or none of them; `progress` hears how many are ready to be written."""
        drafts = [checked(draft, force=force) for draft in drafts]
        with self.writing(now, force=force) as writer:
            return self._add_all(writer, drafts, now, progress=progress)

    def equal(self, draft: Draft, now: Instant) -> Fact | None:
        """Find the fact that adding this draft would find instead of making one."""
        return self._equal(draft, now)

    def revise(self, text: str, changes: Mapping[str, Any], now: Instant, *, force: bool = False) -> Added:
        """State what is believed instead: a new fact that supersedes the one `text` means.

        What `changes` does not name is inherited, save validity, source, pin, verification and confidence.
        """
        with self.writing(now, force=force) as writer:
            old = self.standing(text, now).fact
            inherited = Draft(
                title=old.title,
                type=old.type,
                scope=old.scope,
                subject=old.subject,
                predicate=old.predicate,
                tags=old.tags,
                priority=old.priority,
            )
            known = {field.name for field in fields(Draft)}
            given = {name: value for name, value in changes.items() if name in known}
            also: tuple[FactId, ...] = given.pop("supersedes", ())
            draft = replace(inherited, **given, supersedes=(old.id, *also))
            return self._add_all(writer, [checked(draft, force=force)], now)[0]

    def _add_all(
        self,
        writer: Writer,
        drafts: Sequence[Draft],
        now: Instant,
        besides: Sequence[Edit] = (),
        progress: Callable[[int], object] = lambda _: None,
    ) -> list[Added]:
        batch = _Batch(self.store.room())
        results: list[Added] = []
        for draft in drafts:
            progress(len(results))
            results.append(self._enter(batch, draft, now, is_one_of_many=len(drafts) >= MANY))
        if not batch.texts:
            return results
        done = self._write(writer, batch.texts, batch.subject(), new=True, besides=besides)
        return [
            result if result.existed else result._replace(uncommitted=done.uncommitted, warnings=done.warnings)
            for result in results
        ]

    def _enter(self, batch: _Batch, draft: Draft, now: Instant, *, is_one_of_many: bool) -> Added:
        """Make a fact of a draft, or find the one that says the same."""
        coming = batch.claims.get(claim(draft))
        if coming:
            return Added(coming, batch.paths[coming.id], existed=True)
        equal = self._equal(draft, now)
        if equal:
            last = self.index.entries(equal.id)[-1]
            return Added(equal, last.path, existed=True, uncommitted=last.commit is None)
        fact = self._fact(draft, now, batch)
        return Added(fact, batch.enter(fact), near=None if is_one_of_many else self._near(fact, now))

    def _fact(self, draft: Draft, now: Instant, batch: _Batch) -> Fact:
        at = now
        superseded = []
        for text in draft.supersedes:
            standing = self._revisable(text, now)
            superseded.append(standing.fact.id)
            at = max(at, later(standing.recorded))

        def is_taken(id: FactId) -> bool:
            return id in batch.paths or self.index.answers_to(id) or batch.room.has_name(f"{id}.md")

        id = new_id(draft.type, draft.title, at, is_taken)
        return fact_of(draft, id, supersedes=tuple(superseded), tx_at=at)

    def _equal(self, draft: Draft, now: Instant) -> Fact | None:
        """Find the fact that a repeated call has made already."""
        if draft.key and (keyed := self.index.by_key(draft.key)):
            return self.index.entries(keyed)[-1].fact
        if draft.supersedes:
            return None
        for id in self.index.numbered(new_id(draft.type, draft.title, now, lambda _: False)):
            standing = self.standing(id, now)
            if standing.state in (State.BELIEVED, State.FUTURE) and claim(standing.fact) == claim(draft):
                return standing.fact
        return None

    def _near(self, fact: Fact, now: Instant) -> Near | None:
        """Find a believed fact of the same type that says nearly the same."""
        query = Query(fact.title, now=now, types=(fact.type,), limit=10)
        found = [self.index.entries(c.id)[-1].fact for c in self.index.match(query).candidates[:10]]
        return nearest(fact, [other for other in found if other.id not in (fact.id, *fact.supersedes)], NEAR)
