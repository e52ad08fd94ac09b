"""OpenClaw's plugin: `prependContext` before the prompt is built."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.events import (
    PRE_COMPACT,
    PRE_LLM,
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
    "before_prompt_build": PRE_LLM,
    "after_tool_call": TOOL_POST,
    "agent_end": TURN_END,
    "before_compaction": PRE_COMPACT,
    "session_end": SESSION_END,
}


class OpenClaw(Dialect):
    names = NAMES

    def native(self, said: Document) -> str:
        return first_text(said, ("hook",))

    def fields(self, said: Document) -> Document:
        return {**inner(said, "ctx"), **inner(said, "event")}

    def reply(self, event: Event, context: str) -> Document | str | None:
        return {"prependContext": context} if context and event.event == PRE_LLM else SAYS_NOTHING


DIALECT = OpenClaw()
