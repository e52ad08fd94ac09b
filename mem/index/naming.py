"""What a person calls a fact: its id or a piece of it, an alias, the key or the source it came with."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from mem.facts.fact import FactId
from mem.index.asking import bound
from mem.index.match import any_of, terms
from mem.index.sqlite import SqliteIndex

LAST = "\U0010ffff"  # sorts after every continuation
FEW_IDS = 2000  # above this many only ids with a day or a word in common are compared
LIKE_ENOUGH = 0.5
DAY_LENGTH = len("d-2026-06-16")

ALIASED = """
select distinct a.id from alias a join version v on v.id = a.id and v.number = a.number
where a.alias = ? and v.latest order by a.id
"""
BY_ID = "select distinct id from version where id in ({marks}) order by id"
NUMBERED = "select distinct id from version where id = ? or (id >= ? and id < ?) order by id"
LIVE = "select id from version where latest and not retracted limit ?"
ALIKE = """
select id from version where latest and not retracted and id >= ? and id < ? union
select v.id from fts cross join version v on v.rid = fts.rowid
where fts match ? and v.latest and not v.retracted limit ?
"""


def named(index: SqliteIndex, text: str) -> list[FactId]:
    """Give the facts `text` may mean; the first way of reading it that fits anything counts."""
    text = bound(text.strip())
    if not text:
        return []
    if index.ask("select 1 from version where id = ? limit 1", [text]):
        return [FactId(text)]
    prefixed = [f"{letter}-{text}" for letter in ascii_lowercase]
    return (
        _ids(index, ALIASED, [text])
        or _ids(index, BY_ID.format(marks=", ".join("?" * len(prefixed))), prefixed)
        or _beginning(index, text)
        or [id for start in prefixed for id in _beginning(index, start)]
    )


def numbered(index: SqliteIndex, id: FactId) -> list[FactId]:
    """Give the facts of this id, and of this id with a number behind it."""
    found = _ids(index, NUMBERED, [id, f"{id}-", f"{id}-" + LAST])
    return [each for each in found if each == id or each[len(id) + 1 :].isdigit()]


def answers_to(index: SqliteIndex, id: FactId) -> bool:
    """Tell whether a fact has this id, or has it among its aliases."""
    return bool(index.ask("select 1 from version where id = ? limit 1", [id]) or _ids(index, ALIASED, [id]))


def nearest(index: SqliteIndex, text: str, limit: int) -> list[FactId]:
    """Give the ids most like `text` among facts that are not forgotten."""
    pool = _ids(index, LIVE, [FEW_IDS + 1])
    if len(pool) > FEW_IDS:
        pool = _alike(index, text)
    return [FactId(id) for id in _close(text, pool, limit)]


def by_key(index: SqliteIndex, key: str) -> FactId | None:
    """Find the fact that a call with this idempotency key made, if it is still live."""
    sql = "select id from version where key = ? and key <> '' and latest and current_from is not null order by id"
    found = _ids(index, sql, [bound(key)])
    return found[0] if found else None


def from_source(index: SqliteIndex, source: str, *, prefix: bool) -> list[FactId]:
    """Give the facts, forgotten ones too, whose source is this one, or begins so; none for an empty source."""
    source = bound(source)
    if not source:
        return []
    span = [source, source + LAST] if prefix else [source, source]
    sql = "select id from version where source >= ? and source <= ? and source <> '' and latest order by id"
    return _ids(index, sql, span)


def nearest_sources(index: SqliteIndex, source: str) -> list[str]:
    """Give the sources most like one that no fact has; a forgotten fact's is not told."""
    sql = "select distinct source from version where source <> '' and latest and not retracted"
    known = [name for (name,) in index.ask(sql)]
    return _close(source, known, 3)


def _close(text: str, known: Sequence[str], limit: int) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(bound(text), known, limit, LIKE_ENOUGH)


def _beginning(index: SqliteIndex, text: str) -> list[FactId]:
    return _ids(index, "select distinct id from version where id >= ? and id < ? order by id", [text, text + LAST])


def _alike(index: SqliteIndex, text: str) -> list[FactId]:
    """Narrow many ids down to those that share the beginning, or whose titles share words."""
    words = any_of(f"title : {term}" for term in terms(text.replace("-", " ")))
    start = bound(text)[:DAY_LENGTH]
    return _ids(index, ALIKE, [start, start + LAST, words or '""', FEW_IDS])


def _ids(index: SqliteIndex, sql: str, values: Sequence[object]) -> list[FactId]:
    return [FactId(id) for (id,) in index.ask(sql, values)]
