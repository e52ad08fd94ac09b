"""Hermes: hooks in its YAML settings, one a line of their own list; each has to be consented to once."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import ARGS, yaml_server
from mem.harness.wiring.target import Place, Target, skill
from mem.harness.wiring.yaml_list import YamlMap

EVENTS = {
    "on_session_start": "session-start",
    "pre_llm_call": "pre-llm",
    "post_tool_call": "tool-post",
    "post_llm_call": "turn-end",
    "on_session_end": "session-end",
}


def pieces(place: Place) -> Sequence[Piece]:
    hooks = {native: [f"- command: {json.dumps(place.command(event))}"] for native, event in EVENTS.items()}
    return [YamlMap(place.at(".hermes/config.yaml"), "hooks", hooks), skill(place)]


def tools(place: Place) -> Sequence[Piece]:
    entry = {"command": place.mem, "args": list(ARGS)}
    return [yaml_server(place.at(".hermes/config.yaml"), "mcp_servers", entry)]


TARGET = Target(
    "hermes",
    ".hermes",
    pieces,
    ["Hermes: it asks once for each hook; say yes, or start it with --accept-hooks"],
    user_only=True,
    tools=tools,
)
