"""When there is no good index: one is made, a broken one set aside, or a copy kept in memory. No answer is made up."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from mem.index.opening import FILE, PATIENCE
from mem.index.sqlite import SCHEMA, DamagedIndex, SqliteIndex

ASIDE = "index.damaged.db"
COMPANIONS = ("-wal", "-shm", "-journal")
COPIES = 3  # tries to catch a moment in which nobody writes
ABANDONED = 3600.0  # seconds after which a half-made file of another process is taken for a leftover
BUILD_MEMORY = 32 * 2**20  # bytes of postings that a rebuild gathers before it writes them
USUAL_MEMORY = 2**20

# Not broken, only not to be had: somebody else holds it, or the disk does.
OUT_OF_REACH = frozenset(
    (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
     sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_FULL, sqlite3.SQLITE_NOMEM)
)  # fmt: skip


def mend(folder: str | Path | None, timeout: float) -> SqliteIndex:
    """Give an index where no good one was found."""
    if folder is None:
        return SqliteIndex(_in_memory())
    path = Path(folder) / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fault = _fault(path, timeout) if os.path.lexists(path) else None
        if fault:
            _set_aside(path)
        if not path.is_file():
            _publish_empty(path)
        notice = f"the index was set aside and is made anew: {fault}" if fault else None
        return SqliteIndex(_connect(path, timeout), str(path), notice)
    except (OSError, sqlite3.DatabaseError) as error:
        return SqliteIndex(_copy(path) or _in_memory(), None, _memory_notice(path, error))


def recover(index: SqliteIndex, error: sqlite3.DatabaseError) -> None:
    """After a failed statement: go on with a copy in memory, or raise `DamagedIndex` with an empty index in place."""
    if index.path is None or isinstance(error, sqlite3.ProgrammingError | sqlite3.IntegrityError):
        raise error
    path = Path(index.path)
    copy = (_backup(index.db) or _copy(path)) if _code(error) in OUT_OF_REACH else None
    with suppress(sqlite3.Error):
        index.db.close()
    if copy:
        index.db, index.path, index.notice = copy, None, _memory_notice(path, error)
        return
    if _code(error) not in OUT_OF_REACH:
        _set_aside(path)
    fresh = mend(path.parent, PATIENCE)
    index.db, index.path, index.notice = fresh.db, fresh.path, fresh.notice
    raise DamagedIndex(str(error)) from error


@contextmanager
def rebuilt(folder: str | Path | None) -> Iterator[SqliteIndex]:
    """Give an empty index to fill, and put it in place of the old one when that went well."""
    path = Path(folder) / FILE if folder is not None else None
    index = _building(path) if path else SqliteIndex(_in_memory())
    if path is None or index.path is None:
        yield index
        return
    new = Path(index.path)
    try:
        yield index
    except BaseException:
        index.close()
        _remove(new)
        raise
    if _is_in_memory(index):  # the disk was full
        _remove(new)
        return
    try:
        _finish(index.db)
        index.close()
        _swap(new, path)
        index.db, index.path = _connect(path, PATIENCE), str(path)
    except (OSError, sqlite3.DatabaseError) as error:
        copy = _copy(new)
        _remove(new)
        if copy is None:
            raise
        index.db, index.path, index.notice = copy, None, _memory_notice(path, error)


def _fault(path: Path, timeout: float) -> str | None:
    """Say what is wrong with a file; None when it is good after all, because somebody else mended it."""
    if not path.is_file():
        return "it was no file"
    with closing(_connect(path, timeout)) as db:
        try:
            row = db.execute("select value from meta where key = 'schema'").fetchone()
        except sqlite3.DatabaseError as error:
            if _code(error) in OUT_OF_REACH:
                raise
            return str(error)
    return None if row == (SCHEMA,) else "another version of mem made it"


def _set_aside(path: Path) -> None:
    """Move what lies at `path` out of the way, with what SQLite keeps beside it."""
    real = path.resolve()
    aside = path.with_name(ASIDE)
    _remove(aside)
    if os.path.lexists(real):
        real.rename(aside)
    if path.is_symlink():
        path.unlink()
    _remove_companions(real)


def _publish_empty(path: Path) -> None:
    """Make an empty index, complete before anyone can see it; if another process was faster, its index stands."""
    _remove_companions(path)
    new = _new_file(path.parent)
    try:
        with closing(_connect(new, PATIENCE)) as db:
            db.execute("pragma journal_mode = wal")
            _create(db)
        try:
            os.link(new, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            new.rename(path)
    finally:
        _remove(new)


def _building(path: Path) -> SqliteIndex:
    """Make the file that a rebuild fills: until it is swapped in, a crash costs nothing but the file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path)
        new = _new_file(path.parent)
        db = _connect(new, PATIENCE)
        db.execute("pragma journal_mode = memory")
        db.execute("pragma locking_mode = exclusive")
        db.execute("pragma cache_size = -65536")
        _create(db)
        db.execute("insert into fts (fts, rank) values ('hashsize', ?)", (BUILD_MEMORY,))
        return SqliteIndex(db, str(new))
    except (OSError, sqlite3.DatabaseError) as error:
        return SqliteIndex(_in_memory(), None, _memory_notice(path, error))


