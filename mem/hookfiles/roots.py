"""Where a project ends: the one root that reading and writing share."""

from __future__ import annotations

import os
import stat

from mem.hookfiles.stopped import Stopped
from mem.hooks.document import HOOK
from mem.hooks.rules import missing_path, unreadable_folder, unsafe_file


class Site:
    """A place hooks are asked about: the real `target`, the `folder` it is or lies in, and the project's `root`."""

    __slots__ = ("folder", "root", "target")

    def __init__(self, root: str, target: str, folder: str) -> None:
        self.root = root
        self.target = target
        self.folder = folder

    @property
    def root_hook(self) -> str:
        return os.path.join(self.root, HOOK)

    def folders(self) -> list[str]:
        """Give the folders from the root down to this place."""
        inner = os.path.relpath(self.folder, self.root)
        steps = [] if inner == os.curdir else inner.split(os.sep)
        return [os.path.join(self.root, *steps[:count]) for count in range(len(steps) + 1)]

    def relative(self, path: str) -> str:
        """Name a path inside the root from the root, with slashes; the root itself is a dot."""
        return os.path.relpath(path, self.root).replace(os.sep, "/")


class Around:
    """Where a call was made: its folder, the root it was told, and the homes that git keeps its settings in."""

    __slots__ = ("config_home", "configured_root", "cwd", "home")

    def __init__(self, cwd: str, *, configured_root: str | None = None, home: str = "", config_home: str = "") -> None:
        self.cwd = cwd
        self.configured_root = configured_root
        self.home = home
        self.config_home = config_home


def locate(path: str, around: Around) -> Site:
    """Find the root of an existing path.

    The configured root (`MEMHOOKS_ROOT`) counts when it contains the path; else the nearest git root, a
    boundary that is never crossed; else, outside git, the highest folder with a hook.
    """
    target = real(path, around.cwd)
    if target is None:
        raise Stopped([missing_path.finding(path)])
    folder = target if os.path.isdir(target) else os.path.dirname(target)
    return Site(_root(folder, around), target, folder)


def real(path: str, cwd: str) -> str | None:
    """Give the real place of a path, links followed; None when there is nothing."""
    try:
        return os.path.realpath(os.path.join(cwd, path), strict=True)
    except (OSError, ValueError):  # ValueError: a NUL byte
        return None


def contains(folder: str, path: str) -> bool:
    """Tell whether a real path is a folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def is_plain_file(path: str) -> bool:
    """Tell whether there is an ordinary file; a link or anything else in its place is refused."""
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise Stopped([unreadable_folder.finding(os.path.dirname(path), error.strerror or str(error))]) from error
    if not stat.S_ISREG(mode):
        raise Stopped([unsafe_file.finding(path)])
    return True


def git_root(folder: str) -> str | None:
    """Give the nearest folder, upwards, that holds a `.git`."""
    for above in _upwards(folder):
        if os.path.lexists(os.path.join(above, ".git")):
            return above
    return None


def _root(folder: str, around: Around) -> str:
    if around.configured_root:
        root = real(around.configured_root, around.cwd)
        if root is None or not os.path.isdir(root):
            raise Stopped([missing_path.finding(around.configured_root, "MEMHOOKS_ROOT")])
        if contains(root, folder):
            return root
    found = git_root(folder)
    if found is not None:
        return found
    hooked = [above for above in _upwards(folder) if os.path.isfile(os.path.join(above, HOOK))]
    return hooked[-1] if hooked else folder


def _upwards(folder: str) -> list[str]:
    above = [folder]
    while os.path.dirname(above[-1]) != above[-1]:
        above.append(os.path.dirname(above[-1]))
    return above
