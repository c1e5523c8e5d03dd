"""What holds for every test of the screen."""

from __future__ import annotations

import pytest

from deathdome.play import windows


@pytest.fixture(autouse=True)
def windows_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the tests of the pause itself wait for it."""
    monkeypatch.setattr(windows, "PAUSE", 0.0)
