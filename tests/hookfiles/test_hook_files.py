"""A hook is read without surprises and written whole, under a lock, or not at all."""

from __future__ import annotations

import fcntl
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mem.hookfiles import files
from mem.hookfiles.files import ASIDE, LOCK, CannotWrite, LockHeld, read_hook, update_hook
from mem.hookfiles.stopped import Stopped
from mem.hooks.document import Document

TEXT = "---\nschema: memhooks/v2\n---\nGuidance.\n"


@pytest.fixture
def hook(tmp_path: Path) -> Path:
    path = tmp_path / "MEMHOOKS.md"
    path.write_text(TEXT)
    return path


def adding(line: str) -> Callable[[Document | None], str | None]:
    return lambda document: None if document is None else document.text + line


def codes(stopped: Stopped) -> list[str]:
    return [finding.code for finding in stopped.findings]


def test_a_change_is_written_with_the_file_s_own_mode(hook: Path) -> None:
    hook.chmod(0o640)
    assert update_hook(str(hook), adding("more\n"))
    assert hook.read_text() == TEXT + "more\n"
    assert stat.S_IMODE(hook.stat().st_mode) == 0o640
    assert sorted(path.name for path in hook.parent.iterdir()) == [LOCK, "MEMHOOKS.md"]


def test_nothing_new_is_not_written(hook: Path) -> None:
    before = hook.stat()
    assert not update_hook(str(hook), lambda document: document and document.text)
    assert not update_hook(str(hook), lambda _: None)
    assert (hook.stat().st_ino, hook.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_the_byte_order_mark_and_windows_line_ends_stay(hook: Path) -> None:
    hook.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert update_hook(str(hook), adding("more\r\n"))
    assert hook.read_bytes() == b"\xef\xbb\xbf" + (TEXT + "more\n").replace("\n", "\r\n").encode()


def test_an_invalid_hook_is_not_touched(hook: Path) -> None:
    hook.write_text("---\nschema: memhooks/v1\n---\n")
    with pytest.raises(Stopped) as stopped:
        update_hook(str(hook), adding("more\n"))
    assert codes(stopped.value) == ["MH001"]
    assert hook.read_text() == "---\nschema: memhooks/v1\n---\n"


def test_a_change_that_would_make_a_hook_invalid_is_refused(hook: Path) -> None:
    with pytest.raises(Stopped):
        update_hook(str(hook), lambda _: "---\nschema: memhooks/v2\nscope: [a]\n---\n")
    assert hook.read_text() == TEXT


@pytest.mark.parametrize("name", ["MEMHOOKS.md", LOCK])
@pytest.mark.parametrize("kind", ["link outside", "link inside", "dangling link", "pipe", "folder"])
def test_a_hook_or_lock_that_is_no_plain_file_is_refused(tmp_path: Path, name: str, kind: str) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    victim = (tmp_path if kind == "link outside" else folder) / "victim"
    victim.write_text(TEXT)
    path = folder / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere" if kind == "dangling link" else victim)
    if name == LOCK:
        (folder / "MEMHOOKS.md").write_text(TEXT)
    with pytest.raises(Stopped) as stopped:
        update_hook(str(folder / "MEMHOOKS.md"), lambda _: TEXT + "written\n")
    assert codes(stopped.value) == ["MH029"]
    assert victim.read_text() == TEXT
    assert not (tmp_path / "nowhere").exists()


def test_a_link_in_the_place_of_the_new_file_is_not_followed(hook: Path) -> None:
    victim = hook.parent / "victim"
    victim.write_text("keep me")
    (hook.parent / ASIDE).symlink_to(victim)
    assert update_hook(str(hook), adding("more\n"))
    assert victim.read_text() == "keep me"


def test_a_pipe_does_not_hold_the_reader_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "MEMHOOKS.md")
    with pytest.raises(Stopped):
        read_hook(str(tmp_path / "MEMHOOKS.md"))


def test_what_a_killed_writer_left_is_taken_away(hook: Path) -> None:
    (hook.parent / ASIDE).write_text("half")
    assert update_hook(str(hook), adding("more\n"))
    assert not (hook.parent / ASIDE).exists()


def test_a_lock_that_is_never_given_back_is_told(hook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with open(hook.parent / LOCK, "w") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        with pytest.raises(LockHeld):
            update_hook(str(hook), adding("more\n"))
    assert update_hook(str(hook), adding("more\n"))


def test_a_refusal_of_the_system_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="cannot write"):
        update_hook(str(tmp_path / "gone" / "MEMHOOKS.md"), lambda _: TEXT)


def test_the_lock_stays_out_of_git_s_sight(hook: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=hook.parent, check=True)
    for number in range(2):
        update_hook(str(hook), adding(f"{number}\n"))
        (hook.parent / LOCK).unlink()
    (hook.parent / LOCK).write_text("")
    told = subprocess.run(["git", "status", "--porcelain"], cwd=hook.parent, capture_output=True, text=True, check=True)
    assert told.stdout == "?? MEMHOOKS.md\n"
    assert (hook.parent / ".git/info/exclude").read_text().count(LOCK) == 1


WRITER = """
import sys
from mem.hookfiles.files import update_hook
for number in range(100_000):
    guidance = f"Guidance {number} " + "x" * 200_000 + "\\nend\\n"
    update_hook(sys.argv[1], lambda document: document.text[:document.text.index("Guidance")] + guidance)
"""


def test_a_writer_killed_at_any_moment_leaves_a_whole_hook(hook: Path) -> None:
    for round in range(12):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(hook)])
        before = hook.stat().st_mtime_ns
        while hook.stat().st_mtime_ns == before and process.poll() is None:
            time.sleep(0.002)
        time.sleep(0.0007 * round)
        process.send_signal(signal.SIGKILL)
        process.wait()
        text = hook.read_text()
        assert text.startswith("---\nschema: memhooks/v2\n---\nGuidance ")
        assert text.endswith("\nend\n")
    update_hook(str(hook), lambda _: TEXT)
    assert sorted(path.name for path in hook.parent.iterdir()) == [LOCK, "MEMHOOKS.md"]
