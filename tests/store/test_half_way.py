"""While git is in the middle of something, new facts are kept beside it and committed afterwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mem.errors import MemError
from mem.store.store import Edit
from mem.store.writer import NotNow

from helpers.ground import NOW, Ground, path_of


def two_sides(ground: Ground) -> None:
    """Main and another branch change one line each in their own way."""
    ground.add("a", "base\n")
    ground.git("checkout", "-q", "-b", "other")
    ground.replace("a", "theirs\n")
    ground.git("checkout", "-q", "main")
    ground.replace("a", "ours\n")


def merging(ground: Ground) -> None:
    two_sides(ground)
    ground.git("merge", "other", check=False)


def rebasing(ground: Ground) -> None:
    two_sides(ground)
    ground.git("rebase", "other", check=False)


def cherry_picking(ground: Ground) -> None:
    two_sides(ground)
    ground.git("cherry-pick", "other", check=False)


def reverting(ground: Ground) -> None:
    two_sides(ground)
    ground.git("revert", "--no-edit", "HEAD~1", check=False)


def stash_in_conflict(ground: Ground) -> None:
    two_sides(ground)
    ground.write("a", "stashed\n")
    ground.git("stash", "-q")
    ground.replace("a", "meanwhile\n")
    ground.git("stash", "pop", check=False)


def detached(ground: Ground) -> None:
    two_sides(ground)
    ground.git("checkout", "-q", "--detach")


def bisecting(ground: Ground) -> None:
    two_sides(ground)
    ground.git("bisect", "start")


STATES = {
    "a merge": (merging, ["merge", "--abort"]),
    "a rebase": (rebasing, ["rebase", "--abort"]),
    "a cherry-pick": (cherry_picking, ["cherry-pick", "--abort"]),
    "a revert": (reverting, ["revert", "--abort"]),
    "conflicts": (stash_in_conflict, ["checkout", "-q", "-f", "HEAD"]),
    "detached": (detached, ["checkout", "-q", "main"]),
    "a bisect": (bisecting, ["bisect", "reset"]),
}


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest) -> tuple[str, Callable[[Ground], None], list[str]]:
    begin, end = STATES[request.param]
    return request.param, begin, end


def test_a_new_fact_survives_the_way_back_and_is_committed_then(
    ground: Ground, state: tuple[str, Callable[[Ground], None], list[str]]
) -> None:
    name, begin, end = state
    begin(ground)
    head, before = ground.git("rev-parse", "HEAD"), ground.status()
    done = ground.add("new", "kept\n")
    assert (done.commit, done.uncommitted) == (None, True)
    assert name in done.warnings[0]
    assert [(revision.data, revision.commit) for revision in done.revisions] == [(b"kept\n", None)]
    assert ground.status() == sorted([*before, f"?? {path_of('new')}"], key=lambda line: line[:2] == "??")
    assert ground.git("rev-parse", "HEAD") == head
    ground.git(*end)
    assert ground.text("new") == "kept\n"
    ground.add("next")
    assert ground.subjects()[:2] == ["mem(fact): next", "mem(fact): new"]
    assert ground.is_clean()


def test_what_git_tracks_is_not_changed_meanwhile(
    ground: Ground, state: tuple[str, Callable[[Ground], None], list[str]]
) -> None:
    name, begin, _ = state
    begin(ground)
    before, status = ground.text("a"), ground.status()
    for text in ("changed\n", None):
        with pytest.raises(NotNow) as refused:
            ground.replace("a", text)
        assert name in refused.value.message
    assert (ground.text("a"), ground.status()) == (before, status)
    assert not list((ground.root / ".git" / "mem" / "journal").glob("*.json"))


def test_hand_edits_wait_too(ground: Ground) -> None:
    detached(ground)
    ground.write("by-hand", "x\n")
    done = ground.take_in("by-hand")
    assert done.uncommitted
    assert [(revision.path, revision.commit) for revision in done.revisions] == [(path_of("by-hand"), None)]
    assert ground.status() == [f"?? {path_of('by-hand')}"]


def test_a_fact_that_waits_can_be_changed_and_taken_back(ground: Ground) -> None:
    detached(ground)
    ground.add("kept", "one\n")
    ground.replace("kept", "two\n")
    ground.add("dropped")
    ground.replace("dropped", None)
    ground.git("checkout", "-q", "main")
    ground.add("next")
    assert ground.facts_in_head() == {"a", "kept", "next"}
    assert ground.git("show", f"HEAD:{path_of('kept')}") == "two\n"
    assert ground.subjects()[:5] == [
        "mem(fact): next",
        "mem(fact): update dropped",
        "mem(fact): dropped",
        "mem(fact): update kept",
        "mem(fact): kept",
    ]
    assert ground.is_clean()


def test_a_fact_that_waits_keeps_the_time_it_was_written_at(ground: Ground) -> None:
    detached(ground)
    ground.add("new")
    ground.git("checkout", "-q", "main")
    with ground.store.writer(NOW.replace("2026", "2027")):
        pass
    assert ground.git("log", "-1", "--format=%as %cs").strip() == "2026-03-01 2027-03-01"


def test_a_fact_that_waits_comes_back_if_the_user_swept_it_away(ground: Ground) -> None:
    detached(ground)
    ground.add("new", "kept\n")
    ground.git("clean", "-q", "-f", "-d")
    ground.git("checkout", "-q", "main")
    ground.add("next")
    assert ground.text("new") == "kept\n"
    assert ground.is_clean()


def test_a_fact_committed_on_a_detached_head_comes_to_the_branch_as_well(ground: Ground) -> None:
    detached(ground)
    ground.add("new", "kept\n")
    ground.git("add", "-A")
    ground.git("commit", "-q", "-m", "adrift")
    ground.git("checkout", "-q", "main")
    ground.add("next")
    assert ground.text("new") == "kept\n"
    assert ground.facts_in_head() == {"a", "new", "next"}


def test_a_fact_the_user_committed_with_the_rest_is_not_committed_twice(ground: Ground) -> None:
    merging(ground)
    ground.add("new")
    ground.git("add", "-A")
    ground.git("commit", "-q", "-m", "merged")
    ground.add("next")
    assert ground.subjects()[:2] == ["mem(fact): next", "merged"]
    assert ground.is_clean()


def test_the_store_says_what_is_unfinished(ground: Ground) -> None:
    assert ground.store.unfinished() is None
    rebasing(ground)
    assert ground.store.unfinished() == "a rebase is in progress"
    ground.git("rebase", "--abort")
    ground.git("checkout", "-q", "--detach")
    assert ground.store.unfinished() == "HEAD is detached"
    assert ground.store.branch() is None


def test_git_beginning_something_while_we_prepare_is_noticed(ground: Ground) -> None:
    two_sides(ground)

    def interfere(step: str) -> None:
        if step == "prepared":
            ground.git("rebase", "other", check=False)

    with ground.store.writer(NOW, checkpoint=interfere) as writer:
        done = writer.commit([Edit(path_of("new"), b"kept\n")], "mem(fact): new")
    assert done.uncommitted
    ground.git("rebase", "--abort")
    assert ground.text("new") == "kept\n"


def test_a_refusal_names_the_next_step() -> None:
    error: MemError = NotNow("x", "a merge is in progress")
    assert error.help
    assert error.code == 1
