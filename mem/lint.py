"""What is wrong with the facts on disk: file by file, then between the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mem.diagnostics import Diagnostic, Place, Severity
from mem.facts import document
from mem.facts.document import Document
from mem.facts.fact import Fact, FactId
from mem.facts.secrets import secret_of
from mem.facts.timeline import Timeline
from mem.memory import Memory

CODES = {
    "store-quarantined": "A file is left alone: a link, a nested repository, over 1 MiB.",
    "store-case": "Two file names differ only in case; some machines can hold only one of them.",
    "fact-credential": "A field holds what looks like a credential.",
    "fact-same-id": "Two files have one id; the one that was there first is served.",
    "fact-supersedes-nothing": "`supersedes` names a fact that does not exist.",
    "store-no-such-file": "A path that was named holds no fact.",
    "fact-cycle": "Facts supersede each other in a ring; the newest edge is not followed.",
}


def lint(memory: Memory, paths: Sequence[str] = ()) -> list[Diagnostic]:
    """Check the named files, or all facts of the store; findings come by path and line."""
    found = memory.store.walk()
    wanted = [path for path in found.paths if not paths or path in paths]
    read = {path: document.read(memory.store.read(path), path) for path in wanted}
    findings = [finding for document_ in read.values() for finding in document_.findings]
    findings += _credentials(read)
    findings += _missing(paths, found.paths)
    findings += (_quarantined(path, reason) for path, reason in found.quarantined if not paths or path in paths)
    findings += _between(read, memory)
    return sorted(findings, key=lambda finding: (finding.place.path, finding.place.line or 0, finding.code))


def _missing(paths: Sequence[str], known: Sequence[str]) -> Iterator[Diagnostic]:
    for path in paths:
        if path not in known:
            yield _finding(
                "store-no-such-file",
                Severity.ERROR,
                path,
                "no fact lies here",
                "mem lint without a path checks all facts",
            )


def _credentials(read: dict[str, Document]) -> Iterator[Diagnostic]:
    for path, document_ in read.items():
        secret = secret_of(document_.fact) if document_.fact else None
        if secret:
            message = f"{secret.field} holds what looks like {secret.kind}"
            yield _finding(
                "fact-credential",
                Severity.ERROR,
                path,
                message,
                "take it out of the file, then change it where it is used",
            )


def _quarantined(path: str, reason: str) -> Diagnostic:
    return _finding(
        "store-quarantined",
        Severity.WARNING,
        path,
        f"left alone: {reason}",
        "move it out of objects/, or make it a plain small file",
    )


def _between(read: dict[str, Document], memory: Memory) -> Iterator[Diagnostic]:
    facts = {path: document_.fact for path, document_ in read.items() if document_.fact}
    yield from _same_ids(facts)
    yield from _same_names(list(read))
    known = {fact.id for fact in facts.values()} | {alias for fact in facts.values() for alias in fact.aliases}
    for path, fact in facts.items():
        for id in fact.supersedes:
            if id not in known and not memory.index.entries(id):
                message = f"supersedes `{id}`, which does not exist"
                yield _finding(
                    "fact-supersedes-nothing", Severity.WARNING, path, message, "correct the id or remove it"
                )
    yield from _cycles(facts, memory)


def _same_ids(facts: dict[str, Fact]) -> Iterator[Diagnostic]:
    homes: dict[FactId, str] = {}
    for path, fact in sorted(facts.items()):
        if fact.id in homes:
            message = f"`{fact.id}` is also the id of {homes[fact.id]}"
            yield _finding(
                "fact-same-id",
                Severity.ERROR,
                path,
                message,
                "give one of them an id of its own, equal to its file name",
            )
        homes.setdefault(fact.id, path)


def _same_names(paths: Sequence[str]) -> Iterator[Diagnostic]:
    seen: dict[str, str] = {}
    for path in sorted(paths):
        folded = path.casefold()
        if folded in seen:
            yield _finding(
                "store-case",
                Severity.ERROR,
                path,
                f"differs from {seen[folded]} only in case",
                "rename one of them, and its id with it",
            )
        seen.setdefault(folded, path)


def _cycles(facts: dict[str, Fact], memory: Memory) -> Iterator[Diagnostic]:
    linked = [fact.id for fact in facts.values() if fact.supersedes]
    if not linked:
        return
    homes = {fact.id: path for path, fact in facts.items()}
    for cycle in Timeline(memory.index.component(linked)).cycles:
        path = homes.get(cycle.successor)
        if path:
            message = f"supersedes `{cycle.predecessor}`, which supersedes it in turn; this edge is not followed"
            yield _finding(
                "fact-cycle", Severity.ERROR, path, message, f"remove `{cycle.predecessor}` from its supersedes"
            )


def _finding(code: str, severity: Severity, path: str, message: str, help: str) -> Diagnostic:
    return Diagnostic(code, severity, message, Place(path), help)
