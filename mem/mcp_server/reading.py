"""The tools that only read: search, show, why, diff, recall, stats."""

from __future__ import annotations

from collections.abc import Sequence

from mem.facts.changes import window_of
from mem.facts.fact import TYPES, Fact
from mem.facts.instant import to_end
from mem.facts.query import Query
from mem.facts.ranking import Candidate
from mem.mcp_server.arguments import Given
from mem.mcp_server.host import Host
from mem.mcp_server.room import FULL_ROOM, ROOM, SPARE, Row, cut, fitting, page, text_of
from mem.memory import Standing
from mem.memory.asking import Happened
from mem.memory.results import Answer
from mem.memory.tracing import Link, Origin
from mem.recall import Recalled, recall
from mem.store import usage

FOUND = 10  # hits on a page, unless the client asks for more
CHANGES = 50
NAMED = 20  # tags or files that are named
BODY = 500  # characters of a body, unless all of it is asked for


def search(host: Host, given: Given) -> Row:
    """Rank what the words match; without words, list what there is."""
    offset, limit = given.whole("offset", 0), given.whole("limit", FOUND)
    room = min(ROOM, given.whole("max_chars", ROOM)) - SPARE
    query = _query(host, given, limit=offset + limit)
    if not query.words.strip():
        found = host.memory.listing(query)
        return _found(found.candidates, found.total, query, offset, room) | _besides(found.elsewhere)
    answer = host.memory.search(query)
    hits = [hit.candidate for hit in answer.hits]
    host.count("search", str(answer.total), ",".join(candidate.id for candidate in hits[offset:]))
    return _found(hits, answer.total, query, offset, room) | _besides(answer.elsewhere) | _fallback(answer)


def show(host: Host, given: Given) -> Row:
    """Give one fact; a long body is cut, and says how to read on."""
    standing = host.memory.show(given.text("id"), host.now).standing
    offset = given.whole("offset", 0)
    room = FULL_ROOM if given.flag("full") else BODY
    body = standing.fact.body
    part = body[offset : offset + room]
    answer = _described(standing) | {"body": part}
    end = offset + len(part)
    if offset or end < len(body):
        answer["truncated"] = f"characters {offset} to {end} of {len(body)}"
    if end < len(body):
        answer["next_offset"] = end
        answer["help"] = [f"the same call with full true and offset {end} reads on"]
    return answer


def why(host: Host, given: Given) -> Row:
    """Tell where a fact came from, what it replaced and what replaced it."""
    told = host.memory.why(given.text("id"), host.now, host.repository)
    answer: Row = {"why": _origin(told.origin)}
    room = (ROOM - SPARE - len(text_of(answer))) // 3
    for name, links in (("ancestors", told.ancestors), ("descendants", told.descendants)):
        rows = fitting([_link(link) for link in links], room)
        answer |= {name: rows, f"{name}_total": len(links)}
    if told.contested:
        rivals: list[Row] = [{"id": id, "rivals": " ".join(rivals)} for id, rivals in told.contested]
        answer["contested"] = fitting(rivals, room)
    return answer


def diff(host: Host, given: Given) -> Row:
    """Tell what changed in what is believed, oldest first."""
    window = window_of(given.text("since"), given.text_or_none("until"), host.now)
    told = host.memory.changes(window, scopes=host.scopes(given.text_or_none("scope")), subject=given.text("subject"))
    offset, limit = given.whole("offset", 0), given.whole("limit", CHANGES)
    rows = [_change(each) for each in told[offset : offset + limit]]
    answer = page("changes", rows, offset=offset, total=len(told))
    return {"since": window.since, "until": window.until or host.now} | answer


