"""Which provider is meant: the packaged model, `ngrams`, or the folder of another model."""

from __future__ import annotations

from pathlib import Path

from mem.embedding.base import Provider

NGRAMS = "ngrams"


def provider_of(named: str) -> Provider:
    """Give the provider that `MEM_EMBED_MODEL` names, the packaged model where it names none."""
    if named == NGRAMS:
        from mem.embedding.ngrams import Ngrams

        return Ngrams()
    if named:
        from mem.embedding.onnx import from_folder

        return from_folder(Path(named).expanduser())
    from mem.embedding.packaged import packaged

    return packaged()
