"""From a chain of hooks, root first, to the plan for one place. Only valid hooks may come in."""

from __future__ import annotations

from mem.errors import MemError
from mem.hooks.model import (
    INHERITANCE_CUT,
    OVERRIDDEN,
    PLAN_VERSION,
    ROLE_MISMATCH,
    Entry,
    Hook,
    OmittedQuery,
    Plan,
    PlannedQuery,
    Sourced,
    items,
    mapping,
    text,
    texts,
)
from mem.hooks.nodes import data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


MAX_CUES = 100_000  # every query carries every cue of its place, so a plan grows as their product


class PlanTooLarge(MemError):
    """The hooks of this place multiply to more than anybody can read."""

    def __init__(self, target: str, queries: int, cues: int) -> None:
        super().__init__(
            f"the plan for {target} is too large: {queries} queries with {cues} cues each",
            help="remove queries or cues from its hooks; a hook is an index, not the memory",
        )


def resolve(hooks: Sequence[Hook], root: str, target: str, roles: Sequence[str] = ()) -> Plan:
    """Inherit from root to leaf, then select by role; without active roles nothing is left out."""
    plan = Plan(root, target, roles)
    queries: dict[str, tuple[Hook, Entry]] = {}
    for hook in hooks:
        if _cuts(hook):
            plan, queries = _fresh(plan, queries), {}
        _inherit(plan, hook)
        for query in hook.queries:
            if query.name in queries:
                overridden = queries[query.name][0]
                plan.omitted_queries.append(OmittedQuery(overridden.path, query.name, OVERRIDDEN))
            queries[query.name] = (hook, query)  # a dict keeps the place of the one that is replaced
    cues = len(plan.entities) + len(plan.resources) + len(plan.tags)
    if len(queries) * cues > MAX_CUES:
        raise PlanTooLarge(target, len(queries), cues)
    for hook, query in queries.values():
        plan.recall_queries.append(Sourced(hook.path, _portable(data(query.node))))
        _select(plan, hook, query)
    return plan


def as_data(plan: Plan) -> dict[str, object]:
    """Write a plan as `memhooks/plan-v1`."""
    return {
        "plan_version": PLAN_VERSION,
        "root": plan.root,
        "target": plan.target,
        "sources": plan.sources,
        "scope": plan.scope,
        "sensitivity": plan.sensitivity,
        "entities": [_sourced(item) for item in plan.entities],
        "resources": [_sourced(item) for item in plan.resources],
        "tags": plan.tags,
        "exclude": plan.exclude,
        "backends": plan.backends,
        "guidance": [_sourced(item) for item in plan.guidance],
        "active_roles": plan.active_roles,
        "recall_queries": [_sourced(item) for item in plan.recall_queries],
        "effective_queries": [_planned(query) for query in plan.effective_queries],
        "omitted_queries": [
            {"source": query.source, "query": query.query, "reason": query.reason} for query in plan.omitted_queries
        ],
    }


def overlay(below: dict[str, object], above: dict[str, object]) -> dict[str, object]:
    """Lay provider settings over others: mappings merge at every depth, all else replaces."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        merged[key] = overlay(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return merged


def same(one: object, other: object) -> bool:
    """Tell whether two plain values are the same to YAML: `true` is not `1`."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))


def _cuts(hook: Hook) -> bool:
    return "inherits" in hook.fields and hook.fields["inherits"].value.value is False


def _fresh(plan: Plan, queries: dict[str, tuple[Hook, Entry]]) -> Plan:
    """Begin anew below a cut; only the account of what was left out goes on."""
    fresh = Plan(plan.root, plan.target, plan.active_roles)
    cut = [OmittedQuery(hook.path, query.name, INHERITANCE_CUT) for hook, query in queries.values()]
    fresh.omitted_queries = [*plan.omitted_queries, *cut]
    return fresh


def _inherit(plan: Plan, hook: Hook) -> None:
    plan.sources.append(hook.path)
    scope, sensitivity = text(hook.fields, "scope"), text(hook.fields, "sensitivity")
    plan.scope = plan.scope if scope is None else scope
    plan.sensitivity = plan.sensitivity if sensitivity is None else sensitivity
    plan.tags = _joined_texts(plan.tags, texts(hook.fields, "tags"))
    plan.exclude = _joined_texts(plan.exclude, texts(hook.fields, "exclude"))
    plan.backends = overlay(plan.backends, _portable_map(mapping(hook.fields, "backends")))
    _add_sourced(plan.entities, hook, hook.entities)
    _add_sourced(plan.resources, hook, hook.resources)
    guidance = hook.document.body.strip()
    if guidance:
        plan.guidance.append(Sourced(hook.path, guidance))


def _select(plan: Plan, hook: Hook, query: Entry) -> None:
    when = query.fields["when"].value if "when" in query.fields else None
    roles = [str(role) for role in _list(when and data(when), "roles")]
    if roles and plan.active_roles and not set(roles) & set(plan.active_roles):
        plan.omitted_queries.append(OmittedQuery(hook.path, query.name, ROLE_MISMATCH))
        return
    priority = query.fields["priority"].value.value if "priority" in query.fields else None
    planned = PlannedQuery(hook.path, query.name, priority if isinstance(priority, (int, float)) else None, roles)
    planned.entities = _joined_cues(plan.entities, map(data, items(query.fields, "entities")))
    planned.resources = _joined_cues(plan.resources, map(data, items(query.fields, "resources")))
    planned.tags = _joined_texts(plan.tags, texts(query.fields, "tags"))
    planned.backends = overlay(plan.backends, _portable_map(mapping(query.fields, "backends")))
    plan.effective_queries.append(planned)


def _list(value: object, key: str) -> list[object]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _add_sourced(known: list[Sourced], hook: Hook, entries: Sequence[Entry]) -> None:
    for entry in entries:
        value = _portable(data(entry.node))
        if not any(same(value, other.value) for other in known):
            known.append(Sourced(hook.path, value))


def _joined_texts(first: Sequence[str], more: Iterable[str]) -> list[str]:
    return list(dict.fromkeys((*first, *more)))


def _joined_cues(first: Sequence[Sourced], more: Iterable[object]) -> list[object]:
    joined = [cue.value for cue in first]
    for value in map(_portable, more):
        if not any(same(value, other) for other in joined):
            joined.append(value)
    return joined


def _portable(value: object) -> object:
    """Give a value that JSON can carry: infinity and not-a-number become null."""
    if isinstance(value, dict):
        return _portable_map(value)
    if isinstance(value, list):
        return [_portable(item) for item in value]
    return None if isinstance(value, float) and value - value != 0 else value


def _portable_map(values: dict[str, object]) -> dict[str, object]:
    return {key: _portable(item) for key, item in values.items()}


def _sourced(item: Sourced) -> dict[str, object]:
    return {"source": item.source, "value": item.value}


def _planned(query: PlannedQuery) -> dict[str, object]:
    return {
        "source": query.source,
        "query": query.query,
        "priority": query.priority,
        "roles": query.roles,
        "entities": query.entities,
        "resources": query.resources,
        "tags": query.tags,
        "backends": query.backends,
    }
