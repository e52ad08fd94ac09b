"""GitHub Copilot CLI: context at the top level; its camelCase payloads do not name the event."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.claude import NAMES
from mem.harness.events import PRE_COMPACT, PROMPT, SESSION_END, SESSION_START, TOOL_POST, TURN_END, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

COPILOT_NAMES = {
    **NAMES,
    "sessionStart": SESSION_START,
    "userPromptSubmitted": PROMPT,
    "postToolUse": TOOL_POST,
    "postToolUseFailure": TOOL_POST,
    "agentStop": TURN_END,
    "preCompact": PRE_COMPACT,
    "sessionEnd": SESSION_END,
}


class Copilot(Dialect):
    names = COPILOT_NAMES

    def reply(self, event: Event, context: str) -> Document | str | None:  # noqa: ARG002  # the same at every event
        return {"additionalContext": context} if context else SAYS_NOTHING


DIALECT = Copilot()
