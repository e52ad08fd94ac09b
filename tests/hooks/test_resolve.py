"""From a chain of hooks to a plan: inheritance, overrides, cuts, roles."""

from __future__ import annotations

import pytest

from mem.hooks.document import read_text
from mem.hooks.model import Hook, Plan
from mem.hooks.resolve import PlanTooLarge, as_data, resolve


def plan(*frontmatters: str, roles: tuple[str, ...] = ()) -> Plan:
    """Resolve a chain; the first hook is the root's, `/0`, the next `/1`, and so on."""
    documents = [
        read_text(f"/{level}", f"---\nschema: memhooks/v2\n{text}---\nbody {level}\n")
        for level, text in enumerate(frontmatters)
    ]
    assert not any(document.faults for document in documents)
    return resolve([Hook(document) for document in documents], "/", "/x", roles)


def asked(plan: Plan) -> list[str]:
    return [query.query for query in plan.effective_queries]


def left_out(plan: Plan) -> list[tuple[str, str, str]]:
    return [(query.source, query.query, query.reason) for query in plan.omitted_queries]


def test_the_nearer_question_replaces_the_other_with_all_its_data() -> None:
    far = "recall_queries:\n  - {query: one question, priority: 0.1, tags: [t], when: {roles: [ops]}}\n  - other\n"
    near = 'recall_queries:\n  - query: "  one question "\n    priority: 0.7\n'
    found = plan(far, near)
    first = found.effective_queries[0]
    assert asked(found) == ["one question", "other"]
    assert (first.priority, first.roles, first.tags, first.source) == (0.7, [], [], "/1")
    assert left_out(found) == [("/0", "one question", "overridden")]


def test_a_cut_drops_everything_above_and_says_what_is_not_asked() -> None:
    upper = (
        "scope: s\nsensitivity: high\ntags: [t]\nexclude: [e]\nbackends: {mem: {limit: 1}}\nrecall_queries: [a, b]\n"
    )
    found = plan(upper, "inherits: false\nrecall_queries: [c]\n", "recall_queries: [d]\n")
    assert asked(found) == ["c", "d"]
    assert found.sources == ["/1", "/2"]
    assert (found.scope, found.sensitivity, found.tags, found.exclude, found.backends) == (None, None, [], [], {})
    assert left_out(found) == [("/0", "a", "inheritance_cut"), ("/0", "b", "inheritance_cut")]


def test_inherits_under_a_provider_cuts_nothing() -> None:
    assert asked(plan("recall_queries: [a]\n", "backends: {other: {inherits: false}}\n")) == ["a"]


ROLES = "recall_queries:\n  - {query: guarded, when: {roles: [Auditor, ops]}}\n  - open\n"


@pytest.mark.parametrize(
    ("active", "questions"),
    [
        ((), ["guarded", "open"]),
        (("ops",), ["guarded", "open"]),
        (("auditor",), ["open"]),
        (("x", "Auditor"), ["guarded", "open"]),
    ],
)
def test_roles_select_only_when_they_are_known_and_match_exactly(active: tuple[str, ...], questions: list[str]) -> None:
    assert asked(plan(ROLES, roles=active)) == questions


def test_roles_are_looked_at_after_inheritance() -> None:
    found = plan("recall_queries: [q]\n", "recall_queries:\n  - {query: q, when: {roles: [ops]}}\n", roles=("dev",))
    assert asked(found) == []
    assert left_out(found) == [("/0", "q", "overridden"), ("/1", "q", "role_mismatch")]


def test_lists_add_up_and_scalars_are_replaced() -> None:
    found = plan(
        "scope: a\nsensitivity: low\ntags: [x, y]\nexclude: [o]\n", "scope: b\ntags: [y, Y, z]\nexclude: [o, p]\n"
    )
    assert (found.scope, found.sensitivity) == ("b", "low")
    assert (found.tags, found.exclude) == (["x", "y", "Y", "z"], ["o", "p"])


def test_an_empty_text_is_a_statement_too() -> None:
    assert plan("scope: a\n", 'scope: ""\n').scope == ""


def test_a_query_gets_the_cues_of_its_place_and_keeps_its_own_to_itself() -> None:
    found = plan(
        "entities: [E]\nrecall_queries:\n  - {query: q, entities: [E, F], resources: [r]}\n  - p\n",
        "tags: [t]\nentities: [{name: G}]\n",
    )
    first, second = found.effective_queries
    assert (first.entities, first.resources, first.tags) == (["E", {"name": "G"}, "F"], ["r"], ["t"])
    assert (second.entities, second.resources, second.tags) == (["E", {"name": "G"}], [], ["t"])


def test_provider_settings_merge_key_by_key_and_lists_replace() -> None:
    found = plan(
        "backends: {p: {a: {x: 1, y: [1, 2]}, b: 1}, q: {c: 1}}\n",
        "backends: {p: {a: {y: [3]}, b: {d: 1}}}\nrecall_queries:\n  - {query: q, backends: {p: {b: 2}}}\n",
    )
    assert found.backends == {"p": {"a": {"x": 1, "y": [3]}, "b": {"d": 1}}, "q": {"c": 1}}
    assert found.effective_queries[0].backends == {"p": {"a": {"x": 1, "y": [3]}, "b": 2}, "q": {"c": 1}}


def test_guidance_keeps_its_source() -> None:
    assert [(item.source, item.value) for item in plan("", "").guidance] == [("/0", "body 0"), ("/1", "body 1")]


def test_a_plan_is_written_in_the_agreed_form() -> None:
    data = as_data(plan("recall_queries: [q]\nbackends: {p: {x: .inf}}\n", roles=("r",)))
    assert data["plan_version"] == "memhooks/plan-v1"
    assert data["recall_queries"] == [{"source": "/0", "value": "q"}]
    assert data["effective_queries"] == [
        {"source": "/0", "query": "q", "priority": None, "roles": [], "entities": [], "resources": [], "tags": []}
        | {"backends": {"p": {"x": None}}}
    ]


def test_a_plan_that_multiplies_beyond_reason_is_refused() -> None:
    many = ", ".join(f"n{number}" for number in range(600))
    with pytest.raises(PlanTooLarge):
        plan(f"recall_queries: [{many}]\nentities: [{many}]\n")
