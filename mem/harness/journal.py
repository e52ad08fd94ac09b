"""The last events we were called for, without a word of what was said: what `mem doctor` reads.

On the hot lane: nothing here imports more than `os`.
"""

from __future__ import annotations

import os

FILE = "events.log"
KEPT = 200  # events
ROOM = 2 * KEPT * 90  # bytes; beyond it the file is cut back to the last events


class Happened:
    """One event: when, by which harness, and what came of it."""

    __slots__ = ("at", "event", "harness", "milliseconds", "outcome", "session")

    def __init__(self, at: str, harness: str, event: str, session: str, outcome: str, milliseconds: int) -> None:
        self.at = at
        self.harness = harness
        self.event = event
        self.session = session
        self.outcome = outcome
        self.milliseconds = milliseconds


def note(private: str, happened: Happened) -> None:
    """Append one event; a log that cannot be written is no reason to fail."""
    parts = (happened.at, happened.harness, happened.event, happened.session[:12], happened.outcome)
    line = "\t".join(_plain(part) for part in parts) + f"\t{happened.milliseconds}\n"
    path = os.path.join(private, FILE)
    try:
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError:
        return
    try:
        os.write(file, line.encode("utf-8", "replace"))
        if os.fstat(file).st_size > ROOM:
            _cut(path, file)
    except OSError:
        return
    finally:
        os.close(file)


def last_events(private: str) -> list[Happened]:
    """Give the last events, oldest first."""
    try:
        with open(os.path.join(private, FILE), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()[-KEPT:]
    except OSError:
        return []
    rows = [line.split("\t") for line in lines]
    return [
        Happened(at, harness, event, session, outcome, int(took))
        for at, harness, event, session, outcome, took in (row for row in rows if len(row) == 6 and row[5].isdigit())
    ]


def _cut(path: str, file: int) -> None:
    data = os.pread(file, ROOM * 2, 0)
    kept = b"".join(data.splitlines(keepends=True)[-KEPT:])
    aside = f"{path}.{os.getpid()}"
    with open(aside, "wb") as fresh:
        fresh.write(kept)
    os.replace(aside, path)


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text) or "-"
