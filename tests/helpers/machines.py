"""Several machines and one bare repository between them; everything in this process, real git on a real disk."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from mem.facts.fact import TYPES, FactId
from mem.facts.instant import Instant
from mem.memory import Memory
from mem.memory.results import Draft
from mem.store.driver import register
from mem.store.store import Store
from mem.sync.outcome import Outcome
from mem.sync.run import Reach, open_transport, sync
from mem.sync.wishes import Ways, Wish

START = Instant("2026-06-20T12:00:00.000Z")


def at(minute: int, second: int = 0) -> Instant:
    """A moment so many minutes after noon."""
    return Instant(f"2026-06-20T{12 + minute // 60:02d}:{minute % 60:02d}:{second:02d}.000Z")


class Machine:
    """One store with its memory; every verb says when."""

    def __init__(
        self,
        net: Net,
        name: str,
        *,
        transport: str = "auto",
        has_git: bool = True,
        reach: Reach = open_transport,
    ) -> None:
        """`has_git` says whether mem finds the git command, `reach` how it gets to the remote."""
        self.net = net
        self.name = name
        self.root = net.folder / name
        self.environ = net.environ if has_git else net.environ | {"PATH": str(net.folder)}
        self.reach = reach
        Store.create(self.root, [kind.folder for kind in TYPES.values()], environ=self.environ)
        register(str(self.root), sys.executable, net.environ | {"PATH": str(net.folder)})
        settings = f'[remote "origin"]\n\turl = {net.remote}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n'
        settings += f"[mem]\n\tdurability = normal\n\ttransport = {transport}\n"
        with (self.root / ".git/config").open("a") as file:
            file.write(settings)
        self.memory = Memory.open(self.root, environ=self.environ)

    @classmethod
    def reopened(cls, other: Machine) -> Machine:
        """The same store, opened in the surroundings of now."""
        machine = cls.__new__(cls)
        machine.net, machine.name, machine.root, machine.environ = other.net, other.name, other.root, other.environ
        machine.reach = other.reach
        machine.memory = Memory.open(other.root, environ=other.environ)
        other.net.machines.append(machine)
        return machine

    def git(self, *args: str, check: bool = True, given: str = "") -> str:
        return self.net.git(*args, cwd=self.root, check=check, given=given)

    def add(self, title: str, body: str = "", *, now: Instant = START, **more: object) -> FactId:
        return self.memory.add(replace(Draft(title, body=body), **more), now).fact.id  # type: ignore[arg-type]

    def wish(self, **more: object) -> Wish:
        return replace(Wish("origin", machine=self.name), **more)  # type: ignore[arg-type]

    def sync(self, now: Instant = START, **more: object) -> Outcome:
        """What the command does, without the words."""
        self.memory.refresh()
        ways = Ways(lambda: self.memory.writing(now), lambda: self.memory.index.uncommitted())
        outcome = sync(self.memory.store, self.wish(**more), ways, now, reach=self.reach)
        self.memory.refresh()
        return outcome

    def path(self, id: str) -> Path:
        return next(self.root.glob(f"objects/**/{id}.md"))

    def text(self, id: str) -> str:
        return self.path(id).read_text()

    def edit(self, id: str, old: str, new: str) -> None:
        """Edit a fact by hand."""
        text = self.text(id)
        assert old in text
        self.path(id).write_text(text.replace(old, new))

    def files(self) -> dict[str, bytes]:
        """All that lies in the working tree, `.git` and caches left out."""
        found = {}
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name not in (".git", ".cache")]
            for name in names:
                path = Path(folder) / name
                found[str(path.relative_to(self.root))] = path.read_bytes()
        return found

    def is_clean(self) -> bool:
        broken = [line for line in self.git("fsck", "--no-dangling").splitlines() if "notice" not in line]
        return self.git("status", "--porcelain") == "" and broken == []

    def past(self) -> str:
        """All texts, and all that commits say, that HEAD leads to."""
        names = self.git("rev-list", "--objects", "HEAD").splitlines()
        return self.git("cat-file", "--batch", given="".join(f"{name.split()[0]}\n" for name in names))

    def log(self) -> list[str]:
        return self.git("log", "--format=%s").splitlines()

    def close(self) -> None:
        self.memory.close()


class Net:
    """A bare repository and the machines that meet there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "home").mkdir()
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "LC_ALL": "C"}
        self.remote = folder / "remote.git"
        self.git("init", "-q", "--bare", str(self.remote), cwd=folder)
        self.machines: list[Machine] = []

    def machine(self, name: str, **kind: object) -> Machine:
        machine = Machine(self, name, **kind)  # type: ignore[arg-type]  # as `Machine` says
        self.machines.append(machine)
        return machine

    def git(self, *args: str, cwd: Path | None = None, check: bool = True, given: str = "") -> str:
        identity = ["-c", "user.name=tester", "-c", "user.email=tester@example.invalid"]
        done = subprocess.run(
            ["git", *identity, *args],
            cwd=cwd or self.remote,
            env=self.environ,
            input=given,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
        )
        assert done.returncode == 0 or not check, done
        return done.stdout

    def head(self, branch: str = "main") -> str:
        return self.git("rev-parse", branch).strip()

    def close(self) -> None:
        for machine in self.machines:
            machine.close()
