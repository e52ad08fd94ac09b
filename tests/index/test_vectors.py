"""Vectors beside the index: kept by the digest of their text, and never mixed with those of another maker."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mem.facts.fact import FactId
from mem.facts.query import Query
from mem.index.opening import open_index
from mem.index.vectors import FILE, Vectors, among, said

from helpers.told import Told, at, fact

MAKER, OTHER = '{"model": "one"}', '{"model": "other"}'
NOW = at("2026-06-20")


def test_what_was_put_is_held_in_the_next_process_too(tmp_path: Path) -> None:
    vectors = Vectors(tmp_path, MAKER)
    vectors.put({b"a": b"1", b"b": b"2"})
    vectors.drop([b"a"])
    vectors.close()
    assert Vectors(tmp_path, MAKER).held() == {b"b": b"2"}


def test_vectors_of_another_maker_are_dropped(tmp_path: Path) -> None:
    Vectors(tmp_path, MAKER).put({b"a": b"1"})
    assert Vectors(tmp_path, OTHER).held() == {}
    assert Vectors(tmp_path, MAKER).held() == {}


@pytest.mark.parametrize("junk", [b"", b"no database at all", b"SQLite format 3\x00" + b"\xff" * 500])
def test_a_broken_file_is_made_anew(tmp_path: Path, junk: bytes) -> None:
    (tmp_path / FILE).write_bytes(junk)
    vectors = Vectors(tmp_path, MAKER)
    vectors.put({b"a": b"1"})
    vectors.close()
    assert Vectors(tmp_path, MAKER).held() == {b"a": b"1"}


def test_without_a_place_to_write_they_last_as_long_as_the_process(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    vectors = Vectors(tmp_path, MAKER)
    vectors.put({b"a": b"1"})
    assert vectors.held() == {b"a": b"1"}
    assert Vectors(None, MAKER).held() == {}


def test_a_file_that_somebody_holds_is_left_to_them(tmp_path: Path) -> None:
    Vectors(tmp_path, MAKER).put({b"a": b"1"})
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("begin exclusive")
        waiting = Vectors(tmp_path, MAKER, patience=0.0)
        waiting.put({b"b": b"2"})
        assert waiting.held() == {b"b": b"2"}
    assert Vectors(tmp_path, MAKER).held() == {b"a": b"1"}


@pytest.fixture
def told() -> Told:
    told = Told(open_index(None))
    told.tell(
        fact("n-plain", tx_at=at("2026-06-01"), scope="acme/shop"),
        fact("n-ended", tx_at=at("2026-06-02"), valid_to=at("2026-06-10")),
        fact("n-coming", tx_at=at("2026-06-03"), valid_from=at("2026-07-01")),
        fact("n-old", tx_at=at("2026-06-04")),
    )
    told.tell(fact("n-new", tx_at=at("2026-06-12"), supersedes=(FactId("n-old"),)))
    return told


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (Query(now=NOW), {"n-plain", "n-new"}),
        (Query(now=NOW, scopes=("acme/other",)), {"n-new"}),
        (Query(now=NOW, known_at=at("2026-06-11"), valid_at=at("2026-06-05")), {"n-plain", "n-ended", "n-old"}),
        (Query(now=NOW, types=("howto",)), set()),
        (Query(now=NOW, history=True), {"n-plain", "n-ended", "n-coming", "n-old", "n-new"}),
        (Query(now=NOW, limit=1), {"n-plain", "n-new"}),
    ],
)
def test_of_any_versions_those_are_given_that_pass_every_filter(told: Told, query: Query, expected: set) -> None:
    rids = [one.rid for one in said(told.index)]
    assert {candidate.id for candidate in among(told.index, query, rids)} == expected
    assert among(told.index, query, []) == []


def test_the_youngest_version_comes_first(told: Told) -> None:
    assert said(told.index)[0].id == "n-new"
