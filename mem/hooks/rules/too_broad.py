"""A query is too broad to route anything.

What: with a store at hand, the query is one word, or matches more than fifty facts.

Why: a plan is cut to a budget; a question that everything answers crowds out those that know what they want.

Bad:

    - billing

Good:

    - Why are invoices numbered per country?
"""

from __future__ import annotations

from mem.hooks.findings import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook
    from mem.hooks.rules.base import World

CODE = "MH102"
SEVERITY = "warning"


MANY = 50


def check(hook: Hook, world: World) -> Iterator[Finding]:
    if world.hits is None:
        return
    for query in hook.queries:
        if query.name and len(query.name.split()) == 1:
            yield Finding(query.node, f"recall query `{query.name}` is one word", "ask a question")
        elif query.name and (hits := world.hits(query.name)) > MANY:
            yield Finding(query.node, f"recall query `{query.name}` matches {hits} facts", "ask a narrower question")
