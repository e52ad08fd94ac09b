"""What a rule found, before it gets the rule's code and a place."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mem.hooks.nodes import Node


class Finding:
    """A sentence about a node, or about the file when it is given an offset.

    `rename` is the key that a safe fix would write in the node's place.
    """

    __slots__ = ("end", "help", "message", "offset", "rename")

    def __init__(self, at: Node | int, message: str, help: str | None = None, rename: str | None = None) -> None:
        self.offset, self.end = (at, at) if isinstance(at, int) else (at.start, at.end)
        self.message = message
        self.help = help
        # A key with an anchor, or that is an alias, is more than its text.
        self.rename = None if isinstance(at, int) or at.fixed else rename


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Give the one known word that `word` is a slip of, if there is exactly one."""
    from difflib import get_close_matches  # only a file with a slip pays for it

    near = get_close_matches(word.lower(), known, 2, 0.75)
    return near[0] if len(near) == 1 else None
