"""The printed rules and the templates are what the rules say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import yaml

from mem.hooks.document import read_text
from mem.hooks.validate import validate

ROOT = Path(__file__).parents[1]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_docs", ROOT / "scripts" / "rules_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_rules_is_up_to_date() -> None:
    assert (ROOT / "docs" / "rules.md").read_text("utf-8") == generator().text()


def test_the_template_is_a_hook_without_findings() -> None:
    document = read_text("MEMHOOKS.md", (ROOT / "templates" / "MEMHOOKS.md").read_text("utf-8"))
    assert validate(document) == []


def test_the_workflows_run_what_there_is() -> None:
    for name in ("ci/github.yml", "ci/gitlab.yml"):
        text = (ROOT / "templates" / name).read_text("utf-8")
        assert yaml.safe_load(text)
        assert "memhooks validate --all" in text


def test_the_pre_commit_hooks_check_hooks_and_facts() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {hook["id"]: hook["entry"] for hook in hooks} == {
        "memhooks-validate": "memhooks validate",
        "mem-lint": "mem lint",
    }
