"""How good an order is: what share of the evidence is in front, whether any is, and how far in front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

from recall_bench.corpus import CATEGORIES

DEPTH = 100  # answers looked at for the reciprocal rank
NAMES = ("R@1", "R@5", "R@10", "H@5", "H@10", "MRR", "nDCG@10")

Scores = dict[str, float]


def scores(order: Sequence[str], wanted: frozenset[str]) -> Scores:
    """Score one answer."""
    right = [key in wanted for key in order[:DEPTH]]
    best = sum(1 / log2(place + 2) for place in range(min(len(wanted), 10)))
    gained = sum(1 / log2(place + 2) for place, is_right in enumerate(right[:10]) if is_right)
    return {
        **{f"R@{k}": sum(right[:k]) / len(wanted) for k in (1, 5, 10)},
        **{f"H@{k}": float(any(right[:k])) for k in (5, 10)},
        "MRR": 1 / (right.index(True) + 1) if True in right else 0.0,
        "nDCG@10": gained / best,
    }


def summary(scored: Iterable[tuple[int, Scores]]) -> dict[str, Scores]:
    """Average over all questions, over categories 1–4, and over each category."""
    scored = list(scored)
    groups = {"all": list(CATEGORIES), "1-4": [1, 2, 3, 4], **{name: [number] for number, name in CATEGORIES.items()}}
    found = {}
    for name, numbers in groups.items():
        rows = [row for category, row in scored if category in numbers]
        if rows:
            means = {measure: sum(row[measure] for row in rows) / len(rows) for measure in NAMES}
            found[name] = {"n": float(len(rows)), **means}
    return found
