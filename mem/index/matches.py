"""What a query found; every search imports this, so it is small."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mem.facts.ranking import Candidate


class AtLeast(int):
    """A count that was cut short: it counts as far as it went, and reads `10000+`."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{int(self)}+"

    def __add__(self, other: int) -> AtLeast:
        return AtLeast(int(self) + int(other))

    __radd__ = __add__

    def __sub__(self, other: int) -> AtLeast:
        return AtLeast(int(self) - int(other))


class Matches:
    """The best candidates by text, how many facts pass every filter, and what one filter alone kept out.

    Written out by hand because importing dataclasses doubles the start-up time of the hot lane.
    `below_floor` are too low in priority and `elsewhere` in other scopes; the rest of the filters they pass.
    Where the words quote phrases, all of these are facts that hold the words of a phrase in a row: whether a text
    holds `match.phrases` to the letter only its file can tell.
    """

    __slots__ = ("below_floor", "candidates", "elsewhere", "total")

    def __init__(self, candidates: Sequence[Candidate], total: int, below_floor: int = 0, elsewhere: int = 0) -> None:
        self.candidates = candidates
        self.total = total
        self.below_floor = below_floor
        self.elsewhere = elsewhere
