"""What a meeting of two sides comes to, before anything is written: the plan, and the notes that tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mem.facts import document
from mem.facts.adopting import follow, under_id
from mem.facts.fact import FactId
from mem.facts.merging import Yielded
from mem.store.files import is_fact_path
from mem.store.trees import Leaf


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to tell: what happened (`kind`) to which path or id, and with whom or to what."""

    kind: str
    name: str
    other: str = ""
    yielded: Sequence[Yielded] = ()


@dataclass(slots=True)
class Plan:
    """What to put on top of their state: a blob that is there already, a new text, or nothing.

    `paths` and `names` tell where our facts go that leave their id to another, `barred` which were erased for good
    and come from us again. `meets` says that both sides changed one file, so that both histories must stay reachable.
    """

    put: dict[str, Leaf | bytes | None] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    paths: dict[str, str] = field(default_factory=dict)
    barred: set[str] = field(default_factory=set)
    names: dict[FactId, FactId] = field(default_factory=dict)
    meets: bool = False

    def moved(self, path: str, data: bytes) -> tuple[str, bytes]:
        """Give path and text of one of our files as it is once ids were left to others."""
        target = self.paths.get(path)
        if not is_fact_path(path) or not self.names:
            return target or path, data
        data = follow(data, path, self.names)
        read = document.read(data, path)
        if target and read.fact and read.fact.id in self.names:
            data = under_id(data, path, self.names[read.fact.id])
        return target or path, data
