"""Captures that wait for somebody to look at them: files in `inbox/`, which are no facts yet."""

from __future__ import annotations

import os
import stat

from mem.store.files import LARGEST

FOLDER = "inbox"


def waiting(root: str) -> list[str]:
    """Give the paths of all captures below a store's root; links and what is too large for a note are left alone."""
    folder = os.path.join(root, FOLDER)
    if os.path.islink(folder) or not os.path.isdir(folder):
        return []
    names = [name for name in sorted(os.listdir(folder)) if name.endswith(".md") and not name.startswith(".")]
    return [f"{FOLDER}/{name}" for name in names if _is_note(os.path.join(folder, name))]


def _is_note(path: str) -> bool:
    try:
        state = os.lstat(path)
    except OSError:  # gone since it was listed
        return False
    return stat.S_ISREG(state.st_mode) and state.st_size <= LARGEST
