"""Credentials that only their surroundings give away: behind a name such as `password:`, or inside an address.

Apart from the forms that are known by their beginning, because few texts hold a name of the kind.
"""

from __future__ import annotations

import re

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


def in_address(text: str) -> str | None:
    """Name the password of an address such as `postgres://user:password@host`."""
    for user, password in _IN_URL.findall(text):
        if password != user and password.lower() not in _USUAL and not _is_blind(password):
            return "password in an address"
    return None


def behind_name(text: str) -> str | None:
    """Name the kind of credential that stands behind a word for one."""
    for name in _NAMED.finditer(_IN_URL.sub("://", text)):
        value = _VALUE.match(name.string, name.end())
        group = next(group for group in _SHORTEST if name[group])
        if value is not None and _is_secret(group, name, value):
            return _KINDS[group]
    return None


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
