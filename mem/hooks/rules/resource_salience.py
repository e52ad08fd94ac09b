"""The salience of a resource is not from 0.0 to 1.0.

What: `salience` is a number below 0, above 1, infinite or not a number.

Why: it says how much this cue weighs beside the others of its query; out of range it would drown them.

Bad:

    resources:
      - {name: Billing, salience: 10}

Good:

    resources:
      - {name: Billing, salience: 1.0}
"""

from __future__ import annotations

from mem.hooks.checks import outside_unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.findings import Finding
    from mem.hooks.model import Hook

CODE = "MH021"
SEVERITY = "error"


def check(hook: Hook) -> Iterator[Finding]:
    for resource in hook.all_resources:
        yield from outside_unit(resource.fields, "salience", "salience")
