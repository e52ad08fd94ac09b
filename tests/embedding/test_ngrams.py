"""Spellings as vectors: what looks alike is near, and every process says the same."""

from __future__ import annotations

import struct
from hashlib import sha256
from math import isclose

import pytest

from mem.embedding.nearness import Field
from mem.embedding.ngrams import DIMENSIONS, Ngrams


def cosine(one: str, other: str) -> float:
    made = Ngrams().embed([one, other])
    return Field([made[0]], DIMENSIONS).cosines(made[1])[0]


def test_a_vector_has_length_one_whatever_it_is_made_of() -> None:
    for vector in Ngrams().embed(["deploy on Friday", "a", "部署", ""]):
        numbers = struct.unpack(f"<{DIMENSIONS}f", vector)
        assert isclose(sum(number * number for number in numbers), 1.0, abs_tol=1e-5) or not any(numbers)


def test_the_same_text_gives_the_same_bytes_everywhere() -> None:
    digest = sha256(Ngrams().embed(["deploy with make ship"])[0]).hexdigest()
    assert digest == "9eaead2ba0528ce657a88933337ca91c50c11ced84440465d85c1871257dba77"


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        ("kuberntes cluster", "the kubernetes cluster has five nodes", "invoices are sent on Monday"),
        ("authentification", "authentication is by cookie", "the cat is called Miso"),
        ("Rechnungslauf", "der Rechnungslauf beginnt um sechs", "die Kasse ist geschlossen"),
    ],
)
def test_a_slip_of_the_finger_stays_near(query: str, near: str, far: str) -> None:
    assert cosine(query, near) > cosine(query, far) + 0.1


def test_a_text_is_nearest_to_itself() -> None:
    assert isclose(cosine("deploy with make ship", "deploy with make ship"), 1.0, abs_tol=1e-5)
