"""A vault of notes, as Obsidian and basic-memory keep one: observations and relations are facts of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from mem.facts.fact import TYPES
from mem.importers.base import Around, Found, Importer, Note, existing, nowhere, text_of, unreadable
from mem.importers.files import whole_page
from mem.importers.markdown import digest, page_of, plain, type_of
from mem.memory import Draft

_OBSERVATION = re.compile(r"^[-*][ \t]+\[([^\]xX \d][^\]]*)\][ \t]+(.+)$", re.MULTILINE)
_RELATION = re.compile(r"^[-*][ \t]+([^\s\[][^\[\n]*?)[ \t]*\[\[([^\]|]+)(?:\|[^\]]*)?\]\](.*)$", re.MULTILINE)
_TAG = re.compile(r"(?:^|\s)#([\w/-]*[A-Za-z][\w/-]*)")
_WIKI = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]")


def fits(path: Path) -> bool:
    if not path.is_dir():
        return False
    if (path / ".obsidian").is_dir():
        return True
    return any("permalink" in page_of(text_of(file) or "").fields for file in existing(path, "*.md", "*/*.md")[:20])


def read(path: Path, around: Around) -> Iterator[Found]:
    for file in sorted(path.rglob("*.md")):
        if any(part.startswith(".") for part in file.relative_to(path).parts):
            continue
        text = text_of(file)
        if text is None:
            yield unreadable(file, around)
        else:
            yield from _notes(text, file, around)


def _notes(text: str, file: Path, around: Around) -> Iterator[Note]:
    page = page_of(text, file.as_posix())
    note = whole_page(page, file, around, title=page.text("title") or file.stem)
    topic = note.draft.title
    observations, relations = _OBSERVATION.findall(page.body), _RELATION.findall(page.body)
    for category, line in observations:
        yield _observation(note.draft, topic, category, line)
    for relation, other, _ in relations:
        yield _relation(note.draft, topic, plain(relation), other.strip())
    prose = _prose(page.body) if observations or relations else note.draft.body
    if prose or not (observations or relations):
        tags = tuple(dict.fromkeys((*note.draft.tags, *_TAG.findall(_without_code(prose)))))
        yield Note(replace(note.draft, body=prose, tags=tags), note.mark)


def _observation(about: Draft, topic: str, category: str, line: str) -> Note:
    """One observation: its category is a type of ours, or a tag."""
    text = _WIKI.sub(r"\1", plain(_TAG.sub("", line))).strip()
    kind = category.strip().lower()
    type = kind if kind in TYPES else type_of(text)
    tags = [*about.tags, *_TAG.findall(line), *([] if kind in TYPES else ["-".join(kind.split())])]
    draft = replace(
        about, title=text, type=type, body="", abstract="", subject=topic, tags=tuple(dict.fromkeys(tags)), extra={}
    )
    return Note(draft, digest(category, line))


def _relation(about: Draft, topic: str, relation: str, other: str) -> Note:
    title = f"{topic} {relation.replace('_', ' ')} {other}"
    draft = replace(about, title=title, type="fact", body="", abstract="", subject=topic, predicate=relation, extra={})
    return Note(draft, digest(relation, other))


def _prose(body: str) -> str:
    """Give what is left of a page without observations and relations, and the headings that held only those."""
    rest = _RELATION.sub("", _OBSERVATION.sub("", body))
    rest = re.sub(r"^#+[ \t]*(?:Observations|Relations)[ \t]*$", "", rest, flags=re.MULTILINE)
    said = re.sub(r"\n{3,}", "\n\n", rest).strip()
    return "" if all(line.startswith("#") or not line.strip() for line in said.split("\n")) else said


def _without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)


IMPORTER = Importer("vault", "an Obsidian or basic-memory vault", nowhere, fits, read)
