"""`mem on`: one event of an agent's life."""

from __future__ import annotations

from typing import Annotated

import typer

from mem.cli import hooked
from mem.cli.options import session_of

EXAMPLE = """echo '{"session_id": "s1", "cwd": ".", "prompt": "…"}' | mem on prompt --harness claude-code"""


def command(
    ctx: typer.Context,
    event: Annotated[
        str,
        typer.Argument(
            metavar="EVENT",
            help="session-start, prompt, pre-llm, tool-post, turn-end, pre-compact, cwd-changed or session-end.",
        ),
    ],
    harness: Annotated[str, typer.Option("--harness", help="Who calls; a hint, the event itself tells.")] = "",
) -> None:
    """Answer an agent's lifecycle event: JSON on standard input, one document or nothing out, always status 0."""
    hooked.on([event, "--harness", harness], session_of(ctx).environ)
