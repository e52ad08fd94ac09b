"""What changes, and what must not, when words stand in very many facts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mem.index import match
from mem.index.base import Index
from mem.index.opening import open_index

from helpers.told import NOW, Told, fact, query

FACTS = 6_000


@pytest.fixture(scope="module")
def told() -> Iterator[Told]:
    """Every fifth body mentions Alpha, every sixth Beta, half of them Common; a few titles stand out."""
    index = open_index(None)
    told = Told(index)
    facts = [fact(f"n-{n}", f"Note {n}", _body(n), scope="far" if n % 2 else "") for n in range(FACTS)]
    told.tell(*facts, fact("n-title", "Beta", "Nothing else"), fact("n-both", "A quiet one", "alpha beta"))
    yield told
    index.close()


def named(value: object) -> str:
    """Name a case the same in every process: the order of a set is not."""
    return str(sorted(value)) if isinstance(value, set) else str(value)


def _body(number: int) -> str:
    words = [word for word, every in (("alpha", 5), ("beta", 6), ("common", 2)) if number % every == 1]
    return " ".join(["filler text", *words, "and more"])


def test_the_quick_way_is_taken(told: Told) -> None:
    index = told.index
    counts = index.telling(match.terms("alpha beta"))  # type: ignore[attr-defined]  # of SqliteIndex
    assert match.quick(counts)


def test_all_are_counted_though_not_all_are_read(told: Told) -> None:
    expected = sum(n % 5 == 1 or n % 6 == 1 for n in range(FACTS)) + 2
    assert told.index.match(query("alpha beta")).total == expected


def test_titles_and_facts_with_all_words_are_among_the_best(told: Told) -> None:
    assert set(told.found("alpha beta")[:2]) == {"n-both", "n-title"}


def test_words_in_over_a_quarter_are_dropped_beside_others(told: Told) -> None:
    alone, beside = told.index.match(query("common")), told.index.match(query("common alpha"))
    assert alone.total == FACTS / 2
    assert beside.total == told.index.match(query("alpha")).total


def test_filters_count_the_same_on_the_quick_way(told: Told) -> None:
    found = told.index.match(query("alpha beta", scopes=()))
    everywhere = told.index.match(query("alpha beta"))
    assert (found.total, found.total + found.elsewhere) == (
        len(told.found("alpha beta", scopes=(), limit=None)),
        everywhere.total,
    )


def test_a_limit_beyond_the_quick_way_gives_all(told: Told) -> None:
    assert len(told.found("alpha beta", limit=None)) == told.index.match(query("alpha beta")).total


def test_a_point_in_time_finds_the_same(told: Told) -> None:
    assert told.found("alpha beta", known_at=NOW, valid_at=NOW) == told.found("alpha beta")


def test_a_long_prompt_is_answered(told: Told) -> None:
    words = "please tell me what alpha or beta facts and filler notes say about quiet common things " * 40
    assert "n-both" in told.found(words)[:3]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"scopes": ("far",)},
        {"tags": ("x",)},
        {"subject": "s"},
        {"known_at": NOW},
        {"history": True},
        {"min_priority": 5},
    ],
    ids=named,
)
def test_a_search_reads_postings_and_looks_each_match_up(
    told: Told, fields: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = _steps(told, monkeypatch, lambda: told.index.match(query("alpha beta", **fields)))
    scans = [step for step in steps if step.startswith("SCAN")]
    assert all("fts VIRTUAL TABLE" in step or step in ("SCAN found", "SCAN (subquery-1)") for step in scans), steps
    assert all(step == "USE TEMP B-TREE FOR ORDER BY" for step in steps if "TEMP B-TREE" in step)


def test_a_list_of_one_subject_reads_its_rows_only(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = _steps(told, monkeypatch, lambda: told.index.listing(query(subject="s")))
    assert any("version_subject" in step for step in steps)
    assert not any(step.startswith("SCAN") for step in steps)


def test_a_list_walks_the_index_that_is_in_its_order(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = _steps(told, monkeypatch, lambda: told.index.listing(query()))
    assert any("version_order" in step for step in steps)
    assert not any("TEMP B-TREE" in step for step in steps)


def _steps(told: Told, monkeypatch: pytest.MonkeyPatch, ask: object) -> list[str]:
    """Ask, and give the query plan of every statement that was run."""
    index, run = told.index, type(told.index).ask  # type: ignore[attr-defined]
    steps: list[str] = []

    def explained(self: Index, sql: str, values: tuple[object, ...] = ()) -> object:
        steps.extend(row[3] for row in run(self, "explain query plan " + sql, values))
        return run(self, sql, values)

    with monkeypatch.context() as patched:
        patched.setattr(type(index), "ask", explained)
        ask()  # type: ignore[operator]
    return steps
