"""The MCP reference server `server-memory`: a graph of entities, observations and relations, a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from mem.importers.base import Around, Flaw, Found, Importer, Note, nowhere
from mem.importers.markdown import claim, digest, type_of
from mem.memory import Draft


def fits(path: Path) -> bool:
    if path.suffix not in (".json", ".jsonl") or not path.is_file():
        return False
    with open(path, encoding="utf-8", errors="replace") as file:
        first = _object(next((line for line in file if line.strip()), ""))
    return first.get("type") in ("entity", "relation") and ("entityType" in first or "relationType" in first)


def read(path: Path, around: Around) -> Iterator[Found]:
    source = around.named(path)
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        if not line.strip():
            continue
        row = _object(line)
        if row.get("type") == "entity" and row.get("name"):
            yield from _entity(row, source)
        elif row.get("type") == "relation" and row.get("from") and row.get("to"):
            yield _relation(row, source)
        else:
            yield Flaw(f"{source}:{number}", "it is neither an entity nor a relation")


def _entity(row: Mapping[str, object], source: str) -> Iterator[Note]:
    """Each observation is a claim about the entity; an entity without any is one itself."""
    name, kind = str(row["name"]), str(row.get("entityType") or "")
    observed = row.get("observations")
    texts = [text for each in observed if (text := _observation(each))] if isinstance(observed, list) else []
    tags = ("-".join(kind.split()),) if kind else ()
    for text in texts or [f"{name} is known as {kind or 'an entity'}"]:
        title, body = claim(text)
        if name.casefold() not in title.casefold():
            title = f"{name}: {title}"
        yield Note(Draft(title, type_of(text), body, subject=name, tags=tags, source=source), digest(name, text))


def _relation(row: Mapping[str, object], source: str) -> Note:
    start, relation, end = (str(row.get(name, "")) for name in ("from", "relationType", "to"))
    title = f"{start} {relation.replace('_', ' ')} {end}"
    return Note(Draft(title, subject=start, predicate=relation, source=source), digest(start, relation, end))


def _observation(each: object) -> str:
    text = each.get("content") if isinstance(each, Mapping) else each
    return text.strip() if isinstance(text, str) else ""


def _object(line: str) -> Mapping[str, object]:
    try:
        row = json.loads(line)
    except ValueError:
        return {}
    return row if isinstance(row, dict) else {}


IMPORTER = Importer("server-memory", "the MCP server-memory's JSON lines", nowhere, fits, read)
