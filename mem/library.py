"""The memory as a Python class for programs of other people: `from mem import Memory`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from mem.errors import MemError, UsageError
from mem.facts.changes import window_of
from mem.facts.fact import DEFAULT_CONFIDENCE, DEFAULT_PRIORITY, TYPES, Fact, FactId
from mem.facts.fields import Value
from mem.facts.instant import FOREVER, Instant, from_start, instant_of, through, to_end
from mem.facts.query import DEFAULT_LIMIT, Query
from mem.facts.ranking import Candidate
from mem.memory import Added, Draft, Forgotten, Shown, Updated
from mem.memory import Memory as Verbs
from mem.memory.asking import Happened
from mem.memory.tracing import Why
from mem.store.store import Store

__all__ = [
    "Added",
    "Fact",
    "Forgotten",
    "Found",
    "Happened",
    "MemError",
    "Memory",
    "Results",
    "Shown",
    "Updated",
    "UsageError",
    "Why",
]

When = datetime | str
"""A moment: a datetime (without a zone it is UTC), or text as on the command line, `2026-03-01` or `2w`."""


@dataclass(frozen=True, slots=True)
class Found:
    """One fact that a search found; `score` is 0 in a listing, `valid_to` None while it goes on."""

    id: str
    type: str
    title: str
    abstract: str
    scope: str
    subject: str
    priority: int
    confidence: float
    valid_from: datetime
    valid_to: datetime | None
    known_from: datetime
    is_current: bool
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Results:
    """What a search found, best first, of `total`. `is_loose` says that only parts or near spellings matched."""

    found: tuple[Found, ...]
    total: int
    is_loose: bool = False
    did_you_mean: tuple[str, ...] = ()


class Memory:
    """A store of facts. Each verb happens at `now`, the system's clock when it is left out.

    A request that cannot be met raises `MemError`, one that is put wrongly `UsageError`; both have `help`.
    """

    def __init__(self, verbs: Verbs) -> None:
        self._verbs = verbs

    @classmethod
    def open(cls, path: str | Path, *, cache: str | Path | None = None) -> Self:
        """Open the store at `path`; `cache` moves its index elsewhere."""
        root = Path(path).expanduser()
        return cls(Verbs.open(root, cache=Path(cache) if cache else None, environ=os.environ))

    @classmethod
    def create(cls, path: str | Path) -> Self:
        """Make a store at `path`, unless there is one, and open it."""
        Store.create(Path(path).expanduser(), [type.folder for type in TYPES.values()], environ=os.environ)
        return cls.open(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._verbs.close()

    def add(
        self,
        title: str,
        *,
        type: str = "fact",
        body: str = "",
        abstract: str = "",
        scope: str = "",
        subject: str = "",
        predicate: str = "",
        tags: Sequence[str] = (),
        priority: int = DEFAULT_PRIORITY,
        confidence: float = DEFAULT_CONFIDENCE,
        valid_from: When | None = None,
        valid_to: When | None = None,
        verified: str = "",
        source: str = "",
        agent: str = "",
        supersedes: Sequence[str] = (),
        key: str = "",
        force: bool = False,
        now: When | None = None,
    ) -> Added:
        """Remember one fact. An equal one that is believed is found, not doubled: `existed` tells."""
        moment = _moment(now)
        draft = Draft(
            title=title,
            type=type,
            body=body,
            abstract=abstract,
            scope=scope,
            subject=subject,
            predicate=predicate,
            tags=tuple(tags),
            priority=priority,
            confidence=confidence,
            valid_from=_start(valid_from, "valid_from", moment),
            valid_to=_end(valid_to, "valid_to", moment),
            verified=verified,
            source=source,
            source_agent=agent,
            supersedes=tuple(map(FactId, supersedes)),
            key=key,
        )
        return self._verbs.add(draft, moment, force=force)

    def revise(
        self,
        id: str,
        title: str,
        *,
        body: str = "",
        abstract: str = "",
        tags: Sequence[str] | None = None,
        priority: int | None = None,
        confidence: float = DEFAULT_CONFIDENCE,
        valid_from: When | None = None,
        valid_to: When | None = None,
        source: str = "",
        agent: str = "",
        force: bool = False,
        now: When | None = None,
    ) -> Added:
        """Say what is believed instead: a new fact that supersedes `id` and inherits what is left out."""
        moment = _moment(now)
        changes: dict[str, object] = {
            "title": title,
            "body": body,
            "abstract": abstract,
            "confidence": confidence,
            "valid_from": _start(valid_from, "valid_from", moment),
            "valid_to": _end(valid_to, "valid_to", moment),
            "source": source,
            "source_agent": agent,
        }
        changes |= {"tags": tuple(tags)} if tags is not None else {}
        changes |= {"priority": priority} if priority is not None else {}
        return self._verbs.revise(id, changes, moment, force=force)

    def update(
        self,
        id: str,
        *,
        title: str | None = None,
        body: str | None = None,
        abstract: str | None = None,
        scope: str | None = None,
        subject: str | None = None,
        tags: Sequence[str] | None = None,
        priority: int | None = None,
        confidence: float | None = None,
        verified: str | None = None,
        source: str | None = None,
        force: bool = False,
        now: When | None = None,
    ) -> Updated:
        """Correct the record of a fact: the same fact, its version one higher. None leaves a field as it is."""
        given: dict[str, Value | None] = {
            "title": title,
            "body": body,
            "abstract": abstract,
            "scope": scope,
            "subject": subject,
            "tags": list(tags) if tags is not None else None,
            "priority": priority,
            "confidence": confidence,
            "verified": verified,
            "source": source,
        }
        changes = {name: value for name, value in given.items() if value is not None}
        return self._verbs.update(id, changes, _moment(now), force=force)

    def forget(
        self,
        *ids: str,
        disown: bool = False,
        by: str = "",
        reason: str = "",
        dry_run: bool = False,
        now: When | None = None,
    ) -> Forgotten:
        """End belief in facts; history keeps them. With `disown` what they superseded is believed again."""
        return self._verbs.forget(ids, _moment(now), disown=disown, by=by, reason=reason, dry_run=dry_run)

    def restore(self, id: str, *, now: When | None = None) -> Updated:
        """Take a forgetting back."""
        return self._verbs.restore(id, _moment(now))

    def search(
        self,
        words: str = "",
        *,
        type: str | None = None,
        tags: Sequence[str] = (),
        scope: str | None = None,
        subject: str = "",
        source: str = "",
        min_priority: int = 0,
        as_of: When | None = None,
        known_at: When | None = None,
        valid_at: When | None = None,
        history: bool = False,
        hybrid: bool | None = None,
        limit: int | None = DEFAULT_LIMIT,
        now: When | None = None,
    ) -> Results:
        """Find beliefs by any of the words, best first; without words, by priority. `as_of` sets both clocks.

        `hybrid` looks at meaning too, as far as `embed` has come; None leaves that to the store's settings.
        """
        moment = _moment(now)
        query = Query(
            words,
            now=moment,
            types=(type,) if type else (),
            tags=tuple(tags),
            scopes=None if scope is None else (scope,),
            subject=subject,
            source=source,
            min_priority=min_priority,
            known_at=_last(known_at if as_of is None else as_of, "known_at", moment),
            valid_at=_last(valid_at if as_of is None else as_of, "valid_at", moment),
            history=history,
            hybrid=self._verbs.config.hybrid if hybrid is None else hybrid,
            limit=limit,
        )
        if not words.strip():
            listed = self._verbs.listing(query)
            return Results(tuple(_found(candidate) for candidate in listed.candidates), listed.total)
        answer = self._verbs.search(query)
        found = tuple(_found(hit.candidate, hit.score) for hit in answer.hits)
        return Results(found, answer.total, answer.loose, tuple(answer.suggestions))

    def embed(self) -> int:
        """Make the vectors that search by meaning still lacks, and give how many; raises `MemError` without a model."""
        return self._verbs.embed()

    def show(self, id: str, *, now: When | None = None) -> Shown:
        """Give one fact with its body, how it stands, and where in both times it is believed."""
        return self._verbs.show(id, _moment(now))

    def why(self, id: str, *, now: When | None = None) -> Why:
        """Tell where a fact came from, what it replaced and what replaced it."""
        return self._verbs.why(id, _moment(now))

    def diff(self, since: When, until: When | None = None, *, now: When | None = None) -> list[Happened]:
        """Tell what was learned, revised, retracted, expired or became valid, in order."""
        end = None if until is None else _text(until)
        return self._verbs.changes(window_of(_text(since), end, _moment(now)))


def _moment(when: When | None) -> Instant:
    if when is None:
        return instant_of(datetime.now(UTC))
    return from_start(_text(when), "now")


def _text(when: When) -> str:
    if isinstance(when, str):
        return when
    return instant_of(when if when.tzinfo else when.replace(tzinfo=UTC))


def _start(when: When | None, what: str, now: Instant) -> Instant | None:
    return None if when is None else from_start(_text(when), what, now)


def _end(when: When | None, what: str, now: Instant) -> Instant | None:
    return None if when is None else through(_text(when), what, now)


def _last(when: When | None, what: str, now: Instant) -> Instant | None:
    return None if when is None else to_end(_text(when), what, now)


def _found(candidate: Candidate, score: float = 0.0) -> Found:
    return Found(
        id=candidate.id,
        type=candidate.type,
        title=candidate.title,
        abstract=candidate.abstract,
        scope=candidate.scope,
        subject=candidate.subject,
        priority=candidate.priority,
        confidence=candidate.confidence,
        valid_from=datetime.fromisoformat(candidate.valid_from),
        valid_to=None if candidate.valid_to == FOREVER else datetime.fromisoformat(candidate.valid_to),
        known_from=datetime.fromisoformat(candidate.known_from),
        is_current=candidate.current,
        score=score,
    )
