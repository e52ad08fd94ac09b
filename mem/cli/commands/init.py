"""`mem init`: make a store, or take one over from a remote."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Annotated

import typer

from mem.cli.options import session_of
from mem.cli.session import Session
from mem.errors import MemError, UsageError
from mem.facts.fact import TYPES
from mem.formats.report import Report
from mem.store.driver import register
from mem.store.remotes import name_remote
from mem.store.store import Store

EXAMPLE = "mem init --remote git@example.org:me/memories.git"


class CannotTakeOver(MemError):
    """The store at the remote cannot be brought here."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(
            f"no store could be made from `{url}`: {reason}", help="check the address with: git ls-remote URL"
        )


class TwoAddresses(UsageError):
    """`--from` names a remote too."""

    def __init__(self) -> None:
        super().__init__(
            "--from and --remote exclude each other", help="--from URL brings the facts and keeps URL as the remote"
        )


def command(
    ctx: typer.Context,
    source: Annotated[
        str | None, typer.Option("--from", metavar="URL", help="Bring the store of this remote here.")
    ] = None,
    remote: Annotated[
        str | None, typer.Option("--remote", metavar="URL", help="Where `mem sync` meets others.")
    ] = None,
    timeout: Annotated[
        float, typer.Option("--timeout", min=1, help="With --from: seconds for all that comes over the network.")
    ] = 600,
) -> None:
    """Make a store at MEM_DIR (default ~/memories). Running it again changes nothing."""
    session = session_of(ctx)
    if source is not None and remote is not None:
        raise TwoAddresses
    root = str(session.root)
    was_empty = not os.path.isdir(root) or not os.listdir(root)
    made = Store.create(session.root, [type.folder for type in TYPES.values()], environ=session.environ)
    register(root, sys.executable, session.environ)
    if source is not None:
        try:
            _take_over(session, _absolute(session, source), timeout)
        except MemError:
            if was_empty:
                shutil.rmtree(root, ignore_errors=True)
            raise
        return
    named = remote is not None and name_remote(root, session.remote, _absolute(session, remote), session.environ)
    steps = ["mem sync"] if named else ["mem add --type decision --title TITLE", "mem demo"] if made else ["mem"]
    done = f"initialized {root}" if made else f"already initialized {root}"
    with_remote = f", remote {session.remote}" if named else "" if made else " (no-op)"
    session.print(Report({"result": f"{done}{with_remote}"}, steps))


def _take_over(session: Session, url: str, seconds: float) -> None:
    """Fetch all there is; what lies here already stays and is joined with it."""
    from mem.cli.commands.sync import meet

    name_remote(str(session.root), session.remote, url, session.environ)
    outcome = meet(session, seconds=seconds, push=False)
    if outcome.failed or outcome.offline:
        raise CannotTakeOver(url, outcome.pull)
    fields = {"result": f"initialized {session.root} from {url}", "pulled": outcome.pulled}
    session.print(Report(fields, ["mem list", "mem sync"]))


def _absolute(session: Session, url: str) -> str:
    """A folder is named from where the call was made; git would look from the store."""
    path = os.path.join(session.folder, os.path.expanduser(url))
    return os.path.abspath(path) if "://" not in url and os.path.isdir(path) else url
