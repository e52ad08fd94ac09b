"""What the user has told git: who they are, whether commits are signed, which foreign folders are trusted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping

from mem.errors import MemError
from mem.store.child import GitBinary
from mem.store.refs import Places, branch_of

NOBODY = ("mem", "mem@localhost")
"""Who commits when git knows no name: never the login or the host's name."""


class BadGitConfig(MemError):
    """Git's own settings cannot be read."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"git's configuration cannot be read: {reason}", help="see what `git config --list` says")


class GitConfig:
    """Git's settings for one repository, later ones overriding earlier ones."""

    def __init__(self, settings: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, list[str]] = {}
        for key, value in settings:
            self._values.setdefault(key, []).append(value)

    def get(self, key: str) -> str | None:
        """Give the setting that counts, if there is one; section and name are in lower case, as in `user.name`."""
        return self._values.get(key, [None])[-1]

    def all(self, key: str) -> list[str]:
        return self._values.get(key, [])

    def is_on(self, key: str, default: bool = False) -> bool:
        value = self.get(key)
        return default if value is None else value.lower() in ("true", "yes", "on", "1")

    def person(self, role: str) -> bytes:
        """Give the `author` or `committer` as git writes one."""
        given = (self.get(f"{role}.{part}") or self.get(f"user.{part}") for part in ("name", "email"))
        name, email = (_plain(value or "") or default for value, default in zip(given, NOBODY, strict=True))
        return f"{name} <{email}>".encode("utf-8", "surrogateescape")


def read_config(places: Places, binary: GitBinary) -> GitConfig:
    """Ask git for its settings; without git, read its files."""
    if binary.is_there:
        outcome = binary.try_to("config", "--list", "-z")
        if outcome.code != 0:
            raise BadGitConfig(outcome.said)
        return GitConfig(_listed(outcome.out))
    return GitConfig(_by_hand([*_user_files(binary.environ), *_local_files(places)], places, binary.environ))


def read_user_config(places: Places, environ: Mapping[str, str]) -> GitConfig:
    """Read the settings of the user and the system only: those a repository cannot make up."""
    return GitConfig(_by_hand(_user_files(environ), places, environ))


def _listed(out: bytes) -> Iterator[tuple[str, str]]:
    for item in os.fsdecode(out).split("\0"):
        key, has_value, value = item.partition("\n")
        if key:
            yield key, value if has_value else "true"


def _by_hand(files: Iterable[str], places: Places, environ: Mapping[str, str]) -> list[tuple[str, str]]:
    from mem.store.git import config_values

    try:
        return config_values(files, _conditions(places, environ))
    except (ValueError, OSError) as error:
        raise BadGitConfig(str(error)) from error


def _user_files(environ: Mapping[str, str]) -> Iterator[str]:
    home = environ.get("HOME", "")
    if "GIT_CONFIG_SYSTEM" in environ:
        yield environ["GIT_CONFIG_SYSTEM"]
    elif not environ.get("GIT_CONFIG_NOSYSTEM"):
        yield "/etc/gitconfig"
    if "GIT_CONFIG_GLOBAL" in environ:
        yield environ["GIT_CONFIG_GLOBAL"]
    else:
        yield os.path.join(environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config"), "git", "config")
        yield os.path.join(home, ".gitconfig")


def _local_files(places: Places) -> Iterator[str]:
    yield os.path.join(places.common, "config")
    yield os.path.join(places.git, "config.worktree")


def _conditions(places: Places, environ: Mapping[str, str]) -> dict[str, Callable[[str], bool]]:
    """Give the tests behind `includeIf`: where the repository lies and which branch it is on."""
    from mem.store.git import matches

    git = os.path.realpath(places.git)

    def lies_at(pattern: str) -> bool:
        if pattern.startswith("~/"):
            pattern = environ.get("HOME", "") + pattern[1:]
        if not pattern.startswith("/"):
            pattern = f"**/{pattern}"
        return matches(git, f"{pattern}**" if pattern.endswith("/") else pattern)

    def is_on(pattern: str) -> bool:
        branch = (branch_of(places) or "").removeprefix("refs/heads/")
        return matches(branch, f"{pattern}**" if pattern.endswith("/") else pattern)

    return {"gitdir:": lies_at, "gitdir/i:": lambda pattern: lies_at(pattern.lower()), "onbranch:": is_on}


def _plain(name: str) -> str:
    """Take out what would end a name early in a commit."""
    return "".join(character for character in name if character not in "<>\n\0").strip()
