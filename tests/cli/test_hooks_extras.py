"""What `mem on` does beside answering: a word after a commit where it is wanted, and Goose's file of its every turn."""

from __future__ import annotations

import json

import pytest

from mem.formats.fence import END, FENCE

from helpers.agent import Agent

COMMIT = {"tool_name": "Bash", "tool_input": {"command": "git add -A && git commit -m 'press twice'"}}


@pytest.fixture
def orchard(world):
    folder = world.folder / "orchard"
    folder.mkdir()
    world.git("init", "-q", cwd=folder)
    world.add("Pears ripen in September", cwd=folder)
    return folder


def test_nobody_is_nudged_after_a_commit_unless_the_store_wants_it(world, orchard) -> None:
    agent = Agent(world, orchard)
    agent.starts()
    assert agent.hears("tool-post", **COMMIT, tool_use_id="a") == ""
    (world.store / "mem.toml").write_text("format = 1\nnudge = true\n")
    assert "mem add" in agent.hears("tool-post", **COMMIT, tool_use_id="b")
    assert agent.hears("tool-post", **COMMIT, tool_use_id="b") == ""


@pytest.mark.parametrize(
    "said",
    [
        {**COMMIT, "tool_response": {"success": False}},
        {"tool_name": "Bash", "tool_input": {"command": "git status"}},
        {"tool_name": "Edit", "tool_input": {"file_path": "git commit"}},
        {**COMMIT, "agent_id": "helper"},
    ],
)
def test_only_a_commit_that_went_well_is_one(world, orchard, said: dict) -> None:
    (world.store / "mem.toml").write_text("format = 1\nnudge = true\n")
    assert Agent(world, orchard).hears("tool-post", **said, tool_use_id="a") == ""


def goose(world, orchard, event: str, said: dict, *, file: str = "{folder}/turn.md"):
    document = json.dumps({"session_id": "g", **said})
    named = {"GOOSE_MOIM_MESSAGE_FILE": file.format(folder=world.folder)}
    return world.ok("on", event, stdin=document, env=named, cwd=orchard)


def test_goose_is_told_through_the_file_it_reads_before_every_turn(world, orchard) -> None:
    file = world.folder / "turn.md"
    file.write_text("Be brief.\n")
    world.add("Crates are stacked four high", cwd=orchard)
    answer = goose(world, orchard, "session-start", {"event": "SessionStart"})
    assert answer.json() == {}
    told = file.read_text()
    assert told.startswith(f"Be brief.\n\n{FENCE}\n")
    assert "Pears ripen" in told
    world.add("Barrels lie on their side", cwd=orchard)
    goose(world, orchard, "prompt", {"event": "UserPromptSubmit", "message": "how do barrels lie?"})
    told = file.read_text()
    assert "Barrels lie" in told
    assert told.count(FENCE) == told.count(END) == 1
    goose(world, orchard, "prompt", {"event": "UserPromptSubmit", "message": "and barrels lie still?"})
    assert file.read_text() == told
    goose(world, orchard, "session-end", {"event": "SessionEnd"})
    assert file.read_text() == "Be brief.\n"


def test_goose_at_the_end_of_a_turn_is_told_nothing_and_its_file_stays(world, orchard) -> None:
    goose(world, orchard, "session-start", {"event": "SessionStart"})
    told = (world.folder / "turn.md").read_text()
    assert goose(world, orchard, "turn-end", {"event": "Stop", "last_assistant_message": "done"}).out == ""
    assert (world.folder / "turn.md").read_text() == told


def test_a_file_that_cannot_be_written_stops_nobody(world, orchard) -> None:
    (world.folder / "binary").write_bytes(b"\xff\xfe\x00")
    for file in ("{folder}/no/such/folder/turn.md", "{folder}", "{folder}/binary"):
        said = {"event": "SessionStart", "session_id": file}
        assert goose(world, orchard, "session-start", said, file=file).json() == {}
    assert (world.folder / "binary").read_bytes() == b"\xff\xfe\x00"
