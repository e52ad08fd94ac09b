"""JSON, the form programs read: one document, all keys of every row."""

from __future__ import annotations

import json
from collections.abc import Mapping

from mem.formats.report import Report, Table


def render(report: Report) -> str:
    """Write a report as one JSON document."""
    document = {key: _plain(value) for key, value in report.fields.items()}
    if report.lines is not None:
        document["lines"] = list(report.lines)
    if "error" in report.fields:
        document["code"] = report.code
    if report.help:
        document["help"] = list(report.help)
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _plain(value: object) -> object:
    if isinstance(value, Table):
        return [_plain(row) for row in value.rows]
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
