"""Credentials in what is to be remembered: found by their form, named by kind and field, never repeated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mem.errors import UsageError
from mem.facts.fact import Fact

_INVISIBLE = dict.fromkeys([0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF])
"""Letters without a width, which would hide a credential from the forms below."""


@dataclass(frozen=True, slots=True)
class Secret:
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
            kind = _kind_in(f"{field}: {text.translate(_INVISIBLE)}")
            if kind is not None:
                return Secret(kind, field)
    return None


# Kind, what it begins with, and the rest. The beginning is looked for first, which costs next to nothing. Nothing
# is repeated that something else must follow, so that a hostile text takes no longer than its length.
_FORMS: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (kind, start, re.compile(r"(?<![A-Za-z0-9])" + re.escape(start) + rest))
    for kind, start, rest in (
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
)
_IN_URL = re.compile(r"://([^\s:/@]{0,100}):([^\s/@]{5,200})@")
_NAMED = re.compile(
    r"""
    (?: (?P<password> pass(?:word|wd|phrase) | pwd )
      | (?P<key> (?:api|access|secret|private|auth|account|signing|encryption)[_\ -]?key
               | (?:access|auth|refresh|api|session|bot|bearer)[_\ -]?token
               | (?:client|app|shared|webhook)[_\ -]?secret )
      | (?P<token> token | secret )
    )
    ["'`*]{0,2} [\ \t]{0,4} (?P<sign> => | := | [=:] ) \*{0,2} [\ \t]{0,4}
    """,
    re.VERBOSE | re.IGNORECASE,
)
_HINTS = ("pass", "pwd", "key", "token", "secret")  # one is in every name above
_SHORTEST = {"password": 8, "key": 12, "token": 16}
_KINDS = {"password": "password", "key": "secret key", "token": "token"}
_VALUE = re.compile(r"""(?P<quote>["'`])(?P<quoted>[^"'`\n]{1,100})(?P=quote)|(?P<bare>[^\s"'`]{1,100})""")
_WORDS = re.compile(r"[^\W\d][^\W\d_ -]*(?:[_ -][^\W\d_ -]+)*")
_STANDS_FOR_ANOTHER = re.compile(
    r"""
      \$\w+ \Z | \$[{(] | \{ | %\w+% | < | \[ | \(                      # $TOKEN  ${TOKEN}  {{ token }}  <your-token>
    | (?-i: [A-Z][A-Z0-9]* (?: _[A-Z0-9]+ )+ \Z )                       # DB_PASSWORD, a variable's name
    | [a-z_$]+\d{0,2} (?: \.[a-z_$]+\d{0,2} )+ \Z                      # process.env.TOKEN
    | [a-z_][\w.]* [\[(]                                               # os.environ["TOKEN"], Optional[str]
    | [a-z][a-z0-9+.-]* :// | (?: [~.]{0,2} / [\w.-]+ ){2,} \Z          # where it is kept
    | \d{4}-\d\d-\d\d \b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SAMPLE = re.compile(r"your[-_ ]|example|placeholder|change-?me|redacted|dummy|\.\.\.", re.IGNORECASE)
_LINE_ENDS = re.compile(r"[ \t.,;:!?)]{0,20}(?:\n|\Z)")
_USUAL = frozenset({"password", "passwd", "secret", "postgres", "username", "token", "admin"})  # in sample addresses


def _kind_in(text: str) -> str | None:
    for kind, start, form in _FORMS:
        if start in text and any(_is_real(kind, found) for found in form.finditer(text)):
            return kind
    for user, password in _IN_URL.findall(text):
        if password != user and password.lower() not in _USUAL and not _is_blind(password):
            return "password in an address"
    lower = text.lower()
    if not any(hint in lower for hint in _HINTS):
        return None
    for name in _NAMED.finditer(_IN_URL.sub("://", text)):
        value = _VALUE.match(name.string, name.end())
        group = next(group for group in _SHORTEST if name[group])
        if value is not None and _is_secret(group, name, value):
            return _KINDS[group]
    return None


def _is_real(kind: str, found: re.Match[str]) -> bool:
    """Tell a key from the ones in manuals: `…EXAMPLE` by AWS, `ghp_xxxxxxxx` by everybody."""
    value = found.group(found.lastindex or 0)
    if kind == "AWS access key id" and value.endswith("EXAMPLE"):
        return False
    return len(set(value.lower())) > 2


def _is_secret(group: str, name: re.Match[str], value: re.Match[str]) -> bool:
    """Tell whether what stands behind a name is a secret rather than a word about one."""
    text = value["quoted"] or value["bare"].rstrip(".,;:!?)")
    if len(text) < _SHORTEST[group] or _is_blind(text):
        return False
    if not _WORDS.fullmatch(text):
        return group != "token" or any(sign.isdigit() for sign in text)
    if group == "token" or 0 < text.count(" ") < 3:
        return False
    if value["quoted"] or name["sign"] != ":":
        return True
    # `password: hunterhunter` is one, `password: required by the policy` is a sentence.
    return len(text) >= 12 and _LINE_ENDS.match(value.string, value.end()) is not None


def _is_blind(text: str) -> bool:
    """Tell whether a value only stands for another: a variable, a place, a row of stars."""
    return len(set(text)) <= 2 or bool(_STANDS_FOR_ANOTHER.match(text) or _SAMPLE.search(text))
