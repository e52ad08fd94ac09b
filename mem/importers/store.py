"""Another store of ours, or of the bash tool whose format this is: what is believed there today."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from mem.facts import document
from mem.facts.fact import Fact, FactId
from mem.importers.base import Around, Flaw, Found, Importer, Note, nowhere
from mem.memory import Draft

LEFT = ("active", "")  # statuses of what is still meant


def fits(path: Path) -> bool:
    return (path / "objects").is_dir()


def read(path: Path, around: Around) -> Iterator[Found]:
    facts: list[tuple[Path, Fact]] = []
    for file in sorted((path / "objects").rglob("*.md")):
        found = document.read(file.read_bytes(), file.relative_to(path).as_posix())
        if found.fact is None:
            reason = found.findings[0].message if found.findings else "it cannot be read as a fact"
            yield Flaw(around.named(file), reason)
        else:
            facts.append((file, found.fact))
    replaced = {id for _, fact in facts if not fact.disowned_at for id in fact.supersedes}
    for file, fact in facts:
        reason = _why_not(fact, replaced)
        yield Flaw(around.named(file), reason) if reason else Note(draft_of(fact, around.named(file)), fact.id)


def draft_of(fact: Fact, place: str) -> Draft:
    """Give a fact as if it were said anew: what it says and since when stays, when it was recorded becomes history."""
    said = {field.name: getattr(fact, field.name) for field in fields(Draft)}
    first = fact.created or fact.tx_at
    return Draft(
        **{
            **said,
            "source": fact.source or place,
            "valid_from": fact.valid_from or first,
            "supersedes": (),
            "key": "",
            "created": first,
            "extra": {**fact.extra, "imported_from": f"{place}#{fact.id}" if not place.endswith(".md") else place},
        }
    )


def _why_not(fact: Fact, replaced: set[FactId]) -> str:
    if fact.retracted_at or fact.disowned_at:
        return "it was forgotten there"
    if fact.id in replaced or {*fact.aliases} & replaced:
        return "it was superseded there"
    return "" if fact.status.lower() in LEFT else f"its status is `{fact.status}`"


IMPORTER = Importer("store", "a store of mem or of the bash tool", nowhere, fits, read)
