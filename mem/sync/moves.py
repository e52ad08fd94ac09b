"""Facts that a person moved to another file, told by their ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mem.facts.fact import FactId
from mem.store.comparing import Changes
from mem.store.files import is_fact_path
from mem.store.trees import Leaf


def moves(side: Changes, other: Changes, id_of: Callable[[Leaf, str], FactId | None]) -> Iterator[tuple[str, str]]:
    """Give old and new path of the facts that one side moved by hand, of those the other side touched too.

    Another fact may have taken the old place.
    """
    gone = {
        path: was
        for path, (was, leaf) in side.items()
        if was and path in other and (leaf is None or (is_fact_path(path) and id_of(was, path) != id_of(leaf, path)))
    }
    if not any(is_fact_path(path) for path in gone):
        return
    homes = {
        id_of(leaf, path): path for path, (was, leaf) in side.items() if was is None and leaf and is_fact_path(path)
    }
    for path, was in gone.items():
        if is_fact_path(path) and (id := id_of(was, path)) and id in homes:
            yield path, homes[id]
