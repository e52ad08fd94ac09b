"""An environment variable holds a value that cannot be used.

What: `MEMHOOKS_AUTO_PATHS` (how many files a generated query keeps) must be a whole number from 1 to 256.

Why: with a wrong limit files would be forgotten, or hooks would grow without end, so nothing is written.

Bad:

    MEMHOOKS_AUTO_PATHS=many memhooks event

Good:

    MEMHOOKS_AUTO_PATHS=24 memhooks event
"""

from __future__ import annotations

from mem.hooks.outside import outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.diagnostics import Diagnostic

CODE = "MH028"
SEVERITY = "error"


def finding(name: str, value: str, expected: str) -> Diagnostic:
    """Say that a variable's value is out of its range."""
    return outside(CODE, SEVERITY, name, f"{name} must be {expected}, not `{value}`")
