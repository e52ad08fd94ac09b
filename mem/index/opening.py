"""Finding the index of a store: a good one is opened at once, all else is left to `mending`."""

from __future__ import annotations

import os

from mem.index.database import DatabaseError, connect
from mem.index.sqlite import SCHEMA, SqliteIndex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

FILE = "index.db"
PATIENCE = 5.0  # seconds to wait for another writer


def open_index(folder: str | Path | None, *, timeout: float = PATIENCE) -> SqliteIndex:
    """Open the index in `folder`, or one in memory for None; what is broken comes back empty, with a notice."""
    if folder is not None:
        index = open_good(os.path.join(folder, FILE), timeout)
        if index:
            return index
    from mem.index.mending import mend

    return mend(folder, timeout)


def rebuilding(folder: str | Path | None) -> AbstractContextManager[SqliteIndex]:
    """Give an empty index to fill; when that went well it takes the place of the one in `folder`, in one step.

    It stays open and is then the index in use. Readers of the old one are not disturbed.
    """
    from mem.index.building import rebuilt

    return rebuilt(folder)


def open_good(path: str, timeout: float = PATIENCE) -> SqliteIndex | None:
    """Open a file that is an index of our own version; None for anything else."""
    if not os.path.isfile(path):
        return None
    try:
        db = connect(path, timeout=timeout, isolation_level=None)
    except DatabaseError:
        return None
    try:
        if db.execute("select value from meta where key = 'schema'").fetchone() == (SCHEMA,):
            return SqliteIndex(db, path)
    except DatabaseError:
        pass
    db.close()
    return None
