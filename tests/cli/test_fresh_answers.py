"""However a file was changed, and however large the store is: what a search prints is what the file says now."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from mem.store.files import SWEPT_WHOLE
from mem.store.sweep import AT_ONCE

from helpers.large import Lamp, Large, text_of

SIZES = [100, 4_900, 20_000]  # the middle one stays below what is swept whole, whatever the tests add


@pytest.fixture(scope="module", params=SIZES, ids=str)
def large(request: pytest.FixtureRequest, make_world) -> Large:
    """A store with this many facts, made once for all the ways to change a file."""
    world = make_world(f"large{request.param}")
    world.ok("init")
    return Large(world.store, {**world.env, "MEM_SCOPE": "all"}, request.param)


@pytest.fixture
def lamp(large: Large) -> Lamp:
    """A fact that no other test has touched, found once as it was."""
    lamp = large.fresh()
    assert f"Lamp {lamp.word} stands" in lamp.found()
    return lamp


def swapped_in(lamp: Lamp, text: str) -> None:
    aside = lamp.path.with_suffix(".tmp")
    aside.write_text(text)
    aside.replace(lamp.path)


def with_a_backup(lamp: Lamp, text: str) -> None:
    lamp.path.rename(lamp.path.with_name(lamp.path.name + "~"))
    lamp.path.write_text(text)


def in_place(lamp: Lamp, text: str) -> None:
    lamp.path.write_text(text)


def in_place_with_the_old_size_and_time(lamp: Lamp, text: str) -> None:
    before = lamp.path.stat()
    lamp.path.write_text(text)
    os.utime(lamp.path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert lamp.path.stat().st_size == before.st_size


def by_a_clock_that_was_set_back(lamp: Lamp, text: str) -> None:
    swapped_in(lamp, text)
    for changed in (lamp.path, lamp.path.parent):
        os.utime(changed, ns=(10**18, 10**18))


def by_sed(lamp: Lamp, text: str) -> None:
    title = next(line for line in text.splitlines() if line.startswith("title: "))
    subprocess.run(["sed", "-i", f"s/^title: .*/{title}/", lamp.path], check=True)


def by_cp(lamp: Lamp, text: str) -> None:
    other = lamp.store.root.parent / "other.md"
    other.write_text(text)
    subprocess.run(["cp", other, lamp.path], check=True)


def by_mv(lamp: Lamp, text: str) -> None:
    other = lamp.path.with_name("other.txt")
    other.write_text(text)
    subprocess.run(["mv", other, lamp.path], check=True)


def by_git_checkout(lamp: Lamp, text: str) -> None:
    home = lamp.store.git("symbolic-ref", "--short", "HEAD").strip()
    lamp.store.git("checkout", "-q", "-b", f"side-{lamp.word}")
    lamp.path.write_text(text)
    lamp.store.git("commit", "-q", "-m", "another title", lamp.name)
    lamp.store.git("checkout", "-q", home)
    assert "Lamp" in lamp.found()
    lamp.store.git("checkout", "-q", f"side-{lamp.word}")


def by_git_checkout_of_one_file(lamp: Lamp, text: str) -> None:
    lamp.path.write_text(text)
    lamp.store.git("commit", "-q", "-m", "another title", lamp.name)
    lamp.store.git("checkout", "-q", "HEAD~1", "--", lamp.name)
    assert "Lamp" in lamp.found()
    lamp.store.git("checkout", "-q", "HEAD", "--", lamp.name)


def by_git_stash(lamp: Lamp, text: str) -> None:
    lamp.path.write_text(text)
    lamp.store.git("stash", "-q")
    assert "Lamp" in lamp.found()
    lamp.store.git("stash", "pop", "-q")


def by_git_pull(lamp: Lamp, text: str) -> None:
    """Another's commit, made without touching the working tree, is pulled."""
    blob = subprocess.run(
        ["git", "hash-object", "-w", "--stdin"],
        cwd=lamp.store.root,
        input=text.encode(),
        capture_output=True,
        check=True,
    ).stdout.decode()
    aside = {**lamp.store.env, "GIT_INDEX_FILE": str(lamp.store.root.parent / f"index-{lamp.word}")}
    git = ["git", "-c", "user.name=other", "-c", "user.email=other@example.invalid"]

    def run(*args: str) -> str:
        done = subprocess.run([*git, *args], cwd=lamp.store.root, env=aside, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    run("read-tree", "HEAD")
    run("update-index", "--cacheinfo", f"100644,{blob.strip()},{lamp.name}")
    commit = run("commit-tree", "-p", "HEAD", "-m", "another title", run("write-tree"))
    run("branch", f"theirs-{lamp.word}", commit)
    lamp.store.git("pull", "-q", "--ff-only", ".", f"theirs-{lamp.word}")


WAYS: list[Callable[[Lamp, str], None]] = [
    swapped_in,
    with_a_backup,
    in_place,
    in_place_with_the_old_size_and_time,
    by_a_clock_that_was_set_back,
    by_sed,
    by_cp,
    by_mv,
    by_git_checkout,
    by_git_checkout_of_one_file,
    by_git_stash,
    by_git_pull,
]


@pytest.mark.parametrize("change", WAYS, ids=lambda way: way.__name__)
def test_a_line_that_is_printed_says_what_the_file_says_now(lamp: Lamp, change: Callable[[Lamp, str], None]) -> None:
    change(lamp, lamp.text(f"Desk {lamp.word} stands"))
    assert f"Desk {lamp.word} stands" in lamp.found()
    assert f"Desk {lamp.word} stands" in lamp.store.ask("show", f"n-{lamp.word}")


def test_a_new_file_is_found_by_its_words(lamp: Lamp) -> None:
    lamp.path.with_name("new.md").write_text(text_of(f"{lamp.word}new", f"Chair {lamp.word}new stands"))
    assert "Chair" in lamp.store.ask("search", f"{lamp.word}new")


def test_a_new_folder_with_a_file_is_found(lamp: Lamp) -> None:
    folder = lamp.path.parent / "deeper"
    folder.mkdir()
    (folder / "new.md").write_text(text_of(f"{lamp.word}deep", f"Chair {lamp.word}deep stands"))
    assert "Chair" in lamp.store.ask("search", f"{lamp.word}deep")


def test_a_deleted_file_is_not_found(lamp: Lamp) -> None:
    lamp.path.unlink()
    assert lamp.word not in lamp.found()


def test_a_file_that_was_moved_is_found_at_its_new_place(lamp: Lamp) -> None:
    lamp.path.rename(lamp.path.parents[1] / lamp.path.name)
    assert f"Lamp {lamp.word} stands" in lamp.found()
    assert f"path: objects/facts/{lamp.path.name}" in lamp.store.ask("show", f"n-{lamp.word}")


def test_the_facts_of_a_renamed_folder_are_found_at_their_new_place(lamp: Lamp) -> None:
    folder = lamp.path.parent
    shutil.move(folder, folder.with_name(f"{folder.name}-renamed"))
    assert f"Lamp {lamp.word} stands" in lamp.found()
    assert f"path: objects/facts/{folder.name}-renamed/" in lamp.store.ask("show", f"n-{lamp.word}")
    shutil.move(folder.with_name(f"{folder.name}-renamed"), folder)
    assert f"path: objects/facts/{folder.name}/" in lamp.store.ask("show", f"n-{lamp.word}")


def test_a_new_word_in_a_file_rewritten_in_place_is_found_at_once_or_within_one_round(lamp: Lamp) -> None:
    store = lamp.store
    in_place(lamp, lamp.text(f"Shelf {lamp.word}fresh stands"))
    tries = 1 if store.count <= SWEPT_WHOLE else store.count // AT_ONCE + 2
    found = (store.ask("search", f"{lamp.word}fresh") for _ in range(tries))
    assert any("Shelf" in said for said in found)


def test_the_look_around_leaves_the_store_as_git_knows_it(large: Large, tmp_path: Path) -> None:
    large.ask("search", "hall")
    assert large.git("fsck", "--no-dangling", "--connectivity-only") == ""
