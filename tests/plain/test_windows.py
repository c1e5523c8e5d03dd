"""A manager that holds a card for this moment sounds like one that holds none."""

from __future__ import annotations

from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest
from plain.console import Console
from scenes import scene
from tui.props import Quiet

from deathdome.model.decisions import Question
from deathdome.plain.console import PlainSettings

if TYPE_CHECKING:
    from deathdome.match.protocol import Reply, Request

PAUSE = 0.3
ATTEMPTS = 5  # a busy machine takes longer now and then
SCRIPT = ("attack blue.gunner with punch; jail nw; walk f4; stop", "log", "undo", "quit")


class Thinking(Quiet):
    """Needs a while for a card that may be played, and fails at it if asked to."""

    def __init__(self, seconds: float, *, fails: bool) -> None:
        super().__init__()
        self.seconds = seconds
        self.fails = fails
        self.reactions = 0

    def decide(self, request: Request) -> Reply:
        if request.question is Question.REACTION:
            self.reactions += 1
            sleep(self.seconds)
            if self.fails:
                raise LookupError("that must not be told now")
        return super().decide(request)


def killed(card: str, settings: PlainSettings, *, fails: bool = False) -> tuple[str, float, int]:
    """A player kills a unit of blue and walks on: the output, the time, the questions to blue.

    After the jail is chosen blue may answer the attack with a card.
    """
    match = scene(
        units={"red warrior": "e4", "blue gunner": "e3", "blue medic": "e2"},
        wounds={"blue gunner": 5},
        hands={"red": [], "blue": [card]},
        active="red warrior",
    )
    manager = Thinking(PAUSE / 3, fails=fails)
    began = monotonic()
    console = Console(match.state, SCRIPT, managers={1: lambda: manager}, settings=settings)
    return console.text, monotonic() - began, manager.reactions


@pytest.mark.parametrize("patience", [0.0, 0.05])
def test_what_is_said_and_how_long_it_takes_are_the_same_with_and_without_a_card(
    patience: float,
) -> None:
    settings = PlainSettings(pause=PAUSE, patience=patience)
    most = 0.0
    for _ in range(ATTEMPTS):
        said, spent, asked = killed("ricochet-clause", settings)
        other, elsewhere, never = killed("loud-noise", settings)
        assert (bool(asked), never) == (True, 0)
        assert said.replace("The other teams play.\n", "") == other
        assert min(spent, elsewhere) > PAUSE
        # The rest of the line was not dropped.
        assert "Red's Warrior walks from e4 to f4" in said
        most = abs(spent - elsewhere)
        if most < PAUSE:
            return
    raise AssertionError(f"one takes {most} seconds longer")


def test_a_fault_in_a_hidden_window_waits_for_an_open_question() -> None:
    said, _, asked = killed("ricochet-clause", PlainSettings(), fails=True)
    assert asked
    assert "Blue plays Ricochet Clause" in said  # greedy answers instead
    assert "failed" not in said
