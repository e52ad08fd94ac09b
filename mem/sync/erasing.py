"""What was erased for good: records that name no content, the epoch they began, and what they keep out from then on."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from mem.facts.fact import FactId
from mem.facts.instant import Instant

RECORDS = "erased.jsonl"
_EPOCH = re.compile(r"^epoch[ \t]*=.*$", re.MULTILINE)
_FIRST_TABLE = re.compile(r"^\[", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Erased:
    """The records of all erasures: they tell of an id one knows whether it was erased, and name none."""

    records: Sequence[tuple[str, str]] = ()  # salt and hash

    def holds(self, id: FactId) -> bool:
        return any(_hash(salt, id) == hash for salt, hash in self.records)


def parse(data: bytes | None) -> Erased:
    """Read the records; a line that cannot be read keeps nothing out."""
    found = []
    for line in (data or b"").splitlines():
        try:
            record = json.loads(line)
            found.append((str(record["salt"]), str(record["hash"])))
        except (ValueError, KeyError, TypeError):
            continue
    return Erased(found)


def recorded(data: bytes | None, ids: Iterable[FactId], *, salt: str, at: Instant, by: str) -> bytes:
    """Give the records with these ids added."""
    lines = [
        json.dumps({"salt": salt, "hash": _hash(salt, id), "at": at, "by": by}, ensure_ascii=False)
        for id in sorted(ids)
    ]
    before = data or b""
    return (
        before
        + (b"" if not before or before.endswith(b"\n") else b"\n")
        + "".join(f"{line}\n" for line in lines).encode()
    )


def epoch_of(settings: bytes | None) -> int:
    """Give the epoch a store's `mem.toml` is in; one that cannot be read is in the first."""
    try:
        epoch = tomllib.loads((settings or b"").decode()).get("epoch", 0)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return 0
    return epoch if isinstance(epoch, int) else 0


def with_epoch(settings: bytes | None, epoch: int) -> bytes:
    """Give `mem.toml` in another epoch, all else as it was."""
    text = (settings or b"format = 1\n").decode()
    line = f"epoch = {epoch}"
    if _EPOCH.search(text):
        return _EPOCH.sub(line, text, count=1).encode()
    table = _FIRST_TABLE.search(text)
    at = table.start() if table else len(text)
    head = text[:at]
    return (head + ("" if not head or head.endswith("\n") else "\n") + line + "\n" + text[at:]).encode()


def _hash(salt: str, id: FactId) -> str:
    return sha256(f"{salt}\0{id}".encode()).hexdigest()
