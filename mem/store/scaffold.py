"""What makes a folder a store: its own repository, the type folders, and three small files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from mem.store.attributes import OURS
from mem.store.disk import remove_if_there, write_aside
from mem.store.files import TOP
from mem.store.refs import places_of

LINES = {".gitignore": ".cache/", ".gitattributes": OURS, "mem.toml": "format = 1"}
"""The line each file must hold; whatever else stands in one is the user's."""


def lay_out(root: str, folders: Sequence[str]) -> bool:
    """Make what is missing of a store; tells whether anything but empty folders was."""
    os.makedirs(root, exist_ok=True)
    is_new = places_of(root) is None and _make_repository(root)
    for folder in folders:
        os.makedirs(os.path.join(root, TOP, folder), exist_ok=True)
    for name, line in LINES.items():
        is_new = _complete(os.path.join(root, name), line) or is_new
    return is_new


def due(root: str, is_held: Callable[[str, bytes], bool], held: Callable[[str], bytes | None]) -> dict[str, bytes]:
    """Give the store's own files that the next commit takes along.

    That is a file HEAD lacks, or one to which only our line was added. What else a user changes there is theirs.
    `is_held` tells whether HEAD holds just these bytes, `held` gives what it holds.
    """
    found = {}
    for name, line in LINES.items():
        data = _read(os.path.join(root, name))
        if data is None or is_held(name, data):
            continue
        before = held(name)
        if before is None or data == _completed(before, line):
            found[name] = data
    return found


def _make_repository(root: str) -> bool:
    """Make the repository aside and swap it in, so that it is whole from the first moment; the first of two wins."""
    import shutil

    from mem.store.git import make_repository

    aside = os.path.join(root, f".mem-new-{os.urandom(4).hex()}")
    os.mkdir(aside)
    try:
        make_repository(aside)
        os.rename(os.path.join(aside, ".git"), os.path.join(root, ".git"))
    except OSError:
        if places_of(root) is None:
            raise
        return False
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    _hide_from_outer(root)
    return True


def _hide_from_outer(root: str) -> None:
    """Keep a store inside another repository out of that one's `git add`, without touching its files."""
    inner = os.path.realpath(root)
    outer = os.path.dirname(inner)
    while (places := places_of(outer)) is None:
        if outer == os.path.dirname(outer):
            return
        outer = os.path.dirname(outer)
    line = "/" + _escaped(os.path.relpath(inner, outer)) + "/"
    exclude = os.path.join(places.common, "info", "exclude")
    os.makedirs(os.path.dirname(exclude), exist_ok=True)
    with open(exclude, "a+", encoding="utf-8", errors="surrogateescape") as file:
        file.seek(0)
        known = file.read()
        if line not in known.splitlines():
            file.write(("" if known.endswith("\n") or not known else "\n") + line + "\n")


def _escaped(path: str) -> str:
    """Write a path so that git takes none of its characters for a wildcard."""
    return "".join(f"\\{character}" if character in "\\*?[" else character for character in path)


def _complete(path: str, line: str) -> bool:
    """Add our line to a file that lacks it; settings that are there are complete as they are."""
    data = _read(path)
    if data is not None and (path.endswith(".toml") or _completed(data, line) == data):
        return False
    aside = f"{path}.mem-new"
    remove_if_there(aside)
    write_aside(aside, _completed(data or b"", line), flush=False)
    os.replace(aside, path)
    return True


def _completed(data: bytes, line: str) -> bytes:
    if line.encode("ascii") in (known.strip() for known in data.splitlines()):
        return data
    return data + (b"\n" if data and not data.endswith(b"\n") else b"") + line.encode("ascii") + b"\n"


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, IsADirectoryError):
        return None
