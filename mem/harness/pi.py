"""pi's extension: it hands events over as they are and passes on the message it gets back."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.events import (
    PRE_COMPACT,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_POST,
    TURN_END,
    Event,
    first_text,
    inner,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

NAMES = {
    "session_start": SESSION_START,
    "before_agent_start": PROMPT,
    "tool_result": TOOL_POST,
    "agent_settled": TURN_END,
    "session_before_compact": PRE_COMPACT,
    "session_shutdown": SESSION_END,
}


class Pi(Dialect):
    names = NAMES

    def native(self, said: Document) -> str:
        return first_text(said, ("event",))

    def fields(self, said: Document) -> Document:
        folder = first_text(said, ("cwd",)) or first_text(inner(said, "systemPromptOptions"), ("cwd",))
        return {**said, "cwd": folder, "source": said.get("reason")}

    def reply(self, event: Event, context: str) -> Document | str | None:
        if not context or event.event != PROMPT:
            return SAYS_NOTHING
        return {"message": {"customType": "mem-recall", "content": context, "display": False}}


DIALECT = Pi()
