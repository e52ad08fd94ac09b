"""`mem status`: the store at a glance."""

from __future__ import annotations

import os

import typer

from mem.cli.options import query_of, session_of
from mem.formats.human import ago
from mem.formats.report import Report

EXAMPLE = "mem status"


def command(ctx: typer.Context) -> None:
    """Say where the store is, how large, and how it stands to its remote. No network."""
    session = session_of(ctx)
    memory = session.memory
    memory.refresh()
    store = memory.store
    committed = store.last_commit_at()
    ahead, behind = store.divergence(session.remote)
    total = sum(memory.index.counts(query_of(session, scope="all")).values())
    fields: dict[str, object] = {
        "store": str(store.root),
        "total": f"{total} memories",
        "disk": size_in_words(disk_usage(str(store.root))),
        "remote": store.remote_url(session.remote) or "none",
        "ahead": ahead,
        "behind": behind,
        "last_commit": ago(committed, session.now) if committed else "never",
    }
    unreadable = memory.index.unreadable()
    if unreadable:
        fields["unreadable"] = list(unreadable)
    waiting = memory.index.uncommitted()
    if waiting:
        fields["hand_edits"] = len(waiting)
    session.print(Report({"mem": fields}, ["mem lint" if unreadable else "mem doctor"]))


def disk_usage(folder: str) -> int:
    """Sum the sizes of all files below a folder, in bytes."""
    total = 0
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(base, name)).st_size
            except OSError:  # gone since it was listed
                continue
    return total


def size_in_words(size: float) -> str:
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"
