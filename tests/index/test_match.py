"""What people type becomes FTS5 phrases."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.index import match
from mem.index.opening import open_index

WORDS = [
    ("restart the worker", ['"restart"', '"worker"']),
    ("worker WORKER workers", ['"worker"', '"workers"']),
    # a joined name leads as a whole, its parts follow
    ("AB-1234", ['"ab 1234"', '"ab"', '"1234"']),
    ("lib/net.py", ['"lib net py"', '"lib"', '"net"', '"py"']),
    ("queue_worker", ['"queue worker"', '"queue"', '"worker"']),
    ("22.04", ['"22 04"', '"22"', '"04"']),
    # a hump is no word of its own when somebody asks for the whole name
    ("retryAfterSeconds", ['"retryafterseconds"', '"retry seconds"']),
    ("MySQL", ['"mysql"', '"sql"']),
    ("don't", ['"dont"', '"not"']),
    ("C++", ['"cplusplus"']),
    ("🎉", ['"u1f389"']),
    # scripts without blanks: as a whole, then by pairs; a lone character as a beginning
    ("東京都", ['"東京 京都"', '"東京"', '"京都"']),
    ("京都", ['"京都"']),
    ("京", ['"京" *']),
    # nothing to look up
    ("", []),
    ("  ", []),
    ("?", []),
    ('"', []),
    ("what is it", []),
    ("\x00", []),
]


@pytest.mark.parametrize(("words", "terms"), WORDS)
def test_words_become_terms(words: str, terms: list[str]) -> None:
    assert match.terms(words) == terms


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        ("--fail-on-warnings", '"fail warnings"'),
        ("went home", '"go home"'),
        ("to be", ""),
        ("京都 deploy", '"deploy" AND "京都"'),
    ],
)
def test_a_phrase_is_its_content_words_in_a_row(words: str, expression: str) -> None:
    assert match.phrase(words) == expression


def test_a_phrase_of_many_words_is_looked_up_by_the_first() -> None:
    assert match.phrase(" ".join(f"w{n}" for n in range(100))).count(" ") == match.LONGEST_PHRASE - 1


@pytest.mark.parametrize(
    "words",
    ['"exact words"', "deploy -staging", "-staging", '-"on friday"', "deplo*", "type:howto", "tag:auth x", "a OR b"],
)
def test_syntax_is_recognised(words: str) -> None:
    assert match.uses_syntax(words)


@pytest.mark.parametrize(
    "words",
    [
        "", "AB-1234", "foo - bar", "-5 degrees", "--", "it's \"fine", "a:b", "http://x", "type:", "OR", "OR b", "a or b",
        "2 * 3", "*", "C++", "node.js", "note:this",
    ],
)  # fmt: skip
def test_plain_words_are_no_syntax(words: str) -> None:
    assert not match.uses_syntax(words)


@pytest.mark.parametrize(
    ("words", "phrases"),
    [
        ("plain words", ()),
        ('"two words" more', ("two words",)),
        ('"two   words" "and more"', ("two words", "and more")),
        ('"two words" OR more', ()),
        ('-"two words" more', ()),
    ],
)
def test_quoted_phrases_are_given_for_checking(words: str, phrases: tuple[str, ...]) -> None:
    assert match.phrases(words) == phrases


FREQUENCIES = {"rare": 3, "usual": 2_000, "common": 9_000, "everywhere": 60_000}


def count(term: str, limit: int) -> int:
    return min(FREQUENCIES[term], limit)


@pytest.mark.parametrize(
    ("facts", "terms", "kept"),
    [
        (100_000, ["rare", "everywhere"], ["rare"]),
        (100_000, ["everywhere", "common"], ["common"]),
        (80_000, ["common", "rare"], ["rare"]),
        (100_000, ["everywhere"], ["everywhere"]),
        (10_000, ["usual", "common"], ["usual"]),
        (200, ["usual", "everywhere"], ["usual", "everywhere"]),
    ],
)
def test_terms_that_stand_in_too_many_facts_are_dropped(facts: int, terms: list[str], kept: list[str]) -> None:
    assert list(match.telling(terms, facts, count)) == kept


def test_of_a_long_prompt_the_rarest_terms_are_looked_up() -> None:
    terms = [f"t{n}" for n in range(100)]
    kept = match.telling(terms, 100, lambda term, limit: int(term[1:]))
    assert list(kept) == terms[: match.MOST_TERMS]


HEAD = "{title abstract tags bigrams}"
QUICK, READ = match.QUICK, match.READ_PER_TERM


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({'"a"': 9_000}, [(f'{HEAD} : ("a")', READ)]),
        (
            {'"b"': 9_000, '"a"': 10},
            [('"b" AND "a"', 2 * READ), (f'"a" OR {HEAD} : ("b")', QUICK + READ)],
        ),
        ({'"b"': 9_000, '"a"': 8_000}, [(f'{HEAD} : ("b" OR "a")', 2 * READ)]),
        (
            {'"a"': 5_000, '"b"': 5_000, '"c"': 5_000, '"d"': 10},
            [(f'("d" OR {HEAD} : ("a" OR "b" OR "c")) AND ("a" OR "b" OR "c" OR "d")', QUICK + 3 * READ)],
        ),
    ],
    ids=["one word", "two words", "common words", "many words"],
)
def test_a_shortcut_looks_for_all_of_few_words_then_for_rare_ones_anywhere_and_others_in_the_head(
    counts: dict[str, int], expected: list[tuple[str, int]]
) -> None:
    assert match.shortcuts(counts, match.any_of(counts)) == expected


def test_a_shortcut_never_leaves_what_was_asked_for() -> None:
    for shortcut, _ in match.shortcuts({'"a"': 3_000, '"b"': 9_000}, '("x y") AND ("x y" OR "a" OR "b")'):
        assert shortcut.endswith('AND (("x y") AND ("x y" OR "a" OR "b"))')


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Ada's zebra", ["ada", "ada zebra", "zebra"]),
        ("the acme-api", ["the acme", "the acme api", "acme", "acme api", "api"]),
        ("it", []),
        ("", []),
    ],
)
def test_stretches_of_words_may_be_names(words: str, names: list[str]) -> None:
    assert match.names_in(words) == names


@pytest.fixture(scope="module")
def db() -> Iterator[sqlite3.Connection]:
    index = open_index(None)
    yield index.db
    index.close()


@given(st.text() | st.text("\"'-*:^(){}[]+#ABOR NEAT京🎉\x00", max_size=60))
def test_no_text_is_bad_fts5(db: sqlite3.Connection, words: str) -> None:
    terms = match.terms(words)
    counts = dict.fromkeys(terms, 5_000)
    shortcuts = match.shortcuts(counts, match.any_of(terms)) if terms else []
    for expression in (match.any_of(terms), match.phrase(words), *(way for way, _ in shortcuts)):
        if expression:
            assert db.execute("select count(*) from fts where fts match ?", [expression]).fetchone() == (0,)


@pytest.mark.parametrize(
    "words", ["x" * 10_000, "x " * 5_000, "x-" * 5_000, "京" * 10_000, '"' * 10_000, "a'b" * 3_000]
)
def test_long_input_stays_within_bounds(db: sqlite3.Connection, words: str) -> None:
    kept = match.telling(match.terms(words), 0, lambda term, limit: 0)
    assert len(kept) <= match.MOST_TERMS
    if kept:
        db.execute("select 1 from fts where fts match ?", [match.any_of(kept)]).fetchall()
