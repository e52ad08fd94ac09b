"""Checking hooks on disk: what was asked for, and all that was found."""

from __future__ import annotations

import os

from mem.hookfiles.files import read_hook
from mem.hookfiles.roots import Around, Site, contains, is_plain_file, locate, real
from mem.hookfiles.scan import scan
from mem.hookfiles.stopped import Stopped
from mem.hooks.rules import missing_path, no_hooks
from mem.hooks.validate import World, validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mem.diagnostics import Diagnostic


class Checked:
    """The outcome of a check: the hooks that were read, each with its site, and all findings."""

    __slots__ = ("findings", "hooks", "sites")

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.hooks: dict[str, Site] = {}
        self.findings: list[Diagnostic] = []

    def relative(self, path: str) -> str:
        """Name a path from the root of its project, for tools that know the repository."""
        for site in self.sites:
            if contains(site.root, path):
                return site.relative(path)
        return os.path.relpath(path, self.sites[0].root).replace(os.sep, "/") if self.sites else path


def check(
    paths: Sequence[str], around: Around, *, whole_project: bool = False, hits: Callable[[str], int] | None = None
) -> Checked:
    """Check files, folders and below, or the whole projects around them; `hits` counts a query's facts in a store."""
    checked = Checked()
    for path in paths:
        try:
            hooks = _hooks_of(path, around, checked, whole_project=whole_project)
        except Stopped as stopped:
            checked.findings += stopped.findings
            continue
        for hook in hooks:
            if hook not in checked.hooks:
                checked.hooks[hook] = checked.sites[-1]
                checked.findings += check_file(hook, checked.sites[-1], hits)
    return checked


def _hooks_of(path: str, around: Around, checked: Checked, *, whole_project: bool) -> list[str]:
    """Find the hooks that a path stands for; a file named by hand is checked whatever it is called."""
    given = os.path.join(around.cwd, path)
    is_folder = os.path.isdir(given)
    if not is_folder and os.path.lexists(given):
        is_plain_file(given)
    site = locate(path, around)
    checked.sites.append(site)
    if not is_folder and not whole_project:
        return [site.target]
    found = scan(site.root if whole_project else site.folder, around)
    checked.findings += found.troubles
    if not found.hooks and not found.troubles:
        checked.findings.append(no_hooks.finding(site.target))
    return found.hooks


def check_file(path: str, site: Site, hits: Callable[[str], int] | None = None) -> list[Diagnostic]:
    """Check one file."""
    try:
        if not is_plain_file(path):
            return [missing_path.finding(path)]
        document = read_hook(path)
    except Stopped as stopped:
        return stopped.findings
    return validate(document, World(lambda name: is_file_of(site.root, name), hits))


def is_file_of(root: str, name: str) -> bool:
    """Tell whether a project holds a file; nothing outside its root is looked at."""
    path = real(name, root)
    return path is not None and contains(root, path) and os.path.isfile(path)
