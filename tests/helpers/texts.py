"""Strategies for facts and files: any text a person or an agent may write."""

from __future__ import annotations

from datetime import UTC

from hypothesis import strategies as st

from mem.facts.fact import TYPES, Fact, FactId
from mem.facts.fences import conflict_line, tidy
from mem.facts.fields import KINDS, TEXTS
from mem.facts.instant import instant_of

TRICKY = [
    "yes", "NO", "on", "null", "~", "true", "0100", "08", "1.10", "1_000", "61e9540", "9509425e4", "1e3", "0x1F",
    "0o17", "10:00",
    "12:30:45.5", "2026-03-01", "2026-03-01 10:00", ".5", ".inf", ".NaN", "-", "- item", "?", "? a", ":", "a: b",
    "a:", "a :b", "#1 rule",
    "fix # 3", "fix #3", "[draft] knots", "{x}", "[a, b]", "&anchor", "*bold* move", "!important", "|", "> 90%",
    "'tis", '"quoted" start',
    "100%", "%20", "@dock", "`code`", "=", "<<", "---", "...", " leading", "trailing ", "two  blanks", "tab\there",
    "line\nbreak", "cr\rhere",
    "\x1b[31m", "nel\x85", "ls\u2028ps\u2029", "\ufeffbom", "café", "回線", "🚀 launch", "C:\\path\\new", 'say "when"',
    "it's", "a,b", "x, y",
    "a]b", "{{ x }}", "${HOME}", "key: [x", "https://example.org/a?b=c#d", "end:", "\u00a0nbsp", "\ufffe", "1,000",
    "+1", "-0", "0b1", "y", "N",
]  # fmt: skip

signs = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
texts = st.sampled_from(TRICKY) | st.text(signs, max_size=30)
said = texts.filter(lambda text: bool(text.strip()))
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]{0,11}", fullmatch=True) | st.sampled_from(
    ["on", "y", "10:00", "a b", "é", "a: b", "#x"]
)
bodies = st.text(signs, max_size=80).map(tidy).filter(lambda body: conflict_line(body) is None)
instants = st.datetimes(timezones=st.just(UTC)).map(instant_of)
nested = st.recursive(
    texts, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=6
)
_tuples = st.lists(texts, max_size=3).map(tuple)


@st.composite
def facts(draw: st.DrawFn) -> Fact:
    """Give a fact that may stand in a store, with anything at all in its texts."""
    start, end = sorted((draw(instants), draw(instants)))
    return Fact(
        id=FactId(draw(st.from_regex(r"[a-z]-2026-06-16-[a-z0-9]{1,9}", fullmatch=True))),
        type=draw(st.sampled_from(sorted(TYPES))),
        title=draw(said),
        body=draw(bodies),
        **{name: draw(texts) for name in TEXTS - {"id", "type", "title"}},
        **{name: draw(_tuples) for name in ("tags", "supersedes", "aliases")},
        **{
            name: draw(st.none() | instants)
            for name in ("tx_at", "created", "updated_at", "retracted_at", "disowned_at")
        },
        priority=draw(st.integers(0, 100)),
        confidence=draw(st.floats(0, 1)),
        version=draw(st.integers(1, 1000)),
        verified=draw(st.sampled_from(["", "2026-06-16", "2026-06-16T10:00Z"])),
        valid_from=draw(st.sampled_from([None, start])),
        valid_to=draw(st.sampled_from([None, end])) if start < end else None,
        extra=draw(st.dictionaries(names.filter(lambda name: name not in KINDS), nested, max_size=3)),
    )
