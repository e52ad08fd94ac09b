"""What the machine does to us: locks, disks, missing programs. One clear line, nothing acknowledged is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

AS_ROOT = os.geteuid() == 0


def without_git(tmp_path: Path) -> dict[str, str]:
    """A PATH on which there is no git."""
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    return {"PATH": str(folder)}


def test_without_a_git_binary_all_local_work_goes_on(empty_world, tmp_path) -> None:
    env = without_git(tmp_path)
    empty_world.ok("init", env=env)
    id = empty_world.add("Oak door", env=env)
    empty_world.ok("update", id, "--priority", "60", env=env)
    path = empty_world.path(id)
    path.write_text(path.read_text().replace("Oak door", "Oak gate"))
    empty_world.add("Elm gate", env=env)
    assert sorted(empty_world.titles("list", env=env)) == ["Elm gate", "Oak gate"]
    shutil.rmtree(empty_world.store / ".cache")
    assert sorted(empty_world.titles("list", env=env)) == ["Elm gate", "Oak gate"]
    assert empty_world.is_clean()


def test_without_an_identity_the_author_is_a_stable_name(world) -> None:
    world.add("Oak door")
    assert world.git("log", "--format=%an <%ae>").strip() == "mem <mem@localhost>"


def test_the_identity_of_git_is_used(world) -> None:
    (world.home / ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n")
    world.add("Oak door")
    assert world.git("log", "--format=%an <%ae>").strip() == "Ada <ada@example.org>"


@pytest.mark.parametrize("damage", ["missing", "garbage", "truncated", "folder", "empty", "scribbled"])
def test_a_damaged_index_is_made_anew_and_never_answers_wrongly(world, damage: str) -> None:
    for number in range(5):
        world.add(f"Oak number {number}")
    cache = world.store / ".cache"
    database = next(path for path in cache.iterdir() if path.suffix == ".db")
    data = database.read_bytes()
    for path in cache.iterdir():
        path.unlink()
    if damage == "garbage":
        database.write_bytes(b"not a database" * 500)
    elif damage == "truncated":
        database.write_bytes(data[: len(data) // 2])
    elif damage == "folder":
        database.mkdir()
    elif damage == "scribbled":
        database.write_bytes(data[:8192] + b"\xa5" * (len(data) - 8192))
    elif damage == "empty":
        database.write_bytes(b"")
    answer = world.ok("search", "oak", "--format", "json")
    assert len(answer.json()["mem"]) == 5
    assert len(answer.err.splitlines()) <= 1
    assert len(world.titles("search", "oak")) == 5


def test_an_index_locked_by_another_program_never_fails_an_add(world) -> None:
    world.add("First")
    database = next((world.store / ".cache").glob("*.db"))
    holder = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(3, lambda: (holder.rollback(), holder.close()))
    timer.start()
    calls = [
        subprocess.Popen(
            [sys.executable, "-m", "mem", "add", "--type", "howto", "--title", f"Number {n}"],
            env=world.env,
            cwd=world.folder,
            stdout=subprocess.DEVNULL,
        )
        for n in range(5)
    ]
    assert [call.wait(timeout=60) for call in calls] == [0] * 5
    timer.join()
    assert len(world.titles("list")) == 6
    assert world.is_clean()


def test_eight_processes_lose_nothing(world) -> None:
    line = 'for i in $(seq 6); do "$0" -m mem add --type howto --title "Process $1 fact $i" >/dev/null || exit 1; done'
    calls = [
        subprocess.Popen(["bash", "-c", line, sys.executable, str(n)], env=world.env, cwd=world.folder)
        for n in range(8)
    ]
    assert [call.wait(timeout=240) for call in calls] == [0] * 8
    assert len(world.titles("list", "--limit", "100")) == 48
    assert world.git("rev-list", "--count", "HEAD").strip() == "48"
    assert world.is_clean()


def test_a_foreign_index_lock_is_waited_for_and_named(world) -> None:
    world.add("First")
    lock = world.store / ".git" / "index.lock"
    lock.touch()
    answer = world.mem("add", "--type", "howto", "--title", "Second")
    assert answer.code == 1
    assert "index.lock" in answer.out
    lock.unlink()
    world.add("Third")
    assert "Third" in world.titles("list")
    assert world.is_clean()


def test_a_detached_head_keeps_the_fact_until_a_branch_is_back(world) -> None:
    world.add("First")
    world.git("checkout", "-q", "--detach")
    answer = world.ok("add", "--type", "howto", "--title", "Made while detached", "--format", "json").json()
    assert answer["memory"]["uncommitted"] is True
    assert "Made while detached" in world.titles("list")
    world.git("checkout", "-q", "main")
    world.add("Second")
    assert sorted(world.titles("list")) == ["First", "Made while detached", "Second"]
    assert world.is_clean()


def test_signing_that_cannot_work_fails_soon_and_loses_nothing(world) -> None:
    (world.home / ".gitconfig").write_text("[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = /does/not/exist\n")
    answer = world.mem("add", "--type", "howto", "--title", "Signed")
    assert answer.code == 1
    assert "sign" in answer.out
    (world.home / ".gitconfig").unlink()
    world.add("Plain")
    assert "Plain" in world.titles("list")
    assert world.is_clean()


def test_a_store_inside_a_project_is_invisible_to_the_project(empty_world, tmp_path) -> None:
    project = tmp_path / "proj"
    project.mkdir()
    empty_world.git("init", "-q", cwd=project)
    empty_world.ok("init", store=project / "memories")
    empty_world.ok("add", "--type", "howto", "--title", "Inside", store=project / "memories")
    empty_world.git("add", "-A", cwd=project)
    assert empty_world.git("status", "--porcelain", cwd=project) == ""


def test_leaked_git_variables_do_not_lead_elsewhere(world, tmp_path) -> None:
    world.git("init", "-q", str(tmp_path / "other"), cwd=tmp_path)
    env = {
        "GIT_DIR": str(tmp_path / "other" / ".git"),
        "GIT_WORK_TREE": str(tmp_path / "other"),
        "GIT_INDEX_FILE": "/tmp/none",
    }
    world.add("Oak door", env=env)
    assert world.git("rev-list", "--count", "HEAD").strip() == "1"
    assert world.is_clean()


@pytest.mark.skipif(not AS_ROOT, reason="only root can mount a disk")
def test_a_read_only_store_is_read_and_an_add_says_why_not(world) -> None:
    world.add("Oak door")
    shutil.rmtree(world.store / ".cache")
    if not _mount("--bind", str(world.store), str(world.store)) or not _mount(
        "-o", "remount,ro,bind", str(world.store)
    ):
        pytest.skip("this machine does not let us mount a read-only disk")
    try:
        found = world.ok("search", "oak")
        assert "Oak door" in found.out
        assert len(found.err.splitlines()) == 1
        refused = world.mem("add", "--type", "howto", "--title", "New")
        assert refused.code == 1
        assert refused.out.startswith("error: ")
    finally:
        subprocess.run(["umount", str(world.store)], check=False)
    assert world.titles("list") == ["Oak door"]


def _mount(*args: str) -> bool:
    return subprocess.run(["mount", *args], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not AS_ROOT, reason="only root can mount a small disk")
def test_a_full_disk_is_one_line_and_what_was_there_stays(empty_world, tmp_path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if not _mount("-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)):
        pytest.skip("this machine does not let us mount a small disk")
    try:
        store = disk / "store"
        empty_world.ok("init", store=store, env={"MEM_CACHE_DIR": str(tmp_path / "cache")})
        env = {"MEM_CACHE_DIR": str(tmp_path / "cache"), "MEM_DIR": str(store)}
        empty_world.add("Before", env=env)
        for number in range(200):
            answer = empty_world.mem(
                "add", "--type", "howto", "--title", f"Number {number}", "--body", os.urandom(8000).hex(), env=env
            )
            if answer.code:
                break
        assert answer.code == 1
        assert answer.out.startswith("error: ")
        titles = empty_world.titles("list", "--limit", "500", env=env)
        assert "Before" in titles
        assert len(titles) == number + 1
        free = next(path for path in (store / ".git" / "objects").rglob("*") if path.is_file())
        assert free.exists()
    finally:
        subprocess.run(["umount", str(disk)], check=False)
