"""What of a fact is turned into a vector, and how a text that changed is told from one that did not."""

from __future__ import annotations

from hashlib import sha256

from mem.facts.instant import Instant

MONTHS = "January February March April May June July August September October November December"
DIGEST = 16  # bytes


def text_of(subject: str, title: str, abstract: str, since: Instant) -> str:
    """Give a fact as somebody would say it: who or what it is about, what is said, and since when."""
    said = f"{title} {abstract}" if abstract and not title.startswith(abstract) else title
    day = f"{int(since[8:10])} {MONTHS.split()[int(since[5:7]) - 1]} {since[:4]}"
    return f'{subject}: "{said}" {day}' if subject else f'"{said}" {day}'


def digest(text: str) -> bytes:
    """Give what tells one text from another."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()[:DIGEST]
