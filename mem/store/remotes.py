"""Naming a remote in the repository's own config, with git or without."""

from __future__ import annotations

import os
from collections.abc import Mapping

from mem.errors import MemError
from mem.store.child import GitBinary
from mem.store.refs import Places, places_of
from mem.store.repository import Repository


class RemoteTaken(MemError):
    """The name stands for another address already."""

    def __init__(self, name: str, url: str) -> None:
        super().__init__(
            f"remote `{name}` is already {url}", help=f"to change it: git remote set-url {name} URL; or set MEM_REMOTE"
        )


def name_remote(root: str, name: str, url: str, environ: Mapping[str, str]) -> bool:
    """Let `name` stand for an address; False when it did already."""
    places = places_of(root)
    assert places is not None
    repository = Repository(places, environ)
    try:
        known = repository.config.get(f"remote.{name}.url")
    finally:
        repository.close()
    if known == url:
        return False
    if known is not None:
        raise RemoteTaken(name, known)
    binary = GitBinary(places.root, environ)
    if binary.is_there:
        binary.run("remote", "add", "--", name, url)
    else:
        _append(places, f'remote "{name}"', {"url": url, "fetch": f"+refs/heads/*:refs/remotes/{name}/*"})
    return True


def set_upstream(repository: Repository, local: str, name: str, branch: str) -> None:
    """Tell git what a plain `git pull` on our branch means, unless it knows."""
    section = f"branch.{local}"
    if repository.config.get(f"{section}.remote") is not None or repository.config.get(f"{section}.merge") is not None:
        return
    if repository.binary.is_there:
        repository.binary.run("config", "--local", f"{section}.remote", name)
        repository.binary.run("config", "--local", f"{section}.merge", f"refs/heads/{branch}")
    else:
        _append(repository.places, f'branch "{local}"', {"remote": name, "merge": f"refs/heads/{branch}"})


def _append(places: Places, section: str, values: Mapping[str, str]) -> None:
    lines = [f"[{section}]", *(f'\t{key} = "{_escaped(value)}"' for key, value in values.items())]
    with open(os.path.join(places.common, "config"), "a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
