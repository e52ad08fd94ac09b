"""`memhooks explain`: the effective plan for a path."""

from __future__ import annotations

from mem.cli.hooks.command import Command, Option
from mem.hookfiles.plans import plan_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call
    from mem.hooks.model import Plan, PlannedQuery


def run(call: Call, given: Given) -> int:
    path = given.words[0] if given.words else "."
    roles = list(dict.fromkeys(given.many("--role")))
    plan = plan_for(path, call.around, roles)
    if given.one("--format") == "json":
        import json

        from mem.hooks.resolve import as_data

        call.say(json.dumps(as_data(plan), ensure_ascii=False, indent=2) + "\n")
    else:
        call.say(human(plan))
    return 0


def human(plan: Plan) -> str:
    """Lay a plan out for a person."""
    lines = [f"root:   {plan.root}", f"target: {plan.target}", "sources:"]
    lines += [f"  - {source}" for source in plan.sources]
    named = {"scope": plan.scope, "sensitivity": plan.sensitivity}
    lines += [f"{name}: {value}" for name, value in named.items() if value is not None]
    lines += _listed({"active roles": plan.active_roles, "backends": list(plan.backends), "tags": plan.tags})
    lines.append(f"recall queries: {len(plan.effective_queries)}")
    for query in plan.effective_queries:
        lines += _query(query)
    if plan.omitted_queries:
        lines.append(f"omitted queries: {len(plan.omitted_queries)}")
        lines += [f"  - {query.reason}  {query.query}  ({query.source})" for query in plan.omitted_queries]
    lines += [f"entities: {len(plan.entities)}", f"resources: {len(plan.resources)}"]
    lines += _listed({"exclude": plan.exclude})
    for guidance in plan.guidance:
        lines += [f"guidance from {guidance.source}:", *(f"  {line}" for line in str(guidance.value).splitlines())]
    return "\n".join(lines) + "\n"


def _listed(values: Mapping[str, list[str]]) -> list[str]:
    return [f"{name}: {', '.join(items)}" for name, items in values.items() if items]


def _query(query: PlannedQuery) -> list[str]:
    priority = "   -" if query.priority is None else f"{query.priority:.2f}"
    lines = [f"  - {priority}  roles:{','.join(query.roles) or 'all'}  {query.query}", f"      from {query.source}"]
    if query.backends:
        lines.append(f"      backends {', '.join(query.backends)}")
    return lines


COMMAND = Command(
    "Shows what to recall at a path: its chain of hooks from the root down, inherited and selected by role.",
    run,
    words="[PATH]",
    options=(
        Option("--role", "an active role; queries for other roles are left out", "ROLE", many=True),
        Option("--format", "how to print the plan", choices=("human", "json")),
    ),
    example="memhooks explain src/billing --role reviewer",
)
