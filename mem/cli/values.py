"""What the words of a call mean: checked, and read as the values that drafts and queries are made of.

Nothing here imports Typer, so that a plain call can do without.
"""

from __future__ import annotations

from collections.abc import Sequence

from mem.cli.session import Session
from mem.errors import UsageError
from mem.facts.fact import BASES, TYPES, FactId
from mem.facts.instant import Instant, from_start, through


class BadFlag(UsageError):
    """A flag's value is none of those it takes."""

    def __init__(self, flag: str, value: str, choices: Sequence[str]) -> None:
        super().__init__(f"{flag}: `{value}` is not known", help=f"one of: {', '.join(choices)}")


class BothGiven(UsageError):
    """Two flags that say the same thing in two ways."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other} exclude each other", help=f"give {one} or {other}")


def a_type(name: str | None, flag: str = "--type") -> str | None:
    """Check a type's name; the message lists the good ones."""
    if name is not None and name not in TYPES:
        raise BadFlag(flag, name, list(TYPES))
    return name


def split_tags(text: str | None) -> tuple[str, ...]:
    """Split at commas and blanks, each tag once."""
    return tuple(dict.fromkeys((text or "").replace(",", " ").split()))


def ids(text: str | None) -> tuple[FactId, ...]:
    return tuple(FactId(id) for id in split_tags(text))


def confidence_of(confidence: float | None, basis: str | None) -> float | None:
    """Give the number, from `--confidence` or from the word of `--basis`."""
    if confidence is not None and not 0 <= confidence <= 1:
        raise UsageError(f"--confidence: {confidence} is not between 0.0 and 1.0", help="0.5 is the default")
    if basis is None:
        return confidence
    if confidence is not None:
        raise BothGiven("--confidence", "--basis")
    if basis not in BASES:
        raise BadFlag("--basis", basis, list(BASES))
    return BASES[basis]


def confidence_or(default: float, confidence: float | None, basis: str | None) -> float:
    """Give the number said in either way, else the default."""
    said = confidence_of(confidence, basis)
    return default if said is None else said


def a_priority(priority: int | None) -> int | None:
    """Check a priority that is written straight into a file."""
    if priority is not None and not 0 <= priority <= 100:
        raise UsageError(f"--priority: {priority} is not between 0 and 100", help="0 is least, 100 is most important")
    return priority


def body_of(session: Session, body: str | None, body_file: str | None) -> str | None:
    """Give the body's text from the flag, a file or standard input."""
    if body is not None and body_file is not None:
        raise BothGiven("--body", "--body-file")
    if "-" in (body, body_file):
        return session.read_stdin()
    if body_file is None:
        return body
    try:
        with open(body_file, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"--body-file: cannot read `{body_file}`", help=getattr(error, "strerror", None) or "it is not UTF-8 text"
        ) from error


def start(session: Session, text: str | None, flag: str) -> Instant | None:
    return from_start(text, flag, session.now) if text is not None else None


def day(session: Session, text: str | None, flag: str) -> str | None:
    """Read a date and keep its day."""
    return from_start(text, flag, session.now)[:10] if text else text


def end(session: Session, text: str | None, flag: str) -> Instant | None:
    return through(text, flag, session.now) if text is not None else None
