"""The parts of a hook, and the plan they make.

Slots by hand: importing dataclasses costs more than reading ten hooks.
"""

from __future__ import annotations

from mem.hooks.nodes import MAPPING, SEQUENCE, Node, data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mem.hooks.document import Document

PLAN_VERSION = "memhooks/plan-v1"
OVERRIDDEN, INHERITANCE_CUT, ROLE_MISMATCH = "overridden", "inheritance_cut", "role_mismatch"


class Field:
    """A key with its value, as written."""

    __slots__ = ("key", "value")

    def __init__(self, key: Node, value: Node) -> None:
        self.key = key
        self.value = value


def fields(node: Node | None) -> dict[str, Field]:
    """Give the fields of a mapping by name; anything else has none."""
    if node is None or node.kind != MAPPING:
        return {}
    return {key.text: Field(key, value) for key, value in node.entries}


def value_of(holder: Mapping[str, Field], name: str) -> Node | None:
    return holder[name].value if name in holder else None


class Entry:
    """One recall query, entity or resource, plain text or a mapping; `name` is what it is known by."""

    __slots__ = ("fields", "name", "name_field", "node")

    def __init__(self, node: Node, name_field: str) -> None:
        self.node = node
        self.name_field = name_field
        self.fields = fields(node)
        named = self.fields[name_field].value if name_field in self.fields else node
        self.name = str(named.value).strip() if named.is_text else ""

    @property
    def is_wellformed(self) -> bool:
        return self.node.is_text or self.node.kind == MAPPING

    @property
    def lacks_name(self) -> bool:
        """Whether it says nothing to be known by; a name of the wrong type is another rule's finding."""
        if self.node.kind == MAPPING and self.name_field in self.fields:
            named = self.fields[self.name_field].value
            return named.is_null or (named.is_text and not self.name)
        return self.is_wellformed and not self.name


class Hook:
    """A hook file seen as its fields; wrong types are left out here and found by the rules."""

    __slots__ = ("document", "entities", "fields", "path", "queries", "resources")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.path = document.path
        self.fields = fields(document.root)
        self.queries = [Entry(node, "query") for node in items(self.fields, "recall_queries")]
        self.entities = [Entry(node, "name") for node in items(self.fields, "entities")]
        self.resources = [Entry(node, "name") for node in items(self.fields, "resources")]

    @property
    def all_entities(self) -> list[Entry]:
        """The hook's own and those of its queries."""
        return [*self.entities, *self._within_queries("entities")]

    @property
    def all_resources(self) -> list[Entry]:
        return [*self.resources, *self._within_queries("resources")]

    def all_backends(self) -> Iterator[Field]:
        """Give each `backends` field, the hook's own first."""
        for holder in (self.fields, *(query.fields for query in self.queries)):
            if "backends" in holder:
                yield holder["backends"]

    def _within_queries(self, name: str) -> list[Entry]:
        return [Entry(node, "name") for query in self.queries for node in items(query.fields, name)]


def items(holder: Mapping[str, Field], name: str) -> list[Node]:
    """Give what a list field holds; a missing or empty one holds nothing."""
    field = holder.get(name)
    return field.value.items if field is not None and field.value.kind == SEQUENCE else []


def texts(holder: Mapping[str, Field], name: str) -> list[str]:
    return [str(node.value) for node in items(holder, name) if node.is_text]


def mapping(holder: Mapping[str, Field], name: str) -> dict[str, object]:
    """Give a mapping field as plain data."""
    field = holder.get(name)
    plain = data(field.value) if field is not None else None
    return plain if isinstance(plain, dict) else {}


def text(holder: Mapping[str, Field], name: str) -> str | None:
    field = holder.get(name)
    return str(field.value.value) if field is not None and field.value.is_text else None


class Sourced:
    """A value and the hook file that states it."""

    __slots__ = ("source", "value")

    def __init__(self, source: str, value: object) -> None:
        self.source = source
        self.value = value


class PlannedQuery:
    """A question to ask the store, with all the cues that apply to it here."""

    __slots__ = ("backends", "entities", "priority", "query", "resources", "roles", "source", "tags")

    def __init__(self, source: str, query: str, priority: float | None, roles: Sequence[str]) -> None:
        self.source = source
        self.query = query
        self.priority = priority
        self.roles = list(roles)
        self.entities: list[object] = []
        self.resources: list[object] = []
        self.tags: list[str] = []
        self.backends: dict[str, object] = {}


class OmittedQuery:
    """A question that is not asked here, and why."""

    __slots__ = ("query", "reason", "source")

    def __init__(self, source: str, query: str, reason: str) -> None:
        self.source = source
        self.query = query
        self.reason = reason


class Plan:
    """What to recall at one place."""

    __slots__ = (
        "active_roles", "backends", "effective_queries", "entities", "exclude", "guidance", "omitted_queries",
        "recall_queries", "resources", "root", "scope", "sensitivity", "sources", "tags", "target",
    )  # fmt: skip

    def __init__(self, root: str, target: str, roles: Sequence[str] = ()) -> None:
        self.root = root
        self.target = target
        self.active_roles = list(roles)
        self.sources: list[str] = []
        self.scope: str | None = None
        self.sensitivity: str | None = None
        self.entities: list[Sourced] = []
        self.resources: list[Sourced] = []
        self.tags: list[str] = []
        self.exclude: list[str] = []
        self.backends: dict[str, object] = {}
        self.guidance: list[Sourced] = []
        self.recall_queries: list[Sourced] = []
        self.effective_queries: list[PlannedQuery] = []
        self.omitted_queries: list[OmittedQuery] = []
