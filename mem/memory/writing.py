"""The verbs that change a memory. Each is one commit, and refuses before anything touches the disk."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from mem.diagnostics import Severity
from mem.errors import MemError, UsageError
from mem.facts import document
from mem.facts.fact import TYPES, Fact, FactId, new_id
from mem.facts.fields import Value
from mem.facts.instant import Instant, later
from mem.facts.merge import absorb
from mem.facts.query import Query
from mem.facts.secrets import CredentialFound, find_secret, secret_of
from mem.facts.similar import Near, Pair, nearest
from mem.facts.timeline import Timeline, leads_to
from mem.memory.core import subject_line
from mem.memory.results import Added, Draft, Forgotten, Merged, Standing, State, Updated
from mem.memory.tracing import Tracing
from mem.store.files import LARGEST
from mem.store.store import Committed, Edit, Writer

NEAR = 0.6  # title similarity from which a new fact is said to have a near-duplicate
_Claim = tuple[str, str, str, str]
TITLE_LENGTH = 500  # characters; a title is one assertion on one line


class BadValue(UsageError):
    """A field was given a value it cannot have."""


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


class OneChain(MemError):
    """Merging a fact into one that it replaces would turn the chain into a ring."""

    def __init__(self, keep: FactId, other: FactId) -> None:
        super().__init__(f"`{other}` supersedes `{keep}`, so it cannot go into it", help=f"mem merge {other} {keep}")


class Memory(Tracing):
    """A store of facts: remember, correct, ask. Every verb takes the moment it happens at."""

    def add(self, draft: Draft, now: Instant, *, force: bool = False, besides: Sequence[Edit] = ()) -> Added:
        """Remember one fact. An equal fact that is believed now is found, not doubled; so is one with the same key.

        `besides` are changes to other files that go into the same commit, if one is made.
        """
        draft = checked(draft, force=force)
        with self.writing(now, force=force) as writer:
            return self._add_all(writer, [draft], now, besides)[0]

    def add_all(
        self,
        drafts: Sequence[Draft],
        now: Instant,
        *,
        force: bool = False,
        progress: Callable[[int], object] = lambda _: None,
    ) -> list[Added]:
        """Remember many facts in one commit, or none of them; `progress` hears how many are ready to be written."""
        drafts = [checked(draft, force=force) for draft in drafts]
        with self.writing(now, force=force) as writer:
            return self._add_all(writer, drafts, now, progress=progress)

    def equal(self, draft: Draft, now: Instant) -> Fact | None:
        """Find the fact that adding this draft would find instead of making one."""
        return self._equal(draft, now, {})

    def revise(self, text: str, changes: Mapping[str, Any], now: Instant, *, force: bool = False) -> Added:
        """State what is believed instead: a new fact that supersedes the one `text` means.

        What `changes` does not name is inherited, save validity, source, pin, verification and confidence.
        """
        with self.writing(now, force=force) as writer:
            old = self.standing(text, now).fact
            inherited = Draft(
                title=old.title,
                type=old.type,
                scope=old.scope,
                subject=old.subject,
                predicate=old.predicate,
                tags=old.tags,
                priority=old.priority,
            )
            known = {field.name for field in fields(Draft)}
            given = {name: value for name, value in changes.items() if name in known}
            also: tuple[FactId, ...] = given.pop("supersedes", ())
            draft = replace(inherited, **given, supersedes=(old.id, *also))
            return self._add(writer, checked(draft, force=force), now)

    def update(self, text: str, changes: Mapping[str, Value | None], now: Instant, *, force: bool = False) -> Updated:
        """Correct the record of a fact: the same fact, its version one higher. `None` removes a field."""
        with self.writing(now, force=force) as writer:
            standing = self.standing(text, now)
            old = standing.fact
            source = self.source(standing)
            before = source.decode()
            after = document.edit(
                before, {name: value for name, value in changes.items() if _differs(old, name, value)}
            )
            if after == before:
                return Updated(old, changed=False)
            at = max(now, later(standing.recorded))
            after = document.edit(after, {"version": old.version + 1, "updated_at": at})
            fact = _reread(after, standing.path)
            _refuse_secrets(fact, force=force)
            done = self._write(writer, {standing.path: after}, subject_line("update", fact))
            return Updated(fact, changed=True, warnings=done.warnings)

    def replace_text(self, id: FactId, before: bytes, after: bytes, now: Instant, *, force: bool = False) -> Updated:
        """Take a fact's whole text as somebody edited it, if it is still a good fact and nobody was faster."""
        with self.writing(now, force=force) as writer:
            standing = self.standing(id, now)
            if after == before:
                return Updated(standing.fact, changed=False)
            if self.source(standing) != before:
                raise MemError(
                    f"`{id}` was changed meanwhile; nothing was taken", help=f"mem edit {id} starts from the new text"
                )
            fact = _checked_text(after, standing)
            _refuse_secrets(fact, force=force)
            at = max(now, later(standing.recorded))
            text = document.edit(after.decode(), {"version": standing.fact.version + 1, "updated_at": at})
            done = self._write(writer, {standing.path: text}, subject_line("update", fact))
            return Updated(_reread(text, standing.path), changed=True, warnings=done.warnings)

    def forget(
        self,
        texts: Sequence[str],
        now: Instant,
        *,
        disown: bool = False,
        by: str = "",
        reason: str = "",
        dry_run: bool = False,
    ) -> Forgotten:
        """End belief in facts. What they superseded stays closed, or with `disown` is believed again."""
        found = find_secret({"reason": reason, "by": by})
        if found:
            raise CredentialFound(found)
        with self.writing(now) as writer:
            standings = [self.standing(text, now) for text in dict.fromkeys(texts)]
            due = [
                s
                for s in standings
                if not (s.fact.disowned_at if disown else s.fact.retracted_at or s.fact.disowned_at)
            ]
            already = [s.fact.id for s in standings if s not in due]
            edits: dict[str, str] = {}
            for standing in due:
                at = max(now, later(standing.recorded))
                changes: dict[str, Value | None] = {"version": standing.fact.version + 1, "updated_at": at}
                changes["retracted_at"] = standing.fact.retracted_at or at
                if disown:
                    changes["disowned_at"] = at
                changes |= {name: value for name, value in (("retracted_by", by), ("reason", reason)) if value}
                edits[standing.path] = document.edit(self._kept(standing).decode(), changes)
            facts = [standing.fact for standing in due]
            closed, revived = self._consequences(facts, disown=disown)
            warnings: Sequence[str] = ()
            if edits and not dry_run:
                subject = subject_line("forget", facts[0]) if len(facts) == 1 else f"mem: forget {len(facts)} facts"
                warnings = self._write(writer, edits, subject).warnings
            return Forgotten(facts, already, closed, revived, warnings)

    def restore(self, text: str, now: Instant) -> Updated:
        """Take a forgetting, or a deletion by hand, back: belief resumes from now, the time between stays forgotten."""
        with self.writing(now) as writer:
            standing = self.standing(text, now)
            fact = standing.fact
            if not (fact.retracted_at or fact.disowned_at):
                return Updated(fact, changed=False)
            at = max(now, later(standing.recorded))
            before = self._kept(standing).decode()
            gone: dict[str, Value | None] = dict.fromkeys(("retracted_at", "disowned_at", "retracted_by", "reason"))
            after = document.edit(before, {**gone, "version": fact.version + 1, "updated_at": at})
            done = self._write(writer, {standing.path: after}, subject_line("restore", fact))
            return Updated(_reread(after, standing.path), changed=True, warnings=done.warnings)

    def merge(self, keep: str, other: str, now: Instant, *, dry_run: bool = False) -> Merged:
        """Make one fact of two: KEEP gets a new version with both, the other is superseded by it."""
        with self.writing(now) as writer:
            return self._merge(writer, self.standing(keep, now), self.standing(other, now), now, dry_run=dry_run)

    def merge_pairs(self, pairs: Sequence[Pair], now: Instant) -> list[Merged]:
        """Merge near-duplicates, one commit each."""
        with self.writing(now) as writer:
            return [
                self._merge(
                    writer, self.standing(pair.keep.id, now), self.standing(pair.absorb.id, now), now, dry_run=False
                )
                for pair in pairs
            ]

    def _add(self, writer: Writer, draft: Draft, now: Instant) -> Added:
        return self._add_all(writer, [draft], now)[0]

    def _add_all(
        self,
        writer: Writer,
        drafts: Sequence[Draft],
        now: Instant,
        besides: Sequence[Edit] = (),
        progress: Callable[[int], object] = lambda _: None,
    ) -> list[Added]:
        results: list[Added] = []
        texts: dict[str, str] = {}
        new: dict[_Claim, Fact] = {}
        ids: set[FactId] = set()
        for draft in drafts:
            progress(len(results))
            equal = self._equal(draft, now, new)
            if equal:
                waits = equal.id not in ids and self.index.entries(equal.id)[-1].commit is None
                results.append(Added(equal, self._path(equal, texts), existed=True, uncommitted=waits))
                continue
            fact = self._fact(draft, now, ids)
            path = self.store.path_for(TYPES[fact.type].folder, fact.id, taken=texts)
            texts[path] = document.compose(fact)
            new[_claim(fact)] = fact
            ids.add(fact.id)
            results.append(Added(fact, path, near=self._near(fact, now)))
        if not texts:
            return results
        first = next(iter(new.values()))
        subject = (
            subject_line("revise" if first.supersedes else "", first) if len(new) == 1 else f"mem: add {len(new)} facts"
        )
        done = self._write(writer, texts, subject, new=True, besides=besides)
        return [
            result if result.existed else replace(result, uncommitted=done.uncommitted, warnings=done.warnings)
            for result in results
        ]

    def _path(self, fact: Fact, texts: Mapping[str, str]) -> str:
        written = [path for path in texts if path.endswith(f"/{fact.id}.md")]
        return written[0] if written else self.index.entries(fact.id)[-1].path

    def _fact(self, draft: Draft, now: Instant, new: set[FactId]) -> Fact:
        at = now
        superseded = []
        for text in draft.supersedes:
            standing = self._revisable(text, now)
            superseded.append(standing.fact.id)
            at = max(at, later(standing.recorded))
        known = {field.name: getattr(draft, field.name) for field in fields(Draft)}
        known |= {"supersedes": tuple(superseded), "tx_at": at}
        id = new_id(draft.type, draft.title, at, lambda other: other in new or self._is_taken(other))
        return Fact(id=id, **known)

    def _revisable(self, text: str, now: Instant) -> Standing:
        standing = self.standing(text, now)
        if standing.state in (State.SUPERSEDED, State.RETRACTED, State.DISOWNED) or standing.replaced_by:
            raise NotRevisable(standing, [self.index.entries(head)[-1].fact for head in standing.heads])
        return standing

    def _is_taken(self, id: FactId) -> bool:
        return bool(self.index.entries(id)) or id in self.index.named(id) or self.store.has_name(f"{id}.md")

    def _equal(self, draft: Draft, now: Instant, new: Mapping[_Claim, Fact]) -> Fact | None:
        """Find the fact that a repeated call has made already."""
        if _claim(draft) in new:
            return new[_claim(draft)]
        if draft.key and (keyed := self.index.by_key(draft.key)):
            return self.index.entries(keyed)[-1].fact
        if draft.supersedes:
            return None
        base = new_id(draft.type, draft.title, now, lambda _: False)
        for id in self.index.named(base):
            standing = self.standing(id, now)
            if standing.state in (State.BELIEVED, State.FUTURE) and _claim(standing.fact) == _claim(draft):
                return standing.fact
        return None

    def _near(self, fact: Fact, now: Instant) -> Near | None:
        """Find a believed fact of the same type that says nearly the same."""
        query = Query(fact.title, now=now, types=(fact.type,), limit=10)
        found = [self.index.entries(c.id)[-1].fact for c in self.index.match(query).candidates[:10]]
        return nearest(fact, [other for other in found if other.id not in (fact.id, *fact.supersedes)], NEAR)

    def _merge(self, writer: Writer, keep: Standing, other: Standing, now: Instant, *, dry_run: bool) -> Merged:
        if keep.fact.id == other.fact.id:
            raise UsageError(f"`{keep.fact.id}` cannot be merged with itself", help="give two different ids")
        for standing in (keep, other):
            if standing.state not in (State.BELIEVED, State.FUTURE):
                raise NotRevisable(standing, [self.index.entries(head)[-1].fact for head in standing.heads])
        if leads_to(self.index.component([other.fact.id]), other.fact.id, keep.fact.id):
            raise OneChain(keep.fact.id, other.fact.id)
        fact = absorb(
            keep.fact,
            other.fact,
            at=max(now, later(keep.recorded), later(other.recorded)),
            starts=other.starts if other.starts < keep.starts else None,
        )
        if dry_run:
            return Merged(fact, other.fact.id)
        before = self.source(keep).decode()
        changed = {field.name: getattr(fact, field.name) for field in fields(Fact) if field.name != "extra"}
        changes = {name: value for name, value in changed.items() if value != getattr(keep.fact, name)}
        after = document.edit(before, changes)
        done = self._write(writer, {keep.path: after}, f"mem({fact.type}): merge {other.fact.id} into {fact.id}")
        return Merged(fact, other.fact.id, done.warnings)

    def _consequences(self, facts: Sequence[Fact], *, disown: bool) -> tuple[list[FactId], list[FactId]]:
        """Say what forgetting means for what the facts had replaced: it stays closed, or comes back."""
        replaced = list(dict.fromkeys(id for fact in facts for id in fact.supersedes))
        if not disown:
            return replaced, []
        going = {fact.id for fact in facts}
        timeline = Timeline(self.index.component([*going, *replaced]))
        revived = [id for id in replaced if id not in going and set(timeline.replaced_by(id)) <= going]
        return [id for id in replaced if id not in revived and id not in going], revived

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

    def _replaced(self, path: str) -> str | None:
        return self.store.blob_of(path) if self.store.exists(path) else None

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


