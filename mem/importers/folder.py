"""Any folder of Markdown, or one such file: a fact for each page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mem.importers.base import Around, Found, Importer, nowhere, text_of, unreadable
from mem.importers.files import whole_page
from mem.importers.markdown import page_of


def fits(path: Path) -> bool:
    return path.is_dir() or path.suffix.lower() in (".md", ".markdown")


def read(path: Path, around: Around) -> Iterator[Found]:
    for file in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
        if path.is_dir() and any(part.startswith(".") for part in file.relative_to(path).parts):
            continue
        text = text_of(file)
        if text is None:
            yield unreadable(file, around)
            continue
        page = page_of(text, file.as_posix())
        if page.body or page.fields:
            yield whole_page(page, file, around)


IMPORTER = Importer("folder", "a folder of Markdown", nowhere, fits, read)
