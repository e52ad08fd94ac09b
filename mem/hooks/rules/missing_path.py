"""A path does not exist.

What: the path that was to be validated or explained, or the folder that `MEMHOOKS_ROOT` names, is not there.

Why: a misspelled path must not look like a clean result.

Bad:

    memhooks validate srv/billing

Good:

    memhooks validate src/billing
"""

from __future__ import annotations

from mem.hooks.outside import outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.diagnostics import Diagnostic

CODE = "MH024"
SEVERITY = "error"


def finding(path: str, role: str = "path") -> Diagnostic:
    """Say that a path is not there; `role` is what it was to be."""
    return outside(CODE, SEVERITY, path, f"{role} does not exist: {path}")
