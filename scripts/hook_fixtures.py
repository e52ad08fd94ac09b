"""Compare what `mem on` says with a folder of fixtures: `<harness>/<event>[.variant].in.json` and its `.out.json` or `.out.txt`.

Words in an expected answer begin with `[mem]`; an answer without them is what is said when there is nothing to say.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from mem.harness.events import EVENTS
from mem.harness.harnesses import HARNESSES, decode, encode

MARK = "[mem]"
ASIDE = re.compile(r"^none\b.*")  # what a shim does besides changing nothing


def main(folder: str) -> int:
    """Print each case that differs; the exit status is 1 when one does."""
    cases = [path for path in sorted(Path(folder).glob("*/*.in.json")) if path.parent.name in HARNESSES]
    failed = [path for path in cases if not _agrees(path)]
    for path in failed:
        print(f"FAIL hooks:{path.parent.name}/{path.name.removesuffix('.in.json')}")
    print(f"hooks: {len(cases) - len(failed)} of {len(cases)} cases passed")
    return 1 if failed or not cases else 0


def _agrees(path: Path) -> bool:
    parts = path.name.removesuffix(".in.json").split(".")
    event = decode(
        json.loads(path.read_text("utf-8")), next(part for part in parts if part in EVENTS), path.parent.name
    )
    expected = _expected(path)
    words = next((text[text.index(MARK) :] for text in _texts(expected) if MARK in text), "")
    said = None if event is None else encode(event, words)
    return _comparable(said) == _comparable(expected)


def _expected(path: Path) -> object:
    """Give the answer that is to be; None where nothing is to be printed."""
    stem = str(path).removesuffix(".in.json")
    document, text = Path(f"{stem}.out.json"), Path(f"{stem}.out.txt")
    if document.exists():
        return json.loads(document.read_text("utf-8"))
    return text.read_text("utf-8").rstrip("\n") if text.exists() else None


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(inner)


def _comparable(value: object) -> object:
    if isinstance(value, dict):
        return {key: _comparable(inner) for key, inner in value.items()}
    return ASIDE.sub("none", value) if isinstance(value, str) else value


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
