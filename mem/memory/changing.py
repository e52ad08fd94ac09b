"""The verbs that change what is remembered: the record of a fact, or the belief in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mem.diagnostics import Severity
from mem.errors import MemError
from mem.facts import document
from mem.facts.fact import Fact, FactId
from mem.facts.fields import Value
from mem.facts.instant import Instant, later
from mem.facts.secrets import CredentialFound, find_secret
from mem.facts.timeline import Timeline
from mem.memory.adding import Adding
from mem.memory.core import subject_line
from mem.memory.drafts import BadValue, clean, refuse_secrets
from mem.memory.results import Forgotten, Standing, Updated


class Changing(Adding):
    """What can be corrected, forgotten and brought back."""

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
            refuse_secrets(fact, force=force)
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
            refuse_secrets(fact, force=force)
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

    def _consequences(self, facts: Sequence[Fact], *, disown: bool) -> tuple[list[FactId], list[FactId]]:
        """Say what forgetting means for what the facts had replaced: it stays closed, or comes back."""
        replaced = list(dict.fromkeys(id for fact in facts for id in fact.supersedes))
        if not disown:
            return replaced, []
        going = {fact.id for fact in facts}
        timeline = Timeline(self.index.component([*going, *replaced]))
        revived = [id for id in replaced if id not in going and set(timeline.replaced_by(id)) <= going]
        return [id for id in replaced if id not in revived and id not in going], revived


def _differs(fact: Fact, name: str, value: Value | None) -> bool:
    held = getattr(fact, name, None)
    if name == "status":
        return (held or "active") != (value or "active")
    if isinstance(held, tuple):
        return not isinstance(value, (list, tuple)) or list(held) != list(value)
    if name == "body":
        return str(held).strip("\n") != clean(str(value)).strip("\n")
    return held != value


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


def _reread(text: str, path: str) -> Fact:
    read = document.read(text.encode(), path)
    if read.fact is None:
        problem = read.findings[0].message if read.findings else "it cannot be read as a fact"
        raise BadValue(f"{path} would not be readable: {problem}")
    return read.fact
