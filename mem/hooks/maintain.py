"""What agents keep in hooks: noted questions, and generated cues for touched files. From text to new text."""

from __future__ import annotations

from mem.hooks.document import SCHEMA, Document
from mem.hooks.layout import field_lines
from mem.hooks.resolve import overlay, same
from mem.hooks.retouch import retouch
from mem.hooks.vocabulary import AUTO_TAG, FILE_KIND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

CUE = "Which decisions, constraints, failures and open questions concern the files in this folder?"

# What earlier maintainers wrote, before a cue named its folder.
UNSCOPED_CUE = (
    "What prior decisions, constraints, failures, fixes, rejected approaches, "
    "and unresolved issues involve files in this directory?"
)


class Note:
    """A question to keep, with what is known about it."""

    __slots__ = ("backends", "entities", "priority", "query", "resources", "roles", "tags")

    def __init__(
        self,
        query: str,
        *,
        priority: float | None = None,
        roles: Sequence[str] = (),
        entities: Sequence[object] = (),
        resources: Sequence[object] = (),
        tags: Sequence[str] = (),
        backends: dict[str, object] | None = None,
    ) -> None:
        self.query = folded(query)
        self.priority = priority
        self.roles = [folded(role) for role in roles]
        self.entities = entities
        self.resources = resources
        self.tags = [folded(tag) for tag in tags]
        self.backends = backends or {}


class Pruned:
    """The text without stale anchors, and how many went."""

    __slots__ = ("queries_removed", "resources_removed", "text")

    def __init__(self, text: str, resources_removed: int, queries_removed: int) -> None:
        self.text = text
        self.resources_removed = resources_removed
        self.queries_removed = queries_removed


def folded(text: str) -> str:
    """Give a text with each run of blanks as one, the way a note is matched and written."""
    return " ".join(text.split())


def new_hook(project: str) -> str:
    """Write the first hook of a project."""
    guidance = (
        f"Before changing {project}, recall the decisions, constraints and past failures that concern the change."
    )
    return f"---\nschema: {SCHEMA}\n---\n\n{folded(guidance)}\n"


def with_note(document: Document, note: Note) -> str:
    """Add a question, or enrich the one that is there; what a note leaves out stays as it is."""
    value = document.value
    queries = _queries(value)
    for index, query in enumerate(queries):
        if folded(_text_of(query)) == note.query:
            queries[index] = _enriched(query, note)
            break
    else:
        queries.append(_enriched({"query": note.query}, note))
    return _written(document, value, queries)


def without_query(document: Document, query: str) -> str | None:
    """Take one question out; None when it is not there."""
    value = document.value
    queries = _queries(value)
    kept = [other for other in queries if folded(_text_of(other)) != folded(query)]
    return None if len(kept) == len(queries) else _written(document, value, kept)


def with_files(
    document: Document | None, scope: str, added: Sequence[str], gone: Sequence[str], limit: int
) -> str | None:
    """Follow the files of one folder in its generated cue; None when there is nothing to follow."""
    if document is None:
        return _hook_with_cue(_cue(scope, added[-limit:])) if added else None
    value = document.value
    queries = _queries(value)
    for index, query in enumerate(queries):
        if isinstance(query, dict) and _is_cue_of(query, scope):
            queries[index] = _followed(query, scope, added, gone, limit)
            break
    else:
        if added:
            queries.append(_cue(scope, added[-limit:]))
    return _written(document, value, [query for query in queries if query is not None])


def pruned(document: Document, exists: Callable[[str], bool]) -> Pruned:
    """Drop the files of generated cues that are gone, and cues with nothing left; other queries stay."""
    value = document.value
    kept: list[object] = []
    resources_removed = queries_removed = 0
    for query in _queries(value):
        if not isinstance(query, dict) or not _is_generated(query):
            kept.append(query)
            continue
        resources = _list(query, "resources")
        living = [resource for resource in resources if _file_of(resource) is None or exists(str(_file_of(resource)))]
        resources_removed += len(resources) - len(living)
        queries_removed += not living
        if living:
            kept.append({**query, "resources": living})
    text = document.text if not resources_removed + queries_removed else _written(document, value, kept)
    return Pruned(text, resources_removed, queries_removed)


