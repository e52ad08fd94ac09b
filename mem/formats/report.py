"""What a command has to say, before any format: named values, tables and next steps.

On the hot lane: nothing here imports anything.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Table:
    """Rows under named columns. Rows may carry more than the columns: JSON prints all of it.

    `for_people` are the columns shown in a terminal, where they differ.
    """

    __slots__ = ("columns", "for_people", "rows")

    def __init__(
        self,
        columns: Sequence[str],
        rows: Sequence[Mapping[str, object]],
        *,
        for_people: Sequence[str] | None = None,
    ) -> None:
        self.columns = columns
        self.rows = rows
        self.for_people = for_people or columns


class Report:
    """The answer to one command: `fields` in the order they are printed, then `help`, the next steps.

    A field is text, a number, a truth value, a sequence of text, a `Table`, or a mapping of such.
    `lines` replaces it all where a command promises bare lines (`--inject`).
    """

    __slots__ = ("code", "fields", "help", "lines", "warnings")

    def __init__(
        self,
        fields: Mapping[str, object],
        help: Sequence[str] = (),
        *,
        lines: Sequence[str] | None = None,
        warnings: Sequence[str] = (),
        code: int = 0,
    ) -> None:
        self.fields = fields
        self.help = help
        self.lines = lines
        self.warnings = warnings
        self.code = code
