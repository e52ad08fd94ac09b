"""Work that outlives the event: started on its own, so that nobody waits for it.

On the hot lane: no `subprocess`, whose import costs more than the start.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def start(words: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Start `mem WORDS…` in a session of its own, silent and from the root folder; tells whether that worked."""
    command = [sys.executable, "-P", "-m", "mem", *words]
    silence = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        os.posix_spawn(command[0], command, environ, file_actions=silence, setsid=True)
    except RuntimeError:  # a system that cannot start a session this way
        os.posix_spawn(command[0], command, environ, file_actions=silence, setpgroup=0)
    except OSError:
        return False
    return True


def is_due(private: str, name: str, now: float, every: float) -> bool:
    """Tell whether something was not asked for within the last `every` seconds, and note that it is now."""
    path = os.path.join(private, f"asked-{name}")
    try:
        if 0 <= now - os.stat(path).st_mtime < every:
            return False
    except OSError:
        pass
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        os.utime(path, (now, now))
    except OSError:
        return False
    return True
