"""What is purged is nowhere: not in files, history, tags, notes or the index, and it does not come back."""

from __future__ import annotations

import subprocess

import pytest

SECRET = "Quetzalcoatl"


@pytest.fixture
def shared(world):
    """A store and a second one that share a fact to be erased, and others."""
    world.git("init", "-q", "--bare", str(world.folder / "remote.git"), cwd=world.folder)
    world.ok("init", "--remote", "remote.git")
    world.add("The first fact")
    world.add(f"Ann is called {SECRET}", "--body", "A private matter.", "--source", "doc:a")
    world.add("The last fact")
    world.git("tag", "v1")
    world.git("branch", "side")
    world.ok("sync")
    world.git("push", "-q", "origin", "v1", "side")
    world.ok("init", "--from", "remote.git", store=world.folder / "second")
    return world


ID = f"h-2026-06-20-ann-is-called-{SECRET.lower()}"


def everywhere(folder) -> str:
    """Every object of a repository that still is on the disk, and every other file there."""
    listing = "--batch-all-objects"
    out = subprocess.run(
        ["git", "-C", str(folder), "cat-file", listing, "--batch", "--unordered"], capture_output=True, check=True
    ).stdout
    files = b"".join(
        path.read_bytes() for path in folder.rglob("*") if path.is_file() and "objects" not in path.parts[-4:]
    )
    return (out + files).decode("utf-8", "replace").lower()


def test_nothing_is_left_on_this_machine(shared) -> None:
    answer = shared.ok("purge", ID, "--yes")
    assert "refs/heads/main" in answer.out
    assert SECRET.lower() not in everywhere(shared.store)
    assert sorted(shared.titles("list")) == ["The first fact", "The last fact"]
    assert shared.is_clean()
    for ref in ("main", "side", "v1"):
        assert SECRET not in shared.git("log", "-p", ref)
    assert "epoch = 1" in (shared.store / "mem.toml").read_text()
    assert SECRET.lower() not in (shared.store / "erased.jsonl").read_text()


def test_the_remote_has_a_history_without_it(shared) -> None:
    shared.ok("purge", ID, "--yes")
    remote = shared.folder / "remote.git"
    for ref in ("main", "side", "v1"):
        assert SECRET not in shared.git("log", "-p", ref, cwd=remote)
    shared.git("gc", "-q", "--prune=now", cwd=remote)
    assert SECRET.lower() not in everywhere(remote)
    assert "unpushed: 0 commits" in shared.ok("sync").out


def test_a_clone_drops_it_too_and_keeps_its_own_unpushed_work(shared) -> None:
    second = shared.folder / "second"
    shared.add("Written meanwhile", store=second)
    shared.ok("update", ID, "--priority", "90", store=second, now="2026-06-21T10:00:00Z")
    shared.ok("purge", ID, "--yes")
    answer = shared.ok("sync", store=second, now="2026-06-21T11:00:00Z")
    assert "returned" in answer.out
    assert "remote_lost" not in answer.out
    assert SECRET.lower() not in everywhere(second)
    assert "Written meanwhile" in shared.titles("list", store=second)
    shared.ok("sync", now="2026-06-21T12:00:00Z")
    assert sorted(shared.titles("list")) == ["The first fact", "The last fact", "Written meanwhile"]
    assert SECRET not in shared.git("log", "-p", "main", cwd=shared.folder / "remote.git")


def test_a_file_that_is_put_back_is_kept_out(shared) -> None:
    second = shared.folder / "second"
    text = next(second.glob(f"objects/**/{ID}.md")).read_text()
    shared.ok("purge", ID, "--yes")
    shared.ok("sync", store=second)
    (second / "objects/howtos" / f"{ID}.md").write_text(text)
    answer = shared.ok("sync", store=second, now="2026-06-21T11:00:00Z")
    assert "returned" in answer.out
    assert SECRET not in shared.git("log", "-p", "main", cwd=shared.folder / "remote.git")


def test_references_in_other_facts_go_and_the_facts_stay(shared) -> None:
    revision = shared.ok(
        "revise", ID, "--title", "Ann has another name", "--format", "json", now="2026-06-21T09:00:00Z"
    ).json()["memory"]["id"]
    preview = shared.ok("purge", ID, "--dry-run", now="2026-06-21T10:00:00Z").out
    assert revision in preview
    shared.ok("purge", ID, "--yes", now="2026-06-21T10:00:00Z")
    assert SECRET.lower() not in everywhere(shared.store)
    assert "Ann has another name" in shared.titles("list", now="2026-06-22T10:00:00Z")


def test_a_chain_goes_as_a_whole(shared) -> None:
    shared.ok("revise", ID, "--title", "Ann has another name", now="2026-06-21T09:00:00Z")
    shared.ok("purge", ID, "--chain", "--yes", now="2026-06-21T10:00:00Z")
    assert sorted(shared.titles("list", now="2026-06-22T10:00:00Z")) == ["The first fact", "The last fact"]


def test_by_source(shared) -> None:
    shared.ok("purge", "--source", "doc:a", "--yes")
    assert SECRET.lower() not in everywhere(shared.store)
    assert shared.mem("purge", "--source", "doc:*", "--yes").code == 2


def test_it_is_shown_first_and_asked_for_twice(shared) -> None:
    before = shared.git("rev-parse", "HEAD")
    assert ID in shared.ok("purge", ID, "--dry-run").out
    assert shared.mem("purge", ID).code == 2
    assert shared.mem("purge").code == 2
    assert shared.mem("purge", "nothing", "--yes").code == 1
    assert shared.git("rev-parse", "HEAD") == before


def test_a_remote_that_cannot_be_met_first_stops_it(shared) -> None:
    before = shared.git("rev-parse", "HEAD")
    shared.git("remote", "set-url", "origin", "/gone.git")
    answer = shared.mem("purge", ID, "--yes")
    assert answer.code == 1
    assert "nothing was erased" in answer.out
    assert shared.git("rev-parse", "HEAD") == before


def test_a_stash_that_still_leads_there_is_named(shared) -> None:
    (shared.store / "mem.toml").write_text("format = 1\n# mine\n")
    shared.git("stash", "-q")
    assert "refs/stash" in shared.ok("purge", ID, "--yes").out
