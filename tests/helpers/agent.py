"""An agent for tests: it speaks Claude's dialect and keeps what it was told."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

NATIVE = {
    "session-start": "SessionStart",
    "prompt": "UserPromptSubmit",
    "tool-post": "PostToolUse",
    "turn-end": "Stop",
    "pre-compact": "PreCompact",
    "cwd-changed": "CwdChanged",
    "session-end": "SessionEnd",
}


class Agent:
    """One session in one folder of a world."""

    numbers = count(1)

    def __init__(self, world, folder: Path | None = None, session: str = "", run=None) -> None:
        self.world = world
        self.folder = folder or world.folder
        self.session = session or f"session-{next(self.numbers)}"
        self.run = run or (lambda event, text, **more: world.mem("on", event, stdin=text, **more))

    def document(self, event: str, **said: object) -> dict:
        common = {"session_id": self.session, "transcript_path": "/home/ana/.claude/x.jsonl", "cwd": str(self.folder)}
        return {**common, "hook_event_name": NATIVE[event], **said}

    def raw(self, event: str, env: dict | None = None, now: str | None = None, **said: object):
        """Send an event and give the whole answer, which is checked: status 0, and nothing or one document."""
        answer = self.run(event, json.dumps(self.document(event, **said)), env=env, now=now)
        assert answer.code == 0, answer
        assert answer.out == "" or isinstance(json.loads(answer.out), dict)
        assert answer.err.count("\n") <= 1, answer
        return answer

    def hears(self, event: str, **said: object) -> str:
        """Send an event and give the text that reaches the model."""
        found = json.loads(self.raw(event, **said).out)
        told = found.pop("hookSpecificOutput", {})
        assert found == {}
        assert told.get("hookEventName") in (None, NATIVE[event])
        return told.get("additionalContext", "")

    def says(self, prompt: str, **more: object) -> str:
        return self.hears("prompt", prompt=prompt, prompt_id=f"p-{next(self.numbers)}", **more)

    def starts(self, source: str = "startup", **more: object) -> str:
        return self.hears("session-start", source=source, **more)
