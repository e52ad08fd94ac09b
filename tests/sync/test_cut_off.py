"""A sync killed at any moment while it moves the store: the next command finishes it, and nothing is lost or doubled."""

from __future__ import annotations

import os

import pytest

from mem.errors import MemError

from helpers.machines import Machine, at

Pair = tuple[Machine, Machine]
STEPS = ("objects written", "branch locked", "index written", "branch moved", "reflog written")


def killed_at(machine: Machine, step: str, commit: str, parent: str) -> None:
    """Let a child process take over a commit, and end it without a word at this step."""
    child = os.fork()
    if child == 0:
        try:
            die = lambda now: os._exit(9) if now == step else None  # noqa: E731  # a child has no time for names
            with machine.memory.store.writer(at(20), checkpoint=die) as writer:
                writer.adopt(commit, parent, "sync")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def prepared(pair: Pair) -> tuple[str, str, str, str]:
    """The second machine has fetched, and not yet moved: one fact comes, one changes, one goes."""
    one, other = pair
    changing, going = one.add("Oil the hinge", "Two drops."), one.add("Feed the hens")
    one.sync(at(1))
    other.sync(at(2))
    coming = one.add("Paint the gate", now=at(3))
    one.memory.update(changing, {"body": "Three drops."}, at(4))
    one.path(going).unlink()
    one.sync(at(5))
    other.git("fetch", "-q", "origin")
    return coming, changing, other.git("rev-parse", "origin/main").strip(), other.git("rev-parse", "HEAD").strip()


@pytest.mark.parametrize("step", STEPS)
def test_the_next_write_finishes_it(pair: Pair, step: str) -> None:
    one, other = pair
    _, _, commit, parent = prepared(pair)
    killed_at(other, step, commit, parent)
    other.add("From the barn", now=at(30))
    assert other.is_clean()
    other.sync(at(31))
    one.sync(at(32))
    assert one.files() == other.files()
    assert other.log()[0] == "mem(fact): From the barn"
    assert len(other.log()) == 6
    assert other.memory.index_differences() == []


@pytest.mark.parametrize("step", ["index written", "branch moved"])
def test_what_somebody_wrote_since_is_not_written_over(pair: Pair, step: str) -> None:
    one, other = pair
    _, changing, commit, parent = prepared(pair)
    killed_at(other, step, commit, parent)
    other.edit(changing, "drops.", "drops, by hand.")
    other.sync(at(31))
    one.sync(at(32))
    assert "drops, by hand." in one.text(changing)
    assert one.files() == other.files()
    assert other.is_clean()


def test_where_the_disk_refuses_nothing_is_changed(pair: Pair) -> None:
    _, other = pair
    coming, _, _, parent = prepared(pair)
    folder = other.root / "objects/facts"
    before = other.files()
    (other.root / ".git/mem/incoming").write_text("a file where a folder has to go")
    with pytest.raises(MemError, match="incoming"):
        other.sync(at(20))
    assert other.files() == before
    assert other.git("rev-parse", "HEAD").strip() == parent
    (other.root / ".git/mem/incoming").unlink()
    other.sync(at(21))
    assert (folder / f"{coming}.md").exists()
