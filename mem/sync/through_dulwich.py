"""The network without git: each step in a child process of its own, so that it has an end however the library waits."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

from mem.store.repository import Repository
from mem.store.walking import between, reaches, reaches_straight
from mem.sync.graph import is_here
from mem.sync.transport import FIRST_WORD_SECONDS, Deadline, Heads, NotLetIn, Pushed, RemoteGone, Unreachable, failure


class DulwichTransport:
    """One remote, reached by the git library."""

    name = "dulwich"

    def __init__(self, repository: Repository, remote: str, deadline: Deadline) -> None:
        self._repository = repository
        self._remote = remote
        self._deadline = deadline

    def heads(self) -> Heads:
        found = self._ask("heads")
        default = found["default"]
        return Heads(_texts(found["branches"]), str(default) if default else None)

    def fetch(self, branch: str) -> str:
        return str(self._ask("fetch", branch=branch)["commit"])

    def push(self, commit: str, branch: str, expected: str | None) -> Pushed:
        if expected and not _leads_on(self._repository, expected, commit):
            return Pushed(taken=False, raced=True, reason="non-fast-forward")
        commits = between(self._repository, expected, commit)
        found = self._ask("push", branch=branch, commit=commit, expected=expected, commits=commits)
        return Pushed(taken=bool(found["taken"]), raced=bool(found["raced"]), reason=str(found["reason"]))

    def _ask(self, step: str, **more: object) -> dict[str, object]:
        config = self._repository.config
        url = config.get(f"remote.{self._remote}.url") or ""
        push_url = config.get(f"remote.{self._remote}.pushurl") if step == "push" else None
        environ = self._repository.binary.environ
        ssh = environ.get("GIT_SSH_COMMAND") or "ssh -o BatchMode=yes -o ConnectTimeout=10"
        seconds = min(self._deadline.left(), FIRST_WORD_SECONDS if step == "heads" else float("inf"))
        asked = {"step": step, "root": self._repository.places.root, "url": push_url or url, "ssh": ssh, **more}
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-m", "mem.sync.dulwich_child"],
                env=environ,
                input=json.dumps(asked).encode("ascii"),
                capture_output=True,
                timeout=seconds,
                start_new_session=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Unreachable(f"no answer within {seconds:.0f} seconds") from None
        return self._answer(done)

    def _answer(self, done: subprocess.CompletedProcess[bytes]) -> dict[str, object]:
        try:
            found: dict[str, object] = json.loads(done.stdout)
        except ValueError:
            said = done.stderr.decode("utf-8", "replace")
            raise RemoteGone(self._remote, said.strip().rpartition("\n")[2] or "it gave no reason") from None
        if "trouble" not in found:
            return found
        said = str(found["said"])
        match found["trouble"]:
            case "entry":
                raise NotLetIn(self._remote, said)
            case "way":
                raise Unreachable(said)
            case _:
                raise failure(self._remote, said)


def _leads_on(repository: Repository, expected: str, commit: str) -> bool:
    """Tell whether a branch can go on from where it stands, without losing anything."""
    if not is_here(repository, expected):
        return False
    return reaches_straight(repository, commit, expected) or reaches(repository, commit, expected)


def _texts(found: object) -> Mapping[str, str]:
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}
