"""Claude's dialect: Claude Code, Codex, Qwen Code, Factory Droid, VS Code, Continue."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.events import (
    CWD_CHANGED,
    PRE_COMPACT,
    PROMPT,
    SESSION_END,
    SESSION_START,
    SYSTEM,
    TOOL_POST,
    TURN_END,
    USER,
    Event,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

NAMES = {
    "SessionStart": SESSION_START,
    "UserPromptSubmit": PROMPT,
    "PostToolUse": TOOL_POST,
    "PostToolUseFailure": TOOL_POST,
    "Stop": TURN_END,
    "PreCompact": PRE_COMPACT,
    "CwdChanged": CWD_CHANGED,
    "SessionEnd": SESSION_END,
}


class Claude(Dialect):
    """Context goes into `hookSpecificOutput`, under the event's own name; anything else at the top is refused."""

    names = NAMES

    def refine(self, event: Event) -> None:
        if event.event == PROMPT and event.source not in (None, USER):
            event.prompt_origin = SYSTEM  # a wake-up, a notice, a poll: nobody typed it
        if event.event == PROMPT:
            event.source = None
        if event.native == "PostToolUseFailure" and event.tool:
            event.tool.ok = False

    def reply(self, event: Event, context: str) -> Document | str | None:
        if not context:
            return SAYS_NOTHING
        return {"hookSpecificOutput": {"hookEventName": event.native or _name(event), "additionalContext": context}}


def _name(event: Event) -> str:
    return next(native for native, ours in NAMES.items() if ours == event.event)


DIALECT = Claude()
