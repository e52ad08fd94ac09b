"""Query syntax, as Whoosh reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.index.match import terms
from mem.index.opening import open_index
from mem.index.syntax import answer, parse

from helpers.told import query


@pytest.mark.parametrize(
    ("words", "any", "must", "none"),
    [
        ("deploy -staging", ['"deploy"'], [], ['"staging"']),
        ("-staging", [], [], ['"staging"']),
        ('deploy -"on friday"', ['"deploy"'], [], ['"friday"']),
        ("foo-bar -x", ['"foo bar"', '"foo"', '"bar"'], [], ['"x"']),
        ('"two words" zebra', ['"zebra"'], ['"two words"'], []),
        ('"two words" OR zebra', ['"two words"', '"zebra"'], [], []),
        ("a1 OR b1 c1", ['"a1"', '"b1"', '"c1"'], [], []),
        ('unclosed "quote "zebra" crossing', ['"unclosed"', '"zebra"', '"crossing"'], ['"quote"'], []),
        ("tag:a1 OR zebra", ["tags : \"a1\"", '"zebra"'], [], []),
        ("(round) [square] {curly} a^2 b~ c?", ['"round"', '"square"', '"curly"', '"2"', '"b"', '"c"'], [], []),
        ("AND NOT x*y", ['"not"', '"x y"', '"x"', '"y"'], [], []),
    ],
)  # fmt: skip
def test_words_are_sorted_into_what_must_may_and_must_not_be_there(
    words: str, any: list[str], must: list[str], none: list[str]
) -> None:
    wanted = parse(words)
    assert (sorted(wanted.any), wanted.must, wanted.none) == (sorted(any), must, none)


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("type:howto x", "types", ("howto",)),
        ("type:howto OR type:decision", "types", ("howto", "decision")),
        ("tag:auth tag:web", "tags", ("flag", "auth", "web")),
        ("scope:acme/api", "scopes", ("acme/api",)),
        ("subject:project:acme", "subject", "project:acme"),
        ('subject:"two words"', "subject", "two words"),
        ("source:chat-7", "source", "chat-7"),
        ("note:this type: x", "types", ("event",)),
    ],
)
def test_fields_narrow_the_query(words: str, field: str, value: object) -> None:
    asked = query(words, types=("event",), tags=("flag",), scopes=(), subject="who", source="where")
    assert getattr(parse(words).narrow(asked), field) == value


def test_an_unknown_field_is_plain_words() -> None:
    assert parse("note:zebra -x").any == terms("note:zebra")


def test_a_beginning_stands_for_all_words_that_begin_so() -> None:
    assert parse("depl*", lambda beginning: [f'"{beginning}oy"', f'"{beginning}oyment"']).any == [
        '"deploy"',
        '"deployment"',
    ]


@given(st.text('"-*:( )ORtypeag京ab\x00', max_size=40))
def test_no_text_breaks_it(words: str) -> None:
    index = open_index(None)
    assert answer(index, query(words)).total == 0
    index.close()
