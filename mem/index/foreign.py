"""SQLite files that are not our index: another tool's memory read, an export written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from mem.errors import MemError

MAGIC = b"SQLite format 3\0"


class ForeignDatabase(MemError):
    """A SQLite file cannot be read, or not be written."""

    def __init__(self, path: Path, reason: object) -> None:
        super().__init__(f"{path}: {reason}", help="is it a SQLite file, and is nothing else writing to it?")


def is_database(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def columns(path: Path, table: str) -> set[str]:
    """Give the names of a table's columns; none when there is no such table."""
    try:
        with closing(_open(path)) as database:
            return {str(row[0]) for row in database.execute("select name from pragma_table_info(?)", [table])}
    except sqlite3.Error as error:
        raise ForeignDatabase(path, error) from error


def rows(path: Path, table: str) -> Iterator[Mapping[str, object]]:
    """Give the rows of a table in the order they were made, by column; the file is not touched."""
    try:
        with closing(_open(path)) as database:
            database.row_factory = sqlite3.Row
            quoted = table.replace('"', '""')
            for row in database.execute(f'select * from "{quoted}" order by rowid'):  # noqa: S608  # a name of ours
                yield dict(row)
    except sqlite3.Error as error:
        raise ForeignDatabase(path, error) from error


def write(path: Path, table: str, names: Sequence[str], values: Iterable[Sequence[object]]) -> None:
    """Write a new file with one table of texts and numbers."""
    listed = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" * len(names))
    try:
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(f'create table "{table}" ({listed})')
            database.executemany(f'insert into "{table}" values ({marks})', values)  # noqa: S608  # names of ours
    except sqlite3.Error as error:
        raise ForeignDatabase(path, error) from error


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
