"""`mem on EVENT`, whole: one event in, one document or nothing out, status 0 whatever happens.

All of it is hot lane: an event on an unchanged topic imports neither Typer nor what a search needs.
"""

from __future__ import annotations

import _thread
import os
import time

from mem.cli.called import Asked, clock, folder_of, moment, read_document, store_of
from mem.cli.later import Later
from mem.harness import events, wire
from mem.harness.harnesses import decode, encode, is_sure
from mem.harness.journal import Happened, note
from mem.harness.recall_state import Held, Session, drop_old, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mem.harness.base import Document
    from mem.harness.events import Event
    from mem.store.refs import Places

WORKING_SECONDS = 1.0
PATIENCE = 0.3  # seconds for the same session's other event
OFF = ("off", "0", "no", "false")
CAPTURING = (events.PROMPT, events.TOOL_POST, events.TURN_END)
PRIME = 2**61 - 1
NOTHING, AGAIN, BUSY = "nothing", "again", "busy"


class Watch:
    """Ends the process in time, wherever it hangs: an answer that comes too late is worth less than none."""

    def __init__(self, event: Event, note_late: Happened | None, private: str) -> None:
        self._last_words = _text(encode(event, ""))
        self._note_late = note_late
        self._private = private
        self._turn = _thread.allocate_lock()
        self._has_spoken = False
        _thread.start_new_thread(self._wait, ())

    def speak(self, text: str) -> None:
        with self._turn:
            if not self._has_spoken:
                self._has_spoken = True
                _print(text)

    def _wait(self) -> None:
        time.sleep(WORKING_SECONDS)
        with self._turn:
            if not self._has_spoken:
                _print(self._last_words)
            if self._note_late:
                note(self._private, self._note_late)
            os._exit(0)


def on(argv: Sequence[str], environ: Mapping[str, str]) -> int | None:
    """Answer one event, always with status 0; None when somebody wants to read the manual."""
    asked = Asked(argv)
    if asked.is_help:
        return None
    if environ.get("MEM_HOOKS", "").lower() in OFF:
        return 0
    if asked.unknown and not asked.event:
        _complain(f"mem on: {asked.unknown} is none of {', '.join(name.replace('_', '-') for name in events.EVENTS)}")
        return 0
    started = time.monotonic()
    try:
        event = decode(wire.read(read_document()), asked.event, asked.harness)
        if event is not None:
            _answer(event, environ, started)
    except BrokenPipeError:  # nobody listens any more
        pass
    except Exception as error:  # noqa: BLE001  # the last door: nothing of ours may stop an agent
        _complain(f"mem on: {type(error).__name__}, nothing was recalled")
    return 0


def _answer(event: Event, environ: Mapping[str, str], started: float) -> None:
    event.cwd = folder_of(event, environ)
    if event.harness == "goose":
        from mem.harness import goose_file

        if goose_file.file_of(event, environ):
            goose_file.listen(event)
    places = store_of(environ)
    if places is None:
        _print(_text(encode(event, "")))
        return
    seconds, at = clock(environ)
    happened = Happened(at, event.harness, event.event, event.session_id, "late", 0)
    watch = Watch(event, happened, places.own)
    try:
        happened.outcome = _respond(event, places, environ, seconds, watch)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, the agent goes on
        happened.outcome = f"fault {type(error).__name__}"
        watch.speak(_text(encode(event, "")))
    happened.milliseconds = round((time.monotonic() - started) * 1000)
    note(places.own, happened)


