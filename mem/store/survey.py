"""What a look at the disk brought, for those who keep an index in step with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from mem.store.files import Stamp


@dataclass(slots=True)
class Survey:
    """What changed on the disk; `stamps` is for the caller to note how the files looked when it read them.

    `folders` holds the times to remember where they differ, -1 for a folder that is gone.
    """

    changed: list[str]
    gone: list[str]
    folders: dict[str, int]
    quarantined: list[tuple[str, str]]
    cursor: int = 0
    stamps: dict[str, Stamp] = field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        return not (self.changed or self.gone or self.folders)


@dataclass(frozen=True, slots=True)
class Walk:
    """All fact files of a store, and what lies among them and is left alone, with the reason."""

    paths: list[str]
    quarantined: list[tuple[str, str]]