def checked(draft: Draft, *, force: bool = False) -> Draft:
    """Refuse a draft that no fact can be made of; title and abstract come back on one line each."""
    draft = replace(draft, title=_one_line(draft.title), abstract=_one_line(draft.abstract), body=_clean(draft.body))
    if not draft.title:
        raise BadValue("--title is empty", help="say the claim in one line")
    if len(draft.title) > TITLE_LENGTH:
        raise BadValue(
            f"--title has {len(draft.title)} characters, {TITLE_LENGTH} are allowed", help="put the details into --body"
        )
    if draft.type not in TYPES:
        raise BadValue(f"--type: `{draft.type}` is not known", help=f"one of: {', '.join(TYPES)}")
    if not 0 <= draft.priority <= 100:
        raise BadValue(
            f"--priority: {draft.priority} is not between 0 and 100", help="0 is least, 100 is most important"
        )
    if not 0 <= draft.confidence <= 1:
        raise BadValue(f"--confidence: {draft.confidence} is not between 0.0 and 1.0", help="0.5 is the default")
    if draft.valid_to and draft.valid_from and draft.valid_to <= draft.valid_from:
        raise BadValue("--valid-to is not after --valid-from", help="the span would be empty")
    _refuse_secrets(Fact(FactId(""), **{f.name: getattr(draft, f.name) for f in fields(Draft)}), force=force)
    return draft


