"""What one session was told and talks about: one small file each, under a lock, dropped after a week.

On the hot lane: nothing here imports more than `os` and `fcntl`.
"""

from __future__ import annotations

import fcntl
import os
import time

from mem.harness import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

FOLDER = "sessions"
WINDOW = 5  # messages the topic is compared with, and messages after which memory is asked again anyway
KEPT_SECONDS = 7 * 86_400
SAME_SECONDS = 10.0  # two configurations that point at us fire within this time
MOST_CLAIMS = 64
MOST_NOTED = 8
LONGEST_NAME = 80
LONGEST_COMMAND = 200
LARGEST = 256 * 1024


class Recalled:
    """A fact this session has seen: which version, and its title, by which an echo of it is known."""

    __slots__ = ("id", "number", "title")

    def __init__(self, id: str, number: int, title: str) -> None:
        self.id = id
        self.number = number
        self.title = title


class Session:
    """The state of one session. `since` counts the messages since memory was last asked."""

    __slots__ = (
        "claims", "cwd", "due", "failed", "has_moved", "head", "mended", "noted", "seen", "since",
        "start_is_due", "started", "window",
    )  # fmt: skip

    def __init__(self) -> None:
        self.window: list[list[str]] = []
        self.since = 0
        self.seen: dict[str, Recalled] = {}
        self.claims: dict[str, float] = {}
        self.started = False
        self.start_is_due = True
        self.head = ""
        self.due: list[str] = []
        self.cwd = ""
        self.has_moved = False
        self.failed: dict[str, int] = {}
        self.mended: dict[str, int] = {}
        self.noted: list[str] = []

    def claim(self, key: str, now: float, *, for_good: bool) -> bool:
        """Take an event on, once: the first caller gets it. A key that names a turn holds for good."""
        taken = self.claims.get(key)
        if taken is not None and (for_good or abs(now - taken) <= SAME_SECONDS):
            return False
        self.claims.pop(key, None)
        self.claims[key] = now
        while len(self.claims) > MOST_CLAIMS:
            del self.claims[next(iter(self.claims))]
        return True

    def move_to(self, folder: str) -> None:
        """Work goes on elsewhere: what the hooks there ask for is due."""
        self.has_moved = self.has_moved or bool(self.cwd and folder and folder != self.cwd)
        self.cwd = folder or self.cwd

    def has_seen(self, id: str, number: int) -> bool:
        return id in self.seen and self.seen[id].number >= number

    def hear(self, terms: Sequence[str]) -> None:
        """Take a message into the window of the last ones."""
        self.window = [*self.window, list(terms)][-WINDOW:]
        self.since += 1

    def forget_context(self) -> None:
        """The model starts from an empty page: what it saw before it sees no more."""
        self.seen = {}
        self.start_is_due = True

    def ran(self, command: str, *, ok: bool) -> None:
        """Follow a command from its first failure to the moment it works."""
        command = command[:LONGEST_COMMAND]
        if not ok:
            self.failed[command] = self.failed.pop(command, 0) + 1
        elif command in self.failed:
            self.mended[command] = self.failed.pop(command)
        while len(self.failed) > MOST_NOTED:
            del self.failed[next(iter(self.failed))]

    def note(self, text: str) -> None:
        """Keep a sentence of the user's that may be worth remembering, until the turn ends."""
        if text not in self.noted:
            self.noted = [*self.noted, text][-MOST_NOTED:]

    def text(self) -> str:
        return wire.write(
            {
                "window": self.window,
                "since": self.since,
                "seen": [[one.id, one.number, one.title] for one in self.seen.values()],
                "claims": self.claims,
                "started": self.started,
                "start_is_due": self.start_is_due,
                "head": self.head,
                "due": self.due,
                "cwd": self.cwd,
                "has_moved": self.has_moved,
                "failed": self.failed,
                "mended": self.mended,
                "noted": self.noted,
            }
        )


def session_from(text: str) -> Session:
    """Read a session's file; one that was damaged counts as a new session."""
    session = Session()
    said = wire.read(text)
    if not isinstance(said, dict):
        return session
    try:
        session.window = [[str(term) for term in message] for message in said["window"]]
        session.since = int(said["since"])
        session.seen = {str(id): Recalled(str(id), int(number), str(title)) for id, number, title in said["seen"]}
        session.claims = {str(key): float(at) for key, at in said["claims"].items()}
        session.started, session.start_is_due = said["started"] is True, said["start_is_due"] is True
        session.head, session.cwd, session.has_moved = str(said["head"]), str(said["cwd"]), said["has_moved"] is True
        session.due, session.noted = [str(word) for word in said["due"]], [str(text) for text in said["noted"]]
        session.failed = {str(command): int(times) for command, times in said["failed"].items()}
        session.mended = {str(command): int(times) for command, times in said["mended"].items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        return Session()
    return session


class Held:
    """A session's file, held while one event is answered.

    `session` is None when somebody else holds it too long, or when there can be no file, which `is_kept` tells apart.
    """

    def __init__(self, private: str, name: str, patience: float) -> None:
        self.session: Session | None = None
        self.is_kept = True
        self._path = os.path.join(private, FOLDER, name)
        self._patience = patience
        self._file = -1
        self._before = ""

    def __enter__(self) -> Self:
        try:
            self._file = _opened(self._path)
        except OSError:
            self.is_kept = False
            return self
        if not _locked(self._file, self._patience):
            os.close(self._file)
            self._file = -1
            return self
        self._before = os.read(self._file, LARGEST).decode("utf-8", "replace")
        self.session = session_from(self._before)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file < 0:
            return
        try:
            self.save()
        finally:
            os.close(self._file)

    def save(self) -> None:
        """Write what changed. In place: a file that was half written is read as a new session, which loses little."""
        text = self.session.text() if self.session else ""
        if text in ("", self._before):
            return
        data = text.encode()
        os.pwrite(self._file, data, 0)
        os.ftruncate(self._file, len(data))
        self._before = text


def name_of(session_id: str) -> str:
    """Give a file name for a session's id, whatever is in it."""
    plain = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-" for letter in session_id
    )
    name = plain[:LONGEST_NAME]
    if name == session_id:
        return name
    from binascii import crc32

    return f"{name}.{crc32(session_id.encode('utf-8', 'replace')):08x}"


def drop_old(private: str, now: float) -> None:
    """Remove the files of sessions that nobody has spoken in for a week."""
    folder = os.path.join(private, FOLDER)
    try:
        with os.scandir(folder) as found:
            old = [entry.path for entry in found if now - entry.stat().st_mtime > KEPT_SECONDS]
        for path in old:
            os.unlink(path)
    except OSError:
        return


def _opened(path: str) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        return os.open(path, flags, 0o600)


def _locked(file: int, patience: float) -> bool:
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        else:
            return True
