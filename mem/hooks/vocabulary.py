"""The words of `memhooks/v2`."""

from __future__ import annotations

HOOK_FIELDS = (
    "schema", "inherits", "scope", "recall_queries", "entities", "resources", "tags",
    "exclude", "sensitivity", "backends",
)  # fmt: skip
QUERY_FIELDS = ("query", "priority", "when", "entities", "resources", "tags", "backends")
CONDITIONS = ("roles",)
ENTITY_FIELDS = ("name", "type", "salience")
RESOURCE_FIELDS = ("name", "kind", "salience")

# Words of one provider's own; the first version of the protocol had them in its core.
PROVIDER_FIELDS = ("bank", "memory_types", "connection_types", "mental_models", "knowledge_pages")

OUR_BACKEND = "mem"
OUR_SETTINGS = ("types", "tags", "scope", "subject", "limit", "min_priority", "as_of", "history")

AUTO_TAG = "memhooks:auto"
"""Marks a query that was made from touched files, so that it may also be unmade."""

FILE_KIND = "file"
