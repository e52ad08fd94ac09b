"""A new value for a frontmatter, written into the old text so that only the lines that must change do.

Comments, key order, quoting and blank lines belong to whoever wrote them. The finest edit is tried first
and its result read back; if it does not say exactly what was wanted, a coarser one follows.
"""

from __future__ import annotations

from mem.errors import MemError
from mem.hooks.align import Step, align
from mem.hooks.document import Document, read_text
from mem.hooks.layout import entry_lines, field_lines, item_lines
from mem.hooks.nodes import MAPPING, SEQUENCE, Node
from mem.hooks.resolve import same
from mem.hooks.scalars import inline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class CannotRetouch(MemError):
    """No edit of the file says what was wanted."""

    def __init__(self, path: str) -> None:
        super().__init__(f"cannot edit {path} safely", help="write its frontmatter more plainly, or edit it by hand")


class _TooFine(Exception):
    """This way of editing does not fit the text; never leaves this module."""


def retouch(document: Document, wanted: Mapping[str, object]) -> str:
    """Give the text of a valid document with `wanted` as its frontmatter."""
    for attempt in (_edited, _with_fields_anew, _written_anew):
        try:
            text = attempt(document, dict(wanted))
        except _TooFine:
            continue
        if _says(document, text, wanted):
            return text
    raise CannotRetouch(document.path)


def _says(document: Document, text: str, wanted: Mapping[str, object]) -> bool:
    result = read_text(document.path, text)
    return not result.faults and result.body == document.body and same(result.value, dict(wanted))


def _edited(document: Document, wanted: dict[str, object]) -> str:
    pen = _Pen(document)
    assert document.root is not None
    pen.change(document.root, document.value, wanted)
    return pen.text()


def _with_fields_anew(document: Document, wanted: dict[str, object]) -> str:
    """Lay out each changed field anew and leave the others as they are."""
    pen, old = _Pen(document), document.value
    assert document.root is not None
    if document.root.is_flow or not document.root.entries:
        raise _TooFine
    for key, value in document.root.entries:
        if key.text not in wanted:
            pen.cut_lines(key.start, value.end)
        elif not same(old[key.text], wanted[key.text]):
            pen.cut_lines(key.start, value.end, field_lines(key.text, wanted[key.text], 0))
    added = [line for key in wanted if key not in old for line in field_lines(key, wanted[key], 0)]
    pen.insert_lines(document.root.end, added)
    return pen.text()


def _written_anew(document: Document, wanted: dict[str, object]) -> str:
    lines = [line + document.newline for key, value in wanted.items() for line in field_lines(key, value, 0)]
    return document.text[: document.start] + "".join(lines) + document.text[document.end :]


