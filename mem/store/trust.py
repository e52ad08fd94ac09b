"""Whose repository it is: like git, we touch nothing of another user's unless the user said so."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from mem.errors import MemError
from mem.store.refs import Places


class ForeignOwner(MemError):
    """The store belongs to another user; its settings could make us run what they like."""

    def __init__(self, root: str) -> None:
        super().__init__(
            f"the store `{root}` belongs to another user",
            help=f"if you trust it: git config --global --add safe.directory '{root}'",
        )


def refuse_foreign(places: Places, environ: Mapping[str, str]) -> None:
    """Refuse a store that is not this user's own and not named in git's `safe.directory`."""
    us = {os.geteuid()}
    if os.geteuid() == 0 and environ.get("SUDO_UID", "").isdigit():
        us.add(int(environ["SUDO_UID"]))
    if {os.stat(places.root).st_uid, os.stat(places.git).st_uid} <= us:
        return
    if not _is_trusted(os.path.realpath(places.root), _named(places, environ)):
        raise ForeignOwner(places.root)


def _named(places: Places, environ: Mapping[str, str]) -> Iterator[str]:
    """Give what the user trusts, in order; the repository's own settings have no say in this."""
    from mem.store.gitconfig import read_user_config

    for value in read_user_config(places, environ).all("safe.directory"):
        yield environ.get("HOME", "") + value[1:] if value.startswith("~/") else value


def _is_trusted(root: str, named: Iterator[str]) -> bool:
    trusted = False
    for value in named:
        # As in git, an empty one takes back all that came before it.
        trusted = value != "" and (trusted or _covers(value, root))
    return trusted


def _covers(value: str, root: str) -> bool:
    if value.endswith("/*"):
        return root.startswith(os.path.realpath(value[:-2]) + os.sep)
    return value == "*" or os.path.realpath(value) == root
