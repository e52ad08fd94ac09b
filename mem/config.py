"""`mem.toml`, the settings that travel with a store."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches

from mem.errors import MemError

FORMAT = 1
FILE = "mem.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one store: the field is the option, its type and its default."""

    format: int = FORMAT
    branch: str = ""
    capture: bool = False
    hybrid: bool = False
    epoch: int = 0


class BadConfig(MemError):
    """`mem.toml` cannot be read."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{FILE}: {reason}", help=f"mend {FILE} in the store, or remove it for the defaults")


class NewerFormat(MemError):
    """The store was made by a later version of mem; it can be read, not written."""

    def __init__(self, format: int) -> None:
        super().__init__(
            f"this store has format {format}, newer than this mem can write",
            help="upgrade mem: pip install -U memfacts",
        )


def parse(text: str) -> tuple[Config, list[str]]:
    """Read the settings; what is unknown comes back as warnings that name the nearest setting."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(str(error)) from error
    known = {field.name: field for field in fields(Config)}
    config = Config()
    chosen: dict[str, object] = {}
    for name, value in values.items():
        if name not in known:
            continue
        wanted = type(getattr(config, name))
        if type(value) is not wanted:
            raise BadConfig(f"`{name}` must be {wanted.__name__}, not {type(value).__name__}")
        chosen[name] = value
    return _with(chosen), [_unknown(name, known) for name in values if name not in known]


def _with(chosen: Mapping[str, object]) -> Config:
    return Config(**chosen)  # type: ignore[arg-type]  # each value's type was compared with its field's above


def _unknown(name: str, known: Mapping[str, object]) -> str:
    near = get_close_matches(name, known, 1)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"{FILE}: unknown setting `{name}`{hint}"
