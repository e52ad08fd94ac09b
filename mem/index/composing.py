"""What is entered of a version: the row that answers show, the record of all else, and the words to find it by."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import MISSING, fields

from mem.facts.fact import Fact
from mem.facts.instant import Instant
from mem.facts.ranking import ASKED, NOT_SAID, SAID, SAID_BY, is_question
from mem.index.asking import bound, folded, label, named
from mem.index.base import Entry
from mem.index.grouping import date_in_words
from mem.index.tokens import bigram_text, index_text

ENCODER = json.JSONEncoder(default=str, separators=(",", ":"))
ELSEWHERE = ("id", "type", "title", "scope", "subject", "source", "body", "extra")
FIELDS = [(f.name, () if f.default is MISSING else f.default) for f in fields(Fact) if f.name not in ELSEWHERE]

Span = tuple[Instant, Instant | None, Instant | None]
"""From when a version is known, and its span in the view of today."""


def version_row(rid: int, entry: Entry, span: Span | None) -> tuple[object, ...]:
    fact = entry.fact
    known_from, current_from, current_to = span or (entry.recorded, None, None)
    updated = fact.updated_at or fact.tx_at or entry.recorded
    return (
        rid,
        bound(fact.id),
        entry.number,
        current_from,
        current_to,
        known_from,
        bound(fact.scope),
        fact.priority,
        fact.type,
        bound(fact.subject),
        bound(fact.source),
        _listed(fact.tags),
        bound(entry.path),
        bound(fact.title),
        bound(fact.headline),
        fact.confidence,
        bound(fact.verified),
        updated,
        bound(fact.verified) or updated,
        fact.valid_from or fact.tx_at or entry.recorded,
        fact.valid_to,
        fact.retracted_at is not None or fact.disowned_at is not None,
        bound(fact.key),
        named(fact.subject),
        _said(fact),
    )


def record_row(rid: int, entry: Entry) -> tuple[object, ...]:
    fact = entry.fact
    said = {name: value for name, default in FIELDS if (value := getattr(fact, name)) != default}
    if fact.extra:
        said["extra"] = dict(fact.extra)
    return rid, entry.recorded, entry.blob, entry.commit, ENCODER.encode(said)


def words_of_fact(fact: Fact) -> list[str]:
    """Give the words of title, abstract, tags, body and pairs of neighbours, as FTS5 is given them."""
    about = " ".join((*fact.tags, fact.subject, "" if fact.predicate == SAID_BY else fact.predicate))
    columns = [index_text(text) for text in (fact.title, fact.abstract, about, fact.body)]
    # The title twice: in a column of their own, its pairs cannot weigh more than those of the body.
    return [*columns, bigram_text(" ".join((fact.title, fact.title, fact.abstract, about, fact.body)))]


def dates_of(entry: Entry) -> str:
    """Give the day a version is about, as a question names it."""
    fact = entry.fact
    return date_in_words(fact.valid_from or fact.tx_at or entry.recorded)


def label_of(fact: Fact) -> str:
    """Give the word that stands for the subject; nothing for a fact without one."""
    return label(fact.subject) if fact.subject else ""


def _said(fact: Fact) -> int:
    """Tell what somebody said in a transcript from a fact that stands by itself, and a question from a statement."""
    if fact.predicate != SAID_BY or not fact.source:
        return NOT_SAID
    return ASKED if is_question(fact.body or fact.title) else SAID


def _listed(tags: Iterable[str]) -> str:
    names = [folded(tag) for tag in tags]
    return "\n" + "\n".join(names) + "\n" if names else ""
