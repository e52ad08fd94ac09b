"""Which items of an old list live on in a new one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Step:
    """One item by its place in both lists: without `old` it was added, without `new` dropped."""

    __slots__ = ("new", "old")

    def __init__(self, old: int | None, new: int | None) -> None:
        self.old = old
        self.new = new


def align(old: Sequence[object], new: Sequence[object], same: Callable[[object, object], bool]) -> list[Step]:
    """Pair equal items in order; what lies between two pairs was changed as far as it has a counterpart."""
    head = _common(old, new, same)
    tail = _common(old[head:][::-1], new[head:][::-1], same)
    steps = [Step(index, index) for index in range(head)]
    old_at, new_at = head, head
    for old_next, new_next in [
        *_pairs(old, new, head, tail, same),
        (len(old) - tail, len(new) - tail),
    ]:
        while old_at < old_next or new_at < new_next:
            steps.append(Step(old_at if old_at < old_next else None, new_at if new_at < new_next else None))
            old_at, new_at = min(old_at + 1, old_next), min(new_at + 1, new_next)
        if old_next < len(old) - tail:
            steps.append(Step(old_next, new_next))
            old_at, new_at = old_next + 1, new_next + 1
    steps += [Step(len(old) - tail + index, len(new) - tail + index) for index in range(tail)]
    return steps


def _common(one: Sequence[object], other: Sequence[object], same: Callable[[object, object], bool]) -> int:
    count = 0
    while count < min(len(one), len(other)) and same(one[count], other[count]):
        count += 1
    return count


def _pairs(
    old: Sequence[object], new: Sequence[object], head: int, tail: int, same: Callable[[object, object], bool]
) -> list[tuple[int, int]]:
    """Pair each old item between head and tail with the first equal new one after the last pair."""
    pairs, at = [], head
    for index in range(head, len(old) - tail):
        for candidate in range(at, len(new) - tail):
            if same(old[index], new[candidate]):
                pairs.append((index, candidate))
                at = candidate + 1
                break
    return pairs
