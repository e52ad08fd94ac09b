"""What the store hands out and takes in: one state of one file, and a change to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mem.facts.instant import Instant


class Revision(NamedTuple):
    """One state of one file; no `data` means it is gone, no `commit` that it stands in the working tree only.

    `blob` is the git object id of the data, the empty text when gone; `recorded_at` is the author's date.
    """

    path: str
    data: bytes | None
    blob: str
    recorded_at: Instant
    commit: str | None


class Edit(NamedTuple):
    """A file to write, or with no `data` to delete; `replaces` is the blob read there before, None for no file."""

    path: str
    data: bytes | None
    replaces: str | None = None


class Committed(NamedTuple):
    """What one write did. `uncommitted`: the files are written and noted, a later write commits them."""

    commit: str | None
    parent: str | None
    revisions: Sequence[Revision]
    uncommitted: bool = False
    warnings: Sequence[str] = ()
