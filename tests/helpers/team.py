"""A year of a software team as a store, and what the team asks of it; both are read from tests/recall/team/."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from mem import Memory
from mem.facts.instant import from_start
from mem.facts.query import Query
from mem.harness.keywords import keywords
from mem.memory import Memory as Verbs

FOLDER = Path(__file__).parents[1] / "recall" / "team"
TODAY = "2025-12-15"
SHOWN = 3  # facts a hook puts before a model


@dataclass(frozen=True, slots=True)
class Question:
    """Words somebody asks with, where and about which day; keys of the facts that must and must not come back."""

    words: str
    project: str | None
    as_of: str | None
    want: tuple[str, ...]
    never: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.words} ({self.as_of})" if self.as_of else self.words


class Team:
    """The store as it stands at the end of the year."""

    def __init__(self, folder: Path) -> None:
        self._keys: dict[str, str] = {}
        self._folder = folder
        self.memory = Memory.create(folder)
        ends: list[tuple[date, str]] = []
        for row in facts():
            self._note(row)
            if "forgotten" in row:
                ends.append((row["forgotten"], row["key"]))
        ids = {key: id for id, key in self._keys.items()}
        for day, key in sorted(ends):
            self.memory.forget(ids[key], now=str(day))

    def open_anew(self) -> None:
        """Go on as another process would, in the environment as it is now."""
        self.memory.close()
        self.memory = Memory.open(self._folder)

    def ask(self, question: Question, *, hybrid: bool = False) -> list[str]:
        """Give the keys of what comes back, best first."""
        found = self.memory.search(
            question.words, scope=question.project, as_of=question.as_of, hybrid=hybrid, limit=None, now=TODAY
        ).found
        return [self.key(one.id) for one in found]

    def hear(self, prompt: str, project: str | None = None) -> list[str]:
        """Give the keys of what a hook would put before a model for a prompt, best first."""
        words = " ".join(keywords(prompt).words)
        scopes = None if project is None else (project,)
        verbs = Verbs.open(self._folder)
        try:
            hits = verbs.search(Query(words, now=from_start(TODAY), scopes=scopes, precise=True, limit=SHOWN)).hits
        finally:
            verbs.close()
        return [self.key(hit.candidate.id) for hit in hits]

    def key(self, id: str) -> str:
        """Give what the questions call a fact."""
        return self._keys[id]

    def _note(self, row: dict) -> None:
        ids = {key: id for id, key in self._keys.items()}
        added = self.memory.add(
            row["title"],
            type=row["type"],
            body=row.get("body", "").strip(),
            scope=row.get("in", ""),
            subject=row.get("subject", ""),
            tags=row.get("tags", ()),
            valid_to=str(row["until"]) if "until" in row else None,
            supersedes=[ids[key] for key in row.get("replaces", ())],
            verified=str(row["on"]),
            now=str(row["on"]),
        )
        self._keys[added.fact.id] = row["key"]


@cache
def facts() -> Sequence[dict]:
    return tomllib.loads((FOLDER / "facts.toml").read_text("utf-8"))["fact"]


@cache
def questions() -> Sequence[Question]:
    rows = tomllib.loads((FOLDER / "questions.toml").read_text("utf-8"))["question"]
    return [
        Question(
            words=row["ask"],
            project=row.get("in"),
            as_of=str(row["as_of"]) if "as_of" in row else None,
            want=tuple(row.get("want", ())),
            never=tuple(row.get("never", ())),
        )
        for row in rows
    ]
