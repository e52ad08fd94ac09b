"""A store on a real disk, with a home of its own and real git beside it; the tests of `mem.store` play here."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from mem.facts.instant import Instant
from mem.store.store import Committed, Edit, Store

NOW = Instant("2026-03-01T10:00:00.123Z")
FOLDERS = ["facts", "howtos"]
SETTINGS = """\
[user]
	name = Ada
	email = ada@example.invalid
[init]
	defaultBranch = main
[gc]
	auto = 0
[advice]
	detachedHead = false
[mem]
	durability = normal
"""


class Ground:
    """Where a test plays: a home, a store, and git run by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.root = folder / "store"
        self.home.mkdir()
        (self.home / ".gitconfig").write_text(SETTINGS)
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_EDITOR": "true",
            "LC_ALL": "C",
        }

    @property
    def store(self) -> Store:
        return self.opened()

    def opened(self, *, root: Path | None = None, **env: str) -> Store:
        return Store.open(root or self.root, environ=self.env | env)

    def without_git(self) -> Store:
        """The same store on a machine that has no git command."""
        return Store.open(self.root, environ=self.env | {"PATH": str(self.folder)})

    def create(self) -> bool:
        return Store.create(self.root, FOLDERS, environ=self.env)

    def add(self, name: str = "a", text: str = "one\n", **patience: float) -> Committed:
        """Write a new fact through the store."""
        with self.store.writer(NOW, **patience) as writer:  # type: ignore[arg-type]  # only numbers are passed
            return writer.commit([Edit(path_of(name), text.encode())], f"mem(fact): {name}")

    def replace(self, name: str, text: str | None) -> Committed:
        """Rewrite a fact, or delete it, through the store."""
        store = self.store
        data = None if text is None else text.encode()
        with store.writer(NOW) as writer:
            return writer.commit([Edit(path_of(name), data, store.blob_of(path_of(name)))], f"mem(fact): update {name}")

    def take_in(self, *names: str, paths: Sequence[str] = ()) -> Committed:
        """Commit what was done to facts by hand."""
        with self.store.writer(NOW) as writer:
            return writer.commit_as_found([*map(path_of, names), *paths], "mem(fact): edit")

    def write(self, name: str, text: str) -> Path:
        """Write a fact's file by hand."""
        path = self.root / path_of(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def text(self, name: str) -> str:
        return (self.root / path_of(name)).read_text()

    def git(
        self,
        *args: str,
        cwd: Path | None = None,
        check: bool = True,
        env: Mapping[str, str] | None = None,
        given: str = "",
    ) -> str:
        """Run real git, by default in the store."""
        done = subprocess.run(
            ["git", *args],
            cwd=cwd or self.root,
            env=self.env | dict(env or {}),
            input=given,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0 or not check, done
        return done.stdout

    def status(self) -> list[str]:
        return self.git("status", "--porcelain", "-uall").splitlines()

    def is_sound(self) -> bool:
        """Whether git finds nothing broken, and an index whose cached folders equal its entries."""
        broken = [line for line in self.git("fsck", "--no-dangling").splitlines() if "notice" not in line]
        return broken == [] and self.git("write-tree") == self.tree_of_entries()

    def tree_of_entries(self) -> str:
        """Build the index's tree anew, from its entries alone."""
        fresh = {"GIT_INDEX_FILE": str(self.folder / "entries-only")}
        self.git("read-tree", "--empty", env=fresh)
        self.git("update-index", "--index-info", env=fresh, given=self.git("ls-files", "-s"))
        return self.git("write-tree", env=fresh)

    def is_clean(self) -> bool:
        return self.status() == [] and self.is_sound()

    def facts_in_head(self) -> set[str]:
        listed = self.git("ls-tree", "-r", "--name-only", "HEAD", "objects").splitlines()
        return {Path(path).stem for path in listed}

    def subjects(self) -> list[str]:
        return self.git("log", "--format=%s").splitlines()


def path_of(name: str) -> str:
    return f"objects/facts/{name}.md"
