"""A store that is lived in: random verbs, hand edits and plain git on a real repository, told to the oracle as well."""

from __future__ import annotations

import os
import random
import subprocess
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mem.errors import MemError
from mem.facts.fact import TYPES, FactId
from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.facts.similar import disjoint, pairs
from mem.memory import Draft, Memory
from mem.store.store import Store

from helpers.oracle import Oracle, Record, plus

START = datetime(2026, 3, 1, 9, 30, 0, 250_000, tzinfo=UTC)
STEPS = (timedelta(milliseconds=3), timedelta(seconds=7), timedelta(hours=5), timedelta(days=2, milliseconds=125))
SKEWS = (timedelta(0), timedelta(0), timedelta(0), timedelta(minutes=-40), timedelta(minutes=25))
TITLES = ("Rotate the deploy keys", "Rotate deploy keys", "Ferries leave from the north pier", "Oil the oak door")
ACTS = (
    "add", "add", "revise", "revise", "revise", "update", "date", "edit", "edit_with_git", "delete", "forget",
    "disown", "restore", "merge", "dedup",
)  # fmt: skip


class Life:
    """What happened to one store; the clock of each act may be wrong by minutes, as on another machine."""

    def __init__(self, folder: Path, seed: int, steps: int = 16) -> None:
        self.random = random.Random(seed)
        self.oracle = Oracle()
        self.root = folder / "store"
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(folder)}
        Store.create(self.root, [type.folder for type in TYPES.values()], environ=self.environ)
        self._git("config", "mem.durability", "normal")
        self.memory = Memory.open(self.root, environ=self.environ)
        self._clock = START
        self._deleted: set[FactId] = set()
        for _ in range(steps):
            self._clock += self.random.choice(STEPS)
            self._act()

    @property
    def now(self) -> Instant:
        """A moment after all that was recorded."""
        return Instant(plus(max(self.oracle.instants()), 1))

    def answer(self, known: str | None, valid: str | None) -> list[str]:
        known_at, valid_at = known and Instant(known), valid and Instant(valid)
        query = Query(now=self.now, known_at=known_at, valid_at=valid_at, limit=None)  # type: ignore[arg-type]
        return sorted(candidate.id for candidate in self.memory.listing(query).candidates)

    def _act(self) -> None:
        act = self.random.choice(ACTS)
        now = Instant(_text(self._clock + self.random.choice(SKEWS)))
        there = [id for id in self._ids() if id not in self._deleted]
        try:
            if act == "add" or not there:
                self._add(now)
            elif act == "dedup":
                self._dedup(now)
            elif act in ("restore", "disown"):  # these work on a deleted file too, and bring it back
                getattr(self, f"_{act}")(self.random.choice(self._ids()), now)
            else:
                getattr(self, f"_{act}")(self.random.choice(there), now)
        except MemError:
            return  # refused, as it should be where a fact is no longer the live end of its chain

    def _ids(self) -> list[FactId]:
        return list(dict.fromkeys(FactId(record.id) for _, record in self.oracle.records))

    def _draft(self) -> Draft:
        starts = self._some_day()
        ends = Instant(plus(starts, 86_400_000 * 9)) if starts and self.random.random() < 0.3 else None
        body = f"Said as number {len(self.oracle.records)}."
        return Draft(self.random.choice(TITLES), body=body, valid_from=starts, valid_to=ends)

    def _some_day(self) -> Instant | None:
        if self.random.random() < 0.5:
            return None
        return Instant(_text((self._clock + timedelta(days=self.random.randint(-9, 6))).replace(hour=0, minute=0)))

    def _add(self, now: Instant) -> None:
        draft = self._draft()
        added = self.memory.add(draft, now)
        if not added.existed:
            self.oracle.write(Record(added.fact.id, now, now, draft.valid_from, draft.valid_to))

    def _revise(self, old: FactId, now: Instant) -> None:
        draft = self._draft()
        changes = {"title": draft.title, "body": draft.body, "valid_from": draft.valid_from, "valid_to": draft.valid_to}
        added = self.memory.revise(old, changes, now)
        said = self._after(now, old)
        self.oracle.write(Record(added.fact.id, said, said, draft.valid_from, draft.valid_to, (old,)))

    def _update(self, id: FactId, now: Instant) -> None:
        if self.memory.update(id, {"priority": self.random.randint(0, 100)}, now).changed:
            self._told(id, now)

    def _date(self, id: FactId, now: Instant) -> None:
        starts, record = self._some_day(), self.oracle.last(id)
        if starts is None or (record.valid_to and record.valid_to <= starts):
            return
        if self.memory.update(id, {"valid_from": starts}, now).changed:
            self._told(id, now, valid_from=starts)

    def _forget(self, id: FactId, now: Instant) -> None:
        if self.memory.forget([id], now).facts:
            self._told(id, now, retracted=self._after(now, id))

    def _disown(self, id: FactId, now: Instant) -> None:
        retracted = self.oracle.last(id).retracted
        if self.memory.forget([id], now, disown=True).facts:
            at = self._after(now, id)
            self._told(id, now, retracted=retracted or at, disowned=at)
            self._deleted.discard(id)

    def _restore(self, id: FactId, now: Instant) -> None:
        if self.memory.restore(id, now).changed:
            self._told(id, now, retracted=None, disowned=None)
            self._deleted.discard(id)

    def _merge(self, keep: FactId, now: Instant) -> None:
        others = [id for id in self._ids() if id != keep and id not in self._deleted]
        if others:
            other = self.random.choice(others)
            self.memory.merge(keep, other, now)
            self._merged(keep, other, now)

    def _dedup(self, now: Instant) -> None:
        facts = self.memory.believed(Query(now=now, limit=None))
        for pair in disjoint(pairs(facts, 0.6)):
            self.memory.merge_pairs([pair], now)
            self._merged(pair.keep.id, pair.absorb.id, now)

    def _merged(self, keep: FactId, other: FactId, now: Instant) -> None:
        kept, gone = self.oracle.last(keep), self.oracle.last(other)
        said = max(self._after(now, keep), self._after(now, other))
        starts = gone.starts if gone.starts < kept.starts else kept.valid_from
        supersedes = tuple(dict.fromkeys((*kept.supersedes, other)))
        self.oracle.write(replace(kept, said_at=said, valid_from=starts, supersedes=supersedes))

    def _edit(self, id: FactId, now: Instant) -> None:
        """An edit by hand; sometimes somebody reads before a writer comes and commits it."""
        self._retitle(id)
        if self.random.random() < 0.5:
            self.memory.refresh()
        with self.memory.writing(now):
            pass
        self.oracle.write(replace(self.oracle.last(id), said_at=_whole(now)))

    def _edit_with_git(self, id: FactId, now: Instant) -> None:
        self._retitle(id)
        self._git("add", "-A")
        self._git("commit", "-q", "-m", "by hand", date=now)
        self.oracle.write(replace(self.oracle.last(id), said_at=_whole(now)))

    def _delete(self, id: FactId, now: Instant) -> None:
        self._path(id).unlink()
        with self.memory.writing(now):
            pass
        self._deleted.add(id)
        record = self.oracle.last(id)
        self.oracle.write(replace(record, said_at=_whole(now), retracted=record.retracted or _whole(now)))

    def _retitle(self, id: FactId) -> None:
        path = self._path(id)
        text = path.read_text("utf-8")
        path.write_text(text.replace("\ntitle: ", "\ntitle: Indeed ", 1), "utf-8")

    def _path(self, id: FactId) -> Path:
        return next(self.root.glob(f"objects/**/{id}.md"))

    def _told(self, id: FactId, now: Instant, **changes: str | None) -> None:
        self.oracle.write(replace(self.oracle.last(id), said_at=self._after(now, id), **changes))  # type: ignore[arg-type]

    def _after(self, now: Instant, id: FactId) -> Instant:
        """When a record that refers to a fact is said: now, but later than what was said of the fact before."""
        return Instant(max(now, plus(self.oracle.last(id).said_at, 1)))

    def _git(self, *words: str, date: Instant | None = None) -> None:
        identity = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@example.invalid"}
        identity |= {"GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@example.invalid"}
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else {}
        subprocess.run(["git", *words], cwd=self.root, env=self.environ | identity | dates, check=True)


def _text(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def _whole(now: str) -> str:
    """Git keeps whole seconds."""
    return f"{now[:19]}.000Z"
