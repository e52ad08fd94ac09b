"""Cursor, editor and command line: snake_case, context in `additional_context`."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.events import PRE_COMPACT, PROMPT, SESSION_END, SESSION_START, TOOL_POST, TURN_END, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.harness.base import Document

NAMES = {
    "sessionStart": SESSION_START,
    "beforeSubmitPrompt": PROMPT,
    "postToolUse": TOOL_POST,
    "postToolUseFailure": TOOL_POST,
    "afterFileEdit": TOOL_POST,
    "afterShellExecution": TOOL_POST,
    "afterMCPExecution": TOOL_POST,
    "stop": TURN_END,
    "preCompact": PRE_COMPACT,
    "sessionEnd": SESSION_END,
}


class Cursor(Dialect):
    """A prompt is answered with leave to go on; nothing else it says there reaches the model."""

    names = NAMES

    def fields(self, said: Document) -> Document:
        if self.native(said) in ("afterFileEdit", "afterShellExecution"):  # the input lies open in the event
            name = "Write" if "file_path" in said else "Shell"
            return {**said, "tool_name": name, "tool_input": said}
        return said

    def refine(self, event: Event) -> None:
        version = event.raw.get("cursor_version")
        event.harness_version = version if isinstance(version, str) else None
        if event.native == "postToolUseFailure" and event.tool:
            event.tool.ok = False

    def reply(self, event: Event, context: str) -> Document | str | None:
        if event.event == PROMPT:
            return {"continue": True}
        return {"additional_context": context} if context else SAYS_NOTHING


DIALECT = Cursor()
