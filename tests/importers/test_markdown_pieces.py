"""Pages of other tools are cut into claims: one for each list item, paragraph or block, titled by its own words."""

from __future__ import annotations

import pytest

from mem.importers.markdown import claim, page_of, pieces, type_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- one\n- two\n", ["- one", "- two"]),
        ("1. one\n2) two\n* three", ["1. one", "2) two", "* three"]),
        ("- one\n  goes on\n\n  and on\n- two", ["- one\n  goes on\n\n  and on", "- two"]),
        ("First.\nStill first.\n\nSecond.", ["First.\nStill first.", "Second."]),
        (
            "Do this:\n\n```sh\nmake\n# not a heading\n\nmake test\n```\n\nAfter.",
            ["Do this:\n\n```sh\nmake\n# not a heading\n\nmake test\n```", "After."],
        ),
        ("Needs:\n- salt\n- water\n\n- another matter", ["Needs:\n- salt\n- water", "- another matter"]),
        ("a <!-- a note\n\nto self --> b", ["a  b"]),
        ("Mine\n\n<!-- mem:begin v1 -->\n## Memory\nours\n<!-- mem:end -->\n\nMine too", ["Mine", "Mine too"]),
        ("", []),
        ("# Only a heading\n", []),
    ],
)
def test_a_page_is_cut_where_a_claim_ends(text, expected) -> None:
    assert [piece.text for piece in pieces(text)] == expected


def test_a_piece_knows_the_headings_it_stands_under() -> None:
    text = "top\n# A\n## B\n- one\n## C ##\n- two\n# D\n- three"
    found = [(piece.headings, piece.text) for piece in pieces(text)]
    assert found == [((), "top"), (("A", "B"), "- one"), (("A", "C"), "- two"), (("D",), "- three")]


@pytest.mark.parametrize(
    ("text", "headings", "expected"),
    [
        ("- Salt comes **first** in the [pot](x.md)", (), ("Salt comes first in the pot", "")),
        ("- tabs", ("Style",), ("Style: tabs", "")),
        ("```\nmake\n```", ("Build",), ("Build", "```\nmake\n```")),
        ("Boil it:\n- hot", ("Soup",), ("Soup: Boil it", "Boil it:\n- hot")),
        ("- [x] Salt comes before the pepper", (), ("Salt comes before the pepper", "")),
        (
            "- Salt comes before pepper\n  because it melts",
            (),
            ("Salt comes before pepper", "- Salt comes before pepper\n  because it melts"),
        ),
    ],
)
def test_a_claim_has_a_title_and_keeps_every_word(text, headings, expected) -> None:
    assert claim(text, headings) == expected


def test_a_long_line_is_titled_by_its_first_sentence_and_kept_whole() -> None:
    line = "Salt comes first. " + "It melts slowly and evenly. " * 20
    title, body = claim(line)
    assert (title, body) == ("Salt comes first.", line.strip())
    title, body = claim("salt " * 100)
    assert (len(title), title[-1], body) == (200, "…", ("salt " * 100).strip())


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("- We decided to salt early", "decision"),
        ("- Never salt twice", "constraint"),
        ("- Prefers sea salt", "preference"),
        ("- The root cause was too much salt", "failure"),
        ("- To salt evenly, stir", "howto"),
        ("- `make soup` makes soup", "howto"),
        ("- The salt is in the cupboard", "fact"),
    ],
)
def test_the_words_of_a_claim_tell_its_type(text, type) -> None:
    assert type_of(text) == type


@pytest.mark.parametrize("text", ["---\n- no\n- fields\n---\nText", "---\nnever closed\nText", "Text"])
def test_a_head_that_cannot_be_read_leaves_the_text(text) -> None:
    page = page_of(text)
    assert (dict(page.fields), "Text" in page.body) == ({}, True)
