"""Near-duplicates: facts whose titles share most of their words and whose claims do not differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from mem.facts.fact import Fact, FactId
from mem.facts.instant import FOREVER
from mem.facts.meaning import bodies_contradict, shared, titles_differ, words_of

CROWD = 30  # more facts with one title are compared with the first only; more than these no fact absorbs at once

_ROUNDING = 1e-9


class Pair(NamedTuple):
    """Two facts that may be one: `keep` would take `absorb` in."""

    similarity: float
    keep: Fact
    absorb: Fact


class Near(NamedTuple):
    """A fact that looks like a new one; `differs` when a number, a negation or the like tells them apart."""

    fact: Fact
    similarity: float
    differs: bool


def similarity(a: str, b: str) -> float:
    """Give the share of their words that two titles have in common, whatever the case."""
    return shared(words_of(a), words_of(b))


def may_be_same(a: Fact, b: Fact) -> bool:
    """Tell whether nothing speaks against two facts being one claim, so that they may be merged."""
    return (
        (a.type, a.scope) == (b.type, b.scope)
        and (a.subject == b.subject or not a.subject or not b.subject)
        and not _apart_in_time(a, b)
        and not differs_in_meaning(a, b)
    )


def differs_in_meaning(a: Fact, b: Fact) -> bool:
    """Tell whether two facts make different claims: a number, a negation, a name, or bodies that contradict."""
    return titles_differ(a.title, b.title) or bodies_contradict(a.body, b.body)


def pairs(facts: Sequence[Fact], threshold: float) -> list[Pair]:
    """Find the facts that may be one, most alike first; `threshold` is enough."""
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[fact.type, fact.scope].append(fact)
    found = [
        Pair(similarity, *sorted((a, b), key=_precedence))
        for group in groups.values()
        for similarity, a, b in _alike(group, threshold)
        if may_be_same(a, b)
    ]
    return sorted(found, key=lambda pair: (-pair.similarity, pair.keep.id, pair.absorb.id))


def disjoint(pairs: Iterable[Pair]) -> list[Pair]:
    """Choose the pairs that can be merged one after the other: who is absorbed takes part in nothing else,
    and what one fact absorbs does not differ among itself."""
    absorbed: set[FactId] = set()
    taken: dict[FactId, list[Fact]] = {}
    chosen: list[Pair] = []
    for pair in pairs:
        if pair.absorb.id in taken or {pair.keep.id, pair.absorb.id} & absorbed:
            continue
        others = taken.get(pair.keep.id, [])
        if len(others) >= CROWD or any(differs_in_meaning(pair.absorb, other) for other in others):
            continue
        absorbed.add(pair.absorb.id)
        taken[pair.keep.id] = [*others, pair.absorb]
        chosen.append(pair)
    return chosen


def nearest(fact: Fact, others: Iterable[Fact], threshold: float) -> Near | None:
    """Find the fact that a new one most looks like: a copy to leave out, or an older belief to revise."""
    words = words_of(fact.title)
    near = [
        Near(other, alike, differs_in_meaning(fact, other))
        for other in others
        if other.id != fact.id and (alike := shared(words, words_of(other.title))) >= threshold - _ROUNDING
    ]
    return min(near, key=lambda one: (-one.similarity, one.differs, _precedence(one.fact)), default=None)


def _precedence(fact: Fact) -> tuple[int, str, str]:
    """Order facts by who is kept: the higher priority, then the earlier."""
    return (-fact.priority, fact.tx_at or fact.created or FOREVER, fact.id)


def _apart_in_time(a: Fact, b: Fact) -> bool:
    """Tell whether one was over before the other began."""
    return any(
        one.valid_to is not None and other.valid_from is not None and one.valid_to <= other.valid_from
        for one, other in ((a, b), (b, a))
    )


def _alike(facts: Sequence[Fact], threshold: float) -> Iterator[tuple[float, Fact, Fact]]:
    """Find the facts whose titles are alike, without comparing each with each."""
    by_words: dict[frozenset[str], list[Fact]] = defaultdict(list)
    for fact in sorted(facts, key=_precedence):
        by_words[words_of(fact.title)].append(fact)
    single: list[tuple[frozenset[str], Fact]] = []
    for words, same in by_words.items():
        if len(same) > CROWD:
            yield from ((1.0, same[0], other) for other in same[1:])
            same = same[:1]
        single += [(words, fact) for fact in same]
    for similarity, a, b in _joined([words for words, _ in single], threshold):
        yield similarity, single[a][1], single[b][1]


def _joined(titles: Sequence[frozenset[str]], threshold: float) -> Iterator[tuple[float, int, int]]:
    """Find the sets of words that share enough.

    Two sets that share the fraction `threshold` have a word in common among the rarest of each: as many
    as may be missing, and one more. So only those words are looked up, and common ones hardly ever are.
    """
    use = Counter(word for words in titles for word in words)
    holders: dict[str, list[int]] = defaultdict(list)
    for number in sorted(range(len(titles)), key=lambda n: len(titles[n])):
        words = titles[number]
        needed = threshold * len(words) - _ROUNDING
        rarest = sorted(words, key=lambda word: (use[word], word))[: len(words) - ceil(needed) + 1]
        for other in sorted({holder for word in rarest for holder in holders[word]}):
            if len(titles[other]) < needed:
                continue
            similarity = shared(words, titles[other])
            if similarity >= threshold - _ROUNDING:
                yield similarity, other, number
        for word in rarest:
            holders[word].append(number)
