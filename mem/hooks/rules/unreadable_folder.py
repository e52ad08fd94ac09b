"""A folder cannot be looked into for hooks.

What: the system refused to list a folder or to look at what is in it.

Why: hooks in there would go unchecked, and the result would look complete.

Bad:

    chmod 000 src/private && memhooks validate --all

Good:

    chmod 755 src/private && memhooks validate --all
"""

from __future__ import annotations

from mem.hooks.outside import outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.diagnostics import Diagnostic

CODE = "MH030"
SEVERITY = "error"


def finding(path: str, reason: str) -> Diagnostic:
    """Say what the system answered."""
    return outside(CODE, SEVERITY, path, f"cannot read {path}: {reason}")
