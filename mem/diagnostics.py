"""What is wrong with something a person wrote: one type for facts, hooks, doctor and sync."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How much a finding matters; only an error makes a check fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Place(NamedTuple):
    """Where in a file: lines and columns count from 1, columns in characters; no line means the whole file."""

    path: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)


class Diagnostic(NamedTuple):
    """One finding: `code` names the rule, `help` says what to do."""

    code: str
    severity: Severity
    message: str
    place: Place
    help: str | None = None


def has_errors(findings: Iterable[Diagnostic]) -> bool:
    """Tell whether a check over these findings fails."""
    return any(finding.severity is Severity.ERROR for finding in findings)
