"""Who recorded what: the author of a commit, as git has it."""

from __future__ import annotations

from collections.abc import Iterable

from mem.store.objects import MissingObject
from mem.store.store import Store


def authors(store: Store, commits: Iterable[str]) -> dict[str, str]:
    """Give `Name <address>` of each commit that is here; a shallow clone lacks some."""
    found: dict[str, str] = {}
    with store.repository() as repository:
        for commit in dict.fromkeys(commits):
            try:
                found[commit] = author_of(repository.objects.read(commit)[1])
            except MissingObject:
                continue
    return found


def author_of(commit: bytes) -> str:
    """Read the author from the text of a commit; '' where it names none."""
    for line in commit.partition(b"\n\n")[0].split(b"\n"):
        if line.startswith(b"author "):
            person, bracket, _ = line.removeprefix(b"author ").rpartition(b">")
            return (person + bracket).decode("utf-8", "replace")
    return ""
