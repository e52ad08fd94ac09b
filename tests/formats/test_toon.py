"""The official TOON package reads back what we print."""

from __future__ import annotations

import pytest
import toon_format
from hypothesis import given
from hypothesis import strategies as st

from mem.formats import toon
from mem.formats.report import Report, Table

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)
SCALAR = st.one_of(TEXT, st.integers(-1000, 1000), st.booleans(), st.none(), st.sampled_from([0.5, 1.0, 0.25, 100.125]))


def read(report: Report) -> object:
    return toon_format.decode(toon.render(report))


@given(value=SCALAR)
def test_every_value_is_read_back_as_it_was(value: object) -> None:
    assert read(Report({"key": value})) == {"key": value}


@given(rows=st.lists(st.fixed_dictionaries({"id": TEXT, "title": TEXT, "confidence": SCALAR}), max_size=4))
def test_every_row_is_read_back_as_it_was(rows: list[dict[str, object]]) -> None:
    assert read(Report({"mem": Table(("id", "title", "confidence"), rows)})) == {"mem": rows}


@given(steps=st.lists(TEXT, min_size=1, max_size=3), tags=st.lists(TEXT, max_size=3))
def test_lists_and_next_steps_are_read_back_as_they_were(steps: list[str], tags: list[str]) -> None:
    assert read(Report({"memory": {"tags": tags, "id": "x"}}, steps)) == {
        "memory": {"tags": tags, "id": "x"},
        "help": steps,
    }


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        ("plain words", "plain words"),
        ("Pick red, not blue", '"Pick red, not blue"'),
        ('Say "when"', '"Say \\"when\\""'),
        ("42", '"42"'),
        ("0100", '"0100"'),
        ("1e3", '"1e3"'),
        ("true", '"true"'),
        ("- item", '"- item"'),
        ("", '""'),
        (" padded", '" padded"'),
        ("two\nlines", '"two\\nlines"'),
        (0.5, "0.5"),
        (1.0, "1"),
        (None, "null"),
        (True, "true"),
    ],
)
def test_text_is_quoted_only_where_it_would_be_misread(value: object, printed: str) -> None:
    assert toon.scalar(value) == printed


def test_an_empty_table_keeps_its_head() -> None:
    assert toon.render(Report({"mem": Table(("id", "type"), [])})) == "mem[0]{id,type}:\n"


def test_terminal_escapes_cannot_leave_the_report() -> None:
    assert "\x1b" not in toon.render(Report({"title": "red \x1b[31malert"}))
