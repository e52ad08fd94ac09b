"""Kimi Code: hooks in its TOML settings, where any key it does not know breaks the whole file."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece, toml
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import EVENTS, Place, Target, instructions, skill

SECONDS = 10


def pieces(place: Place) -> Sequence[Piece]:
    lines: list[str] = []
    for native, (event, _) in EVENTS.items():
        lines += ["[[hooks]]", f'event = "{native}"', f"command = {json.dumps(place.command(event))}"]
        lines += [f"timeout = {SECONDS}", ""]
    return [
        toml(place.at(".kimi-code/config.toml"), lines[:-1]),
        instructions(place.at(".kimi-code/AGENTS.md")),
        skill(place),
    ]


def tools(place: Place) -> Sequence[Piece]:
    return [json_server(place, place.at(".kimi-code/mcp.json"), kind="")]


TARGET = Target("kimi-code", ".kimi-code", pieces, user_only=True, tools=tools)
