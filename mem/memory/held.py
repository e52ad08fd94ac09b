"""What a ledger asks of an index, and the answers of one that is only being made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from mem.facts.fact import FactId
from mem.facts.timeline import Version
from mem.index.base import Entry, File


class Held(Protocol):
    """What is in an index already, as far as new revisions bear on it."""

    def entries(self, id: FactId) -> list[Entry]: ...
    def component(self, ids: Iterable[FactId]) -> dict[FactId, list[Version]]: ...
    def file(self, path: str) -> File | None: ...
    def files_of(self, id: FactId) -> list[str]: ...
    def lost(self, path: str) -> FactId | None: ...


class Nothing:
    """An index that is being made: there is nothing in it to be asked for."""

    def entries(self, id: FactId) -> list[Entry]:  # noqa: ARG002  # as in the protocol
        return []

    def component(self, ids: Iterable[FactId]) -> dict[FactId, list[Version]]:  # noqa: ARG002
        return {}

    def file(self, path: str) -> File | None:  # noqa: ARG002
        return None

    def files_of(self, id: FactId) -> list[str]:  # noqa: ARG002
        return []

    def lost(self, path: str) -> FactId | None:  # noqa: ARG002
        return None


NOTHING = Nothing()
