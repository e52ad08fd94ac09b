"""`memhooks prune`: drop generated cues whose files are gone."""

from __future__ import annotations

from mem.cli.hooks.command import Command, Option
from mem.hookfiles.keep import prune

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call


def run(call: Call, given: Given) -> int:
    import json

    path = given.words[0] if given.words else "."
    report = prune(path, call.around, whole_project=given.has("--all"), dry_run=given.has("--dry-run"))
    answer = {
        "hooks_changed": report.hooks_changed,
        "resources_removed": report.resources_removed,
        "queries_removed": report.queries_removed,
        "dry_run": given.has("--dry-run"),
    }
    call.say(json.dumps(answer, indent=2) + "\n")
    if not report.troubles:
        return 0
    from mem.formats.findings import human

    call.complain(human(report.troubles))
    return 1


COMMAND = Command(
    "Drops the files of generated cues that are gone, and cues with nothing left. Questions made by hand stay.",
    run,
    words="[PATH]",
    options=(
        Option("--all", "the whole project around the path"),
        Option("--dry-run", "say what would go, write nothing"),
    ),
    example="memhooks prune --all --dry-run",
)
