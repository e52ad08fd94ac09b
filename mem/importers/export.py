"""What `mem export` wrote as JSON lines: every believed fact comes back as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

from mem.facts.fact import TYPES
from mem.importers.base import Around, Flaw, Found, Importer, Note, nowhere, stated
from mem.memory import Draft

INSTANTS = frozenset({"valid_from", "valid_to", "created"})
BELIEVED = ("believed", "not yet valid")


def fits(path: Path) -> bool:
    if path.suffix != ".jsonl" or not path.is_file():
        return False
    with open(path, encoding="utf-8", errors="replace") as file:
        row = _object(next(file, ""))
    return {"id", "type", "title", "state"} <= row.keys()


def read(path: Path, around: Around) -> Iterator[Found]:
    place = around.named(path)
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        row = _object(line)
        if not line.strip():
            continue
        if not isinstance(row.get("title"), str) or row.get("type") not in TYPES:
            yield Flaw(f"{place}:{number}", "it is no fact")
        elif row.get("state", BELIEVED[0]) not in BELIEVED:
            yield Flaw(f"{place}:{number}", f"it was {row['state']} there")
        else:
            yield Note(_draft(row, place), str(row.get("id") or number))


def _draft(row: Mapping[str, object], place: str) -> Draft:
    said = {field.name: row[field.name] for field in fields(Draft) if row.get(field.name) not in (None, "")}
    for name in INSTANTS & said.keys():
        said[name] = stated(said[name])
    extra = said.get("extra")
    first = stated(row.get("created")) or stated(row.get("tx_at"))
    said |= {
        "tags": tuple(map(str, tags)) if isinstance(tags := row.get("tags"), list) else (),
        "supersedes": (),
        "key": "",
        "source": str(row.get("source") or place),
        "valid_from": said.get("valid_from") or first,
        "created": first,
        "extra": {**(extra if isinstance(extra, Mapping) else {}), "imported_from": f"{place}#{row.get('id')}"},
    }
    return Draft(**said)  # type: ignore[arg-type]  # a value of the wrong kind is refused when the draft is checked


def _object(line: str) -> Mapping[str, object]:
    try:
        row = json.loads(line)
    except ValueError:
        return {}
    return row if isinstance(row, dict) else {}


IMPORTER = Importer("export", "JSON lines of mem export", nowhere, fits, read)
