"""Vectors of texts, in a file beside the index, and what of the index they are about.

Derived data: they are kept by the digest of their text, and those of another maker are dropped.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mem.facts.fact import FactId
from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.facts.ranking import Candidate
from mem.index.asking import Clause
from mem.index.sqlite import SqliteIndex

FILE = "vectors.db"
PATIENCE = 5.0  # seconds to wait for another writer
TOGETHER = 500  # row ids in one question

SCHEMA = """
create table if not exists made_by (maker text not null);
-- Rows by number, not by digest: two vectors of common size fit a page, which in a tree by key none would.
create table if not exists vector (digest blob not null unique, numbers blob not null);
"""
SAID = "select rid, id, number, subject, title, abstract, valid_from from version order by rid desc"


class Said(NamedTuple):
    """One version of a fact, as far as its meaning goes."""

    rid: int
    id: FactId
    number: int
    subject: str
    title: str
    abstract: str
    since: Instant


class Vectors:
    """All vectors of one store. In memory where there is no folder, or none that can be written."""

    def __init__(self, folder: Path | None, maker: str, *, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._path = folder / FILE if folder else None
        self._maker = maker
        self._db = self._opened()

    def held(self) -> dict[bytes, bytes]:
        """Give every vector by the digest of its text."""
        try:
            return dict(self._db.execute("select digest, numbers from vector"))
        except sqlite3.OperationalError:  # not to be had just now, though nothing is wrong with it
            return {}
        except sqlite3.DatabaseError:
            self._start_anew()
            return {}

    def put(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep vectors; where they cannot be kept they are made again the next time."""
        try:
            with self._db:
                self._db.executemany("insert or replace into vector values (?, ?)", vectors.items())
        except sqlite3.DatabaseError:
            return

    def drop(self, digests: Iterable[bytes]) -> None:
        """Let go of the vectors of texts that nobody says any more."""
        try:
            with self._db:
                self._db.executemany("delete from vector where digest = ?", ((digest,) for digest in digests))
        except sqlite3.DatabaseError:
            return

    def close(self) -> None:
        self._db.close()

    def _opened(self) -> sqlite3.Connection:
        """Open the file; one that is broken is made anew, one that is out of reach is done without."""
        try:
            return self._connected(self._path)
        except sqlite3.OperationalError:
            return self._connected(None)
        except sqlite3.DatabaseError:
            assert self._path is not None, "only a file can be broken"
        try:
            self._path.unlink(missing_ok=True)
            return self._connected(self._path)
        except (OSError, sqlite3.DatabaseError):
            return self._connected(None)

    def _connected(self, path: Path | None) -> sqlite3.Connection:
        db = sqlite3.connect(str(path) if path else ":memory:", timeout=self._patience)
        try:
            with db:
                db.executescript(SCHEMA)
                if db.execute("select maker from made_by").fetchone() != (self._maker,):
                    db.execute("delete from vector")
                    db.execute("delete from made_by")
                    db.execute("insert into made_by values (?)", (self._maker,))
        except sqlite3.DatabaseError:
            db.close()
            raise
        return db

    def _start_anew(self) -> None:
        self._db.close()
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        self._db = self._opened()


def said(index: object) -> list[Said]:
    """Give all that any version says, the youngest first."""
    return [Said(*row) for row in _of(index).ask(SAID)]


def moment(index: object) -> tuple[int, int]:
    """Tell one state of an index from another, as long as it is the same index."""
    last, count = _of(index).ask("select coalesce(max(rid), 0), count(*) from version")[0]
    return int(last), int(count)


def among(index: object, query: Query, rids: Sequence[int]) -> list[Candidate]:
    """Give those of these versions that pass every filter of a query at its point in time, in no order."""
    everything = Query(**{slot: getattr(query, slot) for slot in Query.__slots__})
    everything.limit = None
    found: list[Candidate] = []
    for start in range(0, len(rids), TOGETHER):
        some = rids[start : start + TOGETHER]
        found += _of(index).listing(everything, Clause(f"v.rid in ({', '.join('?' * len(some))})", some)).candidates
    return found


def _of(index: object) -> SqliteIndex:
    assert isinstance(index, SqliteIndex), "vectors are kept beside the SQLite index only"
    return index
