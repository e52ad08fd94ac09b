"""What a file is called when it does not say: id, type and title from its name, its folder and its text."""

from __future__ import annotations

import re

from mem.diagnostics import Severity
from mem.facts.fact import ABSTRACT_LENGTH, TYPES, FactId
from mem.facts.reading import Reading

_FOLDERS = {kind.folder: kind.name for kind in TYPES.values()}
_PREFIXES = {kind.prefix: kind.name for kind in TYPES.values()}
_DATED = re.compile(r"[a-z]-\d{4}-")
_NO_ID = re.compile(r"[/\\\x00-\x1f\x7f]")


def id_of(reading: Reading, path: str) -> FactId:
    """Give the id a file says it has, else its name."""
    name = path.rpartition("/")[2]
    stem = name.removesuffix(".md")
    id = reading.text("id").strip()
    if not id or id == stem:
        return FactId(stem)
    if _NO_ID.search(id) or id in (".", ".."):
        reading.reject("fact-id", "id", "this cannot be an id", f"write `id: {stem}`, after the file's name")
        return FactId(stem)
    help = f"name the file {id}.md, or write `id: {stem}`"
    reading.note(Severity.WARNING, "fact-id", "id", f"the id is `{id}`, the file is called `{name}`", help)
    return FactId(id)


def type_of(reading: Reading, id: FactId, path: str) -> str:
    """Give the type a file says it has, else that of its id or its folder, else `fact`."""
    named = reading.text("type").strip().lower()
    if named in TYPES:
        return named
    if named:
        reading.reject("fact-type", "type", f"there is no type `{named}`", f"write one of {', '.join(TYPES)}")
    folder = next((_FOLDERS[part] for part in path.split("/")[:-1] if part in _FOLDERS), None)
    prefix = _PREFIXES.get(id[0]) if id[1:2] == "-" else None
    # `c-2026-…` was made by us; in `c-sharp.md` the letter means less than the folder a person chose.
    first, second = (prefix, folder) if _DATED.match(id) else (folder, prefix)
    return first or second or "fact"


def title_of(reading: Reading, body: str) -> str:
    """Give the title a file says it has, else its first heading, else its first line."""
    title = reading.text("title")
    return title if title and not title.isspace() else _first_heading(body)[:ABSTRACT_LENGTH]


def _first_heading(body: str) -> str:
    """Give the first heading; without one, the first line, of code only when there is nothing else."""
    text = code = ""
    in_code = False
    for line in body.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            in_code = not in_code
        elif in_code:
            code = code or line.strip()
        elif heading := _heading(line):
            return heading
        else:
            text = text or line.strip()
    return text or code


def _heading(line: str) -> str:
    text = line.lstrip("#")
    if not 1 <= len(line) - len(text) <= 6 or text[:1] not in (" ", "\t"):
        return ""
    words = text.split()
    if len(words) > 1 and not words[-1].strip("#"):
        words.pop()  # `## Heading ##`
    return " ".join(words)
