"""Which facts a stretch of time bears on, and which versions are the youngest: for questions about change."""

from __future__ import annotations

from mem.facts.fact import FactId
from mem.facts.instant import FOREVER, Instant
from mem.index.sqlite import SqliteIndex

# What is recorded counts to ?2, which may lie ahead of now where a clock ran ahead; what the calendar brings, to ?3.
TOUCHED = """
select id from version where known_from between ?1 and ?2
union
select v.id from rectangle r join version v on v.rid = r.rid
where r.known_from between ?1 and ?2 or (r.known_to between ?1 and ?2 and r.known_to <> ?4)
    or r.valid_from between ?1 and ?3 or (r.valid_to between ?1 and ?3 and r.valid_to <> ?4)
order by 1
"""
YOUNGEST = """
select id, number from version where known_from >= ? order by known_from desc, id, number desc limit ?
"""
COUNT = "select count(*) from version where known_from >= ?"


def touched(index: SqliteIndex, since: Instant, until: Instant | None, now: Instant) -> list[FactId]:
    """Give the facts of which something was recorded, began or ended between two moments, both included."""
    values = [since, until or FOREVER, min(until or now, now), FOREVER]
    return [FactId(id) for (id,) in index.ask(TOUCHED, values)]


def youngest(index: SqliteIndex, since: Instant, limit: int) -> tuple[list[tuple[FactId, int]], int]:
    """Give the versions known from `since` on, the youngest first, up to a limit; and how many there are."""
    found = [(FactId(id), number) for id, number in index.ask(YOUNGEST, [since, limit])]
    return found, int(index.ask(COUNT, [since])[0][0])
