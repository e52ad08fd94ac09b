"""A tree drawn with lines, for terminals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Branch:
    """A line with those that hang from it."""

    text: str
    twigs: Sequence[Branch] = field(default_factory=tuple)


def drawn(branch: Branch) -> list[str]:
    """Give the lines of a tree, its root first; no text can break out of its line."""
    return [_one_line(branch.text), *_below(branch.twigs)]


def _below(twigs: Sequence[Branch]) -> Iterator[str]:
    for number, twig in enumerate(twigs, 1):
        is_last = number == len(twigs)
        yield ("└─ " if is_last else "├─ ") + _one_line(twig.text)
        for line in _below(twig.twigs):
            yield ("   " if is_last else "│  ") + line


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
