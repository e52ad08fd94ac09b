"""OpenCode: a plug-in of our own, found by both of its generations."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import ARGS, JsonServer
from mem.harness.wiring.target import Place, Target, instructions, shim, skill

BASE = '{\n  "$schema": "https://opencode.ai/config.json"\n}\n'


def pieces(place: Place) -> Sequence[Piece]:
    return [
        shim(place.either(".config/opencode/plugins/mem.js", ".opencode/plugins/mem.js"), "opencode/mem.js", place),
        instructions(place.either(".config/opencode/AGENTS.md", "AGENTS.md")),
        skill(place),
    ]


def tools(place: Place) -> Sequence[Piece]:
    """Keys of its first generation only: the second reads them too, the first refuses a file with others."""
    path = place.either(".config/opencode/opencode.json", "opencode.json")
    if place.has(f"{path}c") and not place.has(path):
        path = f"{path}c"
    value = {"type": "local", "command": [place.mem, *ARGS]}
    return [JsonServer(path, ("mcp",), value, {"enabled": True}, BASE)]


TARGET = Target(
    "opencode",
    ".config/opencode",
    pieces,
    ["OpenCode: restart it, plug-ins are read at its start"],
    tools=tools,
)
