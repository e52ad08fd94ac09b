"""Reading and writing moments: what people write, at the edges of days, months and the calendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mem.errors import UsageError
from mem.facts.instant import (
    FIRST,
    FOREVER,
    BadDate,
    Instant,
    datetime_of,
    day_of,
    from_start,
    instant_of,
    is_instant,
    later,
    through,
    to_end,
)

NOW = Instant("2026-03-31T15:30:00.000Z")

moments = st.datetimes(timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000)
)
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@pytest.mark.parametrize(
    ("day", "start", "end", "next_midnight"),
    [
        ("2026-06-09", "2026-06-09T00:00:00.000Z", "2026-06-09T23:59:59.999Z", "2026-06-10T00:00:00.000Z"),
        ("2026-12-31", "2026-12-31T00:00:00.000Z", "2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z"),
        ("2024-02-28", "2024-02-28T00:00:00.000Z", "2024-02-28T23:59:59.999Z", "2024-02-29T00:00:00.000Z"),
        ("2024-02-29", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "2024-03-01T00:00:00.000Z"),
        ("2026-02-28", "2026-02-28T00:00:00.000Z", "2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00.000Z"),
        ("0001-01-01", "0001-01-01T00:00:00.000Z", "0001-01-01T23:59:59.999Z", "0001-01-02T00:00:00.000Z"),
        ("9999-12-31", "9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ],
)
def test_a_day_alone_is_its_start_its_last_millisecond_or_the_next_midnight(
    day: str, start: str, end: str, next_midnight: str
) -> None:
    assert (from_start(day), to_end(day), through(day)) == (start, end, next_midnight)


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00.000Z"),
        ("2026-03-01T10:00:00z", "2026-03-01T10:00:00.000Z"),
        ("2026-03-01T10:00:00.5Z", "2026-03-01T10:00:00.500Z"),
        ("2026-03-01T10:00:00.1239Z", "2026-03-01T10:00:00.123Z"),
        ("2026-03-01T10:00:00.123456789Z", "2026-03-01T10:00:00.123Z"),
        ("2026-03-01T10:00:00.999999999Z", "2026-03-01T10:00:00.999Z"),
        ("2026-03-01T10:00", "2026-03-01T10:00:00.000Z"),
        ("2026-03-01 10:00:00", "2026-03-01T10:00:00.000Z"),
        ("2026-03-01t10:00:00", "2026-03-01T10:00:00.000Z"),
        ("2026-03-01T10:00:00-05:00", "2026-03-01T15:00:00.000Z"),
        ("2026-03-01T10:00:00.250+05:30", "2026-03-01T04:30:00.250Z"),
        ("2026-03-01T00:30+02:00", "2026-02-28T22:30:00.000Z"),
        ("2024-03-01T00:30+02:00", "2024-02-29T22:30:00.000Z"),
        ("2026-01-01T00:00+14:00", "2025-12-31T10:00:00.000Z"),
        ("2026-12-31T23:59:59.999-12:00", "2027-01-01T11:59:59.999Z"),
        (" 2026-03-01T10:00 ", "2026-03-01T10:00:00.000Z"),
    ],
)
def test_a_moment_is_the_same_whichever_end_of_an_interval_it_is(written: str, instant: str) -> None:
    assert [read(written) for read in (from_start, to_end, through)] == [instant] * 3


@pytest.mark.parametrize(
    ("written", "start", "end"),
    [
        ("today", "2026-03-31T00:00:00.000Z", "2026-03-31T23:59:59.999Z"),
        ("yesterday", "2026-03-30T00:00:00.000Z", "2026-03-30T23:59:59.999Z"),
        ("0d", NOW, NOW),
        ("3d", "2026-03-28T15:30:00.000Z", "2026-03-28T15:30:00.000Z"),
        ("2w", "2026-03-17T15:30:00.000Z", "2026-03-17T15:30:00.000Z"),
        ("1mo", "2026-02-28T15:30:00.000Z", "2026-02-28T15:30:00.000Z"),
        ("4mo", "2025-11-30T15:30:00.000Z", "2025-11-30T15:30:00.000Z"),
        ("25mo", "2024-02-29T15:30:00.000Z", "2024-02-29T15:30:00.000Z"),
        ("1y", "2025-03-31T15:30:00.000Z", "2025-03-31T15:30:00.000Z"),
        ("2026-03-01", "2026-03-01T00:00:00.000Z", "2026-03-01T23:59:59.999Z"),
    ],
)
def test_relative_forms_count_back_from_now(written: str, start: str, end: str) -> None:
    assert (from_start(written, now=NOW), to_end(written, now=NOW)) == (start, end)


def test_a_year_before_a_leap_day_is_the_last_of_february() -> None:
    assert from_start("1y", now=Instant("2024-02-29T12:00:00.000Z")) == "2023-02-28T12:00:00.000Z"


@pytest.mark.parametrize("written", ["today", "yesterday", "3d", "1y"])
def test_relative_forms_are_no_dates_where_now_means_nothing(written: str) -> None:
    with pytest.raises(BadDate):
        from_start(written)


@pytest.mark.parametrize(
    "written",
    [
        "", " ", "now", "tomorrow", "soon", "d", "-3d", "+3d", "3", "3 d", "3h", "3dd", "1.5d", "٣d",
        "999999999d", "99999y",
        "2026", "2026-3-1", "2026-03", "20260301", "2026-W10-1", "2026-060", "2026/03/01", "01-03-2026", "26-03-01",
        "2026-02-29", "2026-02-30", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01", "10000-01-01",
        "2026-03-01T", "2026-03-01T10", "2026-03-01T10Z", "2026-03-01T1000", "2026-03-01T25:00", "2026-03-01T10:60",
        "2026-03-01T10:00:61", "2026-03-01T10:00:00.", "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00,5Z5",
        "2026-03-01T10:00+25:00", "2026-03-01X10:00", "２０２６-03-01",
        "2026-03-01T10:00 Europe/Berlin", "2026-03-01T10:00:00ZZ",
        "0001-01-01T00:00+01:00", "9999-12-31T23:59:59-01:00",
    ],
)  # fmt: skip
def test_what_is_no_date_is_refused_by_every_reader(written: str) -> None:
    for read in (from_start, to_end, through):
        with pytest.raises(BadDate):
            read(written, now=NOW)


def test_the_refusal_names_the_flag_and_the_text_and_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match=r"--since: `someday` is not a date") as failure:
        from_start("someday", "--since")
    assert (failure.value.code, "2026-03-01" in (failure.value.help or "")) == (2, True)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("2026-06-16T09:30:00.123Z", True),
        (FIRST, True),
        ("9999-12-31T23:59:59.999Z", True),
        (FOREVER, False),
        ("2026-06-16T09:30:00.123", False),
        ("2026-06-16T09:30:00.123z", False),
        ("2026-06-16 09:30:00.123Z", False),
        ("2026-06-16T09:30:00,123Z", False),
        ("2026-W25-2T09:30:00.000Z", False),
        ("2026-02-30T09:30:00.000Z", False),
        ("2026-06-16T09:30:00Z", False),
        ("2026-06-16", False),
        ("", False),
    ],
)
def test_only_the_stored_form_is_an_instant(text: str, answer: bool) -> None:
    assert is_instant(text) is answer


@pytest.mark.parametrize(
    ("instant", "milliseconds", "moved"),
    [
        ("2026-06-16T09:30:00.999Z", 1, "2026-06-16T09:30:01.000Z"),
        ("2026-12-31T23:59:59.999Z", 1, "2027-01-01T00:00:00.000Z"),
        ("2026-06-16T09:30:00.000Z", -1, "2026-06-16T09:29:59.999Z"),
        ("9999-12-31T23:59:59.999Z", 1, "9999-12-31T23:59:59.999Z"),
        (FIRST, -1, FIRST),
    ],
)
def test_an_instant_moves_by_milliseconds_and_stops_at_the_ends_of_the_calendar(
    instant: Instant, milliseconds: int, moved: str
) -> None:
    assert later(instant, milliseconds) == moved


@given(moments)
def test_an_instant_is_24_characters_that_give_the_moment_back(moment: datetime) -> None:
    instant = instant_of(moment)
    assert (len(instant), is_instant(instant), datetime_of(instant)) == (24, True, moment)


@given(moments, moments)
def test_the_order_of_the_text_is_the_order_of_time(one: datetime, other: datetime) -> None:
    assert (instant_of(one) < instant_of(other)) == (one < other)


@given(moments)
def test_every_instant_lies_between_the_first_and_forever(moment: datetime) -> None:
    assert FIRST <= instant_of(moment) < FOREVER


@given(moments, offsets)
def test_a_moment_written_with_any_offset_is_read_as_the_same_instant(moment: datetime, offset: timezone) -> None:
    assume(datetime(1, 1, 2, tzinfo=UTC) < moment < datetime(9999, 12, 30, tzinfo=UTC))
    assert from_start(moment.astimezone(offset).isoformat()) == instant_of(moment)


@given(moments)
def test_reading_an_instant_changes_nothing(moment: datetime) -> None:
    instant = instant_of(moment)
    assert [read(instant) for read in (from_start, to_end, through)] == [instant] * 3


@given(st.dates())
def test_a_day_begins_ends_and_is_over_in_this_order(day: object) -> None:
    start, end, over = from_start(str(day)), to_end(str(day)), through(str(day))
    assert start < end <= over
    assert day_of(start) == day_of(end) == str(day)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    try:
        instant = from_start(text, now=NOW)
    except BadDate:
        return
    assert is_instant(instant)
