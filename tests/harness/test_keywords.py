"""What a prompt is about, whatever mess it comes in."""

from __future__ import annotations

import pytest

from mem.harness.keywords import MOST, SHIFT, keywords, similarity

TRACE = """why again?
Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/orchard/press.py", line 88, in squeeze
    return self._pump.start(pressure)
PressureError: valve 7 stuck
"""


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Why does the cider press stall?", ["cider", "press", "stall"]),
        ("please, can you help me with this? thanks!", []),
        ("yes, go on", []),
        ("", []),
        ("look at getUserById", ["getUserById"]),
        ("open /home/ana/work/orchard/src/pears.py please", ["pears"]),
        ("see https://example.com/wiki/cider/pressing?lang=en&v=2", ["pressing"]),
        ("revert 3f2a9bc81d0e77aa12 now", ["revert"]),
        ("why does error handling in Next.js fail", ["error", "handling", "next", "js", "fail"]),
        ("port 8080 answers 503, 7 times", ["port", "8080", "answers", "503", "times"]),
        ("don't prune in May", ["don't", "prune", "may"]),
        ('-x OR type:howto "a phrase" word*', ["type", "howto", "phrase", "word"]),
        ("Warum ist die Presse so langsam, und wie kann man das ändern?", ["presse", "langsam", "andern"]),
        ("¿Por qué no arranca la prensa en la bodega?", ["arranca", "prensa", "bodega"]),
        ("pourquoi la presse est-elle lente dans la cave", ["presse", "lente", "cave"]),
        ("林檎の圧搾機はどこ", ["林檎の圧搾機はどこ"]),
    ],
)
def test_telling_words_are_kept_and_chatter_is_not(prompt: str, expected: list[str]) -> None:
    assert list(keywords(prompt).words) == expected


def test_of_a_trace_the_message_and_the_ends_of_paths_tell() -> None:
    words = keywords(TRACE).words
    assert words[:3] == ["PressureError", "valve", "stuck"]
    assert "press" in words
    assert not {"usr", "lib", "packages", "traceback", "recent"} & set(words)


def test_prose_comes_before_code() -> None:
    prompt = "```python\nimport os\nfor pear in basket: print(pear)\n```\nwhy is the basket slow with apples?"
    words = keywords(prompt).words
    assert words[:3] == ["basket", "slow", "apples"]


def test_a_wall_of_text_gives_few_words() -> None:
    assert len(keywords(" ".join(f"word{number}" for number in range(5000))).words) == MOST


def test_words_can_be_asked_of_a_memory_without_being_syntax() -> None:
    from mem.index.match import uses_syntax

    for prompt in ('"quoted one" -minus tag:x OR y*', "a AND b OR c", "scope:all"):
        assert not uses_syntax(" ".join(keywords(prompt).words))


@pytest.mark.parametrize(
    ("prompt", "moved"),
    [
        ("the press stalls again when cider is thick", False),
        ("press, cider", False),
        ("book a train to Lisbon", True),
    ],
)
def test_a_topic_moves_when_little_is_shared_with_all_of_the_last_messages(prompt: str, moved: bool) -> None:
    window = [list(keywords(text).terms) for text in ("why does the cider press stall", "clean the valve")]
    assert (similarity(keywords(prompt).terms, window) < SHIFT) is moved


def test_the_first_message_is_always_a_new_topic() -> None:
    assert similarity(["cider"], []) == 0.0
