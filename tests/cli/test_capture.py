"""What an agent notes by itself goes to the inbox, and nowhere else, and only where the store wants it."""

from __future__ import annotations

import pytest

from mem.formats.fence import END, FENCE
from mem.harness import capture

from helpers.agent import Agent

FOUND_OUT = "The root cause was a stuck valve in the press. I cleaned it and added a test."


@pytest.fixture
def agent(world) -> Agent:
    (world.store / "mem.toml").write_text("format = 1\ncapture = true\n")
    return Agent(world)


def waiting(world) -> list[str]:
    """Give the titles in the inbox."""
    rows = world.ok("review", "--format", "json").json().get("inbox", [])
    return sorted(row["title"] for row in rows)


@pytest.mark.parametrize(
    ("said", "type", "title"),
    [
        (FOUND_OUT, "failure", "The root cause was a stuck valve in the press."),
        ("It turned out that the pump runs backwards.", "failure", "It turned out that the pump runs backwards."),
        ("- We decided to press twice", "decision", "We decided to press twice"),
    ],
)
def test_an_agent_says_what_it_found_out_or_settled(said: str, type: str, title: str) -> None:
    assert capture.from_agent(said) == [capture.Noted(type, title)]


@pytest.mark.parametrize(
    ("said", "type"),
    [
        ("Always wash the pears before pressing.", "constraint"),
        ("never run the pump dry", "constraint"),
        ("We decided on oak barrels.", "decision"),
        ("I prefer short answers, please.", "preference"),
        ("Don't touch the cellar door", "preference"),
        ("No, the valve is on the left.", "constraint"),
        ("Actually, that barrel is full already", "constraint"),
    ],
)
def test_a_user_lays_down_rules_wishes_and_corrections(said: str, type: str) -> None:
    assert capture.from_user(said) == [capture.Noted(type, said)]


@pytest.mark.parametrize(
    "said",
    [
        "Should we always wash the pears?",
        "I cleaned the valve and added a test.",
        "```\nwe decided to fail\n```",
        "never",
        "we decided " + "x" * 400,
        f"{FENCE}\nwe decided to press twice\n{END}",
        f"{FENCE}\nwe decided to press twice",
    ],
)
def test_questions_code_and_what_memory_said_are_no_captures(said: str) -> None:
    assert capture.from_agent(said) == []
    assert capture.from_user(said) == []


def test_what_repeats_a_recalled_fact_is_dropped() -> None:
    noted = capture.from_agent("We decided to press the cider twice, as before.")
    assert capture.fresh(noted, []) == noted
    assert capture.fresh(noted, ["We decided to press the cider twice"]) == []
    assert capture.fresh([*noted, *noted], []) == noted


def test_a_command_that_failed_and_then_passed_is_worth_a_look() -> None:
    assert capture.from_commands({"make press": 2})[0].title == "`make press` failed 2 times before it passed"


def test_captures_wait_in_the_inbox_and_become_facts_by_approval(agent, world) -> None:
    agent.says("Always wash the pears before pressing.")
    for failed in (True, True, False):
        more = {"error": "exit 2"} if failed else {}
        agent.raw("tool-post", tool_name="Bash", tool_input={"command": "make press"}, **more)
    agent.raw("turn-end", last_assistant_message=FOUND_OUT)
    assert waiting(world) == [
        "Always wash the pears before pressing.",
        "The root cause was a stuck valve in the press.",
        "`make press` failed 2 times before it passed",
    ]
    assert world.titles("search", "valve") == []
    name = "f-2026-06-20-the-root-cause"
    assert world.mem("review", "--approve", name, env={"MEM_AGENT": "claude-code"}).code == 1
    world.ok("review", "--approve", name, env={"MEM_AGENT": "ana"})
    assert world.titles("search", "valve") == ["The root cause was a stuck valve in the press."]


def test_the_same_turn_is_captured_once(agent, world) -> None:
    for _ in range(3):
        agent.raw("turn-end", last_assistant_message=FOUND_OUT)
    assert len(waiting(world)) == 1


def test_without_the_setting_nothing_is_written(world) -> None:
    agent = Agent(world)
    agent.says("Always wash the pears before pressing.")
    agent.raw("turn-end", last_assistant_message=FOUND_OUT)
    assert not (world.store / "inbox").exists()
    assert world.git("status", "--porcelain", "--untracked-files=all").count("inbox") == 0


def test_what_was_recalled_is_not_captured_again(agent, world) -> None:
    world.add("We decided to press the cider twice", type="decision")
    told = agent.starts()
    agent.raw("turn-end", last_assistant_message=f"{told}\nAs noted, we decided to press the cider twice.")
    assert waiting(world) == []


def test_a_credential_is_never_captured(agent, world) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    agent.raw("turn-end", last_assistant_message=f"The root cause was the token {secret} in the log.")
    assert waiting(world) == []
    assert secret not in "".join(path.read_text() for path in world.store.rglob("*.md"))


def test_an_inbox_that_leads_elsewhere_is_left_alone(agent, world) -> None:
    (world.folder / "prey").mkdir()
    (world.store / "inbox").symlink_to(world.folder / "prey")
    agent.raw("turn-end", last_assistant_message=FOUND_OUT)
    assert list((world.folder / "prey").iterdir()) == []
