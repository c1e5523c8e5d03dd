"""Fixtures of every test of PowerDome's screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from quick_screens import styles_are_parsed_once, tests_look_when_all_is_done

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["styles_are_parsed_once", "tests_look_when_all_is_done"]


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give each test a folder of its own for saved games."""
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
