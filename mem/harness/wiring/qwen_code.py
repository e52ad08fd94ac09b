"""Qwen Code: Claude's shape in its settings. 10000 is the right time-out for versions that read seconds or ms."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import json_server
from mem.harness.wiring.target import Place, Target, in_hooks, instructions, nested


def pieces(place: Place) -> Sequence[Piece]:
    return [
        in_hooks(place.at(".qwen/settings.json"), nested(place, timeout=10_000, ends=10_000)),
        instructions(place.either(".qwen/QWEN.md", "QWEN.md")),
    ]


def tools(place: Place) -> Sequence[Piece]:
    return [json_server(place, place.at(".qwen/settings.json"), kind="")]


TARGET = Target(
    "qwen-code",
    ".qwen",
    pieces,
    ["Qwen Code: type /hooks to load the hooks into a running session"],
    tools=tools,
)
