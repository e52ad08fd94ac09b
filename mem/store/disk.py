"""Putting bytes on the disk so that a reader, or a crash, meets the old file or the new one, never half."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mem.errors import MemError
from mem.store.trees import object_id


class CannotWrite(MemError):
    """The disk refused: full, read-only, not ours."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"cannot write `{path}`: {reason}", help="nothing was changed; free or unlock the disk and run it again"
        )


class InTheWay(MemError):
    """What is on the disk is not what this command read there before."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"`{path}` was changed by something else meanwhile",
            help="nothing was overwritten; run the command again, it reads the file afresh",
        )


class LeadsOutside(MemError):
    """A path that would leave the store: through a link, a `..`, or into `.git`."""

    def __init__(self, path: str) -> None:
        super().__init__(f"`{path}` leads out of the store", help="replace the link in the store by a real folder")


@contextmanager
def refusals_told(path: str) -> Iterator[None]:
    """Tell of any refusal of the disk as one sentence with the path and the reason."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(str(error.filename or path), error.strerror or str(error)) from error


def write_aside(path: str, *pieces: bytes | memoryview, flush: bool, mode: int = 0o666) -> None:
    """Write a new file of a name nobody else uses, piece after piece; on failure nothing of it stays."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    try:
        with open(handle, "wb") as file:
            file.writelines(pieces)
            file.flush()
            if flush:
                os.fsync(handle)
    except BaseException:
        os.unlink(path)
        raise


def place_new(aside: str, path: str) -> None:
    """Give the file its name, which nobody may have taken; the name aside is gone afterwards."""
    try:
        os.link(aside, path)
    except FileExistsError:
        raise InTheWay(path) from None
    finally:
        os.unlink(aside)


def place_over(aside: str, path: str) -> None:
    """Swap the file in for the one of this name, which keeps its permissions."""
    os.chmod(aside, os.stat(path, follow_symlinks=False).st_mode & 0o7777)
    os.replace(aside, path)


def make_folders(path: str) -> set[str]:
    """Make a folder and what is missing above it; gives the folders that have new names in them."""
    touched = set()
    folder = path
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
        touched.add(folder)
    os.makedirs(path, exist_ok=True)
    return touched


def flush_folder(path: str) -> None:
    """Make the names in a folder last through a power cut."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_if_there(path: str) -> None:
    with suppress(FileNotFoundError, NotADirectoryError):
        os.unlink(path)


def refuse_outside(root: str, path: str) -> None:
    """Refuse a path that does not lead straight down from the root through real folders."""
    parts = path.split("/")
    if any(part in ("", ".", "..") or part.casefold() == ".git" for part in parts):
        raise LeadsOutside(path)
    for depth in range(1, len(parts)):
        if os.path.islink(os.path.join(root, *parts[:depth])):
            raise LeadsOutside(path)


def id_on_disk(path: str, algorithm: str) -> str | None:
    """Give the object id of a file's bytes; None when there is no file, and the empty text for what is no file."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return ""
        with open(path, "rb") as file:
            return object_id("blob", file.read(), algorithm)
    except (FileNotFoundError, NotADirectoryError):
        return None
