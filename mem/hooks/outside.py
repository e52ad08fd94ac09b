"""Findings about what surrounds a hook: paths, settings, files that cannot be read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.diagnostics import Diagnostic


def outside(code: str, severity: str, path: str, message: str, help: str | None = None) -> Diagnostic:
    """Make a finding that has a path but no line."""
    from mem.diagnostics import Diagnostic, Place, Severity  # clean runs never pay for it

    return Diagnostic(code, Severity(severity), message, Place(path), help)