def _finish(db: sqlite3.Connection) -> None:
    db.execute("insert into fts (fts) values ('optimize')")
    db.execute("insert into fts (fts, rank) values ('hashsize', ?)", (USUAL_MEMORY,))
    db.execute("pragma locking_mode = normal")
    db.execute("pragma journal_mode = wal")


def _swap(new: Path, path: Path) -> None:
    """Let the name of the index mean the new file.

    The name is a link and every build has a file of its own, so that nobody ever reads one build with the
    write-ahead log of another. Where there are no links the file itself takes the name.
    """
    old = path.resolve()
    if path.is_dir():
        _set_aside(path)
    if path.is_file():
        # Complete without its log, for whoever is just opening it.
        with suppress(sqlite3.DatabaseError), closing(_connect(path, 0)) as db:
            db.execute("pragma wal_checkpoint(truncate)")
    link = new.with_suffix(".link")
    try:
        link.symlink_to(new.name)
        link.replace(path)
    except OSError:
        _remove(link)
        _remove_companions(path)
        new.replace(path)
    if old not in (new, path):
        _remove(old)
    _remove_companions(old)
    _remove(path.with_name(ASIDE))


def _sweep(path: Path) -> None:
    """Remove what a killed rebuild left behind."""
    newest = path.parent.stat().st_mtime
    for file in path.parent.glob("index-*.db"):
        if file != path.resolve() and newest - file.stat().st_mtime > ABANDONED:
            _remove(file)


def _copy(path: Path) -> sqlite3.Connection | None:
    """Read an index that cannot be opened where it lies into memory; None when there is no sound one."""
    for _ in range(COPIES):
        with suppress(OSError, sqlite3.DatabaseError), tempfile.TemporaryDirectory(prefix="mem-index-") as folder:
            real, copy = path.resolve(), Path(folder) / FILE
            before = _look(real)
            for ending in ("", "-wal"):
                if os.path.exists(f"{real}{ending}"):
                    shutil.copyfile(f"{real}{ending}", f"{copy}{ending}")
            if _look(real) != before or _fault(copy, 0):
                continue
            with closing(_connect(copy, 0)) as db:
                if db.execute("pragma quick_check(1)").fetchone() == ("ok",):
                    return _backup(db)
    return None


def _backup(db: sqlite3.Connection) -> sqlite3.Connection | None:
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        db.backup(memory)
    except sqlite3.Error:
        memory.close()
        return None
    return memory


def _look(path: Path) -> list[tuple[int, int, int]]:
    """What changes when somebody writes."""
    stats = [os.stat(f"{path}{ending}") for ending in ("", "-wal") if os.path.exists(f"{path}{ending}")]
    return [(stat.st_ino, stat.st_size, stat.st_mtime_ns) for stat in stats]


def _in_memory() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    _create(db)
    return db


def _create(db: sqlite3.Connection) -> None:
    db.executescript(Path(__file__).with_name("schema.sql").read_text(encoding="utf-8"))
    db.execute("insert into meta values ('schema', ?)", (SCHEMA,))


def _connect(path: Path, timeout: float) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=timeout, isolation_level=None)


def _new_file(folder: Path) -> Path:
    _hide(folder)
    """Make a file of a name nobody has, readable for whom the user's umask allows."""
    new = folder / f"index-{os.urandom(6).hex()}.db"
    new.touch(exist_ok=False)
    return new


def _hide(folder: Path) -> None:
    """Let git pass the folder over, also in a store whose own `.gitignore` does not name it."""
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n")


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):
        path.unlink()
    _remove_companions(path)


def _remove_companions(path: Path) -> None:
    for ending in COMPANIONS:
        with suppress(OSError):
            os.unlink(f"{path}{ending}")


def _code(error: sqlite3.DatabaseError) -> int:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF  # the rest only says which kind


def _is_in_memory(index: SqliteIndex) -> bool:
    return index.path is None


def _memory_notice(path: Path, error: Exception) -> str:
    return f"the index in {path.parent} cannot be used ({error}); it is kept in memory for now, which is slower"
