"""What changes, and what must not, when words stand in very many facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from mem.index import finding, match
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


@pytest.fixture(autouse=True)
def counted_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every count go to its end, so that it can be compared."""
    monkeypatch.setattr(finding, "MOST_COUNTED", 2 * FACTS)


def named(value: object) -> str:
    """Name a case the same in every process: the order of a set is not."""
    return str(sorted(value)) if isinstance(value, set) else str(value)


def _body(number: int) -> str:
    words = [word for word, every in (("alpha", 5), ("beta", 6), ("common", 2)) if number % every == 1]
    return " ".join(["filler text", *words, "and more"])


def test_not_all_matches_are_read(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list(_asked(told, monkeypatch, lambda: told.index.match(query("alpha beta"))))
    assert any("order by fts.rowid desc" in sql for sql, _ in asked)


def test_all_are_counted_though_not_all_are_read(told: Told) -> None:
    expected = sum(n % 5 == 1 or n % 6 == 1 for n in range(FACTS)) + 2
    assert str(told.index.match(query("alpha beta")).total) == str(expected)


def test_of_very_many_the_count_says_that_it_was_cut_short(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "MOST_COUNTED", 500)
    found = told.index.match(query("alpha beta"))
    assert (str(found.total), f"{found.total}", found.total + 1, found.total - 1) == ("500+", "500+", 501, 499)
    assert str(told.index.match(query("alpha beta", scopes=())).elsewhere).endswith("+")
    assert str(told.index.match(query("quiet")).total) == "1"
    assert str(told.index.listing(query()).total) == str(FACTS + 2)


def test_where_nothing_else_tells_the_newest_are_compared(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "READ_PER_TERM", 150)
    monkeypatch.setattr(match, "QUICK", 0)
    found = told.found("filler", limit=10)
    newest = {f"n-{n}" for n in range(FACTS - 160, FACTS)} | {"n-title", "n-both"}
    assert len(found) == finding.FEWEST_CANDIDATES
    assert set(found) <= newest


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
    assert [step for step in scans if not _is_small(step)] == []
    assert all(step == "USE TEMP B-TREE FOR ORDER BY" for step in steps if "TEMP B-TREE" in step)


def test_a_list_of_one_subject_reads_its_rows_only(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = _steps(told, monkeypatch, lambda: told.index.listing(query(subject="s")))
    assert any("version_subject" in step for step in steps)
    assert not any(step.startswith("SCAN") for step in steps)


def test_a_list_walks_the_index_that_is_in_its_order(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = _steps(told, monkeypatch, lambda: told.index.listing(query()))
    assert any("version_order" in step for step in steps)
    assert not any("TEMP B-TREE" in step for step in steps)


def test_a_precise_search_reads_postings_and_looks_each_match_up(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = _steps(told, monkeypatch, lambda: told.index.match(query("alphas betta quiet", precise=True)))
    scans = [step for step in steps if step.startswith("SCAN")]
    assert [step for step in scans if not _is_small(step)] == []
    assert any(step.startswith("SEARCH word") for step in steps)


def _is_small(scan: str) -> bool:
    """Tell whether a scan is one of postings, of what other steps of the same statement found, or ends at one row."""
    found = ("SCAN found", "SCAN best", "SCAN asked", "SCAN (subquery", "SCAN version USING INDEX version_said")
    return "VIRTUAL TABLE" in scan or "CONSTANT ROW" in scan or scan.startswith(found)


def _steps(told: Told, monkeypatch: pytest.MonkeyPatch, ask: object) -> list[str]:
    """Ask, and give the query plan of every statement that was run."""
    run = type(told.index).ask  # type: ignore[attr-defined]  # of SqliteIndex
    return [
        row[3]
        for sql, values in _asked(told, monkeypatch, ask)
        for row in run(told.index, "explain query plan " + sql, values)
    ]


def _asked(told: Told, monkeypatch: pytest.MonkeyPatch, ask: object) -> list[tuple[str, Sequence[object]]]:
    """Ask, and give every statement that was run, with its values."""
    index, run = told.index, type(told.index).ask  # type: ignore[attr-defined]  # of SqliteIndex
    asked: list[tuple[str, Sequence[object]]] = []

    def noted(self: Index, sql: str, values: Sequence[object] = ()) -> object:
        asked.append((sql, values))
        return run(self, sql, values)

    with monkeypatch.context() as patched:
        patched.setattr(type(index), "ask", noted)
        ask()  # type: ignore[operator]
    return asked
