"""Every check of the machine and the store, each with the next step."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from mem.diagnostics import Diagnostic, Place, Severity
from mem.embedding.base import EXTRA, NoModel
from mem.facts.instant import LAST, Instant, datetime_of, instant_of
from mem.facts.query import Query
from mem.harness.install import to_install, wired
from mem.harness.journal import Happened, last_events
from mem.harness.trial import Trial, try_out
from mem.harness.wiring.pieces import Whole
from mem.harness.wiring.target import Place as Wiring
from mem.harness.wiring.target import Target
from mem.lint import lint
from mem.memory import Memory

SKEW = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: what was seen, and what to do where it is not well."""

    name: str
    result: str
    help: str = ""
    findings: Sequence[Diagnostic] = ()


def examine(memory: Memory, now: Instant, *, path: str, program: str) -> list[Check]:
    """Look at everything that can go wrong; a check that itself fails is a finding, not an end."""
    memory.refresh()
    checks: list[Callable[[], Check]] = [
        _python,
        lambda: _git(memory, path),
        lambda: program_on(path, program),
        lambda: _settings(memory),
        lambda: _branch(memory),
        lambda: _merge_driver(memory),
        lambda: _hand_edits(memory),
        lambda: _facts(memory),
        lambda: _clocks(memory, now),
        lambda: _index(memory),
        lambda: _meaning(memory),
    ]
    return [check() for check in checks]


def _python() -> Check:
    return Check("python", f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}")


def _git(memory: Memory, path: str) -> Check:
    found = shutil.which("git", path=path)
    if not found:
        return _warning(
            "git",
            "no git on PATH; local work goes on without it",
            "install git for sync with ssh and credential helpers",
        )
    return Check("git", f"{found}, identity {memory.store.identity()}")


def program_on(path: str, program: str) -> Check:
    """Other packages install a `mem` too (agent-memory-git, for one); the first on PATH is what agents will call."""
    first = shutil.which("mem", path=path)
    if first is None:
        return _warning("program", "no mem on PATH", "add the folder of mem to PATH, or call it by its full path")
    if os.path.realpath(first) == os.path.realpath(program) or _is_ours(first):
        return Check("program", first)
    own = os.path.dirname(program) if os.path.basename(program) == "mem" else os.path.dirname(sys.executable)
    return _warning("program", f"another mem comes first on PATH: {first}{_owner(first)}", f"put {own} before it")


def _is_ours(program: str) -> bool:
    """Tell our script from one that bears its name; one that cannot be read counts as ours."""
    try:
        with open(program, "rb") as file:
            head = file.read(4096)
    except OSError:
        return True
    return b"mem.__main__" in head or b"`mem install`" in head or b"import" not in head


def _owner(program: str) -> str:
    """Give whose script it is, from what a script that pip wrote imports."""
    with open(program, "rb") as file:
        found = re.search(rb"^\s*from ([A-Za-z_]\w*)", file.read(4096), re.MULTILINE)
    module = found[1].decode() if found else ""
    package = {"agent_memory": "agent-memory-git"}.get(module, module)
    return f", of {package}" if package else ""


def examine_agents(
    place: Wiring, launcher: Whole, private: str, environ: Mapping[str, str], now: Instant
) -> list[Check]:
    """Look at each harness that is wired up: do its commands answer, and when did it last call?"""
    targets = wired(place)
    last = {event.harness: event for event in last_events(private)}
    if not targets and not last:
        return [Check("harnesses", "none is wired up", "mem install")]
    checks = [_wiring(targets, place, launcher)] if targets else []
    for trial, target in zip(try_out(targets, place, environ, now), targets, strict=True):
        calls = [last.pop(name) for name in list(last) if name.startswith(target.name)]
        checks.append(_harness(trial, target, max(calls, key=lambda event: event.at, default=None)))
    return [*checks, *(Check(name, f"not wired by mem install; {_called(event)}") for name, event in last.items())]


def _wiring(targets: Sequence[Target], place: Wiring, launcher: Whole) -> Check:
    plan = to_install(targets, place, launcher, with_tools=False)
    if plan.due:
        paths = ", ".join(change.path for change in plan.due[:3])
        return _warning("harnesses", f"not as mem install would write it: {paths}", "mem install")
    return Check("harnesses", f"{len(targets)} wired up")


