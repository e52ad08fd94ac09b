"""Many calls at once, and many servers on one store: nothing is lost, nothing is doubled."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest


def test_calls_sent_without_waiting_are_each_answered_once(world, wire) -> None:
    old = [world.add(f"Old rope {number}") for number in range(5)]
    adds = [wire.send_call("memory_add", type="fact", title=f"New rope {number}") for number in range(20)]
    forgets = [wire.send_call("memory_forget", id=id) for id in old]
    results = wire.results([*adds, *forgets])
    assert [result["isError"] for result in results] == [False] * 25
    assert len({result["structuredContent"]["id"] for result in results[:20]}) == 20
    assert wire.call("memory_stats")["total"] == 20
    assert wire.close() == 0
    assert len([line for line in wire.lines if json.loads(line)["id"] in (*adds, *forgets)]) == 25
    assert world.is_clean()
    assert json.loads(world.ok("list", "--limit", "1", "--format", "json").out)["count"] == "1 of 20 total"


def test_two_servers_and_a_shell_write_to_one_store(world, start) -> None:
    head = world.add("The mooring is free")
    one, two = start(), start()

    def shell() -> None:
        for number in range(20):
            world.add(f"Shell {number}")

    with ThreadPoolExecutor() as pool:
        done = pool.submit(shell)
        first = [one.send_call("memory_add", type="fact", title=f"One {number}") for number in range(20)]
        second = [two.send_call("memory_add", type="fact", title=f"Two {number}") for number in range(20)]
        results = [*one.results(first), *two.results(second)]
        done.result()
    assert [result["isError"] for result in results] == [False] * 40
    assert one.call("memory_stats")["total"] == 61
    assert world.is_clean()
    taken = one.call("memory_add", type="fact", title="The mooring is taken", supersedes=head)["id"]
    refused = two.refused("memory_add", type="fact", title="The mooring is rented", supersedes=head)
    assert taken in refused["error"]
    assert "The mooring is taken" in refused["error"]


def test_a_call_repeated_after_a_time_out_finds_what_it_made(world, wire) -> None:
    fact = {"type": "fact", "title": "Übung macht den Meister", "body": "Every day.", "source": "grandmother"}
    first = wire.call("memory_add", **fact)
    again = wire.call("memory_add", **fact)
    assert (first["result"], again["result"]) == ("added", "already-exists")
    at_once = wire.results([wire.send_call("memory_add", **fact) for _ in range(10)])
    spelled = wire.call("memory_add", **{**fact, "title": "U\u0308bung macht den Meister ", "body": "Every  day.\n"})
    ids = {result["structuredContent"]["id"] for result in at_once} | {first["id"], again["id"], spelled["id"]}
    assert ids == {first["id"]}
    assert wire.call("memory_stats")["total"] == 1


def test_a_revision_repeated_after_a_time_out_finds_what_it_made(tools) -> None:
    old = tools.call("memory_add", type="fact", title="The mooring is free")["id"]
    revision = {"type": "fact", "title": "The mooring is taken", "supersedes": old}
    first, again = tools.call("memory_add", **revision), tools.call("memory_add", **revision)
    assert (again["id"], again["result"]) == (first["id"], "already-exists")


@pytest.mark.parametrize("query", ["rope", ""])
def test_an_answer_that_does_not_fit_says_how_much_there_is_and_how_to_go_on(world, tools, query) -> None:
    lines = [json.dumps({"title": f"Rope number {number}", "body": "hemp " * 200}) for number in range(300)]
    world.ok("add", "--batch", "-", stdin="\n".join(lines))
    seen: list[str] = []
    offset: int | None = 0
    while offset is not None and len(seen) < 100:
        page = tools.call("memory_search", query=query, limit=100, offset=offset)
        assert page["total"] == 300
        assert len(json.dumps(page, ensure_ascii=False)) <= 8000
        seen += [row["id"] for row in page["facts"]]
        offset = page.get("next_offset")
    assert len(set(seen)) == len(seen) >= 100
    assert offset == len(seen)


def test_a_diff_of_many_changes_comes_in_pages(world, tools) -> None:
    lines = [json.dumps({"title": f"Rope number {number} {'x' * 200}"}) for number in range(120)]
    world.ok("add", "--batch", "-", stdin="\n".join(lines))
    page = tools.call("memory_diff", since="1d", limit=500)
    assert (page["total"], page["next_offset"]) == (120, page["shown"])
    assert len(json.dumps(page)) <= 8000


def test_a_giant_fact_is_cut_with_a_mark_and_can_be_read_on(tools) -> None:
    body = "".join(f"line {number:07}\n" for number in range(75_000))
    id = tools.call("memory_add", type="howto", title="All the soundings", body=body)["id"]
    short = tools.call("memory_show", id=id)
    assert (len(short["body"]), short["truncated"]) == (500, f"characters 0 to 500 of {len(body.strip())}")
    full = tools.call("memory_show", id=id, full=True, offset=short["next_offset"])
    assert body.startswith(short["body"] + full["body"])
    assert "cut here" in tools.desk.document(id)[-100:]
    assert tools.call("memory_search", query="soundings")["total"] == 1


def test_a_fact_that_no_store_would_hold_is_refused_and_the_server_goes_on(wire) -> None:
    refused = wire.refused("memory_add", type="howto", title="All the soundings", body="deep " * 600_000)
    assert "MiB" in refused["error"]
    assert wire.call("memory_stats")["total"] == 0
