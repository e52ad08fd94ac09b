"""Shared by all tests: the program as a user runs it, in a world of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

NOW = "2026-06-20T12:00:00Z"


@dataclass(frozen=True)
class Answer:
    """What one call printed and how it ended."""

    code: int
    out: str
    err: str

    def json(self) -> dict:
        return json.loads(self.out)


class World:
    """A home folder, a store and a clock. `mem(...)` runs the program in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.store = folder / "store"
        self.home.mkdir()
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "MEM_DIR": str(self.store),
            "MEM_NOW": NOW,
            "LC_ALL": "C",
        }

    def mem(
        self,
        *args: str,
        now: str | None = None,
        stdin: str | bytes = b"",
        env: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
        store: Path | None = None,
    ) -> Answer:
        """Run `mem` and give its answer; every answer is checked for tracebacks."""
        done = subprocess.run(
            [sys.executable, "-m", "mem", *args],
            env=self._environ(env, now, store),
            cwd=cwd or self.folder,
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            timeout=120,
            check=False,
        )
        answer = Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in answer.out + answer.err, answer
        return answer

    def ok(self, *args: str, **more: object) -> Answer:
        """Run `mem` and expect success."""
        answer = self.mem(*args, **more)  # type: ignore[arg-type]
        assert answer.code == 0, answer
        return answer

    def add(self, title: str, *args: str, type: str = "howto", **more: object) -> str:
        """Add a fact and give its id."""
        answer = self.ok("add", "--type", type, "--title", title, *args, "--format", "json", **more)
        return answer.json()["memory"]["id"]

    def git(self, *args: str, cwd: Path | None = None, check: bool = True) -> str:
        """Run real git in the store."""
        identity = ["-c", "user.name=tester", "-c", "user.email=tester@example.invalid"]
        done = subprocess.run(
            ["git", *identity, *args],
            cwd=cwd or self.store,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0 or not check, done
        return done.stdout

    def path(self, id: str) -> Path:
        """Give the file of a fact."""
        return next(self.store.glob(f"objects/**/{id}.md"))

    def titles(self, *args: str, **more: object) -> list[str]:
        """Run a search or a listing and give the titles found, in order."""
        rows: Sequence[dict] = self.ok(*args, "--format", "json", **more).json()["mem"]
        return [row["title"] for row in rows]

    def is_clean(self) -> bool:
        """Whether git sees nothing to commit and nothing broken."""
        broken = [line for line in self.git("fsck", "--no-dangling").splitlines() if "notice" not in line]
        return self.git("status", "--porcelain") == "" and broken == []

    def _environ(self, env: Mapping[str, str | None] | None, now: str | None, store: Path | None) -> dict[str, str]:
        environ: dict[str, str | None] = {**self.env, **(env or {})}
        if now:
            environ["MEM_NOW"] = now
        if store:
            environ["MEM_DIR"] = str(store)
        return {name: value for name, value in environ.items() if value is not None}


@pytest.fixture(scope="session")
def make_world(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], World]:
    """Make worlds that outlive one test."""
    return lambda name: World(tmp_path_factory.mktemp(name))


@pytest.fixture
def empty_world(tmp_path: Path) -> World:
    """A home without a store."""
    return World(tmp_path)


@pytest.fixture
def world(empty_world: World) -> World:
    """A home with an empty store."""
    empty_world.ok("init")
    return empty_world
