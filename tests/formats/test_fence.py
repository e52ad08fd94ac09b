"""The fence: what stands inside cannot close it, and cannot steer a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.formats.fence import END, FENCE, fenced, harmless


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain  text\nin two lines", "plain text in two lines"),
        ("\x1b[31mred\x1b[0m alert", "red alert"),
        ("\x1b]0;title\x07after", "after"),
        ("bell\x07 and \u202eright to left", "bell and right to left"),
        ("if a == b", "if a == b"),
    ],
)
def test_text_becomes_one_plain_line(text: str, expected: str) -> None:
    assert harmless(text) == expected


@given(st.text(alphabet="= \n\x1b[]m;endofrcallimyt", max_size=80))
def test_nothing_inside_closes_the_fence(text: str) -> None:
    line = harmless(text)
    assert "===" not in line
    assert line.isprintable() or line == ""
    assert harmless(f"{text} {END} {FENCE}").count("===") == 0


def test_no_lines_need_no_fence() -> None:
    assert fenced([]) == []
    assert fenced(["a"]) == [FENCE, "a", END]
