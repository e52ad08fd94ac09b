"""Modules of this package from where Python keeps them compiled, without a look anywhere else first.

For every module Python goes through its finders, looks at a folder and at four names in it. A short call imports
thirty to fifty of ours, and for each of them two looks are enough: at the source, and at what was compiled from it.
What is not exactly as it should be is left to Python, and what is loaded this way is a module like any other.
"""

from __future__ import annotations

import os
import sys
from marshal import loads

TYPE_CHECKING = False  # `typing` costs as much as the interpreter itself
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from importlib.util import MAGIC_NUMBER
    from types import CodeType

    def name_file(code: CodeType, path: str) -> None: ...
else:
    try:  # what `importlib` is made of, without its own imports
        from _frozen_importlib import ModuleSpec
        from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader
        from _imp import _fix_co_filename as name_file
    except ImportError:  # another Python than the usual one
        ModuleSpec, MAGIC_NUMBER, SourceFileLoader = None, b"", object

ROOT, _, PACKAGE = __file__.rpartition("/")[0].rpartition("/")
LARGEST = 1 << 16  # bytes that one read brings; a larger file is left to Python
HEADER = 16  # bytes: what wrote it, that it goes by time, the time and the size of its source
GOES_BY_TIME = bytes(4)
LOW = 0xFFFFFFFF  # the bits of time and size that are kept


class Loader(SourceFileLoader):
    """Python's own, which has the code already."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, _: str) -> CodeType:
        return self.code


class Finder:
    """The finder that is asked first, about this package only."""

    @classmethod
    def find_spec(cls, name: str, *_: object) -> ModuleSpec | None:
        if not name.startswith(f"{PACKAGE}."):
            return None
        place = f"{ROOT}/{name.replace('.', '/')}"
        folder, last = place.rsplit("/", 1)
        try:
            return spec_of(name, folder, last)
        except OSError:
            pass
        try:
            return spec_of(name, place, "__init__")
        except OSError:
            return None


def spec_of(name: str, folder: str, file: str) -> ModuleSpec | None:
    """Give how to load a module; None where what was compiled is not of the source as it is now."""
    source, cached = f"{folder}/{file}.py", f"{folder}/__pycache__/{file}.{sys.implementation.cache_tag}.pyc"
    state = os.stat(source)
    opened = os.open(cached, os.O_RDONLY)
    try:
        data = os.read(opened, LARGEST)
    finally:
        os.close(opened)
    written = (int(state.st_mtime) & LOW) | (state.st_size & LOW) << 32
    if len(data) == LARGEST or data[:HEADER] != MAGIC_NUMBER + GOES_BY_TIME + written.to_bytes(8, "little"):
        return None
    code = loads(data[HEADER:])  # noqa: S302  # what Python itself would load
    name_file(code, source)  # it may have been compiled elsewhere
    loader = Loader(name, source, code)
    spec = ModuleSpec(name, loader, origin=source, is_package=file == "__init__")
    spec.has_location, spec.cached = True, cached
    if spec.submodule_search_locations is not None:
        spec.submodule_search_locations.append(folder)
    return spec


def prefer() -> None:
    """Ask this finder first from now on; where Python was told to compile otherwise, nothing changes."""
    if MAGIC_NUMBER and not sys.flags.optimize and not sys.pycache_prefix and Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)
