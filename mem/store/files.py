"""The files below `objects/`: which of them changed since last time.

Every command runs this first, so it imports nothing but `os` and its like.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False  # `typing` costs the hot lane as much as the interpreter itself
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping

TOP = "objects"
LARGEST = 1 << 20  # bytes; whatever is larger is no note
SWEPT_WHOLE = 5000  # files; of a larger store each call looks at some of those that no folder's time tells of

Stamp = tuple[int, int, int, int]
"""How a file looked when it was read: mtime_ns, ctime_ns, size, inode."""

UNTRUSTED: Stamp = (0, 0, 0, 0)
"""The stamp of a file so young that it may change again without a new time; it never equals a real one."""

_YOUNG_NS = 20_000_000  # a kernel stamps files with a clock that ticks every 4 to 10 ms
_YOUNG_COARSE_NS = 2_000_000_000  # and some file systems keep whole seconds only
_SKEW_NS = 60_000_000_000  # a file server's clock may run ahead; a time beyond that was set by hand


class Changes:
    """What one look at the disk found.

    `paths` are new or changed, `gone` are known files that are no longer there. `folders` are the times to
    remember of folders where they differ: 0 for one to be listed again next time, -1 for one that is gone.
    `quarantined` says, for what was met and left alone, why.
    """

    __slots__ = ("folders", "gone", "paths", "quarantined")

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.gone: list[str] = []
        self.folders: dict[str, int] = {}
        self.quarantined: dict[str, str] = {}

    @property
    def is_clean(self) -> bool:
        """Tell whether there is nothing new to remember."""
        return not (self.paths or self.gone or self.folders)


def changed(
    root: str,
    files: Mapping[str, Stamp],
    folders: Mapping[str, int],
    now_ns: int,
    *,
    below: Callable[[str], Mapping[str, Stamp]] | None = None,
    named: Iterable[str] = (),
) -> Changes:
    """Compare the disk with the `files` and `folders` known from last time; `now_ns` is the true clock.

    A folder's time tells of files that came, went or were replaced; only a file rewritten in place needs
    its own look. All `files` get one, and those `named`. Of a large store give some, and with `below` what is
    known of the files below a folder: it is asked of the folders that changed.
    """
    look = _Look(root, files, now_ns, below)
    look.walk(folders)
    look.settle(files)
    for path in named:
        look.check(path)
    found = look.found
    found.paths = list(dict.fromkeys(found.paths))
    found.gone = list(dict.fromkeys(found.gone))
    found.folders = {folder: time for folder, time in look.times.items() if folders.get(folder) != time}
    found.folders.update((folder, -1) for folder in folders if folder not in look.times)
    return found


def stand_as_known(
    root: str, folders: Iterable[tuple[str, int]], files: Iterable[tuple[str, int, int, int, int]]
) -> bool:
    """Tell whether these folders and files look exactly as they are known.

    Folders come with their time, files with their stamp and best in the order of their paths. What differs, if this
    says no, `changed` finds out in twice the time.
    """
    inside, here = "", -1
    try:
        for folder, mtime in folders:
            state = os.lstat(f"{root}/{folder}")
            if state.st_mtime_ns != mtime or not stat.S_ISDIR(state.st_mode):
                return False
        for path, mtime, ctime, size, inode in files:
            folder, _, name = path.rpartition("/")
            if folder != inside:
                _close(here)
                here = -1
                here, inside = os.open(f"{root}/{folder}", os.O_RDONLY), folder
            # A name alone is found in two thirds of the time that a whole path takes.
            state = os.stat(name, dir_fd=here, follow_symlinks=False)
            if (
                state.st_mtime_ns != mtime
                or state.st_ctime_ns != ctime
                or state.st_size != size
                or state.st_ino != inode
            ):
                return False
    except OSError:
        return False
    finally:
        _close(here)
    return True


def _close(descriptor: int) -> None:
    if descriptor >= 0:
        os.close(descriptor)


class _Look:
    """One look at the disk.

    `times` are those of all folders; `listed` holds what was seen in each folder whose names had to be read;
    what is below the `closed` ones stays as it is known.
    """

    def __init__(
        self,
        root: str,
        files: Mapping[str, Stamp],
        now_ns: int,
        below: Callable[[str], Mapping[str, Stamp]] | None,
    ) -> None:
        self.root, self.files, self.now_ns, self.below = root, files, now_ns, below
        self.found = Changes()
        self.listed: dict[str, set[str]] = {}
        self.times: dict[str, int] = {}
        self.closed: list[str] = []
        self.recalled: set[str] = set()

    def walk(self, known: Mapping[str, int]) -> None:
        """Go through the folders, listing those whose time is not the known one."""
        below: dict[str, list[str]] = {}
        for folder in known:
            below.setdefault(folder.rpartition("/")[0], []).append(folder)
        waiting = [TOP]
        while waiting:
            folder = waiting.pop()
            try:
                state = os.lstat(f"{self.root}/{folder}")
            except (FileNotFoundError, NotADirectoryError):
                self._recall(folder)
                continue
            if not stat.S_ISDIR(state.st_mode):
                self._close_off(folder, "a link, or no folder")
            elif known.get(folder) == state.st_mtime_ns:
                self.times[folder] = state.st_mtime_ns
                waiting.extend(below.get(folder, ()))
            else:
                self._recall(folder)
                waiting.extend(self._list(folder, state.st_mtime_ns))

    def _recall(self, folder: str) -> None:
        """Learn what is known below a folder that is not as it was, unless it was with one above."""
        if self.below is None:
            return
        above = folder
        while above not in self.recalled:
            above = above.rpartition("/")[0]
            if not above:
                self.recalled.add(folder)
                self.files = {**self.files, **self.below(folder)}
                return

    def _list(self, folder: str, mtime_ns: int) -> list[str]:
        """Read a folder's names, compare its files, and give its subfolders."""
        try:
            with os.scandir(f"{self.root}/{folder}") as scan:
                entries = list(scan)
        except OSError as error:
            self._close_off(folder, f"cannot be read: {error.strerror}")
            return []
        if any(entry.name == ".git" for entry in entries):
            self._close_off(folder, "a repository of its own")
            return []
        self.times[folder] = 0 if is_young(mtime_ns, self.now_ns) else mtime_ns
        seen = self.listed[folder] = set()
        subfolders = []
        for entry in entries:
            path = f"{folder}/{entry.name}"
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                subfolders.append(path)
            elif entry.is_symlink():
                seen.add(path)
                self._leave_alone(path, "a link")
            elif entry.name.endswith(".md"):
                seen.add(path)
                self.check(path)
        return subfolders

    def settle(self, wanted: Container[str]) -> None:
        """Find the known files that are gone with what was listed; of the others look at the `wanted` ones."""
        for path in self.files:
            folder = path.rpartition("/")[0]
            seen = self.listed.get(folder)
            if seen is not None:
                if path not in seen:
                    self.check(path)
            elif folder not in self.times or path in wanted:
                self.check(path)

    def check(self, path: str) -> None:
        """Compare one file with what is known of it."""
        known = self.files.get(path)
        if known is None and not (is_fact_path(path) and path.rpartition("/")[0] in self.times):
            return
        if any(path.startswith(f"{folder}/") for folder in self.closed):
            return
        try:
            state = os.lstat(f"{self.root}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            if known is not None:
                self.found.gone.append(path)
            return
        except OSError as error:
            self._leave_alone(path, f"cannot be read: {error.strerror}")
            return
        if reason := _unfit(path, state):
            self._leave_alone(path, reason)
        elif known != stamp_of(state):
            self.found.paths.append(path)

    def _close_off(self, folder: str, reason: str) -> None:
        """Leave a whole folder alone, and what is known of the files in it as it is."""
        self.closed.append(folder)
        self._leave_alone(folder, reason)

    def _leave_alone(self, path: str, reason: str) -> None:
        """Say why `path` is not read, and come back next time: its folder need not tell when it is mended."""
        self.found.quarantined[path] = reason
        folder = path.rpartition("/")[0]
        if folder in self.times:
            self.times[folder] = 0


def _unfit(path: str, state: os.stat_result) -> str | None:
    """Say why a file is left alone, if it is."""
    if stat.S_ISLNK(state.st_mode):
        return "a link"
    if not stat.S_ISREG(state.st_mode):
        return "not a plain file"
    if state.st_size > LARGEST:
        return "larger than 1 MiB"
    if not _is_text(path):
        return "its name is not UTF-8"
    return None


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def time_to_keep(root: str, folder: str, known: Container[str], now_ns: int) -> int:
    """Give a folder's time if it holds no fact file, and no subfolder, beyond the `known` paths; else 0.

    The time is read before the names, so that what comes in between is found next time.
    """
    mtime_ns = os.lstat(f"{root}/{folder}").st_mtime_ns
    if is_young(mtime_ns, now_ns):
        return 0
    with os.scandir(f"{root}/{folder}") as scan:
        for entry in scan:
            is_news = entry.name.endswith(".md") and f"{folder}/{entry.name}" not in known
            if not entry.name.startswith(".") and (is_news or entry.is_dir(follow_symlinks=False)):
                return 0
    return mtime_ns


def is_fact_path(path: str) -> bool:
    """Tell whether a file of this path would be read as a fact."""
    return path.startswith(f"{TOP}/") and path.endswith(".md") and "/." not in path


def is_young(time_ns: int, now_ns: int) -> bool:
    """Tell whether a file of this time may change once more and keep the time."""
    margin = _YOUNG_NS if time_ns % 1_000_000_000 else _YOUNG_COARSE_NS
    return now_ns - margin < time_ns < now_ns + _SKEW_NS


def stamp_of(state: os.stat_result) -> Stamp:
    """Give a file's stamp as it is, young or not: to compare with, not to keep."""
    return (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)


def look_at(root: str, path: str) -> Stamp | None:
    """Give the stamp of a file as it is; None where there is none."""
    try:
        return stamp_of(os.lstat(f"{root}/{path}"))
    except OSError:
        return None


def stamp_to_keep(state: os.stat_result, now_ns: int) -> Stamp:
    """Give the stamp to remember: of a young file one that differs from every later look."""
    youngest = max(state.st_mtime_ns, state.st_ctime_ns)
    return UNTRUSTED if is_young(youngest, now_ns) else stamp_of(state)


def read(root: str, path: str, now_ns: int) -> tuple[bytes, Stamp] | None:
    """Give a file's bytes with the stamp to remember; None when it is not there or is left alone."""
    try:
        handle = os.open(f"{root}/{path}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        if os.path.lexists(f"{root}/{path}") and not os.path.islink(f"{root}/{path}"):
            raise
        return None
    with open(handle, "rb") as file:
        # Taken before the bytes: a file rewritten meanwhile has another stamp at the next look.
        state = os.fstat(handle)
        if _unfit(path, state):
            return None
        return file.read(LARGEST + 1), stamp_to_keep(state, now_ns)
