"""Credentials are found by their form; talk about them, examples and references are let through.

The samples are put together here, so that no scanner takes this page for a leak.
"""

from __future__ import annotations

import random
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.errors import UsageError
from mem.facts.secrets import CredentialFound, Secret, find_secret

CHANCE = random.Random(7)
LETTERS = string.ascii_letters + string.digits
R36 = "".join(CHANCE.choices(LETTERS, k=36))
R80 = "".join(CHANCE.choices(LETTERS, k=80))
HEX = "".join(CHANCE.choices("0123456789abcdef", k=32))

SECRETS = [
    ("AWS access key id", "AKI" + "A7QX2MZP4RWK9TDVB", "key "),
    ("AWS access key id", "ASI" + "A7QX2MZP4RWK9TDVB", ""),
    ("AWS access key id", "AKI" + "AEXAMPLEQ7WD4N2K9", ""),
    ("GitHub token", "gh" + f"p_{R36}", "see "),
    *(("GitHub token", "gh" + f"{kind}_{R36}", "") for kind in "ousr"),
    ("GitHub token", "github" + f"_pat_11AAAAAAA0{R80[:60]}", ""),
    ("secret key (sk-…)", "sk" + f"-{R36}1", "use "),
    ("secret key (sk-…)", "sk" + f"-ant-api03-{R80}-{R36}AA", ""),
    ("secret key (sk-…)", "sk" + f"-proj-{R80}", '"'),
    ("Slack token", "xox" + f"b-12345678901-{R36[:24]}", ""),
    ("Slack token", "xox" + f"p-12345678901-{R36[:24]}", ""),
    ("Slack webhook", "https://hooks.sla" + f"ck.com/services/T0AB12CD3/B0AB12CD3/{R36[:24]}", ""),
    ("Google API key", "AI" + f"za{R36[:35]}", ""),
    ("Stripe key", "sk_" + f"live_{R36[:24]}", ""),
    ("Stripe key", "rk_" + f"live_{R36[:24]}", ""),
    ("GitLab token", "glp" + f"at-{R36[:20]}", ""),
    ("npm token", "np" + f"m_{R36}", ""),
    ("PyPI token", "py" + f"pi-AgEIcHlwaS5vcmc{R36}", ""),
    ("Hugging Face token", "h" + f"f_{R36}", ""),
    ("JSON web token", "ey" + f"JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{R36}", ""),
    ("bearer token", f"Authorization: Bea{'rer'} {R36}", "-H '"),
    ("private key", f"-----BEGIN {'RSA PRIVATE'} KEY-----\n{R80}\n-----END", "pem:\n"),
    ("private key", f"-----BEGIN {'OPENSSH PRIVATE'} KEY-----", ""),
    ("private key", f"-----BEGIN {'PRIVATE'} KEY-----", ""),
    ("private key", f"-----BEGIN {'PGP PRIVATE'} KEY BLOCK-----", ""),
    ("password in an address", "postgres://app:" + "s3cr3tw0rd@db.example.org/app", ""),
    ("password in an address", "redis://:" + "hunter2hunter@cache:6379", ""),
    ("password", "pass" + "word: hunterhunter", ""),
    ("password", "pass" + "word=correct1horse", ""),
    ("password", "pass" + "word=hunterhunter and more", ""),
    ("password", '{"pass' + 'word": "tr0ub4dor&3"}', ""),
    ("password", "**Pass" + "word:** tr0ub4dor&3", ""),
    ("password", "DB_PASS" + "WORD=tr0ub4dor&3", "export "),
    ("password", "pass" + "phrase: 'correct horse battery staple'", ""),
    ("password", "pwd" + " => tr0ub4dor&3", ""),
    ("secret key", "api" + f"_key={HEX[:16]}", ""),
    ("secret key", "API " + f"key: {HEX}", "The "),
    ("secret key", "client" + f"-secret = {HEX[:16]}", ""),
    ("secret key", "access" + f"_token:{HEX[:16]}", ""),
    ("secret key", "aws_secret_access" + f"_key = {R36}/+ab", ""),
    ("secret key", "https://example.org/?api" + f"_key={HEX}&x=1", ""),
    ("token", f"tok{'en'}: {HEX}", "the "),
    ("token", f"sec{'ret'} = {HEX}", ""),
]


@pytest.mark.parametrize(("kind", "secret", "before"), SECRETS)
@pytest.mark.parametrize("after", ["", "\nmore", "."])
def test_a_credential_is_found_wherever_it_stands(kind: str, secret: str, before: str, after: str) -> None:
    assert find_secret({"title": "Notes", "body": f"text\n{before}{secret}{after}"}) == Secret(kind, "body")


