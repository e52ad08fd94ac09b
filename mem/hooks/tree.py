"""From YAML text to nodes, by way of parser events.

Built by hand instead of with `yaml.compose`, because a file from a stranger must neither exhaust the
stack nor unfold its aliases without end, and because YAML 1.2 reads words differently.
"""

from __future__ import annotations

import yaml

from mem.hooks.nodes import MAPPING, MAX_DEPTH, MAX_NODES, SCALAR, SEQUENCE, Malformed, Node
from mem.hooks.scalars import meaning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Mark(Protocol):
        index: int


_YAML = "tag:yaml.org,2002:"
_TAGS = {
    **dict.fromkeys((_YAML + name for name in ("str", "int", "float", "bool", "null")), SCALAR),
    _YAML + "seq": SEQUENCE,
    _YAML + "map": MAPPING,
}


def tree(text: str, start: int, end: int) -> tuple[Node | None, list[tuple[Node, Node]]]:
    """Read the YAML between two offsets; also give each key that is written twice, with its first place."""
    builder = _Builder(text, start, end)
    try:
        for event in _events(text[start:end]):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = ", ".join(part for part in (error.problem, error.context) if part)
        raise Malformed(f"invalid YAML: {reason}", min(end, start + (mark.index if mark else 0))) from error
    except yaml.reader.ReaderError as error:
        position = error.position if isinstance(error.position, int) else 0
        raise Malformed(f"invalid YAML: {error.reason}", min(end, start + position)) from error
    except yaml.YAMLError as error:
        raise Malformed(f"invalid YAML: {' '.join(str(error).split())}", start) from error
    return builder.root, builder.doubles


def _events(source: str) -> Iterator[yaml.Event]:
    # libyaml when the wheel has it: ten times as fast, and the same events.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.parse(source, Loader=loader)


class _Level:
    """An open collection: the key that waits for its value, and the keys seen so far."""

    __slots__ = ("anchor", "key", "names", "node")

    def __init__(self, node: Node, anchor: str | None) -> None:
        self.node = node
        self.anchor = anchor
        self.key: Node | None = None
        self.names: dict[str, Node] = {}


class _Builder:
    """Turns events into nodes."""

    def __init__(self, text: str, base: int, limit: int) -> None:
        self.root: Node | None = None
        self.doubles: list[tuple[Node, Node]] = []
        self._text = text
        self._base = base
        self._limit = limit
        self._documents = 0
        self._total = 0
        self._levels: list[_Level] = []
        self._anchors: dict[str, Node | None] = {}

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event, MAPPING if isinstance(event, yaml.MappingStartEvent) else SEQUENCE)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._finish(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise Malformed("the frontmatter must be one YAML document", self._place(event)[0])

    def _place(self, event: yaml.Event) -> tuple[int, int]:
        return self._offset(event.start_mark), self._offset(event.end_mark)

    def _offset(self, mark: Mark | None) -> int:
        return self._base if mark is None else min(self._base + mark.index, self._limit)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        start, end = self._place(event)
        if event.style in ("|", ">"):
            end = start + len(self._text[start:end].rstrip())
        _check_tag(event.tag, SCALAR, start)
        node = Node(SCALAR, start, end)
        node.text = event.value
        is_word = event.implicit[0] or ((event.tag or "").startswith(_YAML) and event.tag != _YAML + "str")
        node.value = meaning(event.value) if is_word else event.value
        self._add(node, event.anchor)

    def _begin(self, event: yaml.CollectionStartEvent, kind: str) -> None:
        start, end = self._place(event)
        _check_tag(event.tag, kind, start)
        self._check_depth(1, start)
        node = Node(kind, start, end if event.flow_style else start)
        node.is_flow = bool(event.flow_style)
        self._levels.append(_Level(node, event.anchor))
        if event.anchor is not None:
            self._anchors[event.anchor] = None  # still open: an alias to it would contain itself

    def _finish(self, event: yaml.Event) -> None:
        level = self._levels.pop()
        node = level.node
        children = [*node.items, *(child for entry in node.entries for child in entry)]
        node.weight += sum(child.weight for child in children)
        node.height += max((child.height for child in children), default=0)
        if node.is_flow:
            node.end = self._place(event)[1]
        elif children:
            node.end = children[-1].end
        self._add(node, level.anchor)

    def _alias(self, event: yaml.AliasEvent) -> None:
        start, end = self._place(event)
        if event.anchor not in self._anchors:
            raise Malformed(f"alias `*{event.anchor}` has no anchor before it", start)
        target = self._anchors[event.anchor]
        if target is None:
            raise Malformed(f"alias `*{event.anchor}` contains itself", start)
        self._check_depth(target.height, start)
        # What is unfolded counts: nine short lines of aliases can stand for billions of values.
        self._total += target.weight
        self._add(target.alias(start, end), None)

    def _add(self, node: Node, anchor: str | None) -> None:
        self._total += 1
        if self._total > MAX_NODES:
            raise Malformed(f"holds more than {MAX_NODES} values, aliases unfolded", node.start)
        if anchor is not None:
            node.fixed = True
            self._anchors[anchor] = node
        if not self._levels:
            self.root = node
            return
        level = self._levels[-1]
        if level.node.kind == SEQUENCE:
            level.node.items.append(node)
        elif level.key is None:
            level.key = self._checked_key(node, level.names)
        else:
            level.node.entries.append((level.key, node))
            level.key = None

    def _checked_key(self, node: Node, names: dict[str, Node]) -> Node:
        if node.kind != SCALAR:
            raise Malformed("a key must be plain text", node.start)
        if node.text in names:
            self.doubles.append((names[node.text], node))
        names.setdefault(node.text, node)
        return node

    def _check_depth(self, height: int, offset: int) -> None:
        if len(self._levels) + height > MAX_DEPTH:
            raise Malformed(f"nested more than {MAX_DEPTH} levels deep", offset)


def _check_tag(tag: str | None, kind: str, offset: int) -> None:
    if tag not in (None, "!") and _TAGS.get(str(tag)) != kind:
        raise Malformed(f"tag `{tag}` is not supported", offset)
