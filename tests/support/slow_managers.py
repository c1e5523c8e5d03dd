"""Managers that think for long, fail, or do not want the match to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.managers.registry import TRUST

if TYPE_CHECKING:
    from pathlib import Path

PONDERING = """
import os, time
from deathdome.managers.random_manager import RandomManager
from deathdome.model.actions import END_TURN
from deathdome.match.protocol import Reply

class Ponders(RandomManager):
    "Thinks until it is told to hurry."
    def begin(self, briefing):
        self.hurry = briefing.hurry
    def decide(self, request):
        while not self.hurry():
            time.sleep(0.01)
        return Reply(END_TURN if END_TURN in request.options else request.options[0])

class Sore(RandomManager):
    "Does not take the end well."
    def end(self, outcome):
        raise ValueError("that was unfair")

class Telling(RandomManager):
    "Tells everybody what it holds."
    def decide(self, request):
        raise LookupError(f"my hand is {request.seen.hand}")

class Clinging(RandomManager):
    "Does not want it to end."
    def end(self, outcome):
        time.sleep(60)

class Deaf(RandomManager):
    def decide(self, request):
        time.sleep(60)

class Deadly(RandomManager):
    def decide(self, request):
        os._exit(1)
"""


@pytest.fixture(params=["in the process of the managers", "in one of its own"])
def ponderers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "pondering.py").write_text(PONDERING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv(TRUST, "1" if request.param.startswith("in the") else "")
