"""Folders in which each file is one memory, with fields at its head and often an index beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from mem.facts.fact import TYPES
from mem.facts.fields import KINDS
from mem.importers.base import Around, Found, Note, stated, text_of, unreadable
from mem.importers.markdown import TITLE, Page, Piece, claim, notes_of, page_of, plain, type_of
from mem.memory import Draft

INDEX = "MEMORY.md"
TYPE_NAMES: Mapping[str, str] = {"feedback": "preference", "user": "fact", "project": "fact", "reference": "fact"}
STARTS = ("valid_from", "date", "created", "created_at")
TELLING = frozenset({"title", "type", "tags", "description", "abstract", "subject", "source", "valid_to", *STARTS})

_POINTER = re.compile(r"[-*+][ \t]+\[[^\]]*\]\(([^)#]+\.md)[^)]*\)")


def memory_folder(folder: Path, around: Around, scope: str = "") -> Iterator[Found]:
    """Read a folder of memory files; its index adds only what is not a pointer to one of them."""
    for path in sorted(folder.rglob("*.md")):
        if path.name == INDEX:
            yield from notes_of(path, around, scope=scope, keep=lambda piece, at=path: not _points(piece, at))  # type: ignore[misc]  # a default binds the loop's path
        else:
            yield from memory_file(path, around, scope)


def memory_file(path: Path, around: Around, scope: str = "") -> Iterator[Found]:
    """Read one memory file: one fact where it has fields, else one for each claim."""
    text = text_of(path)
    if text is None:
        yield unreadable(path, around)
        return
    page = page_of(text, path.as_posix())
    if not page.fields:
        yield from notes_of(path, around, scope=scope, text=text)
        return
    yield whole_page(page, path, around, scope=scope, title=page.text("description", "title", "name"))


def whole_page(page: Page, path: Path, around: Around, *, scope: str = "", title: str = "") -> Note:
    """Make one note of a whole page; its file is what tells it from others."""
    said = page.text("type").lower()
    guessed = claim(page.body)[0] if page.body else ""
    title = title or page.text("title") or _heading(page.body) or guessed or path.stem
    starts = next((at for name in STARTS if (at := stated(page.fields.get(name)))), None)
    ends = stated(page.fields.get("valid_to"))
    draft = Draft(
        title=title if len(title) <= TITLE else f"{title[: TITLE - 1]}…",
        type=said if said in TYPES else TYPE_NAMES.get(said, type_of(title)),
        body=_without_heading(page.body, title) if len(title) <= TITLE else f"{title}\n\n{page.body}",
        abstract=page.text("abstract"),
        scope=scope,
        subject=page.text("subject") or ("user" if said == "user" else ""),
        tags=page.items("tags"),
        valid_from=starts,
        valid_to=ends if ends and starts and starts < ends else None,
        source=around.named(path),
        created=starts,
        extra=_kept(page),
    )
    return Note(draft, "")


def _kept(page: Page) -> dict[str, object]:
    """Give the fields that mean nothing to us, and under other names those that mean something else to us."""
    others = {name: value for name, value in page.fields.items() if name not in TELLING and value}
    return {f"original_{name}" if name in KINDS else name: value for name, value in others.items()}


def _points(piece: Piece, index: Path) -> bool:
    found = _POINTER.match(piece.text)
    return bool(found) and (index.parent / str(found and found[1])).exists()


def _heading(body: str) -> str:
    """Give the first heading; a line of code that looks like one is none."""
    is_code = False
    for line in body.split("\n"):
        is_code ^= line.lstrip().startswith(("```", "~~~"))
        if not is_code and line.startswith("#"):
            return plain(line.lstrip("#"))
    return ""


def _without_heading(body: str, title: str) -> str:
    """Give a body without the heading that its title repeats."""
    first, _, rest = body.partition("\n")
    if first.startswith("#") and plain(first.lstrip("#")) == title:
        return rest.strip("\n")
    return "" if body.strip() == title else body
