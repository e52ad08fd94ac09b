"""`mem export`: every fact, in a file that other programs or people read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import query_of, session_of
from mem.cli.progress import progress
from mem.cli.session import Session, write_out
from mem.errors import MemError, UsageError
from mem.formats.page import html_page
from mem.formats.report import Report
from mem.index import foreign
from mem.memory.exporting import COLUMNS, Row, chosen, rows

EXAMPLE = "mem export --to facts.jsonl"


class UnknownEnding(UsageError):
    """The name of the file does not say what is to be in it."""

    def __init__(self, path: str) -> None:
        super().__init__(f"--to: `{path}` does not say in which form", help=f"end it in {', '.join(WRITERS)}")


class FileExists(MemError):
    """An export does not silently replace a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is there already", help="give another name, or say --force to replace it")


class NotWritten(MemError):
    """The file cannot be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path}: {error.strerror or error}", help="nothing was changed there")


def command(
    ctx: typer.Context,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FILE", help="A name in .jsonl, .db, .sqlite or .html; without, JSON lines."),
    ] = None,
    current: Annotated[bool, typer.Option("--current", help="Only what is believed today.")] = False,
    type: options.Type = None,
    scope: options.Scope = "all",
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
) -> None:
    """Write every fact with its text and how it stands: as JSON lines, one SQLite table, or one HTML page."""
    session = session_of(ctx)
    query = query_of(session, types=[type], scope=scope, history=not current)
    ids = chosen(session.memory, query)
    if to is None:
        for line in _json_lines(rows(session.memory, ids, query)):
            write_out(line)
        return
    path = Path(session.folder) / Path(to).expanduser()
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise UnknownEnding(to)
    if path.exists() and not force:
        raise FileExists(path)
    with progress(session, "writing", len(ids)) as show:
        written = (row for number, row in enumerate(rows(session.memory, ids, query)) if show(number) is None)
        _write_aside(path, lambda aside: writer(aside, written, session))
    step = f"mem import {to}" if path.suffix.lower() == ".jsonl" else "mem export --to FILE.jsonl can be imported again"
    session.print(Report({"exported": str(path), "count": f"{len(ids)} facts"}, [step]))


def _write_aside(path: Path, write: Callable[[Path], None]) -> None:
    """Write beside the file and rename over it: a reader sees the old or the new one, never half."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(aside)
        os.replace(aside, path)
    except OSError as error:
        raise NotWritten(path, error) from error
    finally:
        aside.unlink(missing_ok=True)


def _json_lines(facts: Iterable[Row]) -> Iterator[str]:
    for row in facts:
        said = {name: value for name, value in row.items() if value not in (None, "", [], {})}
        yield json.dumps(said, ensure_ascii=False) + "\n"


def _write_json(path: Path, facts: Iterable[Row], _: Session) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(_json_lines(facts))


def _write_html(path: Path, facts: Iterable[Row], session: Session) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        about = f"All facts of {session.memory.store.root}, written {session.now[:10]}."
        file.writelines(html_page(facts, title="Memory", about=about))


def _write_sqlite(path: Path, facts: Iterable[Row], _: Session) -> None:
    foreign.write(path, "facts", COLUMNS, ([_plain(row[name]) for name in COLUMNS] for row in facts))


def _plain(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


WRITERS: dict[str, Callable[[Path, Iterable[Row], Session], None]] = {
    ".jsonl": _write_json,
    ".db": _write_sqlite,
    ".sqlite": _write_sqlite,
    ".html": _write_html,
}