@pytest.mark.parametrize(
    "text",
    [
        "Rotate the API key",
        "No API key in the build",
        "apiKey: import.meta.env.KEY",
        "The secret lives in the vault. Ask for an api key. sk-short password=abc",
        "Password policy - rotate yearly",
        "password policy: rotate yearly",
        "password: see the vault",
        "password: required by the policy",
        "password: changed yesterday",
        "password: hunterhunters are common here",
        "password: ${PASSWORD}",
        "password: $DB_PASSWORD",
        "password=%DB_PASSWORD%",
        "password: DB_PASSWORD",
        "password: {{ vault.password }}",
        "password: ************",
        "password: xxxxxxxxxxxx",
        "password: <your-password-here>",
        "password: your-password-here",
        "password: changeme-changeme1",
        "password: [REDACTED 12]",
        "password: /run/secrets/db_password1",
        "password: ~/.config/app/password1",
        "password: op://vault/item/field1",
        "password: Optional[str] = None",
        "password: 2026-03-01 rotated",
        "passwords: 12345678901234",
        "password_hash=1234567890ab",
        "password_min_length: 12345678",
        "pwd: /home/me/project",
        "token: <your-token-goes-here>",
        "token = process.env.TOKEN",
        "token: str = field(default=None)",
        "if token: return something_long_here_12",
        "secret: kubernetes secret named foo",
        "max_tokens=4096000000000000000",
        "token: unicode61 tokenizer",
        "api_key = os.environ['API_KEY_OF_X1']",
        "api_key=getenv(API_KEY_OF_X1)",
        "secret_key: config.s3.secret_key",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "gh" + "p_" + "x" * 36,
        "sk" + "-" + "X" * 48,
        "sk-learn-compatible-estimators",
        "risk-assessment-2026-06-16-of-the-dock",
        "task-management-system-2026-06-16-v2",
        "pypi-publish-workflow-action",
        "61e95401c0ffee61e95401c0ffee61e95401c0ff",
        "123e4567-e89b-42d3-a456-426614174000",
        "h-2026-06-16-rotate-the-deploy-key",
        "https://user:password@example.org/",
        "postgres://postgres:postgres@localhost/app",
        "amqp://guest:guest@localhost",
        "https://x-access-token:TOKEN@github.com/a/b",
        "https://app:${DB_PASSWORD}@db",
        "http://localhost:8080/path?to=me@example.org",
        "-----BEGIN PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----",
        "the bearer of this letter is my cousin from overseas",
        "eyJ is how every JSON web token begins",
        "",
    ],
)
def test_talk_about_credentials_is_no_credential(text: str) -> None:
    assert find_secret({"title": text, "body": f"one\n{text}\ntwo"}) is None


@pytest.mark.parametrize("field", ["title", "abstract", "source", "tags", "x-owner", "body"])
def test_every_field_is_looked_at(field: str) -> None:
    token = "gh" + f"p_{R36}"
    value = ["a", token] if field == "tags" else f"a {token}"
    assert find_secret({"id": "h-1", field: value, "z": "z"}) == Secret("GitHub token", field)


def test_a_field_that_is_called_password_is_one() -> None:
    assert find_secret({"pass" + "word": "hunterhunter"}) == Secret("password", "password")


def test_the_refusal_names_kind_and_field_and_a_way_on_but_never_the_value() -> None:
    failure = CredentialFound(Secret("GitHub token", "tags"))
    assert isinstance(failure, UsageError)
    assert (failure.code, failure.message) == (2, "tags holds what looks like a credential: GitHub token")
    assert "--force" in (failure.help or "")


@given(st.text(max_size=80))
def test_any_text_is_looked_at_without_a_fault(text: str) -> None:
    assert find_secret({"body": text, "tags": [text]}) == find_secret({"body": text, "tags": [text]})


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "piece",
    [
        "eyJ", "eyJaaaaaaaaaaa.", "sk-a1-", "://a:bcdef", "-----BEGIN ", "xoxb-", "Bearer ", "token=",
        "password: abcdefghijklm ",
        'password="', "~/",
    ],
)  # fmt: skip
def test_a_hostile_megabyte_takes_no_longer_than_its_length(piece: str) -> None:
    started = time.process_time()
    find_secret({"body": piece * (MEGABYTE // len(piece))})
    assert time.process_time() - started < 10
