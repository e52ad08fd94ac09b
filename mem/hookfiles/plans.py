"""The plan for a place on disk."""

from __future__ import annotations

import os

from mem.hookfiles.files import read_hook
from mem.hookfiles.roots import Around, Site, is_plain_file, locate
from mem.hookfiles.stopped import Stopped
from mem.hooks.document import HOOK, Document
from mem.hooks.model import Hook, Plan
from mem.hooks.resolve import resolve
from mem.hooks.validate import validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mem.diagnostics import Diagnostic


def plan_for(path: str, around: Around, roles: Sequence[str] = ()) -> Plan:
    """Resolve what to recall at a path; an error anywhere in its chain stops the plan."""
    return plan_at(locate(path, around), roles)


def plan_at(site: Site, roles: Sequence[str] = ()) -> Plan:
    """Resolve what to recall at a place that was already found."""
    documents, errors = _chain(site)
    if errors:
        raise Stopped(errors)
    return resolve([Hook(document) for document in documents], site.root, site.target, roles)


def _chain(site: Site) -> tuple[list[Document], list[Diagnostic]]:
    """Read the hooks from the root to the place; all that is wrong with any of them comes back."""
    documents: list[Document] = []
    errors: list[Diagnostic] = []
    for folder in site.folders():
        path = os.path.join(folder, HOOK)
        try:
            if not is_plain_file(path):
                continue
            document = read_hook(path)
        except Stopped as stopped:
            errors += stopped.findings
            continue
        documents.append(document)
        errors += [finding for finding in validate(document) if finding.severity == "error"]
    return documents, errors
