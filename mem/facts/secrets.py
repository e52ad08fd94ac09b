"""Credentials in what is to be remembered: found by their form, named by kind and field, never repeated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mem.errors import UsageError
from mem.facts.fact import Fact

_INVISIBLE = dict.fromkeys([0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF])
"""Letters without a width, which would hide a credential from the forms below."""


class Secret(NamedTuple):
    """What was found and where; the value itself goes no further."""

    kind: str
    field: str


class CredentialFound(UsageError):
    """A text holds what looks like a credential; the value is not repeated."""

    def __init__(self, secret: Secret) -> None:
        super().__init__(
            f"{secret.field} holds what looks like a credential: {secret.kind}",
            help="write where it is kept instead of the value, or add --force if it is none",
        )
        self.secret = secret


def secret_of(fact: Fact) -> Secret | None:
    """Find the first credential in a fact; tags are also read as the one text they were split from."""
    return find_secret(
        {
            "title": fact.title,
            "body": fact.body,
            "abstract": fact.abstract,
            "tags": (*fact.tags, " ".join(fact.tags)),
            "source": fact.source,
            "subject": fact.subject,
            "predicate": fact.predicate,
            "scope": fact.scope,
            "key": fact.key,
            "agent": fact.source_agent,
            "pin": fact.source_path,
            **{name: str(value) for name, value in fact.extra.items()},
        }
    )


def find_secret(fields: Mapping[str, str | Sequence[str]]) -> Secret | None:
    """Find the first credential in the fields of a fact, its body among them."""
    for field, value in fields.items():
        for text in (value,) if isinstance(value, str) else value:
            # With its name before it, since a field may be called `password`.
            kind = _kind_in(f"{field}: {text.translate(_INVISIBLE)}") if text else None
            if kind is not None:
                return Secret(kind, field)
    return None


# Kind, what it begins with, and the rest. The beginning is looked for first, which costs next to nothing. Nothing
# is repeated that something else must follow, so that a hostile text takes no longer than its length.
_FORMS = (
    ("private key", "-----BEGIN ", r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"),
    ("AWS access key id", "AKIA", r"([A-Z0-9]{16})(?![A-Za-z0-9])"),
    ("AWS access key id", "ASIA", r"([A-Z0-9]{16})(?![A-Za-z0-9])"),
    ("GitHub token", "gh", r"[pousr]_([A-Za-z0-9]{20,})"),
    ("GitHub token", "github_pat_", r"([A-Za-z0-9_]{20,})"),
    ("secret key (sk-…)", "sk-", r"(?:[a-z0-9]{2,10}-){0,3}(?=[A-Za-z_]{0,200}\d)([A-Za-z0-9_]{16,})"),
    ("Slack token", "xox", r"[abcdeoprs]-(?=[A-Za-z-]{0,200}\d)([A-Za-z0-9-]{10,})"),
    ("Slack token", "xapp-", r"(?=[A-Za-z-]{0,200}\d)([A-Za-z0-9-]{10,})"),
    ("Slack webhook", "hooks.slack.com", r"/services/(T[A-Za-z0-9]{6,}/B[A-Za-z0-9]{6,}/[A-Za-z0-9]{16,})"),
    ("Google API key", "AIza", r"([A-Za-z0-9_-]{35})"),
    ("Stripe key", "sk_live_", r"([A-Za-z0-9]{16,})"),
    ("Stripe key", "rk_live_", r"([A-Za-z0-9]{16,})"),
    ("Stripe key", "whsec_", r"([A-Za-z0-9]{16,})"),
    ("GitLab token", "glpat-", r"([A-Za-z0-9_-]{20,})"),
    ("npm token", "npm_", r"([A-Za-z0-9]{36})"),
    ("PyPI token", "pypi-AgE", r"([A-Za-z0-9_-]{16,})"),
    ("Hugging Face token", "hf_", r"([A-Za-z0-9]{30,})"),
    ("JSON web token", "eyJ", r"[A-Za-z0-9_-]{10,2000}\.(eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,})"),
    ("bearer token", "Bearer ", r"[ \t]{0,3}(?=[A-Za-z._~+/-]{0,200}\d)([A-Za-z0-9._~+/-]{20,})"),
    ("bearer token", "bearer ", r"[ \t]{0,3}(?=[A-Za-z._~+/-]{0,200}\d)([A-Za-z0-9._~+/-]{20,})"),
)
_HINTS = ("pass", "pwd", "key", "token", "secret")
"""One of these is in every name that a credential may stand behind."""


def _kind_in(text: str) -> str | None:
    for kind, start, rest in _FORMS:
        if start in text and any(_is_real(kind, found) for found in _form(start, rest).finditer(text)):
            return kind
    lower = text.lower()
    is_named, is_address = any(hint in lower for hint in _HINTS), "://" in text
    if not (is_named or is_address):
        return None
    from mem.facts import secret_names

    return secret_names.in_address(text) or (secret_names.behind_name(text) if is_named else None)


@cache
def _form(start: str, rest: str) -> re.Pattern[str]:
    return re.compile(r"(?<![A-Za-z0-9])" + re.escape(start) + rest)


def _is_real(kind: str, found: re.Match[str]) -> bool:
    """Tell a key from the ones in manuals: `…EXAMPLE` by AWS, `ghp_xxxxxxxx` by everybody."""
    value = found.group(found.lastindex or 0)
    if kind == "AWS access key id" and value.endswith("EXAMPLE"):
        return False
    return len(set(value.lower())) > 2
