"""Kiro CLI 2.x: what a hook prints is the context, so plain text it is, and nothing for nothing."""

from __future__ import annotations

from mem.harness.base import Dialect
from mem.harness.events import PROMPT, SESSION_START, TOOL_POST, TURN_END, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

NAMES = {
    "agentSpawn": SESSION_START,
    "userPromptSubmit": PROMPT,
    "postToolUse": TOOL_POST,
    "stop": TURN_END,
}


class Kiro(Dialect):
    names = NAMES

    def reply(self, event: Event, context: str) -> Document | str | None:  # noqa: ARG002  # text is text
        return context or None


DIALECT = Kiro()
