"""Keeping hooks up to date on disk: enable, note, remove, prune."""

from __future__ import annotations

import os

from mem.errors import MemError
from mem.hookfiles.check import is_file_of
from mem.hookfiles.files import read_valid, update_hook
from mem.hookfiles.roots import Around, Site, is_plain_file, locate
from mem.hookfiles.scan import scan
from mem.hookfiles.stopped import Stopped
from mem.hooks.document import HOOK, Document
from mem.hooks.maintain import Note, new_hook, pruned, with_note, without_query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.diagnostics import Diagnostic


class NotEnabled(MemError):
    """The project has no hook at its root, so nobody asked for hooks here."""

    def __init__(self, root: str) -> None:
        super().__init__(f"no MEMHOOKS.md at the project's root {root}", help=f"enable it: memhooks init {root}")


class PruneReport:
    """What pruning changed, or would change."""

    __slots__ = ("hooks_changed", "queries_removed", "resources_removed", "troubles")

    def __init__(self) -> None:
        self.hooks_changed = 0
        self.resources_removed = 0
        self.queries_removed = 0
        self.troubles: list[Diagnostic] = []


def enable(path: str, around: Around) -> str:
    """Give the project around a path its first hook; one that is there is checked and left alone."""
    site = locate(path, around)
    if is_plain_file(site.root_hook):
        read_valid(site.root_hook)
    else:
        project = os.path.basename(site.root) or "this project"
        update_hook(site.root_hook, lambda document: new_hook(project) if document is None else None)
    return site.root_hook


def keep_note(path: str, note: Note, around: Around) -> str:
    """Keep a note in the hook nearest to a path; give the hook's path."""
    hook = _nearest_hook(locate(path, around))
    update_hook(hook, lambda document: with_note(_present(document, hook), note))
    return hook


def remove_query(path: str, query: str, around: Around, *, dry_run: bool) -> bool:
    """Take a query out of the hook nearest to a path; tell whether it was there."""
    hook = _nearest_hook(locate(path, around))
    if dry_run:
        return without_query(read_valid(hook), query) is not None
    return update_hook(hook, lambda document: without_query(_present(document, hook), query))


def prune(path: str, around: Around, *, whole_project: bool, dry_run: bool) -> PruneReport:
    """Drop stale generated cues in all hooks at and below a path; invalid hooks are reported and left alone."""
    site = locate(path, around)
    require_enabled(site)
    report = PruneReport()
    found = scan(site.root if whole_project else site.folder, around)
    report.troubles += found.troubles
    for hook in found.hooks:
        try:
            _prune_one(hook, site, report, dry_run=dry_run)
        except Stopped as stopped:
            report.troubles += stopped.findings
    return report


def require_enabled(site: Site) -> None:
    if not is_plain_file(site.root_hook):
        raise NotEnabled(site.root)


def _prune_one(hook: str, site: Site, report: PruneReport, *, dry_run: bool) -> None:
    is_plain_file(hook)
    result = pruned(read_valid(hook), lambda name: is_file_of(site.root, name))
    if not result.resources_removed + result.queries_removed:
        return
    if not dry_run:
        update_hook(
            hook, lambda document: pruned(_present(document, hook), lambda name: is_file_of(site.root, name)).text
        )
    report.hooks_changed += 1
    report.resources_removed += result.resources_removed
    report.queries_removed += result.queries_removed


def _nearest_hook(site: Site) -> str:
    require_enabled(site)
    for folder in reversed(site.folders()):
        if is_plain_file(os.path.join(folder, HOOK)):
            return os.path.join(folder, HOOK)
    return site.root_hook


def _present(document: Document | None, hook: str) -> Document:
    """Somebody took the hook away between the look and the lock."""
    if document is None:
        raise NotEnabled(os.path.dirname(hook))
    return document
