"""Only what is safe is mended."""

from __future__ import annotations

import pytest

from mem.hooks.document import read_text
from mem.hooks.fix import fixed

CASES = [
    ("a slip at the top", "entites: [A] # why\n", "entities: [A] # why\n"),
    (
        "slips of two kinds",
        "recall_queries:\n  - quer: q\n    priorty: 0.5\n",
        "recall_queries:\n  - query: q\n    priority: 0.5\n",
    ),
    ("in a flow mapping", "resources:\n  - {'nmae': r, kind: k}\n", "resources:\n  - {name: r, kind: k}\n"),
    (
        "under when",
        "recall_queries:\n  - query: q\n    when: {role: [a]}\n",
        "recall_queries:\n  - query: q\n    when: {roles: [a]}\n",
    ),
    ("an equal entry", "entities:\n  - A\n  - B\n  - A\n", "entities:\n  - A\n  - B\n"),
    ("an equal question", 'recall_queries: [q, " q "]\n', "recall_queries: [q]\n"),
]
UNTOUCHED = [
    ("nothing near", "colour: red\n"),
    ("the right key is there already", "tags: [a]\ntag: [b]\n"),
    ("the right key would be an error", "tag: b\n"),
    ("the same name with other data", "entities:\n  - A\n  - {name: A, type: T}\n"),
    ("a provider's settings", "backends: {other: {tag: 1, tags: 2, nmae: 3}}\n"),
    ("a key that stands twice", "scope: a\nscope: b\n"),
]


def mended(frontmatter: str) -> str:
    head, tail = "---\nschema: memhooks/v2\n", "---\nGuidance.\n"
    text = fixed(read_text("MEMHOOKS.md", head + frontmatter + tail))
    assert text.startswith(head)
    assert text.endswith(tail)
    return text[len(head) : -len(tail)]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_slip_or_a_double_is_mended(before: str, after: str) -> None:
    assert mended(before) == after


@pytest.mark.parametrize("before", [case[1] for case in UNTOUCHED], ids=[case[0] for case in UNTOUCHED])
def test_what_needs_a_decision_is_left_to_people(before: str) -> None:
    assert mended(before) == before
