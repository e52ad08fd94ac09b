"""CPU time of short processes, taken in turns, so that a noisy machine is noisy for all of them alike."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

BARE = "bare python"


@dataclass(frozen=True, slots=True)
class Cost:
    """What one process took: user and system time, its children's included, and the most memory it had."""

    cpu_ms: float
    wall_ms: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Work:
    """One thing users wait for. Each run is told its number, and gives the command and its standard input."""

    name: str
    command: Callable[[int], Sequence[str]]
    given: Callable[[int], str] = field(default=lambda _: "")
    folder: str | None = None


def run(command: Sequence[str], env: Mapping[str, str], given: str = "", folder: str | None = None) -> Cost:
    """Run one process to its end; a failure ends the whole bench, or its time would be taken for a good one."""
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        process = subprocess.Popen(command, env=env, cwd=folder, stdin=subprocess.PIPE, stdout=said, stderr=said)
        assert process.stdin is not None
        process.stdin.write(given.encode())
        process.stdin.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - started
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"{' '.join(command)}: exit {process.returncode}\n{said.read().decode()}")
    return Cost((used.ru_utime + used.ru_stime) * 1000, wall * 1000, used.ru_maxrss / 1024)


def in_turns(works: Sequence[Work], runs: int, env: Mapping[str, str]) -> dict[str, float]:
    """Give the median CPU milliseconds of each; every round runs all of them once."""
    times: dict[str, list[float]] = {work.name: [] for work in works}
    for number in range(runs + 1):
        for work in works:
            cost = run(work.command(number), env, work.given(number), work.folder)
            if number:  # the first round warms the disk
                times[work.name].append(cost.cpu_ms)
    return {name: percentile(taken, 0.5) for name, taken in times.items()}


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
