"""Codex: a hooks file in Claude's shape. Each definition has to be trusted once, so the command never changes."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.servers import toml_server
from mem.harness.wiring.target import Place, Target, in_hooks, instructions, nested, skill


def pieces(place: Place) -> Sequence[Piece]:
    return [
        in_hooks(place.at(".codex/hooks.json"), nested(place, ends=3, windows=True)),
        instructions(place.either(".codex/AGENTS.md", "AGENTS.md")),
        skill(place),
    ]


def tools(place: Place) -> Sequence[Piece]:
    return [toml_server(place, place.at(".codex/config.toml"))]


TARGET = Target(
    "codex",
    ".codex",
    pieces,
    ["Codex: type /hooks and trust the hooks of mem; untrusted ones are skipped in silence"],
    tools=tools,
)
