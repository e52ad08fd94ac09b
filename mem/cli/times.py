"""What an answer about the past has to say about itself."""

from __future__ import annotations

from mem.cli.session import Session


def caveats(session: Session) -> dict[str, object]:
    """Give what may be missing from an answer about time: a clone that holds a part of the history only."""
    if session.memory.store.is_shallow():
        return {"history": "shallow clone: earlier versions may be missing, git fetch --unshallow brings them"}
    return {}
