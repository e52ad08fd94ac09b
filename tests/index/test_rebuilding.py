"""A rebuild happens beside the index in use and takes its place in one step."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from mem.index import mending
from mem.index.opening import FILE, open_index, rebuilding
from mem.index.sqlite import DamagedIndex, SqliteIndex

from helpers.told import Told, fact


@pytest.fixture
def old(tmp_path: Path) -> Path:
    with closing(open_index(tmp_path)) as index:
        Told(index).tell(fact("n-old", "Zebra"))
    return tmp_path


def rebuild(folder: Path, *names: str) -> None:
    with rebuilding(folder) as fresh:
        Told(fresh).tell(*(fact(name, "Zebra") for name in names))
    fresh.close()


def found(folder: Path) -> list[str]:
    with closing(open_index(folder)) as index:
        assert index.notice is None
        return Told(index).found("zebra")


def test_the_new_index_takes_the_place_of_the_old(old: Path) -> None:
    rebuild(old, "n-new")
    assert found(old) == ["n-new"]


def test_it_is_not_seen_before_it_is_whole(old: Path) -> None:
    with rebuilding(old) as fresh:
        Told(fresh).tell(fact("n-new", "Zebra"))
        assert found(old) == ["n-old"]
    fresh.close()


def test_it_stays_open_as_the_index_in_use(old: Path) -> None:
    with rebuilding(old) as fresh:
        Told(fresh).tell(fact("n-new", "Zebra"))
    told = Told(fresh)
    told.tell(fact("n-later", "Zebra"))
    fresh.close()
    assert sorted(found(old)) == ["n-later", "n-new"]


def test_one_that_fails_changes_nothing(old: Path) -> None:
    with pytest.raises(RuntimeError), rebuilding(old) as fresh:
        Told(fresh).tell(fact("n-new", "Zebra"))
        raise RuntimeError("the history cannot be read")
    assert found(old) == ["n-old"]
    assert [file.name for file in old.glob("index*")] == [FILE]


def test_readers_of_the_old_index_are_not_disturbed(old: Path) -> None:
    with closing(open_index(old)) as reader:
        assert Told(reader).found("zebra") == ["n-old"]
        rebuild(old, "n-new")
        Told(reader).tell(fact("n-lost", "Zebra"))
        assert sorted(Told(reader).found("zebra")) == ["n-lost", "n-old"]
        assert found(old) == ["n-new"]
    assert found(old) == ["n-new"]


def test_a_log_left_by_a_killed_writer_of_the_old_index_is_not_read_into_the_new(old: Path) -> None:
    script = f"""
import os, sys
sys.path[:0] = {[str(Path(mending.__file__).parents[2]), str(Path(__file__).parents[1])]!r}
from helpers.told import Told, fact
from mem.index.opening import open_index
index = open_index({str(old)!r})
Told(index).tell(*(fact(f"n-{{n}}", "Zebra") for n in range(50)))
os._exit(9)
"""
    subprocess.run([sys.executable, "-c", script], check=False)
    assert (old / f"{FILE}-wal").exists()
    rebuild(old, "n-new")
    rebuild(old, "n-newer")
    assert found(old) == ["n-newer"]


def test_many_rebuilds_leave_one_file(old: Path) -> None:
    for name in ("n-1", "n-2", "n-3"):
        rebuild(old, name)
    assert found(old) == ["n-3"]
    assert len([file for file in old.glob("index*") if not file.is_symlink()]) == 1


def test_where_there_are_no_links_the_file_itself_is_replaced(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "symlink", refuse)
    monkeypatch.setattr(os, "link", refuse)
    rebuild(old, "n-new")
    assert found(old) == ["n-new"]
    assert [file.name for file in old.glob("index*")] == [FILE]
    (old / FILE).unlink()
    rebuild(old, "n-1")
    assert found(old) == ["n-1"]


def test_what_a_killed_rebuild_left_is_swept_away_after_a_while(old: Path) -> None:
    leftover, recent = old / "index-gone.db", old / "index-busy.db"
    leftover.touch()
    recent.touch()
    os.utime(leftover, (0, 0))
    rebuild(old, "n-new")
    assert not leftover.exists()
    assert recent.exists()


def test_an_index_set_aside_is_removed_by_a_rebuild(old: Path) -> None:
    (old / FILE).write_bytes(b"garbage" * 1000)
    open_index(old).close()
    assert (old / mending.ASIDE).exists()
    rebuild(old, "n-new")
    assert not (old / mending.ASIDE).exists()


def test_a_rebuild_where_a_folder_lies_in_the_way(tmp_path: Path) -> None:
    (tmp_path / FILE / "inside").mkdir(parents=True)
    rebuild(tmp_path, "n-new")
    assert found(tmp_path) == ["n-new"]


def test_a_folder_reached_by_a_link_is_the_same_folder(old: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = tmp_path_factory.mktemp("other") / "link"
    link.symlink_to(old)
    for name in ("n-1", "n-2"):
        rebuild(link, name)
        for file in old.glob("index*"):
            os.utime(file, (0, 0), follow_symlinks=False)
    assert found(link) == found(old) == ["n-2"]
    rebuild(link, "n-3")
    assert found(old) == ["n-3"]


def test_a_rebuild_in_memory(tmp_path: Path) -> None:
    with rebuilding(None) as fresh:
        Told(fresh).tell(fact("n-new", "Zebra"))
    assert Told(fresh).found("zebra") == ["n-new"]
    fresh.close()
    assert list(tmp_path.iterdir()) == []


def lose(build: Path) -> None:
    """Take the bytes of a file away from whoever has it open, whatever it is called by now."""
    os.truncate(build, 0)


@pytest.fixture
def replaced(old: Path) -> Iterator[tuple[Path, SqliteIndex]]:
    """An index somebody has open while another build took its place, and what it was made of is lost."""
    index = open_index(old)
    kept = old / "kept"
    os.link((old / FILE).resolve(), kept)
    rebuild(old, "n-new")
    lose(kept)
    yield old, index
    index.close()


def test_whoever_reads_a_build_that_is_gone_goes_on_with_the_next(replaced: tuple[Path, SqliteIndex]) -> None:
    folder, index = replaced
    assert Told(index).found("zebra") == ["n-new"]
    assert index.notice is None
    assert found(folder) == ["n-new"]


def test_whoever_writes_to_a_build_that_is_gone_takes_nothing_from_the_next(
    replaced: tuple[Path, SqliteIndex],
) -> None:
    folder, index = replaced
    with suppress(DamagedIndex):
        Told(index).tell(fact("n-late", "Zebra"))
    assert "n-new" in found(folder)
