"""How new lines of a hook are laid out: one query a block, one cue a line."""

from __future__ import annotations

from mem.hooks.scalars import inline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def field_lines(name: str, value: object, column: int) -> list[str]:
    """Lay out a field: lists of mappings one item a line or block, all else on the line of its name."""
    pad = " " * column
    if (
        isinstance(value, list)
        and (name == "recall_queries" or any(isinstance(item, dict) for item in value))
        and value
    ):
        return [f"{pad}{inline(name)}:", *(line for item in value for line in item_lines(item, column + 2))]
    return [f"{pad}{inline(name)}: {inline(value)}"]


def item_lines(item: object, column: int) -> list[str]:
    """Lay out an item of a list: a query as a block, all else on one line."""
    pad = " " * column
    if isinstance(item, dict) and "query" in item:
        first, *rest = entry_lines(item, column + 2)
        return [f"{pad}- {first.lstrip(' ')}", *rest]
    return [f"{pad}- {inline(item)}"]


def entry_lines(entry: Mapping[str, object], column: int) -> list[str]:
    return [line for name, value in entry.items() for line in field_lines(name, value, column)]
