"""From the text of a field to its value: strict about meaning, tolerant about form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.facts.fields import Raw
from mem.facts.instant import is_instant
from mem.facts.reading import Reading, understood


def reading(key: str, value: Raw) -> Reading:
    return Reading("f.md", {"title": "x", key: value})


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("70", 70), ("100", 100), ("+5", 5), ("050", 50), ("", 50), ("~", 50), ("null", 50)]
)
def test_a_priority_is_a_whole_number(text: str, number: int) -> None:
    found = reading("priority", text)
    assert (found.whole("priority"), found.findings) == (number, [])


@pytest.mark.parametrize(
    "text", ["101", "-1", "7.5", "5e1", "0x10", "1_0", "high", "٣", "²", "1 0", "5 # low", "+", "-", "1" * 5000, "None"]
)
def test_a_priority_that_is_none_is_a_finding_and_the_default_is_taken(text: str) -> None:
    found = reading("priority", text)
    assert (found.whole("priority"), [one.code for one in found.findings]) == (50, ["fact-number"])
    assert len(found.findings[0].message) < 120


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("1", 1), ("0.95", 0.95), (".5", 0.5), ("1.", 1), ("1e-3", 0.001), ("1.0e-07", 1e-7), ("", 0.5)],
)
def test_a_confidence_is_a_share(text: str, number: float) -> None:
    found = reading("confidence", text)
    assert (found.share("confidence"), found.findings) == (number, [])


@pytest.mark.parametrize(
    "text", ["1.01", "-0.1", "95%", "nan", "inf", "1e999", "0,5", "0x1p-1", "1_0.0", "high", "٠.٥"]
)
def test_a_confidence_that_is_none_is_a_finding_and_the_default_is_taken(text: str) -> None:
    found = reading("confidence", text)
    assert (found.share("confidence"), [one.code for one in found.findings]) == (0.5, ["fact-number"])


@pytest.mark.parametrize(
    ("key", "text", "instant"),
    [
        ("valid_from", "2026-03-01", "2026-03-01T00:00:00.000Z"),
        ("valid_from", "2026-03-01T10:00", "2026-03-01T10:00:00.000Z"),
        ("valid_from", "2026-03-01T10:00:00-05:00", "2026-03-01T15:00:00.000Z"),
        ("valid_from", "2026-03-01T10:00:00.123Z", "2026-03-01T10:00:00.123Z"),
        ("valid_to", "2026-03-01", "2026-03-02T00:00:00.000Z"),
        ("valid_to", "2026-03-01T10:00Z", "2026-03-01T10:00:00.000Z"),
        ("tx_at", "2026-03-01", "2026-03-01T00:00:00.000Z"),
        ("created", "2026-03-01", "2026-03-01T00:00:00.000Z"),
        ("retracted_at", "2026-03-01", "2026-03-01T00:00:00.000Z"),
        ("valid_to", "", None),
        ("valid_to", "null", None),
        ("valid_to", "~", None),
    ],
)
def test_all_ways_to_write_a_date_give_one_kind_of_instant(key: str, text: str, instant: str | None) -> None:
    found = reading(key, text)
    assert (found.instant(key), found.findings) == (instant, [])


@pytest.mark.parametrize("text", ["soon", "3d", "today", "2026-02-30", "01.03.2026", "2026-W10-1", "x" * 999])
def test_what_is_no_date_is_a_finding(text: str) -> None:
    found = reading("valid_from", text)
    assert (found.instant("valid_from"), [one.code for one in found.findings], found.misread) == (
        None,
        ["fact-date"],
        {"valid_from"},
    )


def test_the_day_of_a_check_is_kept_as_it_is_written() -> None:
    assert [
        reading("verified", text).day("verified") for text in ("2026-03-01", "2026-03-01T10:00+02:00", "", "soon")
    ] == [
        "2026-03-01",
        "2026-03-01T10:00+02:00",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("value", "items"),
    [
        (["a", "b c", "no"], ("a", "b c", "no")),
        ("a", ("a",)),
        ("a, b ,,c,", ("a", "b", "c")),
        (["a, b"], ("a, b",)),
        ([], ()),
        ("", ()),
        ("~", ()),
        (",", ()),
    ],
)
def test_a_list_is_a_list_or_a_line_split_at_its_commas(value: Raw, items: tuple[str, ...]) -> None:
    found = reading("tags", value)
    assert (found.items("tags"), found.findings) == (items, [])


@pytest.mark.parametrize(("value", "items"), [(["a", ["b"]], ("a",)), (["a", {"b": "c"}], ("a",)), ({"a": "b"}, ())])
def test_what_is_no_text_in_a_list_is_a_finding_and_left_out(value: Raw, items: tuple[str, ...]) -> None:
    found = reading("tags", value)
    assert (found.items("tags"), [one.code for one in found.findings]) == (items, ["fact-type"])


def test_a_list_where_one_value_belongs_is_a_finding() -> None:
    found = Reading("f.md", {"scope": ["a"], "priority": ["1"], "confidence": {"a": "b"}, "valid_from": []})
    assert (found.text("scope"), found.whole("priority"), found.share("confidence"), found.instant("valid_from")) == (
        "",
        50,
        0.5,
        None,
    )
    assert [one.code for one in found.findings] == ["fact-type"] * 4


def test_a_finding_stands_at_the_value_it_is_about() -> None:
    one_a_line = Reading("f.md", {"title": "x", "priority": "high"})
    one_a_line.whole("priority")
    elsewhere = Reading("f.md", {"priority": "high"}, {"priority": (7, 13)})
    elsewhere.whole("priority")
    places = [str(found.findings[0].place) for found in (one_a_line, elsewhere)]
    assert places == ["f.md:3:11", "f.md:7:13"]


def test_a_finding_about_what_is_not_there_is_about_the_file() -> None:
    assert str(Reading("f.md", {}).place("title")) == "f.md"


@pytest.mark.parametrize(
    ("key", "one", "other"),
    [
        ("valid_from", "2026-03-01", "2026-03-01T01:00+01:00"),
        ("valid_to", "2026-03-01", "2026-03-02T00:00Z"),
        ("priority", "050", "50"),
        ("confidence", ".5", "0.50"),
        ("tags", "a, b", ["a", "b"]),
        ("supersedes", "x", ["x"]),
    ],
)
def test_two_ways_to_write_a_value_mean_the_same(key: str, one: Raw, other: Raw) -> None:
    assert understood(key, one) == understood(key, other) is not None


@pytest.mark.parametrize(
    ("key", "value"), [("priority", "x"), ("valid_from", "x"), ("title", ["x"]), ("tags", {"a": "b"})]
)
def test_a_value_that_means_nothing_equals_no_other(key: str, value: Raw) -> None:
    assert understood(key, value) is None


@given(
    st.text(max_size=30)
    | st.datetimes().map(lambda moment: f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z")
)
def test_the_quick_look_at_an_instant_sees_what_the_thorough_one_does(text: str) -> None:
    found = reading("tx_at", text)
    assert not is_instant(text) or found.instant("tx_at") == text
    assert found.instant("tx_at") is None or is_instant(found.instant("tx_at") or "")
