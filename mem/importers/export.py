"""What `mem export` wrote as JSON lines: every believed fact comes back as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mem.facts.fact import DEFAULT_CONFIDENCE, TYPES
from mem.importers.base import Around, Flaw, Found, Importer, Note, nowhere, stated
from mem.memory import Draft

TEXTS = (
    "title",
    "type",
    "body",
    "abstract",
    "scope",
    "subject",
    "predicate",
    "verified",
    "source",
    "source_agent",
    "source_commit",
    "source_path",
)
KINDS: Mapping[str, Any] = {
    **dict.fromkeys(TEXTS, str),
    "priority": int,
    "confidence": (int, float),
    "tags": list,
    "extra": dict,
}
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
        if row.get("type") not in TYPES or not _is_of_its_kinds(row):
            yield Flaw(f"{place}:{number}", "it is no fact")
        elif row.get("state", BELIEVED[0]) not in BELIEVED:
            yield Flaw(f"{place}:{number}", f"it was {row['state']} there")
        else:
            yield Note(_draft(row, place), str(row.get("id") or number))


def _is_of_its_kinds(row: Mapping[str, object]) -> bool:
    return "title" in row and all(isinstance(row[name], kind) for name, kind in KINDS.items() if name in row)


def _draft(row: Mapping[str, Any], place: str) -> Draft:
    """Give a fact as if it were said anew, with the dates it had."""
    first = stated(row.get("created")) or stated(row.get("tx_at"))
    said: dict[str, Any] = {name: row[name] for name in KINDS if name in row}
    said |= {
        "tags": tuple(map(str, row.get("tags", ()))),
        "confidence": float(row.get("confidence", DEFAULT_CONFIDENCE)),
        "source": row.get("source") or place,
        "valid_from": stated(row.get("valid_from")) or first,
        "valid_to": stated(row.get("valid_to")),
        "created": first,
        "extra": {**row.get("extra", {}), "imported_from": f"{place}#{row.get('id')}"},
    }
    return Draft(**said)


def _object(line: str) -> Mapping[str, object]:
    try:
        row = json.loads(line)
    except ValueError:
        return {}
    return row if isinstance(row, dict) else {}


IMPORTER = Importer("export", "JSON lines of mem export", nowhere, fits, read)
