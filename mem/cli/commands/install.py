"""`mem install`: wire agent harnesses up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from mem.cli.options import session_of
from mem.cli.session import Session
from mem.cli.wiring import can_serve, launcher_for, place_for, told
from mem.doctor import program_on
from mem.formats.report import Report
from mem.harness.install import carry_out, chosen, to_install, wired
from mem.harness.wiring import TARGETS
from mem.harness.wiring.target import Target

NO_TOOLS = "no tools over MCP, for want of its SDK: pip install 'memfacts[mcp]', then mem install again"
EXAMPLE = "mem install claude-code codex --dry-run"


def command(
    ctx: typer.Context,
    harnesses: Annotated[
        list[str] | None,
        typer.Argument(metavar="[HARNESS]...", help=f"all, or of: {', '.join(target.name for target in TARGETS)}."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, line by line.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Exit 1 when what was installed is not as it should be.")
    ] = False,
    project: Annotated[bool, typer.Option("--project", help="Into this project's files, not the user's.")] = False,
) -> None:
    """Put hooks, tools, the skill and a few lines of instruction where each harness found on this machine looks."""
    session = session_of(ctx)
    place = place_for(session, project=project)
    targets = wired(place) if check and not harnesses else chosen(harnesses or [], place)
    targets = [target for target in targets if not (project and target.user_only)]
    if not targets:
        session.print(_nothing(check=check))
        return
    has_sdk = can_serve(session)
    plan = to_install(targets, place, launcher_for(session), with_tools=has_sdk)
    drifted = check and bool(plan.due)
    if not (dry_run or check):
        plan = carry_out(plan, place.root)
    steps = ["mem install puts it right"] if drifted else _steps(targets, check=check)
    lacking = "" if has_sdk or not any(target.tools(place) for target in targets) else NO_TOOLS
    code = 1 if drifted else 0
    warnings = _clash(session)
    report = told("install", plan, steps, dry_run=dry_run or check, code=code, lacking=lacking, warnings=warnings)
    session.print(report)


def _clash(session: Session) -> list[str]:
    """Agents are told to call `mem`, so another package's that comes first on PATH is worth a word."""
    first = program_on(session.environ.get("PATH", ""), session.program)
    return [f"{first.result}; {first.help}, for agents call it by name"] if "another mem" in first.result else []


def _steps(targets: Sequence[Target], *, check: bool) -> list[str]:
    if check:
        return ["mem doctor"]
    return [step for target in targets for step in target.steps] or ["mem install --check tells whether it is still so"]


def _nothing(*, check: bool) -> Report:
    found = "nothing is installed" if check else "no harness was found in this home folder"
    return Report({"install": found, "count": "0 files"}, ["mem install agents-md writes AGENTS.md in this project"])
