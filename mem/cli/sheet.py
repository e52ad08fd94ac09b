"""One fact laid out in full, as `show` prints it.

On the hot lane: nothing here imports more than instants.
"""

from __future__ import annotations

from mem.facts.instant import FOREVER, day_told, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.cli.hot_show import Plain
    from mem.memory.results import Standing

BODY_SHOWN = 500  # characters


def fact_fields(standing: Standing | Plain, *, full: bool) -> tuple[dict[str, object], bool]:
    """Give the fields of one version, and whether its body was cut."""
    fact = standing.fact
    body = fact.body if full else fact.body[:BODY_SHOWN]
    fields: dict[str, object] = {
        "id": fact.id,
        "type": fact.type,
        "title": fact.title,
        "status": fact.status or "active",
        "state": str(standing.state),
        "scope": fact.scope or "all",
        "priority": fact.priority,
        "confidence": fact.confidence,
        "version": fact.version,
        "created": day_told(fact.created or fact.tx_at or standing.recorded),
        "updated": day_told(fact.updated_at or standing.recorded),
        "valid_from": told(standing.starts),
    }
    if fact.valid_to and fact.valid_to != FOREVER:
        fields["valid_to"] = fact.valid_to
    fields["tags"] = list(fact.tags)
    fields |= given(
        subject=fact.subject,
        predicate=fact.predicate,
        source=fact.source,
        agent=fact.source_agent,
        pin=f"{fact.source_path}@{fact.source_commit}".strip("@"),
        verified=fact.verified,
        supersedes=", ".join(fact.supersedes),
        superseded_by=", ".join(standing.replaced_by),
        retracted=fact.retracted_at or "",
        disowned=fact.disowned_at or "",
        path=standing.path,
    )
    if full:
        fields |= {key: value for key, value in fact.extra.items() if key not in fields}
    fields["abstract"] = fact.abstract
    fields["body"] = body
    if len(body) < len(fact.body):
        fields["truncated"] = f"{len(body)} characters shown of {len(fact.body)} total"
    return fields, len(body) < len(fact.body)


def given(**fields: str) -> dict[str, object]:
    """Keep what says something."""
    return {name: value for name, value in fields.items() if value}
