"""`mem hooks`: the same commands as the `memhooks` executable."""

from __future__ import annotations

from typing import Annotated

import typer

EXAMPLE = "mem hooks explain src/auth --role reviewer"
SETTINGS = {"ignore_unknown_options": True, "allow_interspersed_args": False, "help_option_names": []}


def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND...", help="init, validate, explain, note, event, prune, remove, rule or load."),
    ] = None,
) -> None:
    """MEMHOOKS.md: what to recall where. Its errors go to stderr, as those of memhooks do."""
    from mem.cli.memhooks import run

    raise typer.Exit(run(words or []))
