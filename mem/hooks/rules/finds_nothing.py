"""A query finds nothing in the store.

What: with a store at hand, the words of the query match no fact.

Why: either the memory it was written for is gone, or it asks in words nobody used. It costs room in every plan.

Bad:

    - What did Quentin say about the frobnicator?

Good:

    - Why does the importer retry three times?
"""

from __future__ import annotations

from mem.hooks.findings import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mem.hooks.model import Hook
    from mem.hooks.rules.base import World

CODE = "MH101"
SEVERITY = "warning"


def check(hook: Hook, world: World) -> Iterator[Finding]:
    if world.hits is None:
        return
    for query in hook.queries:
        if query.name and not world.hits(query.name):
            help = "ask in the words of the facts, or remove it"
            yield Finding(query.node, f"recall query `{query.name}` finds nothing in the store", help)
