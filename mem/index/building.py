"""A rebuild: an index filled beside the one in use, and put in its place in one step."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from mem.index.mending import (
    ASIDE,
    connect,
    copy_of,
    create,
    in_memory,
    memory_notice,
    new_file,
    remove,
    remove_companions,
    set_aside,
)
from mem.index.opening import FILE, PATIENCE
from mem.index.sqlite import SqliteIndex

ABANDONED = 3600.0  # seconds after which a half-made file of another process is taken for a leftover
BUILD_MEMORY = 32 * 2**20  # bytes of postings that a rebuild gathers before it writes them
USUAL_MEMORY = 2**20


@contextmanager
def rebuilt(folder: str | Path | None) -> Iterator[SqliteIndex]:
    """Give an empty index to fill, and put it in place of the old one when that went well."""
    # Without links in it, or the file that is swapped in could pass for the one that has to go.
    path = Path(folder).resolve() / FILE if folder is not None else None
    index = _building(path) if path else SqliteIndex(in_memory())
    if path is None or index.path is None:
        yield index
        return
    new = Path(index.path)
    try:
        yield index
    except BaseException:
        index.close()
        remove(new)
        raise
    if _is_in_memory(index):  # the disk was full
        remove(new)
        return
    try:
        _finish(index.db)
        index.close()
        _swap(new, path)
        index.db, index.path = connect(path, PATIENCE), str(path)
    except (OSError, sqlite3.DatabaseError) as error:
        copy = copy_of(new)
        remove(new)
        if copy is None:
            raise
        index.db, index.path, index.notice = copy, None, memory_notice(path, error)


def _building(path: Path) -> SqliteIndex:
    """Make the file that a rebuild fills: until it is swapped in, a crash costs nothing but the file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path)
        new = new_file(path.parent)
        db = connect(new, PATIENCE)
        db.execute("pragma journal_mode = memory")
        db.execute("pragma locking_mode = exclusive")
        db.execute("pragma cache_size = -32768")
        create(db)
        _gather(db, BUILD_MEMORY)
        return SqliteIndex(db, str(new))
    except (OSError, sqlite3.DatabaseError) as error:
        return SqliteIndex(in_memory(), None, memory_notice(path, error))


def _finish(db: sqlite3.Connection) -> None:
    db.execute("insert into fts (fts) values ('optimize')")
    db.execute("insert into together (together) values ('optimize')")
    _gather(db, USUAL_MEMORY)
    db.execute("pragma locking_mode = normal")
    db.execute("pragma journal_mode = wal")


def _gather(db: sqlite3.Connection, size: int) -> None:
    """Say how many bytes of postings are gathered before they are written."""
    db.execute("insert into fts (fts, rank) values ('hashsize', ?)", (size,))
    db.execute("insert into together (together, rank) values ('hashsize', ?)", (size,))


def _swap(new: Path, path: Path) -> None:
    """Let the name of the index mean the new file.

    The name is a link and every build has a file of its own, so that nobody ever reads one build with the
    write-ahead log of another. Where there are no links the file itself takes the name.
    """
    old = path.resolve()
    if path.is_dir():
        set_aside(path)
    if path.is_file():
        # Complete without its log, for whoever is just opening it.
        with suppress(sqlite3.DatabaseError), closing(connect(path, 0)) as db:
            db.execute("pragma wal_checkpoint(truncate)")
    link = new.with_suffix(".link")
    try:
        link.symlink_to(new.name)
        link.replace(path)
    except OSError:
        remove(link)
        remove_companions(path)
        new.replace(path)
    if old not in (new, path):
        remove(old)
    remove_companions(old)
    remove(path.with_name(ASIDE))


def _sweep(path: Path) -> None:
    """Remove what a killed rebuild left behind."""
    newest = path.parent.stat().st_mtime
    for file in path.parent.glob("index-*.db"):
        if file != path.resolve() and newest - file.stat().st_mtime > ABANDONED:
            remove(file)


def _is_in_memory(index: SqliteIndex) -> bool:
    return index.path is None
