"""pi: an extension of our own."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import Place, Target, instructions, shim, skill


def pieces(place: Place) -> Sequence[Piece]:
    return [
        shim(place.either(".pi/agent/extensions/mem.ts", ".pi/extensions/mem.ts"), "pi/mem.ts", place),
        instructions(place.either(".pi/agent/AGENTS.md", "AGENTS.md")),
        skill(place),
    ]


def tools(place: Place) -> Sequence[Piece]:
    path = place.either(".pi/agent/mcp.json", ".pi/mcp.json")
    # Otherwise its model reaches the tools from written code only.
    return [json_server(place, path, kind="", first={"exposure": "direct"})]


TARGET = Target("pi", ".pi", pieces, ["pi: type /reload in a running session"], tools=tools)
