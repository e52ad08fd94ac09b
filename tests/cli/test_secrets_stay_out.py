"""A refused credential never reaches disk, index, git objects or the message."""

from __future__ import annotations

import pytest

TOKEN = "ghp_" + "Zq8Yx7Wv6Ut5Sr4Qp3On2Ml1Kj0Ih9Gf8Ed7"
PEM = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA " + "PRIVATE KEY-----"
PASSWORD = "pass" + "word: correcthorse9battery"

FLAGS = ["--title", "--body", "--abstract", "--tags", "--source", "--subject", "--key"]


@pytest.mark.parametrize("secret", [TOKEN, PEM, PASSWORD], ids=["token", "pem", "password"])
def test_a_refused_credential_leaves_no_trace(world, secret: str) -> None:
    answer = world.mem("add", "--type", "howto", "--title", "Key", "--body", f"use {secret}")
    assert answer.code == 2
    assert "--force" in answer.out
    assert secret not in answer.out
    for path in world.store.rglob("*"):
        if path.is_file():
            assert secret.encode() not in path.read_bytes(), path
    assert world.git("rev-list", "--all", "--count").strip() == "0"


@pytest.mark.parametrize("flag", FLAGS)
def test_every_field_is_checked(world, flag: str) -> None:
    args = {"--title": "T", flag: f"x {TOKEN}" if flag == "--title" else TOKEN}
    answer = world.mem("add", "--type", "howto", *[word for pair in args.items() for word in pair])
    assert answer.code == 2, answer


def test_update_and_revise_are_checked_too(world) -> None:
    id = world.add("Oak door")
    assert world.mem("update", id, "--body", TOKEN).code == 2
    assert world.mem("revise", id, "--title", f"Oak {TOKEN}").code == 2
    assert TOKEN not in world.git("log", "-p", "--all")


def test_force_keeps_it_knowingly(world) -> None:
    world.ok("add", "--type", "howto", "--title", "A documented example", "--body", TOKEN, "--force")


HARMLESS = [
    "Rotate the API key every month",
    "No API key in the build",
    "apiKey: import.meta.env.KEY",
    "AKIAIOSFODNN7EXAMPLE",
    "61e95401c0ffee61e95401c0ffee61e95401c0ff",
    "123e4567-e89b-12d3-a456-426614174000",
    "password policy: rotate yearly",
    "password: <your password here>",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_the_mention_is_kept_byte_for_byte(world, text: str) -> None:
    id = world.add("Mention", "--body", text)
    assert world.path(id).read_text().endswith(f"---\n\n{text}\n")
