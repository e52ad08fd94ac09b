"""The MCP Inspector as a client of the server: a tier of its own, for machines that have Node and the Inspector.

`MEM_NODE_MODULES` names a `node_modules` with `@modelcontextprotocol/inspector` in it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mem.mcp_server.memharness import MEMHARNESS
from mem.mcp_server.tools import TOOLS

INSPECTOR = Path(os.environ.get("MEM_NODE_MODULES", ""), ".bin", "mcp-inspector")
NAMES = {"mem": [tool.name for tool in TOOLS], "memharness": [tool.name for tool in MEMHARNESS]}

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not INSPECTOR.is_file(),
    reason="there is no Node here, or MEM_NODE_MODULES names no folder with the MCP Inspector",
)


def inspect(world, era: str, method: str, *flags: str, names: str = "mem") -> dict:
    """Ask one thing through the Inspector, which starts a server of its own; its exit status has to be 0."""
    server = [sys.executable, "-m", "mem", "mcp", "--names", names]
    surroundings = [word for name in ("HOME", "MEM_DIR", "MEM_NOW") for word in ("-e", f"{name}={world.env[name]}")]
    asked = ["--method", method, "--protocol-era", era, "--format", "json", *flags]
    done = subprocess.run(
        [str(INSPECTOR), "--cli", *server, *surroundings, *asked],
        env={**world.env, "HOME": str(world.folder)},
        cwd=world.folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done
    return json.loads(done.stdout)["result"]


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("names", list(NAMES))
def test_it_finds_nothing_wrong_with_the_tools(world, era: str, names: str) -> None:
    tools = inspect(world, era, "tools/list", "--strict", names=names)["tools"]
    assert [tool["name"] for tool in tools] == NAMES[names]


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_it_calls_every_tool(world, era: str) -> None:
    called: list[str] = []

    def call(tool: str, **given: object) -> dict:
        called.append(tool)
        args = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in given.items()]
        flags = ["--tool-name", tool, *(word for pair in args for word in ("--tool-arg", pair))]
        result = inspect(world, era, "tools/call", *flags)
        assert not result.get("isError"), result
        return result["structuredContent"]

    id = call("memory_add", type="decision", title="The lamp is lit at six", tags=["lamp"], priority=70)["id"]
    assert call("memory_search", query="lamp", limit=3)["facts"][0]["id"] == id
    assert call("memory_show", id=id, full=True)["title"] == "The lamp is lit at six"
    assert id in json.dumps(call("memory_why", id=id))
    assert call("memory_diff", since="2d")["total"] == 1
    call("memory_recall", path=".")
    assert call("memory_stats")["total"] == 1
    call("memory_forget", id=id, dry_run=True)
    assert sorted(called) == sorted(NAMES["mem"])


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_it_reads_a_fact_and_a_prompt(world, era: str) -> None:
    id = world.add("The lamp is lit at six")
    (template,) = inspect(world, era, "resources/templates/list")["resourceTemplates"]
    read = inspect(world, era, "resources/read", "--uri", template["uriTemplate"].replace("{id}", id))
    assert "The lamp is lit at six" in read["contents"][0]["text"]
    assert {prompt["name"] for prompt in inspect(world, era, "prompts/list")["prompts"]} == {"recall", "capture"}
    told = inspect(world, era, "prompts/get", "--prompt-name", "recall", "--prompt-args", "task=lamp")
    assert "lit at six" in told["messages"][0]["content"]["text"]
