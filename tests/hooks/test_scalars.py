"""Words mean what YAML 1.2 says, and every value that is written comes back."""

from __future__ import annotations

import math

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mem.hooks.document import read_text
from mem.hooks.resolve import same
from mem.hooks.scalars import inline, meaning

MEANINGS = [
    ("", None), ("~", None), ("null", None), ("true", True), ("FALSE", False),
    ("no", "no"), ("yes", "yes"), ("on", "on"), ("y", "y"), ("tRue", "tRue"),
    ("0", 0), ("-1", -1), ("+2", 2), ("010", 10), ("0x1F", 31), ("0o17", 15), ("0o8", "0o8"),
    ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), (".inf", math.inf), ("-.INF", -math.inf),
    ("1_000", "1_000"), ("06:20", "06:20"), ("2026-03-01", "2026-03-01"), ("1.2.3", "1.2.3"), ("1.10", 1.1),
    ("-", "-"), (".", "."), ("--1", "--1"), ("0x", "0x"), ("1e", "1e"), ("9" * 5000, "9" * 5000),
]  # fmt: skip


@pytest.mark.parametrize(("word", "value"), MEANINGS)
def test_a_plain_word_means_what_the_core_schema_says(word: str, value: object) -> None:
    assert same(meaning(word), value)


def test_not_a_number_is_a_number() -> None:
    assert same(meaning(".NaN"), math.nan)


SAFE = st.characters(blacklist_categories=["Cs"], blacklist_characters="\ufffe\uffff")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(SAFE),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(SAFE, max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_every_value_that_is_written_is_read_again(value: object) -> None:
    document = read_text("MEMHOOKS.md", f"---\nx: {inline(value)}\n---\n")
    assert not document.faults
    assert same(document.value["x"], value)


@given(st.text(SAFE))
def test_a_reader_of_older_yaml_gets_the_same_text(text: str) -> None:
    assert yaml.safe_load(inline([text])) == [text]
