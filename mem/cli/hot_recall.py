"""A plain `mem recall` on the hot lane: what matters in the folder of the call."""

from __future__ import annotations

from mem.cli import hot
from mem.cli.narrow import Narrow, NotPlain
from mem.cli.recalled import allowed_labels, around, plans_along, recall_report
from mem.recall import recall as recalled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.cli.hot import Ready
    from mem.formats.report import Report


class Plain:
    """The flags of a plain recall."""

    __slots__ = ("inject", "max_chars")

    def __init__(self) -> None:
        self.inject = False
        self.max_chars: int | None = None


def recall(argv: Sequence[str], environ: Mapping[str, str]) -> int | None:
    """Answer `mem recall argv`, and give the exit status; None when the full lane has to."""
    asked = plain(argv)
    if asked is None or not environ.get("HOME"):
        return hot.NOT_MINE
    return hot.answered(environ, lambda ready: _report(asked, ready))


def plain(argv: Sequence[str]) -> Plain | None:
    """Read the flags; None for anything that is not plain."""
    asked, waiting = Plain(), list(argv)
    while waiting:
        word = waiting.pop(0)
        if word == "--inject":
            asked.inject = True
        elif word == "--max-chars":
            asked.max_chars = hot.number(waiting.pop(0) if waiting else "")
            if asked.max_chars is None:
                return None
        else:
            return None
    return asked


def _report(asked: Plain, ready: Ready) -> Report | None:
    environ = ready.environ
    plans = plans_along(["."], around(ready.folder, environ.get("HOME", ""), environ))
    memory = Narrow(ready.index, ready.places)
    try:
        found = recalled(memory, plans, ready.now, scopes=ready.scopes, allowed=allowed_labels(environ))
        memory.check([one.candidate.path for one in found.facts])
    except NotPlain:
        return None
    return recall_report(found, inject=asked.inject, max_chars=asked.max_chars)
