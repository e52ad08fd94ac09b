"""Whatever lies where the index should be: it opens, answers right, and says what happened."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import mem
from mem.index import building, comparing, fallback, mending, naming, reading, syntax, writing  # noqa: F401  # before rights are dropped
from mem.index.base import Change
from mem.index.opening import FILE, open_index, rebuilding
from mem.index.sqlite import DamagedIndex

from helpers.told import Told, fact, query

NOBODY = 65534


@pytest.fixture
def cache() -> Iterator[Path]:
    """A folder that other users can reach, which pytest's own are not."""
    folder = Path(tempfile.mkdtemp(prefix="mem-test-"))
    folder.chmod(0o755)
    yield folder / "cache"
    (folder / "cache").chmod(0o755) if (folder / "cache").is_dir() else None
    shutil.rmtree(folder)


@pytest.fixture
def filled(cache: Path) -> Path:
    """An index with one fact in it, closed."""
    with closing(open_index(cache)) as index:
        Told(index).tell(fact("n-1", "Zebras graze"))
    return cache


@contextmanager
def without_rights() -> Iterator[None]:
    """Go on as a user who may write nothing here; root may write everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    folder.chmod(0o555)
    with without_rights():
        if not os.access(mem.__file__, os.R_OK, effective_ids=True):
            pytest.skip("mem is installed where only root may read")
        yield
    folder.chmod(0o755)


def test_a_missing_folder_is_made(cache: Path) -> None:
    with closing(open_index(cache / "deep" / "down")) as index:
        assert index.is_empty()
        assert index.notice is None


def test_what_was_told_is_there_when_opened_again(filled: Path) -> None:
    with closing(open_index(filled)) as index:
        assert index.notice is None
        assert Told(index).found("zebra") == ["n-1"]


def test_two_that_open_at_once_share_one_index(cache: Path) -> None:
    with closing(open_index(cache)) as one, closing(open_index(cache)) as two:
        Told(one).tell(fact("n-1", "Zebras graze"))
        assert Told(two).found("zebra") == ["n-1"]


def _garbage(path: Path) -> None:
    path.write_bytes(b"not a database, not at all" * 400)


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _other_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update meta set value = 999 where key = 'schema'")


def _no_meta(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("drop table meta")


def _folder_in_the_way(path: Path) -> None:
    path.unlink()
    (path / "inside").mkdir(parents=True)


def _dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere.db")


@pytest.mark.parametrize("damage", [_garbage, _truncate, _other_version, _no_meta, _folder_in_the_way, _dangling])
def test_what_is_no_good_index_is_set_aside_and_made_anew(filled: Path, damage: Callable[[Path], None]) -> None:
    damage(filled / FILE)
    with closing(open_index(filled)) as index:
        assert index.is_empty()
        assert index.notice
        assert "made anew" in index.notice
        Told(index).tell(fact("n-2", "Zebras sleep"))
    with closing(open_index(filled)) as index:
        assert index.notice is None
        assert Told(index).found("zebra") == ["n-2"]


def test_an_empty_file_is_made_anew(filled: Path) -> None:
    (filled / FILE).write_bytes(b"")
    with closing(open_index(filled)) as index:
        assert index.is_empty()


def test_a_broken_index_set_aside_twice_leaves_one_copy(filled: Path) -> None:
    for _ in range(2):
        _garbage(filled / FILE)
        open_index(filled).close()
    assert sorted(file.name for file in filled.glob("*.db")) == ["index.damaged.db", "index.db"]


def test_damage_that_shows_later_is_an_error_once_and_an_empty_index_then(filled: Path) -> None:
    with closing(sqlite3.connect(filled / FILE)) as db, db:
        db.execute("drop table standing")
    with closing(open_index(filled)) as index:
        with pytest.raises(DamagedIndex) as raised:
            index.match(query("zebra"))
        assert raised.value.help
        assert index.is_empty()
        Told(index).tell(fact("n-2", "Zebras sleep"))
        assert Told(index).found("zebra") == ["n-2"]


def test_damaged_pages_never_make_an_answer(filled: Path) -> None:
    with closing(open_index(filled)) as index:
        Told(index).tell(*(fact(f"n-{n}", "Zebra", f"number {n} " * 40) for n in range(200)))
        expected = sorted(Told(index).found("zebra", limit=None))
    path = filled / FILE
    data = bytearray(path.read_bytes())
    for start in range(4096 * 3, len(data), 4096 * 5):
        data[start : start + 100] = b"\xff" * 100
    path.write_bytes(bytes(data))
    with closing(open_index(filled)) as index:
        try:
            found = sorted(Told(index).found("zebra", limit=None))
        except DamagedIndex:
            found = []
        assert found in ([], expected)


def test_in_a_read_only_folder_the_index_is_read_where_it_lies_and_changed_in_memory(filled: Path) -> None:
    with read_only(filled), closing(open_index(filled)) as index:
        told = Told(index)
        assert told.found("zebra") == ["n-1"]
        told.tell(fact("n-2", "Zebras sleep"))
        assert sorted(told.found("zebra")) == ["n-1", "n-2"]
        assert index.notice
        assert "memory" in index.notice
    with closing(open_index(filled)) as index:
        assert Told(index).found("zebra") == ["n-1"]


def test_in_a_read_only_folder_without_an_index_one_is_kept_in_memory(cache: Path) -> None:
    cache.mkdir()
    with read_only(cache), closing(open_index(cache)) as index:
        assert index.is_empty()
        assert index.notice
        Told(index).tell(fact("n-1", "Zebra"))
        assert Told(index).found("zebra") == ["n-1"]
    assert list(cache.iterdir()) == []


def test_in_a_read_only_folder_a_rebuild_happens_in_memory(filled: Path) -> None:
    with read_only(filled):
        with rebuilding(filled) as fresh:
            Told(fresh).tell(fact("n-2", "Zebra"))
        assert Told(fresh).found("zebra") == ["n-2"]
        assert fresh.notice
        fresh.close()


def test_an_unreadable_file_is_left_alone_and_one_kept_in_memory(filled: Path) -> None:
    (filled / FILE).chmod(0)
    with read_only(filled), closing(open_index(filled)) as index:
        assert index.is_empty()
        assert index.notice
    assert (filled / FILE).exists()


def test_who_waits_too_long_for_another_writer_goes_on_in_memory(filled: Path) -> None:
    with closing(sqlite3.connect(filled / FILE, isolation_level=None)) as other:
        other.execute("begin immediate")
        with closing(open_index(filled, timeout=0.01)) as index:
            told = Told(index)
            assert told.found("zebra") == ["n-1"]
            told.tell(fact("n-2", "Zebras sleep"))
            assert sorted(told.found("zebra")) == ["n-1", "n-2"]
            assert index.notice
        other.execute("rollback")
    with closing(open_index(filled)) as index:
        assert Told(index).found("zebra") == ["n-1"]


def test_who_waits_for_another_writer_long_enough_is_served(filled: Path) -> None:
    import threading

    other = sqlite3.connect(filled / FILE, isolation_level=None, check_same_thread=False)
    other.execute("begin immediate")
    release = threading.Timer(0.2, lambda: other.execute("rollback"))
    release.start()
    with closing(open_index(filled)) as index:
        Told(index).tell(fact("n-2", "Zebras sleep"))
        assert index.notice is None
    release.join()
    other.close()
    with closing(open_index(filled)) as index:
        assert sorted(Told(index).found("zebra")) == ["n-1", "n-2"]


def test_a_full_disk_moves_the_index_into_memory(filled: Path) -> None:
    with closing(open_index(filled)) as index:
        pages = index.db.execute("pragma page_count").fetchone()[0]
        index.db.execute(f"pragma max_page_count = {pages}")
        told = Told(index)
        told.tell(*(fact(f"n-{n}", f"Zebra {n}", "many words " * 200) for n in range(2, 60)))
        assert len(told.found("zebra", limit=None)) == 59
        assert index.notice
        assert "memory" in index.notice
    with closing(open_index(filled)) as index:
        assert Told(index).found("zebra") == ["n-1"]


def test_a_refused_change_is_not_taken_for_damage(filled: Path) -> None:
    with closing(open_index(filled)) as index:
        with pytest.raises(AttributeError):
            index.apply(Change(head=None, entries=[None]))  # type: ignore[list-item]  # a fault of ours
        assert Told(index).found("zebra") == ["n-1"]
