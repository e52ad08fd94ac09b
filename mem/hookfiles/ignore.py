"""What git's ignore files say about one path at a time, folder by folder, the way git itself goes down a tree."""

from __future__ import annotations

import os

from pathspec import GitIgnoreSpec

from mem.hookfiles.git import exclude_file, global_excludes, lines
from mem.hookfiles.roots import contains, git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from mem.hookfiles.roots import Around

_FOLDER = "ps_d"  # the group by which pathspec marks the slash behind a folder it matched


class Layer:
    """The patterns of one file, about paths below one folder."""

    __slots__ = ("_base", "_patterns")

    def __init__(self, base: str, patterns: Sequence[str]) -> None:
        self._base = base.rstrip(os.sep) + os.sep
        self._patterns: list[tuple[bool, re.Pattern[str]]] = [
            (pattern.include, pattern.regex)
            for pattern in reversed(list(GitIgnoreSpec.from_lines(map(_exact, patterns)).patterns))
            if pattern.include is not None and pattern.regex is not None
        ]

    def verdict(self, path: str) -> bool | None:
        """Tell whether the last pattern that is about this very path ignores it; None when none is."""
        inner = path[len(self._base) :].replace(os.sep, "/")
        for ignores, regex in self._patterns:
            if any(_is_whole(found, inner) for found in regex.finditer(inner)):
                return ignores
        return None


class Ignores:
    """Layers from the weakest to the strongest. Each folder on the way down is asked about before what is in it."""

    __slots__ = ("_layers",)

    def __init__(self, layers: Sequence[Layer] = ()) -> None:
        self._layers = layers

    def below(self, folder: str) -> Ignores:
        """Add the ignore file of a folder, if it has one."""
        patterns = lines(os.path.join(folder, ".gitignore"))
        return Ignores([*self._layers, Layer(folder, patterns)]) if patterns else self

    def ignores(self, path: str) -> bool:
        """Ask about one path; folders end with a slash."""
        for layer in reversed(self._layers):
            verdict = layer.verdict(path)
            if verdict is not None:
                return verdict
        return False


def ignores_above(folder: str, around: Around) -> Ignores:
    """Gather what applies in a folder from outside it; a folder that was asked for is never ignored itself."""
    top = git_root(folder) or folder
    files = global_excludes(folder, around.home, around.config_home)
    private = exclude_file(folder)
    if private is not None:
        files.append(private)
    ignores = Ignores([Layer(top, lines(file)) for file in files])
    if folder == top or not contains(top, folder):
        return ignores
    above = top
    for step in os.path.relpath(folder, top).split(os.sep):
        ignores = ignores.below(above)
        above = os.path.join(above, step)
        if ignores.ignores(above + os.sep):
            return Ignores()
    return ignores


def _exact(pattern: str) -> str:
    """Spell `x/**` and `x/**/` so that pathspec reads them as git does: what is below x, not x itself."""
    bare = pattern.rstrip()
    if bare.endswith("/**"):
        return bare + "/*"
    return bare + "*/" if bare.endswith("/**/") else pattern


def _is_whole(found: re.Match[str], path: str) -> bool:
    """Tell a match of the path itself from one of a folder above it, which was judged before."""
    end = found.end(_FOLDER) if _FOLDER in found.re.groupindex else -1
    return end in (-1, len(path))
