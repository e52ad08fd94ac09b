"""A hook or its lock is not an ordinary file.

What: `MEMHOOKS.md` or `.MEMHOOKS.md.lock` is a link, a folder, a pipe or a device. Links are refused even when they
stay inside the project.

Why: a hook comes with a repository from somebody else. A link could make a private file part of a plan, or make a
write land elsewhere; a pipe could hold the agent up for ever.

Bad:

    ln -s ../shared/MEMHOOKS.md MEMHOOKS.md

Good:

    cp ../shared/MEMHOOKS.md MEMHOOKS.md
"""

from __future__ import annotations

from mem.hooks.outside import outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.diagnostics import Diagnostic

CODE = "MH029"
SEVERITY = "error"


def finding(path: str) -> Diagnostic:
    """Say that a path is no ordinary file."""
    message = f"not a regular file: {path}; hooks and their locks may not be symlinks or special files"
    return outside(CODE, SEVERITY, path, message, "replace it by a plain file")
