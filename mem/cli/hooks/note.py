"""`memhooks note`: keep one question for later."""

from __future__ import annotations

from mem.cli.hooks.command import BadOption, Command, Option
from mem.hookfiles.keep import keep_note
from mem.hooks.maintain import Note, folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call


def run(call: Call, given: Given) -> int:
    note = note_of(given)
    hook = keep_note(given.one("--cwd") or ".", note, call.around)
    call.say(f"noted: {hook}\n")
    return 0


def note_of(given: Given) -> Note:
    """Read a note from its options; a value that no hook may hold is refused here."""
    return Note(
        _text("--query", given.one("--query") or ""),
        priority=_priority(given.one("--priority")),
        roles=[_text("--role", role) for role in given.many("--role")],
        entities=[_cue("--entity", text) for text in given.many("--entity")],
        resources=[_cue("--resource", text) for text in given.many("--resource")],
        tags=[_text("--tag", tag) for tag in given.many("--tag")],
        backends=_backends(given.one("--backends")),
    )


def _text(option: str, text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadOption(f"{option} is not UTF-8 text") from error
    if not folded(text):
        raise BadOption(f"{option} needs a text", help='as in: memhooks note --query "Why did the schema change?"')
    return text


def _priority(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        priority = float(text)
    except ValueError:
        priority = -1.0
    if not 0 <= priority <= 1:
        raise BadOption(f"--priority: `{text}` is not a number from 0.0 to 1.0", help="as in: --priority 0.8")
    return priority


def _cue(option: str, text: str) -> object:
    """Read a name, or a JSON object that has one."""
    _text(option, text)
    if not text.lstrip().startswith("{"):
        return text.strip()
    cue = _json_object(option, text)
    name = cue.get("name")
    if not isinstance(name, str) or not name.strip():
        raise BadOption(f"{option} needs a `name`", help=f"""as in: {option} '{{"name": "Billing"}}'""")
    return cue


def _backends(text: str | None) -> dict[str, object] | None:
    return None if text is None else _json_object("--backends", text)


def _json_object(option: str, text: str) -> dict[str, object]:
    import json

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOption(f"{option} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise BadOption(f"{option} must be a JSON object")
    return value


COMMAND = Command(
    "Keeps one question in the hook nearest to a folder. A question that is there is enriched; nothing of it is lost.",
    run,
    options=(
        Option("--query", "the question to ask the memory later", "TEXT"),
        Option("--cwd", "the folder it is about; this one if not given", "PATH"),
        Option("--priority", "what keeps its place when room is short, 0.0 to 1.0", "NUMBER"),
        Option("--role", "ask for this role only", "ROLE", many=True),
        Option("--entity", "a name, or a JSON object with name, type, salience", "NAME|JSON", many=True),
        Option("--resource", "a name, or a JSON object with name, kind, salience", "NAME|JSON", many=True),
        Option("--tag", "a routing label", "TAG", many=True),
        Option("--backends", "settings of providers, merged into what is there", "JSON"),
    ),
    example='memhooks note --query "Why are invoices numbered per country?" --priority 0.8 --tag billing',
)
