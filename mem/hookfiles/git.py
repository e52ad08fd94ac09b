"""The little that hooks need from git's own files: what is ignored, and keeping the lock out of sight."""

from __future__ import annotations

import os
import re

from mem.project import find_git_dir

_EXCLUDES_FILE = re.compile(r'^\s*excludesfile\s*=\s*"?([^"#;\n]+)', re.IGNORECASE)


def exclude_file(folder: str) -> str | None:
    """Give the file of patterns that are private to this clone, the same for all its worktrees."""
    git_dir = find_git_dir(folder)
    return os.path.join(git_dir, "info", "exclude") if git_dir else None


def global_excludes(folder: str, home: str, config_home: str) -> list[str]:
    """Give the user's own ignore files: those that git's settings name, else git's default."""
    git_dir = find_git_dir(folder)
    settings = [os.path.join(config_home, "git", "config"), os.path.join(home, ".gitconfig")]
    if git_dir:
        settings.append(os.path.join(git_dir, "config"))
    named = [found[1].strip() for path in settings for line in lines(path) if (found := _EXCLUDES_FILE.match(line))]
    if not named:
        return [os.path.join(config_home, "git", "ignore")]
    last = named[-1]
    return [os.path.join(home, last[2:]) if last.startswith("~/") else os.path.join(home, last)]


def hide(folder: str, name: str) -> None:
    """Keep a file out of `git status` in this clone; where that cannot be done nothing is lost."""
    path = exclude_file(folder)
    if path is None or name in (line.strip() for line in lines(path)):
        return
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"{name}\n")
    except OSError:
        return


def lines(path: str) -> list[str]:
    """Give the lines of a file, none if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        return []
