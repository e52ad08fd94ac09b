"""Findings for people, for programs and for annotations in a pull request."""

from __future__ import annotations

from mem.diagnostics import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mem.diagnostics import Diagnostic

CLEAN = "passed: no findings\n"


def human(findings: Sequence[Diagnostic], shown: Callable[[str], str] = str) -> str:
    """Lay findings out with their places; `shown` names a path for the reader."""
    if not findings:
        return CLEAN
    lines = []
    for finding in findings:
        place = finding.place
        position = "" if place.line is None else f":{place.line}:{place.column or 1}"
        lines += [f"{finding.severity}[{finding.code}]: {finding.message}", f"  --> {shown(place.path)}{position}"]
        if finding.help:
            lines.append(f"  help: {finding.help}")
        lines.append("")
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    return "\n".join([*lines, f"{errors} error(s), {len(findings) - errors} warning(s)", ""])


def rows(findings: Sequence[Diagnostic]) -> list[dict[str, object]]:
    """Give findings as JSON objects; what is not known is left out."""
    return [_row(finding) for finding in findings]


def _row(finding: Diagnostic) -> dict[str, object]:
    values = {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        "path": finding.place.path,
        "line": finding.place.line,
        "column": finding.place.column,
        "help": finding.help,
    }
    return {name: value for name, value in values.items() if value is not None}


def github(findings: Sequence[Diagnostic], shown: Callable[[str], str] = str) -> str:
    """Write workflow commands, which GitHub shows beside the changed lines."""
    return "".join(_annotation(finding, shown) for finding in findings)


def _annotation(finding: Diagnostic, shown: Callable[[str], str]) -> str:
    place = finding.place
    values = {"file": shown(place.path), "line": place.line, "col": place.column, "title": finding.code}
    properties = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in values.items() if value is not None)
    level = {"error": "error", "warning": "warning"}.get(finding.severity, "notice")
    message = finding.message if finding.help is None else f"{finding.message} ({finding.help})"
    return f"::{level} {properties}::{_escaped(message)}\n"


def _escaped(text: str, more: str = "") -> str:
    for letter in "%\r\n" + more:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text
