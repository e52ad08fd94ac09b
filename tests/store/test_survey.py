"""What changed on the disk: found by folder times and by looking, whatever clock ticks and people do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mem.store.files import UNTRUSTED, Changes, Stamp, changed, read, stamp_of, stamp_to_keep

SECOND = 1_000_000_000
LONG_AGO = 1_700_000_000 * SECOND + 5
NOW = LONG_AGO + 3600 * SECOND


class Disk:
    """Fact files of any age, and an index's memory of them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: dict[str, Stamp] = {}
        self.folders: dict[str, int] = {}
        (root / "objects").mkdir()
        self.age("objects")

    def write(self, path: str, text: str = "x", *, at: int = LONG_AGO) -> None:
        """Write a file as an editor does: a new one, swapped in."""
        full = self.root / path
        for folder in reversed(full.relative_to(self.root).parents[:-1]):
            if not (self.root / folder).exists():
                (self.root / folder).mkdir()
                self.age(str(folder), at)
                self.age(str(folder.parent), at)
        aside = full.with_name(".aside")
        aside.write_text(text)
        os.utime(aside, ns=(at, at))
        aside.replace(full)
        self.age(str(full.relative_to(self.root).parent), at)

    def rewrite(self, path: str, text: str, *, at: int = LONG_AGO) -> None:
        """Write into the file that is there: its folder does not notice."""
        (self.root / path).write_text(text)
        os.utime(self.root / path, ns=(at, at))

    def remove(self, path: str, *, at: int = LONG_AGO) -> None:
        (self.root / path).unlink()
        self.age(str(Path(path).parent), at)

    def age(self, folder: str, at: int = LONG_AGO) -> None:
        os.utime(self.root / folder, ns=(at, at))

    def look(self, now: int = NOW, named: Sequence[str] = ()) -> Changes:
        return changed(str(self.root), self.files, self.folders, now, named=named)

    def glance(self, *some: str, now: int = NOW, named: Sequence[str] = ()) -> Changes:
        """Look as in a large store, of which only some files are told at first."""
        known = {path: self.files[path] for path in (*some, *named) if path in self.files}
        return changed(str(self.root), known, self.folders, now, below=self._below, named=named)

    def _below(self, folder: str) -> dict[str, Stamp]:
        return {path: stamp for path, stamp in self.files.items() if path.startswith(f"{folder}/")}

    def remember(self, now: int = NOW) -> Changes:
        """Look, and take in all that was found, as an index does; file times are as true as the test's clock."""
        found = self.look(now)
        for path in found.paths:
            state = os.stat(self.root / path)
            young = state.st_mtime_ns > now - 20_000_000
            self.files[path] = UNTRUSTED if young else stamp_of(state)
        for path in found.gone:
            del self.files[path]
        self.folders.update(found.folders)
        self.folders = {folder: time for folder, time in self.folders.items() if time >= 0}
        return found


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


A, B, DEEP = "objects/facts/a.md", "objects/facts/b.md", "objects/facts/2026-03/01/deep.md"


def test_new_files_are_found_at_any_depth(disk: Disk) -> None:
    disk.write(A)
    disk.write(DEEP)
    assert sorted(disk.look().paths) == sorted([A, DEEP])


def test_a_second_look_finds_nothing_new(disk: Disk) -> None:
    disk.write(A)
    disk.write(DEEP)
    disk.remember()
    assert disk.look().is_clean


def test_a_file_swapped_in_is_found_by_its_folder(disk: Disk) -> None:
    disk.write(A)
    disk.remember()
    disk.write(A, "other", at=LONG_AGO + SECOND)
    assert disk.glance().paths == [A]


def test_a_file_rewritten_in_place_is_found_by_looking_at_it(disk: Disk) -> None:
    disk.write(A)
    disk.remember()
    disk.rewrite(A, "other")
    assert disk.look().paths == [A]


def test_a_deleted_file_and_a_deleted_folder_are_gone(disk: Disk) -> None:
    disk.write(A)
    disk.write(B)
    disk.write(DEEP)
    disk.remember()
    disk.remove(A, at=LONG_AGO + SECOND)
    subprocess.run(["rm", "-r", "objects/facts/2026-03"], cwd=disk.root, check=True)
    disk.age("objects/facts", LONG_AGO + SECOND)
    found = disk.remember()
    assert sorted(found.gone) == sorted([A, DEEP])
    assert sorted(disk.folders) == ["objects", "objects/facts"]
    assert disk.look().is_clean


def test_a_moved_file_is_gone_here_and_new_there(disk: Disk) -> None:
    disk.write(A)
    disk.remember()
    os.rename(disk.root / A, disk.root / B)
    disk.age("objects/facts", LONG_AGO + SECOND)
    found = disk.look()
    assert (found.paths, found.gone) == ([B], [A])


def test_all_that_is_deleted_at_once_is_gone(disk: Disk) -> None:
    disk.write(A)
    disk.remember()
    subprocess.run(["rm", "-r", "objects"], cwd=disk.root, check=True)
    assert disk.look().gone == [A]


