"""An entity has no name.

What: an entry of `entities`, of the hook or of one of its queries, is empty or a mapping without `name`.

Why: the name is the cue; without it there is nothing to look for.

Bad:

    entities:
      - {type: SERVICE}

Good:

    entities:
      - {name: Billing, type: SERVICE}
"""

from __future__ import annotations

from mem.hooks.checks import nameless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH008"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    yield from nameless(hook.all_entities, "an entity")
