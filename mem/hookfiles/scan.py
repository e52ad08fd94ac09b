"""All hooks of a folder and below, without what git ignores."""

from __future__ import annotations

import os

from pathspec import GitIgnoreSpec

from mem.hookfiles.git import exclude_file, global_excludes, lines
from mem.hookfiles.roots import contains, git_root
from mem.hooks.document import HOOK
from mem.hooks.rules import unreadable_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mem.diagnostics import Diagnostic


class Found:
    """The hooks of a scan in path order, links and other odd files included, and what could not be looked into."""

    __slots__ = ("hooks", "troubles")

    def __init__(self) -> None:
        self.hooks: list[str] = []
        self.troubles: list[Diagnostic] = []


def scan(folder: str, home: str, config_home: str) -> Found:
    """Walk a real folder; no link is followed, and what git ignores is left out."""
    found = Found()
    _walk(folder, _Ignores.around(folder, home, config_home), found)
    found.hooks.sort(key=lambda path: path.split(os.sep))
    return found


class _Ignores:
    """Ignore files from the weakest to the strongest, each with the folder its patterns are about."""

    def __init__(self, layers: Sequence[tuple[str, GitIgnoreSpec]]) -> None:
        self._layers = layers

    @classmethod
    def around(cls, folder: str, home: str, config_home: str) -> _Ignores:
        """Gather what applies in a folder from outside it. A folder asked for by name is never ignored itself."""
        top = git_root(folder) or folder
        files = global_excludes(folder, home, config_home)
        private = exclude_file(folder)
        if private is not None:
            files.append(private)
        ignores = cls([(top, GitIgnoreSpec.from_lines(lines(file))) for file in files])
        for above in _between(top, folder):
            ignores = ignores.below(above)
        return cls([]) if any(map(ignores.ignores, _folders_between(top, folder))) else ignores

    def below(self, folder: str) -> _Ignores:
        """Add the ignore file of a folder, if it has one."""
        patterns = lines(os.path.join(folder, ".gitignore"))
        if not patterns:
            return self
        return _Ignores([*self._layers, (folder, GitIgnoreSpec.from_lines(patterns))])

    def ignores(self, path: str) -> bool:
        """Ask the layers, the nearest first, about one path; folders end with a slash."""
        for base, spec in reversed(self._layers):
            inner = path[len(base.rstrip(os.sep)) + 1 :].replace(os.sep, "/")
            verdict = spec.check_file(inner).include
            if verdict is not None:
                return verdict
        return False


def _walk(folder: str, ignores: _Ignores, found: Found) -> None:
    waiting = [(folder, ignores)]
    while waiting:
        folder, around = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = list(listing)
        except OSError as error:
            found.troubles.append(unreadable_folder.finding(folder, error.strerror or str(error)))
            continue
        here = around.below(folder)
        for entry in entries:
            if entry.name == HOOK:
                if not here.ignores(entry.path):
                    found.hooks.append(entry.path)
            elif entry.name != ".git" and entry.is_dir(follow_symlinks=False) and not here.ignores(entry.path + os.sep):
                waiting.append((entry.path, here))


def _between(top: str, folder: str) -> Iterator[str]:
    """Give the folders from the top down to just above a folder."""
    if folder == top or not contains(top, folder):
        return
    steps = os.path.relpath(folder, top).split(os.sep)
    for count in range(len(steps)):
        yield os.path.join(top, *steps[:count])


def _folders_between(top: str, folder: str) -> Iterator[str]:
    for above in (*list(_between(top, folder))[1:], folder):
        if above != top:
            yield above + os.sep