def test_a_file_written_in_the_tick_of_the_look_is_looked_at_again(disk: Disk) -> None:
    disk.write(A, at=NOW - 5_000_000)
    disk.remember()
    disk.age("objects/facts", LONG_AGO)
    disk.rewrite(A, "y", at=NOW - 5_000_000)
    assert disk.look(NOW + SECOND).paths == [A]


def test_a_folder_changed_in_the_tick_of_the_look_is_listed_again(disk: Disk) -> None:
    disk.write(A, at=LONG_AGO)
    disk.age("objects/facts", NOW - 5_000_000)
    disk.remember()
    disk.write(B, at=LONG_AGO)
    disk.age("objects/facts", NOW - 5_000_000)
    assert disk.look(NOW + SECOND).paths == [B]


@pytest.mark.parametrize(
    ("age", "trusted"),
    [
        (0, False),
        (19_000_000, False),
        (21_000_000, True),
        (3600 * SECOND, True),
        (-30 * SECOND, False),
        (-3600 * SECOND, True),
    ],
    ids=["just now", "19 ms ago", "21 ms ago", "an hour ago", "half a minute ahead", "far ahead, set by hand"],
)
def test_a_stamp_is_kept_when_its_time_can_no_longer_be_given_twice(tmp_path: Path, age: int, trusted: bool) -> None:
    (tmp_path / "a").write_text("x")
    state = os.stat(tmp_path / "a")
    now = state.st_ctime_ns + age
    os.utime(tmp_path / "a", ns=(state.st_ctime_ns, state.st_ctime_ns))
    state = os.stat(tmp_path / "a")
    kept = stamp_to_keep(state, now + (state.st_ctime_ns - now + age) if age >= 0 else now)
    assert (kept != UNTRUSTED) is trusted


def test_a_clock_of_whole_seconds_is_trusted_after_two(tmp_path: Path) -> None:
    whole = 1_900_000_000 * SECOND
    (tmp_path / "a").write_text("x")
    os.utime(tmp_path / "a", ns=(whole, whole))
    state = os.stat(tmp_path / "a")
    assert stamp_to_keep(state, whole + SECOND) == UNTRUSTED
    assert stamp_to_keep(state, whole + 3 * SECOND) == stamp_of(state)


def test_of_a_large_store_the_files_it_is_told_of_are_looked_at(disk: Disk) -> None:
    for path in (A, B, DEEP):
        disk.write(path)
    disk.remember()
    for path in (A, B, DEEP):
        disk.rewrite(path, "other")
    assert disk.glance(B, DEEP).paths == [B, DEEP]


def test_of_a_large_store_a_folder_and_what_was_below_it_are_missed(disk: Disk) -> None:
    for path in (A, DEEP):
        disk.write(path)
    disk.remember()
    shutil.rmtree(disk.root / "objects/facts/2026-03")
    disk.age("objects/facts", LONG_AGO + SECOND)
    found = disk.glance()
    assert (found.paths, found.gone) == ([], [DEEP])
    assert found.folders == {
        "objects/facts": LONG_AGO + SECOND,
        "objects/facts/2026-03": -1,
        "objects/facts/2026-03/01": -1,
    }


def test_what_is_known_below_a_folder_is_asked_for_once(disk: Disk) -> None:
    disk.write(DEEP)
    disk.remember()
    asked: list[str] = []

    def below(folder: str) -> dict[str, Stamp]:
        asked.append(folder)
        return disk.files

    assert changed(str(disk.root), {}, {}, NOW, below=below).paths == []
    assert asked == ["objects"]


def test_of_a_large_store_a_file_is_missed_whose_folder_was_never_listed(disk: Disk) -> None:
    disk.write(DEEP)
    disk.remember()
    del disk.folders["objects/facts/2026-03/01"]
    shutil.rmtree(disk.root / "objects/facts/2026-03/01")
    disk.age("objects/facts/2026-03", LONG_AGO + SECOND)
    assert disk.glance().gone == [DEEP]


def test_a_named_file_is_looked_at_in_a_large_store(disk: Disk) -> None:
    disk.write(A)
    disk.write(B)
    disk.remember()
    disk.rewrite(A, "other")
    disk.rewrite(B, "other")
    assert disk.glance(named=[A]).paths == [A]
    assert disk.glance(named=["README.md", "objects/facts/none.md", "../x.md"]).is_clean


@pytest.mark.parametrize(
    "path", ["objects/facts/note.txt", "objects/facts/.a.md", "objects/.obsidian/a.md", "notes/a.md"]
)
def test_what_is_no_fact_is_none_of_our_business(disk: Disk, path: str) -> None:
    disk.write(path)
    found = disk.look()
    assert (found.paths, found.quarantined) == ([], {})


def test_links_are_left_alone(disk: Disk, tmp_path: Path) -> None:
    disk.write(A)
    (disk.root / B).symlink_to("a.md")
    (disk.root / "objects/elsewhere").symlink_to("facts")
    found = disk.remember()
    assert found.paths == [A]
    assert found.quarantined == {B: "a link", "objects/elsewhere": "a link"}


