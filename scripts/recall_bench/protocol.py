"""What is asked of whom, and what counts as found: turns or observations, then the sessions they belong to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from recall_bench.corpus import Corpus, Said, pooled
from recall_bench.finders import Finder
from recall_bench.measures import Scores, scores, summary

PROTOCOL = """
One fact per dialogue turn (its speaker the subject, its session the source, the day it was said its validity), or
one per observation. The evidence is the turns that answer, or what was observed in them. A session stands where the
best of its turns stands; the evidence is then the sessions those turns belong to.
Per conversation: a store for each, the question put to its own. Pooled: all conversations in one store.
R@k is the share of a question's evidence among the first k, H@k whether any of it is; MRR looks at the first 100.
Means are over questions; each has evidence. Nothing is tuned on this data while it runs; no language model is asked.
"""

Make = Callable[[Sequence[Said]], Finder]
Table = dict[str, dict[str, Scores]]
"""By level and place (`turn, pooled`), then by category."""


def measure(corpora: Sequence[Corpus], make: Make, level: str) -> Table:
    """Ask one finder everything; `level` says what its facts are called."""
    return {
        **_asked(corpora, make, f"{level}, per conversation", "session, per conversation"),
        **_asked([pooled(corpora)], make, f"{level}, pooled", "session, pooled"),
    }


def _asked(corpora: Sequence[Corpus], make: Make, facts: str, sessions: str) -> Table:
    single: list[tuple[int, Scores]] = []
    grouped: list[tuple[int, Scores]] = []
    for corpus in corpora:
        finder = make(corpus.facts)
        session_of = {said.key: said.session for said in corpus.facts}
        for question in corpus.questions:
            order = finder.find(question.text)
            wanted = frozenset(said.key for said in corpus.facts if said.origin & question.evidence)
            single.append((question.category, scores(order, wanted)))
            sessions_wanted = frozenset(session_of[key] for key in wanted)
            grouped.append((question.category, scores(_sessions(order, session_of), sessions_wanted)))
    return {facts: summary(single), sessions: summary(grouped)}


def _sessions(order: Sequence[str], session_of: dict[str, str]) -> list[str]:
    """Order sessions by the best that was found of each."""
    return list(dict.fromkeys(session_of[key] for key in order))
