"""Belief by the definition and nothing else: replay the records made at or before K, keep what is valid at V.

Shares no code with the timeline, the ledger or SQL. Instants are compared as text, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta


def plus(instant: str, milliseconds: int) -> str:
    """Move an instant."""
    moment = datetime.fromisoformat(instant) + timedelta(milliseconds=milliseconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


@dataclass(frozen=True)
class Record:
    """One thing that was written down about a fact."""

    id: str
    said_at: str
    tx_at: str
    valid_from: str | None = None
    valid_to: str | None = None
    supersedes: tuple[str, ...] = ()
    retracted: str | None = None
    disowned: str | None = None

    @property
    def starts(self) -> str:
        return self.valid_from or self.tx_at


class Oracle:
    """All records in the order of history, and what they make of a question."""

    def __init__(self) -> None:
        self.records: list[tuple[str, Record]] = []
        self._latest: dict[str, str] = {}

    def write(self, record: Record) -> None:
        """Take a record; one fact's records are never known at the same instant, nor out of order."""
        known = record.said_at
        before = self._latest.get(record.id)
        if before is not None and known <= before:
            known = plus(before, 1)
        self._latest[record.id] = known
        self.records.append((known, record))

    def last(self, id: str) -> Record:
        return next(record for _, record in reversed(self.records) if record.id == id)

    def instants(self) -> list[str]:
        """Everything that happened or was claimed, as instants worth asking about."""
        found = set()
        for known, record in self.records:
            found |= {known, record.starts, record.valid_to, record.retracted, record.disowned}
        return sorted(instant for instant in found if instant)

    def believed(self, known: str | None, valid: str) -> list[str]:
        """Answer `--known-at known --valid-at valid`; None is all that is known."""
        state = self._replay(known)
        return sorted(
            id
            for id, record in state.items()
            if not self._ended(record, known)
            and record.starts <= valid
            and (record.valid_to is None or valid < record.valid_to)
            and all(valid < cutter.starts for cutter in self._cutters(id, state, known))
        )

    def current(self, now: str) -> list[str]:
        """Answer for today: a start that nobody wrote down counts as reached."""
        state = self._replay(None)
        return sorted(
            id
            for id, record in state.items()
            if not self._ended(record, None)
            and (record.valid_from is None or record.valid_from <= now)
            and (record.valid_to is None or now < record.valid_to)
            and not any(
                cutter.valid_from is None or cutter.valid_from <= now for cutter in self._cutters(id, state, None)
            )
        )

    def _replay(self, known: str | None) -> dict[str, Record]:
        state: dict[str, Record] = {}
        for at, record in self.records:
            if known is None or at <= known:
                state[record.id] = record
        return state

    def _ended(self, record: Record, known: str | None) -> bool:
        return any(end is not None and (known is None or end <= known) for end in (record.retracted, record.disowned))

    def _cutters(self, id: str, state: dict[str, Record], known: str | None) -> Iterator[Record]:
        for other in state.values():
            if id not in other.supersedes:
                continue
            if other.disowned is not None and (known is None or other.disowned <= known):
                yield from self._cutters(other.id, state, known)
            else:
                yield other
