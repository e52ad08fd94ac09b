"""Sentences worth a look, by rule and without a model. Pure; what comes out is believed only when somebody approves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mem.facts.meaning import shared, words_of
from mem.formats.fence import END, FENCE

MOST = 3  # of one turn
SHORTEST, LONGEST = 15, 300  # characters of a sentence
ECHO = 0.5  # a sentence that shares this much of its words with a recalled fact says nothing new
REPEATS = 0.8  # or that says so much of the fact's own words

_SAID_BY_AGENT = (
    (
        "failure",
        r"\b(?:root cause (?:was|is|turned out)|the (?:cause|culprit|reason) (?:was|is)|turned out (?:that|to))\b",
    ),
    (
        "decision",
        r"\b(?:we|i) (?:have )?decided (?:to|on|that|against)\b|\bdecision:\s|\bwe (?:agreed|chose|settled)\b",
    ),
)
_SAID_BY_USER = (
    ("decision", r"\bwe (?:have )?(?:decided|agreed|chose|settled)\b|\blet'?s (?:always|go with|stick)\b"),
    ("constraint", r"\b(?:always|never|must(?: not)?|mustn'?t|under no circumstances)\b"),
    (
        "preference",
        r"\b(?:i (?:prefer|like|hate|want)|please (?:always|don'?t|do not|stop|use))\b|^(?:don'?t|do not|stop)\b",
    ),
    ("constraint", r"^(?:no|nope|wrong|actually|that'?s (?:not|wrong))\b[,:. ]"),
)
_AGENT = tuple((type, re.compile(pattern, re.IGNORECASE)) for type, pattern in _SAID_BY_AGENT)
_USER = tuple((type, re.compile(pattern, re.IGNORECASE)) for type, pattern in _SAID_BY_USER)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_MARKUP = re.compile(r"^(?:[-*+>#]+|\d+[.)])\s+")
_FENCED = re.compile(r"(```|~~~).*?(?:\1|\Z)", re.DOTALL)
_RECALLED = re.compile(re.escape(FENCE) + r".*?(?:" + re.escape(END) + r"|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Noted:
    """A claim somebody may want to keep."""

    type: str
    title: str
    body: str = ""


def from_agent(message: str) -> list[Noted]:
    """Give what an agent found out or settled, by its own closing words."""
    return _matching(message, _AGENT)


def from_user(prompt: str) -> list[Noted]:
    """Give the rules, wishes and corrections in what a user typed."""
    return _matching(prompt, _USER)


def from_commands(mended: Mapping[str, int]) -> list[Noted]:
    """Give the commands that failed and then worked."""
    return [
        Noted("failure", f"`{_one_line(command)}` failed {_times(failures)} before it passed")
        for command, failures in mended.items()
    ]


def fresh(found: Iterable[Noted], recalled: Sequence[str]) -> list[Noted]:
    """Drop what only repeats the recalled titles, or an earlier sentence; a turn yields a few at most."""
    kept: list[Noted] = []
    for noted in found:
        if any(_echoes(noted.title, title) for title in (*recalled, *(other.title for other in kept))):
            continue
        kept.append(noted)
    return kept[:MOST]


def _matching(text: str, rules: Sequence[tuple[str, re.Pattern[str]]]) -> list[Noted]:
    found: list[Noted] = []
    for sentence in _sentences(text):
        type = next((type for type, pattern in rules if pattern.search(sentence)), None)
        if type:
            found.append(Noted(type, sentence))
    return found


def _sentences(text: str) -> list[str]:
    """Cut prose into sentences; code, what memory itself said, and questions are none."""
    prose = _FENCED.sub("\n", _RECALLED.sub("\n", text))
    whole = [_one_line(_MARKUP.sub("", part.strip())) for part in _SENTENCE.split(prose)]
    return [part for part in whole if SHORTEST <= len(part) <= LONGEST and not part.endswith("?")]


def _echoes(sentence: str, title: str) -> bool:
    said, known = words_of(sentence), words_of(title)
    return shared(said, known) >= ECHO or len(said & known) >= REPEATS * len(known)


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
