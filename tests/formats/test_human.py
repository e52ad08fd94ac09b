"""What a person sees in a terminal."""

from __future__ import annotations

import pytest

from mem.formats.human import Style, ago, render
from mem.formats.report import Report, Table

PLAIN = Style(colour=False, width=60, now="2026-06-20T12:00:00.000Z")
COLOURED = Style(colour=True, width=60, now="2026-06-20T12:00:00.000Z")


def test_columns_are_aligned_also_for_wide_letters() -> None:
    table = Table(("id", "title", "n"), [{"id": "a", "title": "港の鍵", "n": 1}, {"id": "bb", "title": "key", "n": 2}])
    assert render(Report({"mem": table}), PLAIN) == "id  title   n\na   港の鍵  1\nbb  key     2\n"


def test_a_long_title_is_cut_to_the_terminal() -> None:
    table = Table(("id", "title"), [{"id": "abcdefghijkl", "title": "word " * 30}])
    assert all(len(line) <= 60 for line in render(Report({"mem": table}), PLAIN).splitlines())


def test_the_claim_stays_readable_and_a_cut_id_is_a_beginning_to_copy() -> None:
    id = "d-2026-06-16-a-long-and-telling-name-of-a-decision"
    title = "A long and telling name of a decision, and more"
    line = render(Report({"mem": Table(("id", "title"), [{"id": id, "title": title}])}), PLAIN).splitlines()[1]
    shown, rest = line[:28], line[28:].strip()
    assert id.startswith(shown.strip())
    assert title.startswith(rest.rstrip("…"))
    assert len(rest) >= 28


def test_a_terminal_may_show_other_columns() -> None:
    table = Table(("id",), [{"id": "a", "known_from": "2026-06-17T12:00:00.000Z"}], for_people=("id", "known_from"))
    assert render(Report({"mem": table}), PLAIN) == "id  known_from\na   3d ago\n"


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("2026-06-20T11:59:30.000Z", "just now"),
        ("2026-06-20T11:55:00.000Z", "5m ago"),
        ("2026-06-17T12:00:00.000Z", "3d ago"),
        ("2026-06-05T12:00:00.000Z", "2w ago"),
        ("2024-06-05T12:00:00.000Z", "2y ago"),
        ("2026-06-22T12:00:00.000Z", "in 2d"),
    ],
)
def test_dates_are_told_as_distances(then: str, said: str) -> None:
    assert ago(then, "2026-06-20T12:00:00.000Z") == said


def test_colour_is_used_only_where_it_is_wanted() -> None:
    report = Report({"error": "no store"}, ["mem init"])
    assert "\x1b" in render(report, COLOURED)
    assert "\x1b" not in render(report, PLAIN)


def test_a_fact_cannot_send_escapes_to_the_terminal() -> None:
    assert "\x1b" not in render(Report({"title": "x\x1b[2Jy"}), PLAIN)


def test_an_empty_table_says_so() -> None:
    assert render(Report({"mem": Table(("id",), [])}), PLAIN) == "mem: none\n"
