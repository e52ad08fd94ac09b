"""A hook is larger than 8 KiB.

What: the file has grown beyond what an index needs.

Why: a hook says what to recall, the store remembers it. Every agent that works here reads the whole file.

Bad:

    a MEMHOOKS.md that tells the story of each outage

Good:

    recall_queries:
      - Which outages began in this folder, and what ended them?
"""

from __future__ import annotations

from mem.hooks.findings import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook

CODE = "MH104"
SEVERITY = "warning"


MANY = 8 * 1024


def check(hook: Hook) -> Iterator[Finding]:
    if hook.document.size > MANY:
        help = "keep the questions here and move the answers to the store"
        yield Finding(0, f"{hook.document.size} bytes; a hook is an index and should stay below {MANY}", help)
