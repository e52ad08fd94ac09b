"""Blocks of fields: everything is text, what people write bare is read whole, and both readers agree."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from mem.diagnostics import Severity
from mem.facts import yaml_block, yaml_events
from mem.facts.frontmatter import BLOCK_BYTES, Field, read_block, simple_fields, simple_values
from mem.facts.quoting import scalar

from helpers.texts import TRICKY

WARNING, ERROR = Severity.WARNING, Severity.ERROR


def values(block: str) -> dict[str, object]:
    """Read a block that has no errors."""
    found = yaml_block.read(block, "f.md")
    assert [finding for finding in found.findings if finding.severity is ERROR] == []
    return {key: field.value for key, field in found.fields.items()}


def warned(block: str) -> list[tuple[str, int | None, int | None, str | None]]:
    findings = yaml_block.read(block, "f.md").findings
    return [(one.code, one.place.line, one.place.column, one.help) for one in findings if one.severity is WARNING]


def error(block: str) -> tuple[str, int | None, int | None]:
    [finding] = yaml_block.read(block, "f.md").findings
    assert (finding.severity, finding.place.path) == (ERROR, "f.md")
    return finding.code, finding.place.line, finding.place.column


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (
            "title: No\ntags: [no, off, yes, NO]\non: on\n",
            {"title": "No", "tags": ["no", "off", "yes", "NO"], "on": "on"},
        ),
        ("ticket: 08\nsource: 0100\nbuild: 1_000\n", {"ticket": "08", "source": "0100", "build": "1_000"}),
        ("version: 1.10\ncommit: 61e9540\nhash: 1e3\n", {"version": "1.10", "commit": "61e9540", "hash": "1e3"}),
        ("at: 2026-03-01\nstandup: 10:00\nnull: ~\n", {"at": "2026-03-01", "standup": "10:00", "null": "~"}),
        ("a: \"x: \\u00e9 # y\"\nb: 'it''s'\n", {"a": "x: é # y", "b": "it's"}),
        ("a:\nb: \nc: ''\n", {"a": "", "b": "", "c": ""}),
        ("a:\n- 1\n- two\nb:\n  - x\n  -\n", {"a": ["1", "two"], "b": ["x", ""]}),
        ("a: [1,\n  'b, c',\n]\n", {"a": ["1", "b, c"]}),
        ("a: {b: 1, c: [d]}\nb:\n  c:\n    d: e\n", {"a": {"b": "1", "c": ["d"]}, "b": {"c": {"d": "e"}}}),
        ("a: |\n  one\n  # two\n\nb: >-\n  one\n  two\n", {"a": "one\n# two\n", "b": "one two"}),
        ("title: |\n  one\n  two\n", {"title": "one two"}),
        ("# remark\n\na: 1  # remark\n\n  # remark\nb: 2\n", {"a": "1", "b": "2"}),
        ("  a: 1\n  b: 2\n", {"a": "1", "b": "2"}),
        ("{a: 1, b: 2}\n", {"a": "1", "b": "2"}),
        ("? a\n: 1\n", {"a": "1"}),
        ("'q': 1\n<<: 2\n", {"q": "1", "<<": "2"}),
        (
            "a: x\u2028y\nb: [p\x85q, r\x1bs]\nc: 'v\x0cw'\n",
            {"a": "x\u2028y", "b": ["p\x85q", "r\x1bs"], "c": "v\x0cw"},
        ),
        ("", {}),
        ("# nothing but a remark\n", {}),
    ],
)
def test_every_value_is_the_text_that_stands_there(block: str, expected: Mapping[str, object]) -> None:
    assert values(block) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Re: rollout", "Re: rollout: phase 2", "[draft] tie the bowline", "[all of it]", "{braces}",
        "#1 rule of knots", "# a note",
        "@quay use *bold* & %20", "Winch: \"two\" [left] # old & new", "Fix # 3 today", "*bold* start",
        "&c. and so on", "!important",
        "'tis the season", "\"Oak\" is better", "'it' isn't", "`code` first", "%20 is a blank", "> 90% of ropes",
        "| or", "- item", "-",
        "? why", ", comma", "] bracket", "ends with:", "tab\tinside: it", ": colon", "\"never closed",
        "'never closed", "a: b: c",
    ],
)  # fmt: skip
@pytest.mark.parametrize("key", ["title", "source", "subject"])
def test_text_written_bare_runs_to_the_end_of_its_line_with_a_warning(key: str, text: str) -> None:
    block = f"id: x\n{key}: {text}  \nnote: y\n"
    assert values(block) == {"id": "x", key: text, "note": "y"}
    assert warned(block) == [("fact-bare-text", 3, len(key) + 3, "put it in quotes")]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('title: "Winch" # the old one', "Winch"),
        ("title: 'Winch'  # the old one", "Winch"),
        ("title: Winch#2", "Winch#2"),
        ("title: Winch:two", "Winch:two"),
        ("title: -5 degrees", "-5 degrees"),
        ("title: ?maybe", "?maybe"),
        ("title: :colon", ":colon"),
        ("scope: all # everywhere", "all"),
        ("status: active   # for now", "active"),
        ("priority: 5 # low", "5"),
        ("tags: [a]  # b", ["a"]),
        ("verified: # never", ""),
        ("owner: me # or you", "me"),
        ("owner: {name: me}", {"name": "me"}),
    ],
)
def test_what_yaml_reads_right_is_left_to_yaml(line: str, value: object) -> None:
    key = line.partition(":")[0]
    assert values(f"{line}\nz: 1\n") == {key: value, "z": "1"}
    assert warned(f"{line}\nz: 1\n") == []


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("scope: team: docks # ours", "team: docks"),
        ("scope: #docks", "#docks"),
        ("tags: #ropes, #knots", "#ropes, #knots"),
        ("owner: see: below", "see: below"),
        ("owner: @bob", "@bob"),
        ("owner: it's", "it's"),
        ("owner: 'it's", "'it's"),
        ('owner: "never closed', '"never closed'),
    ],
)
def test_a_name_may_be_bare_too_but_a_remark_after_it_is_one(line: str, value: str) -> None:
    key = line.partition(":")[0]
    assert values(f"{line}\n") == {key: value}
    assert len(warned(f"{line}\n")) == (value != "it's")


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("title: one\n  two\n", {"title": "one two"}),
        ('title: "one\n  two: three"\n', {"title": "one two: three"}),
        ("owner: # remark\n  name: me\n", {"owner": {"name": "me"}}),
        ("tags: # remark\n- a\n", {"tags": ["a"]}),
        ("title: >  # folded\n  Re: rollout\n", {"title": "Re: rollout"}),
        ("note: |\n  title: Re: rollout\ntitle: x\n", {"note": "title: Re: rollout\n", "title": "x"}),
    ],
)
def test_a_value_over_several_lines_is_for_yaml_to_read(block: str, expected: Mapping[str, object]) -> None:
    assert values(block) == expected
    assert warned(block) == []


@pytest.mark.parametrize(
    ("block", "code", "line", "column"),
    [
        ("a: 1\ntags: [x\nb: 2\n", "fact-yaml", 3, 7),
        ("a: b\nc: [x\n", "fact-yaml", 3, 4),
        ("title: x\nbroken line\n", "fact-yaml", 3, 1),
        ("title: x\n\tnote: y\n", "fact-yaml", 3, 1),
        ("tags: a: b\n", "fact-yaml", 2, 8),
        ('title: "C:\\path"\n', "fact-yaml", 2, 11),
        ('title: "half \\ud800"\n', "fact-yaml", 2, None),
        ('title: "nul \\0"\n', "fact-yaml", 2, 8),
        ("- a\n", "fact-yaml", 2, 1),
        ("only text\n", "fact-yaml", 2, 1),
        ("title:missing\n", "fact-yaml", 2, 1),
        ("a: 1\n...\nb: 2\n", "fact-yaml", 4, 1),
        ("a: &x 1\n", "fact-yaml", 2, 4),
        ("&x a: 1\n", "fact-yaml", 2, 1),
        ("a: *x\n", "fact-yaml", 2, 4),
        ("a: !!python/object/apply:os.getcwd []\n", "fact-yaml", 2, 4),
        ("a: !!int 1\n", "fact-yaml", 2, 4),
        ("[a]: 1\n", "fact-yaml", 2, 1),
        ("a: 1\nb: 2\na: 3\n", "fact-duplicate-key", 4, 1),
        ("a:\n  b: 1\n  'b': 2\n", "fact-duplicate-key", 4, 3),
        ("a: {b: 1, b: 2}\n", "fact-duplicate-key", 2, 11),
        ("a: " + "[" * 20 + "]" * 20 + "\n", "fact-yaml", 2, 23),
        ("a: " + "[" * 30_000 + "\n", "fact-yaml", 2, None),
        ("a: " + "{b: " * 3_000 + "\n", "fact-yaml", 2, 80),
        ("a: x" + "y" * BLOCK_BYTES + "\n", "fact-size", 2, 1),
        ("a: " + "ü" * (BLOCK_BYTES // 2) + "\n", "fact-size", 2, 1),
        ("meta: {\ntitle: Re: two\n}\n", "fact-yaml", 3, 1),
    ],
)
def test_what_is_no_plain_fields_is_refused_where_it_stands(
    block: str, code: str, line: int, column: int | None
) -> None:
    found = error(block)
    assert found == (code, line, column or found[2])


def test_a_doubled_field_is_named_with_both_its_lines() -> None:
    [finding] = read_block("priority: 5\ntitle: x\npriority: 1\n", "f.md").findings
    assert finding.message == "`priority` is given twice, on lines 2 and 4"


def test_twenty_levels_are_read() -> None:
    assert values("a: " + "[" * 19 + "]" * 19 + "\n")["a"] != []


def test_a_laughing_bomb_is_refused_before_it_goes_off() -> None:
    bomb = 'a: &a ["x", "x"]\n' + "".join(
        f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert error(bomb)[:2] == ("fact-yaml", 2)


def test_the_block_size_is_the_same_for_both_readers() -> None:
    longest = "a: " + "x" * (BLOCK_BYTES - 4) + "\n"
    assert len(longest) == BLOCK_BYTES
    assert read_block(longest, "f.md").findings == ()
    assert [one.code for one in read_block("a" + longest, "f.md").findings] == ["fact-size"]


COMMON = """\
id: d-2026-06-16-x
title: Deploys via Fly.io
tags: [deploy, "a b", infra]
note: "Re: this # that"
scope:
x-owner: me
none: []
"""


def test_the_common_form_needs_no_yaml() -> None:
    assert simple_values(COMMON) == {
        "id": "d-2026-06-16-x",
        "title": "Deploys via Fly.io",
        "tags": ["deploy", "a b", "infra"],
        "note": "Re: this # that",
        "scope": "",
        "x-owner": "me",
        "none": [],
    }


def test_reading_a_common_block_loads_neither_yaml_nor_the_library() -> None:
    code = (
        "import sys; from mem.facts.document import read; "
        f"assert read({f'---{chr(10)}{COMMON}---{chr(10)}'!r}.encode(), 'd-2026-06-16-x.md').fact; "
        "print([name for name in ('yaml', 'frontmatter') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "block",
    [
        "a: b: c\n", "a: b # c\n", "a: b:\n", "a: b \n", "a:  b\n", "a: 'b'\n", 'a: "b\\n"\n', 'a: "b" c\n',
        'a: "\n', "a: [b\n",
        "a: [b, [c]]\n", "a: [b,c]\n", "a: [b, ]\n", "a: [b:c]\n", "a: {b: c}\n", "a: |\n  b\n", "a:\n- b\n",
        "a:\n  b: c\n", "a: &b c\n",
        "a: *b\n", "a: !b c\n", "a: @b\n", "a: -b\n", "a: b\n\nc: d\n", "# a\n", " a: b\n", "a: b\na: c\n",
        "a b: c\n", "a\n", "a:b\n",
        "'a': b\n", "é: b\n", "1: b\n", "a: b\tc\n", "title: [a, b]\n", "---: b\n",
    ],
)  # fmt: skip
def test_whatever_takes_a_closer_look_is_left_to_yaml(block: str) -> None:
    assert simple_values(block) is None


keys = st.sampled_from(
    ["id", "title", "scope", "tags", "priority", "valid_from", "verified", "note", "x-owner", "Title", "on"]
)
bare = st.sampled_from(TRICKY) | st.text(st.sampled_from("ab1 :#-'\"[],{}\\.\t\r\x85\u2028é"), max_size=8)
written = (
    bare
    | bare.map(scalar)
    | bare.map(lambda text: f'"{text}"')
    | st.lists(bare, max_size=3).map(lambda items: f"[{', '.join(items)}]")
)
lines = st.builds(
    lambda key, gap, value: f"{key}:{gap}{value}".replace("\n", " ") + "\n",
    keys,
    st.sampled_from([" ", "", "  "]),
    written,
)
others = st.sampled_from(
    ["\n", "# remark\n", "- item\n", "  - item\n", "  more\n", "  # remark\n", "  key: value\n", "]\n", "}\n", '"\n']
)
blocks = st.lists(lines | lines | lines | others, max_size=6).map("".join)


@settings(max_examples=400, deadline=None)
@given(blocks)
@example("a: b\r\r\n".replace("\r\n", "\n"))
@example("note: x\u2028y\n")
@example("title: a\ntitle: b\n")
def test_where_the_simple_reader_accepts_a_block_it_reads_what_yaml_reads(block: str) -> None:
    simple = simple_values(block)
    if simple is not None:
        assert (simple, ()) == (values(block), yaml_block.read(block, "f.md").findings)


@given(blocks)
def test_both_readers_find_each_value_in_the_same_place(block: str) -> None:
    simple = simple_fields(block)
    if simple is not None:
        assert simple == yaml_block.read(block, "f.md").fields


@settings(max_examples=300, deadline=None)
@given(blocks | st.text(st.sampled_from("a: \n-[]{}'\"|>#&*!?\\u0"), max_size=40).map(lambda text: text + "\n"))
def test_any_block_is_read_or_refused_with_a_place(block: str) -> None:
    found = yaml_block.read(block, "f.md")
    for finding in found.findings:
        assert 2 <= (finding.place.line or 0) <= block.count("\n") + 2
        assert (finding.place.column or 0) >= 1
    assert not found.fields or not any(finding.severity is ERROR for finding in found.findings)


@settings(max_examples=150, deadline=None)
@given(blocks)
def test_blocks_read_the_same_where_yaml_has_no_c_library(block: str) -> None:
    assume("\t" not in block)  # of which the C library lets more pass
    fast = yaml_block.read(block, "f.md")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_events, "_LOADER", yaml.BaseLoader)
        slow = yaml_block.read(block, "f.md")
    assert {key: field.value for key, field in slow.fields.items()} == {
        key: field.value for key, field in fast.fields.items()
    }


@pytest.mark.parametrize(
    ("block", "key", "field"),
    [
        ("a: 1\nb:   two  # x\n", "b", Field("two", 1, 2, 2, 5, 8)),
        ("b:\n- 1\n- 2\n\n# x\nc: 3\n", "b", Field(["1", "2"], 0, 3, 2, 2, 3)),
        ("b: [1,\n 2]  # x\nc: 3\n", "b", Field(["1", "2"], 0, 2, 2, 3, 3)),
        ("b: |\n  one\n  # two\n\n# x\nc: 3\n", "b", Field("one\n# two\n", 0, 3, 2, 3, 7)),
        ('b: "one\n  two" # x\nc: 3\n', "b", Field("one two", 0, 2, 2, 3, 6)),
        ("b: {c: 1,\n  d: 2}\n", "b", Field({"c": "1", "d": "2"}, 0, 2, 2, 3, 7)),
        ("b:\n  c: 1 # x\n", "b", Field({"c": "1"}, 0, 2, 2, 2, 10)),
        ("title: a: b  \n", "title", Field("a: b", 0, 1, 6, 7, 11)),
        ("scope: a: b # x\n", "scope", Field("a: b", 0, 1, 6, 7, 11)),
        ("'b' : 1\n", "b", Field("1", 0, 1, 5, 6, 7)),
        ("b:\nc: 3\n", "b", Field("", 0, 1, 2, 2, 2)),
    ],
)
def test_a_field_knows_the_lines_and_columns_of_its_value(block: str, key: str, field: Field) -> None:
    assert yaml_block.read(block, "f.md").fields[key] == field
