"""`mem.toml`, the settings that travel with a store."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mem.errors import MemError

FORMAT = 1
FILE = "mem.toml"
AS_MADE = f"format = {FORMAT}"


class Config(NamedTuple):
    """Settings of one store: the field is the option, its type and its default."""

    format: int = FORMAT
    branch: str = ""
    capture: bool = False
    nudge: bool = False
    hybrid: bool = False
    epoch: int = 0


DEFAULTS: Mapping[str, object] = MappingProxyType(Config()._asdict())


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
    if text.strip() == AS_MADE:  # as in nearly every store, and reading TOML takes longer than a search
        return Config(), []
    import tomllib

    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(str(error)) from error
    chosen: dict[str, object] = {}
    for name, value in values.items():
        if name not in DEFAULTS:
            continue
        wanted = type(DEFAULTS[name])
        if type(value) is not wanted:
            raise BadConfig(f"`{name}` must be {wanted.__name__}, not {type(value).__name__}")
        chosen[name] = value
    return _with(chosen), [_unknown(name) for name in values if name not in DEFAULTS]


def _with(chosen: Mapping[str, object]) -> Config:
    return Config(**chosen)  # type: ignore[arg-type]  # each value's type was compared with its field's above


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, DEFAULTS, 1)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"{FILE}: unknown setting `{name}`{hint}"
