"""The states of files as history tells them: the same from git's log and by hand."""

from __future__ import annotations

import random
import time

import pytest

from mem.store import history
from mem.store.files import Stamp
from mem.store.store import Revision, Store

from helpers.ground import Ground, path_of

BOTH = pytest.mark.parametrize("has_git", [True, False], ids=["with git", "without git"])


def store_of(ground: Ground, has_git: bool) -> Store:
    return ground.store if has_git else ground.without_git()


def told(ground: Ground, has_git: bool, since: str | None = None) -> list[tuple[str, str | None]]:
    """What history tells, in short: name and text."""
    return [
        (revision.path.split("/")[-1].removesuffix(".md"), None if revision.data is None else revision.data.decode())
        for revision in store_of(ground, has_git).revisions(since)
    ]


def commit(ground: Ground, subject: str, *, at: str = "2026-03-01T10:00:00Z") -> str:
    ground.git("add", "-A")
    ground.git(
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        subject,
        env={"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": "2027-01-01T00:00:00Z"},
    )
    return ground.git("rev-parse", "HEAD").strip()


@BOTH
def test_every_state_comes_in_the_order_of_history(ground: Ground, has_git: bool) -> None:
    ground.add("a", "one\n")
    ground.add("b", "b\n")
    ground.replace("a", "two\n")
    ground.replace("a", None)
    assert told(ground, has_git) == [("a", "one\n"), ("b", "b\n"), ("a", "two\n"), ("a", None)]


@BOTH
def test_files_as_history_has_them_last_are_read_from_the_disk_and_noted(ground: Ground, has_git: bool) -> None:
    for name in ("same", "edited", "gone", "link", "old"):
        ground.add(name, f"{name}\n")
    ground.replace("old", "new\n")
    ground.replace("gone", None)
    ground.write("edited", "by hand\n")
    (ground.root / path_of("link")).unlink()
    (ground.root / path_of("link")).symlink_to("same.md")
    store, seen = store_of(ground, has_git), dict[str, Stamp]()
    assert list(store.revisions(None, seen)) == list(store.revisions(None))
    assert set(seen) == {path_of("same"), path_of("old")}


