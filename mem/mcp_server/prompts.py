"""The prompts a person can pick in a client: recall what is known, capture what was learned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mem.errors import UsageError
from mem.formats.fence import fenced, harmless
from mem.mcp_server import reading
from mem.mcp_server.arguments import Given
from mem.mcp_server.host import Host
from mem.mcp_server.room import Row


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt with its arguments, none of which must be given."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, str]


class UnknownPrompt(UsageError):
    """The server has no prompt of this name."""

    def __init__(self, name: str) -> None:
        known = ", ".join(prompt.name for prompt in PROMPTS)
        super().__init__(f"Unknown prompt: {name}", help=f"one of: {known}")


PROMPTS = (
    Prompt(
        "recall",
        "Recall what matters",
        "What memory holds about a task, or about the place the work is at.",
        {"task": "What you are about to do.", "path": "Where: a file or folder."},
    ),
    Prompt(
        "capture",
        "Capture what was learned",
        "Ask for what this session taught to be kept, one claim per fact.",
        {"focus": "What to look at in particular."},
    ),
)


def text_of(host: Host, name: str, given: Mapping[str, str]) -> str:
    """Give the text of a prompt, filled in."""
    if name == "recall":
        return _recall(host, given.get("task", ""), given.get("path", ""))
    if name == "capture":
        return _capture(given.get("focus", ""))
    raise UnknownPrompt(name)


def _recall(host: Host, task: str, path: str) -> str:
    found = reading.search(host, Given({"query": task})) if task.strip() else {}
    here = reading.recall_here(host, Given({"path": path, "prompt": task}))
    rows = {str(row["id"]): row for row in (*_rows(found), *_rows(here))}
    if not rows:
        return "Nothing is remembered about this yet. Add what you learn with memory_add."
    lines = fenced([_line(row) for row in rows.values()])
    asked = f"Take what memory holds into account for this task: {task}" if task else "This is what matters here."
    return "\n".join([asked, "", *lines, "", "memory_show tells more of one, memory_why where it came from."])


def _capture(focus: str) -> str:
    about = f" Look in particular at: {focus}." if focus else ""
    return (
        f"Go over this session and keep what a later one will want to know.{about}\n\n"
        "- Decisions with their reason, failures with their cause, how-tos that took several tries, preferences "
        "and corrections the user stated, constraints that hold.\n"
        "- First memory_search for each: when it is known, do nothing; when it changed, memory_add with `supersedes`.\n"
        "- One assertion a fact, as a full sentence in `title`; reasons and steps in `body`; where it came from in "
        "`source`.\n"
        "- No task state, no map of the code, no secrets.\n\n"
        "Then list what you added."
    )


def _rows(answer: Row) -> list[Row]:
    rows = answer.get("facts", [])
    return rows if isinstance(rows, list) else []


def _line(row: Row) -> str:
    line = f"{row['id']} {row['type']} {row['title']}"
    return harmless(f"{line} — {row['abstract']}" if row.get("abstract") else line)
