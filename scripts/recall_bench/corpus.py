"""LoCoMo read as facts and questions: dialogue turns, or the one-sentence observations drawn from them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
TURN_ID = re.compile(r"D:?(\d+):0*(\d+)")
WHEN = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True, slots=True)
class Said:
    """One thing to be found: `key` tells it from all others, `origin` are the turns it stands for."""

    key: str
    session: str
    speaker: str
    text: str
    at: datetime
    is_turn: bool
    origin: frozenset[str]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its category, and the turns that answer it."""

    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """What can be found and what is asked of it; `name` is the conversation, or how several were put together."""

    name: str
    facts: Sequence[Said]
    questions: Sequence[Question]


@dataclass(frozen=True, slots=True)
class Reading:
    """A data file as read: its checksum, its conversations as turns and as observations, and what had to be mended."""

    digest: str
    turns: Sequence[Corpus]
    observations: Sequence[Corpus]
    notes: dict[str, int]


def read(path: Path) -> Reading:
    """Read a file in the format of LoCoMo."""
    data = path.read_bytes()
    notes: Counter[str] = Counter()
    turns, observations = [], []
    for sample in json.loads(data):
        said = list(_turns(sample))
        known = {one.key for one in said}
        questions = list(_questions(sample, known, notes))
        noticed = list(_observations(sample, said))
        turns.append(Corpus(sample["sample_id"], said, questions))
        answerable = [q for q in questions if any(q.evidence & fact.origin for fact in noticed)]
        notes["questions no observation answers"] += len(questions) - len(answerable)
        observations.append(Corpus(sample["sample_id"], noticed, answerable))
    return Reading(sha256(data).hexdigest(), turns, observations, dict(notes))


def pooled(corpora: Sequence[Corpus]) -> Corpus:
    """Put all conversations into one corpus."""
    facts = [fact for corpus in corpora for fact in corpus.facts]
    return Corpus("pooled", facts, [question for corpus in corpora for question in corpus.questions])


def _turns(sample: dict[str, Any]) -> Iterator[Said]:
    for number, turns, at in _sessions(sample):
        session = f"{sample['sample_id']}/session-{number:02}"
        for turn in turns:
            caption = f" [photo: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            key = _key(sample, *_numbers(turn["dia_id"])[0])
            yield Said(key, session, turn["speaker"], turn["text"].strip() + caption, at, True, frozenset([key]))


def _observations(sample: dict[str, Any], said: Sequence[Said]) -> Iterator[Said]:
    """Give the observations whose source is known; most name one turn, some a list of them."""
    by_key = {one.key: one for one in said}
    for noted in sample.get("observation", {}).values():
        for speaker, pairs in noted.items():
            for place, (text, source) in enumerate(pairs):
                origin = [key for pair in _numbers(str(source)) if (key := _key(sample, *pair)) in by_key]
                if origin:
                    first = by_key[origin[0]]
                    key = f"{origin[0]}-{speaker.lower()}-{place}"
                    yield replace(first, key=key, speaker=speaker, text=text, is_turn=False, origin=frozenset(origin))


def _questions(sample: dict[str, Any], known: set[str], notes: Counter[str]) -> Iterator[Question]:
    """Give the questions with evidence; ids that are written wrongly are read as they are meant, or dropped."""
    for asked in sample["qa"]:
        evidence = set()
        for text in map(str, asked.get("evidence") or []):
            keys = {_key(sample, *pair) for pair in _numbers(text)}
            notes["evidence ids repaired"] += not re.fullmatch(r"D\d+:[1-9]\d*", text) and keys <= known
            notes["evidence ids dropped"] += len(keys - known) + (not keys)
            evidence |= keys & known
        if evidence:
            yield Question(str(asked["question"]), asked["category"], frozenset(evidence))
        else:
            notes["questions without evidence"] += 1


def _sessions(sample: dict[str, Any]) -> Iterator[tuple[int, list[dict[str, Any]], datetime]]:
    talk = sample["conversation"]
    numbers = sorted(int(name[8:]) for name, turns in talk.items() if re.fullmatch(r"session_\d+", name) and turns)
    for number in numbers:
        said = talk[f"session_{number}_date_time"]
        yield number, talk[f"session_{number}"], datetime.strptime(said, WHEN).replace(tzinfo=UTC)


def _numbers(text: str) -> list[tuple[int, int]]:
    return [(int(session), int(turn)) for session, turn in TURN_ID.findall(text)]


def _key(sample: dict[str, Any], session: int, turn: int) -> str:
    return f"{sample['sample_id'].lower()}-{session:02}-{turn:03}"
