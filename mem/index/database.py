"""SQLite as a short call needs it: the C module, without the Python that usually comes with it.

`import sqlite3` runs all of `datetime`, and the C module loads `functools`, of which it uses `lru_cache` alone.
Together that takes longer than a search, so on the hot lane neither happens.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection, DatabaseError, connect
    from types import ModuleType

__all__ = ["Connection", "DatabaseError", "connect"]


def _driver() -> ModuleType:
    try:
        from _functools import _lru_cache_wrapper as cached  # type: ignore[import-not-found]  # it has no stubs
    except ImportError:  # another Python than the usual one
        import sqlite3

        return sqlite3
    if "functools" not in sys.modules:
        # What the C module gets is the same cache in C that `functools` would have handed it.
        stand_in = type(sys)("functools")
        stand_in.lru_cache = lambda size: lambda function: cached(function, size, False, tuple)  # type: ignore[attr-defined]  # made here
        sys.modules["functools"] = stand_in
        try:
            import _sqlite3
        finally:
            del sys.modules["functools"]
    else:
        import _sqlite3
    return _sqlite3


if not TYPE_CHECKING:
    _module = _driver()
    Connection, DatabaseError, connect = _module.Connection, _module.DatabaseError, _module.connect
