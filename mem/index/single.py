"""One fact that is believed now and that nothing claims to replace, straight from its row."""

from __future__ import annotations

from mem.index.asking import bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.facts.instant import Instant
    from mem.index.sqlite import SqliteIndex

BELIEVED = """
select v.id, v.type, v.title, v.scope, v.subject, v.source, v.path, v.number, r.recorded, r.fact
from version v join record r on r.rid = v.rid
where v.id = ? and v.latest and not v.retracted and v.current_from <= ? and ? < v.current_to
and not exists (select 1 from edge where predecessor = v.id)
"""


class Single:
    """The latest version of a fact; `said` is JSON of what its file says besides."""

    __slots__ = ("id", "number", "path", "recorded", "said", "scope", "source", "subject", "title", "type")

    def __init__(
        self,
        id: str,
        type: str,
        title: str,
        scope: str,
        subject: str,
        source: str,
        path: str,
        number: int,
        recorded: Instant,
        said: str,
    ) -> None:
        self.id = id
        self.type = type
        self.title = title
        self.scope = scope
        self.subject = subject
        self.source = source
        self.path = path
        self.number = number
        self.recorded = recorded
        self.said = said


def believed(index: SqliteIndex, id: str, now: Instant) -> Single | None:
    """Give a fact by its whole id; None where telling how it stands takes more than its own row."""
    rows = index.ask(BELIEVED, [bound(id), now, now])
    return Single(*rows[0]) if rows else None
