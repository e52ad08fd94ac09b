"""The same verbs under the names and arguments of memharness, for agents and prompts that are used to those."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from mem.mcp_server import changing, reading
from mem.mcp_server.arguments import Argument, Given, Kind
from mem.mcp_server.host import Host
from mem.mcp_server.room import Row
from mem.mcp_server.tools import TOOLS, Tool

CHARACTERS = 4  # that one token stands for, about
NAMES: Mapping[str, str] = {
    "fact": "title",
    "new_fact": "title",
    "old_fact_id": "supersedes",
    "fact_id": "id",
    "source_ref": "source",
    "source_agent": "agent",
}


def _with_our_names(run: Callable[[Host, Given], Row]) -> Callable[[Host, Given], Row]:
    return lambda host, given: run(host, given.renamed(NAMES))


def _recall(host: Host, given: Given) -> Row:
    """Search within a number of tokens."""
    if given.has("max_tokens"):
        given = given.besides(max_chars=CHARACTERS * given.whole("max_tokens", 0))
    return reading.search(host, given)


def _ours(name: str) -> Tool:
    return next(tool for tool in TOOLS if tool.name == f"memory_{name}")


_FACT_ID = Argument("fact_id", Kind.TEXT, "The fact's id.", required=True)
_SUBJECT = Argument("subject", Kind.TEXT, "What it is about, as in `user` or `project:acme`.")
_CONFIDENCE = Argument("confidence", Kind.NUMBER, "How sure.", low=0, high=1)
_SOURCE_REF = Argument("source_ref", Kind.TEXT, "Where it came from: a session, a file, a URL, an utterance.")
_SOURCE_AGENT = Argument("source_agent", Kind.TEXT, "Which agent writes this.")
_VALID_FROM = Argument("valid_from", Kind.TEXT, "When it became true, if not now.")
_OFFSET = Argument("offset", Kind.WHOLE, "Where to begin, as `next_offset` of the page before says.", low=0)

REMEMBER = replace(
    _ours("add"),
    name="remember",
    title="Remember",
    description="Remember one fact about a subject. When it contradicts a belief, recall that one and revise it.",
    arguments=(
        replace(_SUBJECT, required=True),
        Argument("fact", Kind.TEXT, "The statement itself, one assertion.", required=True),
        Argument("predicate", Kind.TEXT, "The relation it states, as in `prefers`."),
        _CONFIDENCE,
        _SOURCE_REF,
        _SOURCE_AGENT,
        _VALID_FROM,
    ),
    run=_with_our_names(changing.add),
)
RECALL = replace(
    _ours("search"),
    name="recall",
    title="Recall",
    description="Find current beliefs, or with `as_of` those of another day. Without a query, list what there is.",
    arguments=(
        Argument("query", Kind.TEXT, "Any words."),
        _SUBJECT,
        Argument("as_of", Kind.TEXT, "What was believed then: a date or an instant."),
        Argument("limit", Kind.WHOLE, "How many facts at most.", low=1, high=100, default=8),
        Argument("max_tokens", Kind.WHOLE, "About how long the answer may be.", low=1),
        _OFFSET,
    ),
    run=_recall,
)
REVISE = replace(
    _ours("add"),
    name="revise",
    title="Revise",
    description="Say what is believed instead of a fact. The old one is closed and linked, never deleted.",
    arguments=(
        Argument("old_fact_id", Kind.TEXT, "The id of the fact that is superseded.", required=True),
        Argument("new_fact", Kind.TEXT, "What is believed instead.", required=True),
        _CONFIDENCE,
        _SOURCE_REF,
        _SOURCE_AGENT,
        _VALID_FROM,
    ),
    run=_with_our_names(changing.add),
)
DIFF = replace(
    _ours("diff"),
    name="diff",
    arguments=(
        Argument("since", Kind.TEXT, "From then on: a date or an instant.", required=True),
        _SUBJECT,
        _OFFSET,
    ),
)
WHY = replace(_ours("why"), name="why", arguments=(_FACT_ID,), run=_with_our_names(reading.why))
FORGET = replace(
    _ours("forget"),
    name="forget",
    description="End belief in one fact, or in everything from one source. History keeps it.",
    arguments=(
        replace(_FACT_ID, required=False),
        Argument("source_ref", Kind.TEXT, "Forget all facts of exactly this source."),
    ),
    run=_with_our_names(changing.forget),
)
STATS = replace(_ours("stats"), name="stats")

MEMHARNESS = (REMEMBER, RECALL, REVISE, DIFF, WHY, FORGET, STATS)
