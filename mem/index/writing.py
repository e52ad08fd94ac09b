"""Taking a change in: rows and postings for new versions, spans for all whose belief changed, in one transaction."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

from mem.facts.fact import FactId
from mem.facts.instant import Instant
from mem.facts.timeline import Rectangle
from mem.index import grouping, tide
from mem.index.asking import bound
from mem.index.base import Change, Entry
from mem.index.composing import Span, dates_of, label_of, record_row, version_row, words_of_fact
from mem.index.sqlite import BETWEEN_PATHS, BUNDLED_PATHS, BUNDLED_STAMPS, LOOKS

SHORTEST_SUGGESTION = 3  # letters
MOST_BUNDLED = 5000  # files; of more, no call looks at all

INSERT_VERSION = """
insert into version (rid, id, number, current_from, current_to, known_from, scope, priority, type, subject, source,
    tags, path, title, abstract, confidence, verified, updated, fresh, valid_from, valid_to, retracted, key,
    about, said)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
INSERT_WORDS = """
insert into fts (rowid, title, abstract, tags, body, bigrams, dates, labels) values (?, ?, ?, ?, ?, ?, ?, ?)
"""
UPSERT_FILE = """
insert into file values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0) on conflict (path) do update set
    id = excluded.id, mtime = excluded.mtime, ctime = excluded.ctime, size = excluded.size, inode = excluded.inode,
    blob = excluded.blob, committed = excluded.committed, in_head = excluded.in_head or in_head, lost = 0
"""
LOSE_FILE = "update file set lost = 1, committed = 0 where path = ? and in_head"
HELD = "select number, rid, known_from, current_from, current_to, scope, priority, type from version where id = ?"
MARK_LATEST = """
update version set latest = not latest where id = ?
and latest <> (number = (select max(number) from version as other where other.id = version.id))
"""
DROP_STANDING = "delete from standing where rid = ?"
DROPS = (
    "delete from record where rid = ?",
    "delete from rectangle where rid = ?",
    "delete from wording where rid = ?",
    "delete from version where rid = ?",
)
MERGES = (
    "insert into fts (fts, rank) values ('merge', ?)",
    "insert into together (together, rank) values ('merge', ?)",
)
MERGE_EVERY = 32  # versions
PAGES_MERGED = 100
KEEP_SPELLING = "insert into word values (?, ?) on conflict (word) do update set rid = excluded.rid"


def apply(db: sqlite3.Connection, change: Change) -> None:
    """Take a change in, as a whole or not at all."""
    db.execute("begin immediate")
    try:
        sources = grouping.touched(db, change)
        together = grouping.texts(db, sources)
        leaving = [*change.dropped, *_replaced(db, change.entries)]
        live = _live(db) - _drop(db, leaving)
        spans = {id: _spans(new, change.known_from.get(id, {})) for id, new in change.rectangles.items()}
        _add(db, change.entries, spans)
        live += _replace_rectangles(db, change.rectangles, spans)
        # The first version of a fact is the latest by itself; only later ones take that from another.
        _mark_latest(db, {e.fact.id for e in change.entries if e.number > 1} | {id for id, _ in leaving})
        grouping.replace(db, together, grouping.texts(db, sources))
        _merge_a_little(db, len(change.entries))
        _note_files(db, change)
        _set(db, "head", change.head)
        _set(db, "applied", 1)
        _set(db, "live", live)
        if change.files or change.gone:
            _bundle_looks(db, live)
        _set(db, "sources", db.execute("select count(*) from source").fetchone()[0])
        db.execute("commit")
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise


def _live(db: sqlite3.Connection) -> int:
    """Give how many facts are believed today as of the change before this one."""
    row = db.execute("select value from meta where key = 'live'").fetchone()
    return int(row[0]) if row else 0


