"""Asking the questions beside the code finds more of what matters than searching for the words of the task."""

from __future__ import annotations

from pathlib import Path

import pytest

from mem.facts.instant import Instant
from mem.facts.query import Query
from mem.hookfiles.plans import plan_for
from mem.hookfiles.roots import Around
from mem.memory import Draft, Memory
from mem.recall import recall
from mem.store.store import Store

from helpers.shop import AREAS, TASKS, filler, more_filler

NOW = Instant("2026-06-20T12:00:00.000Z")
SHOWN = 6


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Memory, Path]:
    """A store of two hundred facts and a repository with a hook in each area."""
    folder = tmp_path_factory.mktemp("shop")
    Store.create(folder / "store", ["facts"])
    memory = Memory.open(folder / "store")
    what_matters = [title for _, titles, _ in AREAS.values() for title in titles]
    others = filler()
    others += more_filler(200 - len(what_matters) - len(others))
    memory.add_all([Draft(title, type="fact") for title in (*what_matters, *others)], NOW)
    for area, (path, _, questions) in AREAS.items():
        (folder / "code" / path).mkdir(parents=True)
        asked = "".join(f"  - query: {question!r}\n" for question in questions)
        text = f"---\nschema: memhooks/v2\nscope: {area}\nrecall_queries:\n{asked}---\n"
        (folder / "code" / path / "MEMHOOKS.md").write_text(text)
    return memory, folder / "code"


def scores(found: list[list[str]]) -> tuple[float, float]:
    """Give precision and recall over all tasks, each task counting the same."""
    precision = recalled = 0.0
    for (area, _), titles in zip(TASKS, found, strict=True):
        wanted = set(AREAS[area][1])
        right = len(wanted & set(titles))
        precision += right / len(titles) if titles else 0.0
        recalled += right / len(wanted)
    return precision / len(TASKS), recalled / len(TASKS)


def test_the_world_is_as_large_as_it_says(shop: tuple[Memory, Path]) -> None:
    memory, _ = shop
    assert sum(memory.index.counts(Query(now=NOW)).values()) == 200
    assert len(TASKS) == 30


def test_recall_by_hooks_beats_search_by_the_words_of_the_task(shop: tuple[Memory, Path]) -> None:
    memory, code = shop
    searched = [
        [hit.candidate.title for hit in memory.search(Query(task, now=NOW, limit=SHOWN)).hits] for _, task in TASKS
    ]
    hooked = []
    for area, task in TASKS:
        plan = plan_for(str(code / AREAS[area][0]), Around(str(code), configured_root=str(code)))
        facts = recall(memory, [plan], NOW, scopes=None, prompt=task).facts
        hooked.append([one.candidate.title for one in facts[:SHOWN]])
    (search_precision, search_recall), (hook_precision, hook_recall) = scores(searched), scores(hooked)
    print(f"search: {search_precision:.2f} / {search_recall:.2f}, hooks: {hook_precision:.2f} / {hook_recall:.2f}")
    assert hook_recall >= 0.9
    assert hook_precision >= 0.75
    assert hook_recall > 2 * search_recall
    assert hook_precision > 2 * search_precision
