"""Captures in the inbox: inert until somebody else than their writer has looked."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize("env", [{"MEM_AGENT": "other"}, {}])
def test_anybody_else_makes_a_fact_of_it(captured, env: dict[str, str]) -> None:
    answer = captured.ok("review", "--approve", NAME[:12], "--format", "json", env=env).json()["memory"]
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
    captured.ok("review", "--approve", NAME)
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
    captured.ok("review", "--approve", NAME)
    put(captured, "c-again", "Rope is nylon")
    assert "already-exists" in captured.ok("review", "--approve", "c-again").out
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
    assert captured.mem("review", "--approve", "broken").code == 1
    assert captured.ok("review", "--reject", "broken").code == 0


def test_a_credential_in_a_capture_is_not_let_in(captured) -> None:
    put(captured, "c-key", "Token is ghp_" + "a1B2" * 9)
    answer = captured.mem("review", "--approve", "c-key")
    assert answer.code == 2
    assert "a1B2a1B2" not in answer.out
    assert captured.titles("list") == []
