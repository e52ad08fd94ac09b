"""Many writers at once, and real git at work in the same repository."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mem.store.child import GitBinary
from mem.store.lock import LockHeld, StoreBusy
from mem.store.store import Edit, tidy
from mem.store.trees import object_id

from helpers.ground import NOW, Ground, path_of

WRITER = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from helpers.ground import NOW, path_of
from mem.store.store import Edit, Store
store = Store.open(Path({root!r}), environ={env!r})
for number in range({count}):
    name = f"{who}-{{number}}"
    with store.writer(NOW) as writer:
        writer.commit([Edit(path_of(name), name.encode())], name)
"""


def writing(ground: Ground, who: str, count: int) -> subprocess.Popen[bytes]:
    script = WRITER.format(path=sys.path, root=str(ground.root), env=ground.env, who=who, count=count)
    return subprocess.Popen([sys.executable, "-c", script])


def names(writers: int, count: int) -> set[str]:
    return {f"w{writer}-{number}" for writer in range(writers) for number in range(count)}


def test_eight_processes_with_fifty_facts_each_make_400_commits(ground: Ground) -> None:
    writers = [writing(ground, f"w{number}", 50) for number in range(8)]
    assert [writer.wait(timeout=120) for writer in writers] == [0] * 8
    assert ground.facts_in_head() == names(8, 50)
    assert ground.git("rev-list", "--count", "HEAD").strip() == "400"
    assert ground.is_clean()


def test_beside_people_who_add_and_commit_and_a_gc_nothing_is_lost(ground: Ground) -> None:
    ground.add("first")
    writers = [writing(ground, f"w{number}", 25) for number in range(3)]
    theirs = 0
    while any(writer.poll() is None for writer in writers):
        (ground.root / f"theirs-{theirs}.txt").write_text("x")
        ground.git("add", f"theirs-{theirs}.txt", check=False)
        ground.git("commit", "-q", "-m", "theirs", check=False)
        if theirs % 5 == 0:
            ground.git("gc", "-q", check=False)
        theirs += 1
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert theirs > 0
    ground.take_in(*names(3, 25))  # in case a commit of theirs took the index of a moment ago for their wish
    ground.add("last")
    assert ground.facts_in_head() == {"first", "last"} | names(3, 25)
    ground.git("add", "-A")
    ground.git("commit", "-q", "--allow-empty", "-m", "the rest")
    assert {path.name for path in ground.root.glob("theirs-*")} <= set(
        ground.git("ls-tree", "--name-only", "HEAD").split()
    )
    assert ground.is_clean()


def test_a_lock_of_gits_that_goes_away_is_waited_for(ground: Ground) -> None:
    ground.add("a")
    lock = ground.root / ".git" / "index.lock"
    lock.touch()
    timer = threading.Timer(0.3, lock.unlink)
    timer.start()
    ground.add("b")
    timer.join()
    assert ground.facts_in_head() == {"a", "b"}
    assert ground.is_clean()


@pytest.mark.parametrize("lock", [".git/index.lock", ".git/refs/heads/main.lock"])
def test_a_lock_of_gits_that_stays_is_named_and_nothing_is_written(ground: Ground, lock: str) -> None:
    ground.add("a")
    (ground.root / lock).touch()
    with pytest.raises(LockHeld) as refused:
        ground.add("b", git_seconds=0.05)
    assert str(ground.root / lock) in refused.value.message
    assert (ground.root / lock).exists()
    assert not (ground.root / path_of("b")).exists()
    (ground.root / lock).unlink()
    assert ground.is_clean()
    assert ground.add("b").commit is not None


def test_a_lock_a_dead_writer_of_ours_left_is_removed(ground: Ground) -> None:
    ground.add("a")
    anchor = ground.root / ".git" / "mem" / "anchor"
    locks = [ground.root / ".git" / "index.lock", ground.root / ".git" / "refs" / "heads" / "other.lock"]
    for lock in locks:
        os.link(anchor, lock)
    with ground.store.writer(NOW):
        assert not any(lock.exists() for lock in locks)


def test_two_writers_take_turns_and_the_second_says_who_is_first(ground: Ground) -> None:
    with ground.store.writer(NOW), pytest.raises(StoreBusy) as refused, ground.store.writer(NOW, seconds=0.05):
        pass
    assert f"process {os.getpid()}" in refused.value.message


