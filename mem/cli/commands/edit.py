"""`mem edit`: a fact in your editor, checked before it is taken."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from pathlib import Path

import typer

from mem.cli import options
from mem.cli.commands.update import report
from mem.cli.options import session_of
from mem.errors import MemError, UsageError

EXAMPLE = "EDITOR=nano mem edit d-2026-06-16-deploys-via-fly-io"


class NoEditor(UsageError):
    """No editor is named."""

    def __init__(self) -> None:
        super().__init__("no editor: EDITOR is not set", help="EDITOR=nano mem edit ID, or use mem update")


class EditorFailed(MemError):
    """The editor gave up, so nothing was taken."""

    def __init__(self, editor: str, code: int) -> None:
        super().__init__(
            f"`{editor}` ended with status {code}; nothing was changed",
            help="set EDITOR to an editor that waits, as in EDITOR='code --wait'",
        )


def command(ctx: typer.Context, id: options.Id, force: options.Force = False) -> None:
    """Open a fact in $EDITOR and take the result if it is still a good fact."""
    session = session_of(ctx)
    editor = session.environ.get("VISUAL") or session.environ.get("EDITOR")
    if not editor:
        raise NoEditor
    memory = session.memory
    memory.refresh()
    standing = memory.standing(id, session.now)
    before = memory.source(standing)
    with tempfile.TemporaryDirectory(prefix="mem-edit-") as folder:
        copy = Path(folder) / Path(standing.path).name
        copy.write_bytes(before)
        code = subprocess.run([*shlex.split(editor), str(copy)], check=False).returncode
        if code:
            raise EditorFailed(editor, code)
        after = copy.read_bytes()
    session.print(report(memory.replace_text(standing.fact.id, before, after, session.now, force=force)))
