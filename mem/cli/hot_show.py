"""A plain `mem show ID` on the hot lane: a fact that is believed, by its whole id."""

from __future__ import annotations

import os

from mem.cli import hot
from mem.cli.sheet import fact_fields
from mem.formats.report import Report
from mem.harness import wire
from mem.index import single
from mem.store import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.cli.hot import Ready
    from mem.facts.instant import Instant
    from mem.index.single import Single

BELIEVED = "believed"
FENCE = "---\n"


class Said:
    """What a file says, as the index keeps it; what it does not say is as usual."""

    id: str
    type: str
    title: str
    scope: str
    subject: str
    source: str
    body = abstract = predicate = source_agent = source_commit = source_path = verified = status = ""
    tags: Sequence[str] = ()
    supersedes: Sequence[str] = ()
    priority = 50
    confidence = 0.5
    version = 1
    valid_from: Instant | None = None
    valid_to: Instant | None = None
    tx_at: Instant | None = None
    updated_at: Instant | None = None
    retracted_at: Instant | None = None
    disowned_at: Instant | None = None
    created: Instant | None = None
    extra: Mapping[str, object] = {}

    def __init__(self, said: Mapping[str, object], **known: str) -> None:
        self.__dict__.update(said, **known)


class Plain:
    """A fact that nothing has replaced and that is believed now."""

    __slots__ = ("fact", "path", "recorded", "replaced_by", "starts", "state")

    def __init__(self, fact: Said, found: Single) -> None:
        self.fact = fact
        self.path = found.path
        self.recorded = found.recorded
        self.starts = fact.valid_from or fact.tx_at or found.recorded
        self.state = BELIEVED
        self.replaced_by: Sequence[str] = ()


def show(argv: Sequence[str], environ: Mapping[str, str]) -> int | None:
    """Answer `mem show argv`, and give the exit status; None when the full lane has to."""
    words = [word for word in argv if word != "--full"]
    if len(words) != 1 or words[0].startswith("-") or len(argv) - len(words) > 1:
        return hot.NOT_MINE
    return hot.answered(environ, lambda ready: _report(words[0], ready, full=len(argv) == 2))


def _report(id: str, ready: Ready, *, full: bool) -> Report | None:
    found = single.believed(ready.index, id.strip(), ready.now)
    if found is None or not ready.is_fresh([found.path]):
        return None
    said, body = wire.read(found.said), _body(ready.places.root, found)
    if not isinstance(said, dict) or body is None:
        return None
    fact = Said(
        said,
        id=found.id,
        type=found.type,
        title=found.title,
        scope=found.scope,
        subject=found.subject,
        source=found.source,
        body=body,
    )
    fields, is_cut = fact_fields(Plain(fact, found), full=full)
    return Report({"memory": fields}, [f"mem show {fact.id} --full" if is_cut else f"mem update {fact.id} --help"])


def _body(root: str, found: Single) -> str | None:
    """Read the text below the fields; None where it takes the full reader to tell where that begins."""
    with open(os.path.join(root, found.path), "rb") as file:
        data = file.read(files.LARGEST)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    end = text.find("\n---", len(FENCE) - 1)
    is_usual = text.startswith(FENCE) and text.startswith(f"\n{FENCE}", end) and "\r" not in text
    if not is_usual or (found.number > 1 and "\ntx_at: " not in text[:end]):
        return None
    return text[end + 1 + len(FENCE) :].strip("\n")
