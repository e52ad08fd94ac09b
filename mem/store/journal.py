"""What a writer is about to do, noted before it does it, so that whoever comes next can finish it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mem.facts.instant import Instant
from mem.store.commits import Message
from mem.store.disk import flush_folder, remove_if_there, write_aside


class Step(NamedTuple):
    """One file of a write: what it becomes, and what was there before, on the disk and in HEAD, by object id."""

    path: str
    data: bytes | None
    replaces: str | None
    held: str | None


class Record(NamedTuple):
    """One write, in one working tree; all of it is wanted, or nothing."""

    name: str
    worktree: str
    message: Message
    steps: Sequence[Step]


class Journal:
    """The records of writes that are not in a commit yet, oldest first."""

    def __init__(self, own: str) -> None:
        self._folder = os.path.join(own, "journal")

    def add(self, worktree: str, message: Message, steps: Sequence[Step]) -> Record:
        """Note a write; the note need not outlive a power cut, for until it is done nobody was told of it."""
        os.makedirs(self._folder, exist_ok=True)
        name = f"{max((int(known) for known in self._names()), default=0) + 1:08d}"
        record = Record(name, worktree, message, tuple(steps))
        aside = os.path.join(self._folder, "new")
        remove_if_there(aside)
        write_aside(aside, _dumped(record), flush=False, mode=0o600)
        os.replace(aside, self._path(name))
        return record

    def flush(self, record: Record) -> None:
        """Make a note last, for it now is all there is of a write that was told to be kept."""
        with open(self._path(record.name), "rb") as file:
            os.fsync(file.fileno())
        flush_folder(self._folder)

    def drop(self, record: Record) -> None:
        remove_if_there(self._path(record.name))

    def records(self) -> Iterator[Record]:
        """Give what is noted; a note that a power cut left unreadable was never acknowledged, and stays for people."""
        for name in self._names():
            try:
                with open(self._path(name), "rb") as file:
                    yield _loaded(name, file.read())
            except (ValueError, KeyError, TypeError):
                continue

    def _names(self) -> list[str]:
        try:
            return sorted(name.removesuffix(".json") for name in os.listdir(self._folder) if name.endswith(".json"))
        except FileNotFoundError:
            return []

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, f"{name}.json")


def _dumped(record: Record) -> bytes:
    steps = [
        {"path": step.path, "text": _text(step.data), "replaces": step.replaces, "held": step.held}
        for step in record.steps
    ]
    message = record.message
    return json.dumps(
        {
            "worktree": record.worktree,
            "subject": message.subject,
            "authored": message.authored,
            "trailers": list(message.trailers),
            "steps": steps,
        }
    ).encode("ascii")


def _loaded(name: str, data: bytes) -> Record:
    found = json.loads(data)
    trailers = [(str(key), str(value)) for key, value in found["trailers"]]
    steps = [Step(step["path"], _bytes(step["text"]), step["replaces"], step["held"]) for step in found["steps"]]
    return Record(name, found["worktree"], Message(found["subject"], Instant(found["authored"]), trailers), steps)


def _text(data: bytes | None) -> str | None:
    """Facts are text, and a note a person can read is worth more; bytes that are no UTF-8 survive as surrogates."""
    return None if data is None else data.decode("utf-8", "surrogateescape")


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogateescape")
