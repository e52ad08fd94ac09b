"""`memhooks event`: follow what a tool touched."""

from __future__ import annotations

from mem.cli.hooks.command import Command
from mem.errors import UsageError
from mem.hookfiles.follow import follow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call


class NotJson(UsageError):
    """Standard input holds no JSON document."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"standard input is not JSON: {reason}", help="pipe one event in, as the host gives it")


def run(call: Call, _given: Given) -> int:
    event = read_event(call.read())
    if not isinstance(event, dict):
        return 0
    changed, troubles = follow(event, call.around, call.environ.get("MEMHOOKS_AUTO_PATHS"))
    if changed:
        call.complain(f"memhooks: {changed} hook(s) updated\n")
    if troubles:
        from mem.formats.findings import human

        call.complain(human(troubles))
    return 1 if troubles else 0


def read_event(raw: bytes) -> object:
    """Read one JSON document."""
    import json

    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error


COMMAND = Command(
    "Reads one post_tool_call event (JSON) and keeps the touched files as a generated cue in the hook of their folder; "
    "renames and deletions are followed. Prints nothing on standard output.",
    run,
    example="""echo '{"hook_event_name": "post_tool_call", "tool_input": {"path": "src/a.py"}}' | memhooks event""",
)
