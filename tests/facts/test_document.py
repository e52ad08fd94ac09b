"""A file as a fact: what is read from any bytes, and what a new file says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mem.diagnostics import Severity
from mem.facts.document import CODES, Document, UnwritableFact, compose, edit, read
from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant, datetime_of

from helpers.texts import facts

PATH = "objects/decisions/d-2026-06-16-deploys-via-fly-io.md"
FULL = """\
---
id: d-2026-06-16-deploys-via-fly-io
type: decision
title: Deploys via Fly.io
abstract: Production deploys go through Fly.io since June 1; Heroku is gone
scope: github.com/acme/api
subject: project:acme
tags: [deploy, infra]
priority: 70
confidence: 0.95
valid_from: 2026-06-01T00:00:00.000Z
tx_at: 2026-06-16T10:00:00.000Z
supersedes: d-2026-06-09-deploys-via-heroku
source: session-2026-06-16
source_agent: claude-code
source_commit: 61e95401c0ffee61e95401c0ffee61e95401c0ff
source_path: fly.toml
---

The team moved on June 1; the old app is deleted.
"""
FLY = Fact(
    id=FactId("d-2026-06-16-deploys-via-fly-io"),
    type="decision",
    title="Deploys via Fly.io",
    body="The team moved on June 1; the old app is deleted.",
    abstract="Production deploys go through Fly.io since June 1; Heroku is gone",
    scope="github.com/acme/api",
    subject="project:acme",
    tags=("deploy", "infra"),
    priority=70,
    confidence=0.95,
    valid_from=Instant("2026-06-01T00:00:00.000Z"),
    tx_at=Instant("2026-06-16T10:00:00.000Z"),
    supersedes=(FactId("d-2026-06-09-deploys-via-heroku"),),
    source="session-2026-06-16",
    source_agent="claude-code",
    source_commit="61e95401c0ffee61e95401c0ffee61e95401c0ff",
    source_path="fly.toml",
)


def document(text: str, path: str = "objects/howtos/h-1.md") -> Document:
    return read(text.encode(), path)


def fact(text: str, path: str = "objects/howtos/h-1.md") -> Fact:
    """Read a file in which nothing is wrong."""
    found = document(text, path)
    assert found.findings == ()
    assert found.fact is not None
    return found.fact


def block(*lines: str) -> str:
    return "\n".join(("---", *lines, "---", "", "body", ""))


def test_a_whole_file_is_read_as_it_is_written() -> None:
    assert read(FULL.encode(), PATH) == Document(PATH, FULL, FLY, ())


def test_a_fact_is_written_as_people_write_it() -> None:
    assert compose(FLY) == FULL


def test_a_small_fact_says_what_every_file_says() -> None:
    small = Fact(FactId("h-1"), "howto", "Oil the lock", tx_at=Instant("2026-06-16T10:00:00.000Z"))
    assert compose(small).split("\n") == [
        "---",
        "id: h-1",
        "type: howto",
        "title: Oil the lock",
        "priority: 50",
        "confidence: 0.5",
        "tx_at: 2026-06-16T10:00:00.000Z",
        "---",
        "",
    ]


def test_what_a_file_does_not_say_is_as_usual() -> None:
    assert fact("---\ntitle: Oil the lock\n---\n") == Fact(FactId("h-1"), "howto", "Oil the lock")


def test_a_file_written_by_hand_may_lack_everything_but_text() -> None:
    found = fact("Intro.\n\n# Splicing a rope\n\nUnlay the strands.\n", "objects/howtos/My rope.md")
    assert found == Fact(
        FactId("My rope"), "howto", "Splicing a rope", "Intro.\n\n# Splicing a rope\n\nUnlay the strands."
    )


def test_a_file_of_the_older_tool_is_read_whole() -> None:
    text = block(
        "id: h-2026-02-03-knots", "type: howto", "title: Knots that hold", "scope: shed", "tags: [rope, knot]",
        "status: archived",
        "priority: 60", "confidence: 0.8", "version: 3", "created: 2026-02-03", "updated: 2026-02-05",
        "verified: 2026-02-04",
    )  # fmt: skip
    found = fact(text, "objects/howtos/h-2026-02-03-knots.md")
    assert (found.status, found.version, found.created, found.tx_at, found.verified, found.extra) == (
        "archived",
        3,
        "2026-02-03T00:00:00.000Z",
        None,
        "2026-02-04",
        {"updated": "2026-02-05"},
    )


@pytest.mark.parametrize(
    "title",
    [
        "Re: rollout",
        "[draft] tie the bowline",
        "#1 rule of knots",
        "@quay use *bold* & %20",
        'Winch: "two" [left] # old & new',
        "'tis off",
    ],
)
def test_a_title_written_bare_is_read_whole_with_a_warning_and_can_be_edited(title: str) -> None:
    text = block("id: h-1", f"title: {title}", "priority: 50")
    found = document(text)
    assert found.fact is not None
    assert (found.fact.title, found.fact.body) == (title, "body")
    assert [(one.code, one.severity, str(one.place)) for one in found.findings] == [
        ("fact-bare-text", Severity.WARNING, "objects/howtos/h-1.md:3:8")
    ]
    assert edit(text, {"priority": 60}) == text.replace("50", "60")


def test_words_that_yaml_knows_stay_words() -> None:
    found = fact(block("title: No", "tags: [no, off, yes, NO]", "subject: on", "source: 0100", "tool: 1.10"))
    assert (found.title, found.tags, found.subject, found.source, found.extra) == (
        "No",
        ("no", "off", "yes", "NO"),
        "on",
        "0100",
        {"tool": "1.10"},
    )


def test_dates_of_four_shapes_are_instants_that_can_be_sorted() -> None:
    shapes = ["2026-03-01", "2026-03-01T10:00", "2026-03-01T10:00:00-05:00", '"2026-03-01T10:00:00Z"']
    found = [fact(block(f"valid_from: {shape}", "title: x")).valid_from or "" for shape in shapes]
    assert sorted(map(datetime_of, map(Instant, found))) == [
        datetime(2026, 3, 1, hour, tzinfo=UTC) for hour in (0, 10, 10, 15)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "---\r\nid: h-1\r\ntitle: T\r\n---\r\n\r\none\r\ntwo\r\n",
        "\ufeff---\nid: h-1\ntitle: T\n---\none\ntwo",
        "---\t\nid: h-1\ntitle: 'T'\n---  \n\n\none\ntwo\n\n\n",
        "---\rid: h-1".replace("\r", "\n") + "\ntitle: T\n---\none\rtwo\r",
    ],
)
def test_marks_and_line_ends_of_an_editor_are_no_part_of_a_value(text: str) -> None:
    found = fact(text)
    assert (found.id, found.title, found.body) == ("h-1", "T", "one\ntwo")


def test_the_text_of_a_document_is_as_on_disk() -> None:
    text = "\ufeff---\r\ntitle: T\r\n---\r\n\r\nbody\r\n"
    assert document(text).text == text


def test_a_fence_may_be_the_end_of_the_file() -> None:
    assert fact("---\nid: h-1\ntitle: T\n---") == Fact(FactId("h-1"), "howto", "T")


def test_three_dashes_in_a_body_are_text() -> None:
    assert fact("---\ntitle: T\n---\n\nabove\n---\nbelow\n").body == "above\n---\nbelow"


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"---\ntitle: caf\xe9\n---\n", "fact-encoding", 2),
        ("---\ntitle: x\n---\n".encode("utf-16"), "fact-encoding", 1),
        (b"---\ntitle: x\n---\n\na\n\0\n", "fact-encoding", 6),
        (b"\xed\xa0\x80", "fact-encoding", 1),
        (b"---\ntitle: x\n", "fact-fence", 1),
        (b"---\ntitle: x\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n", "fact-conflict-markers", 4),
        (b"---\n<<<<<<< HEAD\ntitle: x\n=======\ntitle: y\n>>>>>>> main\n---\n", "fact-conflict-markers", 2),
        (b"---\ntags: [x\ntitle: y\n---\n", "fact-yaml", 2),
        (b"---\npriority: 5\ntitle: x\npriority: 1\n---\n", "fact-duplicate-key", 4),
        (b"---\nnote: " + b"x" * 70_000 + b"\n---\n", "fact-size", 2),
        (b"---\ntitle: x\nvalid_from: soon\n---\n", "fact-date", 3),
        (b"---\ntitle: x\nvalid_to: 2026-02-30\n---\n", "fact-date", 3),
        (b"---\ntitle: x\nretracted_at: [2026-03-01]\n---\n", "fact-type", 3),
        (b"---\ntitle: x\ndisowned_at: yes\n---\n", "fact-date", 3),
        (b"---\ntitle: x\nvalid_from: 2026-03-05\nvalid_to: 2026-03-04\n---\n", "fact-interval", 4),
        (b"---\ntitle: x\nvalid_to: 2026-03-05T00:00Z\nvalid_from: 2026-03-05\n---\n", "fact-interval", 3),
        (b"---\npriority: 5\n---\n\n", "fact-empty", None),
        (b"", "fact-empty", None),
        (b" \n\n", "fact-empty", None),
    ],
)
def test_a_file_that_is_no_fact_says_why_and_where(data: bytes, code: str, line: int | None) -> None:
    found = read(data, "objects/howtos/h-1.md")
    assert found.fact is None
    assert [(one.code, one.severity, one.place.line) for one in found.findings] == [(code, Severity.ERROR, line)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("priority: 101", "fact-number"),
        ("confidence: high", "fact-number"),
        ("version: 1.10", "fact-number"),
        ("tx_at: soon", "fact-date"),
        ("updated_at: soon", "fact-date"),
        ("created: 03.02.2026", "fact-date"),
        ("verified: yes", "fact-date"),
        ("type: rumour", "fact-type"),
        ("tags: {a: b}", "fact-type"),
        ("id: a/b", "fact-id"),
    ],
)
def test_a_bad_value_that_widens_no_belief_is_an_error_and_the_fact_is_served(line: str, code: str) -> None:
    found = document(block("title: x", line))
    assert found.fact == Fact(FactId("h-1"), "howto", "x", "body")
    assert [(one.code, one.severity, one.place.line) for one in found.findings] == [(code, Severity.ERROR, 3)]


def test_a_fact_may_end_on_the_day_it_begins() -> None:
    found = fact(block("title: x", "valid_from: 2026-03-05", "valid_to: 2026-03-05"))
    assert (found.valid_from, found.valid_to) == ("2026-03-05T00:00:00.000Z", "2026-03-06T00:00:00.000Z")


def test_an_id_that_differs_from_the_name_is_served_with_a_warning() -> None:
    found = document(block("id: h-2", "title: x"))
    assert found.fact is not None
    assert (found.fact.id, [(one.code, one.severity) for one in found.findings]) == (
        "h-2",
        [("fact-id", Severity.WARNING)],
    )


def test_unknown_fields_are_kept_whatever_they_hold() -> None:
    found = fact(block("title: x", "x-owner: me", "links: [a, {b: c}]", "meta:", "  d: 010", "body: not the text"))
    assert found.extra == {"x-owner": "me", "links": ["a", {"b": "c"}], "meta": {"d": "010"}, "body": "not the text"}
    assert found.body == "body"


def test_every_finding_has_a_code_that_the_list_explains() -> None:
    files = [
        b"\xff",
        b"---\n",
        b"---\na: b: c: [\n---\n",
        b"",
        b"---\ntitle: a: b\npriority: x\nverified: x\ntags: {a: b}\nid: b\n---\n",
    ]
    codes = {finding.code for data in files for finding in read(data, "a.md").findings}
    assert codes <= CODES.keys()
    assert len(codes) >= 7


MIDNIGHT = Instant("2026-03-01T00:00:00.000Z")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"body": "<<<<<<< a\nb\n=======\nc\n>>>>>>> d"}, "a merge left both sides standing"),
        ({"body": "nul \0"}, "NUL byte"),
        ({"title": "nul \0"}, "NUL byte"),
        ({"title": "half \ud800"}, "half a character"),
        ({"abstract": "x" * 70_000}, "64 KiB"),
        ({"title": ""}, "neither a title nor a text"),
        ({"valid_from": MIDNIGHT, "valid_to": MIDNIGHT}, "ends before it begins"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(fields: dict[str, str], said: str) -> None:
    with pytest.raises(UnwritableFact, match=said) as refused:
        compose(replace(Fact(FactId("h-1"), "howto", "x"), **fields))  # type: ignore[arg-type]
    assert refused.value.code == 2


@settings(max_examples=300, deadline=None)
@given(facts())
def test_a_fact_survives_its_writing(written: Fact) -> None:
    path = f"objects/howtos/{written.id}.md"
    assert read(compose(written).encode(), path) == Document(path, compose(written), written, ())


@settings(deadline=None)
@given(facts())
def test_a_fact_is_written_in_one_way(written: Fact) -> None:
    text = compose(written)
    again = read(text.encode(), f"{written.id}.md").fact
    assert again is not None
    assert compose(again) == text


@settings(deadline=None)
@given(facts())
def test_saying_again_what_a_file_says_changes_nothing(written: Fact) -> None:
    text = compose(written)
    changes = {key: getattr(written, key) for key in ("title", "abstract", "source", "priority", "confidence", "body")}
    assert edit(text, {key: value for key, value in changes.items() if value != ""}) == text


@given(
    st.binary(max_size=60)
    | st.text(st.sampled_from("-a: \n\r\ufeff[]{}'\"|>#&*!é\u2028\0"), max_size=60).map(str.encode)
)
@example(b"---\n\xff---\n")
@example(b"---\n---\n---\n")
def test_any_bytes_are_read_without_a_fault(data: bytes) -> None:
    found = read(data, "objects/howtos/h-1.md")
    assert found.fact is not None or any(one.severity is Severity.ERROR for one in found.findings)
    assert all(one.code in CODES for one in found.findings)
