"""Write docs/cli.md from the commands' own help, so that there is one text and not two."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from mem.cli.commands import COMMANDS
from mem.cli.main import app

HEAD = """# The command line

Made by `scripts/cli_docs.py` from `mem COMMAND --help`; do not edit.

Output is [TOON](https://github.com/toon-format/spec) in a pipe, laid out for people in a terminal, JSON with `--format json`.
Errors are answers too: `error:` and `help:` on standard output. Exit status: 0 done, 1 the request cannot be met, 2 it was put
wrongly. Dates are UTC; a day alone is its start in `--valid-from` and `--since`, its end in `--as-of`, `--known-at`, `--valid-at` and
`--until`, and the whole day in `--valid-to`; `today`, `yesterday`, `3d`, `2w`, `6mo` and `1y` count back from now.

Where `MEM_DIR` names several stores, `mem`, `search`, `list`, `show`, `why`, `diff`, `log`, `timeline`, `recall`, `stale` and `stats`
ask all of them; every other command uses the first (see [sync.md](sync.md)).
"""


def manual() -> str:
    """Give the whole page."""
    group = typer.main.get_command(app)
    parts = [HEAD, _page("mem", group)]
    parts += [_page(f"mem {name}", _command(group, name)) for name in COMMANDS if name != "help"]
    return "\n".join(parts)


def _command(group: typer.core.TyperGroup, name: str) -> typer.core.TyperCommand:
    return group.get_command(None, name)


def _page(title: str, command: typer.core.TyperCommand) -> str:
    context = command.make_context(title, [], resilient_parsing=True, terminal_width=100, max_content_width=100)
    text = command.get_help(context)
    return f"## {title}\n\n```\n{text.strip()}\n```\n"


if __name__ == "__main__":
    target = Path(__file__).parents[1] / "docs" / "cli.md"
    target.write_text(manual(), encoding="utf-8")
    sys.stdout.write(f"{target.name} written\n")
