"""`memhooks validate`: findings about files, folders or the whole project."""

from __future__ import annotations

from mem.cli.hooks.command import Command, Option
from mem.diagnostics import has_errors
from mem.hookfiles.check import Checked, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call

FORMATS = ("human", "json", "sarif", "github")


def run(call: Call, given: Given) -> int:
    checked = _checked(call, given)
    if given.has("--fix"):
        from mem.hookfiles.fix import fix_all

        mended = fix_all(checked)
        call.complain(f"memhooks: {mended} finding(s) mended\n" if mended else "")
    call.say(_printed(call, checked, given.one("--format") or "human"))
    return 1 if has_errors(checked.findings) else 0


def _checked(call: Call, given: Given) -> Checked:
    paths, everything = given.words or ["."], given.has("--all")
    if not given.has("--store"):
        return check(paths, call.around, whole_project=everything)
    from mem.cli.hooks.in_store import counting

    with counting(call.environ) as hits:
        return check(paths, call.around, whole_project=everything, hits=hits)


def _printed(call: Call, checked: Checked, format: str) -> str:
    from mem.formats import findings

    if format == "human":
        return findings.human(checked.findings, call.shown)
    if format == "github":
        return findings.github(checked.findings, checked.relative)
    import json

    document = findings.rows(checked.findings) if format == "json" else _sarif(checked)
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _sarif(checked: Checked) -> dict[str, object]:
    from mem import __version__
    from mem.formats.sarif import SarifRule, sarif
    from mem.hooks.manual import page, summary
    from mem.hooks.rules import RULES

    rules = [SarifRule(rule.CODE, summary(rule), page(rule), rule.SEVERITY) for rule in RULES.values()]
    return sarif(checked.findings, tool="memhooks", version=__version__, rules=rules, relative=checked.relative)


COMMAND = Command(
    "Checks hooks: a file, a folder and below, or the whole project around a path. Warnings pass, errors exit 1.",
    run,
    words="[PATH]...",
    options=(
        Option("--all", "check the whole project around each path"),
        Option("--format", "how to print the findings", choices=FORMATS),
        Option("--store", "also ask the store at MEM_DIR: questions that find nothing, or too much"),
        Option("--fix", "first mend what is safe to mend: misspelled keys and doubled entries"),
    ),
    example="memhooks validate --all --format github",
)