def test_a_file_that_cannot_be_read_comes_from_history(ground: Ground) -> None:
    ground.add("a", "one\n")
    (ground.root / path_of("a")).unlink()
    (ground.root / path_of("a")).mkdir()
    seen: dict[str, Stamp] = {}
    assert [revision.data for revision in ground.store.revisions(None, seen)] == [b"one\n"]
    assert seen == {}


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_however_many_texts_are_fetched_at_once_history_is_the_same(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    for number in range(4):
        ground.add(f"n{number}", f"{number}\n")
        ground.replace(f"n{number}", f"{number} again\n")
    expected = told(ground, True)
    (ground.root / path_of("n2")).unlink()
    monkeypatch.setattr(history, "_AT_ONCE", at_once)
    assert told(ground, True) == expected
    assert list(ground.store.revisions(None, {})) == list(ground.store.revisions(None))


@BOTH
def test_only_what_came_after_a_commit_is_told(ground: Ground, has_git: bool) -> None:
    first = ground.add("a").commit
    assert told(ground, has_git, first) == []
    ground.add("b", "b\n")
    assert told(ground, has_git, first) == [("b", "b\n")]


@BOTH
def test_a_state_is_known_since_its_author_wrote_it_not_since_it_was_committed_again(
    ground: Ground, has_git: bool
) -> None:
    ground.write("a", "x")
    made = commit(ground, "a", at="2025-12-24T18:30:00+0200")
    blob = ground.store.blob_of(path_of("a"))
    assert list(store_of(ground, has_git).revisions(None)) == [
        Revision(path_of("a"), b"x", blob, "2025-12-24T16:30:00.000Z", made)
    ]


@BOTH
def test_a_move_is_gone_here_and_new_there_in_one_commit(ground: Ground, has_git: bool) -> None:
    first = ground.add("b", "same\n").commit
    ground.git("mv", path_of("b"), path_of("a"))
    commit(ground, "move")
    assert told(ground, has_git, first) == [("a", "same\n"), ("b", None)]


@BOTH
def test_what_is_no_fact_is_not_told(ground: Ground, has_git: bool) -> None:
    ground.write("large", "x" * ((1 << 20) + 1))
    ground.write("kept", "x")
    ground.write(".hidden", "x")
    (ground.root / "README.md").write_text("x")
    (ground.root / "objects/facts/picture.png").write_text("x")
    (ground.root / path_of("link")).symlink_to("kept.md")
    commit(ground, "all sorts")
    assert told(ground, has_git) == [("kept", "x")]


def test_a_large_file_and_a_link_are_skipped_where_they_replace_a_fact(ground: Ground) -> None:
    ground.write("a", "small")
    commit(ground, "small")
    ground.write("a", "x" * ((1 << 20) + 1))
    commit(ground, "large")
    (ground.root / path_of("a")).unlink()
    (ground.root / path_of("a")).symlink_to("b.md")
    commit(ground, "link")
    assert told(ground, True) == told(ground, False) == [("a", "small")]


def branch_off(ground: Ground) -> None:
    ground.add("a", "base\n")
    ground.git("checkout", "-q", "-b", "side")
    ground.replace("a", "side\n")
    ground.add("b", "b\n")
    ground.git("checkout", "-q", "main")
    ground.replace("a", "main\n")


@BOTH
def test_of_a_merge_only_what_differs_from_all_parents_is_its_own(ground: Ground, has_git: bool) -> None:
    branch_off(ground)
    ground.git("merge", "-q", "side", check=False)
    ground.write("a", "both\n")
    commit(ground, "merged")
    states = told(ground, has_git)
    assert states[0] == ("a", "base\n")
    assert states[-1] == ("a", "both\n")
    assert sorted(states[1:-1]) == [("a", "main\n"), ("a", "side\n"), ("b", "b\n")]


@BOTH
@pytest.mark.parametrize("winner", ["ours", "theirs"])
def test_after_a_merge_that_took_one_side_whole_the_last_state_is_that_of_head(
    ground: Ground, has_git: bool, winner: str
) -> None:
    branch_off(ground)
    ground.git("merge", "-q", "-X", winner, "side", "-m", "merged")
    last = dict(told(ground, has_git))
    assert last == {"a": "main\n" if winner == "ours" else "side\n", "b": "b\n"}


@BOTH
def test_a_merge_that_dropped_the_other_side_leaves_its_facts_gone(ground: Ground, has_git: bool) -> None:
    branch_off(ground)
    ground.git("merge", "-q", "-s", "ours", "side", "-m", "merged")
    assert dict(told(ground, has_git)) == {"a": "main\n", "b": None}


@BOTH
def test_a_side_that_forked_long_ago_is_told_when_it_is_merged(ground: Ground, has_git: bool) -> None:
    branch_off(ground)
    known = ground.store.head()
    ground.git("merge", "-q", "-X", "ours", "side", "-m", "merged")
    states = told(ground, has_git, known)
    assert ("b", "b\n") in states
    assert [text for name, text in states if name == "a"][-1] == "main\n"


@BOTH
def test_a_shallow_clone_tells_less_and_says_so(ground: Ground, has_git: bool) -> None:
    for text in ("one\n", "two\n", "three\n"):
        ground.add("a", text) if text == "one\n" else ground.replace("a", text)
    ground.git("clone", "-q", "--depth", "1", f"file://{ground.root}", "../shallow")
    assert not ground.store.is_shallow()
    ground.root = ground.folder / "shallow"
    assert store_of(ground, has_git).is_shallow()
    assert told(ground, has_git) == [("a", "three\n")]


@BOTH
def test_a_commit_is_an_ancestor_or_it_is_not(ground: Ground, has_git: bool) -> None:
    first = ground.add("a").commit
    apart = ground.git("commit-tree", "HEAD^{tree}", "-m", "apart").strip()
    second = ground.add("b").commit
    store = store_of(ground, has_git)
    assert [store.is_ancestor(str(commit)) for commit in (first, second, apart, "0" * 40)] == [True, True, False, False]


@BOTH
@pytest.mark.parametrize(
    "setting",
    [
        ["log.showRoot", "false"],
        ["log.showSignature", "true"],
        ["diff.renames", "copies"],
        ["color.ui", "always"],
        ["log.follow", "true"],
        ["format.pretty", "oneline"],
        ["core.abbrev", "5"],
    ],
)
def test_what_a_user_likes_to_see_of_a_log_changes_nothing(ground: Ground, has_git: bool, setting: list[str]) -> None:
    ground.add("a", "same\n")
    ground.git("mv", path_of("a"), path_of("b"))
    commit(ground, "move")
    before = told(ground, has_git)
    ground.git("config", *setting)
    assert told(ground, has_git) == before == [("a", "same\n"), ("a", None), ("b", "same\n")]


def test_a_missing_commit_far_from_any_calendar_does_no_harm(ground: Ground) -> None:
    tree = ground.git("write-tree").strip()
    odd = f"tree {tree}\nauthor A <a@x> 99999999999999 +0000\ncommitter A <a@x> 0 +0000\n\nodd\n"
    made = ground.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", given=odd).strip()
    ground.git("update-ref", "HEAD", made)
    ground.add("a", "x\n")
    assert told(ground, True) == told(ground, False) == [("a", "x\n")]


@pytest.mark.parametrize("seed", range(4))
def test_a_tangled_history_reads_the_same_with_git_and_without(ground: Ground, seed: int) -> None:
    choose = random.Random(seed)
    ground.add("a", "0\n")
    for step in range(14):
        branch = choose.choice(["main", "side", "other"])
        ground.git(
            "checkout", "-q", "-B" if ground.git("branch", "--list", branch) == "" else "-f", branch, check=False
        )
        if choose.random() < 0.3:
            ground.git(
                "merge",
                "-q",
                "-X",
                choose.choice(["ours", "theirs"]),
                "-m",
                "merge",
                choose.choice(["main", "side", "other"]),
                check=False,
            )
            if ground.store.unfinished():
                commit(ground, "settled")
            continue
        name = choose.choice("abc")
        path = ground.root / path_of(name)
        if path.exists() and choose.random() < 0.3:
            path.unlink()
        else:
            ground.write(name, f"{step}\n")
        commit(ground, f"step {step}")
    ground.git("repack", "-q", "-a", "-d") if seed % 2 else None
    with_git, by_hand = list(ground.store.revisions(None)), list(ground.without_git().revisions(None))
    assert {(r.path, r.data, r.commit) for r in with_git} == {(r.path, r.data, r.commit) for r in by_hand}
    for revisions in (with_git, by_hand):
        last = {revision.path: revision.data for revision in revisions}
        there = {
            str(path.relative_to(ground.root)): path.read_bytes() for path in ground.root.glob("objects/facts/*.md")
        }
        assert {path: data for path, data in last.items() if data is not None} == there


def test_a_long_history_and_a_wide_one_are_read_in_seconds(ground: Ground) -> None:
    """One commit of many files, then many commits of one, by `git fast-import`."""
    lines = ["commit refs/heads/main\ncommitter A <a@x> 1700000000 +0000\ndata 1\nx\n"]
    lines += [f"M 100644 inline objects/facts/{number % 40}/{number}.md\ndata 2\nx\n" for number in range(10_000)]
    for number in range(3_000):
        lines.append(f"commit refs/heads/main\ncommitter A <a@x> {1700000001 + number} +0000\ndata 1\nx\n")
        lines.append(f"M 100644 inline objects/facts/0/0.md\ndata {len(str(number))}\n{number}\n")
    ground.git("fast-import", "--quiet", given="".join(lines))
    began = time.process_time()
    assert sum(1 for _ in ground.store.revisions(None)) == 13_000
    assert time.process_time() - began < 5


@BOTH
def test_from_one_history_to_another_leads_back_to_the_last_commit_all_ways_come_through(
    ground: Ground, has_git: bool
) -> None:
    neck = ground.add("a", "base\n").commit
    ground.git("branch", "side")
    early = ground.add("b", "b\n").commit
    ground.git("checkout", "-q", "side")
    ground.replace("a", "side\n")
    ground.git("merge", "-q", "main", "-m", "met once")
    left = ground.add("c", "c\n").commit
    ground.git("checkout", "-q", "main")
    ground.add("d", "d\n")
    ground.git("merge", "-q", early, "side~1", "-m", "met again")
    turn = store_of(ground, has_git).turn(str(left))
    assert turn is not None
    assert turn.base == neck
    assert {revision.path for revision in turn.undone} == {path_of("a"), path_of("b"), path_of("c")}
    assert {path: was and was.data for path, was in turn.before.items()} == {
        path_of("a"): b"base\n",
        path_of("b"): None,
        path_of("c"): None,
    }


@BOTH
def test_histories_begun_apart_have_no_turn(ground: Ground, has_git: bool) -> None:
    left = ground.add("a").commit
    ground.git("checkout", "-q", "--orphan", "other")
    ground.git("commit", "-qm", "apart")
    assert store_of(ground, has_git).turn(str(left)) is None
    ground.git("merge", "-q", "--allow-unrelated-histories", "main", "-m", "joined")
    assert store_of(ground, has_git).turn(str(left)) is None
