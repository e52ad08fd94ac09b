"""`memhooks remove`: take one question out of the nearest hook."""

from __future__ import annotations

from mem.cli.hooks.command import BadOption, Command, Option
from mem.hookfiles.keep import remove_query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call


def run(call: Call, given: Given) -> int:
    import json

    query = given.one("--query") or ""
    if not query.strip():
        raise BadOption("--query needs a text", help="the question as it stands in the hook")
    dry_run = given.has("--dry-run")
    changed = remove_query(given.one("--cwd") or ".", query, call.around, dry_run=dry_run)
    call.say(json.dumps({"changed": changed, "dry_run": dry_run}, indent=2) + "\n")
    return 0


COMMAND = Command(
    "Takes one question out of the hook nearest to a folder. One that it overrode further up is asked again.",
    run,
    options=(
        Option("--query", "the question to take out", "TEXT"),
        Option("--cwd", "the folder it is about; this one if not given", "PATH"),
        Option("--dry-run", "say whether it is there, write nothing"),
    ),
    example='memhooks remove --query "Why are invoices numbered per country?"',
)
