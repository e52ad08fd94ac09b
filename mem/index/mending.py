"""When there is no good index: one is made, a broken one set aside, or a copy kept in memory. No answer is made up."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from mem.index.opening import FILE, PATIENCE, open_good
from mem.index.sqlite import SCHEMA, DamagedIndex, SqliteIndex

ASIDE = "index.damaged.db"
COMPANIONS = ("-wal", "-shm", "-journal")
LOOKS = 3  # at an index that is being rebuilt again and again
COPIES = 3  # tries to catch a moment in which nobody writes

# Not broken, only not to be had: somebody else holds it, or the disk does.
OUT_OF_REACH = frozenset(
    (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
     sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_FULL, sqlite3.SQLITE_NOMEM)
)  # fmt: skip


def mend(folder: str | Path | None, timeout: float) -> SqliteIndex:
    """Give an index where no good one was found."""
    if folder is None:
        return SqliteIndex(in_memory())
    path = Path(folder) / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fault = _lasting_fault(path, timeout) if os.path.lexists(path) else None
        if fault:
            set_aside(path)
        if not path.is_file():
            _publish_empty(path)
        notice = f"the index was set aside and is made anew: {fault}" if fault else None
        return SqliteIndex(connect(path, timeout), str(path), notice)
    except (OSError, sqlite3.DatabaseError) as error:
        return SqliteIndex(copy_of(path) or in_memory(), None, memory_notice(path, error))


def reopened(index: SqliteIndex) -> bool:
    """Go on with the build that took the place of the one that is open, if one did."""
    if index.path is None or not _is_replaced(index.db, Path(index.path)):
        return False
    good = open_good(index.path)
    if good is None:
        return False
    with suppress(sqlite3.Error):
        index.db.close()
    index.db = good.db
    return True


def _is_replaced(db: sqlite3.Connection, path: Path) -> bool:
    """Tell whether the name of the index means another file by now than the one that is open."""
    try:
        opened = Path(db.execute("pragma database_list").fetchone()[2])
    except sqlite3.Error:
        return False
    return opened.parent.resolve() / opened.name != path.resolve()


def recover(index: SqliteIndex, error: sqlite3.DatabaseError) -> None:
    """After a failed statement: go on with a copy in memory, or raise `DamagedIndex` with an empty index in place.

    A build that took the place of the one that failed is left alone, and is what is open then.
    """
    if index.path is None or isinstance(error, sqlite3.ProgrammingError | sqlite3.IntegrityError):
        raise error
    path = Path(index.path)
    is_replaced = _is_replaced(index.db, path)
    copy = (_backup(index.db) or copy_of(path)) if _code(error) in OUT_OF_REACH else None
    with suppress(sqlite3.Error):
        index.db.close()
    if copy:
        index.db, index.path, index.notice = copy, None, memory_notice(path, error)
        return
    if _code(error) not in OUT_OF_REACH and not is_replaced:
        set_aside(path)
    fresh = mend(path.parent, PATIENCE)
    index.db, index.path, index.notice = fresh.db, fresh.path, fresh.notice
    raise DamagedIndex(str(error)) from error


def _lasting_fault(path: Path, timeout: float) -> str | None:
    """Say what is wrong with a file, unless another build took its place while we looked: then that one counts."""
    fault = None
    for _ in range(LOOKS):
        build = path.resolve()
        fault = _fault(path, timeout)
        if not fault or path.resolve() == build:
            break
    return fault


def _fault(path: Path, timeout: float) -> str | None:
    """Say what is wrong with a file; None when it is good after all, because somebody else mended it."""
    if not path.is_file():
        return "it was no file"
    with closing(connect(path, timeout)) as db:
        try:
            row = db.execute("select value from meta where key = 'schema'").fetchone()
        except sqlite3.DatabaseError as error:
            if _code(error) in OUT_OF_REACH:
                raise
            return str(error)
    return None if row == (SCHEMA,) else "another version of mem made it"


def set_aside(path: Path) -> None:
    """Move what lies at `path` out of the way, with what SQLite keeps beside it."""
    real = path.resolve()
    aside = path.with_name(ASIDE)
    remove(aside)
    if os.path.lexists(real):
        real.rename(aside)
    if path.is_symlink():
        path.unlink()
    remove_companions(real)


def _publish_empty(path: Path) -> None:
    """Make an empty index, complete before anyone can see it; if another process was faster, its index stands."""
    remove_companions(path)
    new = new_file(path.parent)
    try:
        with closing(connect(new, PATIENCE)) as db:
            db.execute("pragma journal_mode = wal")
            create(db)
        try:
            os.link(new, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            new.rename(path)
    finally:
        remove(new)


def copy_of(path: Path) -> sqlite3.Connection | None:
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
            with closing(connect(copy, 0)) as db:
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


def in_memory() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    create(db)
    return db


def create(db: sqlite3.Connection) -> None:
    db.executescript(Path(__file__).with_name("schema.sql").read_text(encoding="utf-8"))
    db.execute("insert into meta values ('schema', ?)", (SCHEMA,))


def connect(path: Path, timeout: float) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=timeout, isolation_level=None)


def new_file(folder: Path) -> Path:
    """Make a file of a name nobody has, readable for whom the user's umask allows."""
    _hide(folder)
    new = folder / f"index-{os.urandom(6).hex()}.db"
    new.touch(exist_ok=False)
    return new


def _hide(folder: Path) -> None:
    """Let git pass the folder over, also in a store whose own `.gitignore` does not name it."""
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n")


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):
        path.unlink()
    remove_companions(path)


def remove_companions(path: Path) -> None:
    for ending in COMPANIONS:
        with suppress(OSError):
            os.unlink(f"{path}{ending}")


def _code(error: sqlite3.DatabaseError) -> int:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF  # the rest only says which kind


def memory_notice(path: Path, error: Exception) -> str:
    return f"the index in {path.parent} cannot be used ({error}); it is kept in memory for now, which is slower"
