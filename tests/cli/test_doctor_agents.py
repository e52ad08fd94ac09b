"""`mem doctor` and the agents: every installed command is run, and the last event of each harness is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mem.harness.wiring import TARGETS

from helpers.agent import Agent

HOMES = [target.home for target in TARGETS if target.home]


@pytest.fixture
def home(world) -> Path:
    for name in HOMES:
        (world.home / name).mkdir(parents=True)
    return world.home


def checks(world, **more) -> dict[str, dict]:
    answer = world.mem("doctor", "--format", "json", **more).json()
    return {row["check"]: row for row in answer["doctor"]}


def test_without_any_harness_it_says_so(world) -> None:
    assert checks(world)["harnesses"]["result"] == "none is wired up"


def test_every_command_of_every_harness_is_run_and_answers(world, home) -> None:
    world.ok("install")
    answer = world.ok("doctor", "--format", "json").json()
    found = {row["check"]: row["result"] for row in answer["doctor"]}
    named = [target.name for target in TARGETS if target.name in found]
    assert len(named) >= 13
    assert [found[name] for name in named if "commands answer; no event has come yet" not in found[name]] == []
    assert found["claude-code"].startswith("7 commands")


def test_trying_out_leaves_no_trace_in_the_store(world, home) -> None:
    world.add("Pears ripen late")
    world.ok("install", "claude-code", "hermes", "opencode")
    private = world.store / ".git" / "mem"
    before = sorted(path.name for path in private.rglob("*"))
    world.ok("doctor")
    assert not (private / "events.log").exists()
    assert not [name for name in (path.name for path in private.rglob("*")) if "doctor" in name]
    assert sorted(path.name for path in private.rglob("*")) == before
    assert world.is_clean()


def test_a_command_that_cannot_run_is_an_error_that_names_the_harness(world, home) -> None:
    world.ok("install", "codex", "pi")
    launcher = home / ".local/share/mem/bin/mem"
    launcher.write_text(launcher.read_text().replace(f"exec {sys.executable}", "exec /gone/python"))
    answer = world.mem("doctor")
    assert answer.code == 1
    found = checks(world)
    for name in ("codex", "pi"):
        assert "/gone/python" in found[name]["result"] or "not found" in found[name]["result"], found[name]
        assert found[name]["help"] == "mem install"
    world.ok("install")
    assert "6 commands answer" in checks(world)["codex"]["result"]


def test_a_command_that_answers_with_nothing_is_an_error_too(world, home) -> None:
    world.ok("install", "codex")
    (home / ".local/share/mem/bin/mem").write_text("#!/bin/sh\n# by `mem install`: mem/bin/mem\nexit 0\n")
    found = checks(world)
    assert "a fact it should have told was not told" in found["codex"]["result"]
    assert "mem/bin/mem" in found["harnesses"]["result"]


LATE = """#!{python}
import json, os, sys
said = json.load(sys.stdin)  # by `mem install`
row = ["2026-06-20T12:00:00.000Z", "claude-code", "prompt", said["session_id"], "late", "1000"]
with open(os.environ["MEM_DIR"] + "/.git/mem/events.log", "a") as log:
    log.write("\\t".join(row) + "\\n")
print("{{}}")
"""


def test_a_busy_machine_is_no_fault_of_a_command(world, home) -> None:
    world.ok("install", "codex")
    (home / ".local/share/mem/bin/mem").write_text(LATE.format(python=sys.executable))
    found = checks(world)
    assert "6 commands answer" in found["codex"]["result"]
    assert "took longer than they have" in found["codex"]["result"]


def test_the_last_event_of_each_harness_is_told(world, home) -> None:
    world.ok("install", "claude-code", "pi")
    agent = Agent(world)
    agent.starts()
    agent.raw("turn-end", now="2026-06-20T13:00:00Z")
    said = {"session_id": "s", "cwd": "/", "workspacePaths": ["/"], "invocationNum": 1}
    world.ok("on", "pre-llm", stdin=json.dumps(said))
    found = checks(world)
    assert "last event turn-end at 2026-06-20T13:00:00.000Z, nothing" in found["claude-code"]["result"]
    assert "no event has come yet" in found["pi"]["result"]
    assert found["pi"]["help"] == "pi: type /reload in a running session"
    assert "not wired by mem install; last event pre-llm" in found["antigravity"]["result"]


def script(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "mem").write_text(text)
    (folder / "mem").chmod(0o755)
    return folder


def test_another_package_s_mem_in_front_of_ours_is_named(world) -> None:
    theirs = script(world.folder / "theirs", f"#!{sys.executable}\nimport sys\nfrom agent_memory.cli import main\n")
    ours = script(world.folder / "ours", f"#!{sys.executable}\nimport sys\nfrom mem.__main__ import main\nmain()\n")
    path = os.environ["PATH"]
    (world.home / ".pi").mkdir()
    assert "agent-memory-git" in world.ok("install", env={"PATH": f"{theirs}:{ours}:{path}"}).err
    assert world.ok("install", env={"PATH": f"{ours}:{theirs}:{path}"}).err == ""
    clash = checks(world, env={"PATH": f"{theirs}:{ours}:{path}"})["program"]
    assert clash["result"] == f"another mem comes first on PATH: {theirs}/mem, of agent-memory-git"
    assert clash["help"].endswith("before it")
    done = subprocess.run(
        [ours / "mem", "doctor", "--format", "json"],
        env={**world.env, "PATH": f"{theirs}:{ours}:{path}"},
        capture_output=True,
        text=True,
    )
    row = next(row for row in json.loads(done.stdout)["doctor"] if row["check"] == "program")
    assert row["help"] == f"put {ours} before it"
    assert checks(world, env={"PATH": f"{ours}:{theirs}:{path}"})["program"]["result"] == f"{ours}/mem"
