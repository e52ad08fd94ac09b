"""The quick reader gives the full reader's tree, node for node, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.hooks.nodes import Malformed, Node
from mem.hooks.quick import quick_tree
from mem.hooks.tree import tree


def shape(node: Node | None) -> object:
    """All that a reader of a tree can see, as plain data."""
    if node is None:
        return None
    value = repr(node.value)  # not-a-number is equal to itself as text only
    place = (node.kind, node.start, node.end, node.inside, node.is_flow, node.fixed, node.text, value)
    return place, [shape(item) for item in node.items], [(shape(key), shape(inner)) for key, inner in node.entries]


PLAIN = [
    "schema: memhooks/v2\n",
    "schema: memhooks/v2\r\ntags: [a, b]\r\n",
    "a: 'it''s'\nb: \"say \\\"hi\\\" \\\\ \\n\"\n",
    "q:\n  - one\n  - two # why\n  # between\n\n  - 'three'\nafter: 1.5\n",
    "q:\n- one\n- query: two\n  priority: 0.5\n  when:\n    roles: [x, 'y z']\n",
    "q:\n  - query: a b\n    tags: []\n    backends: {mem: {limit: 5, types: [x]}}\n  - c\n",
    "a:\nb:\n  c:\n  d: ~\n",
    "a: yes\nb: 06:20\nc: -1\nd: .5\ne: [no, 2026-03-01, memhooks:auto]\n",
    "größe: ä\n",
    "a: b#c\n",
    "a: {b: c, d: [e, {f: g}]}   # comment\n",
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_frontmatter_is_read_as_the_full_reader_reads_it(text: str) -> None:
    quick = quick_tree(text, 0, len(text))
    if text.isascii():
        assert quick is not None
    if quick is not None:
        assert shape(quick) == shape(tree(text, 0, len(text))[0])


UNUSUAL = [
    "a: &x 1\nb: *x\n",
    "a: |\n  text\n",
    "a: one\n  two\n",
    "a: [one,\n  two]\n",
    "a: 1\na: 2\n",
    "? a\n: b\n",
    "a: !!str 1\n",
    "a: b: c\n",
    "\ta: b\n",
    "a: 'open\n",
    "- a\n",
    "a:\n  - - b\n",
    "a: [b: c]\n",
    "a: [b,]\n",
    "a b: c\n",
    '"a": b\n',
    "a: <<\n  b: c\n",
    "a: @b\n",
    "a: \x07\n",
    "...\n",
    "a: {b}\n",
    "",
    "# only a comment\n",
]


@pytest.mark.parametrize("text", UNUSUAL)
def test_anything_more_is_left_to_the_full_reader(text: str) -> None:
    assert quick_tree(text, 0, len(text)) is None


def test_places_count_from_the_beginning_of_the_file() -> None:
    text = "---\nscope: x\n---\n"
    root = quick_tree(text, 4, 13)
    assert root is not None
    assert text[root.entries[0][1].start : root.entries[0][1].end] == "x"


WORDS = st.sampled_from(
    [
        "a",
        "b",
        "query",
        "x y",
        "- ",
        "-",
        ":",
        ": ",
        ",",
        "[",
        "]",
        "{",
        "}",
        "#",
        " #",
        "'",
        '"',
        "\\",
        "\\n",
        "&a",
        "*a",
        "|",
        ">",
        "!",
        "?",
        "? ",
        "%",
        "@",
        "`",
        "~",
        "no",
        "1",
        "-1",
        "0x1F",
        ".5",
        "é",
        "鍵",
        "🔑",
        "\n",
        "\n  ",
        "\n    ",
        "\n- ",
        "\n  - ",
        "a: ",
        "\nb: ",
        "\n  c: ",
        "---",
        "...",
        "=",
        "<<",
        "\t",
        "\r\n",
        "''",
        '""',
        "[]",
        "{}",
        "a:b",
    ]
)


@given(st.lists(WORDS, max_size=14).map("".join))
def test_the_two_readers_never_disagree(text: str) -> None:
    quick = quick_tree(text, 0, len(text))
    if quick is None:
        return
    try:
        full, doubles = tree(text, 0, len(text))
    except Malformed as error:
        pytest.fail(f"only the quick reader takes {text!r}: {error.message}")
    assert not doubles
    assert shape(quick) == shape(full)
