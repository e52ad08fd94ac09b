"""A draft made fit to become a fact, or refused; and what two facts have in common that say the same. Pure."""

from __future__ import annotations

import unicodedata
from dataclasses import fields, replace

from mem.errors import UsageError
from mem.facts.fact import TYPES, Fact, FactId
from mem.facts.secrets import CredentialFound, secret_of
from mem.memory.results import Draft

TITLE_LENGTH = 500  # characters; a title is one assertion on one line

Claim = tuple[str, str, str, str]
"""Type, scope, title and body: facts that share them say the same."""


class BadValue(UsageError):
    """A field was given a value it cannot have."""


def checked(draft: Draft, *, force: bool = False) -> Draft:
    """Refuse a draft that no fact can be made of; title and abstract come back on one line each."""
    draft = replace(draft, title=_one_line(draft.title), abstract=_one_line(draft.abstract), body=clean(draft.body))
    if not draft.title:
        raise BadValue("--title is empty", help="say the claim in one line")
    if len(draft.title) > TITLE_LENGTH:
        raise BadValue(
            f"--title has {len(draft.title)} characters, {TITLE_LENGTH} are allowed", help="put the details into --body"
        )
    if draft.type not in TYPES:
        raise BadValue(f"--type: `{draft.type}` is not known", help=f"one of: {', '.join(TYPES)}")
    if not 0 <= draft.priority <= 100:
        raise BadValue(
            f"--priority: {draft.priority} is not between 0 and 100", help="0 is least, 100 is most important"
        )
    if not 0 <= draft.confidence <= 1:
        raise BadValue(f"--confidence: {draft.confidence} is not between 0.0 and 1.0", help="0.5 is the default")
    if draft.valid_to and draft.valid_from and draft.valid_to <= draft.valid_from:
        raise BadValue("--valid-to is not after --valid-from", help="the span would be empty")
    refuse_secrets(fact_of(draft, FactId("")), force=force)
    return draft


def fact_of(draft: Draft, id: FactId, **more: object) -> Fact:
    """Make a fact of a draft."""
    said = {field.name: getattr(draft, field.name) for field in fields(Draft)}
    return Fact(id=id, **{**said, **more})


def claim(said: Fact | Draft) -> Claim:
    """Give what two facts have in common that say the same."""
    return said.type, said.scope, _plain(said.title), _plain(said.body)


def clean(text: str) -> str:
    return text.replace("\x00", "").replace("\r\n", "\n")


def refuse_secrets(fact: Fact, *, force: bool) -> None:
    if force:
        return
    secret = secret_of(fact)
    if secret:
        raise CredentialFound(secret)


def _one_line(text: str) -> str:
    """Give text on one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _plain(text: str) -> str:
    """Give text as a reader compares it: composed letters, single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())
