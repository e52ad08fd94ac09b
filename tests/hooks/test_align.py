"""Lists are aligned so that what is equal stays and what is between it may change."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.hooks.align import align

CASES = [
    ("abc", "abc", "a=a b=b c=c"),
    ("abc", "abcd", "a=a b=b c=c +d"),
    ("abc", "ac", "a=a b- c=c"),
    ("abc", "aXc", "a=a b>X c=c"),
    ("abcd", "cde", "a- b- c=c d=d +e"),
    ("abc", "", "a- b- c-"),
    ("", "ab", "+a +b"),
    ("aab", "ab", "a=a a- b=b"),
]


def told(old: str, new: str) -> str:
    words = []
    for step in align(old, new, operator.eq):
        if step.old is None or step.new is None:
            words.append(f"+{new[step.new]}" if step.new is not None else f"{old[step.old or 0]}-")
        else:
            words.append(f"{old[step.old]}{'=' if old[step.old] == new[step.new] else '>'}{new[step.new]}")
    return " ".join(words)


@pytest.mark.parametrize(("old", "new", "steps"), CASES)
def test_what_is_equal_stays_and_the_rest_is_changed_dropped_or_added(old: str, new: str, steps: str) -> None:
    assert told(old, new) == steps


@given(st.lists(st.integers(0, 3), max_size=8), st.lists(st.integers(0, 3), max_size=8))
def test_every_item_has_its_step_in_order(old: Sequence[int], new: Sequence[int]) -> None:
    steps = align(old, new, operator.eq)
    assert [step.old for step in steps if step.old is not None] == list(range(len(old)))
    assert [step.new for step in steps if step.new is not None] == list(range(len(new)))
