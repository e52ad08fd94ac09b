"""Patching the index must give what git itself would have made of it."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from mem.store.gitindex import GitIndex, NotPatchable, Staged
from mem.store.objects import Objects
from mem.store.refs import Places, head_of, places_of
from mem.store.trees import FILE, Leaf

from helpers.ground import Ground


def objects_of(places: Places) -> Objects:
    return Objects(places, algorithm="sha1", flushes=lambda: False)


def commit_by_hand(ground: Ground, changes: dict[str, bytes | None]) -> None:
    """Change files, commit them, and patch the index, with the least that takes."""
    places = places_of(str(ground.root))
    assert places is not None
    objects, head = objects_of(places), head_of(places)
    leaves: dict[str, Leaf | None] = {}
    staged = []
    for path, data in changes.items():
        full = ground.root / path
        if data is None:
            full.unlink()
            leaves[path] = None
        else:
            full.parent.mkdir(parents=True, exist_ok=True)
            full.write_bytes(data)
            leaves[path] = Leaf(FILE, objects.write("blob", data))
        staged.append(Staged(path, leaves[path], os.stat(full) if data is not None else None))
    grafted = objects.graft(head, leaves)
    index = ground.root / ".git" / "index"
    before = index.read_bytes() if index.exists() else None
    index.write_bytes(b"".join(GitIndex(before).patched(staged, grafted.folders)))
    parent = ["-p", head] if head else []
    commit = ground.git("commit-tree", grafted.top, *parent, "-m", "by hand").strip()
    ground.git("update-ref", "HEAD", commit)


NAMES = [
    *(f"objects/facts/{letter}.md" for letter in "abcdef"),
    *(f"objects/facts/2026-0{month}/{letter}.md" for month in (1, 2) for letter in "abc"),
    "objects/facts-old/a.md",
    "objects/facts.md",
    "objects/howtos/" + "long" * 60 + ".md",
    "objects/" + "/".join(["deep"] * 30) + "/" + "x" * 120 + ".md",
    "zebra.md",
    "objects/ünïcode/ß.md",
]


@pytest.mark.parametrize("seed", range(6))
def test_random_changes_leave_the_index_git_would_have_written(ground: Ground, seed: int) -> None:
    choose = random.Random(seed)
    there: set[str] = set()
    (ground.root / "README.md").write_text("theirs\n")
    for step in range(14):
        picked = choose.sample(NAMES, choose.randint(1, 4))
        changes: dict[str, bytes | None] = {}
        for path in picked:
            gone = path in there and choose.random() < 0.4
            changes[path] = None if gone else b"%d %d\n" % (seed, step)
            there = there - {path} if gone else there | {path}
        commit_by_hand(ground, changes)
        disturb(ground, choose, step)
        expected = ground.git("ls-tree", "-r", "HEAD", "--", *NAMES)
        listed = ground.git("ls-files", "--format=%(objectmode) blob %(objectname)%x09%(path)", "--", *NAMES)
        assert listed == expected
        assert [
            line
            for line in ground.status()
            if not line.endswith(("README.md", ".gitattributes", ".gitignore", "mem.toml"))
        ] == []
        assert ground.is_sound()
    assert set(ground.git("-c", "core.quotePath=false", "ls-files", "--", *NAMES).splitlines()) == there


def disturb(ground: Ground, choose: random.Random, step: int) -> None:
    """Let the user stage, unstage and commit beside us, and git rewrite its cached folders."""
    what = choose.choice(["nothing", "stage", "unstage", "commit", "status", "read-tree"])
    if what == "stage":
        (ground.root / "README.md").write_text(f"theirs {step}\n")
        ground.git("add", "README.md")
    elif what == "unstage":
        ground.git("reset", "-q")
    elif what == "commit":
        ground.git("commit", "-q", "--allow-empty", "-m", "theirs")
    elif what == "status":
        ground.git("status")
    elif what == "read-tree":
        ground.git("read-tree", "HEAD")


def cached_folders(index: Path) -> bytes:
    """Give what an index says of whole folders."""
    _, _, rest = index.read_bytes().rpartition(b"TREE")
    return rest[4 : 4 + int.from_bytes(rest[:4], "big")]


@pytest.mark.parametrize("seed", range(4))
def test_what_git_cached_of_whole_folders_becomes_what_git_would_cache_now(ground: Ground, seed: int) -> None:
    choose = random.Random(seed)
    commit_by_hand(ground, {"objects/facts/a.md": b"a", "objects/howtos/b.md": b"b"})
    ground.git("read-tree", "HEAD")
    there = {"objects/facts/a.md"}
    fresh = ground.folder / "fresh"
    for step in range(12):
        changes: dict[str, bytes | None] = {}
        for path in choose.sample(NAMES, 3):
            changes[path] = None if path in there and choose.random() < 0.6 else b"%d\n" % step
            there = there - {path} if changes[path] is None else there | {path}
        commit_by_hand(ground, changes)
        fresh.unlink(missing_ok=True)
        ground.git("read-tree", "HEAD", env={"GIT_INDEX_FILE": str(fresh)})
        assert cached_folders(ground.root / ".git" / "index") == cached_folders(fresh)


def test_what_git_cached_of_whole_folders_stays_usable(ground: Ground) -> None:
    commit_by_hand(ground, {"objects/facts/a.md": b"a", "objects/howtos/b.md": b"b"})
    ground.git("read-tree", "HEAD")
    commit_by_hand(ground, {"objects/facts/2026-03/01/new.md": b"n", "objects/facts/a.md": None})
    cached = (ground.root / ".git" / "index").read_bytes()
    tree = bytes.fromhex(ground.git("rev-parse", "HEAD^{tree}").strip())
    day = bytes.fromhex(ground.git("rev-parse", "HEAD:objects/facts/2026-03/01").strip())
    assert tree in cached
    assert day in cached
    ground.git("checkout", "-q", "-f", "HEAD", env={"GIT_TEST_CHECK_CACHE_TREE": "1"})
    assert ground.is_sound()


def test_a_folder_the_user_staged_something_in_is_no_longer_known_as_a_whole(ground: Ground) -> None:
    commit_by_hand(ground, {"objects/facts/a.md": b"a"})
    (ground.root / "objects/facts/theirs.md").write_text("staged\n")
    ground.git("add", "objects/facts/theirs.md")
    commit_by_hand(ground, {"objects/facts/b.md": b"b"})
    ground.git("commit", "-q", "-m", "theirs")
    assert ground.facts_in_head() == {"a", "b", "theirs"}
    assert ground.is_sound()


def test_it_knows_what_is_tracked_and_what_a_sparse_checkout_leaves_out(ground: Ground) -> None:
    commit_by_hand(ground, {"objects/facts/a.md": b"a", "objects/howtos/b.md": b"b"})
    ground.git("update-index", "--skip-worktree", "objects/howtos/b.md")
    index = GitIndex((ground.root / ".git" / "index").read_bytes())
    assert [index.oid_of(f"objects/{name}.md") for name in ("facts/a", "howtos/b", "facts/b")] == [
        ground.git("hash-object", "objects/facts/a.md").strip(),
        ground.git("hash-object", "objects/howtos/b.md").strip(),
        None,
    ]
    assert [index.is_left_out(f"objects/{name}.md") for name in ("facts/a", "howtos/b", "facts/b")] == [
        False,
        True,
        False,
    ]
    assert not index.unmerged


def test_it_sees_unmerged_entries_and_does_not_patch_them(ground: Ground) -> None:
    commit_by_hand(ground, {"objects/facts/a.md": b"a"})
    blob = ground.git("rev-parse", "HEAD:objects/facts/a.md").strip()
    stages = "".join(f"100644 {blob} {stage}\tobjects/facts/c.md\n" for stage in (1, 2, 3))
    ground.git("update-index", "--index-info", given=stages)
    index = GitIndex((ground.root / ".git" / "index").read_bytes())
    assert index.unmerged
    with pytest.raises(NotPatchable):
        index.patched([Staged("objects/facts/a.md", None)], {"": (None, None)})


@pytest.mark.parametrize("option", [["--index-version", "4"], ["--split-index"]])
def test_an_index_of_another_kind_is_refused(ground: Ground, option: list[str]) -> None:
    commit_by_hand(ground, {"objects/facts/a.md": b"a"})
    ground.git("update-index", *option)
    with pytest.raises(NotPatchable):
        GitIndex((ground.root / ".git" / "index").read_bytes())


@pytest.mark.parametrize("cut", [0, 11, 40, 90, -21, -1])
def test_a_damaged_index_is_refused_not_repaired(ground: Ground, cut: int) -> None:
    commit_by_hand(ground, {"objects/facts/a.md": b"a", "objects/facts/b.md": b"b"})
    data = (ground.root / ".git" / "index").read_bytes()
    with pytest.raises(NotPatchable):
        GitIndex(data[:cut])


def test_an_entry_without_a_state_makes_git_look_at_the_file(ground: Ground, tmp_path: Path) -> None:
    commit_by_hand(ground, {"objects/facts/a.md": b"a"})
    places = places_of(str(ground.root))
    assert places is not None
    objects, head = objects_of(places), head_of(places)
    leaf = Leaf(FILE, objects.write("blob", b"a"))
    grafted = objects.graft(head, {"objects/facts/a.md": leaf})
    index = ground.root / ".git" / "index"
    shutil.copy2(index, tmp_path / "before")
    patched = GitIndex(index.read_bytes()).patched([Staged("objects/facts/a.md", leaf)], grafted.folders)
    index.write_bytes(b"".join(patched))
    assert "objects/facts/a.md" not in ground.git("diff-index", "--cached", "--name-only", "HEAD")
    assert [line for line in ground.status() if "objects" in line] == []
    (ground.root / "objects/facts/a.md").write_text("b")
    assert [line for line in ground.status() if "objects" in line] == [" M objects/facts/a.md"]