def test_a_commit_that_comes_between_is_built_upon(ground: Ground) -> None:
    ground.add("a")

    def interfere(step: str) -> None:
        if step == "objects written" and ground.subjects()[0] != "theirs":
            ground.git(
                "update-ref", "HEAD", ground.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "theirs").strip()
            )

    with ground.store.writer(NOW, checkpoint=interfere) as writer:
        writer.commit([Edit(path_of("b"), b"b\n")], "ours")
    assert ground.subjects() == ["ours", "theirs", "mem(fact): a"]
    assert ground.is_clean()


def test_what_a_git_command_swept_out_of_the_index_is_staged_again(ground: Ground) -> None:
    ground.add("changed")
    ground.add("deleted")
    index = ground.root / ".git" / "index"
    before = index.read_bytes()
    ground.add("new")
    ground.add("2026-03/deep")
    ground.replace("changed", "two\n")
    ground.replace("deleted", None)
    index.write_bytes(before)  # as a `git commit` does that read it before and locks it after
    assert len(ground.status()) > 4
    ground.add("next")
    assert ground.is_clean()


def test_what_the_user_staged_over_it_is_not_taken_for_that(ground: Ground) -> None:
    ground.add("a", "one\n")
    ground.replace("a", "two\n")
    ground.write("a", "three\n")
    ground.git("add", path_of("a"))
    ground.write("a", "two\n")
    ground.add("b")
    assert ground.git("show", f":{path_of('a')}") == "three\n"


def test_what_the_user_took_out_of_the_index_and_off_the_disk_stays_out(ground: Ground) -> None:
    ground.add("a")
    ground.git("rm", "-q", path_of("a"))
    ground.add("b")
    assert ground.status() == [f"D  {path_of('a')}"]
    assert ground.is_sound()


def test_a_gc_that_takes_empty_folders_away_stops_no_write(ground: Ground) -> None:
    objects = ground.root / ".git" / "objects"
    at_work = threading.Event()
    at_work.set()

    def sweep() -> None:
        while at_work.is_set():
            for number in range(256):
                with contextlib.suppress(OSError):
                    (objects / f"{number:02x}").rmdir()

    sweeper = threading.Thread(target=sweep)
    sweeper.start()
    for number in range(40):
        ground.add(str(number))
    at_work.clear()
    sweeper.join()
    assert ground.is_clean()


def test_what_a_hook_leaked_about_another_repository_is_ignored(ground: Ground, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    ground.git("init", "-q", cwd=other)
    leaked = {
        "GIT_DIR": str(other / ".git"),
        "GIT_WORK_TREE": str(other),
        "GIT_INDEX_FILE": str(other / "index"),
        "GIT_OBJECT_DIRECTORY": str(other / ".git" / "objects"),
        "GIT_AUTHOR_NAME": "Somebody Else",
        "GIT_AUTHOR_DATE": "2001-01-01T00:00:00Z",
        "GIT_CONFIG_PARAMETERS": "'user.name=Nobody'",
    }
    ground.git("update-index", "--index-version", "4", check=False)
    store = ground.opened(**leaked)
    with store.writer(NOW) as writer:
        writer.commit([Edit(path_of("a"), b"a\n")], "ours")
    assert [revision.path for revision in store.revisions(None)] == [path_of("a")]
    assert ground.git("log", "--format=%an %as").strip() == "Ada 2026-03-01"
    assert ground.git("count-objects", cwd=other).startswith("0 objects")
    assert ground.is_clean()


def test_packing_is_left_to_git_which_finds_out_whether_there_is_need(ground: Ground) -> None:
    ground.add("a")
    ground.git("config", "gc.auto", "1")
    hook = ground.root / ".git" / "hooks" / "pre-auto-gc"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch asked\nexit 1\n")
    hook.chmod(0o755)
    binary = GitBinary(str(ground.root), ground.env)
    tidy(binary)
    assert not (ground.root / "asked").exists()
    many = [text for number in range(2000) if object_id("blob", text := b"%d" % number).startswith("17")]
    for text in many[:3]:
        ground.git("hash-object", "-w", "--stdin", given=text.decode())
    tidy(binary)
    assert (ground.root / "asked").exists()
