"""Random histories: what people and agents do to a store, as revisions of files and as records for the oracle."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mem.facts import document
from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant
from mem.store.store import Revision
from mem.store.trees import object_id

from helpers.oracle import Oracle, Record, plus

START = datetime(2026, 3, 1, tzinfo=UTC)


class History:
    """One random history. `revisions` come in commits, oldest first."""

    def __init__(self, seed: int, steps: int = 12) -> None:
        self.random = random.Random(seed)
        self.oracle = Oracle()
        self.revisions: list[list[Revision]] = []
        self._now = START
        self._texts: dict[str, str] = {}
        self._deleted: set[str] = set()
        for _ in range(steps):
            self._tick()
            self._step()

    @property
    def now(self) -> Instant:
        return Instant(self._text(self._now))

    def _text(self, moment: datetime) -> str:
        return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"

    def _tick(self) -> None:
        self._now += self.random.choice(
            [
                timedelta(0),
                timedelta(milliseconds=1),
                timedelta(seconds=7),
                timedelta(hours=5),
                timedelta(days=2),
                timedelta(days=9, milliseconds=250),
            ]
        )

    def _step(self) -> None:
        living = [id for id in self._texts if id not in self._deleted]
        if not living:
            self._add(())
            return
        act = self.random.choice(
            (
                "add",
                "add",
                "revise",
                "revise",
                "revise",
                "update",
                "edit",
                "delete",
                "forget",
                "disown",
                "restore",
                "merge",
            )
        )
        id = self.random.choice(living)
        if act == "add":
            self._add(())
        elif act == "revise":
            self._add((id,))
        elif act == "merge" and len(living) > 1:
            self._merge(id, self.random.choice([other for other in living if other != id]))
        elif act in ("update", "edit", "delete", "forget", "disown", "restore"):
            getattr(self, f"_{act}")(id)

    def _some_day(self) -> Instant | None:
        """A date to be back-dated or post-dated to; mostly none."""
        if self.random.random() < 0.5:
            return None
        return Instant(self._text(self._now + timedelta(days=self.random.randint(-20, 12))))

    def _add(self, supersedes: tuple[str, ...]) -> None:
        skew = timedelta(minutes=self.random.choice((0, 0, 0, -60, 60, 3)))
        said = self._text(self._now + skew)
        for old in supersedes:
            said = max(said, plus(self._known(old), 1))
        starts, ends = self._some_day(), None
        if self.random.random() < 0.2:
            ends = Instant(plus(starts or said, self.random.randint(1, 10 * 86_400_000)))
        id = f"n-2026-03-01-{len(self._texts)}"
        fact = Fact(
            FactId(id), "fact", f"Claim {len(self._texts)}", tx_at=Instant(said), valid_from=starts, valid_to=ends,
            supersedes=tuple(FactId(old) for old in supersedes),
        )  # fmt: skip
        self._write(id, document.compose(fact))
        self.oracle.write(Record(id, said, said, starts, ends, supersedes))

    def _update(self, id: str) -> None:
        starts = self._some_day()
        record = self.oracle.last(id)
        if starts is None or (record.valid_to and record.valid_to <= starts):
            self._change(id, {"priority": self.random.randint(0, 100)}, record)
        else:
            self._change(id, {"valid_from": starts}, replace(record, valid_from=starts))

    def _forget(self, id: str) -> None:
        record = self.oracle.last(id)
        if record.retracted or record.disowned:
            return
        at = self._after(id)
        self._change(id, {"retracted_at": at}, replace(record, retracted=at))

    def _disown(self, id: str) -> None:
        record = self.oracle.last(id)
        if record.disowned:
            return
        at = self._after(id)
        retracted = record.retracted or at
        self._change(
            id, {"retracted_at": retracted, "disowned_at": at}, replace(record, retracted=retracted, disowned=at)
        )

    def _restore(self, id: str) -> None:
        record = self.oracle.last(id)
        if record.retracted or record.disowned:
            self._change(
                id, {"retracted_at": None, "disowned_at": None}, replace(record, retracted=None, disowned=None)
            )

    def _merge(self, keep: str, other: str) -> None:
        kept, gone = self.oracle.last(keep), self.oracle.last(other)
        if (
            any(record.retracted or record.disowned for record in (kept, gone))
            or self._leads(keep, other)
            or self._leads(other, keep)
        ):
            return
        starts = gone.starts if gone.starts < kept.starts else kept.valid_from
        supersedes = (*kept.supersedes, other)
        said = max(self._after(keep), plus(self._known(other), 1))
        changes = {"supersedes": list(supersedes), **({"valid_from": starts} if starts else {})}
        self._change(keep, changes, replace(kept, valid_from=starts, supersedes=supersedes), said=said)

    def _edit(self, id: str) -> None:
        """A hand edit: known from the commit that takes it in, in whole seconds."""
        said = self._text(self._now.replace(microsecond=0))
        text = document.edit(self._texts[id], {"title": f"Claim edited {self.random.randint(0, 10**9)}"})
        self._write(id, text, recorded=said)
        self.oracle.write(replace(self.oracle.last(id), said_at=said))

    def _delete(self, id: str) -> None:
        said = self._text(self._now.replace(microsecond=0))
        self.revisions.append([Revision(self._path(id), None, "", Instant(said), self._commit())])
        self._deleted.add(id)
        record = self.oracle.last(id)
        self.oracle.write(replace(record, said_at=said, retracted=record.retracted or said))

    def _change(self, id: str, changes: dict, record: Record, said: str | None = None) -> None:
        said = said or self._after(id)
        text = document.edit(self._texts[id], {**changes, "updated_at": said})
        self._write(id, text)
        self.oracle.write(replace(record, said_at=said))

    def _write(self, id: str, text: str, recorded: str | None = None) -> None:
        self._texts[id] = text
        at = Instant(recorded or self._text(self._now.replace(microsecond=0)))
        data = text.encode()
        self.revisions.append([Revision(self._path(id), data, object_id("blob", data), at, self._commit())])

    def _after(self, id: str) -> Instant:
        return Instant(max(self._text(self._now), plus(self._known(id), 1)))

    def _known(self, id: str) -> str:
        return max(known for known, record in self.oracle.records if record.id == id)

    def _leads(self, start: str, goal: str) -> bool:
        """Whether any version of `start` supersedes `goal`, near or far: merging then would close a ring."""
        edges: dict[str, set[str]] = {}
        for _, record in self.oracle.records:
            edges.setdefault(record.id, set()).update(record.supersedes)
        waiting, seen = [start], set()
        while waiting:
            id = waiting.pop()
            if id == goal:
                return True
            fresh = edges.get(id, set()) - seen
            seen |= fresh
            waiting += fresh
        return False

    def _path(self, id: str) -> str:
        return f"objects/facts/{id}.md"

    def _commit(self) -> str:
        return f"{len(self.revisions) + 1:040x}"
