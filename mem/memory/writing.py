"""What every change has in common: the text that is there, and its replacement as one commit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mem.errors import MemError
from mem.facts.fact import Fact, FactId
from mem.facts.instant import Instant
from mem.memory.drafts import BadValue
from mem.memory.results import Standing, State
from mem.memory.tracing import Tracing
from mem.store.files import LARGEST
from mem.store.revision import Committed, Edit

if TYPE_CHECKING:
    from mem.store.writer import Writer


class NotRevisable(MemError):
    """A fact that is no longer the live end of its chain cannot be revised."""

    def __init__(self, standing: Standing, heads: Sequence[Fact]) -> None:
        id, state = standing.fact.id, standing.state
        if heads:  # one of them may only take over on a day to come
            named = ", ".join(f"`{head.id}` ({head.title})" for head in heads)
            super().__init__(f"`{id}` is superseded by {named}", help=f"mem revise {heads[0].id} --title …")
        else:
            super().__init__(f"`{id}` is {state}", help=f"mem restore {id} takes that back, mem add makes a new fact")


class FileDeleted(MemError):
    """Somebody deleted the file of a fact, which ended it."""

    def __init__(self, id: FactId) -> None:
        super().__init__(f"the file of `{id}` was deleted", help=f"mem restore {id} brings it back")


class TextLost(MemError):
    """The file of a fact was deleted, and its text is not in the history that is here."""

    def __init__(self, id: FactId) -> None:
        super().__init__(f"the text of `{id}` is not in the history here", help="git fetch --unshallow may bring it")


class Writing(Tracing):
    """A memory that can be changed."""

    def source(self, standing: Standing) -> bytes:
        """Give a fact's text as it lies on the disk."""
        try:
            return self.store.read(standing.path)
        except FileNotFoundError:
            raise FileDeleted(standing.fact.id) from None

    def _kept(self, standing: Standing) -> bytes:
        """Give a fact's text; where its file was deleted by hand, the last one that history keeps."""
        try:
            return self.store.read(standing.path)
        except FileNotFoundError:
            blobs = [entry.blob for entry in self.index.entries(standing.fact.id) if entry.blob]
        data = self.store.blob(blobs[-1]) if blobs else None
        if data is None:
            raise TextLost(standing.fact.id)
        return data

    def _revisable(self, text: str, now: Instant) -> Standing:
        standing = self.standing(text, now)
        if standing.state in (State.SUPERSEDED, State.RETRACTED, State.DISOWNED) or standing.replaced_by:
            raise NotRevisable(standing, [self.index.entries(head)[-1].fact for head in standing.heads])
        return standing

    def _write(
        self,
        writer: Writer,
        texts: Mapping[str, str],
        subject: str,
        *,
        new: bool = False,
        besides: Sequence[Edit] = (),
    ) -> Committed:
        """Write files as one commit and take them into the index."""
        for text in texts.values():
            if len(text.encode()) > LARGEST:
                raise BadValue(
                    f"the fact would be larger than {LARGEST >> 20} MiB",
                    help="keep the text in a file of its own and name it with --source",
                )
        edits = [Edit(path, text.encode(), None if new else self._replaced(path)) for path, text in texts.items()]
        done = writer.commit([*edits, *besides], subject)
        self.take(done)
        return done

    def _replaced(self, path: str) -> str | None:
        return self.store.blob_of(path) if self.store.exists(path) else None
