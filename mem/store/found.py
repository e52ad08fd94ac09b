"""Files as somebody left them: read once, so that what is committed is what was looked at."""

from __future__ import annotations

import os
from typing import NamedTuple

from mem.store import files
from mem.store.disk import refuse_outside
from mem.store.repository import Repository
from mem.store.trees import EXECUTABLE, FILE, KEEP_MODE, Leaf


class Found(NamedTuple):
    """A file's bytes and how it stood when they were read; neither when it is gone."""

    data: bytes | None = None
    state: os.stat_result | None = None


def look(repository: Repository, path: str) -> Found | None:
    """Look at a file that may have been edited by hand; None when it is to be left alone."""
    root = repository.places.root
    refuse_outside(root, path)
    try:
        state = os.lstat(os.path.join(root, path))
    except (FileNotFoundError, NotADirectoryError):
        return None if repository.staging.is_left_out(path) else Found()
    read = files.read(root, path, 0)
    return Found(read[0], state) if read is not None else None


def leaf_of(repository: Repository, path: str, found: Found) -> Leaf | None:
    """Keep the file's bytes, and give what a tree says of it; None when it is gone."""
    mode = KEEP_MODE
    if found.state is not None and repository.config.is_on("core.filemode", default=True):
        mode = EXECUTABLE if found.state.st_mode & 0o100 else FILE
    return repository.keep(path, found.data, mode)