class _Pen:
    """Gathers edits of one text, then makes them all."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._newline = document.newline
        self._edits: list[tuple[int, int, str]] = []

    def text(self) -> str:
        parts, at = [], 0
        for start, end, new in sorted(self._edits, key=lambda edit: edit[:2]):
            if start < at:
                raise _TooFine
            parts += [self._text[at:start], new]
            at = end
        return "".join([*parts, self._text[at:]])

    def change(self, node: Node, old: object, new: object) -> None:
        """Make a node say something new, by the smallest edits inside it."""
        if same(old, new):
            return
        if node.fixed:
            self._replace(node, new)
        elif node.kind == MAPPING and isinstance(old, dict) and isinstance(new, dict):
            self._change_mapping(node, old, new)
        elif node.kind == SEQUENCE and isinstance(old, list) and isinstance(new, list):
            self._change_sequence(node, old, new)
        else:
            self._replace(node, new)

    def cut_lines(self, start: int, end: int, lines: Sequence[str] = ()) -> None:
        """Take away the lines from one offset to another; `lines` come instead."""
        begin = self._text.rfind("\n", 0, start) + 1
        self._edits.append((begin, self._line_end(end), self._joined(lines)))

    def insert_lines(self, after: int, lines: Sequence[str]) -> None:
        """Put lines below the one that `after` is on."""
        at = self._line_end(after)
        self._edits.append((at, at, self._joined(lines)))

    def _change_mapping(self, node: Node, old: dict[str, object], new: dict[str, object]) -> None:
        for key, value in node.entries:
            name = key.text
            if name not in new:
                self._drop_entry(node, key, value)
            elif not node.is_flow and not old[name] and isinstance(new[name], list) and not value.fixed:
                self._unfold(key, value, new[name])
            else:
                self.change(value, old[name], new[name])
        added = {name: value for name, value in new.items() if name not in old}
        if added and node.is_flow:
            self._add_inline(node, node.entries[-1][1] if node.entries else None, inline(added)[1:-1])
        elif added:
            column = self._column(node.entries[0][0].start) if node.entries else 0
            self.insert_lines(node.end, [line for key in added for line in field_lines(key, added[key], column)])

    def _drop_entry(self, node: Node, key: Node, value: Node) -> None:
        begin = self._text.rfind("\n", 0, key.start) + 1
        if node.is_flow or self._text[begin : key.start].strip():
            raise _TooFine
        self.cut_lines(key.start, value.end)

    def _unfold(self, key: Node, value: Node, new: object) -> None:
        """Turn `key: []` or `key:` into a list of lines."""
        after_colon = self._text.index(":", key.end) + 1
        first, *rest = field_lines(key.text, new, self._column(key.start))
        self._edits.append((after_colon, max(value.end, after_colon), first.partition(":")[2]))
        self.insert_lines(max(value.end, after_colon), rest)

    def _change_sequence(self, node: Node, old: list[object], new: list[object]) -> None:
        steps = align(old, new, same)
        dropped = [step for step in steps if step.new is None]
        added = [new[step.new] for step in steps if step.old is None and step.new is not None]
        if node.is_flow and dropped and len(dropped) + len(added) > 1:
            self._replace(node, new)
            return
        if len(dropped) == len(node.items) or not node.items or any(step.old is None for step in _before_last(steps)):
            raise _TooFine
        for step in steps:
            if step.old is None:
                continue
            if step.new is None:
                self._drop_item(node, step.old)
            else:
                self._change_item(node, node.items[step.old], old[step.old], new[step.new])
        if added and node.is_flow:
            self._add_inline(node, node.items[-1], inline(added)[1:-1])
        elif added:
            column = self._column(node.start)
            self.insert_lines(node.end, [line for item in added for line in item_lines(item, column)])

    def _change_item(self, parent: Node, item: Node, old: object, new: object) -> None:
        if parent.is_flow or not isinstance(new, dict) or item.kind != "scalar" or item.fixed:
            self.change(item, old, new)
            return
        name, first = next(iter(new.items()))
        if not same(first, old):
            self._replace(item, new)
            return
        # `- text` becomes `- query: text`: the text stays as it is written, its comment too.
        self._edits.append((item.start, item.start, f"{name}: "))
        self.insert_lines(item.end, entry_lines({**new}, self._column(item.start))[1:])

    def _drop_item(self, node: Node, index: int) -> None:
        items = node.items
        item = items[index]
        if not node.is_flow:
            self.cut_lines(self._dash(node, item), item.end)
        elif index + 1 < len(items):
            self._edits.append((item.start, items[index + 1].start, ""))
        else:
            self._edits.append((items[index - 1].end, item.end, ""))

    def _dash(self, node: Node, item: Node) -> int:
        """Find where the line of an item begins, which may be above its first word."""
        column, at = self._column(node.start), item.start
        while at >= node.start:
            begin = self._text.rfind("\n", 0, at) + 1
            if self._text[begin : begin + column].strip():
                break
            if self._text[begin + column : begin + column + 1] == "-":
                return begin
            at = begin - 1
        raise _TooFine

    def _add_inline(self, node: Node, last: Node | None, text: str) -> None:
        at = node.inside if last is None else last.end
        self._edits.append((at, at, text if last is None else f", {text}"))

    def _replace(self, node: Node, new: object) -> None:
        space = " " if node.start == node.end else ""
        self._edits.append((node.start, node.end, space + inline(new)))

    def _column(self, offset: int) -> int:
        return offset - (self._text.rfind("\n", 0, offset) + 1)

    def _line_end(self, offset: int) -> int:
        found = self._text.find("\n", offset)
        return len(self._text) if found < 0 else found + 1

    def _joined(self, lines: Sequence[str]) -> str:
        return "".join(line + self._newline for line in lines)


def _before_last(steps: Sequence[Step]) -> Sequence[Step]:
    """Give the steps up to the last old item; what is added may only come after it."""
    kept = [index for index, step in enumerate(steps) if step.old is not None]
    return steps[: kept[-1] + 1] if kept else ()
