"""The tools that change what is believed: add, which also revises, and forget."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from mem.facts.fact import DEFAULT_CONFIDENCE, DEFAULT_PRIORITY, Fact, FactId
from mem.facts.instant import from_start, through
from mem.mcp_server.arguments import Given
from mem.mcp_server.host import Host
from mem.mcp_server.room import Row, fitting
from mem.memory import Added, Draft
from mem.memory.sources import NothingToForget, facts_from
from mem.memory.writing import NotRevisable

NAMED = 20  # ids that are named besides the rows


def add(host: Host, given: Given) -> Row:
    """Remember one fact; with `supersedes`, say what is believed instead. A repeated call finds what it made."""
    draft = _draft(host, given)
    if not draft.supersedes:
        return _told(host, host.memory.add(draft, host.now))
    try:
        return _told(host, _revise(host, given, draft))
    except NotRevisable:
        made = _made_before(host, draft)
        if made is None:
            raise
        return _told(host, made)


def forget(host: Host, given: Given) -> Row:
    """End belief in one fact, or in all of one source; history keeps them."""
    memory = host.memory
    memory.refresh()
    wanted = [memory.find(given.text("id"))] if given.has("id") else []
    if given.has("source"):
        wanted += facts_from(memory, given.text("source"))
    if not wanted:
        raise NothingToForget
    is_trial = given.flag("dry_run")
    done = memory.forget(wanted, host.now, by=host.agent or host.source, reason=given.text("reason"), dry_run=is_trial)
    rows: list[Row] = [
        {"id": fact.id, "title": fact.title, "result": "would forget" if is_trial else "forgotten"}
        for fact in done.facts
    ]
    rows += [{"id": id, "result": "already forgotten"} for id in done.already]
    shown = fitting(rows)
    answer: Row = {"forgotten": shown, "total": len(rows), "shown": len(shown), "dry_run": is_trial}
    return answer | ({"stays_closed": list(done.closed[:NAMED])} if done.closed else {})


def _draft(host: Host, given: Given) -> Draft:
    type = given.text("type") or "fact"
    start, end = given.text_or_none("valid_from"), given.text_or_none("valid_to")
    return Draft(
        title=given.text("title"),
        type=type,
        body=given.text("body"),
        abstract=given.text("abstract"),
        scope=host.scope_to_write(given.text_or_none("scope"), type),
        subject=given.text("subject"),
        predicate=given.text("predicate"),
        tags=given.texts("tags"),
        priority=given.whole("priority", DEFAULT_PRIORITY),
        confidence=given.number("confidence", DEFAULT_CONFIDENCE),
        valid_from=from_start(start, "--valid-from", host.now) if start is not None else None,
        valid_to=through(end, "--valid-to", host.now) if end is not None else None,
        source=given.text("source") or host.source,
        source_agent=given.text("agent") or host.agent,
        supersedes=tuple(map(FactId, given.texts("supersedes"))),
        key=given.text("key"),
    )


def _revise(host: Host, given: Given, draft: Draft) -> Added:
    """Inherit from the first superseded fact what the call leaves out."""
    first, *others = draft.supersedes
    own: Mapping[str, object] = {
        "title": draft.title,
        "body": draft.body,
        "abstract": draft.abstract,
        "confidence": draft.confidence,
        "valid_from": draft.valid_from,
        "valid_to": draft.valid_to,
        "source": draft.source,
        "source_agent": draft.source_agent,
        "key": draft.key,
        "supersedes": tuple(others),
    }
    inheritable = ("type", "scope", "subject", "predicate", "tags", "priority")
    said = {name: getattr(draft, name) for name in inheritable if given.has(name)}
    return host.memory.revise(first, {**own, **said}, host.now)


def _made_before(host: Host, draft: Draft) -> Added | None:
    """Find the fact that an earlier try of the same revision made."""
    standing = host.memory.standing(draft.supersedes[0], host.now)
    for id in standing.replaced_by:
        other = host.memory.standing(id, host.now)
        if _plain(other.fact.title) == _plain(draft.title) and _plain(other.fact.body) == _plain(draft.body):
            return Added(other.fact, other.path, existed=True)
    return None


def _told(host: Host, added: Added) -> Row:
    fact: Fact = added.fact
    host.count("dupe" if added.existed else "add", fact.id)
    answer: Row = {
        "id": fact.id,
        "result": "already-exists" if added.existed else "added",
        "type": fact.type,
        "title": fact.title,
        "priority": fact.priority,
        "scope": fact.scope or "all",
        "path": added.path,
    }
    if fact.supersedes and not added.existed:
        answer["supersedes"] = list(fact.supersedes)
    if added.near:
        near = added.near
        hint = f"{near.similarity:.2f} like {near.fact.id} ({near.fact.title}): should this supersede it?"
        answer["near_duplicate"] = near.fact.id
        answer["help"] = [hint]
    return answer


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