def _respond(event: Event, places: Places, environ: Mapping[str, str], seconds: float, watch: Watch) -> str:
    """Answer one event under its session's lock, then do what else it is good for; gives what came of it."""
    name = name_of(event.session_id or f"{event.harness}-{event.cwd}")
    with Held(places.own, name, PATIENCE) as held:
        session = held.session
        if not held.is_kept and event.event == events.SESSION_START:
            session = Session()  # nobody can remember it, but a session begins only once
        if session is None or not _claim(event, session, seconds):
            watch.speak(_text(encode(event, "")))
            return BUSY if session is None else AGAIN
        context = _recalled(event, session, places, environ, seconds) or _nudge(event, places.root)
        captured = _capture(event, session, places.root, environ) if event.event in CAPTURING else 0
        held.save()
        if event.harness == "goose":
            _tell_goose(event, context, environ)
        watch.speak(_text(encode(event, context)))
    _also(event, places, environ, seconds)
    if captured:
        return f"captured {captured}"
    return f"said {len(context)}" if context else NOTHING


def _claim(event: Event, session: Session, seconds: float) -> bool:
    key, for_good = _key(event)
    return not key or session.claim(key, seconds, for_good=for_good)


def _key(event: Event) -> tuple[str, bool]:
    """Give what makes an event the same event again, and whether it names a turn rather than a moment."""
    if event.event == events.TOOL_POST:
        return (f"tool {event.tool.id}", True) if event.tool and event.tool.id else ("", False)
    if event.event in (events.PROMPT, events.TURN_END) or (event.event == events.PRE_LLM and event.prompt):
        said = event.prompt or event.last_assistant_message or ""
        turn = event.turn_id
        return f"{event.event} {turn or fingerprint(said)}", bool(turn)
    if event.event in (events.PRE_LLM, events.CWD_CHANGED):
        return "", False
    return f"{event.event} {event.source or ''}", False


def fingerprint(text: str) -> str:
    """Tell one text from another; any library that does it takes longer to load than this to run."""
    return f"{int.from_bytes(text.encode('utf-8', 'replace'), 'big') % PRIME:x}"


def _recalled(event: Event, session: Session, places: Places, environ: Mapping[str, str], seconds: float) -> str:
    from mem.harness import answering

    finder = Later(places, event.cwd, seconds, environ)
    try:
        told = answering.answer(event, session, finder, counts=is_sure(event))
    finally:
        finder.close()
    return told.context


def _nudge(event: Event, root: str) -> str:
    """After a commit, where the store wants it, ask for what was learned."""
    if not (event.event == events.TOOL_POST and event.can_inject and event.tool and event.tool.ok):
        return ""
    if "git commit" not in event.tool.command:
        return ""
    from mem.harness import duties

    return duties.NUDGE if duties.is_wanted(root, "nudge") else ""


def _tell_goose(event: Event, context: str, environ: Mapping[str, str]) -> None:
    from mem.harness import goose_file

    path = goose_file.file_of(event, environ)
    if path:
        goose_file.tell(path, event, context)


def _capture(event: Event, session: Session, root: str, environ: Mapping[str, str]) -> int:
    """Where the store wants captures, keep what may become one, and write them when the turn ends."""
    from mem.harness import duties

    if event.is_subagent or not duties.is_wanted(root, "capture"):
        return 0
    duties.remember(event, session)
    if event.event != events.TURN_END or event.stop_hook_active:
        return 0
    return duties.capture_turn(event, session, root, moment(environ))


def _also(event: Event, places: Places, environ: Mapping[str, str], seconds: float) -> None:
    """Do what nobody waits for an answer to."""
    if event.event == events.SESSION_START:
        drop_old(places.own, seconds)
    elif event.event == events.TOOL_POST:
        from mem.harness import duties

        duties.follow_files(event, environ, environ.get("HOME", ""))
    elif event.event in (events.TURN_END, events.SESSION_END):
        from mem.harness import duties

        duties.sync_now_and_then(event, places, environ, seconds)


def _text(reply: Document | str | None) -> str:
    if reply is None:
        return ""
    return reply + "\n" if isinstance(reply, str) else wire.write(reply) + "\n"


def _print(text: str) -> None:
    if text:
        os.write(1, text.encode("utf-8", "replace"))


def _complain(line: str) -> None:
    try:
        os.write(2, f"{line}\n".encode("utf-8", "replace"))
    except OSError:
        return
