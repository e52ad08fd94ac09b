"""A sync over a real ssh server on the loopback; only where one is installed."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.machines import Machine, Net, at

SSHD = shutil.which("sshd", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin", "/usr/local/sbin")))
pytestmark = pytest.mark.skipif(SSHD is None, reason="no sshd here")


def make_key(path: Path) -> Path:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path.with_suffix(".pub")


@pytest.fixture
def url(net: Net) -> Iterator[str]:
    """The address of the remote, at a server that knows one key; the client is told of both."""
    folder = net.folder / "ssh"
    folder.mkdir(mode=0o700)
    public, host = make_key(folder / "key"), make_key(folder / "host")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    settings = {
        "ListenAddress": "127.0.0.1", "Port": port, "HostKey": folder / "host", "AuthorizedKeysFile": public,
        "PidFile": folder / "pid", "StrictModes": "no", "UsePAM": "no", "PermitRootLogin": "yes",
        "PasswordAuthentication": "no",
    }  # fmt: skip
    (folder / "config").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    (folder / "known").write_text(f"[127.0.0.1]:{port} {host.read_text()}")
    net.environ["GIT_SSH_COMMAND"] = f"ssh -F none -i {folder}/key -o UserKnownHostsFile={folder}/known"
    assert SSHD is not None
    command = [SSHD, "-D", "-e", "-f", str(folder / "config")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server_process:
        assert server_process.stderr is not None
        said = server_process.stderr.readline()
        if "listening" not in said:
            server_process.kill()
            pytest.skip(f"sshd does not run here: {said}")
        yield f"ssh://{getpass.getuser()}@127.0.0.1:{port}{net.remote}"
        server_process.kill()


def test_two_machines_meet_over_ssh(net: Net, url: str, transport: str) -> None:
    one, other = net.machine("attic", transport=transport), net.machine("barn", transport=transport)
    for machine in (one, other):
        machine.git("remote", "set-url", "origin", url)
        machine.add(f"From the {machine.name}")
        assert machine.sync(at(1)).push == "ok"
    one.sync(at(2))
    assert one.files() == other.files()
    assert one.is_clean()


@pytest.mark.parametrize("missing", ["key", "known"])
def test_a_stranger_at_either_end_is_told_and_nothing_asked(net: Net, url: str, missing: str) -> None:
    one: Machine = net.machine("attic")
    one.git("remote", "set-url", "origin", url)
    one.add("Oil the hinge")
    (net.folder / "ssh" / missing).write_text("")
    outcome = one.sync(at(1))
    assert outcome.failed
    assert "authentication" in outcome.pull
    assert one.log() == ["mem(fact): Oil the hinge"]
