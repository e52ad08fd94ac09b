"""The SDK's own client against the server, in one process and over a pipe, in both eras."""

from __future__ import annotations

import sys

import anyio
import pytest
from mcp import Client, StdioServerParameters

from mem.cli.commands.mcp import Desk
from mem.mcp_server.server import server_for
from mem.mcp_server.tools import TOOLS


async def story(client: Client) -> list[str]:
    """Add, search, revise, and give the titles believed in the end; the client checks every answer's schema."""
    added = await client.call_tool("memory_add", {"type": "decision", "title": "The lamp is lit at six"})
    assert not added.is_error
    assert added.structured_content
    id = added.structured_content["id"]
    await client.call_tool("memory_add", {"type": "decision", "title": "The lamp is lit at five", "supersedes": id})
    found = await client.call_tool("memory_search", {"query": "lamp"})
    wrong = await client.call_tool("memory_show", {"id": "nothing"})
    assert wrong.is_error
    assert found.structured_content
    return [row["title"] for row in found.structured_content["facts"]]


def test_the_server_works_in_the_same_process(world) -> None:
    async def run() -> list[str]:
        async with Client(server_for(Desk(world.env, TOOLS), "1")) as client:
            return await story(client)

    assert anyio.run(run) == ["The lamp is lit at five"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_server_works_over_a_pipe(world, mode) -> None:
    pipe = StdioServerParameters(
        command=sys.executable, args=["-m", "mem", "mcp"], env=dict(world.env), cwd=str(world.folder)
    )

    async def run() -> tuple[list[str], str]:
        async with Client(pipe, mode=mode) as client:
            return await story(client), client.protocol_version

    titles, version = anyio.run(run)
    assert titles == ["The lamp is lit at five"]
    assert version == ("2026-07-28" if mode == "auto" else "2025-11-25")
