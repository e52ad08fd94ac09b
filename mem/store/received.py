"""When this machine got what others recorded: a table in the repository's private folder, never in the tree."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

FILE = "received"


def record(private: str, now: str, ids: Iterable[str]) -> None:
    """Note that facts arrived just now; the first arrival of a fact is the one that counts."""
    lines = "".join(f"{now}\t{id}\n" for id in ids)
    if not lines:
        return
    os.makedirs(private, exist_ok=True)
    with open(os.path.join(private, FILE), "a", encoding="utf-8", errors="surrogateescape") as file:
        file.write(lines)


def read(private: str) -> Mapping[str, str]:
    """Give each fact's first arrival; nothing where nothing ever arrived."""
    first: dict[str, str] = {}
    try:
        with open(os.path.join(private, FILE), encoding="utf-8", errors="surrogateescape") as file:
            for line in file:
                at, tab, id = line.rstrip("\n").partition("\t")
                if tab:
                    first[id] = min(at, first.get(id, at))
    except FileNotFoundError:
        return {}
    return first
