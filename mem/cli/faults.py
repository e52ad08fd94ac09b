"""Faults of our own: the traceback goes to a file, never to the reader."""

from __future__ import annotations

import os
import platform
import tempfile
import traceback
from pathlib import Path

from mem import __version__
from mem.cli.session import Session


def record(error: BaseException, session: Session) -> str:
    """Write the traceback to the store's private folder, else to the temporary folder, and give the path."""
    happened = "".join(traceback.format_exception(error))
    text = f"mem {__version__}, Python {platform.python_version()}, {session.now}\n{happened}"
    try:
        return _in_store(session.root / ".git", text)
    except OSError:
        pass
    try:
        handle, name = tempfile.mkstemp(prefix="mem-fault-", suffix=".log", text=True)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError:
        return "no log: no folder could be written"
    return name


def _in_store(git: Path, text: str) -> str:
    folder = git / "mem"
    if git.is_dir():
        folder.mkdir(exist_ok=True)
    path = folder / "fault.log"
    path.write_text(text, encoding="utf-8")
    return str(path)