def _drop(db: sqlite3.Connection, dropped: Iterable[tuple[FactId, int]]) -> int:
    """Forget versions, and give how many of them were believed; their postings stay behind, which no answer shows."""
    believed = 0
    for id, number in dropped:
        for (rid,) in db.execute("select rid from version where id = ? and number = ?", (id, number)).fetchall():
            believed += db.execute(DROP_STANDING, (rid,)).rowcount
            for drop in DROPS:
                db.execute(drop, (rid,))
        db.execute("delete from edge where successor = ? and number = ?", (id, number))
        db.execute("delete from alias where id = ? and number = ?", (id, number))
    return believed


def _add(db: sqlite3.Connection, entries: Sequence[Entry], spans: Mapping[FactId, Mapping[int, Span]]) -> None:
    if not entries:
        return
    first = (db.execute("select max(seq) from sqlite_sequence where name = 'version'").fetchone()[0] or 0) + 1
    numbered = list(enumerate(entries, first))
    db.executemany(
        INSERT_VERSION,
        (version_row(rid, entry, spans.get(entry.fact.id, {}).get(entry.number)) for rid, entry in numbered),
    )
    db.executemany("insert into record values (?, ?, ?, ?, ?)", (record_row(rid, entry) for rid, entry in numbered))
    tide.lower(db, ((rid, _known(entry, spans)) for rid, entry in numbered))
    spelled: dict[str, int] = {}
    wordings: list[tuple[int, str]] = []
    for rid, entry in numbered:
        columns = words_of_fact(entry.fact)
        words = " ".join(columns[:-1])
        db.execute(INSERT_WORDS, (rid, *columns, dates_of(entry), label_of(entry.fact)))
        if _is_believed(entry, spans):  # what nobody believes is not to be suggested either
            spelled.update(dict.fromkeys(words.split(), rid))
        if entry.fact.source:
            wordings.append((rid, f"{words} {columns[-1]}".rstrip()))
    db.executemany("insert into wording values (?, ?)", wordings)
    db.executemany(KEEP_SPELLING, (entry for entry in spelled.items() if _can_be_suggested(entry[0])))
    db.executemany(
        "insert or ignore into edge values (?, ?, ?)",
        ((e.fact.id, e.number, predecessor) for e in entries for predecessor in e.fact.supersedes),
    )
    db.executemany(
        "insert or ignore into alias values (?, ?, ?)",
        ((alias, e.fact.id, e.number) for e in entries for alias in e.fact.aliases),
    )


def _known(entry: Entry, spans: Mapping[FactId, Mapping[int, Span]]) -> Instant:
    span = spans.get(entry.fact.id, {}).get(entry.number)
    return span[0] if span else entry.recorded


def _merge_a_little(db: sqlite3.Connection, added: int) -> None:
    """Put small pieces of the word lists together now and then, so that no write ever has to do all of it."""
    last = db.execute("select max(rid) from version").fetchone()[0] or 0
    if last % MERGE_EVERY < added:
        for merge in MERGES:
            db.execute(merge, (PAGES_MERGED,))


def _is_believed(entry: Entry, spans: Mapping[FactId, Mapping[int, Span]]) -> bool:
    span = spans.get(entry.fact.id, {}).get(entry.number)
    return span is not None and span[1] is not None


def _replaced(db: sqlite3.Connection, entries: Iterable[Entry]) -> list[tuple[FactId, int]]:
    """Give the versions that entries stand for again, as after a move: the old row makes way."""
    if db.execute("select 1 from version limit 1").fetchone() is None:
        return []
    held = "select 1 from version where id = ? and number = ?"
    return [(e.fact.id, e.number) for e in entries if db.execute(held, (e.fact.id, e.number)).fetchone()]


def _can_be_suggested(word: str) -> bool:
    return len(word) >= SHORTEST_SUGGESTION and not word.isdigit()


def _spans(rectangles: Iterable[Rectangle], known: Mapping[int, Instant]) -> dict[int, Span]:
    """By version: since when it is known, and the span it has in the view of today, if any."""
    spans: dict[int, Span] = {}
    for rectangle in rectangles:
        known_from, current_from, current_to = spans.get(rectangle.number, (rectangle.known.start, None, None))
        if rectangle.current:
            current_from, current_to = rectangle.current.start, rectangle.current.end
        spans[rectangle.number] = (min(known_from, rectangle.known.start), current_from, current_to)
    return spans | {number: (start, *spans.get(number, (start, None, None))[1:]) for number, start in known.items()}


