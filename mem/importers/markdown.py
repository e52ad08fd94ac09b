"""Markdown as other tools keep their memories in it: fields at the head, sections, and one claim a list item."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from mem.facts.fences import split, tidy
from mem.facts.fields import Raw
from mem.facts.frontmatter import read_block
from mem.importers.base import Around, Found, Note, text_of, unreadable
from mem.memory import Draft
from mem.templates import BEGIN, END

TITLE = 200  # characters of a line that is a title; of a longer one the first sentence is
FEW_WORDS = 4  # a claim of fewer words says more with its heading before it

_HEADING = re.compile(r"(#{1,6})[ \t]+(.+?)[ \t]*#*$")
_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_OURS = re.compile(
    rf"<!-- mem( \w+|): {re.escape(BEGIN)}.*?<!-- mem\1: {END} -->\n?"
    r"|<!-- *mem:(?:begin|start)\b.*?<!-- *mem:end\b.*?-->\n?",  # as the bash tool marks its lines
    re.DOTALL,
)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)")
_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (type, re.compile(pattern, re.IGNORECASE))
    for type, pattern in (
        ("decision", r"\b(?:we )?(?:decided|chose|agreed)\b|\bdecision\b"),
        ("failure", r"\b(?:root cause|failed because|broke|breaks|regression|pitfall|gotcha)\b"),
        ("constraint", r"\b(?:must|never|always|do not|don't|forbidden|required)\b"),
        ("preference", r"\b(?:prefers?|likes?|dislikes?|favou?rite)\b"),
        ("howto", r"^(?:to |how to |run |use `)|\b(?:command|steps?)\b|^`[^`]+`"),
    )
)


@dataclass(frozen=True, slots=True)
class Page:
    """One file: its fields as text, and what stands below them."""

    fields: Mapping[str, Raw]
    body: str

    def text(self, *names: str) -> str:
        """Give the first of these fields that says something."""
        values = (self.fields.get(name) for name in names)
        return next((" ".join(value.split()) for value in values if isinstance(value, str) and value.strip()), "")

    def items(self, name: str) -> tuple[str, ...]:
        value = self.fields.get(name, "")
        parts = value.split(",") if isinstance(value, str) else [item for item in value if isinstance(item, str)]
        return tuple(dict.fromkeys("-".join(part.strip().lstrip("#").split()) for part in parts if part.strip()))


@dataclass(frozen=True, slots=True)
class Piece:
    """One claim of a page and the headings it stands under."""

    headings: tuple[str, ...]
    text: str


def page_of(text: str, path: str = "") -> Page:
    """Read a file; a head that is no fields is text like the rest."""
    parts = split(text)
    if parts is None or not parts.block:
        return Page({}, tidy(text))
    block = read_block(parts.block, path)
    if not block.fields:
        return Page({}, tidy(parts.body))
    return Page({name: field.value for name, field in block.fields.items()}, tidy(parts.body))


def pieces(text: str) -> Iterator[Piece]:
    """Cut a page into claims: each item of a list with what belongs to it, each paragraph, each block of code."""
    headings: list[tuple[int, str]] = []
    gathered: list[str] = []
    is_code = is_after_gap = False
    for line in [*_COMMENT.sub("", _OURS.sub("", text)).split("\n"), "# "]:
        is_fence = line.lstrip().startswith(("```", "~~~"))
        if is_code or is_fence:
            is_code ^= is_fence
            gathered.append(line)
            is_after_gap = False
            continue
        heading = _HEADING.match(line) if line != "# " else None
        starts = bool(heading) or line == "# "
        starts |= bool(_ITEM.match(line)) and not _takes_items(gathered, is_after_gap=is_after_gap)
        starts |= is_after_gap and bool(line.strip()) and not line[:1].isspace() and not _leads_in(_last(gathered))
        if starts:
            if piece := "\n".join(gathered).strip():
                yield Piece(tuple(name for _, name in headings), piece)
            gathered = []
        if heading:
            headings = [(level, name) for level, name in headings if level < len(heading[1])]
            headings.append((len(heading[1]), plain(heading[2])))
        elif line != "# ":
            gathered.append(line)
        is_after_gap = not line.strip()


def _takes_items(gathered: list[str], *, is_after_gap: bool) -> bool:
    """Tell whether a list belongs to the line before it, or goes on from an item that does."""
    first = [line for line in gathered if line.strip()][:1]
    return _leads_in(_last(gathered)) or (_leads_in(first) and not is_after_gap)


def _last(gathered: list[str]) -> list[str]:
    return [line for line in gathered if line.strip()][-1:]


def _leads_in(lines: list[str]) -> bool:
    """Tell whether a line ends in a colon, so that what follows belongs to it."""
    return bool(lines) and lines[0].rstrip().endswith(":") and not _ITEM.match(lines[0])


def plain(text: str) -> str:
    """Give a line without the marks of Markdown; code keeps its ticks."""
    return " ".join(_LINK.sub(r"\1", text).replace("**", "").replace("__", "").split())


def claim(text: str, headings: tuple[str, ...] = ()) -> tuple[str, str]:
    """Give the title and the body of the fact that a piece of text becomes."""
    whole = text.strip()
    first, _, rest = whole.partition("\n")
    item = _ITEM.fullmatch(first)
    line = plain(item[1] if item else first)
    if line.startswith(("```", "~~~")):
        line = ""
    title = line
    if len(line) > TITLE:
        sentence = _SENTENCE.match(line)
        title = sentence[1] if sentence and len(sentence[1]) <= TITLE else f"{line[: TITLE - 1]}…"
    if headings and (len(title.split()) < FEW_WORDS or title.endswith(":")):
        title = f"{headings[-1]}: {title}" if title else headings[-1]
    return title.removesuffix(":"), whole if rest.strip() or len(line) > TITLE else ""


def type_of(text: str) -> str:
    """Guess the type of a claim by its words."""
    line = plain(text.split("\n", 1)[0].lstrip("-*+ "))
    return next((type for type, words in _WORDS if words.search(line)), "fact")


def notes_of(
    path: Path,
    around: Around,
    *,
    scope: str = "",
    type: Callable[[str], str] = type_of,
    keep: Callable[[Piece], bool] = lambda _: True,
    text: str | None = None,
) -> Iterator[Found]:
    """Give each claim of one file as a note."""
    text = text_of(path) if text is None else text
    if text is None:
        yield unreadable(path, around)
        return
    source = around.named(path)
    for piece in pieces(page_of(text, path.as_posix()).body):
        title, body = claim(piece.text, piece.headings)
        if not title or not keep(piece):
            continue
        section = " / ".join(piece.headings)
        draft = Draft(
            title=title,
            type=type(piece.text),
            body=body,
            scope=scope,
            source=source,
            extra={"section": section} if section else {},
        )
        yield Note(draft, digest(piece.text))


def digest(*texts: str, length: int = 12) -> str:
    """Give a short name for some texts that is the same on every machine."""
    return sha256("\0".join(" ".join(text.split()) for text in texts).encode("utf-8", "replace")).hexdigest()[:length]
