"""`mem import`: what other tools remember, as facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from mem.cli import options
from mem.cli.options import session_of
from mem.cli.progress import progress
from mem.cli.session import Session
from mem.errors import MemError, UsageError
from mem.facts.similar import Near
from mem.formats.report import Report, Table
from mem.importers.base import Around, Importer
from mem.importers.plan import Fate, Planned, plan, to_write
from mem.importers.sources import IMPORTERS
from mem.memory import Added

EXAMPLE = "mem import ~/.claude/projects --from claude"
COLUMNS = ("result", "type", "title", "source")
ROWS = 20


class UnknownSource(UsageError):
    """What is to be imported is neither a path nor a kind of source."""

    def __init__(self, source: str) -> None:
        kinds = ", ".join(importer.name for importer in IMPORTERS)
        super().__init__(f"there is no file or folder `{source}`", help=f"give a path, or one of: {kinds}")


class UnknownKind(UsageError):
    """`--from` names no kind of source."""

    def __init__(self, kind: str) -> None:
        super().__init__(
            f"--from: `{kind}` is not known", help=f"one of: {', '.join(importer.name for importer in IMPORTERS)}"
        )


class NothingThere(MemError):
    """This machine has none of what was asked for."""

    def __init__(self, importer: Importer) -> None:
        super().__init__(
            f"{importer.about}: none found on this machine", help=f"mem import PATH --from {importer.name}"
        )


class NoImporter(MemError):
    """A path is none of the sources we can read."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is no source we know", help="mem import PATH --from KIND says what it is")


def command(
    ctx: typer.Context,
    source: Annotated[
        str | None, typer.Argument(metavar="[SOURCE]", help="A file, a folder, or a kind; without, what is found here.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--from", metavar="KIND", help="What the source is, when in doubt.")
    ] = None,
    apply: Annotated[bool, typer.Option("--apply", help="Write the facts, in one commit.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would come; the default.")] = False,
    scope: options.Scope = None,
    limit: options.Limit = ROWS,
) -> None:
    """Bring in what other tools remember. Shows first; twice is once; credentials stay out."""
    session = session_of(ctx)
    if apply and dry_run:
        raise options.BothGiven("--apply", "--dry-run")
    around = Around(session.home, Path(session.folder))
    if source is None:
        session.print(_sources(around))
        return
    importer, paths = _chosen(source, kind, around)
    planned = _plan(session, importer, paths, around, scope)
    added = _carry_out(session, planned) if apply else []
    session.print(_report(planned, added, apply=apply, limit=limit, again=f"mem import {source} --apply"))


def _sources(around: Around) -> Report:
    """Tell which kinds there are, and where some lie on this machine."""
    rows = [
        {"kind": importer.name, "about": importer.about, "found": len(places), "first": str(next(iter(places), ""))}
        for importer in IMPORTERS
        for places in [importer.places(around)]
    ]
    steps = [f"mem import {row['kind']}" for row in rows if row["found"]][:3]
    table = Table(("kind", "about", "found", "first"), rows)
    return Report({"sources": table}, steps or ["mem import PATH shows what would come from a file or a folder"])


def _chosen(source: str, kind: str | None, around: Around) -> tuple[Importer, Sequence[Path]]:
    """Give what reads a source, and the places it lies at."""
    named = {importer.name: importer for importer in IMPORTERS}
    if kind is not None and kind not in named:
        raise UnknownKind(kind)
    path = around.folder / Path(source).expanduser()
    if path.exists():
        importer = named[kind] if kind else next((each for each in IMPORTERS if each.fits(path)), None)
        if importer is None:
            raise NoImporter(path)
        return importer, [path]
    if source not in named:
        raise UnknownSource(source)
    importer = named[source]
    places = importer.places(around)
    if not places:
        raise NothingThere(importer)
    return importer, places


def _plan(
    session: Session, importer: Importer, paths: Sequence[Path], around: Around, scope: str | None
) -> list[Planned]:
    found = [each for path in paths for each in importer.read(path, around)]
    forced = session.scope_to_write(scope, "") if scope is not None else None
    with progress(session, "looking", len(found)) as show:
        watched = (each for number, each in enumerate(found) if show(number) is None)
        return plan(session.memory, importer.name, watched, session.now, scope=forced)


def _carry_out(session: Session, planned: Sequence[Planned]) -> list[Added]:
    drafts = to_write(planned)
    if not drafts:
        return []
    with progress(session, "writing", len(drafts)) as show:
        added = session.memory.add_all(drafts, session.now, progress=show)
    for each in added:
        session.count("dupe" if each.existed else "add", each.fact.id)
    return added


def _report(
    planned: Sequence[Planned], added: Sequence[Added], *, apply: bool, limit: int | None, again: str
) -> Report:
    counts = Counter(each.fate for each in planned)
    telling = sorted(planned, key=lambda each: each.fate is Fate.KNOWN)
    fields: dict[str, object] = {} if apply else {"mode": "dry-run"}
    fields["import"] = Table(COLUMNS, [_row(each) for each in telling[:limit]])
    fields |= {str(fate): counts[fate] for fate in Fate if counts[fate] or fate is Fate.NEW}
    shown = len(telling[:limit])
    fields["count"] = f"{shown} of {len(planned)} shown"
    if apply:
        fields["added"] = sum(not each.existed for each in added)
    near = [each for each in added if each.near]
    steps = [_hint(each, each.near) for each in near[:3] if each.near]
    if not apply and (counts[Fate.NEW] or counts[Fate.CHANGED]):
        steps.append(again)
    if shown < len(planned):
        steps.append(f"--limit {len(planned)} shows all")
    return Report(fields, steps or ["mem list"], warnings=added[0].warnings if added else ())


def _row(each: Planned) -> dict[str, object]:
    draft = each.draft
    row: dict[str, object] = {
        "result": str(each.fate),
        "type": draft.type if draft else "",
        "title": draft.title if draft else each.reason,
        "source": each.place,
    }
    if each.id:
        row["id"] = each.id
    if draft:
        row |= {"scope": draft.scope, "valid_from": draft.valid_from or ""}
    return row


def _hint(added: Added, near: Near) -> str:
    return f"{added.fact.id} is {near.similarity:.2f} like {near.fact.id}: mem dedup shows such pairs"