def recall_here(host: Host, given: Given) -> Row:
    """Ask the questions that the hook files along a path hold."""
    plans = host.plans([given.text("path") or "."], list(given.texts("role")))
    found = recall(
        host.memory, plans, host.now, scopes=host.scopes(None), prompt=given.text("prompt"), allowed=host.allowed
    )
    rows = [_recalled(one) for one in found.facts]
    answer = page("facts", rows, offset=0, total=len(rows), room=(ROOM - SPARE) * 2 // 3)
    answer.pop("next_offset", None)
    answer.pop("help", None)
    answer["hooks"] = list(found.sources)[:NAMED]
    texts: list[Row] = [{"hook": source, "text": " ".join(text.split())} for source, text in found.guidance]
    if texts:
        answer["guidance"] = fitting(texts, (ROOM - SPARE) // 4)
    if found.excluded:
        answer["excluded"] = found.excluded
    return answer


def stats(host: Host, given: Given) -> Row:  # noqa: ARG001  # every tool has one shape
    """Count facts by type, and how the memory is used."""
    memory = host.memory
    memory.refresh()
    counts = memory.index.counts(Query(now=host.now))
    used = usage.read(str(memory.store.private), str(memory.store.root))
    return {
        "store": str(memory.store.root),
        "total": sum(counts.values()),
        "types": {type: counts[type] for type in TYPES if counts.get(type)},
        "searches": used.searches,
        "hits": used.hits,
        "adds": used.adds,
        "duplicates_skipped": used.duplicates,
        "last_search": used.last_search or "never",
        "last_add": used.last_add or "never",
        "never_recalled": memory.count_unrecalled(host.now, used.recalled),
    }


def document(host: Host, id: str) -> str:
    """Give the file of one fact as it lies on the disk, cut where it is too long to read."""
    standing = host.memory.show(id, host.now).standing
    text = host.memory.store.read(standing.path).decode("utf-8", "replace")
    return text if len(text) <= FULL_ROOM else f"{text[:FULL_ROOM]}\n\n[cut here: {len(text)} characters in all]\n"


def _query(host: Host, given: Given, *, limit: int) -> Query:
    as_of = given.text_or_none("as_of")
    moment = to_end(as_of, "--as-of", host.now) if as_of is not None else None
    type = given.text("type")
    return Query(
        given.text("query"),
        now=host.now,
        types=(type,) if type else (),
        tags=given.texts("tags"),
        scopes=host.scopes(given.text_or_none("scope")),
        subject=given.text("subject"),
        known_at=moment,
        valid_at=moment,
        history=given.flag("history"),
        hybrid=host.memory.config.hybrid,
        limit=limit,
    )


def _found(candidates: Sequence[Candidate], total: int, query: Query, offset: int, room: int) -> Row:
    rows = [_hit(each, query) for each in candidates[offset:]]
    return page("facts", rows, offset=offset, total=total, room=room)


def _hit(candidate: Candidate, query: Query) -> Row:
    row: Row = {
        "id": candidate.id,
        "type": candidate.type,
        "title": candidate.title,
        "abstract": candidate.abstract,
        "confidence": candidate.confidence,
        "scope": candidate.scope,
        "subject": candidate.subject,
        "valid_from": candidate.valid_from,
    }
    if query.history and not candidate.current:
        row["state"] = "retracted" if candidate.retracted else "superseded, expired or not yet valid"
    return row


def _besides(elsewhere: int) -> Row:
    return {"elsewhere": f"{elsewhere} in other scopes; scope all shows them"} if elsewhere else {}


def _fallback(answer: Answer) -> Row:
    found: Row = {"fallback": True} if answer.loose else {}
    return found | ({"did_you_mean": list(answer.suggestions)} if answer.suggestions else {})


def _described(standing: Standing) -> Row:
    fact = standing.fact
    fields: Row = {
        "id": fact.id,
        "type": fact.type,
        "title": fact.title,
        "state": str(standing.state),
        "scope": fact.scope or "all",
        "priority": fact.priority,
        "confidence": fact.confidence,
        "version": fact.version,
        "valid_from": standing.starts,
        "known_from": fact.tx_at or standing.recorded,
        "tags": list(fact.tags[:NAMED]),
    }
    said: Row = {
        "abstract": fact.abstract,
        "valid_to": fact.valid_to,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "source": fact.source,
        "agent": fact.source_agent,
        "pin": f"{fact.source_path}@{fact.source_commit}".strip("@"),
        "verified": fact.verified,
        "supersedes": ", ".join(fact.supersedes),
        "superseded_by": ", ".join(standing.replaced_by),
        "retracted": fact.retracted_at,
        "disowned": fact.disowned_at,
        "path": standing.path,
    }
    return fields | {name: cut(value) for name, value in said.items() if value}


def _origin(origin: Origin) -> Row:
    fact = origin.fact
    known: Row = {
        "id": fact.id,
        "title": fact.title,
        "state": str(origin.state),
        "source": fact.source,
        "agent": fact.source_agent,
        "recorded": origin.recorded,
        "received": origin.received,
        "author": origin.author,
        "commit": origin.commit or "not committed yet",
        "pin": f"{fact.source_path}@{fact.source_commit}".strip("@"),
        "code": str(origin.moved or ""),
        "verified": fact.verified,
        "retracted": fact.retracted_at,
        "retracted_by": fact.retracted_by,
        "disowned": fact.disowned_at,
    }
    return {name: cut(value) for name, value in known.items() if value}


def _link(link: Link) -> Row:
    return {**_origin(link.origin), "beside": link.beside, "depth": link.depth}


def _change(each: Happened) -> Row:
    fact: Fact = each.fact
    row: Row = {"at": each.event.at, "change": str(each.event.kind), "id": fact.id, "title": fact.title}
    if each.old:
        row |= {"old": each.old.id, "old_title": each.old.title}
    return row | {"type": fact.type, "scope": fact.scope, "source": fact.source}


def _recalled(one: Recalled) -> Row:
    candidate = one.candidate
    return {
        "id": candidate.id,
        "type": candidate.type,
        "title": candidate.title,
        "abstract": candidate.abstract,
        "asked_by": " ".join(one.askers),
    }
