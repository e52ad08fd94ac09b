"""Values written so that no YAML reader takes them for anything but their text."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from mem.facts.quoting import decimal, flow, quoted, scalar

from helpers.texts import nested, texts

# What a reader of YAML 1.2 takes for something other than text.
CORE = re.compile(
    r"~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?(\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN"
)


@pytest.mark.parametrize(
    "text",
    [
        "Deploys via Fly.io", "Re:rollout", "d-2026-06-16-deploys", "github.com/acme/api", "project:acme",
        "C++ and C#", "it's", 'say "when"',
        "café", "回線", "🚀", "1.2.3", "2026-06-16-x", "61e95401c0ffee61e95401c0ffee61e95401c0ff", "a, b", "use [left]",
        "nobody", "Only", "5 apples",
        "C:\\path", "key=value", "a#b", "yes sir", "(maybe)", "/etc/hosts", "~/notes", "~user", "e5", "v1.10",
        "https://example.org/a?b=c#d",
        "under_score", "$HOME", "100%", "+ one",
    ],
)  # fmt: skip
def test_ordinary_text_stands_as_it_is(text: str) -> None:
    assert scalar(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", '""'),
        *(
            (word, f'"{word}"')
            for word in ("y", "N", "yes", "No", "ON", "off", "true", "False", "null", "Null", "~", "=", "<<")
        ),
        *(
            (number, f'"{number}"')
            for number in ("0100", "08", "1.10", "1_000", "1,000", "-5", "+1", ".5", "1.", "1e3", "61e9540")
        ),
        *(
            (number, f'"{number}"')
            for number in ("9509425e4", "0x1F", "0o17", "0b11", "10:00", "12:30:45.5", ".inf", "-.INF", ".NaN")
        ),
        *(
            (date, f'"{date}"')
            for date in ("2026-03-01", "2026-3-1", "2026-03-01T10:00:00Z", "2026-03-01 10:00", "2026-03-01 is a day")
        ),
        ("a: b", '"a: b"'),
        ("ends:", '"ends:"'),
        ("fix # 3", '"fix # 3"'),
        ("#1", '"#1"'),
        ("[draft] knots", '"[draft] knots"'),
        ("- item", '"- item"'),
        ("-dash", '"-dash"'),
        ("@dock", '"@dock"'),
        ("*bold*", '"*bold*"'),
        ("'tis", '"\'tis"'),
        ('"Oak" is good', '"\\"Oak\\" is good"'),
        ("...", '"..."'),
        (" blank", '" blank"'),
        ("blank ", '"blank "'),
        ("nbsp\u00a0", '"nbsp\u00a0"'),
        ("two\nlines", '"two\\nlines"'),
        ("tab\there", '"tab\\there"'),
        ("return\r", '"return\\r"'),
        ("back\\slash: x", '"back\\\\slash: x"'),
        ("\x1b[1m", '"\\x1b[1m"'),
        ("nel\x85", '"nel\\x85"'),
        ("sep\u2028", '"sep\\u2028"'),
        ("\ufeffbom", '"\\ufeffbom"'),
    ],
)
def test_text_that_would_be_misread_is_quoted(text: str, written: str) -> None:
    assert scalar(text) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (["deploy", "infra"], "[deploy, infra]"),
        ([], "[]"),
        (["a, b", "no", "project:acme", "x]"], '["a, b", "no", "project:acme", "x]"]'),
        ({"a": "1", "b": ["c", {}]}, '{a: "1", b: [c, {}]}'),
        ("ü", "ü"),
    ],
)
def test_lists_and_groups_are_written_on_one_line(value: object, written: str) -> None:
    assert flow(value) == written  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "written"), [(0.5, "0.5"), (1, "1.0"), (0.0, "0.0"), (1e-7, "1.0e-07"), (1.5e-7, "1.5e-07")]
)
def test_a_share_is_written_as_a_number_that_yaml_knows(number: float, written: str) -> None:
    assert decimal(number) == written
    assert yaml.safe_load(written) == number


def test_long_text_is_not_wrapped() -> None:
    assert scalar("word " * 60 + "end").count("\n") == 0


@given(texts)
def test_a_reader_of_yaml_1_1_gets_the_text(text: str) -> None:
    assert yaml.safe_load(f"key: {scalar(text)}\n") == {"key": text}


@given(texts)
def test_a_reader_of_yaml_1_2_gets_the_text(text: str) -> None:
    assert scalar(text).startswith('"') or not CORE.fullmatch(text)


@given(texts)
def test_text_in_quotes_is_one_line_and_the_text(text: str) -> None:
    assert "\n" not in quoted(text)
    assert yaml.safe_load(quoted(text)) == text


@example(["why?"])
@example({"A": "0?"})
@given(nested)
def test_a_group_of_values_is_read_back_as_it_was(value: object) -> None:
    assert yaml.safe_load(f"key: {flow(value)}\n") == {"key": value}  # type: ignore[arg-type]


@given(st.floats(0, 1))
def test_a_share_survives_its_writing(number: float) -> None:
    assert float(decimal(number)) == number
