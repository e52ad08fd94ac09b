"""One hook file: read without surprises, written under a lock and all at once."""

from __future__ import annotations

import os
import stat

from mem.errors import MemError
from mem.hookfiles.roots import is_plain_file
from mem.hookfiles.stopped import Stopped
from mem.hooks.document import HOOK, MARK, MAX_BYTES, Document, read, read_text
from mem.hooks.rules import unreadable, unsafe_file
from mem.hooks.validate import validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LOCK = f".{HOOK}.lock"
ASIDE = f".{HOOK}.new"
PATIENCE = 20.0  # seconds; a writer holds the lock for milliseconds

# No link is followed, and a pipe put in a hook's place cannot hold the reader up.
_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class LockHeld(MemError):
    """Another process keeps a hook locked."""

    def __init__(self, path: str) -> None:
        super().__init__(f"another process keeps {path} locked", help="try again when it has finished")


class CannotWrite(MemError):
    """The system refuses to write a hook."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"cannot write {path}: {reason}", help="see to the rights of its folder and the room on the disk"
        )


def read_hook(path: str) -> Document:
    """Read a hook file as it is, valid or not."""
    try:
        file = _open_plain(path, os.O_RDONLY)
        with open(file, "rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise Stopped([unreadable.finding(path, error.strerror or str(error))]) from error
    return read(path, raw)


def read_valid(path: str) -> Document:
    """Read a hook that plans or edits may be built on; warnings pass."""
    document = read_hook(path)
    require_valid(document)
    return document


def require_valid(document: Document) -> None:
    """Stop at the errors of a hook."""
    findings = validate(document)
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise Stopped(errors)


def update_hook(path: str, change: Callable[[Document | None], str | None]) -> bool:
    """Read, change and write one hook while nobody else may; tell whether it changed.

    `change` gets the valid document, or None where there is no file yet, and gives the new text, or None
    to leave everything as it is.
    """

    def checked(document: Document | None) -> str | None:
        if document is not None:
            require_valid(document)
        text = change(document)
        if text is not None:
            require_valid(read_text(path, text))
        return text

    return _rewrite(path, checked)


def mend_hook(path: str, change: Callable[[Document], str]) -> bool:
    """Change one hook that need not be valid."""
    return _rewrite(path, lambda document: None if document is None else change(document))


def _rewrite(path: str, change: Callable[[Document | None], str | None]) -> bool:
    try:
        with _Lock(os.path.dirname(path)):
            document = read_hook(path) if is_plain_file(path) else None
            text = change(document)
            if text is None or (document is not None and text == document.text):
                return False
            mark = MARK if document is not None and document.has_mark else ""
            _replace(path, (mark + text).encode("utf-8"))
    except OSError as error:
        raise CannotWrite(path, error.strerror or str(error)) from error
    return True


class _Lock:
    """The sole right to write the hook of a folder, while the block runs."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._handle = -1

    def __enter__(self) -> None:
        path = os.path.join(self._folder, LOCK)
        is_new = not is_plain_file(path)
        self._handle = _open_plain(path, os.O_RDWR | os.O_CREAT)
        try:
            if is_new:
                from mem.hookfiles.git import hide  # the lock is nothing to commit

                hide(self._folder, LOCK)
            _take(self._handle, path)
        except BaseException:
            os.close(self._handle)
            raise

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)  # gives the lock back


def _take(handle: int, path: str) -> None:
    import time

    try_lock = _lock_function()
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            try_lock(handle)
            return
        except OSError as error:
            if time.monotonic() > deadline:
                raise LockHeld(path) from error
        time.sleep(0.005)


def _lock_function() -> Callable[[int], None]:
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        import msvcrt

        return lambda handle: msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # Windows only
    return lambda handle: flock(handle, LOCK_EX | LOCK_NB)


def _replace(path: str, raw: bytes) -> None:
    """Write beside and swap in, so that a reader or a crash never meets half a file."""
    aside = os.path.join(os.path.dirname(path), ASIDE)
    # One name for all: only the holder of the lock writes it, and what a killed process left is taken away here.
    _remove(aside)
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFUL, 0o666)
    try:
        with open(handle, "wb") as stream:
            if os.path.exists(path):
                os.chmod(aside, stat.S_IMODE(os.stat(path).st_mode))
            stream.write(raw)
            stream.flush()
            os.fsync(handle)
        os.replace(aside, path)
    except BaseException:
        _remove(aside)
        raise
    _settle(os.path.dirname(path))


def _settle(folder: str) -> None:
    """Ask the system to keep the rename over a power cut; some file systems have no such notion."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def _open_plain(path: str, flags: int) -> int:
    is_plain_file(path)
    handle = os.open(path, flags | _CAREFUL, 0o666)
    # The name may have been given to something else between the look and the opening.
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Stopped([unsafe_file.finding(path)])
    return handle
