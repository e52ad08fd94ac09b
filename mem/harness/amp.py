"""Amp: what its plugin may give back at a prompt is not documented, so we only watch."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.events import PROMPT, SESSION_START, TOOL_POST, TURN_END, Event, first_text, inner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

NAMES = {
    "session.start": SESSION_START,
    "agent.start": PROMPT,
    "tool.result": TOOL_POST,
    "agent.end": TURN_END,
}


class Amp(Dialect):
    names = NAMES

    def native(self, said: Document) -> str:
        return first_text(said, ("event",))

    def fields(self, said: Document) -> Document:
        return {**said, "session_id": first_text(inner(said, "thread"), ("id",))}

    def reply(self, event: Event, context: str) -> Document | str | None:  # noqa: ARG002  # it would not be heard
        return SAYS_NOTHING if event.event == SESSION_START else None


DIALECT = Amp()
