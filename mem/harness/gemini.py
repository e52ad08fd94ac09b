"""Gemini CLI: Claude's shape with event names of its own. An empty answer would make it read stderr, so `{}` it is."""

from __future__ import annotations

from mem.harness.claude import Claude
from mem.harness.events import (
    PRE_COMPACT,
    PRE_LLM,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_POST,
    TURN_END,
    Event,
    first_text,
)

NAMES = {
    "SessionStart": SESSION_START,
    "BeforeAgent": PROMPT,
    "BeforeModel": PRE_LLM,
    "AfterTool": TOOL_POST,
    "AfterAgent": TURN_END,
    "PreCompress": PRE_COMPACT,
    "SessionEnd": SESSION_END,
}


class Gemini(Claude):
    names = NAMES

    def refine(self, event: Event) -> None:
        if event.event == TURN_END:
            event.last_assistant_message = first_text(event.raw, ("prompt_response",)) or None


DIALECT = Gemini()
