"""`mem lint`: what is wrong with the facts on disk."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from mem import __version__
from mem.cli.options import session_of
from mem.cli.session import Session, write_out
from mem.diagnostics import Diagnostic, has_errors
from mem.errors import UsageError
from mem.facts import document
from mem.formats.findings import github
from mem.formats.report import Report, Table
from mem.formats.sarif import SarifRule, sarif
from mem.lint import CODES, lint

EXAMPLE = "mem lint --format github"
FORMATS = ("toon", "human", "json", "sarif", "github")


def command(
    ctx: typer.Context,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH]...", help="Files to check; all facts without.")
    ] = None,
    format: Annotated[str | None, typer.Option("--format", help="toon, human, json, sarif or github.")] = None,
) -> None:
    """Check facts on disk: every finding with its place and what to do. Exit 1 when there are errors."""
    session = session_of(ctx)
    if format is not None and format not in FORMATS:
        raise UsageError(f"--format: `{format}` is no format", help=f"one of: {', '.join(FORMATS)}")
    session.memory.refresh()
    findings = lint(session.memory, [session.in_store(path) for path in paths or ()])
    _print(session, findings, format)
    session.code = 1 if has_errors(findings) else 0


def _sarif(findings: list[Diagnostic]) -> dict[str, object]:
    rules = [SarifRule(code, meaning, meaning, "error") for code, meaning in {**document.CODES, **CODES}.items()]
    return sarif(findings, tool="mem lint", version=__version__, rules=rules, relative=str)


def _print(session: Session, findings: list[Diagnostic], format: str | None) -> None:
    if format == "sarif":
        write_out(json.dumps(_sarif(findings), indent=2, ensure_ascii=False) + "\n")
        return
    if format == "github":
        write_out(github(findings))
        return
    session.choose_format(format)
    rows: list[dict[str, object]] = [
        {
            "severity": str(finding.severity),
            "code": finding.code,
            "place": str(finding.place),
            "message": finding.message,
            "help": finding.help or "",
        }
        for finding in findings
    ]
    errors = sum(finding.severity == "error" for finding in findings)
    warnings = sum(finding.severity == "warning" for finding in findings)
    columns = ("severity", "code", "place", "message", "help")
    session.print(
        Report(
            {"lint": Table(columns, rows), "errors": errors, "warnings": warnings},
            ["mem review" if not rows else "mem show ID"],
        )
    )
