"""memharness: facts with two clocks in one SQLite file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from mem.importers.base import Around, Flaw, Found, Importer, Note, stated
from mem.importers.markdown import claim
from mem.index import foreign
from mem.memory import Draft

KINDS: Mapping[str, str] = {"procedural": "howto", "episodic": "event"}
PRIORITY_STEP = 10  # their importance goes from 1 to 10


def places(around: Around) -> list[Path]:
    path = around.home / ".memharness" / "memory.db"
    return [path] if path.is_file() else []


def fits(path: Path) -> bool:
    return (
        path.is_file()
        and foreign.is_database(path)
        and {"fact", "valid_from", "tx_at"} <= foreign.columns(path, "facts")
    )


def read(path: Path, around: Around) -> Iterator[Found]:
    """Give every fact that was not retracted; one that was superseded ends where its successor begins."""
    place = around.named(path)
    for row in foreign.rows(path, "facts"):
        here = f"{place}#{row.get('id')}"
        if row.get("retracted_at"):
            yield Flaw(here, "it was retracted there")
        elif not str(row.get("fact") or "").strip():
            yield Flaw(here, "it says nothing")
        else:
            yield Note(_draft(row, place, here), str(row.get("id")))


def _draft(row: Mapping[str, object], place: str, here: str) -> Draft:
    title, body = claim(str(row["fact"]))
    starts, ends = stated(row.get("valid_from")), stated(row.get("valid_to"))
    importance = row.get("importance")
    extra = {"imported_from": here, "recorded": str(row.get("tx_at") or "")}
    if row.get("superseded_by"):
        extra["superseded_by"] = f"{place}#{row['superseded_by']}"
    return Draft(
        title=title,
        type=KINDS.get(str(row.get("kind")), "fact"),
        body=body,
        subject=_text(row, "subject"),
        predicate=_text(row, "predicate"),
        priority=min(100, importance * PRIORITY_STEP) if isinstance(importance, int) else 50,
        confidence=_confidence(row.get("confidence")),
        valid_from=starts,
        valid_to=ends if ends and (starts is None or starts < ends) else None,
        source=_text(row, "source_ref") or place,
        source_agent=_text(row, "source_agent"),
        source_commit=_text(row, "source_commit"),
        source_path=_text(row, "source_path"),
        created=stated(row.get("tx_at")),
        extra=extra,
    )


def _confidence(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) and 0 <= value <= 1 else 1.0


def _text(row: Mapping[str, object], name: str) -> str:
    return str(row.get(name) or "")


IMPORTER = Importer("memharness", "memharness's SQLite file", places, fits, read)
