"""Usage counters: one line an event in the repository's private folder, never in the tree, without any words asked.

On the hot lane: nothing here imports more than `os`.
"""

from __future__ import annotations

import os

FILE = "usage.log"
OLD_FILE = ".stats"  # the bash tool's, at the store's root; it is continued, not changed


class Usage:
    """What the log adds up to; times are text, '' for never."""

    __slots__ = ("adds", "duplicates", "hits", "last_add", "last_search", "recalled", "searches")

    def __init__(self) -> None:
        self.searches = self.hits = self.adds = self.duplicates = 0
        self.last_search = self.last_add = ""
        self.recalled: set[str] = set()

    def count(self, at: str, event: str, details: list[str]) -> None:
        if event == "search":
            self.searches += 1
            self.hits += bool(details and details[0] not in ("", "0"))
            self.last_search = at
            self.recalled.update(details[1].split(",") if len(details) > 1 else ())
        elif event == "add":
            self.adds += 1
            self.last_add = at
        elif event == "dupe":
            self.duplicates += 1


def record(private: str, now: str, event: str, *details: str) -> None:
    """Append one event; a log that cannot be written is no reason to fail."""
    line = "\t".join((now, event, *(detail.replace("\t", " ").replace("\n", " ") for detail in details))) + "\n"
    try:
        file = os.open(os.path.join(private, FILE), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError:
        return
    try:
        os.write(file, line.encode("utf-8", "replace"))
    except OSError:
        return
    finally:
        os.close(file)


def read(private: str, root: str) -> Usage:
    """Add the log up, the bash tool's first."""
    usage = Usage()
    for at, event, details in _old_lines(os.path.join(root, OLD_FILE)):
        usage.count(at, event, details)
    for line in _lines(os.path.join(private, FILE)):
        at, _, rest = line.partition("\t")
        event, *details = rest.split("\t")
        usage.count(at, event, details)
    return usage


def _old_lines(path: str) -> list[tuple[str, str, list[str]]]:
    """Read the bash tool's counters: Unix time, event, detail; it names words where we name ids."""
    from datetime import UTC, datetime

    from mem.facts.instant import instant_of

    found = []
    for line in _lines(path):
        seconds, _, rest = line.partition("\t")
        event, *details = rest.split("\t")
        if seconds.isdigit() and len(seconds) < 12:
            found.append((instant_of(datetime.fromtimestamp(int(seconds), UTC)), event, details[:1]))
    return [(str(at), event, details) for at, event, details in found]


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        return []
