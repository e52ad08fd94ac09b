"""Two indexes of one store, side by side: the proof that the one in use equals a fresh one."""

from __future__ import annotations

from collections.abc import Iterator

from mem.index.sqlite import SqliteIndex

TABLES = {
    "version": """
        select v.id || ' ' || v.number, v.current_from, v.current_to, v.scope, v.priority, v.type, v.subject, v.source,
        v.tags, v.latest, v.known_from, v.path, v.title, v.abstract, v.confidence, v.verified, v.updated, v.fresh,
        v.valid_from, v.valid_to, v.retracted, v.key, v.about, v.said, r.recorded, r.blob, r.commit_id, r.fact
        from version v left join record r on r.rid = v.rid order by 1""",
    "rectangle": """
        select v.id || ' ' || v.number || ' ' || r.known_from, r.known_to, r.valid_from, r.valid_to
        from rectangle r join version v on v.rid = r.rid order by 1""",
    "supersedes": "select successor || ' ' || number || ' ' || predecessor, 1 from edge order by 1",
    "alias": "select alias || ' ' || id || ' ' || number, 1 from alias order by 1",
    "file": "select path, id, blob, committed from file where not lost order by 1",
}
"""By name: a key, then what must be equal. What a file looked like when it was read is not compared."""

POSTINGS = {
    "words of": ("fts", "select rid as number, id || ' ' || number as name from version"),
    "source": ("together", "select number, name from source"),
}
"""By name: a table of FTS5, and what its documents are called."""
POSTED = """
select d.name, i.term || ' ' || i.col || ' ' || i.offset
from temp.posting i join ({documents}) d on d.number = i.doc order by 1, 2
"""
MOST_NAMED = 20
MOST_LOOKS, BEFORE_ALL = 10**9, "!"  # of a path that sorts before all, so that every row is read
STANDING = "select count(*) from standing"

Rows = Iterator[tuple[object, ...]]


def differences(ours: SqliteIndex, other: SqliteIndex) -> list[str]:
    """Say where two indexes differ, row numbers aside; an empty list means nowhere."""
    found: list[str] = []
    if ours.head() != other.head():
        found.append(f"head: {ours.head()} here, {other.head()} in the other")
    for index in (ours, other):
        if (counted := index.ask(STANDING)[0][0]) != index.live():
            found.append(f"count: {index.live()} facts noted, {counted} there")
        if index.looks(MOST_LOOKS) != index.looks(MOST_LOOKS, BEFORE_ALL):
            found.append("looks: those kept in one piece are not those of the files")
    for name, sql in TABLES.items():
        found += [f"{name} {line}" for line in _compare(iter(ours.ask(sql)), iter(other.ask(sql)))]
    for name, posted in POSTINGS.items():
        found += [f"{name} {line}" for line in _compare(_postings(ours, *posted), _postings(other, *posted))]
    return found[:MOST_NAMED] + ([f"and {len(found) - MOST_NAMED} more"] if len(found) > MOST_NAMED else [])


def _postings(index: SqliteIndex, table: str, documents: str) -> Rows:
    """Give each document of a table with a checksum of its postings: which word stands where."""
    index.ask("drop table if exists temp.posting")
    index.ask(f"create virtual table temp.posting using fts5vocab (main, {table}, instance)")
    version, summed = None, 0
    for key, posting in index.ask(POSTED.format(documents=documents)):
        if key != version:
            if version is not None:
                yield version, summed
            version, summed = key, 0
        summed = hash((summed, posting))
    if version is not None:
        yield version, summed


def _compare(ours: Rows, others: Rows) -> Iterator[str]:
    """Walk two listings that are sorted by their first column."""
    here, there = next(ours, None), next(others, None)
    while here is not None or there is not None:
        if there is None or (here is not None and str(here[0]) < str(there[0])):
            yield f"{_key(here)}: only here"
            here = next(ours, None)
        elif here is None or str(there[0]) < str(here[0]):
            yield f"{_key(there)}: only in the other"
            there = next(others, None)
        else:
            if here != there:
                yield f"{_key(here)}: not the same"
            here, there = next(ours, None), next(others, None)


def _key(row: tuple[object, ...] | None) -> object:
    return row[0] if row else None
