"""What to say at an event: nothing, the facts that matter here, or those of the topic just begun.

On the hot lane: nothing here imports more than the harness's own light modules.
"""

from __future__ import annotations

from mem.harness import events, framing
from mem.harness.keywords import SHIFT, keywords, similarity
from mem.harness.recall_state import WINDOW, Recalled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from mem.facts.ranking import Candidate
    from mem.harness.events import Event
    from mem.harness.recall_state import Session

    class Finder(Protocol):
        """What memory is asked, about the folder of the event."""

        def head(self) -> str:
            """Tell one state of the store from another."""

        def about(self, words: Sequence[str], limit: int) -> list[Candidate]:
            """Give what is precisely about these words, best first."""

        def planned(self) -> list[Candidate] | None:
            """Give what the MEMHOOKS.md files here ask for; None where there are none."""

        def top(self, limit: int) -> tuple[list[Candidate], int]:
            """Give the most important facts of this project, and how many it has."""

        def project_words(self) -> list[str]:
            """Give the words that the project and its branch go by."""


START_LINES, START_ROOM = 10, 600  # characters, fence included
PROMPT_LINES, PROMPT_ROOM = 3, 1000
TOP = 40  # facts the start chooses from
SEEN_DEPTH = 12  # hits looked through for some that this session has not seen


class Answer:
    """What is said, and the facts it is made of."""

    __slots__ = ("context", "facts")

    def __init__(self, context: str = "", facts: Sequence[Candidate] = ()) -> None:
        self.context = context
        self.facts = facts


def answer(event: Event, session: Session, finder: Finder, *, counts: bool) -> Answer:
    """Answer one event, and keep in the session what comes of it. `counts`: what is said is sure to be seen."""
    if event.is_subagent:
        return Answer()
    if event.event == events.SESSION_START:
        begin(event, session, finder)
    elif event.prompt is not None and event.event in (events.PROMPT, events.PRE_LLM):
        if event.prompt_origin != events.USER or not event.prompt:
            return Answer()
        hear(event.prompt, session)
    elif event.event == events.PRE_COMPACT:
        session.forget_context()
    session.move_to(event.cwd)
    if not event.can_inject:
        return Answer()
    told = deliver(event, session, finder)
    if counts:
        for fact in told.facts:
            session.seen[fact.id] = Recalled(fact.id, fact.number, fact.title)
    return told


def begin(event: Event, session: Session, finder: Finder) -> None:
    """Decide whether the start of a session calls for a recall."""
    head = finder.head()
    if event.source in ("compact", "clear"):
        session.forget_context()
    elif session.started and event.source == "resume":
        session.start_is_due = session.start_is_due or head != session.head
    session.started, session.head = True, head
    if event.prompt:
        session.due = list(keywords(event.prompt).words)


def hear(prompt: str, session: Session) -> None:
    """Take a message of the user's in; when the topic has moved, or not been looked up for long, it is due."""
    found = keywords(prompt)
    if not found.words:
        return
    moved = similarity(found.terms, session.window) < SHIFT
    session.hear(found.terms)
    if moved or session.since >= WINDOW:
        session.due = list(found.words)
        session.since = 0


def deliver(event: Event, session: Session, finder: Finder) -> Answer:
    """Say what is due at an event that reaches the model."""
    told = Answer()
    if session.start_is_due and _may_start(event):
        told = at_start(session, finder)
        session.start_is_due = session.has_moved = False
    if session.has_moved:
        told = unseen(finder.planned() or (), session, ())
        session.has_moved = False
    if session.due and event.event != events.SESSION_START:
        told = _joined(told, on_topic(session, finder, [fact.id for fact in told.facts]))
        session.due = []
    return told


def at_start(session: Session, finder: Finder) -> Answer:
    """Give what matters in this project: what its hooks ask for, what its name and branch find, then its top facts."""
    planned = finder.planned()
    chosen = planned if planned is not None else finder.about(session.due or finder.project_words(), START_LINES)
    top, total = finder.top(TOP)
    facts = [fact for fact in _each_once([*chosen, *top]) if not session.has_seen(fact.id, fact.number)]
    room = START_ROOM - len(framing.more_line(total)) - 1
    told = framing.fitting(facts, START_LINES, room)
    return Answer(framing.block(told, max(total, len(facts)) - len(told)), told)


def on_topic(session: Session, finder: Finder, told: Sequence[str]) -> Answer:
    """Give what is known about the topic just begun, no line twice in a session."""
    return unseen(finder.about(session.due, SEEN_DEPTH), session, told)


def unseen(found: Sequence[Candidate], session: Session, told: Sequence[str]) -> Answer:
    """Of what was found, give the few lines that this session has not had yet."""
    fresh = [fact for fact in found if fact.id not in told and not session.has_seen(fact.id, fact.number)]
    facts = framing.fitting(fresh, PROMPT_LINES, PROMPT_ROOM)
    return Answer(framing.block(facts), facts)


def _may_start(event: Event) -> bool:
    """A session begins once; where its beginning reaches nobody, the first words that do stand in for it."""
    return event.event == events.SESSION_START or not event.starts_aloud


def _joined(one: Answer, other: Answer) -> Answer:
    return Answer("\n".join(filter(None, (one.context, other.context))), [*one.facts, *other.facts])


def _each_once(facts: Sequence[Candidate]) -> list[Candidate]:
    return list({fact.id: fact for fact in facts}.values())
