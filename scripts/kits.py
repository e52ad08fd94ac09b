"""Run the conformance kits and hook fixtures beside a checkout, less the cases whose departure docs/decisions.md argues by name."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import hook_fixtures

DEPARTURES = re.compile(r"^- `kit ([a-z]+):([a-z0-9-]+)`", re.MULTILINE)


def main(kits: str, programs: str) -> int:
    """Print each failing case; the exit status is 1 when one fails that no decision argues for."""
    argued = {f"{kit}:{case}" for kit, case in DEPARTURES.findall(Path("docs/decisions.md").read_text("utf-8"))}
    failures = 0
    for kit, program in (("axi", "mem"), ("memhooks", "memhooks")):
        command = [sys.executable, f"{kits}/run.py", "--bin", f"{programs}/{program}", f"{kits}/{kit}.yaml"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        print(done.stdout.splitlines()[-1] if done.stdout else done.stderr)
        failed = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
        if done.returncode and not failed:
            print(done.stdout[-2000:], done.stderr[-2000:])
            failures += 1
        for line in failed:
            name = next((word.rstrip(":") for word in line.split() if word.startswith(f"{kit}:")), line)
            if name in argued:
                print(f"departure argued in docs/decisions.md: {name}")
                continue
            print(line)
            failures += 1
    fixtures = Path(kits).parent / "harness-fixtures"
    if fixtures.is_dir():
        failures += hook_fixtures.main(str(fixtures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
