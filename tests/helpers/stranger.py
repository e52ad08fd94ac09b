"""A program of somebody who knows mem as a library only: the examples of docs/library.md, one after the other."""

import sys
from datetime import UTC, datetime

from mem import Memory
from mem.library import MemError, Results

memory = Memory.create(sys.argv[1])  # or Memory.open(path) for a store that must be there

heroku = memory.add(
    "Deploys via Heroku",
    type="decision",
    subject="project:acme",
    tags=["deploy"],
    now=datetime(2026, 6, 9, 10, tzinfo=UTC),
)
flyio = memory.revise(
    heroku.fact.id, "Deploys via Fly.io", valid_from="2026-06-01", now=datetime(2026, 6, 16, 10, tzinfo=UTC)
)
assert not flyio.existed
memory.update(flyio.fact.id, priority=80, now="2026-06-17")

now: Results = memory.search("how do we deploy", now="2026-06-20")
assert [found.title for found in now.found] == ["Deploys via Fly.io"]

then = memory.search("deploys", as_of="2026-06-12", now="2026-06-20")
assert then.found[0].title == "Deploys via Heroku"
assert then.found[0].known_from == datetime(2026, 6, 9, 10, tzinfo=UTC)

shown = memory.show(flyio.fact.id, now="2026-06-20")
assert (shown.standing.fact.priority, shown.standing.state) == (80, "believed")

origin = memory.why(flyio.fact.id, now="2026-06-20")
assert [link.origin.fact.title for link in origin.ancestors] == ["Deploys via Heroku"]

changes = memory.diff("2026-06-15", now="2026-06-20")
assert [str(change.event.kind) for change in changes] == ["revised"]

found = memory.search("hosting", hybrid=True, now="2026-06-20")
assert all(hit.is_current for hit in found.found)

memory.forget(flyio.fact.id, reason="moved again", now="2026-06-20")
assert memory.search("deploys", now="2026-06-20").total == 0
memory.restore(flyio.fact.id, now="2026-06-21")

try:
    memory.revise(heroku.fact.id, "Deploys via Render")
except MemError as refused:
    print(refused.message, refused.help)

memory.close()  # or: with Memory.open(path) as memory: …
