"""Id, type and title of files that do not say them."""

from __future__ import annotations

import pytest

from mem.diagnostics import Severity
from mem.facts.fact import FactId
from mem.facts.naming import id_of, title_of, type_of
from mem.facts.reading import Reading


@pytest.mark.parametrize(
    ("id", "path", "found"),
    [
        ("", "objects/howtos/h-2026-02-03-knots.md", "h-2026-02-03-knots"),
        ("", "objects/howtos/2026-02/My note.md", "My note"),
        ("", "a.b.md", "a.b"),
        ("h-1", "objects/howtos/h-1.md", "h-1"),
    ],
)
def test_the_id_is_the_name_of_the_file(id: str, path: str, found: str) -> None:
    reading = Reading(path, {"id": id})
    assert (id_of(reading, path), reading.findings) == (found, [])


def test_an_id_that_differs_from_the_name_is_served_with_a_warning() -> None:
    reading = Reading("objects/howtos/knots.md", {"title": "x", "id": "h-1"})
    assert id_of(reading, "objects/howtos/knots.md") == "h-1"
    assert [(one.code, one.severity, one.place.line, one.help) for one in reading.findings] == [
        ("fact-id", Severity.WARNING, 3, "name the file h-1.md, or write `id: knots`")
    ]


@pytest.mark.parametrize("id", ["../../etc/passwd", "a/b", "a\\b", "..", ".", "a\nb", "a\x07b"])
def test_an_id_that_could_lead_elsewhere_is_none(id: str) -> None:
    reading = Reading("objects/howtos/h-1.md", {"id": id})
    assert id_of(reading, "objects/howtos/h-1.md") == "h-1"
    assert [(one.code, one.severity) for one in reading.findings] == [("fact-id", Severity.ERROR)]


@pytest.mark.parametrize(
    ("written", "id", "path", "type"),
    [
        ("decision", "h-2026-02-03-x", "objects/howtos/h-2026-02-03-x.md", "decision"),
        (" Decision ", "x", "x.md", "decision"),
        ("", "d-2026-02-03-x", "objects/howtos/d-2026-02-03-x.md", "decision"),
        ("", "n-2026-02-03-x", "n-2026-02-03-x.md", "fact"),
        ("", "knots", "objects/howtos/knots.md", "howto"),
        ("", "knots", "objects/events/2026-02/03/knots.md", "event"),
        ("", "c-sharp", "objects/howtos/c-sharp.md", "howto"),
        ("", "d-slate", "objects/other/d-slate.md", "decision"),
        ("", "z-2026-02-03-x", "objects/z-2026-02-03-x.md", "fact"),
        ("", "knots", "knots.md", "fact"),
        ("", "", "", "fact"),
    ],
)
def test_the_type_comes_from_the_file_then_its_id_then_its_folder(written: str, id: str, path: str, type: str) -> None:
    reading = Reading(path, {"type": written})
    assert (type_of(reading, FactId(id), path), reading.findings) == (type, [])


def test_an_unknown_type_is_a_finding_and_the_next_best_is_taken() -> None:
    reading = Reading("objects/howtos/x.md", {"type": "rumour"})
    assert type_of(reading, FactId("x"), "objects/howtos/x.md") == "howto"
    [finding] = reading.findings
    assert (finding.code, finding.severity, str(finding.place)) == (
        "fact-type",
        Severity.ERROR,
        "objects/howtos/x.md:2:7",
    )
    assert "constraint, decision, failure" in (finding.help or "")


@pytest.mark.parametrize(
    ("title", "body", "found"),
    [
        ("The claim", "# Another", "The claim"),
        ("", "Intro\n\n## The claim ##\n\n# Later", "The claim"),
        ("  ", "# C#", "C#"),
        ("", "First line of text\nsecond", "First line of text"),
        ("", "\n   \n  indented", "indented"),
        ("", "```sh\n# a comment\n```\n# The claim", "The claim"),
        ("", "```sh\n# a comment\n```\nplain", "plain"),
        ("", "```sh\nmake\n```", "make"),
        ("", "#hashtag and text", "#hashtag and text"),
        ("", "####### seven", "####### seven"),
        ("", "#\n# The claim", "The claim"),
        ("", "x" * 500, "x" * 120),
        ("", "", ""),
    ],
)
def test_the_title_is_written_or_the_first_heading_or_the_first_line(title: str, body: str, found: str) -> None:
    assert title_of(Reading("f.md", {"title": title}), body) == found
