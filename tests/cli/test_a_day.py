"""A day with an agent, from the installer to the evening, and the next morning elsewhere: only what stands in its settings is run."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

from conftest import Answer
from helpers.agent import NATIVE, Agent


def checkout(world) -> Path:
    """Give the project as it lies on a machine: its remote is what makes it the same everywhere."""
    project = world.folder / "orchard"
    project.mkdir()
    world.git("init", "-q", "-b", "press/valves", cwd=project)
    world.git("remote", "add", "origin", "git@example.invalid:ana/orchard.git", cwd=project)
    return project


def agent_of(world, project: Path) -> Agent:
    """Wire Claude Code up and give an agent that runs what stands in its settings, as an editor with a short PATH would."""
    (world.home / ".claude").mkdir()
    world.ok("install", "claude-code")
    hooks = json.loads((world.home / ".claude/settings.json").read_text())["hooks"]

    def run(event: str, text: str, *, env=None, now=None) -> Answer:
        handler = hooks[NATIVE[event]][0]["hooks"][0]
        done = subprocess.run(
            [handler["command"], *handler["args"]],
            input=text.encode(),
            env={"PATH": "/usr/bin:/bin", "HOME": str(world.home), "MEM_NOW": now or world.env["MEM_NOW"]},
            cwd="/",
            capture_output=True,
        )
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    return Agent(world, project, run=run)


def test_a_day_with_an_agent_and_the_next_morning_on_another_machine(world, make_world) -> None:
    (world.store / "mem.toml").write_text("format = 1\ncapture = true\n")
    project = checkout(world)
    (project / "MEMHOOKS.md").write_text("---\nschema: memhooks/v2\nrecall_queries:\n  - query: valve\n---\n")
    (project / "press.py").write_text("")
    world.add("The valve sticks below ten degrees", cwd=project, type="failure")
    world.add("Pears ripen in September", cwd=project)
    remote = world.folder / "remote.git"
    world.git("init", "-q", "--bare", "-b", "main", str(remote), cwd=world.folder)
    world.git("remote", "add", "origin", str(remote))

    agent = agent_of(world, project)

    # Morning: what the hooks of the project ask for comes first.
    begins = agent.starts().splitlines()
    assert "The valve sticks below ten degrees" in begins[1]
    assert "Pears ripen in September" in begins[2]

    # Five messages, one of which turns to something else; what was told is not told again.
    world.add("Crates are stacked four high", cwd=project)
    assert agent.says("The valve of the press is stuck again") == ""
    assert agent.says("Is the valve of the press cold?") == ""
    assert "stacked four high" in agent.says("How high do we stack the crates?")
    assert agent.says("And the crates for pears, how high are they?") == ""
    assert agent.says("Never stack crates on the press lid.") == ""

    # Work: a command fails, then passes; the file that was edited is kept in the project's hooks.
    for failed in (True, False):
        more = {"tool_response": {"success": not failed}}
        agent.raw("tool-post", tool_name="Bash", tool_input={"command": "make press"}, **more)
    agent.raw("tool-post", tool_name="Edit", tool_input={"file_path": str(project / "press.py")})
    assert "press.py" in (project / "MEMHOOKS.md").read_text()

    # The turn ends: three things may be worth keeping, none is believed yet.
    agent.raw("turn-end", last_assistant_message="Done. The root cause was frost on the spring.")
    waiting = {row["title"]: row["id"] for row in world.ok("review", "--format", "json").json()["inbox"]}
    assert set(waiting) == {
        "Never stack crates on the press lid.",
        "The root cause was frost on the spring.",
        "`make press` failed once before it passed",
    }
    assert world.titles("search", "frost") == []

    # A person looks: one is approved, one is not.
    world.ok("review", "--approve", waiting["The root cause was frost on the spring."], env={"MEM_AGENT": "ana"})
    world.ok("review", "--reject", waiting["`make press` failed once before it passed"])
    assert world.titles("search", "frost") == ["The root cause was frost on the spring."]
    assert "frost on the spring" in agent.says("What was it with the frost on that spring?")

    # Evening: the context is packed up, the session ends, nothing was said that anybody would have to wait for.
    assert agent.hears("pre-compact", trigger="auto") == ""
    assert "valve" in agent.starts("compact")
    assert agent.hears("session-end", reason="logout") == ""
    seen = [line.split("\t")[2] for line in (world.store / ".git/mem/events.log").read_text().splitlines()]
    assert seen == [
        "session_start", *["prompt"] * 5, *["tool_post"] * 3, "turn_end", "prompt", "pre_compact", "session_start", "session_end",
    ]  # fmt: skip

    # The store met its remote in the background; what came since goes along when somebody says so.
    deadline = time.monotonic() + 30
    while not world.git("branch", "--list", "main", cwd=remote):
        assert time.monotonic() < deadline
    world.ok("sync")

    # The next morning, another machine: it takes the store over, and its first session is told what the day taught.
    other = make_world("other")
    other.ok("init", "--from", str(remote))
    told = agent_of(other, checkout(other)).starts(now="2026-06-21T08:00:00Z")
    assert "The valve sticks below ten degrees" in told
    assert "The root cause was frost on the spring." in told
    assert "`make press` failed" not in told
    assert "Never stack crates" not in told, "nobody has approved that"
