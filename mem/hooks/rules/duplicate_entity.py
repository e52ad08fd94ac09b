"""A hook names an entity twice.

What: two entries of the hook's `entities` have the same name, in either shape.

Why: both are sent as cues, and it is not clear which data is meant.

Bad:

    entities:
      - Billing
      - {name: Billing, salience: 0.8}

Good:

    entities:
      - {name: Billing, salience: 0.8}
"""

from __future__ import annotations

from mem.hooks.checks import repeated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH011"
SEVERITY = "warning"


def check(hook: Hook) -> Iterator[Finding]:
    yield from repeated(hook.entities, "entity", "keep one of them")
