"""Hermes: what matters lies in `extra`; only the event before a model call is listened to."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.events import PRE_LLM, SESSION_END, SESSION_START, TOOL_POST, TURN_END, Event, first_text, inner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

NAMES = {
    "on_session_start": SESSION_START,
    "pre_llm_call": PRE_LLM,
    "post_tool_call": TOOL_POST,
    "post_llm_call": TURN_END,
    "on_session_end": SESSION_END,
}


class Hermes(Dialect):
    names = NAMES

    def fields(self, said: Document) -> Document:
        extra = inner(said, "extra")
        return {
            **said,
            "prompt": first_text(extra, ("user_message",)) or None,
            "last_assistant_message": first_text(extra, ("assistant_response",)) or None,
        }

    def reply(self, event: Event, context: str) -> Document | str | None:
        return {"context": context} if context and event.event == PRE_LLM else SAYS_NOTHING


DIALECT = Hermes()
