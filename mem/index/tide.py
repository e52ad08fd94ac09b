"""Up to which row anything was known at a moment: rows are made nearly in the order in which things become known."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from mem.facts.instant import Instant
from mem.index.asking import BLOCK

LOWER = """
insert into tide values (?, ?) on conflict (block) do update set known_from = excluded.known_from
where excluded.known_from < known_from
"""


def lower(db: sqlite3.Connection, known: Iterable[tuple[int, Instant]]) -> None:
    """Note since when rows are known, for each block of row numbers the earliest; what goes leaves it too early."""
    lowest: dict[int, Instant] = {}
    for rid, known_from in known:
        lowest[rid // BLOCK] = min(known_from, lowest.get(rid // BLOCK, known_from))
    db.executemany(LOWER, lowest.items())
