"""One HTML page that needs nothing but itself: every fact, its text escaped, with a field to filter them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

Row = Mapping[str, object]

SHOWN = ("state", "scope", "subject", "source", "starts", "valid_to", "superseded_by", "verified")

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }}
body {{ max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }}
input {{ width: 100%; font: inherit; padding: .4rem; box-sizing: border-box; }}
article {{ border-left: 4px solid #2a7; padding: .2rem 1rem; margin: 1rem 0; }}
article[data-state] {{ border-color: #999; opacity: .75; }}
h2 {{ font-size: 1.1rem; margin: 0; }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem; }}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; font-size: .85rem; margin: .3rem 0; }}
dd {{ margin: 0; overflow-wrap: anywhere; }}
code {{ font-size: .8rem; }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{about}</p>
<input type="search" placeholder="filter" aria-label="filter" autofocus>
"""

_FOOT = """<script>
const field = document.querySelector("input");
const facts = [...document.querySelectorAll("article")];
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\\s+/);
  for (const fact of facts) {
    const text = fact.textContent.toLowerCase();
    fact.hidden = !words.every((word) => text.includes(word));
  }
});
</script>
</body>
</html>
"""


def html_page(rows: Iterable[Row], *, title: str, about: str) -> Iterator[str]:
    """Give the page piece by piece."""
    yield _HEAD.format(title=escape(title), about=escape(about))
    for row in rows:
        yield _article(row)
    yield _FOOT


def _article(row: Row) -> str:
    state = str(row.get("state", ""))
    dimmed = "" if state == "believed" else f' data-state="{escape(state)}"'
    parts = [f'<article id="{escape(str(row["id"]))}"{dimmed}>', f"<h2>{_text(row['title'])}</h2>"]
    if row.get("abstract"):
        parts.append(f"<p>{_text(row['abstract'])}</p>")
    if row.get("body"):
        parts.append(f"<pre>{_text(row['body'])}</pre>")
    named = [(name, row.get(name)) for name in ("type", *SHOWN, "tags")]
    pairs = "".join(f"<dt>{name}</dt><dd>{_text(value)}</dd>" for name, value in named if value)
    return "\n".join([*parts, f"<dl>{pairs}</dl>", f"<code>{_text(row['id'])}</code>", "</article>\n"])


def _text(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = ", ".join(map(str, value))
    return escape(str(value))
