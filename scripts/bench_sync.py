"""Measure what two machines and a local bare remote cost at some sizes: `scripts/bench_sync.py 1000 10000`."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from seed import seed  # the sibling script


class Clock:
    """CPU and wall time of child processes, in milliseconds."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env

    def run(self, *args: str, store: Path, given: str = "") -> tuple[float, float]:
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(
            [sys.executable, "-I", "-m", "mem", *args],
            env={**self.env, "MEM_DIR": str(store)},
            input=given.encode(),
            capture_output=True,
            check=False,
        )
        wall = (time.monotonic() - started) * 1000
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise SystemExit(f"{args}: {done.stdout.decode()}{done.stderr.decode()}")
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000, wall


def size(folder: Path) -> float:
    """Give the megabytes below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def measure(count: int) -> None:
    with tempfile.TemporaryDirectory(prefix="mem-bench-sync-") as name:
        folder = Path(name)
        env = {"PATH": os.environ["PATH"], "HOME": name, "MEM_SCOPE": "all"}
        clock, one, two, remote = Clock(env), folder / "one", folder / "two", folder / "remote.git"
        seed(one, count)
        subprocess.run(["git", "init", "-q", "--bare", str(remote)], check=True)
        subprocess.run(["git", "-C", str(one), "remote", "add", "origin", str(remote)], check=True)
        rows = [("first sync, all pushed", clock.run("sync", store=one))]
        rows.append(("clone (init --from), index built", clock.run("init", "--from", str(remote), store=two)))
        clock.run("list", "--limit", "1", store=two)
        rows.append(("one add", clock.run("add", "--type", "howto", "--title", "Warm the pump", store=one)))
        rows.append(("sync of 1 new fact", clock.run("sync", store=one)))
        for number in range(10):
            clock.run("add", "--type", "howto", "--title", f"Pump valve number {number}", store=one)
        rows.append(("sync of 10 new facts, push", clock.run("sync", store=one)))
        rows.append(("sync of 11 new facts, pull", clock.run("sync", store=two)))
        rows.append(("sync, nothing to do", min(clock.run("sync", store=two) for _ in range(5))))
        print(f"\n{count} facts: store {size(one):.0f} MB of which .git {size(one / '.git'):.0f} MB\n")
        print("| work | CPU ms | wall ms |\n|---|---|---|")
        for work, (cpu, wall) in rows:
            print(f"| {work} | {cpu:.0f} | {wall:.0f} |", flush=True)


if __name__ == "__main__":
    for argument in sys.argv[1:] or ["1000"]:
        measure(int(argument))
