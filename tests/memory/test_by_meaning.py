"""Search by meaning, with spellings for meanings: what is near comes back, and every filter still holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mem.embedding.base import Vector
from mem.embedding.ngrams import Ngrams
from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.memory import Draft, Memory
from mem.memory.meaning import AT_ONCE
from mem.store.store import Store

NOW = Instant("2026-06-20T12:00:00.000Z")
BEFORE = Instant("2026-03-01T12:00:00.000Z")
SLIP = "kuberntes clusster"


class Counting(Ngrams):
    """Spellings, counted as they are made."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.made += texts
        return super().embed(texts)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    Store.create(tmp_path / "store", ["facts"])
    memory = Memory.open(tmp_path / "store")
    memory.provider = Counting()
    yield memory
    memory.close()


def add(memory: Memory, title: str, *, now: Instant = BEFORE, **more: object) -> str:
    return memory.add(Draft(title, **more), now).fact.id  # type: ignore[arg-type]


def titles(memory: Memory, words: str, **more: object) -> list[str]:
    query = Query(words, now=NOW, **{"hybrid": True, **more})  # type: ignore[arg-type]
    return [hit.candidate.title for hit in memory.search(query).hits]


def made(memory: Memory) -> list[str]:
    assert isinstance(memory.provider, Counting)
    return memory.provider.made


def test_what_words_miss_meaning_finds(memory: Memory) -> None:
    add(memory, "The kubernetes cluster has five nodes")
    add(memory, "Invoices are sent on Mondays")
    assert titles(memory, "clusters of kuberntes nodez") == ["The kubernetes cluster has five nodes"]
    assert titles(memory, "clusster nodez", hybrid=False, limit=1) == titles(memory, "clusster nodez", limit=1)


def test_meaning_is_looked_at_only_when_asked_and_never_where_precision_is(memory: Memory) -> None:
    add(memory, "The kubernetes cluster has five nodes")
    titles(memory, SLIP, hybrid=False)
    titles(memory, SLIP, precise=True)
    assert made(memory) == []


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, {"kubernetes cluster now", "kubernetes cluster of the shop"}),
        ({"scopes": ("acme/web",)}, {"kubernetes cluster now"}),
        ({"types": ("decision",)}, {"kubernetes cluster of the shop"}),
        ({"tags": ("infra",)}, {"kubernetes cluster now"}),
        ({"subject": "ops"}, {"kubernetes cluster of the shop"}),
        ({"min_priority": 60}, {"kubernetes cluster of the shop"}),
        ({"known_at": BEFORE, "valid_at": BEFORE}, {"kubernetes cluster once", "kubernetes cluster of the shop", "kubernetes cluster in error"}),
    ],
    ids=["all", "scope", "type", "tag", "subject", "priority", "as of"],
)  # fmt: skip
def test_every_filter_holds_for_what_only_meaning_finds(memory: Memory, filters: dict, expected: set[str]) -> None:
    once = add(memory, "kubernetes cluster once")
    wrong = add(memory, "kubernetes cluster in error")
    add(memory, "kubernetes cluster of the shop", scope="acme/shop", type="decision", subject="ops", priority=70)
    memory.revise(once, {"title": "kubernetes cluster now", "tags": ("infra",)}, Instant("2026-04-01T00:00:00.000Z"))
    memory.forget([wrong], Instant("2026-04-02T00:00:00.000Z"))
    assert set(titles(memory, SLIP, **filters)) == expected


def test_what_is_written_as_syntax_is_kept_to(memory: Memory) -> None:
    add(memory, "kubernetes cluster of the shop")
    add(memory, "kubernetes cluster of the web")
    assert titles(memory, "cluster -shop") == ["kubernetes cluster of the web"]
    assert titles(memory, '"cluster of the web"') == ["kubernetes cluster of the web"]


def test_only_texts_that_changed_are_embedded_again(memory: Memory) -> None:
    id = add(memory, "kubernetes cluster of the shop")
    add(memory, "Invoices are sent on Mondays")
    memory.embed()
    assert len(made(memory)) == 2
    memory.update(id, {"priority": 90}, NOW)
    assert memory.embed() == 0
    memory.update(id, {"title": "kubernetes cluster of the web"}, NOW)
    assert memory.embed() == 1
    assert [text for text in made(memory) if "web" in text] == made(memory)[2:]


def test_vectors_outlive_the_process_and_the_index(memory: Memory) -> None:
    add(memory, "kubernetes cluster of the shop")
    memory.embed()
    memory.rebuild()
    again = Memory.open(memory.store.root)
    again.provider = Counting()
    assert titles(again, SLIP) == ["kubernetes cluster of the shop"]
    assert made(again) == [SLIP]
    again.close()


def test_a_search_waits_for_some_vectors_and_leaves_the_rest(memory: Memory) -> None:
    memory.add_all([Draft(f"Note {number} about nothing much") for number in range(AT_ONCE + 5)], BEFORE)
    add(memory, "kubernetes cluster of the shop", now=NOW)
    assert titles(memory, SLIP)[0] == "kubernetes cluster of the shop", "the youngest are embedded first"
    assert memory.pending == 6
    assert memory.embed() == 6
    titles(memory, SLIP)
    assert memory.pending == 0


def test_without_a_model_words_are_all_there_is_and_that_is_said_once(tmp_path: Path) -> None:
    Store.create(tmp_path / "store", ["facts"])
    with_none = Memory.open(tmp_path / "store", environ={"MEM_EMBED_MODEL": str(tmp_path / "nowhere")})
    add(with_none, "kubernetes cluster of the shop")
    assert titles(with_none, "cluster") == ["kubernetes cluster of the shop"]
    assert titles(with_none, "cluster") == ["kubernetes cluster of the shop"]
    assert len([notice for notice in with_none.notices if "not possible" in notice]) == 1
    again = Memory.open(tmp_path / "store", environ={"MEM_EMBED_MODEL": str(tmp_path / "nowhere")})
    assert titles(again, "cluster") == ["kubernetes cluster of the shop"]
    assert again.notices == []
    assert "nowhere" in again.no_model


def test_scores_of_words_and_meaning_together_lead_what_is_both(memory: Memory) -> None:
    add(memory, "The cluster is watched by Grafana")
    add(memory, "The cluster of kubernetes nodes is watched by Grafana")
    assert titles(memory, "kuberntes cluster")[0] == "The cluster of kubernetes nodes is watched by Grafana"
