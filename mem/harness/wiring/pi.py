"""pi: an extension of our own."""

from __future__ import annotations

from collections.abc import Sequence

from mem.harness.wiring.pieces import Piece
from mem.harness.wiring.target import Place, Target, instructions, shim, skill


def pieces(place: Place) -> Sequence[Piece]:
    return [
        shim(place.either(".pi/agent/extensions/mem.ts", ".pi/extensions/mem.ts"), "pi/mem.ts", place),
        instructions(place.either(".pi/agent/AGENTS.md", "AGENTS.md")),
        skill(place),
    ]


TARGET = Target("pi", ".pi", pieces, ["pi: type /reload in a running session"])
