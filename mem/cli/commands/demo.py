"""`mem demo`: the whole story, played in a temporary store."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import typer

from mem.cli.options import session_of
from mem.cli.session import write_out
from mem.errors import MemError

EXAMPLE = "mem demo"

ACTS = (
    ("An empty store.", "2026-06-09T09:59:00Z", "init"),
    (
        "9 June: an agent learns how deploys work.",
        "2026-06-09T10:00:00Z",
        'add --type decision --title "Deploys via Heroku" --subject project:acme --source session-2026-06-09',
    ),
    (
        "It remembers a pitfall too.",
        "2026-06-09T10:05:00Z",
        'add --type failure --title "Migrations must run before the web dyno restarts" --tags deploy,db',
    ),
    ("Any agent finds both with a plain question.", "2026-06-10T08:00:00Z", 'search "how do we deploy?"'),
    (
        "16 June: it turns out the team moved on 1 June. The old fact stays, a new one supersedes it.",
        "2026-06-16T10:00:00Z",
        'revise d-2026-06-09-deploys-via-heroku --title "Deploys via Fly.io" --valid-from 2026-06-01 --source chat-16',
    ),
    ("Today's answer.", "2026-06-17T09:00:00Z", "search deploys via"),
    (
        "What did you believe on 9 June? The past does not change.",
        "2026-06-17T09:00:00Z",
        "search deploys via --as-of 2026-06-09",
    ),
    ("The old fact knows what replaced it.", "2026-06-17T09:00:00Z", "show d-2026-06-09-deploys-via-heroku"),
    ("Belief ends; the file and its history stay.", "2026-06-18T09:00:00Z", "forget f-2026-06-09-migrations"),
    ("Every step was one commit.", "", "git log --format=%ad%x20%s --date=short"),
    ("A fact is a file that you can edit by hand.", "", "cat"),
)


class DemoFailed(MemError):
    """A step of the story did not work here."""

    def __init__(self, line: str, code: int) -> None:
        super().__init__(f"`{line}` ended with status {code}", help="mem doctor in a store of your own tells more")


def command(ctx: typer.Context) -> None:
    """Play the whole story in a temporary store; nothing is left behind."""
    session = session_of(ctx)
    with tempfile.TemporaryDirectory(prefix="mem-demo-") as folder:
        environ = {name: value for name, value in session.environ.items() if not name.startswith("MEM_")}
        environ |= {"MEM_DIR": os.path.join(folder, "memories"), "MEM_FORMAT": session.format, "MEM_SCOPE": "all"}
        for text in _play(folder, environ):
            write_out(text)
    write_out("The temporary store is gone. `mem init` makes yours.\n")


def _play(folder: str, environ: dict[str, str]) -> Iterator[str]:
    for story, now, line in ACTS:
        yield f"# {story}\n"
        call, shown = _call(line, environ["MEM_DIR"])
        yield f"$ {shown}\n"
        done = subprocess.run(
            call, env=environ | ({"MEM_NOW": now} if now else {}), cwd=folder, capture_output=True, check=False
        )
        if done.returncode:
            raise DemoFailed(shown, done.returncode)
        yield done.stdout.decode("utf-8", "replace").replace(folder, "~") + "\n"


def _call(line: str, store: str) -> tuple[list[str], str]:
    """Give what is run and what is shown for it."""
    if line.startswith("git "):
        return ["git", "-C", store, *shlex.split(line)[1:]], line
    if line == "cat":
        path = "objects/decisions/d-2026-06-16-deploys-via-fly-io.md"
        return [
            sys.executable,
            "-c",
            "import sys; sys.stdout.write(open(sys.argv[1]).read())",
            os.path.join(store, path),
        ], f"cat {path}"
    return [sys.executable, "-m", "mem", *shlex.split(line)], f"mem {line}"
