"""An edit says what was wanted and touches only the lines it must."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.hooks.document import Document, read_text
from mem.hooks.layout import field_lines
from mem.hooks.resolve import same
from mem.hooks.retouch import retouch

HEAD = "---\nschema: memhooks/v2\n"
TAIL = "---\nGuidance stays.\n"


def document_of(frontmatter: str) -> Document:
    document = read_text("MEMHOOKS.md", HEAD + frontmatter + TAIL)
    assert not document.faults, document.faults[0].message
    return document


def edited(frontmatter: str, **fields: object) -> str:
    """Give the frontmatter after setting fields; None takes one away."""
    document = document_of(frontmatter)
    wanted = {**document.value, **fields}
    wanted = {name: value for name, value in wanted.items() if value is not None}
    text = retouch(document, wanted)
    assert text.startswith(HEAD)
    assert text.endswith(TAIL)
    return text[len(HEAD) : -len(TAIL)]


CASES = [
    ("a new field goes to the end", "scope: a # why\n", {"tags": ["x"]}, "scope: a # why\ntags: [x]\n"),
    ("a scalar changes on its line", "scope: a   # why\ntags: [x]\n", {"scope": "b"}, "scope: b   # why\ntags: [x]\n"),
    ("a quoted text changes too", "scope: 'a' # why\n", {"scope": "no"}, 'scope: "no" # why\n'),
    ("a field goes with its line", "scope: a\n# kept\ntags: [x]\n", {"scope": None}, "# kept\ntags: [x]\n"),
    (
        "a flow list grows on its line",
        "tags: [ a, 'b' ]  # c\n",
        {"tags": ["a", "b", "c"]},
        "tags: [ a, 'b', c ]  # c\n",
    ),
    ("a flow list loses one", "tags: [a, b, c]\n", {"tags": ["a", "c"]}, "tags: [a, c]\n"),
    ("a flow list loses its last", "tags: [a, 'b']\n", {"tags": ["a"]}, "tags: [a]\n"),
    ("an empty list fills", "tags: [] # c\n", {"tags": ["a"]}, "tags: [a] # c\n"),
    (
        "a list grows below its last item",
        "tags:\n  - a # x\n  # end\nscope: s\n",
        {"tags": ["a", "b"]},
        "tags:\n  - a # x\n  - b\n  # end\nscope: s\n",
    ),
    (
        "an unindented list too",
        "tags:\n- a\n- b\nscope: s\n",
        {"tags": ["a", "b", "c"]},
        "tags:\n- a\n- b\n- c\nscope: s\n",
    ),
    (
        "an item goes with its line",
        "tags:\n  - a\n  # about b\n  - b\n  - c\n",
        {"tags": ["a", "c"]},
        "tags:\n  - a\n  # about b\n  - c\n",
    ),
    (
        "a mapping item grows",
        "resources:\n  - name: r # n\n    kind: k\n",
        {"resources": [{"name": "r", "kind": "k", "x": 1}]},
        "resources:\n  - name: r # n\n    kind: k\n    x: 1\n",
    ),
    (
        "a flow mapping grows",
        "backends: {mem: {limit: 5}} # b\n",
        {"backends": {"mem": {"limit": 5, "scope": "s"}}},
        "backends: {mem: {limit: 5, scope: s}} # b\n",
    ),
    ("an empty mapping fills", "backends: {}\n", {"backends": {"mem": {}}}, "backends: {mem: {}}\n"),
    (
        "an empty value fills",
        "backends:  # none yet\n",
        {"backends": {"mem": {"limit": 1}}},
        "backends: {mem: {limit: 1}}  # none yet\n",
    ),
    (
        "a deep value changes alone",
        "backends:\n  mem:\n    limit: 5 # few\n    scope: s\n",
        {"backends": {"mem": {"limit": 6, "scope": "s"}}},
        "backends:\n  mem:\n    limit: 6 # few\n    scope: s\n",
    ),
    (
        "a text becomes a query where it stands",
        "recall_queries:\n  - 'Why?'  # spring\n  - b\n",
        {"recall_queries": [{"query": "Why?", "priority": 0.5}, "b"]},
        "recall_queries:\n  - query: 'Why?'  # spring\n    priority: 0.5\n  - b\n",
    ),
    (
        "a list of queries unfolds",
        "recall_queries: [] # none\nscope: s\n",
        {"recall_queries": [{"query": "q", "tags": ["t"]}]},
        "recall_queries: # none\n  - query: q\n    tags: [t]\nscope: s\n",
    ),
    (
        "an empty list of queries unfolds",
        "recall_queries:\nscope: s\n",
        {"recall_queries": [{"query": "q"}]},
        "recall_queries:\n  - query: q\nscope: s\n",
    ),
    (
        "a query in a flow list stays there",
        "recall_queries: [a, b]\n",
        {"recall_queries": ["a", {"query": "b", "priority": 1.0}]},
        "recall_queries: [a, {query: b, priority: 1.0}]\n",
    ),
    (
        "the first of two goes",
        "recall_queries:\n  - query: a\n    tags: [x]\n\n  - query: b\n",
        {"recall_queries": [{"query": "b"}]},
        "recall_queries:\n\n  - query: b\n",
    ),
    (
        "an alias is written out where it changes",
        "tags: &t [a]\nexclude: *t\n",
        {"exclude": ["a", "b"]},
        "tags: &t [a]\nexclude: [a, b]\n",
    ),
]


@pytest.mark.parametrize(("before", "fields", "after"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_an_edit_touches_only_the_lines_it_must(before: str, fields: dict[str, object], after: str) -> None:
    assert edited(before, **fields) == after


HARD = [
    ("a shared list that changes", "tags: &t [a]\nexclude: *t\n", {"tags": ["b"]}),
    ("a list within a list", "x:\n  - - a\n    - b\n", {"x": [["b"]]}),
    ("all items go", "x:\n  - a\n  - b\n", {"x": []}),
    ("an item before others", "x:\n  - b\n", {"x": ["a", "b"]}),
    (
        "a long plain text",
        "recall_queries:\n  - Why\n    so late?\n",
        {"recall_queries": [{"query": "Why so late?", "tags": ["t"]}]},
    ),
    (
        "a block text",
        "recall_queries:\n  - |\n    Why?\n  - b\n",
        {"recall_queries": [{"query": "Why?\n", "tags": ["t"]}, "b"]},
    ),
    ("a flow list over lines", "tags: [a, # first\n  b]\n", {"tags": ["c"]}),
    ("a dash alone on its line", "recall_queries:\n  -\n    query: a\n  - b\n", {"recall_queries": ["b"]}),
    ("a mapping becomes a text", "x:\n  a: 1\n", {"x": "t"}),
    ("a list becomes a mapping", "x:\n- a\n", {"x": {"a": 1}}),
]


@pytest.mark.parametrize(("before", "fields"), [case[1:] for case in HARD], ids=[case[0] for case in HARD])
def test_a_hard_edit_still_says_what_was_wanted(before: str, fields: dict[str, object]) -> None:
    document = document_of(before)
    text = retouch(document, {**document.value, **fields})
    assert same(read_text("", text).value, {**document.value, **fields})
    assert text.endswith(TAIL)


def test_windows_line_ends_stay() -> None:
    document = read_text("", f"{HEAD}tags:\n  - a\n{TAIL}".replace("\n", "\r\n"))
    text = retouch(document, {**document.value, "tags": ["a", "b"], "scope": "s"})
    assert text == f"{HEAD}tags:\n  - a\n  - b\nscope: s\n{TAIL}".replace("\n", "\r\n")


WORDS = st.sampled_from(["a", "Why so?", "no", "x: y", "# z", "é", "1.0", "", "two  blanks", "- dash", "'", '"'])
CUES = WORDS | st.fixed_dictionaries({"name": WORDS}, optional={"kind": WORDS, "salience": st.floats(0, 1)})
QUERIES = WORDS | st.fixed_dictionaries(
    {"query": WORDS},
    optional={"priority": st.floats(0, 1), "tags": st.lists(WORDS, max_size=3), "resources": st.lists(CUES, max_size=3)}
    | {"when": st.fixed_dictionaries({"roles": st.lists(WORDS, max_size=2)})},
)
HOOKS = st.fixed_dictionaries(
    {"schema": st.just("memhooks/v2")},
    optional={"recall_queries": st.lists(QUERIES, max_size=4), "tags": st.lists(WORDS, max_size=3), "scope": WORDS}
    | {
        "entities": st.lists(CUES, max_size=3),
        "backends": st.dictionaries(WORDS, st.dictionaries(WORDS, WORDS, max_size=2)),
    },
)


def laid_out(value: dict[str, object], is_flow: bool) -> str:
    import json

    if is_flow:
        lines = [f"{name}: {json.dumps(field, ensure_ascii=False)}" for name, field in value.items()]
    else:
        lines = [line for name, field in value.items() for line in field_lines(name, field, 0)]
    return "---\n" + "".join(f"{line}  # {number}\n" for number, line in enumerate(lines)) + "---\nGuidance\n"


@given(HOOKS, HOOKS, st.booleans())
def test_any_hook_can_become_any_other(old: dict[str, object], new: dict[str, object], is_flow: bool) -> None:
    document = read_text("", laid_out(copy.deepcopy(old), is_flow))
    assert not document.faults
    result = read_text("", retouch(document, new))
    assert same(result.value, new)
    assert result.body == "Guidance\n"
