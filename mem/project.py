"""Which project a folder belongs to: the key that facts carry as their scope.

All worktrees, subfolders and clones of one project have one key. On the hot lane: git's files are
read by hand, no process is started.
"""

from __future__ import annotations

import os


def project_of(folder: str) -> str:
    """Give `host/owner/name` of the remote, else the repository's name with a hash of its place, else ''."""
    git_dir = find_git_dir(folder)
    if git_dir is None:
        return ""
    return key_of_url(_origin_url(git_dir)) or _key_of_place(git_dir)


def find_git_dir(folder: str) -> str | None:
    """Give the common git dir of the repository around `folder`, the same for all its worktrees."""
    folder = os.path.realpath(folder)
    while True:
        found = _git_dir_at(os.path.join(folder, ".git"))
        if found is not None:
            return _common_dir(found)
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def head_of(folder: str) -> str:
    """Give the commit that the work tree around `folder` stands on, '' where there is none."""
    folder = os.path.realpath(folder)
    git_dir = None
    while git_dir is None:
        git_dir = _git_dir_at(os.path.join(folder, ".git"))
        parent = os.path.dirname(folder)
        if git_dir is None and parent == folder:
            return ""
        folder = parent
    head = _first_line(os.path.join(git_dir, "HEAD"))
    if not head.startswith("ref: "):
        return head
    name, shared = head[len("ref: ") :], _common_dir(git_dir)
    loose = _first_line(os.path.join(shared, *name.split("/")))
    if loose:
        return loose
    packed = (line.split() for line in _lines(os.path.join(shared, "packed-refs")))
    return next((words[0] for words in packed if len(words) == 2 and words[1] == name), "")


def path_from_top(folder: str, path: str) -> str:
    """Give a path as git names it, from the top of the work tree around `folder`; one that lies elsewhere stays."""
    top = folder = os.path.realpath(folder)
    while _git_dir_at(os.path.join(top, ".git")) is None:
        top, below = os.path.dirname(top), top
        if top == below:
            return path
    full = os.path.normpath(os.path.join(folder, path))
    if full != top:  # a link is a file of its own to git, so only what leads to it is followed
        full = os.path.join(os.path.realpath(os.path.dirname(full)), os.path.basename(full))
    found = os.path.relpath(full, top).replace(os.sep, "/")
    return path if found.startswith("..") else found


def key_of_url(url: str) -> str:
    """Give `host/owner/name` in lower case, without credentials, port or `.git`; '' for a local path."""
    scheme, separator, rest = url.partition("://")
    if separator:
        if scheme.lower() == "file":
            return ""
        host, _, path = rest.partition("/")
        host = _without_port(host.rpartition("@")[2])
    else:
        host, separator, path = url.partition(":")
        if not separator or "/" in host or len(host) < 2:
            return ""
        host = host.rpartition("@")[2]
    path = path.strip("/").removesuffix(".git").strip("/")
    return f"{host}/{path}".lower() if host and path else ""


def _without_port(host: str) -> str:
    name, separator, port = host.rpartition(":")
    return name if separator and port.isdigit() else host


def _git_dir_at(path: str) -> str | None:
    if os.path.isdir(path):
        return path if os.path.exists(os.path.join(path, "HEAD")) else None
    first = _first_line(path)
    if not first.startswith("gitdir: "):
        return None
    target = os.path.join(os.path.dirname(path), first[len("gitdir: ") :])
    return os.path.realpath(target) if os.path.isdir(target) else None


def _common_dir(git_dir: str) -> str:
    shared = _first_line(os.path.join(git_dir, "commondir"))
    return os.path.realpath(os.path.join(git_dir, shared)) if shared else git_dir


def _origin_url(git_dir: str) -> str:
    """Read the url of `origin`, else of the first remote, from the repository's own configuration."""
    first, section = "", ""
    for line in _lines(os.path.join(git_dir, "config")):
        line = line.strip()
        if line.startswith("["):
            section = line
            continue
        key, _, value = line.partition("=")
        if key.strip().lower() != "url" or not section.startswith("[remote "):
            continue
        url = value.strip().strip('"')
        if section == '[remote "origin"]':
            return url
        first = first or url
    return first


def _key_of_place(git_dir: str) -> str:
    place = os.path.dirname(git_dir) if os.path.basename(git_dir) == ".git" else git_dir
    digest = _sha256(os.fsencode(os.path.realpath(git_dir)))[:8]
    return f"{os.path.basename(place).removesuffix('.git').lower()}-{digest}"


def _sha256(data: bytes) -> str:
    """Hash without `hashlib`, which loads all of OpenSSL: as much as the rest of a hook."""
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]  # it has no stubs; up to Python 3.11
    except ImportError:
        try:
            from _sha2 import sha256  # type: ignore[import-not-found]  # from Python 3.12 on
        except ImportError:
            from hashlib import sha256
    return str(sha256(data).hexdigest())


def _first_line(path: str) -> str:
    return next(iter(_lines(path)), "").strip()


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.readlines()
    except OSError:
        return []
