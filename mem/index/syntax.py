"""Query syntax, read by Whoosh's parser: quoted phrases, `-word`, `word*`, `type:howto` and `OR`.

Importing Whoosh costs more than a whole plain search, so only words that `match.uses_syntax` come here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from whoosh import query as tree
from whoosh.qparser import QueryParser, plugins

from mem.facts.query import Query
from mem.index import finding
from mem.index.asking import EVERYTHING, Clause
from mem.index.match import FIELDS, any_of, phrase, terms
from mem.index.matches import Matches
from mem.index.sqlite import SqliteIndex

WORDS = "words"
MOST_ENDINGS = 64  # words that `word*` stands for

Expand = Callable[[str], list[str]]
"""Gives the terms for all words with a beginning."""


class Wanted:
    """What someone asked for: `must` and `none` are FTS5 expressions, `any` terms, `plain` and `phrases` as written."""

    def __init__(self) -> None:
        self.any: list[str] = []
        self.plain: list[str] = []
        self.must: list[str] = []
        self.none: list[str] = []
        self.phrases: list[str] = []
        self.fields: dict[str, list[str]] = {field: [] for field in FIELDS}

    def narrow(self, query: Query) -> Query:
        """Apply the fields: a scope, type, subject or source in the words outdoes the flag, a tag adds to it."""
        narrowed = Query(**{slot: getattr(query, slot) for slot in Query.__slots__})
        narrowed.tags += tuple(self.fields["tag"])
        narrowed.types = tuple(self.fields["type"]) or query.types
        narrowed.scopes = tuple(self.fields["scope"]) or query.scopes
        narrowed.subject = (self.fields["subject"] or [query.subject])[-1]
        narrowed.source = (self.fields["source"] or [query.source])[-1]
        return narrowed

    def expression(self, telling: Iterable[str]) -> str:
        """Give the FTS5 expression; next to a phrase, words only help its facts to the front."""
        if not self.must:
            return any_of(telling)
        required = " AND ".join(f"({expression})" for expression in self.must)
        return f"{required} AND ({any_of([*self.must, *telling])})"

    def exclusion(self) -> Clause:
        """Give the condition that keeps out what holds an excluded word."""
        if not self.none:
            return EVERYTHING
        return Clause("v.rid not in (select rowid from fts where fts match ?)", [any_of(self.none)])

    @property
    def is_filter(self) -> bool:
        """Whether there are no words, only fields or exclusions."""
        return not self.phrases and (bool(self.none) or any(self.fields.values()))


def answer(index: SqliteIndex, query: Query) -> Matches:
    """Find what words with syntax in them ask for."""
    wanted = parse(query.words, lambda beginning: spelled_like(index, beginning))
    narrowed = wanted.narrow(query)
    counts = index.telling(wanted.any)
    expression = wanted.expression(counts)
    if not expression and wanted.is_filter:
        return index.listing(narrowed, wanted.exclusion())
    return finding.find(index, narrowed, expression, counts, wanted.exclusion())


def parse(words: str, expand: Expand = terms) -> Wanted:
    """Read words; what Whoosh cannot read is plain words."""
    wanted = Wanted()
    try:
        _collect(_parser().parse(words, normalize=False), wanted, expand)
    except Exception:  # noqa: BLE001  # Whoosh raises whatever its plug-ins run into
        wanted = Wanted()
        wanted.any, wanted.plain = terms(words), [words]
    wanted.any = list(dict.fromkeys(wanted.any))
    return wanted


def spelled_like(index: SqliteIndex, beginning: str) -> list[str]:
    """Give the terms for all words of the store with a beginning; scripts without blanks are found by their pairs."""
    folded = beginning.casefold()
    sql = "select word from word where word >= ? and word < ? order by word limit ?"
    rows = index.ask(sql, [folded, folded + "\U0010ffff", MOST_ENDINGS])
    return [term for (word,) in rows for term in terms(word)] or terms(beginning)


def _parser() -> QueryParser:
    fields = "|".join(FIELDS)
    return QueryParser(
        WORDS,
        None,
        plugins=[
            plugins.FieldsPlugin(rf"(?<!\S)(?P<text>{fields}):(?=\S)", remove_unknown=False),
            plugins.PhrasePlugin('"(?P<text>[^"]*)"(?P<slop>(?!))?'),
            plugins.PrefixPlugin(r"(?P<text>\w+)[*](?!\S)"),
            plugins.OperatorsPlugin(And=None, AndNot=None, AndMaybe=None, Not=None, Require=None),
            plugins.PlusMinusPlugin(plusexpr="(?!)", minusexpr=r'(?<!\S)-(?=[^\W\d_]|")'),
        ],
    )


def _collect(node: Any, wanted: Wanted, expand: Expand, *, is_choice: bool = False) -> None:
    """Sort the leaves of a parse into what must, may and must not be there."""
    if isinstance(node, tree.AndNot):
        _collect(node.a, wanted, expand)
        wanted.none += [expression for leaf in _leaves(node.b) if (expression := _excluded(leaf, expand))]
    elif isinstance(node, tree.And | tree.Or):
        for child in node.subqueries:
            _collect(child, wanted, expand, is_choice=is_choice or isinstance(node, tree.Or))
    elif node.fieldname != WORDS:
        _collect_field(node, wanted, is_choice=is_choice)
    elif isinstance(node, tree.Prefix):
        wanted.any += expand(node.text)
        wanted.plain.append(node.text)
    elif not isinstance(node, tree.Phrase):
        wanted.any += terms(node.text)
        wanted.plain.append(node.text)
    elif expression := phrase(_text(node)):
        (wanted.any if is_choice else wanted.must).append(expression)
        wanted.phrases += [] if is_choice else [_text(node)]
    elif not is_choice:
        wanted.phrases.append(_text(node))


def _collect_field(node: Any, wanted: Wanted, *, is_choice: bool) -> None:
    if is_choice and node.fieldname == "tag":
        wanted.any += [f"tags : {expression}" for expression in [phrase(_text(node))] if expression]
    else:
        wanted.fields[node.fieldname].append(_text(node))


def _excluded(leaf: Any, expand: Expand) -> str:
    if isinstance(leaf, tree.Prefix):
        return any_of(expand(leaf.text))
    return phrase(_text(leaf))


def _leaves(node: Any) -> Iterator[Any]:
    if isinstance(node, tree.compound.CompoundQuery):
        for child in node.subqueries:
            yield from _leaves(child)
    else:
        yield node


def _text(leaf: Any) -> str:
    return " ".join(leaf.words) if isinstance(leaf, tree.Phrase) else str(leaf.text)
