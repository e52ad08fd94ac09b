"""Following a tool's touched files: which of them, in which folders, and the cues there."""

from __future__ import annotations

import os

from mem.hookfiles.files import LOCK, update_hook
from mem.hookfiles.roots import Around, Site, contains, is_plain_file, locate, real
from mem.hookfiles.stopped import Stopped
from mem.hooks.document import HOOK
from mem.hooks.maintain import with_files
from mem.hooks.rules import bad_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mem.diagnostics import Diagnostic

EVENT = "post_tool_call"
FILES_KEPT = 12
MOST_FILES = 256
PATH_KEYS = frozenset(
    (
        "path", "paths", "file", "files", "filename", "file_path", "filepath", "target", "source", "destination",
        "dest", "output", "output_path",
    )
)  # fmt: skip
SKIPPED = frozenset(
    (
        ".git", ".hg", ".svn", ".venv", "venv", "node_modules", "dist", "build", "target", "__pycache__", ".idea",
        ".vscode", ".pytest_cache", ".mypy_cache",
    )
)  # fmt: skip


class Touched:
    """The files of one folder that are there, and those that are not any more."""

    __slots__ = ("gone", "present")

    def __init__(self) -> None:
        self.present: list[str] = []
        self.gone: list[str] = []


def follow(event: Mapping[str, object], around: Around, limit: str | None) -> tuple[int, list[Diagnostic]]:
    """Update the generated cues of all folders an event touched; give how many hooks changed and what went wrong."""
    if event.get("hook_event_name") != EVENT:
        return 0, []
    cwd = event.get("cwd")
    site = locate(cwd if isinstance(cwd, str) and cwd else os.curdir, around)
    if not is_plain_file(site.root_hook):
        return 0, []
    most = _limit(limit)
    changed, troubles = 0, []
    for folder, touched in sorted(_by_folder(event.get("tool_input"), site).items()):
        try:
            changed += _follow_folder(folder, touched, site, most)
        except Stopped as stopped:
            troubles += stopped.findings
    return changed, troubles


def _follow_folder(folder: str, touched: Touched, site: Site, limit: int) -> bool:
    hook = os.path.join(folder, HOOK)
    if not touched.present and not is_plain_file(hook):
        return False
    scope, present, gone = site.relative(folder), sorted(touched.present), touched.gone
    return update_hook(hook, lambda document: with_files(document, scope, present, gone, limit))


def _limit(text: str | None) -> int:
    if text is None:
        return FILES_KEPT
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    if not 1 <= number <= MOST_FILES:
        expected = f"a whole number from 1 to {MOST_FILES}"
        raise Stopped([bad_setting.finding("MEMHOOKS_AUTO_PATHS", text, expected)])
    return number


def _by_folder(tool_input: object, site: Site) -> dict[str, Touched]:
    folders: dict[str, Touched] = {}
    for candidate in dict.fromkeys(_paths(tool_input)):
        path = _within(candidate, site)
        if path is None:
            continue
        touched = folders.setdefault(os.path.dirname(path), Touched())
        names = touched.present if os.path.isfile(path) else touched.gone
        name = site.relative(path)
        if name not in names:
            names.append(name)
    return folders


def _paths(value: object) -> Iterator[str]:
    """Give what stands under a path-bearing key, at any depth; other texts are never looked at."""
    waiting: list[tuple[object, bool]] = [(value, False)]
    while waiting:
        value, is_path = waiting.pop()
        if isinstance(value, str) and is_path:
            yield value
        elif isinstance(value, list):
            waiting += [(item, is_path) for item in reversed(value)]
        elif isinstance(value, dict) and not is_path:
            waiting += [(item, str(key).lower() in PATH_KEYS) for key, item in reversed(value.items())]


def _within(candidate: str, site: Site) -> str | None:
    """Give the real path of a file that is or was inside the root and may have an anchor."""
    if not candidate or "://" in candidate or candidate.startswith("git@") or not _is_text(candidate):
        return None
    path = real(candidate, site.folder) or _vanished(candidate, site.folder)
    if path is None or not contains(site.root, path) or os.path.isdir(path) or os.path.basename(path) in (HOOK, LOCK):
        return None
    return None if SKIPPED.intersection(site.relative(path).split("/")) else path


def _vanished(candidate: str, cwd: str) -> str | None:
    """Give where a file was whose folder is still there."""
    folder, name = os.path.split(os.path.join(cwd, candidate))
    above = real(folder, cwd)
    return os.path.join(above, name) if above is not None and name and os.path.isdir(above) else None


def _is_text(path: str) -> bool:
    """Names that are no UTF-8 cannot be written into a hook."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
