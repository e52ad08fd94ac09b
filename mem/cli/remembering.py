"""What `mem add` does with one fact, whichever lane read the words. Nothing here imports Typer."""

from __future__ import annotations

from mem.cli import values
from mem.cli.session import Session
from mem.errors import UsageError
from mem.facts.advice import asserts_several, reads_like_a_code_map
from mem.facts.fact import DEFAULT_CONFIDENCE, DEFAULT_PRIORITY, TYPES
from mem.formats.report import Report
from mem.memory import Added, Draft


class NoType(UsageError):
    """`--type` was not given."""

    def __init__(self) -> None:
        super().__init__("--type is required", help=f"one of: {', '.join(TYPES)}")


class NoTitle(UsageError):
    """`--title` was not given."""

    def __init__(self) -> None:
        super().__init__("--title is required", help='mem add --type howto --title "the claim in one line"')


def remember(
    session: Session,
    *,
    type: str | None = None,
    title: str | None = None,
    body: str | None = None,
    body_file: str | None = None,
    abstract: str | None = None,
    scope: str | None = None,
    subject: str | None = None,
    predicate: str | None = None,
    tags: str | None = None,
    priority: int | None = None,
    confidence: float | None = None,
    basis: str | None = None,
    valid_from: str | None = None,
    valid_to: str | None = None,
    verified: str | None = None,
    source: str | None = None,
    agent: str | None = None,
    pin: str | None = None,
    supersedes: str | None = None,
    key: str | None = None,
    force: bool = False,
) -> None:
    """Add one fact as the flags say, and report it."""
    if type is None:
        raise NoType
    values.a_type(type)
    if title is None:
        raise NoTitle
    pinned = session.pin(pin)
    draft = Draft(
        title=title,
        type=type,
        body=values.body_of(session, body, body_file) or "",
        abstract=abstract or "",
        scope=session.scope_to_write(scope, type),
        subject=subject or "",
        predicate=predicate or "",
        tags=values.split_tags(tags),
        priority=DEFAULT_PRIORITY if priority is None else priority,
        confidence=values.confidence_or(DEFAULT_CONFIDENCE, confidence, basis),
        valid_from=values.start(session, valid_from, "--valid-from"),
        valid_to=values.end(session, valid_to, "--valid-to"),
        verified=values.day(session, verified, "--verified") or "",
        source=session.source if source is None else source,
        source_agent=session.agent if agent is None else agent,
        source_commit=pinned.commit,
        source_path=pinned.path,
        supersedes=values.ids(supersedes),
        key=key or "",
    )
    added = session.memory.add(draft, session.now, force=force)
    session.count("dupe" if added.existed else "add", added.fact.id)
    hints = () if added.existed else suggestions(added, chosen_priority=priority is not None)
    session.print(report(session, added, hints))


def report(session: Session, added: Added, hints: tuple[str, ...] = ()) -> Report:
    """Say what was added, or that it was there already."""
    fact = added.fact
    if added.existed:
        found: dict[str, object] = {"id": fact.id, "result": "already-exists"}
        if added.uncommitted:
            found["uncommitted"] = True
        return Report({"memory": found}, [f"mem show {fact.id}"])
    fields: dict[str, object] = {"id": fact.id, "type": fact.type, "title": fact.title, "priority": fact.priority}
    fields["saved"] = str(session.memory.store.root / added.path)
    if fact.scope:
        fields["scope"] = fact.scope
    if fact.supersedes:
        fields["supersedes"] = ", ".join(fact.supersedes)
    if added.uncommitted:
        fields["uncommitted"] = True
    return Report({"memory": fields}, [*hints, f"mem show {fact.id}"], warnings=added.warnings)


def suggestions(added: Added, *, chosen_priority: bool) -> tuple[str, ...]:
    """What could be better about a new fact."""
    fact, near = added.fact, added.near
    hints = []
    if near:
        hints.append(
            f"{near.similarity:.2f} like {near.fact.id} ({near.fact.title}): mem revise {near.fact.id} instead?"
        )
    if asserts_several(fact):
        hints.append("this reads like several assertions: one fact each can be corrected alone")
    if reads_like_a_code_map(fact):
        hints.append("this reads like a map of the code and will rot: say why, or pin it with --pin PATH")
    suggested = TYPES[fact.type].priority
    if not chosen_priority and suggested != fact.priority:
        article = "an" if fact.type == "event" else "a"
        step = f"mem update {fact.id} --priority {suggested}"
        hints.append(f"{article} {fact.type} usually has priority {suggested}: {step}")
    return tuple(hints)
