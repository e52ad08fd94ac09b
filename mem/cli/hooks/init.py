"""`memhooks init`: enable a project."""

from __future__ import annotations

from mem.cli.hooks.command import Command
from mem.hookfiles.keep import enable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call


def run(call: Call, given: Given) -> int:
    hook = enable(given.words[0] if given.words else ".", call.around)
    call.say(f"enabled: {hook}\n")
    return 0


COMMAND = Command(
    "Gives the root of the project around a path its MEMHOOKS.md. One that is there already is checked, never changed.",
    run,
    words="[PATH]",
    example="memhooks init",
)
