"""A question as a value: flags become one of these, the index and the ranking read it."""

from __future__ import annotations

from mem.facts.instant import Instant

DEFAULT_LIMIT = 10


class Query:
    """What to find.

    Written out by hand because importing dataclasses doubles the start-up time of the hot lane.
    `scopes` None means every scope, else those named and the facts that apply everywhere ('').
    `known_at` None means all that is known by now; `valid_at` None means now.
    `hybrid` asks for meaning beside words; `precise` for nothing rather than noise, by words alone.
    """

    __slots__ = (
        "history", "hybrid", "known_at", "limit", "min_priority", "now", "precise", "scopes",
        "source", "subject", "tags", "types", "valid_at", "words",
    )  # fmt: skip

    def __init__(
        self,
        words: str = "",
        *,
        now: Instant,
        types: tuple[str, ...] = (),
        tags: tuple[str, ...] = (),
        scopes: tuple[str, ...] | None = None,
        subject: str = "",
        source: str = "",
        min_priority: int = 0,
        known_at: Instant | None = None,
        valid_at: Instant | None = None,
        history: bool = False,
        precise: bool = False,
        hybrid: bool = False,
        limit: int | None = DEFAULT_LIMIT,
    ) -> None:
        self.words = words
        self.now = now
        self.types = types
        self.tags = tags
        self.scopes = scopes
        self.subject = subject
        self.source = source
        self.min_priority = min_priority
        self.known_at = known_at
        self.valid_at = valid_at
        self.history = history
        self.precise = precise
        self.hybrid = hybrid
        self.limit = limit

    @property
    def is_current(self) -> bool:
        """Whether the question is about today, the view that is kept ready."""
        return self.known_at is None and self.valid_at is None and not self.history
