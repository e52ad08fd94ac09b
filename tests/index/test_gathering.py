"""Of a long question that very many facts have words of, only the promising get a full score."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mem.index import finding, gathering, match
from mem.index.opening import open_index

from helpers.told import NOW, Told, fact, query

FACTS = 6_000
WORDS = (("alpha", 5), ("beta", 6), ("gamma", 7), ("delta", 8))


@pytest.fixture(scope="module")
def told() -> Iterator[Told]:
    """Every fifth body mentions Alpha, every sixth Beta, every seventh Gamma, every eighth Delta; two facts stand out."""
    index = open_index(None)
    told = Told(index)
    bodies = [" ".join(["filler", *(word for word, every in WORDS if n % every == 1)]) for n in range(FACTS)]
    told.tell(
        *(
            fact(f"n-{n}", f"Note {n}", body, scope="far" if n % 2 else "", type="fact" if n % 13 else "decision")
            for n, body in enumerate(bodies)
        )
    )
    told.tell(fact("n-head", "Alpha and gamma", "Nothing else"), fact("n-all", "A quiet one", "gamma, alpha, beta"))
    yield told
    index.close()


LONG = "alpha beta gamma"


def test_of_a_long_question_the_promising_are_scored_alone(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(*_: object, **__: object) -> None:
        pytest.fail("all were read after all")

    monkeypatch.setattr(match, "shortcuts", unread)
    assert {"n-head", "n-all"} <= set(told.found(LONG)[:3])


@pytest.mark.parametrize(
    "fields", [{}, {"known_at": NOW, "valid_at": NOW}, {"precise": True}, {"scopes": ("far",)}], ids=str
)
def test_the_best_of_the_promising_are_the_best_of_all(
    told: Told, fields: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = told.found(LONG, **fields)[:5]
    monkeypatch.setattr(finding, "FEWEST_TERMS", 99)
    monkeypatch.setattr(match, "QUICK", 10 * FACTS)
    assert found == told.found(LONG, **fields)[:5]


def test_where_filters_let_too_few_of_the_promising_through_others_are_read(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "PROMISING", 60)
    assert len(told.found(LONG, scopes=(), limit=10)) >= finding.FEWEST_CANDIDATES
    monkeypatch.setattr(finding, "FEWEST_CANDIDATES", 70)
    assert len(told.found(LONG, limit=10)) >= finding.FEWEST_CANDIDATES


@pytest.mark.parametrize("words", [f"{LONG} delta", f"{LONG} delta -nothing", LONG, "alpha beta"])
@pytest.mark.parametrize("precise", [False, True])
def test_a_score_is_the_same_whichever_way_a_fact_is_found(
    told: Told, words: str, precise: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = query(words, types=("decision",), precise=precise, limit=10)
    found = {one.id: one.relevance for one in told.index.match(asked).candidates}
    monkeypatch.setattr(finding, "CHECKED_PER_CANDIDATE", FACTS)
    asked.limit = None
    whole = {one.id: one.relevance for one in told.index.match(asked).candidates}
    assert found == {id: pytest.approx(whole.get(id)) for id in found}


@pytest.mark.parametrize(
    ("counts", "query_words", "expected"),
    [
        ({"n-1": "alpha", "n-2": "alpha beta", "n-3": "beta"}, ["alpha", "beta"], ["n-2", "n-3", "n-1"]),
        ({"n-1": "beta", "n-2": "alpha", "n-3": "alpha"}, ["alpha", "beta"], ["n-1", "n-3", "n-2"]),
    ],
)
def test_who_holds_most_comes_first_and_of_equals_the_newest(
    counts: dict[str, str], query_words: list[str], expected: list[str]
) -> None:
    index = open_index(None)
    told = Told(index)
    told.tell(*(fact(name, "Note", body) for name, body in counts.items()))
    terms = match.terms(" ".join(query_words))
    held = {term: sum(term.strip('"') in body for body in counts.values()) for term in terms}
    rows = gathering.promising(index, query(" ".join(query_words)), held, 9)  # type: ignore[arg-type]  # a SqliteIndex
    names = dict(index.ask("select rid, id from version"))  # type: ignore[attr-defined]  # as above
    assert [names[row] for row in rows] == expected
    index.close()
