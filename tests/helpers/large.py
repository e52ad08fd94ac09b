"""Stores of many small facts, made at once: each fact has a word of its own by which a search finds it alone."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from mem.__main__ import hot_lane
from mem.cli.main import run

PER_FOLDER = 500
TOP = "objects/facts"


class Large:
    """A store of `count` facts in the world of a home folder; `fresh` gives one that no test has touched."""

    def __init__(self, root: Path, env: dict[str, str], count: int) -> None:
        self.root = root
        self.env = env
        self.count = count
        self._next = 0
        branch = self.git("symbolic-ref", "HEAD").strip()
        subprocess.run(["git", "fast-import", "--quiet"], cwd=root, env=env, input=_stream(branch, count), check=True)
        self.git("reset", "-q", "--hard")
        assert "rebuilt" in self.ask("reindex")

    def fresh(self) -> Lamp:
        self._next += 1
        return Lamp(self, self._next * (self.count // 80))

    def ask(self, *words: str) -> str:
        """Call `mem` as its entry point does, the hot lane first, and give what it prints."""
        out = io.TextIOWrapper(io.BytesIO(), "utf-8")
        with _environ(self.env), redirect_stdout(out):
            if hot_lane(words, os.environ) is None:
                run(words)
            out.flush()
        return out.buffer.getvalue().decode()  # type: ignore[attr-defined]  # it is the BytesIO from above

    def git(self, *args: str) -> str:
        identity = ["-c", "user.name=tester", "-c", "user.email=tester@example.invalid", "-c", "gc.auto=0"]
        done = subprocess.run(
            ["git", *identity, *args], cwd=self.root, env=self.env, capture_output=True, text=True, check=True
        )
        return done.stdout


class Lamp:
    """One fact of a large store."""

    def __init__(self, store: Large, number: int) -> None:
        self.store = store
        self.word = word_of(number)
        self.path = store.root / path_of(number)

    @property
    def name(self) -> str:
        return str(self.path.relative_to(self.store.root))

    def text(self, title: str = "") -> str:
        return text_of(self.word, title or f"Lamp {self.word} stands")

    def found(self) -> str:
        """Give what a search for its word prints."""
        return self.store.ask("search", self.word)


def word_of(number: int) -> str:
    return f"w{number:05}"


def path_of(number: int) -> str:
    return f"{TOP}/2026-{number // PER_FOLDER:02}/n-{word_of(number)}.md"


def text_of(word: str, title: str) -> str:
    return f"---\nid: n-{word}\ntype: fact\ntitle: {title}\ntx_at: 2026-01-01T00:00:00.000Z\n---\n\nIn the hall.\n"


def _stream(branch: str, count: int) -> bytes:
    """Write what `git fast-import` reads: one commit with all files."""
    head = f"commit {branch}\ncommitter tester <tester@example.invalid> 1767225600 +0000\ndata 4\nmany\n"
    parts = [head]
    for number in range(count):
        text = text_of(word_of(number), f"Lamp {word_of(number)} stands")
        parts.append(f"M 100644 inline {path_of(number)}\ndata {len(text)}\n{text}\n")
    return "".join(parts).encode()


@contextmanager
def _environ(env: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(env)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
