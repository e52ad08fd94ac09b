"""The values of a frontmatter as a tree whose nodes know their place."""

from __future__ import annotations

MAX_NODES = 20_000  # far above any index, far below what takes a second
MAX_DEPTH = 48

SCALAR, SEQUENCE, MAPPING = "scalar", "sequence", "mapping"


class Malformed(Exception):
    """The frontmatter cannot be read as a tree; never leaves `mem.hooks`."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class Node:
    """One value. `start` and `end` are offsets into the file's text, `inside` follows a flow bracket.

    `value` is what a scalar means; `items` and `entries` hold what a collection has. An alias is a node
    with a place of its own that shares the rest with its anchor; `fixed` says that an edit in place
    would also change other places.
    """

    __slots__ = (
        "end",
        "entries",
        "fixed",
        "height",
        "inside",
        "is_flow",
        "items",
        "kind",
        "start",
        "text",
        "value",
        "weight",
    )

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.inside = end
        self.is_flow = False
        self.fixed = False
        self.text = ""
        self.value: str | int | float | bool | None = None
        self.items: list[Node] = []
        self.entries: list[tuple[Node, Node]] = []
        self.weight = 1
        self.height = 1

    def alias(self, start: int, end: int) -> Node:
        twin = Node(self.kind, start, end)
        twin.text, twin.value, twin.items, twin.entries = self.text, self.value, self.items, self.entries
        twin.weight, twin.height, twin.fixed, twin.is_flow = self.weight, self.height, True, self.is_flow
        return twin

    @property
    def is_text(self) -> bool:
        return self.kind == SCALAR and isinstance(self.value, str)

    @property
    def is_null(self) -> bool:
        return self.kind == SCALAR and self.value is None


def data(node: Node) -> object:
    """Give the plain value: text, numbers, lists and mappings with text keys."""
    if node.kind == SEQUENCE:
        return [data(item) for item in node.items]
    if node.kind == MAPPING:
        return {key.text: data(value) for key, value in node.entries}
    return node.value
