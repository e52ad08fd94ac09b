"""What a host asks before it calls its model: the plans for the files its session works on."""

from __future__ import annotations

import os
import time

from mem.errors import MemError
from mem.hookfiles.plans import plan_at
from mem.hookfiles.roots import Around, Site, contains, locate, real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.hooks.model import Plan

EVENT = "pre_llm_call"
MOST_FILES, MOST_ROLES, MOST_SCOPES = 64, 32, 8


class BadEvent(MemError):
    """The event is not of the agreed form."""


class Asked:
    """One event: where the host is, which files and roles are active."""

    __slots__ = ("cwd", "files", "roles")

    def __init__(self, event: Mapping[str, object], cwd: str) -> None:
        place = event.get("cwd", cwd)
        folder = real(os.path.expanduser(place), cwd) if isinstance(place, str) and place else None
        if folder is None or not os.path.isdir(folder):
            raise BadEvent("`cwd` must name a folder that exists")
        self.cwd = folder
        self.files = _texts(event, "active_files", MOST_FILES)
        self.roles = _texts(event, "active_roles", MOST_ROLES)


class Answer:
    """The plans of all active scopes, and what kept others out."""

    __slots__ = ("notes", "plans")

    def __init__(self) -> None:
        self.plans: list[Plan] = []
        self.notes: list[str] = []


def answer(asked: Asked, around: Around, seconds: float) -> Answer:
    """Resolve the folders of the active files within a time; without usable files, the host's own folder.

    An active folder whose hooks are invalid gives nothing: broader cues do not take its place.
    """
    deadline = time.monotonic() + seconds
    around = Around(asked.cwd, configured_root=around.configured_root, home=around.home, config_home=around.config_home)
    base = locate(os.curdir, around)
    sites = _sites(asked, base, around)
    result = Answer()
    if len(sites) > MOST_SCOPES:
        result.notes.append(f"{len(sites)} active folders; the first {MOST_SCOPES} are used")
    for site in sites[:MOST_SCOPES]:
        if time.monotonic() > deadline:
            result.notes.append(f"stopped after {seconds:g} seconds")
            break
        try:
            plan = plan_at(site, asked.roles)
        except MemError as error:
            result.notes.append(error.message)
            continue
        if plan.sources:
            result.plans.append(plan)
    return result


def _sites(asked: Asked, base: Site, around: Around) -> list[Site]:
    folders: list[str] = []
    for file in asked.files:
        path = real(file, asked.cwd)
        if path is None or not os.path.isfile(path) or not contains(base.root, path):
            continue
        if os.path.dirname(path) not in folders:
            folders.append(os.path.dirname(path))
    # A folder's plan holds those of the folders above it.
    leaves = [folder for folder in folders if not any(other != folder and contains(folder, other) for other in folders)]
    sites = [locate(folder, around) for folder in leaves]
    # A repository within this one is a project of its own.
    return [site for site in sites if site.root == base.root] if sites else [base]


def _texts(event: Mapping[str, object], name: str, most: int) -> Sequence[str]:
    values = event.get(name, [])
    if not isinstance(values, list) or len(values) > most:
        raise BadEvent(f"`{name}` must be a list of at most {most} texts")
    texts = [value for value in values if isinstance(value, str) and value.strip()]
    if len(texts) != len(values):
        raise BadEvent(f"`{name}` must hold texts that are not empty")
    return list(dict.fromkeys(texts))
