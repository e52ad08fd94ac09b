"""Whoever makes the vectors: the packaged model, the folder of another, or nobody."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from mem.embedding.base import NoModel, Provider
from mem.embedding.choosing import NGRAMS, provider_of
from mem.embedding.nearness import Field
from mem.embedding.packaged import PACKAGE, WORDS
from mem.embedding.texts import digest, text_of
from mem.facts.instant import Instant

EXTRA = ("numpy", "onnxruntime", "tokenizers", PACKAGE)
IS_COMPLETE = all(find_spec(name) for name in EXTRA)

needs_extra = pytest.mark.skipif(not IS_COMPLETE, reason="memfacts[hybrid] is not installed")


@pytest.fixture(scope="module")
def packaged() -> Provider:
    return provider_of("")


@needs_extra
def test_the_packaged_model_knows_what_words_mean(packaged: Provider) -> None:
    assert packaged.identity.dimensions == 384
    texts = ["We chose RabbitMQ as message broker", "The office cat is called Miso", "Invoices are due in 14 days"]
    field = Field(packaged.embed(texts), packaged.identity.dimensions)
    for query, nearest in [("who carries our events?", 0), ("pet", 1), ("when do customers have to pay", 2)]:
        cosines = field.cosines(packaged.embed([query])[0])
        assert cosines.index(max(cosines)) == nearest, query


@needs_extra
def test_a_text_is_the_same_alone_and_among_longer_ones(packaged: Provider) -> None:
    alone = packaged.embed(["short"])[0]
    among = packaged.embed(["a much longer text that is padded to, again and again, by all the others", "short"])[1]
    assert Field([alone], 384).cosines(among)[0] > 0.99


@needs_extra
def test_a_model_that_was_exchanged_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "model.onnx").write_bytes(b"something else")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(NoModel, match="not the model that was pinned"):
        provider_of("")


@pytest.mark.skipif(IS_COMPLETE, reason="memfacts[hybrid] is installed")
def test_without_the_extra_the_way_to_it_is_told() -> None:
    with pytest.raises(NoModel) as told:
        provider_of("")
    assert told.value.help == "pip install 'memfacts[hybrid]'"


def test_a_folder_without_a_model_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(NoModel, match=r"holds no model\.onnx"):
        provider_of(str(tmp_path))


@needs_extra
def test_the_folder_of_a_model_can_be_named(tmp_path: Path, packaged: Provider) -> None:
    from tokenizers import BertWordPieceTokenizer

    spec = find_spec(PACKAGE)
    assert spec is not None
    assert spec.origin is not None
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "model.onnx").symlink_to(Path(spec.origin).with_name("model.onnx"))
    BertWordPieceTokenizer(str(WORDS)).save(str(tmp_path / "tokenizer.json"))
    named = provider_of(str(tmp_path))
    assert named.embed(["deploy"]) == packaged.embed(["deploy"])
    assert named.identity != packaged.identity


def test_the_provider_that_needs_nothing_is_always_there() -> None:
    assert provider_of(NGRAMS).identity.provider == "ngrams"


@pytest.mark.parametrize(
    ("subject", "title", "abstract", "expected"),
    [
        ("oskar", "Is off on Wednesdays", "", 'oskar: "Is off on Wednesdays" 1 September 2025'),
        ("", "Kafka carries events", "Three brokers", '"Kafka carries events Three brokers" 1 September 2025'),
        ("", "Kafka carries events", "Kafka", '"Kafka carries events" 1 September 2025'),
    ],
)
def test_a_fact_is_put_as_somebody_would_say_it(subject: str, title: str, abstract: str, expected: str) -> None:
    text = text_of(subject, title, abstract, Instant("2025-09-01T00:00:00.000Z"))
    assert text == expected
    assert digest(text) != digest(text + " ")
