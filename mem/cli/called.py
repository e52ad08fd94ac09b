"""How a hook was called: its words, its standard input, its store, folder and clock.

On the hot lane: no date is worked out before somebody asks for one.
"""

from __future__ import annotations

import os
import select
import time

from mem.harness import events, wire
from mem.store import refs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.facts.instant import Instant
    from mem.harness.events import Event
    from mem.store.refs import Places

READING_SECONDS = 1.0  # hosts that leave the pipe open are not waited for
LARGEST = 16 * 1024 * 1024
CHUNK = 1 << 16


class Asked:
    """The words of the call: the event, and who the caller says it is."""

    __slots__ = ("event", "harness", "is_help", "unknown")

    def __init__(self, argv: Sequence[str]) -> None:
        self.event = self.harness = self.unknown = ""
        self.is_help = False
        waiting = list(argv)
        while waiting:
            word = waiting.pop(0)
            if word in ("--help", "-h"):
                self.is_help = True
            elif word == "--harness":
                self.harness = waiting.pop(0) if waiting else ""
            elif word.startswith("--harness="):
                self.harness = word.removeprefix("--harness=")
            elif word.startswith("-") or self.event:
                self.unknown = self.unknown or word
            else:
                self.event = word.replace("-", "_")
        if self.event not in events.EVENTS:
            self.unknown = self.unknown or self.event or "no event"
            self.event = ""


def read_document() -> str:
    """Read standard input until a document closes; a host that keeps the pipe open is not waited for long."""
    data, end = b"", time.monotonic() + READING_SECONDS
    if os.isatty(0):
        return ""
    while len(data) < LARGEST and select.select([0], [], [], max(0.0, end - time.monotonic()))[0]:
        chunk = os.read(0, CHUNK)
        if not chunk:
            break
        data += chunk
        if data.rstrip()[-1:] in (b"}", b"]") and wire.read(data.decode("utf-8", "replace")) is not None:
            break
    return data.decode("utf-8", "replace")


def store_of(environ: Mapping[str, str]) -> Places | None:
    """Find the store of this call, the first where several are named; None where there is none of ours."""
    named = environ.get("MEM_DIR", "").split(os.pathsep)[0] or os.path.join(environ.get("HOME", ""), "memories")
    root = os.path.expanduser(named)
    try:
        places = refs.places_of(root) if os.path.isabs(root) else None
        is_ours = places is not None and os.stat(places.git).st_uid == os.geteuid()
    except OSError:
        return None
    return places if is_ours else None


def folder_of(event: Event, environ: Mapping[str, str]) -> str:
    """Give where the work is: what the payload says, else what the harness put into the environment, else here."""
    told = [value for name, value in environ.items() if name.endswith("_PROJECT_DIR") and os.path.isabs(value)]
    try:
        here = os.getcwd()
    except OSError:  # the folder was deleted
        here = os.sep
    if event.harness == "antigravity":  # its hooks run in its settings folder
        return event.cwd
    return os.path.join(here, event.cwd) if event.cwd else next(iter(told), here)


def clock(environ: Mapping[str, str]) -> tuple[float, str]:
    """Give the moment of this call in seconds, and as text for the log."""
    if environ.get("MEM_NOW"):
        from mem.facts.instant import datetime_of

        fixed = moment(environ)
        return datetime_of(fixed).timestamp(), fixed
    return time.time(), time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def moment(environ: Mapping[str, str]) -> Instant:
    from mem.cli import hot

    return hot.moment_of(environ) or hot.moment_of({})  # type: ignore[return-value]  # without MEM_NOW there is one