def test_a_repository_inside_is_left_alone(disk: Disk) -> None:
    disk.write("objects/inner/a.md")
    (disk.root / "objects/inner/.git").mkdir()
    found = disk.look()
    assert (found.paths, found.quarantined) == ([], {"objects/inner": "a repository of its own"})


def test_a_large_file_is_left_alone_until_it_is_small_again(disk: Disk) -> None:
    disk.write(A, "x" * ((1 << 20) + 1))
    assert disk.remember().quarantined == {A: "larger than 1 MiB"}
    disk.rewrite(A, "small")
    assert disk.look().paths == [A]


def test_a_known_file_that_became_a_link_is_not_gone(disk: Disk) -> None:
    disk.write(A)
    disk.remember()
    (disk.root / A).unlink()
    (disk.root / A).symlink_to("b.md")
    disk.age("objects/facts", LONG_AGO + SECOND)
    found = disk.look()
    assert (found.gone, found.quarantined) == ([], {A: "a link"})


def test_special_files_are_left_alone(disk: Disk) -> None:
    os.makedirs(disk.root / "objects/facts")
    os.mkfifo(disk.root / A)
    assert disk.look().quarantined == {A: "not a plain file"}
    assert read(str(disk.root), A, NOW) is None


UNREADABLE = """
import os, sys
sys.path[:0] = {path!r}
from mem.store.files import changed
os.setuid(65534)
found = changed({root!r}, {files!r}, {folders!r}, {now})
print(found.paths, found.gone, found.quarantined)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another user to be")
def test_facts_in_a_folder_that_cannot_be_read_are_not_gone(disk: Disk) -> None:
    disk.write(DEEP)
    disk.remember()
    for folder in disk.root.parents[:-2]:
        folder.chmod(folder.stat().st_mode | 0o011)
    disk.root.chmod(0o755)
    (disk.root / "objects/facts/2026-03").chmod(0o700)
    disk.folders["objects/facts/2026-03"] = 1
    script = UNREADABLE.format(path=sys.path, root=str(disk.root), files=disk.files, folders=disk.folders, now=NOW)
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[] [] {'objects/facts/2026-03': 'cannot be read: Permission denied'}"


def test_a_name_that_is_no_text_is_left_alone(disk: Disk) -> None:
    os.makedirs(disk.root / "objects/facts")
    (disk.root / os.fsdecode(b"objects/facts/\xff.md")).write_text("x")
    assert list(disk.look().quarantined.values()) == ["its name is not UTF-8"]


def test_reading_gives_bytes_and_stamp_or_nothing(disk: Disk) -> None:
    disk.write(A, "text")
    (disk.root / B).symlink_to("a.md")
    assert read(str(disk.root), A, NOW * 2) == (b"text", stamp_of(os.stat(disk.root / A)))
    assert read(str(disk.root), B, NOW) is None
    assert read(str(disk.root), "objects/facts/none.md", NOW) is None


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "rewrite", "remove", "look"]),
        st.sampled_from([A, B, DEEP, "objects/howtos/c.md"]),
        st.integers(0, 3),
    ),
    max_size=25,
)


@given(STEPS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_after_any_changes_what_is_remembered_is_what_is_there(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, int]]
) -> None:
    disk = Disk(tmp_path_factory.mktemp("disk"))
    now = LONG_AGO
    for verb, path, text in steps:
        now += SECOND
        exists = (disk.root / path).exists()
        if verb == "write":
            disk.write(path, str(text), at=now)
        elif verb == "rewrite" and exists:
            disk.rewrite(path, str(text), at=now)
        elif verb == "remove" and exists:
            disk.remove(path, at=now)
        elif verb == "look":
            disk.remember(now + SECOND // 2)
    whole, glanced = disk.look(now + SECOND), disk.glance(*disk.files, now=now + SECOND)
    assert (sorted(glanced.paths), sorted(glanced.gone)) == (sorted(whole.paths), sorted(whole.gone))
    assert glanced.folders == whole.folders
    by_folders = disk.glance(now=now + SECOND)
    assert sorted(by_folders.gone) == sorted(whole.gone)
    disk.remember(now + SECOND)
    there = {str(path.relative_to(disk.root)) for path in disk.root.glob("objects/**/*.md")}
    assert set(disk.files) == there
    assert all(stamp in (UNTRUSTED, stamp_of(os.stat(disk.root / path))) for path, stamp in disk.files.items())
    assert disk.look(now + 2 * SECOND).is_clean


def test_a_look_that_finds_nothing_imports_next_to_nothing(disk: Disk) -> None:
    script = (
        f"import sys; sys.path[:0] = {sys.path!r}; before = set(sys.modules)\n"
        "import mem.store.files, mem.store.refs\n"
        f"mem.store.files.changed({str(disk.root)!r}, {{}}, {{}}, 0)\n"
        f"mem.store.refs.places_of({str(disk.root)!r})\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    said = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True).stdout
    assert set(said.split()) <= {"mem", "mem.store", "mem.store.files", "mem.store.refs", "itertools", "__future__"}
