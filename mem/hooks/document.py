"""A hook file as text: its fences, its frontmatter as nodes, its guidance, and where each thing stands."""

from __future__ import annotations

from bisect import bisect_right

from mem.hooks.nodes import MAPPING, Malformed, Node, data
from mem.hooks.quick import quick_tree

HOOK = "MEMHOOKS.md"
SCHEMA = "memhooks/v2"
MAX_BYTES = 512 * 1024
FENCE = "---"
MARK = "\ufeff"  # the byte-order mark some editors put first


class Fault:
    """Why the text is no hook at all, and at which offset."""

    __slots__ = ("message", "offset")

    def __init__(self, message: str, offset: int = 0) -> None:
        self.message = message
        self.offset = offset


class Document:
    """What a file holds. With faults there is no `root`, and nothing else may be concluded from it.

    `text` is without the byte-order mark; `start` and `end` bound the frontmatter between its fences.
    """

    __slots__ = ("_lines", "body", "end", "faults", "has_mark", "path", "root", "size", "start", "text")

    def __init__(self, path: str, text: str, size: int) -> None:
        self.path = path
        self.has_mark = text.startswith(MARK)
        self.text = text.removeprefix(MARK)
        self.size = size
        self.start = self.end = 0
        self.body = ""
        self.root: Node | None = None
        self.faults: list[Fault] = []
        self._lines: list[int] | None = None

    @property
    def newline(self) -> str:
        """The line end this file uses."""
        first = self.text.find("\n")
        return "\r\n" if first > 0 and self.text[first - 1] == "\r" else "\n"

    @property
    def value(self) -> dict[str, object]:
        """The frontmatter as plain data."""
        plain = data(self.root) if self.root is not None else {}
        return plain if isinstance(plain, dict) else {}

    def position(self, offset: int) -> tuple[int, int]:
        """Give line and column, from 1."""
        if self._lines is None:
            self._lines = [0, *(at + 1 for at, letter in enumerate(self.text) if letter == "\n")]
        line = bisect_right(self._lines, min(offset, len(self.text)))
        return line, min(offset, len(self.text)) - self._lines[line - 1] + 1


def read(path: str, raw: bytes) -> Document:
    """Read any bytes as a hook; what is wrong with them is in the document's faults."""
    if len(raw) > MAX_BYTES:
        return _faulty(path, "", len(raw), f"larger than {MAX_BYTES // 1024} KiB; a hook is an index, not the memory")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        return _faulty(path, before, len(raw), "not UTF-8 text", len(before))
    return read_text(path, text, len(raw))


def read_text(path: str, text: str, size: int | None = None) -> Document:
    """Read text as a hook."""
    document = Document(path, text, len(text.encode("utf-8", "replace")) if size is None else size)
    fences = _fences(document.text)
    if isinstance(fences, Fault):
        document.faults.append(fences)
        return document
    document.start, document.end, after = fences
    document.body = document.text[after:]
    root = quick_tree(document.text, document.start, document.end) or _full_tree(document)
    if root is None or root.is_null:
        root = Node(MAPPING, document.end, document.end)
    if root.kind != MAPPING:
        document.faults.append(Fault("the frontmatter must be a mapping of fields", root.start))
    if not document.faults:
        document.root = root
    return document


def _full_tree(document: Document) -> Node | None:
    from mem.hooks.tree import tree  # a YAML library costs more than all the rest; plain hooks do without

    try:
        root, doubles = tree(document.text, document.start, document.end)
    except Malformed as error:
        document.faults.append(Fault(error.message, error.offset))
        return None
    document.faults += [_double(document, first, second) for first, second in doubles]
    return root


def _faulty(path: str, text: str, size: int, message: str, offset: int = 0) -> Document:
    document = Document(path, text, size)
    document.faults.append(Fault(message, offset))
    return document


def _fences(text: str) -> tuple[int, int, int] | Fault:
    """Find where the frontmatter starts and ends, and where the body starts."""
    start = _line_end(text, 0)
    if text[:start].rstrip() != FENCE or not text.startswith(FENCE):
        return Fault(f"a hook begins with YAML frontmatter: `{FENCE}` alone on the first line")
    at, last = start, 0
    while at < len(text):
        end = _line_end(text, at)
        # Column 0 only: an indented `---` is text in a block scalar.
        if text.startswith(FENCE, at) and text[at:end].rstrip() == FENCE:
            return start, at, end
        last, at = at, end
    return Fault(f"the frontmatter has no closing `{FENCE}`", last)


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _double(document: Document, first: Node, second: Node) -> Fault:
    line, column = document.position(first.start)
    return Fault(f"duplicate key `{second.text}`; it stands already at {line}:{column}", second.start)
