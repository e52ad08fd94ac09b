"""Harnesses that let us watch and do not listen: Grok, Goose, Windsurf, Cline's scripts."""

from __future__ import annotations

from mem.harness.base import SAYS_NOTHING, Dialect
from mem.harness.claude import NAMES
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

GROK_NAMES = {
    "session_start": SESSION_START,
    "user_prompt_submit": PROMPT,
    "post_tool_use": TOOL_POST,
    "stop": TURN_END,
    "pre_compact": PRE_COMPACT,
    "session_end": SESSION_END,
}


class Grok(Dialect):
    names = GROK_NAMES


class Goose(Dialect):
    """At the end of a turn anything printed counts as a decision, so nothing is."""

    names = NAMES

    def native(self, said: Document) -> str:
        return first_text(said, ("event",))

    def reply(self, event: Event, context: str) -> Document | str | None:  # noqa: ARG002  # it would not be heard
        return None if event.event == TURN_END else SAYS_NOTHING


WINDSURF_NAMES = {
    "pre_user_prompt": PROMPT,
    "post_write_code": TOOL_POST,
    "post_read_code": TOOL_POST,
    "post_run_command": TOOL_POST,
    "post_mcp_tool_use": TOOL_POST,
    "post_cascade_response": TURN_END,
}


class Windsurf(Dialect):
    names = WINDSURF_NAMES

    def native(self, said: Document) -> str:
        return first_text(said, ("agent_action_name",))

    def fields(self, said: Document) -> Document:
        info = inner(said, "tool_info")
        command = info.get("command_line")
        return {
            **said,
            "prompt": info.get("user_prompt"),
            "last_assistant_message": info.get("response"),
            "cwd": info.get("cwd"),
            "tool_name": self.native(said).removeprefix("post_"),
            "tool_input": {**info, "command": command} if command else info,
        }

    def reply(self, event: Event, context: str) -> Document | str | None:  # noqa: ARG002  # it would not be heard
        return None


CLINE_NAMES = {
    "agent_start": SESSION_START,
    "prompt_submit": PROMPT,
    "UserPromptSubmit": PROMPT,
    "TaskStart": SESSION_START,
    "tool_result": TOOL_POST,
    "PostToolUse": TOOL_POST,
    "agent_end": TURN_END,
    "TaskComplete": TURN_END,
    "PreCompact": PRE_COMPACT,
    "session_shutdown": SESSION_END,
}


class Cline(Dialect):
    """Scripts of the command line are not listened to; the editor's extension takes a modification of the context."""

    names = CLINE_NAMES

    def native(self, said: Document) -> str:
        return first_text(said, ("hookName",))

    def fields(self, said: Document) -> Document:
        used = inner(said, "postToolUse") or inner(said, "tool_result")
        return {
            **said,
            "agent_id": said.get("agent_id") if said.get("parent_agent_id") else None,
            "prompt": inner(said, "userPromptSubmit").get("prompt"),
            "last_assistant_message": inner(said, "turn").get("outputText"),
            "tool_name": first_text(used, ("toolName", "name")),
            "tool_input": used.get("parameters") or used.get("input"),
            "ok": used.get("success"),
        }

    def refine(self, event: Event) -> None:
        version = event.raw.get("clineVersion")
        event.harness_version = version if isinstance(version, str) else None
        event.can_inject = event.native == "UserPromptSubmit"

    def reply(self, event: Event, context: str) -> Document | str | None:
        if not (context and event.can_inject):
            return SAYS_NOTHING
        return {"cancel": False, "contextModification": context, "errorMessage": ""}


DIALECTS = {"grok": Grok(), "goose": Goose(), "windsurf": Windsurf(), "cline": Cline()}
