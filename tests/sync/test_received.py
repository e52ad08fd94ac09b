"""A machine remembers when facts reached it, and can say how many an answer of then could not have held."""

from __future__ import annotations

from mem.store import received

from helpers.machines import Machine, at

Pair = tuple[Machine, Machine]


def test_what_came_is_remembered_with_its_time_and_what_was_made_here_is_not(pair: Pair) -> None:
    one, other = pair
    came = one.add("Oil the hinge", now=at(1))
    one.sync(at(2))
    other.add("From the barn", now=at(3))
    other.sync(at(10))
    assert received.read(str(other.memory.store.private)) == {came: at(10)}


def test_an_old_moment_knows_how_much_reached_here_later(pair: Pair) -> None:
    one, other = pair
    one.add("Begin")
    one.sync(at(1))
    other.sync(at(1))
    id = one.add("Oil the hinge", now=at(5))
    one.memory.update(id, {"priority": 70}, at(6))
    one.sync(at(7))
    other.sync(at(20))
    assert [other.memory.late_arrivals(at(minute)) for minute in (4, 5, 10, 19, 20)] == [0, 1, 1, 1, 0]
    assert one.memory.late_arrivals(at(10)) == 0


def test_what_a_new_machine_begins_with_is_not_late(pair: Pair) -> None:
    one, other = pair
    one.add("Oil the hinge", now=at(1))
    one.sync(at(2))
    other.sync(at(10))
    assert other.memory.late_arrivals(at(5)) == 0
