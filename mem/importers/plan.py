"""What an import would do: each note is new, changed, known, or stays out; nothing is written here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from mem.errors import MemError
from mem.facts.fact import FactId
from mem.facts.instant import Instant
from mem.facts.secrets import CredentialFound, find_secret
from mem.importers.base import Flaw, Found, Note
from mem.importers.markdown import digest
from mem.memory import Draft, Memory
from mem.memory.drafts import checked
from mem.memory.results import State

NOT_SAID = frozenset({"key", "supersedes", "source", "created", "extra"})  # of a draft, when it is compared


class Fate(StrEnum):
    """What becomes of a note."""

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    SECRET = "credential"  # noqa: S105  # the name of a fate
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Planned:
    """One note with its fate; `id` is the fact that is known or changed, `reason` why it stays out."""

    fate: Fate
    place: str
    draft: Draft | None = None
    id: str = ""
    reason: str = ""


def plan(memory: Memory, kind: str, found: Iterable[Found], now: Instant, *, scope: str | None = None) -> list[Planned]:
    """Decide about everything that was found; `scope` overrules where it says it applies."""
    memory.refresh()
    shelf = _Shelf(memory, now)
    seen: set[str] = set()
    planned: list[Planned] = []
    for each in found:
        if isinstance(each, Flaw):
            planned.append(Planned(Fate.SKIPPED, each.place, reason=each.reason))
            continue
        draft = _keyed(kind, each, scope)
        decided = Planned(Fate.KNOWN, draft.source, draft) if draft.key in seen else _decided(shelf, draft)
        seen.add(draft.key)
        planned.append(decided)
    return planned


def to_write(planned: Sequence[Planned]) -> list[Draft]:
    """Give the drafts that a plan wants written."""
    return [each.draft for each in planned if each.draft and each.fate in (Fate.NEW, Fate.CHANGED)]


class _Shelf:
    """What earlier imports brought from each source, forgotten facts too: what was forgotten here stays so."""

    def __init__(self, memory: Memory, now: Instant) -> None:
        self.memory = memory
        self.now = now
        self._keys: dict[str, dict[str, FactId]] = {}

    def keys(self, source: str) -> dict[str, FactId]:
        if source not in self._keys:
            ids = self.memory.index.from_source(source, prefix=False)
            facts = [(self.memory.index.entries(id)[-1].fact.key, id) for id in ids]
            self._keys[source] = {key: id for key, id in facts if key}
        return self._keys[source]

    def earlier(self, draft: Draft) -> FactId | None:
        """Find the live fact that an earlier state of the same note became."""
        identity = _identity(draft.key)
        for key, id in self.keys(draft.source).items():
            if _identity(key) == identity and self.memory.standing(id, self.now).state in (
                State.BELIEVED,
                State.FUTURE,
            ):
                return id
        return None


def _decided(shelf: _Shelf, draft: Draft) -> Planned:
    try:
        draft = checked(draft)
    except CredentialFound as error:
        return Planned(Fate.SECRET, draft.source, reason=error.message)
    except MemError as error:
        return Planned(Fate.SKIPPED, draft.source, reason=error.message)
    if find_secret({name: str(value) for name, value in draft.extra.items()}):
        return Planned(Fate.SECRET, draft.source, reason="a field holds what looks like a credential")
    known = shelf.keys(draft.source).get(draft.key)
    if known:
        return Planned(Fate.KNOWN, draft.source, draft, known)
    equal = shelf.memory.equal(draft, shelf.now)
    if equal:
        return Planned(Fate.KNOWN, draft.source, draft, equal.id)
    earlier = shelf.earlier(draft)
    if earlier:
        return Planned(Fate.CHANGED, draft.source, replace(draft, supersedes=(earlier,)), earlier)
    return Planned(Fate.NEW, draft.source, draft)


def _keyed(kind: str, note: Note, scope: str | None) -> Draft:
    """Give a draft the key that it will have at every later import: who it is, then what it says."""
    draft = note.draft if scope is None else replace(note.draft, scope=scope)
    said = [str(getattr(draft, field.name)) for field in fields(Draft) if field.name not in NOT_SAID]
    return replace(draft, key=f"{kind}-{digest(kind, draft.source, note.mark)}-{digest(*said, length=8)}")


def _identity(key: str) -> str:
    return key.rpartition("-")[0]
