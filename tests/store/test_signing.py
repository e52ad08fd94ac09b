"""Signed commits: made by git's own rules, never waited for without end, and no fact lost over them."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from mem.store.commits import CouldNotSign
from mem.store.repository import BULK
from mem.store.store import Edit

from helpers.ground import NOW, Ground, path_of


def stub(ground: Ground, script: str) -> None:
    """Put a program in place of gpg, and tell git to sign."""
    program = ground.folder / "gpg-stub"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    ground.git("config", "gpg.program", str(program))
    ground.git("config", "commit.gpgsign", "true")


SIGNING = r"""cat > /dev/null
printf '\n[GNUPG:] SIG_CREATED D\n' >&2
printf -- '-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\n'"""


def test_a_commit_is_signed_when_git_is_told_so(ground: Ground) -> None:
    stub(ground, SIGNING)
    ground.add("a")
    assert "gpgsig -----BEGIN PGP SIGNATURE-----" in ground.git("cat-file", "commit", "HEAD")
    assert ground.git("log", "--format=%an <%ae> %at").strip() == "Ada <ada@example.invalid> 1772359200"
    assert ground.is_clean()


def test_a_commit_of_many_facts_is_signed_too(ground: Ground) -> None:
    stub(ground, SIGNING)
    with ground.store.writer(NOW) as writer:
        writer.commit([Edit(path_of(f"n{number}"), b"%d\n" % number) for number in range(BULK)], "mem: many")
    assert "gpgsig -----BEGIN PGP SIGNATURE-----" in ground.git("cat-file", "commit", "HEAD")
    assert ground.is_clean()


def test_a_real_key_of_ssh_signs(ground: Ground, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    (tmp_path / "allowed").write_text(f"ada@example.invalid {key.with_suffix('.pub').read_text()}")
    for name, value in [
        ("gpg.format", "ssh"),
        ("user.signingkey", str(key)),
        ("gpg.ssh.allowedSignersFile", str(tmp_path / "allowed")),
        ("commit.gpgsign", "true"),
    ]:
        ground.git("config", name, value)
    ground.add("a")
    ground.git("verify-commit", "HEAD")


@pytest.mark.parametrize("script", ["exit 1", "sleep 60"], ids=["fails", "hangs"])
def test_what_could_not_be_signed_is_kept_and_committed_by_the_next_write(ground: Ground, script: str) -> None:
    stub(ground, script)
    began = time.monotonic()
    with pytest.raises(CouldNotSign) as refused:
        ground.add("a", sign_seconds=1)
    assert time.monotonic() - began < 8
    assert "could not sign" in refused.value.message
    assert ground.text("a") == "one\n"
    with pytest.raises(CouldNotSign):
        ground.add("b", sign_seconds=1)
    ground.git("config", "commit.gpgsign", "false")
    ground.add("c")
    assert ground.subjects() == ["mem(fact): c", "mem(fact): b", "mem(fact): a"]
    assert ground.is_clean()


def test_a_signing_that_hangs_is_waited_for_once_a_call(ground: Ground) -> None:
    stub(ground, "sleep 60")
    for name in ("a", "b"):
        with pytest.raises(CouldNotSign):
            ground.add(name, sign_seconds=0.2)
    began = time.monotonic()
    with pytest.raises(CouldNotSign), ground.store.writer(NOW, sign_seconds=1) as writer:
        writer.commit([Edit(path_of("c"), b"c\n")], "mem(fact): c")
    assert time.monotonic() - began < 1.9


def test_gits_index_is_free_while_a_signature_is_made(ground: Ground) -> None:
    ground.add("a")
    stub(ground, f'test -e "{ground.root}/.git/index.lock" && exit 1\n{SIGNING}')
    ground.add("b")
    assert ground.facts_in_head() == {"a", "b"}


def test_a_commit_that_comes_while_a_signature_is_made_is_built_upon(ground: Ground) -> None:
    ground.add("a")
    theirs = f'git -C "{ground.root}" commit -q --allow-empty --no-gpg-sign -m theirs'
    stub(ground, f'test -e "{ground.folder}/once" || {{ touch "{ground.folder}/once"; {theirs}; }}\n{SIGNING}')
    ground.add("b")
    assert ground.subjects() == ["mem(fact): b", "theirs", "mem(fact): a"]
    assert "gpgsig" in ground.git("cat-file", "commit", "HEAD")
    assert ground.is_clean()


def test_hand_edits_that_cannot_be_signed_wait(ground: Ground) -> None:
    stub(ground, "exit 1")
    ground.write("a", "by hand\n")
    assert ground.take_in("a").uncommitted


def test_without_git_nothing_is_signed_and_that_is_said(ground: Ground) -> None:
    ground.git("config", "commit.gpgsign", "true")
    with pytest.raises(CouldNotSign), ground.without_git().writer(NOW) as writer:
        writer.commit([Edit(path_of("a"), b"a\n")], "mem(fact): a")
    assert (ground.root / path_of("a")).exists()
