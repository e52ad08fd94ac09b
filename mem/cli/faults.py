"""Faults of our own: the traceback goes to a file, never to the reader."""

from __future__ import annotations

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
    for folder in (session.root / ".git" / "mem", Path(tempfile.gettempdir())):
        if not folder.is_dir():
            continue
        try:
            path = folder / "fault.log"
            path.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return str(path)
    return "no log: no folder could be written"