def _queries(value: dict[str, object]) -> list[object]:
    return _list(value, "recall_queries")


def _list(value: dict[str, object], name: str) -> list[object]:
    found = value.get(name)
    return list(found) if isinstance(found, list) else []


def _written(document: Document, value: dict[str, object], queries: list[object]) -> str:
    """Write the queries into the document; a list that ran empty goes with its name."""
    if queries or not value.get("recall_queries"):
        wanted = {**value, "recall_queries": queries} if queries else value
    else:
        wanted = {name: other for name, other in value.items() if name != "recall_queries"}
    return document.text if same(wanted, document.value) else retouch(document, wanted)


def _text_of(query: object) -> str:
    text = query.get("query") if isinstance(query, dict) else query
    return text if isinstance(text, str) else ""


def _enriched(query: object, note: Note) -> object:
    entry = dict(query) if isinstance(query, dict) else {"query": query}
    if note.priority is not None and not _is_number(entry.get("priority"), note.priority):
        entry["priority"] = note.priority
    if note.roles:
        when = entry.get("when")
        when = dict(when) if isinstance(when, dict) else {}
        entry["when"] = {**when, "roles": _united(_list(when, "roles"), note.roles)}
    for name, more in (("entities", note.entities), ("resources", note.resources), ("tags", note.tags)):
        if more:
            entry[name] = _united(_list(entry, name), more)
    if note.backends:
        backends = entry.get("backends")
        entry["backends"] = overlay(backends if isinstance(backends, dict) else {}, note.backends)
    return query if isinstance(query, str) and len(entry) == 1 else entry


def _is_number(value: object, number: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == number


def _united(first: list[object], more: Iterable[object]) -> list[object]:
    for value in more:
        if not any(same(value, other) for other in first):
            first.append(value)
    return first


def _cue(scope: str, files: Sequence[str]) -> dict[str, object]:
    return {
        "query": f"{CUE} {_scope_mark(scope)}",
        "tags": [AUTO_TAG],
        "resources": [{"name": file, "kind": FILE_KIND} for file in files],
    }


def _scope_mark(scope: str) -> str:
    return f"[scope: {scope}]"


def _hook_with_cue(cue: dict[str, object]) -> str:
    lines = ["---", f"schema: {SCHEMA}", *field_lines("recall_queries", [cue], 0), "---", ""]
    return "\n".join(lines)


def _is_generated(query: dict[str, object]) -> bool:
    return AUTO_TAG in _list(query, "tags")


def _is_cue_of(query: dict[str, object], scope: str) -> bool:
    text = folded(_text_of(query))
    return _is_generated(query) and (text.endswith(folded(_scope_mark(scope))) or text == UNSCOPED_CUE)


def _followed(
    cue: dict[str, object], scope: str, added: Sequence[str], gone: Sequence[str], limit: int
) -> dict[str, object] | None:
    resources = [resource for resource in _list(cue, "resources") if _file_of(resource) not in gone]
    resources = _united(resources, [{"name": file, "kind": FILE_KIND} for file in added])
    files = [resource for resource in resources if _file_of(resource) is not None]
    for oldest in files[: max(0, len(files) - limit)]:
        resources.remove(oldest)
    if not resources:
        return None
    text = _text_of(cue)
    named = f"{text} {_scope_mark(scope)}" if folded(text) == UNSCOPED_CUE else text
    return {**cue, "query": named, "resources": resources}


def _file_of(resource: object) -> str | None:
    """Give the file a cue is anchored to; hand-made resources are none."""
    if isinstance(resource, dict) and resource.get("kind") == FILE_KIND:
        return str(resource.get("name", ""))
    return None
