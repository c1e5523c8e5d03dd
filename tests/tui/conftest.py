"""Fixtures of every test of the screen."""

from __future__ import annotations

import pytest
from quick_screens import styles_are_parsed_once, tests_look_when_all_is_done

from deathdome.match import windows

__all__ = ["styles_are_parsed_once", "tests_look_when_all_is_done"]


@pytest.fixture(autouse=True)
def windows_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the tests of the pause itself wait for it."""
    monkeypatch.setattr(windows, "PAUSE", 0.0)
