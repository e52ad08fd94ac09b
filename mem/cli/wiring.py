"""What `mem install` and `mem uninstall` share: where things go, and how changes are told."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from difflib import unified_diff

import mem
from mem.cli.session import Session
from mem.formats.report import Report, Table
from mem.harness.install import Change, Plan
from mem.harness.wiring.pieces import LAUNCHER, Whole
from mem.harness.wiring.target import Place
from mem.project import find_git_dir
from mem.templates import template


def place_for(session: Session, *, project: bool) -> Place:
    """Give the home folder, or the top of the project around the call."""
    root = top_of(session.folder) if project else str(session.home)
    return Place(root, _launcher(session), project, os.path.exists)


def launcher_for(session: Session) -> Whole:
    """Give the little program that every hook calls: its path never changes, whichever Python it leads to."""
    lines = []
    if session.environ.get("MEM_DIR"):
        lines.append(f'[ -n "${{MEM_DIR-}}" ] || export MEM_DIR={shlex.quote(str(session.root))}\n')
    flags, path = _python(session)
    if path:
        lines.append(f"export PYTHONPATH={shlex.quote(path)}\n")
    script = os.path.join(os.path.dirname(mem.__file__), "launched.py")
    text = template("bin/hook.sh").replace("-EPS", f"{flags}S").replace("@STORE@", "".join(lines))
    text = text.replace("@PYTHON@", shlex.quote(sys.executable)).replace("@MEM@", shlex.quote(script))
    return Whole(_launcher(session), text, 0o755)


def can_serve(session: Session) -> bool:
    """Tell whether the Python that the launcher names can find the MCP SDK."""
    flags, path = _python(session)
    probe = "import importlib.util as u, sys; sys.exit(u.find_spec('mcp') is None)"
    environ = {**session.environ, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, flags, "-c", probe], env=environ, capture_output=True, check=False)
    return done.returncode == 0


def top_of(folder: str) -> str:
    """Give the top of the work tree around a folder, the folder itself outside any."""
    if find_git_dir(folder) is None:
        return folder
    top = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(top, ".git")):
        top = os.path.dirname(top)
    return top


def told(
    name: str,
    plan: Plan,
    steps: Sequence[str],
    *,
    dry_run: bool,
    code: int = 0,
    lacking: str = "",
    warnings: Sequence[str] = (),
) -> Report:
    """Tell each file and what becomes of it; a dry run shows the lines."""
    rows = [{"file": change.path, "change": change.verb} for change in plan.changes if change.verb != "unchanged"]
    fields: dict[str, object] = {name: Table(("file", "change"), rows)}
    fields["count"] = f"{len(rows)} of {len(plan.changes)} files {'would change' if dry_run else 'changed'}"
    if dry_run:
        fields["diff"] = Table(("line",), [{"line": line} for change in plan.due for line in diff_of(change)])
    if lacking:
        fields["lacking"] = lacking
    if plan.refused:
        fields["left_alone"] = [reason.message for reason in plan.refused]
    return Report(fields, steps, warnings=warnings, code=1 if plan.refused else code)


def diff_of(change: Change) -> list[str]:
    before = (change.before or b"").decode("utf-8", "replace").splitlines()
    after = (change.after or b"").decode("utf-8", "replace").splitlines()
    return list(unified_diff(before, after, change.path, change.path, lineterm="", n=2))


def _python(session: Session) -> tuple[str, str]:
    """Give the flags the launcher starts Python with, and the checkout `mem` is run from, if it is run from one."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(mem.__file__)))
    is_checkout = package in session.environ.get("PYTHONPATH", "").split(os.pathsep)
    return ("-P", package) if is_checkout else ("-EP", "")


def _launcher(session: Session) -> str:
    data = session.environ.get("XDG_DATA_HOME") or str(session.home / ".local" / "share")
    return os.path.join(data, LAUNCHER)
