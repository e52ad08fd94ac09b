"""What tells two near-equal texts apart, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mem.facts.meaning import bodies_contradict, shared, titles_differ, words_of


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Release deadline is October 15th", "Release deadline is October 16th"),
        ("Release deadline is October 15th", "Release deadline is November 15th"),
        ("retries = 3", "retries = 5"),
        ("retries = 3", "retries"),
        ("Python 3.11 is required", "Python 3.12 is required"),
        ("Use v1.2 of the API", "Use v1.10 of the API"),
        ("Keep two backups", "Keep three backups"),
        ("The first retry waits", "The third retry waits"),
        ("Standup is on Monday", "Standup is on Tuesday"),
        ("The limit is 5", "The limit is -5"),
        ("Force pushes are allowed", "Force pushes are not allowed"),
        ("Deploy on Fridays", "Never deploy on Fridays"),
        ("Build with cache", "Build without cache"),
        ("Restart the worker", "Don't restart the worker"),
        ("Restart the worker", "Don’t restart the worker"),
        ("Logs can be read", "Logs cannot be read"),
        ("Caching is enabled in CI", "Caching is disabled in CI"),
        ("Force pushes are allowed", "Force pushes are denied"),
        ("Turn the light on", "Turn the light off"),
        ("Migrate before the release", "Migrate after the release"),
        ("Works at Google", "Works at Microsoft"),
        ("Deploys go through Heroku since spring", "Deploys go through Fly.io since spring"),
        ("MySQL is the main store", "Postgres is the main store"),
        ("Written in C", "Written in C++"),
        ("Retry while x < y", "Retry while x > y"),
        ("Ship it 🚀", "Ship it 🎯"),
    ],
)
def test_titles_that_make_different_claims(a: str, b: str) -> None:
    assert titles_differ(a, b)
    assert titles_differ(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Rotate deploy keys weekly", "Rotate the deploy keys weekly"),
        ("Rotate the deploy keys weekly", "Rotate deploy keys weekly now"),
        ("Rotate deploy keys weekly", "rotate DEPLOY keys, weekly!"),
        ("Use pnpm for all packages", "Use pnpm for every package"),
        ("Rotate Deploy Keys Weekly", "Rotate Deployment Keys Weekly"),
        ("Never deploy on a Friday", "Do not deploy on a Friday"),
        ("Python 3.11 is required", "Python 3.11 is what we need"),
        ("Prefer Postgres for storage", "Prefer Postgres as storage"),
        ("a lock needs oil", "every lock needs oil"),
        ("Use `make check`", "Use *make check*"),
    ],
)
def test_titles_that_may_make_one_claim(a: str, b: str) -> None:
    assert not titles_differ(a, b)
    assert not titles_differ(b, a)


@pytest.mark.parametrize(
    ("a", "b", "answer"),
    [
        ("retries = 3", "retries = 5", True),
        ("Set retries to 3 in app.toml", "All clients retry 5 times", True),
        ("Force pushes are allowed on main", "Force pushes are not allowed on main", True),
        ("Caching is enabled in CI", "Caching is disabled in CI", True),
        ("retries = 3", "retries = 3, see issue 17", False),
        ("Oak lasts.", "Elm does not bend in frost, they say.", False),
        ("Oak lasts.", "Oak lasts.", False),
        ("Oak lasts.", "", False),
        ("", "", False),
    ],
)
def test_bodies_contradict_when_both_cannot_hold(a: str, b: str, answer: bool) -> None:
    assert bodies_contradict(a, b) is bodies_contradict(b, a) is answer


@given(st.text(max_size=40), st.text(max_size=40))
def test_neither_side_is_special_and_nothing_differs_from_itself(a: str, b: str) -> None:
    assert titles_differ(a, b) == titles_differ(b, a)
    assert bodies_contradict(a, b) == bodies_contradict(b, a)
    assert not titles_differ(a, a)
    assert shared(words_of(a), words_of(b)) == shared(words_of(b), words_of(a))
    assert shared(words_of(a), words_of(a)) == 1.0
