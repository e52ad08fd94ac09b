"""What hooks ask memory, about the folder of an event: read-only, and never waiting for a rebuild.

On the hot lane: while the index is in step nothing more is imported than for a plain search.
"""

from __future__ import annotations

import os

from mem.cli import hot
from mem.facts.query import Query
from mem.facts.ranking import rank
from mem.harness.duties import has_hooks
from mem.harness.keywords import keywords
from mem.index.opening import FILE, open_good
from mem.store import marks, refs, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.facts.instant import Instant
    from mem.facts.ranking import Candidate
    from mem.hooks.model import Plan
    from mem.index.sqlite import SqliteIndex
    from mem.memory import Memory
    from mem.recall import Recall
    from mem.store.refs import Places

INDEX_SECONDS = 0.3  # to wait for somebody who writes to the index
REINDEX_EVERY = 60.0
MOST_COUNTED = 1000  # facts of a project; that there are more says enough
MAIN = ("main", "master", "trunk", "HEAD")


class NotReady(Exception):
    """The index has to be made anew first, which no hook waits for; it has been started in the background."""


class Finder:
    """One store, asked on behalf of one folder."""

    def __init__(self, places: Places, folder: str, now: Instant, seconds: float, environ: Mapping[str, str]) -> None:
        self._places = places
        self._folder = folder
        self._now = now
        self._seconds = seconds
        self._environ = environ
        self._index: SqliteIndex | None = None
        self._memory: Memory | None = None
        self._scopes = hot.scopes_at(folder, places.root, environ)

    def head(self) -> str:
        return refs.head_of(self._places) or ""

    def about(self, words: Sequence[str], limit: int) -> list[Candidate]:
        if not words:
            return []
        query = Query(" ".join(words), now=self._now, scopes=self._scopes, limit=limit, precise=True)
        found = self._matching(query)
        usage.record(self._places.own, self._now, "search", str(len(found)), ",".join(fact.id for fact in found))
        return found

    def top(self, limit: int) -> tuple[list[Candidate], int]:
        query = Query(now=self._now, scopes=self._scopes, limit=limit)
        index = self._ready()
        found = index.listing(query, most=MOST_COUNTED)
        return list(found.candidates), found.total

    def planned(self) -> list[Candidate] | None:
        if not has_hooks(self._folder):
            return None
        from mem.cli.recalled import around, plans_along
        from mem.errors import MemError

        try:
            plans = plans_along([self._folder], around(self._folder, self._environ.get("HOME", ""), self._environ))
            return [one.candidate for one in self._recalled(plans).facts]
        except MemError:  # `mem recall` and `memhooks validate` say what is wrong with them
            return []

    def project_words(self) -> list[str]:
        project = "" if self._scopes is None else " ".join(self._scopes).rpartition("/")[2]
        branch = _branch(self._folder)
        named = "" if branch in MAIN else branch.replace("/", " ").replace("-", " ").replace("_", " ")
        return list(keywords(f"{project} {named}").words)

    def refresh_later(self) -> None:
        """Have the index brought up to date by somebody who has the time."""
        from mem.harness import background

        if background.is_due(self._places.own, "reindex", self._seconds, REINDEX_EVERY):
            background.start(["reindex"], self._environ)

    def close(self) -> None:
        if self._memory is not None:
            self._memory.close()
        elif self._index is not None:
            self._index.close()

    def _matching(self, query: Query) -> list[Candidate]:
        pins = marks.factors(self._places.own)
        index = self._ready()
        hits = rank(index.match(query).candidates, self._now, pins)[: query.limit]
        if self._memory is None and not hot.are_fresh(index, self._places.root, [hit.candidate.path for hit in hits]):
            hits = rank(self._whole().index.match(query).candidates, self._now, pins)[: query.limit]
        return [hit.candidate for hit in hits]

    def _recalled(self, plans: Sequence[Plan]) -> Recall:
        """Ask the questions of these plans; of the whole memory only what takes it."""
        from mem.cli.narrow import Narrow, NotPlain
        from mem.cli.recalled import allowed_labels
        from mem.recall import recall

        index, allowed = self._ready(), allowed_labels(self._environ)
        if self._memory is None:
            memory = Narrow(index, self._places)
            try:
                found = recall(memory, plans, self._now, scopes=self._scopes, allowed=allowed)
                memory.check([one.candidate.path for one in found.facts])
            except NotPlain:
                pass
            else:
                return found
        return recall(self._whole(), plans, self._now, scopes=self._scopes, allowed=allowed)

    def _ready(self) -> SqliteIndex:
        """Give the index in step with the files: as it is, or after taking in what is new."""
        if self._index is not None:
            return self._index
        if "MEM_CACHE_DIR" not in self._environ:
            index = open_good(os.path.join(self._places.root, ".cache", FILE), INDEX_SECONDS)
            if index is not None:
                index.hold()
                if hot.in_step(index, self._places):
                    self._index = index
                    return index
                index.close()
        return self._whole().index  # type: ignore[return-value]  # the one index there is

    def _whole(self) -> Memory:
        """Give the whole memory, refreshed; raises `NotReady` where that would mean reading all of history."""
        if self._memory is not None:
            return self._memory
        from mem.memory import Memory

        cache = self._environ.get("MEM_CACHE_DIR")
        from pathlib import Path

        memory = Memory.open(
            self._places.root, cache=Path(cache).expanduser() if cache else None, environ=self._environ
        )
        head, known = memory.store.head(), memory.index.head()
        is_far = head != known and (known is None or not memory.store.leads_straight(known))
        if head is not None and (memory.index.is_empty() or is_far):
            memory.close()
            self.refresh_later()
            raise NotReady
        memory.note_settings(hot.settings_stamp(self._places.root))
        memory.refresh()
        if self._index is not None:
            self._index.close()
        self._memory, self._index = memory, memory.index  # type: ignore[assignment]  # the one index there is
        return memory


def _branch(folder: str) -> str:
    """Give the branch that is checked out around a folder, '' where there is none."""
    folder = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent
    places = refs.places_of(folder)
    branch = refs.branch_of(places) if places else None
    return (branch or "").removeprefix("refs/heads/")
