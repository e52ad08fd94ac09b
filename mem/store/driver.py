"""What plain `git merge` calls for facts, registered in the repository's own config."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping

from mem.store.child import GitBinary
from mem.store.refs import places_of
from mem.store.repository import Repository

KEY = "merge.mem.driver"
_NAME = "facts of mem, field by field"


def command_line(python: str) -> str:
    """Give what git is to run; `-P` keeps a folder called `mem` in the store from being taken for this program."""
    return f"{shlex.quote(python).replace('%', '%%')} -P -m mem merge-driver %O %A %B %P"


def registered(repository: Repository) -> str | None:
    return repository.config.get(KEY)


def register(root: str, python: str, environ: Mapping[str, str]) -> bool:
    """Tell git of the driver; False when it knew already."""
    places = places_of(root)
    if places is None:
        return False
    wanted = command_line(python)
    repository = Repository(places, environ)
    try:
        if registered(repository) == wanted:
            return False
    finally:
        repository.close()
    binary = GitBinary(places.root, environ)
    if binary.is_there:
        binary.run("config", "--local", "merge.mem.name", _NAME)
        binary.run("config", "--local", KEY, wanted)
    else:
        _append(os.path.join(places.common, "config"), wanted)
    return True


def _append(config: str, wanted: str) -> None:
    """Git takes the last value of a key, so adding a section is as good as replacing one."""
    value = wanted.replace("\\", "\\\\").replace('"', '\\"')
    with open(config, "a", encoding="utf-8") as file:
        file.write(f'[merge "mem"]\n\tname = {_NAME}\n\tdriver = "{value}"\n')
