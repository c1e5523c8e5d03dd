"""docs/glossary.md names homes that exist, and src has none of the words it has replaced."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split(" | "))
    for line in PAGE.splitlines()
    if line.startswith("| ") and "---" not in line and not line.startswith("| word ")
]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_word_has_a_home(row: tuple[str, str, str]) -> None:
    path = row[2].strip(" `|")
    try:
        importlib.import_module(f"deathdome.{path}")
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        assert hasattr(importlib.import_module(f"deathdome.{module}"), name)


def test_every_word_is_explained_once() -> None:
    words = [word for row in ROWS for word in re.split(", ", row[0])]
    assert len(words) == len(set(words)) >= 30
