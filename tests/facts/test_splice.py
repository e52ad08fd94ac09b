"""Edits in place: the lines of the fields that change, and nothing else."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mem.errors import MemError
from mem.facts.document import UnreadableDocument, UnwritableFact, compose, edit, read
from mem.facts.fact import Fact
from mem.facts.fences import tidy
from mem.facts.fields import KINDS, TEXTS, Value

from helpers.texts import bodies, facts, names, texts

BY_HAND = """\
---
title: Rope locker
id: h-1
zeta: 'single'   # keep me
alpha:   spaced
# a remark on a line of its own

note: "double"
tags:
  - hemp   # by hand
  - nylon

# before the long one
long: {long}
text: |
  one

  # not a remark
priority: 40  # low
last: 1
---

First line.


Last line.

\n""".format(long="word " * 30 + "end")


def changed_lines(before: str, after: str) -> list[str]:
    """Give what `git diff` would show, without its context."""
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    return [f"{line[0]} {line[1:]}" for line in list(lines)[2:] if line[0] in "+-"]


def value_of(text: str, key: str) -> object:
    fact = read(text.encode(), "h-1.md").fact
    assert fact is not None
    return getattr(fact, key) if key in KINDS or key == "body" else fact.extra.get(key)


@pytest.mark.parametrize(
    ("key", "value", "lines"),
    [
        ("priority", 60, ["- priority: 40  # low", "+ priority: 60  # low"]),
        ("title", "Rope: locker", ["- title: Rope locker", '+ title: "Rope: locker"']),
        ("zeta", "double", ["- zeta: 'single'   # keep me", '+ zeta: "double"   # keep me']),
        ("alpha", "other", ["- alpha:   spaced", "+ alpha:   other"]),
        ("note", "plain", ['- note: "double"', "+ note: plain"]),
        ("long", "short", [f"- long: {'word ' * 30}end", "+ long: short"]),
        ("last", None, ["- last: 1"]),
        ("tags", ["jute"], ["- tags:", "-   - hemp   # by hand", "-   - nylon", "+ tags: [jute]"]),
        ("tags", None, ["- tags:", "-   - hemp   # by hand", "-   - nylon"]),
        ("text", "two", ["- text: |", "-   one", "- ", "-   # not a remark", "+ text: two"]),
        ("confidence", 0.8, ["+ confidence: 0.8"]),
        ("scope", "all", ["+ scope: all"]),
    ],
)
def test_an_edit_of_one_field_changes_the_lines_of_that_field_only(
    key: str, value: Value | None, lines: list[str]
) -> None:
    assert changed_lines(BY_HAND, edit(BY_HAND, {key: value})) == lines


def test_a_new_field_becomes_the_last_line_of_the_block() -> None:
    assert (
        edit("---\nid: a\n# end\n---\n", {"scope": "x", "version": 2})
        == "---\nid: a\n# end\nscope: x\nversion: 2\n---\n"
    )


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("---\r\nid: a\r\ntitle: T\r\n---\r\nbody\r\n", "---\r\nid: a\r\ntitle: U\r\nversion: 2\r\n---\r\nbody\r\n"),
        ("\ufeff---\nid: a\ntitle: T\n---\n", "\ufeff---\nid: a\ntitle: U\nversion: 2\n---\n"),
        ("---\nid: a\ntitle: T\n---", "---\nid: a\ntitle: U\nversion: 2\n---"),
        ("---  \nid: a\ntitle: T\n--- \nbody", "---  \nid: a\ntitle: U\nversion: 2\n--- \nbody"),
        ("---\n  id: a\n  title: T\n---\n", "---\n  id: a\n  title: U\n  version: 2\n---\n"),
        ("---\nid: a\ntitle: [x] T: one\n---\n", "---\nid: a\ntitle: U\nversion: 2\n---\n"),
        ("---\nid: a\ntitle:\n---\n", "---\nid: a\ntitle: U\nversion: 2\n---\n"),
        ("---\nid: a\r\ntitle: T\n---\n", "---\nid: a\r\ntitle: U\nversion: 2\n---\n"),
        ("---\nid: a\n'title' : >\n  T\n\n  T\n---\n", "---\nid: a\n'title' : U\nversion: 2\n---\n"),
    ],
)
def test_line_ends_marks_and_margins_of_a_file_stay_as_they_are(text: str, after: str) -> None:
    assert edit(text, {"title": "U", "version": 2}) == after


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("title: 'Rope'", "title", "Rope"),
        ("title: Re: rope", "title", "Re: rope"),
        ("title: >\n  Rope\n  locker", "title", "Rope locker"),
        ("priority: 050", "priority", 50),
        ("confidence: .50", "confidence", 0.5),
        ("valid_from: 2026-03-01", "valid_from", "2026-03-01T00:00:00.000Z"),
        ("valid_to: 2026-03-01", "valid_to", "2026-03-02T00:00:00.000Z"),
        ('tx_at: "2026-03-01T10:00+02:00"', "tx_at", "2026-03-01T08:00:00.000Z"),
        ("tags: a, b", "tags", ["a", "b"]),
        ("tags:\n- a\n- b", "tags", ["a", "b"]),
        ("supersedes: [x]", "supersedes", ["x"]),
        ("owner: 'me'", "owner", "me"),
        ("id: y", "scope", None),
    ],
)
def test_a_value_that_is_there_already_stays_as_it_is_written(line: str, key: str, value: Value | None) -> None:
    text = f"---\n{line}\nz: 1\n---\n"
    assert edit(text, {key: value}) == text


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("source_commit", "61e9540", 'source_commit: "61e9540"'),
        ("verified", "2026-01-15", "verified: 2026-01-15"),
        ("valid_from", "2026-03-01T00:00:00.000Z", "valid_from: 2026-03-01T00:00:00.000Z"),
        ("title", "2026-03-01", 'title: "2026-03-01"'),
        ("confidence", 1.0, "confidence: 1.0"),
        ("confidence", 1, "confidence: 1"),
        ("tags", [], "tags: []"),
        ("tags", ("a", "no"), 'tags: [a, "no"]'),
        ("supersedes", ["d-1"], "supersedes: d-1"),
        ("supersedes", ["d-1", "d-2"], "supersedes: [d-1, d-2]"),
        ("supersedes", ["Notes, old"], 'supersedes: ["Notes, old"]'),
        ("supersedes", ["null"], 'supersedes: ["null"]'),
        ("aliases", ["d-1"], "aliases: [d-1]"),
        ("title", "Café 🚀 회선", "title: Café 🚀 회선"),
        ("x-owner", "me", "x-owner: me"),
        ("on", "1", '"on": "1"'),
    ],
)
def test_a_value_is_written_so_that_it_is_read_as_given(key: str, value: Value, line: str) -> None:
    assert edit("---\nid: a\n---\n", {key: value}) == f"---\nid: a\n{line}\n---\n"


def test_text_before_a_remark_is_quoted_so_that_the_remark_stays_one() -> None:
    after = edit('---\ntitle: "Old" # remark\n---\n', {"title": "New"})
    assert (after, value_of(after, "title")) == ('---\ntitle: "New" # remark\n---\n', "New")


def test_ten_updates_do_not_grow_the_file() -> None:
    text = "---\nid: a\npriority: 1\n---\n\none\n\ntwo\n"
    for number in range(2, 12):
        text = edit(text, {"priority": number, "version": number, "body": "one\n\ntwo"})
    assert text == "---\nid: a\npriority: 11\nversion: 11\n---\n\none\n\ntwo\n"


@pytest.mark.parametrize(
    ("text", "body", "after"),
    [
        ("---\na: b\n---\n\nold\n", "new", "---\na: b\n---\n\nnew\n"),
        ("---\na: b\n---\nold\n", "new\n\n", "---\na: b\n---\nnew\n"),
        ("---\na: b\n---\n\n\nold\n\n\n", "\nnew", "---\na: b\n---\n\n\nnew\n\n\n"),
        ("---\na: b\n---\nold", "new", "---\na: b\n---\nnew\n"),
        ("---\na: b\n---\n", "new", "---\na: b\n---\n\nnew\n"),
        ("---\na: b\n---", "new", "---\na: b\n---\n\nnew\n"),
        ("---\na: b\n---\n\n\n", "new", "---\na: b\n---\n\nnew\n"),
        ("---\na: b\n---\n\nold\n", "", "---\na: b\n---\n"),
        ("---\na: b\n---\n\nold\n", None, "---\na: b\n---\n"),
        ("---\r\na: b\r\n---\r\n\r\nold\r\n", "one\ntwo", "---\r\na: b\r\n---\r\n\r\none\r\ntwo\r\n"),
        ("---\na: b\n---\n\nsame\n\n\n", "same", "---\na: b\n---\n\nsame\n\n\n"),
        ("---\r\na: b\r\n---\r\none\r\ntwo", "one\ntwo\n", "---\r\na: b\r\n---\r\none\r\ntwo"),
        ("---\na: b\n---\n\nold\n", "above\n---\nbelow", "---\na: b\n---\n\nabove\n---\nbelow\n"),
        ("old\n", "new", "new\n"),
        ("old\n", "---\na: b\n---", "\n---\na: b\n---\n"),
    ],
)
def test_another_body_keeps_the_blank_lines_around_it(text: str, body: str | None, after: str) -> None:
    assert edit(text, {"body": body}) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("# Knots\n\ntext\n", "---\npriority: 60\n---\n\n# Knots\n\ntext\n"),
        ("\ufeff# Knots\r\n", "\ufeff---\r\npriority: 60\r\n---\r\n\r\n# Knots\r\n"),
        ("\n\ntext", "---\npriority: 60\n---\n\n\ntext"),
        ("---\n---\ntext\n", "---\npriority: 60\n---\ntext\n"),
        ("---\n# remark\n---\n", "---\n# remark\npriority: 60\n---\n"),
    ],
)
def test_a_file_without_fields_gets_a_block_of_its_own(text: str, after: str) -> None:
    assert edit(text, {"priority": 60}) == after


def test_fields_in_braces_are_edited_where_they_stand() -> None:
    assert edit("---\n{id: a, title: b}\n---\n", {"title": "c, d"}) == '---\n{id: a, title: "c, d"}\n---\n'


def test_nothing_to_change_changes_nothing() -> None:
    assert [edit(text, {}) for text in (BY_HAND, "text", "")] == [BY_HAND, "text", ""]
    assert edit("text", {"scope": None}) == "text"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\ntitle: a: b\ntags: [x\n---\nbody\n", 3),
        ("---\npriority: 5\ntitle: x\npriority: 1\n---\n", 4),
        ("---\ntitle: x\n", 1),
        ("---\ntitle: x\n---\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n", 5),
        ("---\ntitle: x\n---\na\nb\0\n", 5),
        ("---\n- item\n---\n", 2),
        ("---\na: &x 1\nb: *x\n---\n", 2),
    ],
)
def test_a_file_that_cannot_be_read_is_never_rewritten(text: str, line: int) -> None:
    for changes in ({"importance": "5"}, {"body": "new"}, {}):
        with pytest.raises(UnreadableDocument) as refused:
            edit(text, changes)
        assert (refused.value.code, refused.value.line, f"line {line}: " in refused.value.message) == (1, line, True)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("---\n{id: a, title: b}\n---\n", {"priority": 60}),
        ("---\n{id: a, title: b}\n---\n", {"title": None}),
        ("---\nid: a\n? title\n: b\n---\n", {"title": "c"}),
    ],
)
def test_fields_in_a_form_we_cannot_edit_are_left_alone(text: str, changes: Mapping[str, Value]) -> None:
    assert read(text.encode(), "a.md").fact is not None
    with pytest.raises(UnreadableDocument, match="cannot edit"):
        edit(text, changes)


@pytest.mark.parametrize("body", ["<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main", "nul \0", "half \ud800"])
def test_a_body_that_would_make_the_file_unreadable_is_refused(body: str) -> None:
    with pytest.raises(UnwritableFact) as refused:
        edit("---\nid: a\n---\n\nold\n", {"body": body})
    assert (refused.value.code, body in refused.value.message) == (2, False)


@settings(max_examples=200, deadline=None)
@given(
    facts(),
    st.dictionaries(
        st.sampled_from(sorted(TEXTS - {"id", "type", "title"})) | names.filter(lambda name: name not in KINDS),
        st.none() | texts,
        max_size=4,
    ),
    st.none() | bodies,
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
)
def test_an_edited_fact_has_the_new_values_and_all_the_others(
    fact: Fact, changes: dict[str, Value | None], body: str | None, newline: str, mark: str
) -> None:
    text = mark + compose(fact).replace("\n", newline)
    if body is not None:
        changes["body"] = body
    after = edit(text, changes)
    for key in TEXTS:
        assert value_of(after, key) == (changes[key] or "" if key in changes else getattr(fact, key))
    for key in fact.extra.keys() | changes.keys() - KINDS.keys() - {"body"}:
        assert value_of(after, key) == (changes[key] if key in changes else fact.extra[key])
    assert value_of(after, "body") == (fact.body if body is None else body)
    assert after.count("\n") == after.count(newline)


lines = st.sampled_from(
    [
        "title: Re: rope\n", "title: 'x' # y\n", "tags:\n- a\n- b\n", "tags: [a,\n  b]\n",
        "note: |\n  one\n\n  two\n\n", "# remark\n", "\n",
        "  # inner\n", "priority: 5   \n", "scope: all # y\n", "meta:\n  a: 1\n  b:\n  - c\n",
        'long: "one\n  two"\n', "source: a\u2028b\n", "x: {y: z}\n",
        "confidence: 1\r\n", "empty:\n",
    ]
)  # fmt: skip
hands = st.lists(lines, max_size=7, unique=True).map(lambda block: f"---\n{''.join(block)}---\n\nbody\n")


@settings(max_examples=300, deadline=None)
@given(hands, st.sampled_from(["title", "tags", "note", "scope", "meta", "long", "source", "x", "empty", "new"]), texts)
def test_every_line_of_another_field_is_kept_byte_for_byte(text: str, key: str, value: str) -> None:
    try:
        after, without = edit(text, {key: value}), edit(text, {key: None, "id": "a"})
    except MemError:
        assume(False)
    old, new = text.split("\n"), after.split("\n")
    start = next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
    rest = len(new) - start - 1
    assert after == text or old[len(old) - rest :] == new[start + 1 :]
    assert value_of(without, key) in (None, "", (), "body")


@given(st.text(st.sampled_from("-a: \n\r\ufeff<=>[]"), max_size=40), st.sampled_from(["title", "body"]), texts)
def test_any_text_is_edited_or_refused(text: str, key: str, value: str) -> None:
    try:
        after = edit(text, {key: value})
    except MemError:
        return
    found = read(after.encode(), "a.md").fact
    assert found is None or getattr(found, key) == (tidy(value) if key == "body" else value) or not value.strip()
