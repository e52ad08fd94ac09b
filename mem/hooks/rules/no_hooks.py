"""There is no hook where one was looked for.

What: a folder was validated that holds no `MEMHOOKS.md`, in it or below; ignored folders are not looked into.

Why: an empty result would look like a clean one.

Bad:

    memhooks validate --all      (in a project without hooks)

Good:

    memhooks init
    memhooks validate --all
"""

from __future__ import annotations

from mem.hooks.outside import outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.diagnostics import Diagnostic

CODE = "MH013"
SEVERITY = "warning"


def finding(path: str) -> Diagnostic:
    """Say that a folder holds no hooks."""
    return outside(CODE, SEVERITY, path, "no MEMHOOKS.md found", "run `memhooks init` to begin one")
