"""The plug-ins in JavaScript and TypeScript, run in Node by stand-ins for their hosts, with the real `mem` behind them.

With `MEM_NODE_MODULES` naming a `node_modules` that has `typescript` and the hosts' published types, they are also checked
against those.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mem.templates import template

HOSTS = Path(__file__).parents[1] / "helpers" / "hosts"
NODE = shutil.which("node")
MODULES = os.environ.get("MEM_NODE_MODULES", "")
TYPES = re.compile(r": (?:any|string|object|ExtensionAPI|Promise<any>)(?=[,)\s={])")

needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node on this machine")
needs_types = pytest.mark.skipif(
    not (MODULES and Path(MODULES, "typescript").is_dir()), reason="MEM_NODE_MODULES names no folder with typescript"
)
PATIENCE = 30_000  # milliseconds
START, END_OF_TURN = ["session_start", {"reason": "startup"}], ["agent_settled", {}]


def says(text: str) -> list[object]:
    return ["before_agent_start", {"prompt": text, "systemPrompt": "BASE"}]


@pytest.fixture
def orchard(world) -> Path:
    """A home with pi and OpenCode wired up, and a project with two facts."""
    for name in (".pi", ".config/opencode"):
        (world.home / name).mkdir(parents=True)
    world.ok("install", "pi", "opencode")
    folder = world.folder / "orchard"
    folder.mkdir()
    world.git("init", "-q", cwd=folder)
    world.add("Cider is pressed twice", "--priority", "90", cwd=folder)
    world.add("Pears ripen in September", cwd=folder)
    return folder


def patient(source: str, limit: int = PATIENCE) -> str:
    """Let a plug-in wait longer than people would, for a machine that is busy with other tests."""
    return source.replace("const LIMIT = 1500", f"const LIMIT = {limit}")


def without_types(text: str) -> str:
    """Give the extension as plain JavaScript: Node reads TypeScript only from its 22nd release on."""
    return TYPES.sub("", "".join(line for line in text.splitlines(True) if not line.startswith("import type")))


def play(world, folder: Path, host: str, *args: str, **environ: str) -> dict:
    done = subprocess.run(
        [str(NODE), str(HOSTS / host), *args],
        cwd=folder,
        env={**world.env, **environ},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done
    return json.loads(done.stdout)


def in_pi(world, folder: Path, session: list[object], program: str = "", limit: int = PATIENCE) -> dict:
    source = patient((world.home / ".pi/agent/extensions/mem.ts").read_text(), limit)
    if program:
        source = re.sub(r'^const MEM = ".*"$', f"const MEM = {json.dumps(program)}", source, flags=re.MULTILINE)
    extension = world.folder / "mem.mjs"
    extension.write_text(without_types(source))
    return play(world, folder, "pi.mjs", str(extension), json.dumps(session))


def in_opencode(world, folder: Path, generation: str, prompts: list[str]) -> dict:
    plugin = world.folder / "mem.mjs"
    plugin.write_text(patient((world.home / ".config/opencode/plugins/mem.js").read_text()))
    return play(world, folder, "opencode.mjs", str(plugin), generation, json.dumps(prompts))


def journal(world) -> list[str]:
    """Give the events that came; Node ends only when all it started has."""
    rows = (world.store / ".git" / "mem" / "events.log").read_text().splitlines()
    return [" ".join(row.split("\t")[1:3]) for row in rows]


@needs_node
def test_pi_passes_on_what_a_topic_calls_for_and_reports_the_rest(world, orchard) -> None:
    tool = ["tool_result", {"toolName": "edit", "toolCallId": "c1", "input": {"path": "a.py"}, "isError": False}]
    session = [
        START,
        says("when do the pears ripen?"),
        says("and do pears ripen late?"),
        tool,
        END_OF_TURN,
        ["session_before_compact", {}],
        ["session_shutdown", {"reason": "quit"}],
    ]
    found = in_pi(world, orchard, session)
    message = found["told"][1]["message"]
    assert "Pears ripen in September" in message["content"]
    assert message["customType"] == "mem-recall"
    assert message["display"] is False
    assert [answer for answer in found["told"] if answer] == [found["told"][1]]
    happened = journal(world)
    for event in ("session_start", "prompt", "tool_post", "turn_end", "pre_compact", "session_end"):
        assert f"pi {event}" in happened


@needs_node
def test_pi_goes_on_when_mem_is_gone_or_fails_or_talks_nonsense(world, orchard) -> None:
    for program in ("/gone/mem", "/bin/false", "/bin/cat"):
        assert in_pi(world, orchard, [START, says("pears"), END_OF_TURN], program)["told"] == [None, None, None]


@needs_node
def test_pi_does_not_wait_for_a_program_that_hangs(world, orchard) -> None:
    hanging = world.folder / "hang"
    hanging.write_text("#!/bin/sh\nexec sleep 600\n")
    hanging.chmod(0o755)
    assert in_pi(world, orchard, [says("pears")], str(hanging), 300)["told"] == [None]


@needs_node
@pytest.mark.parametrize("generation", ["1", "2"])
def test_opencode_has_what_was_recalled_in_its_system_prompt(world, orchard, generation: str) -> None:
    found = in_opencode(world, orchard, generation, ["pears ripen when?", "pears ripen late?"])
    assert found["id"] == "mem"
    first, second = found["systems"]
    assert first[0].startswith("BASE")
    assert "Pears ripen in September" in "\n".join(first)
    assert "\n".join(second).count("Pears ripen in September") == 1
    assert len(first) == (1 if generation == "1" else 2)
    assert f"opencode-v{generation} turn_end" in journal(world)


@needs_types
def test_the_shims_fit_the_published_types_of_their_hosts(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(MODULES)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name, host in {"pi.ts": "pi/mem.ts", "opencode.js": "opencode/mem.js"}.items():
        (tmp_path / name).write_text(template(host))
    (tmp_path / "check.ts").write_text(
        'import type { Plugin } from "@opencode-ai/plugin"\nimport plugin from "./opencode.js"\n'
        "const server: Plugin = plugin.server\nvoid server\n"
    )
    flags = "--strict --noEmit --module nodenext --target es2022 --skipLibCheck --types node --allowJs --checkJs"
    command = [str(NODE), f"{MODULES}/typescript/bin/tsc", *flags.split(), "--noImplicitAny", "false"]
    done = subprocess.run([*command, "pi.ts", "check.ts"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    broken = template("pi/mem.ts").replace('"before_agent_start"', '"before_agent_starts"', 1)
    (tmp_path / "pi.ts").write_text(broken)
    done = subprocess.run([*command, "pi.ts"], cwd=tmp_path, capture_output=True, text=True)
    assert "before_agent_starts" in done.stdout, "the check sees nothing"
