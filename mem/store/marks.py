"""What this machine found out about pinned facts, for the ranking of searches: kept in the repository's private folder.

On the hot lane: nothing here imports more than `os`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FILE = "pins"
FACTORS = {"stale": 0.5, "gone": 0.5, "unknown": 0.85}

Mark = tuple[str, int]
"""A fact with the number of the version that was looked at; a later version may be pinned anew."""


def read(private: str) -> dict[Mark, str]:
    """Give the verdicts that are not plain `current`; none where nothing was ever marked."""
    try:
        with open(os.path.join(private, FILE), encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file]
    except (OSError, UnicodeDecodeError):
        return {}
    return {(row[0], int(row[1])): row[2] for row in rows if len(row) == 3 and row[1].isdigit() and row[2] in FACTORS}


def factors(private: str) -> dict[Mark, float]:
    """Give the factor by which each marked version's score is to be multiplied."""
    return {mark: FACTORS[verdict] for mark, verdict in read(private).items()}


def write(private: str, looked_at: Iterable[str], verdicts: Mapping[Mark, str]) -> None:
    """Keep new verdicts in place of all that was known of the facts looked at; other facts keep theirs."""
    fresh = set(looked_at)
    kept = {mark: verdict for mark, verdict in read(private).items() if mark[0] not in fresh}
    kept |= {mark: verdict for mark, verdict in verdicts.items() if verdict in FACTORS}
    lines = [f"{id}\t{number}\t{verdict}\n" for (id, number), verdict in sorted(kept.items())]
    aside = os.path.join(private, f"{FILE}.{os.getpid()}")
    os.makedirs(private, exist_ok=True)
    with open(aside, "w", encoding="utf-8") as file:
        file.writelines(lines)
    os.replace(aside, os.path.join(private, FILE))