def _replace_rectangles(
    db: sqlite3.Connection,
    rectangles: Mapping[FactId, Sequence[Rectangle]],
    spans: Mapping[FactId, Mapping[int, Span]],
) -> int:
    """Give facts new rectangles, and tell how many more are believed today than before."""
    stale: list[tuple[int]] = []
    moved: list[tuple[object, ...]] = []
    standing: list[tuple[object, ...]] = []
    rows: list[tuple[object, ...]] = []
    known: list[tuple[int, Instant]] = []
    for id, new in rectangles.items():
        for number, rid, known_from, current_from, current_to, *filtered in db.execute(HELD, (id,)):
            stale.append((rid,))
            span = spans[id].get(number, (known_from, None, None))
            if span != (known_from, current_from, current_to):
                moved.append((*span, rid))
                known.append((rid, span[0]))
            if span[1] is not None:
                standing.append((rid, span[1], span[2], *filtered))
            rows += [(rid, *_sides(rectangle), *filtered) for rectangle in new if rectangle.number == number]
    db.executemany("delete from rectangle where rid = ?", stale)
    before = db.executemany(DROP_STANDING, stale).rowcount if stale else 0
    db.executemany("update version set known_from = ?, current_from = ?, current_to = ? where rid = ?", moved)
    tide.lower(db, known)
    db.executemany("insert into standing values (?, ?, ?, ?, ?, ?)", standing)
    db.executemany("insert into rectangle values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    return len(standing) - before


def _sides(rectangle: Rectangle) -> tuple[Instant, ...]:
    return rectangle.known.start, rectangle.known.end, rectangle.valid.start, rectangle.valid.end


def _mark_latest(db: sqlite3.Connection, ids: Iterable[FactId]) -> None:
    db.executemany(MARK_LATEST, ((id,) for id in ids))


def _note_files(db: sqlite3.Connection, change: Change) -> None:
    """Enter files and folders; a folder with a negative time is gone."""
    is_working_tree = db.execute("select value from meta where key = 'head'").fetchone() == (change.head,)
    if is_working_tree:
        db.executemany(LOSE_FILE, _paths(change.gone))
        db.executemany("delete from file where path = ? and not lost", _paths(change.gone))
    else:
        db.executemany("delete from file where path = ?", _paths(change.gone))
    rows = ((bound(f.path), f.id and bound(f.id), *f.stamp, f.blob, f.committed, f.committed) for f in change.files)
    db.executemany(UPSERT_FILE, rows)
    db.executemany("insert or replace into folder values (?, ?)", ((bound(p), at) for p, at in change.folders.items()))
    db.execute("delete from folder where mtime < 0")


def _bundle_looks(db: sqlite3.Connection, live: int) -> None:
    """Keep what is known of the looks of all files in one piece too, where every call looks at all of them.

    To read it row by row takes half as long as to look at the files.
    """
    rows = db.execute(LOOKS, ("", MOST_BUNDLED + 1)).fetchall() if live <= MOST_BUNDLED else []
    if not rows or len(rows) > MOST_BUNDLED:
        db.executemany("delete from meta where key = ?", [(BUNDLED_PATHS,), (BUNDLED_STAMPS,)])
        return
    _set(db, BUNDLED_PATHS, BETWEEN_PATHS.join(path for path, *_ in rows))
    _set(db, BUNDLED_STAMPS, array("q", [number for _, *stamp in rows for number in stamp]).tobytes())


def _paths(paths: Iterable[str]) -> Iterator[tuple[str]]:
    return ((bound(path),) for path in paths)


def _set(db: sqlite3.Connection, key: str, value: object) -> None:
    db.execute("insert or replace into meta values (?, ?)", (key, value))
