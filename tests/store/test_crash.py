"""A writer killed at any step: nothing acknowledged is lost, and the next writer leaves a clean tree."""

from __future__ import annotations

import os
import random
import signal
import warnings
from collections.abc import Callable

import pytest

from mem.store.repository import BULK
from mem.store.store import Edit, Store

from helpers.ground import NOW, Ground, path_of

KILLS = int(os.environ.get("MEM_KILLS", "25"))
STEPS = [
    "noted",
    "prepared",
    "blobs written",
    "index locked",
    "objects written",
    "branch locked",
    "placed",
    "index written",
    "branch moved",
    "reflog written",
    "note dropped",
]


def in_child(work: Callable[[], None]) -> int:
    """Start something in a process of its own, which ends with it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forks beside threads
        child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(1)
    return child


def killed_at(step: str, store: Store, edits: list[Edit]) -> None:
    """Write, and be killed when the step is reached."""

    def checkpoint(reached: str) -> None:
        if reached == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def work() -> None:
        with store.writer(NOW, checkpoint=checkpoint) as writer:
            writer.commit(edits, "mem: killed")

    assert os.waitpid(in_child(work), 0)[1] == signal.SIGKILL


def edits_of_three(ground: Ground) -> list[Edit]:
    """A new fact, a changed one and a deleted one."""
    blob = ground.store.blob_of
    return [
        Edit(path_of("new"), b"new\n"),
        Edit(path_of("changed"), b"after\n", blob(path_of("changed"))),
        Edit(path_of("deleted"), None, blob(path_of("deleted"))),
    ]


@pytest.fixture
def begun(ground: Ground) -> Ground:
    ground.add("changed", "before\n")
    ground.add("deleted", "before\n")
    return ground


@pytest.mark.parametrize("step", STEPS)
def test_the_next_writer_finishes_what_a_killed_one_began(begun: Ground, step: str) -> None:
    killed_at(step, begun.store, edits_of_three(begun))
    begun.add("next")
    assert begun.facts_in_head() == {"changed", "new", "next"}
    assert (begun.text("changed"), begun.text("new")) == ("after\n", "new\n")
    assert sorted(begun.subjects()) == sorted(
        ["mem(fact): next", "mem: killed", "mem(fact): deleted", "mem(fact): changed"]
    )
    assert begun.is_clean()
    assert not list((begun.root / ".git").rglob("*.lock"))
    assert not list(begun.root.rglob(".mem-*"))


@pytest.mark.parametrize("step", STEPS)
def test_the_next_writer_finishes_what_one_killed_in_bulk_began(begun: Ground, step: str) -> None:
    many = [Edit(path_of(f"n{number}"), b"new\n%d\n" % number) for number in range(BULK)]
    killed_at(step, begun.store, [*many, *edits_of_three(begun)[1:]])
    begun.add("next")
    assert begun.facts_in_head() == {"changed", "next", *(f"n{number}" for number in range(BULK))}
    assert (begun.text("changed"), begun.text("n7")) == ("after\n", "new\n7\n")
    assert begun.subjects().count("mem: killed") == 1
    assert begun.is_clean()
    assert begun.git("fsck", "--strict", "--no-dangling") == ""
    assert not list(begun.root.rglob(".mem-*"))


@pytest.mark.parametrize("step", STEPS)
def test_a_person_who_commits_before_that_loses_nothing(begun: Ground, step: str) -> None:
    killed_at(step, begun.store, edits_of_three(begun))
    (begun.root / ".git" / "index.lock").unlink(missing_ok=True)
    (begun.root / ".git" / "refs" / "heads" / "main.lock").unlink(missing_ok=True)
    (begun.root / "README.md").write_text("theirs\n")
    begun.git("add", "README.md")
    begun.git("commit", "-q", "-m", "theirs")
    begun.add("next")
    assert begun.facts_in_head() == {"changed", "new", "next"}
    assert begun.git("show", f"HEAD:{path_of('changed')}") == "after\n"
    assert begun.is_clean()


@pytest.mark.parametrize("step", STEPS)
def test_a_hand_edit_before_the_next_writer_stays_and_so_does_what_was_written(begun: Ground, step: str) -> None:
    killed_at(step, begun.store, edits_of_three(begun))
    edited = begun.write("changed", "mine!\n")  # of the same length, and as if long ago
    os.utime(edited, (1_600_000_000, 1_600_000_000))
    begun.add("next")
    assert begun.text("changed") == "mine!\n"
    assert begun.git("show", f"HEAD:{path_of('changed')}") == "after\n"
    assert begun.status() == [f" M {path_of('changed')}"]
    begun.take_in("changed")
    assert begun.is_clean()


def test_a_person_who_went_on_from_it_is_not_overruled(begun: Ground) -> None:
    killed_at("placed", begun.store, edits_of_three(begun))
    for lock in begun.root.glob(".git/**/*.lock"):
        lock.unlink()
    begun.write("changed", "mine\n")
    begun.git("add", "-A")
    begun.git("commit", "-q", "-m", "mine")
    begun.add("next")
    assert begun.git("show", f"HEAD:{path_of('changed')}") == "mine\n"
    assert begun.subjects()[:2] == ["mem(fact): next", "mine"]
    assert begun.is_clean()


def test_a_note_of_another_worktree_waits_for_a_writer_there(ground: Ground) -> None:
    ground.add("a")
    ground.git("worktree", "add", "-q", "-b", "side", "../wt")
    side = ground.opened(root=ground.folder / "wt")
    killed_at("placed", side, [Edit(path_of("b"), b"b\n")])
    ground.add("c")
    assert ground.facts_in_head() == {"a", "c"}
    with side.writer(NOW):
        pass
    assert "mem: killed" in ground.git("log", "--format=%s", "side")
    assert ground.git("status", "--porcelain", cwd=side.root) == ""


def test_a_note_of_a_worktree_that_is_gone_is_taken_over(ground: Ground) -> None:
    ground.add("a")
    ground.git("worktree", "add", "-q", "-b", "side", "../wt")
    killed_at("placed", ground.opened(root=ground.folder / "wt"), [Edit(path_of("b"), b"b\n")])
    ground.git("worktree", "remove", "--force", "../wt")
    ground.add("c")
    assert ground.facts_in_head() == {"a", "b", "c"}
    assert ground.is_clean()


def test_a_store_that_was_moved_meanwhile_finishes_all_the_same(ground: Ground) -> None:
    ground.add("a")
    killed_at("placed", ground.store, [Edit(path_of("b"), b"b\n")])
    ground.root.rename(ground.folder / "moved")
    ground.root = ground.folder / "moved"
    ground.add("c")
    assert ground.facts_in_head() == {"a", "b", "c"}
    assert ground.is_clean()


def test_a_note_torn_by_a_power_cut_stops_nobody(ground: Ground) -> None:
    ground.add("a")
    notes = ground.root / ".git" / "mem" / "journal"
    (notes / "00000007.json").write_text('{"worktree": "/x", "subj')
    ground.add("b")
    assert ground.is_clean()


def test_an_object_a_power_cut_left_empty_is_written_again(ground: Ground) -> None:
    ground.add("a", "same\n")
    blob = ground.store.blob_of(path_of("a"))
    loose = ground.root / ".git" / "objects" / blob[:2] / blob[2:]
    loose.chmod(0o644)
    loose.write_bytes(b"")
    ground.add("b", "same\n")
    assert ground.is_sound()


def writing(ground: Ground, who: str, pipe: int) -> int:
    """Start a process that writes facts, and says so of each, until it is ended."""

    def work() -> None:
        for number in range(10_000):
            ground.add(f"{who}-{number}")
            os.write(pipe, f"{who}-{number}\n".encode())

    return in_child(work)


def test_killed_at_random_moments_nothing_acknowledged_is_lost(ground: Ground) -> None:
    choose = random.Random(1)
    reading, pipe = os.pipe()
    with open(reading) as acknowledgements:
        acknowledged = set()
        for turn in range(KILLS):
            writers = [writing(ground, f"{turn}.{number}", pipe) for number in range(2)]
            for _ in range(choose.randint(1, 5)):
                acknowledged.add(acknowledgements.readline().strip())
            for writer in writers:
                os.kill(writer, signal.SIGKILL)
                os.waitpid(writer, 0)
            with ground.store.writer(NOW):
                pass
            assert ground.status() == []
        os.close(pipe)
        acknowledged |= {line.strip() for line in acknowledgements}
    assert acknowledged <= ground.facts_in_head()
    assert ground.is_clean()
