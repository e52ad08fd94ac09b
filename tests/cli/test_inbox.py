"""Captures in the inbox: inert until somebody else than their writer has looked."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from mem.harness.shells import MARKS

ANA = {"MEM_AGENT": "ana"}
NAME = "c-2026-06-19-rope"


@pytest.fixture
def captured(world):
    """A store with one capture of a robot's."""
    put(world, NAME, "Rope is nylon")
    return world


def put(world, name: str, title: str, agent: str = "robot") -> None:
    (world.store / "inbox").mkdir(exist_ok=True)
    (world.store / "inbox" / f"{name}.md").write_text(
        f"---\ntype: decision\ntitle: {title}\nsource: session-7\nsource_agent: {agent}\nconfidence: 0.6\n---\n\nSaid twice.\n"
    )


def test_a_capture_is_listed_for_review_and_recalled_nowhere(captured) -> None:
    assert "inbox[1]{id,type,title,agent}:\n" in captured.ok("review").out
    assert f"{NAME},decision,Rope is nylon,robot" in captured.ok("review").out
    assert captured.titles("search", "nylon") == []
    assert captured.titles("list") == []


def test_who_captured_cannot_approve(captured) -> None:
    answer = captured.mem("review", "--approve", NAME, env={"MEM_AGENT": "robot"})
    assert answer.code == 1
    assert "robot" in answer.out
    assert captured.titles("list") == []


@pytest.mark.parametrize("mark", ["CLAUDECODE", "GEMINI_CLI", "CURSOR_AGENT"])
def test_an_agent_s_shell_tells_who_it_is(captured, mark: str) -> None:
    put(captured, "c-own", "Rope is hemp", agent=MARKS[mark])
    assert captured.mem("review", "--approve", "c-own", env={mark: "1"}).code == 1
    captured.ok("review", "--approve", NAME, env={mark: "1"})


def test_a_short_name_is_no_way_around(captured) -> None:
    put(captured, "c-own", "Rope is hemp", agent="claude-code")
    assert "cannot approve" in captured.mem("review", "--approve", "c-own", env={"MEM_AGENT": "claude"}).out


def test_nobody_in_particular_is_not_somebody_else(captured) -> None:
    answer = captured.mem("review", "--approve", NAME)
    assert answer.code == 1
    assert "terminal" in answer.out
    assert captured.titles("list") == []


def test_a_person_at_a_terminal_needs_no_name(captured) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "mem", "review", "--approve", NAME]
    done = subprocess.run(command, env=captured.env, stdin=follower, stdout=follower, stderr=subprocess.PIPE)
    os.close(follower)
    said = os.read(leader, 4096).decode()
    os.close(leader)
    assert done.returncode == 0, said
    assert captured.titles("list") == ["Rope is nylon"]


def test_what_no_agent_wrote_anybody_may_approve(captured) -> None:
    put(captured, "c-hand", "Rope is hemp", agent='""')
    captured.ok("review", "--approve", "c-hand")


def test_another_agent_makes_a_fact_of_it(captured) -> None:
    answer = captured.ok("review", "--approve", NAME[:12], "--format", "json", env=ANA).json()["memory"]
    assert (answer["result"], answer["title"]) == ("approved", "Rope is nylon")
    shown = captured.ok("show", answer["id"], "--format", "json").json()["memory"]
    assert (shown["source"], shown["agent"], shown["confidence"]) == ("session-7", "robot", 0.6)
    assert (shown["verified"], shown["body"]) == ("2026-06-20", "Said twice.")
    assert list((captured.store / "inbox").iterdir()) == []
    assert captured.is_clean()


@pytest.mark.parametrize("tracked", [False, True])
def test_an_approval_is_one_commit(captured, tracked: bool) -> None:
    captured.add("Seed")
    if tracked:
        captured.git("add", "-A")
        captured.git("commit", "-q", "-m", "captures")
    before = int(captured.git("rev-list", "--count", "HEAD"))
    captured.ok("review", "--approve", NAME, env=ANA)
    assert int(captured.git("rev-list", "--count", "HEAD")) == before + 1
    assert captured.git("log", "-1", "--format=%s").strip() == "mem(decision): Rope is nylon"
    assert captured.is_clean()
    assert captured.ok("reindex", "--check").code == 0


@pytest.mark.parametrize("tracked", [False, True])
def test_a_rejected_capture_is_deleted_and_said_to_be(captured, tracked: bool) -> None:
    captured.add("Seed")
    if tracked:
        captured.git("add", "-A")
        captured.git("commit", "-q", "-m", "captures")
    answer = captured.ok("review", "--reject", NAME).out
    assert f"deleted: inbox/{NAME}.md" in answer
    assert list((captured.store / "inbox").iterdir()) == []
    assert captured.titles("list") == ["Seed"]
    assert captured.is_clean()


def test_a_capture_of_what_is_known_leaves_the_inbox_too(captured) -> None:
    captured.ok("review", "--approve", NAME, env=ANA)
    put(captured, "c-again", "Rope is nylon")
    assert "already-exists" in captured.ok("review", "--approve", "c-again", env=ANA).out
    assert list((captured.store / "inbox").iterdir()) == []
    assert captured.titles("list") == ["Rope is nylon"]


def test_names_must_mean_one_capture(captured) -> None:
    put(captured, "c-2026-06-19-chain", "Chain is iron")
    assert captured.mem("review", "--approve", "c-2026").code == 1
    assert NAME in captured.mem("review", "--reject", "nothing").out
    assert captured.mem("review", "--approve", NAME, "--reject", NAME).code == 2
    assert len(list((captured.store / "inbox").iterdir())) == 2


def test_what_cannot_be_read_stays_until_it_is_mended_or_rejected(captured) -> None:
    (captured.store / "inbox" / "broken.md").write_text("---\ntitle: x\n")
    assert "broken,unreadable" in captured.ok("review").out
    assert captured.mem("review", "--approve", "broken", env=ANA).code == 1
    assert captured.ok("review", "--reject", "broken").code == 0


def test_a_credential_in_a_capture_is_not_let_in(captured) -> None:
    put(captured, "c-key", "Token is ghp_" + "a1B2" * 9)
    answer = captured.mem("review", "--approve", "c-key", env=ANA)
    assert answer.code == 2
    assert "a1B2a1B2" not in answer.out
    assert captured.titles("list") == []
