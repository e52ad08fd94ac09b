"""OpenCode: a plug-in of our own, found by both of its generations."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.target import Place, Target, instructions, shim, skill


def pieces(place: Place) -> Sequence[Piece]:
    return [
        shim(place.either(".config/opencode/plugins/mem.js", ".opencode/plugins/mem.js"), "opencode/mem.js", place),
        instructions(place.either(".config/opencode/AGENTS.md", "AGENTS.md")),
        skill(place),
    ]


TARGET = Target("opencode", ".config/opencode", pieces, ["OpenCode: restart it, plug-ins are read at its start"])
