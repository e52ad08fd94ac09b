"""What one meeting with a remote came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mem.sync.planned import Note


@dataclass(slots=True)
class Outcome:
    """How a sync went; filled in as it goes, so that what was done is told even when the rest failed.

    `failed` means that something has to be done before it can go well; `offline` that trying again later will do.
    """

    remote: str
    pull: str = "skipped"
    push: str = "skipped"
    unpushed: int = 0
    unpulled: int = 0
    pulled: int = 0
    pushed: int = 0
    notes: list[Note] = field(default_factory=list)
    joined: bool = False
    lost: int = 0
    skew: int = 0
    withheld: Sequence[str] = ()
    attempts: int = 0
    transport: str = ""
    offline: bool = False
    failed: bool = False
    help: str | None = None
    came: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
