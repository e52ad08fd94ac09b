"""The processes that are measured: what agents and people start many times a day."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence

from speed.clock import BARE, Work
from speed.ground import Ground

SEARCHES = 25  # different questions, so that none is lucky


def reading(ground: Ground) -> list[Work]:
    """Commands and hooks that leave the store as it is."""
    chosen = ground.some(SEARCHES)
    titles = [fact.title.split() for fact in chosen]

    def searched(number: int) -> list[str]:
        return [*ground.mem, "search", *titles[number % len(titles)][:2]]

    def shown(number: int) -> list[str]:
        return [*ground.mem, "show", chosen[number % len(chosen)].id]

    def prompt_again(number: int) -> str:
        return _event("UserPromptSubmit", "same", ground, prompt=f"{' '.join(titles[0])} {titles[0][0]} {number}")

    def prompt_elsewhere(number: int) -> str:
        return _event("UserPromptSubmit", "other", ground, prompt=" ".join(titles[number % len(titles)]))

    def begun(number: int) -> str:
        return _event("SessionStart", f"start-{number}", ground, source="startup")

    here = str(ground.project)
    on = [ground.launcher, "on"]
    return [
        Work(BARE, _always([sys.executable, "-I", "-c", "pass"])),
        Work("search, two words", searched),
        Work("show", shown),
        Work("recall", _always([*ground.mem, "recall"]), folder=here),
        Work("on prompt, same topic", _always([*on, "prompt"]), prompt_again, here),
        Work("on prompt, new topic", _always([*on, "prompt"]), prompt_elsewhere, here),
        Work("on session-start", _always([*on, "session-start"]), begun, here),
        Work("list", _always([*ground.mem, "list", "--limit", "20"])),
    ]


def writing(ground: Ground, runs: int) -> list[Work]:
    """Commands that record something, and the sync that has nothing to tell after them."""
    live = [fact.id for fact in ground.some(4 * (runs + 1))]
    to_revise, to_forget = live[: runs + 1], live[runs + 1 : 2 * (runs + 1)]
    new = [*ground.mem, "add", "--type", "howto", "--title"]
    return [
        Work(BARE, _always([sys.executable, "-I", "-c", "pass"])),
        Work("add", lambda number: [*new, f"Warm pump {number} before valve {number * 7} opens"]),
        Work(
            "revise",
            lambda number: [*ground.mem, "revise", to_revise[number], "--title", f"Pump {number} stays cold today"],
        ),
        Work("forget", lambda number: [*ground.mem, "forget", to_forget[number], "--reason", "no longer so"]),
    ]


def meeting(ground: Ground) -> list[Work]:
    """A sync with a remote at hand that has nothing new, and to which everything was sent before."""
    remote = ground.folder / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(remote)], check=True)
    subprocess.run(["git", "-C", str(ground.store), "remote", "add", "origin", str(remote)], check=True)
    subprocess.run([*ground.mem, "sync"], env=ground.env, check=True, capture_output=True)
    bare = Work(BARE, _always([sys.executable, "-I", "-c", "pass"]))
    return [bare, Work("sync, nothing to do", _always([*ground.mem, "sync"]))]


def _always(command: Sequence[str]) -> Callable[[int], Sequence[str]]:
    return lambda _: command


def _event(name: str, session: str, ground: Ground, **more: str) -> str:
    return json.dumps({"hook_event_name": name, "session_id": session, "cwd": str(ground.project), **more})
