"""mem0: a JSON export of its memories, whichever of its forms."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from mem.importers.base import Around, Flaw, Found, Importer, Note, nowhere, stated
from mem.importers.markdown import claim, type_of
from mem.memory import Draft

LISTS = ("results", "memories")
WHO = ("user_id", "agent_id", "app_id", "run_id")


def fits(path: Path) -> bool:
    if path.suffix != ".json" or not path.is_file():
        return False
    rows = _rows(path)
    return (
        rows is not None
        and bool(rows)
        and all(isinstance(row, dict) and isinstance(row.get("memory"), str) for row in rows[:20])
    )


def read(path: Path, around: Around) -> Iterator[Found]:
    place = around.named(path)
    rows = _rows(path)
    if rows is None:
        yield Flaw(place, "it is not a JSON list of memories")
        return
    for number, row in enumerate(rows, 1):
        text = row.get("memory") if isinstance(row, Mapping) else None
        if not isinstance(row, Mapping) or not isinstance(text, str) or not text.strip():
            yield Flaw(f"{place}#{number}", "it says nothing")
        else:
            yield _note(row, text, place)


def _note(row: Mapping[str, object], text: str, place: str) -> Note:
    title, body = claim(text)
    id = str(row.get("id") or title)
    created = stated(row.get("created_at"))
    categories = row.get("categories")
    tags = tuple("-".join(str(each).split()) for each in categories) if isinstance(categories, list) else ()
    metadata = row.get("metadata")
    extra = {name: str(value) for name, value in metadata.items()} if isinstance(metadata, Mapping) else {}
    extra |= {name: str(row[name]) for name in (*WHO, "updated_at") if row.get(name)}
    draft = Draft(
        title=title,
        type=type_of(text),
        body=body,
        subject="user" if row.get("user_id") else "",
        tags=tags,
        valid_from=created,
        source=place,
        source_agent=str(row.get("agent_id") or ""),
        created=created,
        extra=_safe(extra) | {"imported_from": f"{place}#{id}"},
    )
    return Note(draft, id)


def _safe(extra: Mapping[str, str]) -> dict[str, str]:
    """Keep what cannot be taken for a field of ours."""
    return {f"mem0_{name}": value for name, value in extra.items()}


def _rows(path: Path) -> list[object] | None:
    try:
        data = json.loads(path.read_text("utf-8", "replace"))
    except (OSError, ValueError):
        return None
    if isinstance(data, dict):
        data = next((data[name] for name in LISTS if isinstance(data.get(name), list)), None)
    return data if isinstance(data, list) else None


IMPORTER = Importer("mem0", "a JSON export of mem0", nowhere, fits, read)
