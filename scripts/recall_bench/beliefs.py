"""PrecisionMemBench read as facts and cases: does recall return only what matters?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from mem.facts.document import compose
from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant, from_start
from mem.facts.query import Query
from mem.harness.keywords import keywords
from mem.memory import Memory
from mem.store.store import Store

BELIEFS, CASES, TALKS = "beliefs.seed.json", "retrieval.cases.json", "session-retrieval.cases.json"
NOW = Instant("2026-10-10T00:00:00.000Z")
EVERYWHERE = "user:universal"
MOST = 12  # what may come back where a case sets no budget

PROTOCOL = """
Each user is a store of their own. A belief is a fact: its name the title, its aliases the tags, its content the body;
what holds for all scopes has none, what is superseded is superseded, what is resolved is no longer valid. The cases
list what may come back under `relevantBeliefs`. What the cases expect under other headings (pinned beliefs, open
questions, beliefs of every scope) is in the store and counts neither way. A budget leaves room for what is not pinned.
Precision: of all that came back, how much was listed. Recall: of all that was listed, how much came back.
"""


@dataclass(frozen=True, slots=True)
class Case:
    """A request in some scopes of one user, and exactly what should come back."""

    name: str
    user: str
    scopes: tuple[str, ...]
    words: str
    wanted: frozenset[str]
    most: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How all cases went."""

    cases: int
    exact: int
    right: int
    returned: int
    wanted: int

    @property
    def precision(self) -> float:
        return self.right / self.returned if self.returned else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 1.0


class Beliefs:
    """The beliefs of all users in stores below a folder, and the cases asked of them."""

    def __init__(self, data: Path, folder: Path) -> None:
        self._rows: list[dict[str, Any]] = json.loads((data / BELIEFS).read_text("utf-8"))
        self._counted = {row["_id"] for row in self._rows if _counts(row)}
        self._folder = folder
        self._stores: dict[str, Memory] = {}
        self.digests = {name: sha256((data / name).read_bytes()).hexdigest() for name in (BELIEFS, CASES, TALKS)}
        self.cases = [self._case(one) for one in json.loads((data / CASES).read_text("utf-8")) if _lists(one)]
        talks = json.loads((data / TALKS).read_text("utf-8"))
        self.messages = [self._message(turn) for talk in talks for turn in talk["turns"] if _lists(turn)]

    def measure(self, cases: Sequence[Case], *, precise: bool, as_prompt: bool = False) -> Outcome:
        """Ask every case; `as_prompt` asks with the telling words a hook would pick from it."""
        exact = right = returned = wanted = 0
        for case in cases:
            words = " ".join(keywords(case.words).words) if as_prompt else case.words
            found = self.found(case, words, precise=precise)
            exact += found == case.wanted
            right += len(found & case.wanted)
            returned += len(found)
            wanted += len(case.wanted)
        return Outcome(len(cases), exact, right, returned, wanted)

    def found(self, case: Case, words: str, *, precise: bool) -> set[str]:
        """Give what came back and counts."""
        if not words.strip():
            return set()
        memory = self._store(case.user)
        hits = memory.answer(Query(words, now=NOW, scopes=case.scopes, precise=precise, limit=None)).hits
        named = [hit.candidate.id.partition("-")[2].partition("-")[2] for hit in hits]
        return set([id for id in named if id in self._counted][: case.most])

    def _store(self, user: str) -> Memory:
        if user not in self._stores:
            root = self._folder / user
            Store.create(root, ["facts"])
            for row in self._rows:
                if row["user_id"] == user:
                    fact = self._fact(row)
                    (root / "objects" / "facts" / f"{fact.id}.md").write_text(compose(fact), "utf-8")
            self._stores[user] = Memory.open(root)
            self._stores[user].refresh()
        return self._stores[user]

    def _fact(self, row: dict[str, Any]) -> Fact:
        replaced = [old["_id"] for old in self._rows if old["superseded_by"] == row["_id"]]
        return Fact(
            id=_id(row["_id"]),
            type="fact",
            title=row["canonical_name"].replace("_", " "),
            body=row["content"],
            scope=_scopes(row["scope"])[0],
            tags=tuple(row["aliases"]),
            confidence=row["confidence"],
            valid_from=from_start(row["created_at"]),
            valid_to=from_start(row["resolved_at"]) if row["resolved_at"] else None,
            tx_at=from_start(row["created_at"]),
            updated_at=from_start(row["updated_at"]),
            supersedes=tuple(map(_id, replaced)),
        )

    def _case(self, one: dict[str, Any]) -> Case:
        scopes = one["scope"]
        most = MOST
        if one.get("budget"):
            pinned = [row for row in self._rows if row["pinned"] and _is_live(row) and set(row["scope"]) & set(scopes)]
            most = max(0, one["budget"]["maxBeliefs"] - len(pinned))
        wanted = frozenset(one["expect"]["relevantBeliefs"]["shouldOnlyInclude"])
        return Case(one["caseId"], one.get("userId", "test-user"), _scopes(scopes), one["query"], wanted, most)

    def _message(self, turn: dict[str, Any]) -> Case:
        wanted = frozenset(turn["expect"]["relevantBeliefs"]["shouldOnlyInclude"])
        return Case(turn["label"], "test-user", _scopes(turn["scope"]), turn["userMessage"], wanted, MOST)


def _lists(one: dict[str, Any]) -> bool:
    return "shouldOnlyInclude" in one.get("expect", {}).get("relevantBeliefs", {})


def _counts(row: dict[str, Any]) -> bool:
    """Tell whether a belief is one the cases may list: live or not, but of no other heading."""
    return not row["pinned"] and row["type"] != "open_question" and row["scope"] != [EVERYWHERE]


def _is_live(row: dict[str, Any]) -> bool:
    return row["epistemic_status"] != "superseded" and not row["resolved_at"]


def _scopes(scopes: Sequence[str]) -> tuple[str, ...]:
    return tuple("" if scope == EVERYWHERE else scope for scope in scopes)


def _id(name: str) -> FactId:
    return FactId(f"n-20260101-{name}")