def _one_line(text: str) -> str:
    """Give text on one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _clean(text: str) -> str:
    return text.replace("\x00", "").replace("\r\n", "\n")


def _refuse_secrets(fact: Fact, *, force: bool) -> None:
    if force:
        return
    secret = secret_of(fact)
    if secret:
        raise CredentialFound(secret)


def _differs(fact: Fact, name: str, value: Value | None) -> bool:
    held = getattr(fact, name, None)
    if name == "status":
        return (held or "active") != (value or "active")
    if isinstance(held, tuple):
        return not isinstance(value, (list, tuple)) or list(held) != list(value)
    if name == "body":
        return str(held).strip("\n") != _clean(str(value)).strip("\n")
    return held != value


def _claim(said: Fact | Draft) -> _Claim:
    """Give what two facts have in common that say the same."""
    return said.type, said.scope, _plain(said.title), _plain(said.body)


def _checked_text(data: bytes, standing: Standing) -> Fact:
    read = document.read(data, standing.path)
    if not data.lstrip(b"\xef\xbb\xbf").startswith(b"---"):
        raise BadValue("nothing was taken: the fields at the top are gone", help=f"mem edit {standing.fact.id} again")
    errors = [finding for finding in read.findings if finding.severity is Severity.ERROR]
    if read.fact is None or errors:
        where = f"line {errors[0].place.line}: {errors[0].message}" if errors else "it cannot be read as a fact"
        raise BadValue(f"nothing was taken: {where}", help=f"mem edit {standing.fact.id} and mend that line")
    if read.fact.id != standing.fact.id:
        raise BadValue(
            f"nothing was taken: the id was changed to `{read.fact.id}`",
            help="an id never changes; mem revise makes a new fact",
        )
    return read.fact


def _plain(text: str) -> str:
    """Give text as a reader compares it: composed letters, single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _reread(text: str, path: str) -> Fact:
    read = document.read(text.encode(), path)
    if read.fact is None:
        problem = read.findings[0].message if read.findings else "it cannot be read as a fact"
        raise BadValue(f"{path} would not be readable: {problem}")
    return read.fact
