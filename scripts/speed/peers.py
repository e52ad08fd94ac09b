"""What else finds two words in a folder of Markdown, for comparison: tools that read all of it each time."""

from __future__ import annotations

import shutil

from speed.clock import Work
from speed.ground import Ground

ABSENT = "memharness: neither pip nor npm knows a package of this name"


def works(ground: Ground) -> tuple[list[Work], list[str]]:
    """Give the peers that are on this machine, and a line on each that is not."""
    words = ground.some(1)[0].title.split()[:2]
    tops = str(ground.store / "objects")
    pattern = "|".join(words)
    known = {
        "rg": ["rg", "-l", "-i", pattern, tops],
        "grep": ["grep", "-r", "-l", "-i", "-E", pattern, tops],
        "git": ["git", "-C", str(ground.store), "grep", "-l", "-i", "-E", pattern],
    }
    names = {"rg": "rg", "grep": "grep -r", "git": "git grep"}
    there = [
        Work(names[tool], lambda _, command=command: command) for tool, command in known.items() if shutil.which(tool)
    ]
    missing = [f"{names[tool]} is not installed here" for tool in known if not shutil.which(tool)]
    return there, [*missing, ABSENT]
