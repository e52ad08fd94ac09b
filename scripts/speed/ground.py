"""A store of the size that is asked for, in a home of its own, with the words that are in it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

from seed import Fact, facts, seed

NOW = "2026-10-01T12:00:00Z"  # after the last of the seeded facts; processes have the real clock, as users do


class Ground:
    """One seeded store; questions are made of its facts, the same ones every time."""

    def __init__(self, folder: Path, size: int) -> None:
        self.size = size
        self.folder = folder
        self.store = folder / "store"
        self.project = folder / "project"
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "MEM_DIR": str(self.store),
            "LC_ALL": "C",
        }
        seed(self.store, size)
        self.facts = facts(size)
        self._chance = random.Random(11)
        self.mem = [sys.executable, "-I", "-c", "from mem.__main__ import main; main()"]
        (folder / ".claude").mkdir()
        subprocess.run([*self.mem, "install", "claude-code"], env=self.env, check=True, capture_output=True)
        self.launcher = str(folder / ".local/share/mem/bin/mem")  # what hooks call
        self.project.mkdir()
        subprocess.run(["git", "init", "-q", str(self.project)], check=True)
        origin = "https://example.org/acme/pumps.git"  # a project as most are: known by where it came from
        subprocess.run(["git", "-C", str(self.project), "remote", "add", "origin", origin], check=True)

    def some(self, count: int) -> list[Fact]:
        """Give facts that are believed, drawn by chance."""
        replaced = {old for fact in self.facts for old in fact.supersedes}
        live = [fact for fact in self.facts if fact.retracted_at is None and fact.id not in replaced]
        return self._chance.sample(live, min(count, len(live)))

    def megabytes(self, *inside: str) -> float:
        """Give what the disk holds below a folder of the store."""
        top = self.store.joinpath(*inside)
        return sum(path.lstat().st_size for path in top.rglob("*") if path.is_file()) / 1e6
