"""`memhooks rule`: the manual page of a rule."""

from __future__ import annotations

from mem.cli.hooks.command import Command
from mem.errors import UsageError
from mem.hooks.manual import page, summary
from mem.hooks.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mem.cli.hooks.command import Given
    from mem.cli.memhooks import Call


class UnknownRule(UsageError):
    """A code that no rule has."""

    def __init__(self, code: str) -> None:
        super().__init__(f"no rule `{code}`", help="`memhooks rule` lists them all")


def run(call: Call, given: Given) -> int:
    if not given.words:
        call.say("".join(f"{rule.CODE}  {rule.SEVERITY:<8} {summary(rule)}\n" for rule in RULES.values()))
        return 0
    code = given.words[0].upper()
    if code not in RULES:
        raise UnknownRule(given.words[0])
    call.say(page(RULES[code]))
    return 0


COMMAND = Command(
    "Prints the manual page of a rule: what it finds, why that matters, a bad and a good example. Alone: all rules.",
    run,
    words="[CODE]",
    example="memhooks rule MH004",
)
