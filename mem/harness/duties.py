"""What an event is also good for, besides an answer: hooks that follow the files, captures, a sync now and then."""

from __future__ import annotations

import os

from mem.harness import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mem.facts.instant import Instant
    from mem.harness.events import Event
    from mem.harness.recall_state import Session
    from mem.store.refs import Places

SYNC_AFTER_TURN, SYNC_AFTER_SESSION = 600.0, 30.0  # seconds between two
INBOX = "inbox"
HOOK = "MEMHOOKS.md"
BASIS = "inferred"
NUDGE = "If this commit settled or taught something that will still be true next week: mem add, one claim a fact."


def is_wanted(root: str, setting: str) -> bool:
    """Tell whether `mem.toml` says `capture = true` or `nudge = true`; a file that cannot be read says nothing."""
    try:
        with open(os.path.join(root, "mem.toml"), encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return False
    if setting not in text:
        return False
    from mem import config
    from mem.errors import MemError

    try:
        return getattr(config.parse(text)[0], setting) is True
    except MemError:
        return False


def remember(event: Event, session: Session) -> None:
    """Keep in the session what the end of the turn may make captures of."""
    if event.tool and event.tool.command:
        session.ran(event.tool.command, ok=event.tool.ok)
    if event.event == events.PROMPT and event.prompt and event.prompt_origin == events.USER:
        from mem.harness import capture

        for noted in capture.from_user(event.prompt):
            session.note(noted.title)


def capture_turn(event: Event, session: Session, root: str, now: Instant) -> int:
    """Write what this turn may have taught into the inbox; give how many files that made."""
    from mem.harness import capture

    found = [again for text in session.noted for again in capture.from_user(text)]
    found += capture.from_agent(event.last_assistant_message or "")
    found += capture.from_commands(session.mended)
    session.noted, session.mended = [], {}
    titles = [seen.title for seen in session.seen.values()]
    return sum(_put(noted, event, root, now) for noted in capture.fresh(found, titles))


def follow_files(event: Event, environ: Mapping[str, str], home: str) -> int:
    """Keep the hook files of a project in step with what a tool touched, where the project has hooks."""
    tool = event.tool
    if tool is None or not tool.paths or tool.kind not in ("write", "shell", "mcp") or not has_hooks(event.cwd):
        return 0
    from mem.hookfiles.follow import EVENT, follow
    from mem.hookfiles.roots import Around
    from mem.hookfiles.stopped import Stopped

    config_home = environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    root = environ.get("MEMHOOKS_ROOT") or None
    around = Around(event.cwd, configured_root=root, home=home, config_home=config_home)
    touched = {"hook_event_name": EVENT, "cwd": event.cwd, "tool_input": {"paths": tool.paths}}
    try:
        return follow(touched, around, environ.get("MEMHOOKS_AUTO_PATHS"))[0]
    except Stopped:
        return 0


def sync_now_and_then(event: Event, places: Places, environ: Mapping[str, str], now: float) -> bool:
    """Start a sync in the background, if there is somebody to meet and the last one was not just now."""
    if not _has_remote(places, environ.get("MEM_REMOTE") or "origin"):
        return False
    every = SYNC_AFTER_SESSION if event.event == events.SESSION_END else SYNC_AFTER_TURN
    from mem.harness import background

    if not background.is_due(places.own, "sync", now, every):
        return False
    return background.start(["sync"], environ)


def has_hooks(folder: str) -> bool:
    """Tell whether a hook file lies on the way from a folder to the top of its project."""
    folder = os.path.realpath(folder)
    while True:
        if os.path.lexists(os.path.join(folder, HOOK)):
            return True
        parent = os.path.dirname(folder)
        if parent == folder or os.path.lexists(os.path.join(folder, ".git")):
            return False
        folder = parent


def _put(noted: object, event: Event, root: str, now: Instant) -> bool:
    from mem.facts import document
    from mem.facts.fact import BASES, Fact, new_id
    from mem.facts.secrets import find_secret
    from mem.harness.capture import Noted
    from mem.project import project_of

    assert isinstance(noted, Noted)
    folder = os.path.join(root, INBOX)
    if os.path.islink(folder) or find_secret({"title": noted.title, "body": noted.body}):
        return False
    id = new_id(noted.type, noted.title, now, lambda _: False)
    fact = Fact(
        id=id,
        type=noted.type,
        title=noted.title,
        body=noted.body,
        scope="" if noted.type == "preference" else project_of(event.cwd),
        confidence=BASES[BASIS],
        source=f"{event.harness}:{event.session_id}",
        source_agent=event.harness,
        tx_at=now,
    )
    os.makedirs(folder, exist_ok=True)
    return _write_new(os.path.join(folder, f"{id}.md"), document.compose(fact).encode())


def _write_new(path: str, data: bytes) -> bool:
    """Make a file that is whole from the first moment; one that is there already stays."""
    aside = f"{path}.{os.getpid()}"
    with open(aside, "xb") as file:
        file.write(data)
    try:
        os.link(aside, path)
    except FileExistsError:
        return False
    finally:
        os.unlink(aside)
    return True


def _has_remote(places: Places, name: str) -> bool:
    try:
        with open(os.path.join(places.common, "config"), encoding="utf-8", errors="replace") as file:
            return f'[remote "{name}"]' in file.read()
    except OSError:
        return False
