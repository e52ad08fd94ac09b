"""Where fields end and text begins, whatever editor saved the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.facts.fences import conflict_line, split, tidy

OURS, THEIRS = "<<<<<<< HEAD\nours\n", "=======\ntheirs\n>>>>>>> main\n"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("---\na: 1\n---\nbody\n", ("---\n", "a: 1\n", "---\n", "body\n")),
        ("---\r\na: 1\r\n---\r\nbody\r\n", ("---\r\n", "a: 1\r\n", "---\r\n", "body\r\n")),
        ("\ufeff---\na: 1\n---\n", ("\ufeff---\n", "a: 1\n", "---\n", "")),
        ("---\na: 1\n---", ("---\n", "a: 1\n", "---", "")),
        ("--- \t\na: 1\n---  \nb", ("--- \t\n", "a: 1\n", "---  \n", "b")),
        ("---\n---\n", ("---\n", "", "---\n", "")),
        ("---\na: 1\n---\n\nabove\n---\nbelow\n", ("---\n", "a: 1\n", "---\n", "\nabove\n---\nbelow\n")),
        ("---\na: |\n ---\n----\n---x\n---\n", ("---\n", "a: |\n ---\n----\n---x\n", "---\n", "")),
        ("text\n---\na: 1\n---\n", ("", "", "", "text\n---\na: 1\n---\n")),
        ("\n---\na: 1\n---\n", ("", "", "", "\n---\na: 1\n---\n")),
        (" ---\na: 1\n---\n", ("", "", "", " ---\na: 1\n---\n")),
        ("\ufefftext", ("\ufeff", "", "", "text")),
        ("", ("", "", "", "")),
    ],
)
def test_a_block_opens_on_the_first_line_and_ends_at_the_next_fence(text: str, parts: tuple[str, ...]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize(
    "text", ["---", "---\n", "---\na: 1\n", "---\na: 1\n --- \n", "---\na: 1\n---x\n", "\ufeff---\r\na: 1\r\n"]
)
def test_a_block_that_is_never_closed_is_none(text: str) -> None:
    assert split(text) is None


@given(st.text(st.sampled_from("-\n\r \ta:\ufeff"), max_size=40))
def test_the_parts_joined_are_the_text_again(text: str) -> None:
    parts = split(text)
    assert parts is None or "".join(parts) == text


@pytest.mark.parametrize(
    ("text", "newline"),
    [("---\r\n---\n", "\r\n"), ("---\n---\r\n", "\n"), ("a\r\nb\n", "\r\n"), ("a", "\n"), ("", "\n")],
)
def test_the_first_line_end_is_the_one_a_file_uses(text: str, newline: str) -> None:
    parts = split(text)
    assert parts is not None
    assert parts.newline == newline


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("\n\nabove\n\nbelow\n\n\n", "above\n\nbelow"),
        ("\r\none\r\ntwo\r\n", "one\ntwo"),
        ("one\rtwo\r", "one\ntwo"),
        ("    indented code\n", "    indented code"),
        ("text  ", "text  "),
        ("\n", ""),
    ],
)
def test_a_body_is_its_text_without_the_line_ends_around_it(body: str, text: str) -> None:
    assert tidy(body) == text


@given(st.text(st.sampled_from("ab \r\n"), max_size=20))
def test_tidying_twice_is_tidying_once(body: str) -> None:
    assert tidy(tidy(body)) == tidy(body)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (OURS + THEIRS, 1),
        ("---\ntitle: x\n---\n\n" + OURS + THEIRS, 5),
        (("one\n" + OURS + THEIRS).replace("\n", "\r\n"), 2),
        ("<<<<<<<\nours\n||||||| base\nold\n=======\ntheirs\n>>>>>>>\n", 1),
        (OURS, None),
        (THEIRS, None),
        ("=======\n" + OURS + ">>>>>>> main\n", None),
        (" <<<<<<< HEAD\n" + THEIRS, None),
        ("A heading\n=======\n", None),
        ("shift <<<<<<< left\n" + THEIRS, None),
        ("<<<<<<<<\n" + THEIRS, None),
    ],
)
def test_only_a_whole_set_of_markers_is_a_conflict(text: str, line: int | None) -> None:
    assert conflict_line(text) == line


def test_a_megabyte_of_half_conflicts_is_read_at_once() -> None:
    assert conflict_line("<<<<<<< HEAD\n" * 80_000) is None
