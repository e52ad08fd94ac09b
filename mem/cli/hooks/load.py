"""`memhooks load`: the bounded context for a host, before it calls its model."""

from __future__ import annotations

from mem.cli.hooks.command import Command
from mem.cli.hooks.event import read_event
from mem.errors import MemError
from mem.hookfiles.host import EVENT, Asked, BadEvent, answer
from mem.hooks.bounded import Limits, context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call


class BadLimit(MemError):
    """A limit in the environment that cannot be used."""

    def __init__(self, name: str, value: str, low: float, high: float) -> None:
        super().__init__(f"{name} must be a number from {low:g} to {high:g}, not `{value}`")


def run(call: Call, _given: Given) -> int:
    """Always answer with a JSON object: a host goes on without routing rather than not at all."""
    import json

    try:
        reply = _reply(call)
    except Exception as error:  # noqa: BLE001  # whatever it is, the host must get an object
        call.complain(f"memhooks: {error}\n")
        reply = {}
    call.say(json.dumps(reply, ensure_ascii=False) + "\n")
    return 0


def _reply(call: Call) -> dict[str, str]:
    limits = Limits(
        int(_limit(call.environ, "MEMHOOKS_MAX_CHARS", 24_000, 1, 1_000_000)),
        int(_limit(call.environ, "MEMHOOKS_MAX_GUIDANCE_CHARS", 6_000, 1, 100_000)),
    )
    seconds = _limit(call.environ, "MEMHOOKS_RESOLVE_TIMEOUT", 5.0, 0.01, 120)
    event = read_event(call.read())
    if not isinstance(event, dict):
        raise BadEvent("the event must be a JSON object")
    if event.get("hook_event_name") != EVENT:
        return {}
    found = answer(Asked(event, call.cwd), call.around, seconds)
    for note in found.notes:
        call.complain(f"memhooks: {note}\n")
    text = context(found.plans, limits) if found.plans else ""
    return {"context": text} if text else {}


def _limit(environ: Mapping[str, str], name: str, usual: float, low: float, high: float) -> float:
    text = environ.get(name)
    if text is None:
        return usual
    try:
        # A whole number where the usual one is whole.
        value = float(text) if isinstance(usual, float) else int(text)
    except ValueError:
        value = -1
    if not low <= value <= high:
        raise BadLimit(name, text, low, high)
    return value


COMMAND = Command(
    "Reads one pre_llm_call event (JSON: cwd, active_files, active_roles) and prints the context to inject as "
    '{"context": ...}, cut to MEMHOOKS_MAX_CHARS; {} when there is nothing to say or something is wrong.',
    run,
    example="""echo '{"hook_event_name": "pre_llm_call", "active_files": ["src/a.py"]}' | memhooks load""",
)
