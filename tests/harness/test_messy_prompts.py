"""What memory is asked when people paste code, traces, logs, mails and several languages into one message."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whoosh.analysis import StandardAnalyzer
from whoosh.lang.porter import stem

from mem.harness.keywords import CHATTER, MOST, MOST_FROM_MACHINES, keywords
from mem.index.tokens import bigrams, fold, index_text, unspaced_runs, words_of
from mem.index.words import STOP_WORDS

ROWS = tomllib.loads((Path(__file__).parent / "prompts" / "messy.toml").read_text("utf-8"))["prompt"]
WORTH = 0.5  # of the words that are asked, the share that must be among the expected ones


@cache
def asked(prompt: str) -> tuple[frozenset[str], frozenset[str]]:
    """Give the stems of the words that memory is asked, and the pairs of characters where words have no blanks."""
    found = keywords(prompt)
    parts = [part for word in found.words for part in words_of(word)]
    pairs = {pair for word in found.words for run in unspaced_runs(word) for pair in bigrams(run)}
    return frozenset(map(stem, parts)), frozenset(pairs)


def is_asked(word: str, prompt: str) -> bool:
    """Tell whether all parts of a word are among those asked."""
    words, terms = asked(prompt)
    pieces = fold(word).split()
    parts = [stem(part) for piece in pieces for part in words_of(piece)]
    pairs = [pair for piece in pieces for run in unspaced_runs(piece) for pair in list(bigrams(run))[:-1]]
    return bool(parts or pairs) and words.issuperset(parts) and terms.issuperset(pairs)


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_the_telling_words_are_asked_and_the_noise_is_not(row: dict) -> None:
    prompt = row["text"]
    assert [word for word in row["search"] if not is_asked(word, prompt)] == [], keywords(prompt).words
    assert [word for word in row["noise"] if is_asked(word, prompt)] == [], keywords(prompt).words


def test_the_table_is_as_long_and_as_messy_as_it_should_be() -> None:
    assert len(ROWS) >= 60
    assert sum("\n" in row["text"] for row in ROWS) >= 25


def test_most_of_what_is_asked_was_meant() -> None:
    meant = every = 0
    for row in ROWS:
        wanted = {stem(part) for word in row["search"] for piece in fold(word).split() for part in words_of(piece)}
        found = keywords(row["text"]).words
        meant += sum(not wanted.isdisjoint(map(stem, words_of(word))) or bool(unspaced_runs(word)) for word in found)
        every += len(found)
    print(f"{meant} of {every} words")
    assert meant / every >= WORTH


def test_a_message_never_gives_more_names_than_fit() -> None:
    wall = "\n".join(f"    at handler{number} (src/part{number}.ts:1:{number})" for number in range(400))
    prose = " ".join(f"subject{number}" for number in range(400))
    assert len(keywords(f"{prose}\n{wall}").words) == MOST + MOST_FROM_MACHINES


@pytest.mark.parametrize("prompt", [row["text"] for row in ROWS if "\n" not in row["text"]][:12], ids=range(12))
def test_plain_words_are_those_that_the_analysis_of_whoosh_gives(prompt: str) -> None:
    """One tokenizer serves all lanes; on what both understand, it keeps what a search library's analysis keeps."""
    stop = STOP_WORDS | CHATTER
    analysis = StandardAnalyzer(expression=r"[A-Za-z]+", stoplist=stop, minsize=2)
    plain = [word for word in fold(prompt).split() if word.strip(".,;:!?").isalpha()]
    kept = {index_text(token.text) for token in analysis(" ".join(plain))} - {""} - CHATTER
    found = {part for word in keywords(" ".join(plain)).words for part in words_of(word)}
    assert kept <= found
    assert found <= {index_text(word) for word in plain} | {"not"} | parts(plain)


def parts(words: list[str]) -> set[str]:
    return {part for word in words for part in index_text(word).split()}


MESS = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(["```", "<system-reminder>", "</system-reminder>", "[Image #1]", "http://", "a.b.C:1:2", "\\\\", "> ", "{", "From: ", "Subject: "]),
        st.sampled_from(["\n", " ", "\n    ", "/", ":", "Error:"]),
    ),
    max_size=30,
).map("".join)  # fmt: skip


@given(MESS)
def test_whatever_is_pasted_gives_words_the_index_could_hold(prompt: str) -> None:
    for word in keywords(prompt).words:
        assert word == word.strip()
        assert word
        assert " " not in word


def test_a_plain_line_never_loads_what_takes_messages_apart() -> None:
    code = (
        "import sys; from mem.harness.keywords import keywords; keywords('why is the press slow?'); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert "mem.harness.keywords" in done.stdout.split()
    assert not {"mem.harness.messages", "re", "whoosh"} & set(done.stdout.split())
