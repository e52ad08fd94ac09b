"""Keeping each source's facts together as one text in the index, whatever came, changed or went.

The text depends on nothing but which facts there are: an index made in steps equals one made at once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

from mem.facts.fact import FactId
from mem.facts.instant import Instant
from mem.facts.ranking import MONTHS
from mem.index.asking import bound
from mem.index.base import Change

FEWEST_TOGETHER = 2
MOST_TOGETHER = 200  # facts; a source of more is a library, and that it holds a word tells nothing

NUMBER = "select number from source where name = ?"
NEW_NUMBER = "insert into source (name) values (?)"
MEMBERS = """
select t.words from version v join wording t on t.rid = v.rid
where v.source <> '' and v.source = ? and v.latest and not v.retracted order by v.id limit ?
"""
CROWD = """
select 1 from version where source <> '' and source = ? and latest and not retracted limit 1 offset ?
"""
DAYS = """
select distinct substr(valid_from, 1, 10) from version
where source <> '' and source = ? and latest and not retracted order by 1
"""
PUT_IN = "insert into together (rowid, words) values (?, ?)"
TAKE_OUT = "insert into together (together, rowid, words) values ('delete', ?, ?)"
FORGET = "delete from source where number = ?"

Groups = Mapping[str, str]
"""The text of each source that has one."""


def touched(db: sqlite3.Connection, change: Change) -> list[str]:
    """Name the sources whose facts a change alters, the sources these had before included."""
    names = {bound(entry.fact.source) for entry in change.entries}
    if db.execute("select 1 from version limit 1").fetchone():
        ids = {entry.fact.id for entry in change.entries} | {id for id, _ in change.dropped}
        names.update(name for id in ids for name in _sources_of(db, id))
    return sorted(names - {""})


def texts(db: sqlite3.Connection, sources: Iterable[str]) -> dict[str, str]:
    """Give the text of each of these sources that has one as the facts now are."""
    return {source: text for source in sources if (text := _text(db, source))}


def replace(db: sqlite3.Connection, before: Groups, after: Groups) -> None:
    """Let the index hold the texts of some sources as they are now instead of as they were."""
    for source in sorted({*before, *after}):
        old, new = before.get(source), after.get(source)
        if old == new:
            continue
        row = db.execute(NUMBER, (source,)).fetchone()
        number = row[0] if row else db.execute(NEW_NUMBER, (source,)).lastrowid
        if old:
            db.execute(TAKE_OUT, (number, old))
        if new:
            db.execute(PUT_IN, (number, new))
        else:
            db.execute(FORGET, (number,))


def date_in_words(instant: Instant) -> str:
    """Write a date the way a question names it."""
    return f"{MONTHS[int(instant[5:7]) - 1].capitalize()} {instant[:4]}"


def _sources_of(db: sqlite3.Connection, id: FactId) -> list[str]:
    return [name for (name,) in db.execute("select distinct source from version where id = ?", (bound(id),))]


def _text(db: sqlite3.Connection, source: str) -> str:
    """Give what a source says with the days it is about; '' where there are too few facts for company, or too many."""
    if db.execute(CROWD, (source, MOST_TOGETHER)).fetchone():  # found at once, where sorting so many takes long
        return ""
    words = [said for (said,) in db.execute(MEMBERS, (source, MOST_TOGETHER + 1))]
    if not FEWEST_TOGETHER <= len(words) <= MOST_TOGETHER:
        return ""
    days = [date_in_words(day) for (day,) in db.execute(DAYS, (source,))]
    return " ".join([*dict.fromkeys(days), *words])