def _harness(trial: Trial, target: Target, last: Happened | None) -> Check:
    if trial.fault:
        finding = Diagnostic("doctor-hooks", Severity.ERROR, trial.fault, Place("."), "mem install")
        return Check(trial.harness, trial.fault, "mem install", [finding])
    answered = f"{trial.commands} commands answer"
    late = "; some took longer than they have, on a machine as busy as it is now" if trial.is_late else ""
    if last is None:
        return Check(trial.harness, f"{answered}; no event has come yet{late}", next(iter(target.steps), ""))
    return Check(trial.harness, f"{answered}; {_called(last)}{late}")


def _called(event: Happened) -> str:
    return f"last event {event.event.replace('_', '-')} at {event.at}, {event.outcome}"


def _settings(memory: Memory) -> Check:
    unknown = [notice for notice in memory.notices if notice.startswith("mem.toml")]
    if unknown:
        return _warning("settings", unknown[0], "mend mem.toml in the store")
    return Check("settings", f"format {memory.config.format}")


def _branch(memory: Memory) -> Check:
    state = memory.store.unfinished()
    if state:
        return _warning("branch", state, "finish it with git; new facts are kept and committed afterwards")
    return Check("branch", memory.store.branch() or "none")


def _merge_driver(memory: Memory) -> Check:
    """Without it, a plain `git merge` writes conflict markers into facts."""
    line = memory.store.merge_driver()
    program = shlex.split(line)[0].replace("%%", "%") if line else ""
    if not os.access(program, os.X_OK):
        result = f"git is to run `{program}`, which is not there" if line else "git does not know how to merge facts"
        return _warning("merge driver", result, "mem doctor --fix")
    return Check("merge driver", "registered")


def _hand_edits(memory: Memory) -> Check:
    waiting = memory.index.uncommitted()
    if waiting:
        return Check("hand edits", f"{len(waiting)} not committed yet; the next write commits them")
    return Check("hand edits", "none waiting")


def _facts(memory: Memory) -> Check:
    findings = [finding for finding in lint(memory) if finding.severity is Severity.ERROR]
    if findings:
        return Check("facts", f"{len(findings)} errors on disk", "mem lint", findings)
    return Check("facts", "all readable")


def _clocks(memory: Memory, now: Instant) -> Check:
    """A known time ahead of now was written by a clock that ran ahead."""
    limit = instant_of(datetime_of(now) + SKEW)
    ahead = [c.id for c in memory.index.listing(Query(now=now, limit=None)).candidates if limit < c.known_from < LAST]
    if ahead:
        return _warning(
            "clocks",
            f"{len(ahead)} facts recorded later than now, such as {ahead[0]}",
            "set the clock of the machine that wrote them",
        )
    return Check("clocks", "no record from the future")


def _index(memory: Memory) -> Check:
    if memory.index.notice:
        return _warning("index", memory.index.notice, "mem reindex")
    differences = memory.index_differences()
    if differences:
        finding = Diagnostic("doctor-index", Severity.ERROR, differences[0], Place(".cache"))
        return Check("index", f"differs from the files: {differences[0]}", "mem reindex", [finding])
    return Check("index", "equals a fresh one")


def _meaning(memory: Memory) -> Check:
    """State what search by meaning costs a process, where the store's settings turn it on."""
    if not memory.config.hybrid:
        return Check("hybrid", "off: search by words alone")
    started = time.perf_counter()
    try:
        meaning = memory.meaning()
    except NoModel as error:
        return _warning("hybrid", error.message, error.help or EXTRA)
    meaning.provider.embed(["how much time does this take?"])
    seconds = time.perf_counter() - started
    cost = f"{seconds:.1f} s before a search can begin"
    result = f"on, {meaning.provider.identity.model}: {cost}, {memory.pending} of {meaning.total} texts to embed"
    return Check("hybrid", result, "mem reindex --vectors" if memory.pending else "")


def _warning(name: str, result: str, help: str) -> Check:
    return Check(
        name, result, help, [Diagnostic(f"doctor-{name.replace(' ', '-')}", Severity.WARNING, result, Place("."), help)]
    )
