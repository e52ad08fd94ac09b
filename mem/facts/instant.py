"""Instants: moments as text of one fixed width, so that the order of the text is the order of time."""

from __future__ import annotations

from mem.errors import UsageError

TYPE_CHECKING = False  # `typing` costs the hot lane as much as the interpreter itself
if TYPE_CHECKING:
    from datetime import UTC, datetime, timedelta
    from typing import NewType

    Instant = NewType("Instant", str)
else:
    Instant = str
    try:  # the same classes; up to Python 3.11 `datetime` runs its own of them first, written in Python
        from _datetime import UTC, datetime, timedelta
    except ImportError:
        from datetime import UTC, datetime, timedelta

FIRST = Instant("0001-01-01T00:00:00.000Z")
LAST = Instant("9999-12-31T23:59:59.999Z")  # the known time of what no commit has recorded yet
FOREVER = Instant("~")  # sorts after every instant; the end of an interval that goes on

DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)

_RELATIVE = {"d": 1, "w": 7}
_RELATIVE_MONTHS = {"mo": 1, "y": 12}


class BadDate(UsageError):
    """A date that cannot be read; `what` names the flag or field it stood in."""

    def __init__(self, text: str, what: str = "date") -> None:
        super().__init__(
            f"{what}: `{text}` is not a date",
            help="write 2026-03-01, 2026-03-01T09:30:00Z or 2026-03-01T09:30+02:00",
        )


def instant_of(moment: datetime) -> Instant:
    """Write an aware `moment` in UTC, cut to milliseconds."""
    moment = moment.astimezone(UTC)
    return Instant(f"{moment.year:04d}-{moment:%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z")


def at_seconds(seconds: float) -> Instant:
    """Give the instant of a Unix time."""
    return instant_of(datetime.fromtimestamp(seconds, UTC))


def datetime_of(instant: Instant) -> datetime:
    """Give the aware datetime of a canonical instant."""
    return datetime.fromisoformat(instant)


def later(instant: Instant, milliseconds: int = 1) -> Instant:
    """Move an instant; at the end of the calendar it stays where it is."""
    try:
        return instant_of(datetime_of(instant) + milliseconds * MILLISECOND)
    except OverflowError:
        return instant


def told(known: Instant) -> str:
    """Give a known time as a reader is told it."""
    return "uncommitted" if known == LAST else known


def day_told(known: Instant) -> str:
    """Give the day of a known time as a reader is told it."""
    return "uncommitted" if known == LAST else known[:10]


def day_of(instant: Instant) -> str:
    """Give the UTC day, as in `2026-03-01`."""
    return instant[:10]


def is_instant(text: str) -> bool:
    """Tell whether `text` already has the one stored form."""
    if len(text) != 24 or text[23] != "Z":
        return False
    try:
        return instant_of(datetime.fromisoformat(text)) == text
    except ValueError:
        return False


def from_start(text: str, what: str = "date", now: Instant | None = None) -> Instant:
    """Read a date as `valid_from` and `--since` do: a day alone is its first instant."""
    moment, _ = _read(text, what, now)
    return instant_of(moment)


def to_end(text: str, what: str = "date", now: Instant | None = None) -> Instant:
    """Read a date as `--as-of` and `--until` do: a day alone is its last millisecond."""
    moment, is_day = _read(text, what, now)
    return instant_of(moment + (DAY - MILLISECOND) if is_day else moment)


def through(text: str, what: str = "date", now: Instant | None = None) -> Instant:
    """Read a date as `valid_to` does: a day alone means through that day, so the next midnight."""
    moment, is_day = _read(text, what, now)
    try:
        return instant_of(moment + DAY if is_day else moment)
    except OverflowError:
        return instant_of(datetime.max.replace(tzinfo=UTC))


def _read(text: str, what: str, now: Instant | None) -> tuple[datetime, bool]:
    """Give the moment and whether only a day was named; relative forms need `now`."""
    text = text.strip()
    try:
        if now is not None and (found := _relative(text, datetime_of(now))):
            return found
        return _absolute(text)
    except (ValueError, OverflowError):
        raise BadDate(text, what) from None


def _relative(text: str, now: datetime) -> tuple[datetime, bool] | None:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if text == "today":
        return midnight, True
    if text == "yesterday":
        return midnight - DAY, True
    count = text.rstrip("dwmoy")
    unit = text[len(count) :]
    if not (count.isascii() and count.isdigit()):
        return None
    if unit in _RELATIVE:
        return now - int(count) * _RELATIVE[unit] * DAY, False
    if unit in _RELATIVE_MONTHS:
        return _months_before(now, int(count) * _RELATIVE_MONTHS[unit]), False
    return None


def _months_before(moment: datetime, months: int) -> datetime:
    """Step back whole calendar months; the 31st becomes the last day of a shorter month."""
    years, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    for day in (moment.day, 30, 29, 28):
        try:
            return moment.replace(year=years, month=month + 1, day=day)
        except ValueError:
            if day == 28:
                raise
    raise AssertionError("every month has a 28th")


def _absolute(text: str) -> tuple[datetime, bool]:
    """Read ISO dates only as far as people write them: no week dates, no bare digits."""
    day, clock = text[:10], text[10:]
    if len(day) != 10 or day[4] != "-" or day[7] != "-" or not text.isascii():
        raise ValueError(text)
    if not clock:
        return datetime.fromisoformat(day).replace(tzinfo=UTC), True
    if clock[0] not in "Tt " or len(clock) < 6 or clock[3] != ":":
        raise ValueError(text)
    whole, fraction, rest = _split_fraction(clock[1:])
    moment = datetime.fromisoformat(f"{day}T{whole}{fraction}{rest}")
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC), False


def _split_fraction(clock: str) -> tuple[str, str, str]:
    """Split `10:00:00.1234567+01:00` into clock, fraction and offset, so that long fractions can be cut."""
    clock = clock.replace("z", "Z")
    whole, dot, tail = clock.partition(".")
    if not dot:
        return clock, "", ""
    digits = tail[: len(tail) - len(tail.lstrip("0123456789"))]
    if not digits:
        raise ValueError(clock)
    return whole, "." + digits[:6].ljust(6, "0"), tail[len(digits) :]
