"""Positions and actions for a picture of each animation, which `make pictures` takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deathdome.content.positions import position_from_text
from deathdome.errors import DeathdomeError
from deathdome.match.referee import Referee
from deathdome.model.notation import parse_action
from deathdome.rules.observing import observe
from deathdome.session.host import MatchHost
from deathdome.session.manager_process import ManagerProcess
from deathdome.tui.app import DomeApp
from deathdome.tui.presenters.animations import Frame, Show, shows_of
from deathdome.tui.presenters.attack_panel import Room
from deathdome.tui.screens.board import BoardScreen

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.tui.glyphs import GlyphSet

HELD = 600.0  # seconds for which the frame stays
NAMES = ("human", "greedy")
SEED = 11


class Scene(NamedTuple):
    """A position, the answers that matter, and the frame of the picture."""

    position: str
    answers: tuple[str, ...]
    show: str  # name of the show
    frame: int


DUEL = """board = "waspworth"
turn = { phase = "red.warrior" }
units.red.warrior = { at = "d15", items = ["grudge-axe"] }
units.blue.gunner = "e15"
teams.red.hand = ["crowd-roar", "loud-noise"]
teams.blue.hand = ["elbow-grease"]
"""
STRIKE = (
    "attack blue.gunner with grudge-axe",
    *("lay crowd-roar", "lay loud-noise", "commit", "lay elbow-grease", "commit"),
)
SCENES = {
    "close-combat": Scene(DUEL, STRIKE, "close combat", 7),
    "cards-down": Scene(DUEL, STRIKE, "close combat", 0),
    "cards-turn": Scene(DUEL, STRIKE, "close combat", 1),
    "unfolding": Scene(DUEL, STRIKE, "close combat", 3),
    "ranged": Scene(
        """board = "waspworth"
turn = { phase = "red.gunner" }
units.red.gunner = { at = "d15", items = ["potato-enforcer"] }
units.blue.gunner = "h15"
teams.red.hand = ["crowd-roar"]
""",
        ("attack blue.gunner with potato-enforcer", "lay crowd-roar", "commit"),
        "ranged",
        7,
    ),
    "splash": Scene(
        """board = "waspworth"
turn = { phase = "red.warrior" }
units.red.warrior = { at = "d15", items = ["upside-down-lawnmower"] }
units.blue.scout = "e15"
units.blue.medic = "e14"
teams.red.hand = ["crowd-roar"]
teams.blue.hand = ["elbow-grease"]
""",
        (
            *("attack around with upside-down-lawnmower", "lay crowd-roar", "commit"),
            *("lay elbow-grease", "commit"),
        ),
        "splash",
        4,
    ),
    "push": Scene(
        """board = "waspworth"
turn = { phase = "red.warrior" }
units.red.warrior = "d15"
units.blue.gunner = "e15"
teams.red.hand = ["rude-shove"]
""",
        ("play rude-shove on blue.gunner",),
        "push",
        1,
    ),
    "lava-death": Scene(
        """board = "waspworth"
turn = { phase = "red.warrior" }
units.red.warrior = "f12"
units.blue.gunner = "g12"
teams.red.hand = ["rude-shove"]
""",
        ("play rude-shove on blue.gunner",),
        "lava death",
        4,
    ),
    "payback": Scene(
        """board = "waspworth"
turn = { phase = "red.scout" }
units.red.scout = "d15"
units.blue.gunner = { at = "e15", items = ["landmine-lederhosen"] }
""",
        ("attack blue.gunner",),
        "payback",
        7,
    ),
    "pager": Scene(
        """board = "waspworth"
turn = { phase = "red.gunner" }
units.blue.medic = { at = "d15", items = ["medical-pager"] }
units.blue.scout = { at = "h15", wounds = 2 }
units.red.gunner = { at = "k15", items = ["potato-enforcer"] }
""",
        (
            "attack blue.scout with potato-enforcer",
            *("use medical-pager for blue.scout", "walk g15", "stop"),
        ),
        "pager",
        6,
    ),
}


async def pose(app: DomeApp, scene: Scene, glyphs: GlyphSet) -> None:
    """Show the frame of a scene for as long as the picture takes."""
    screen = app.screen
    assert isinstance(screen, BoardScreen)
    screen.shows.play([Show((held_frame(scene, app, glyphs),))])


def held_frame(scene: Scene, app: DomeApp, glyphs: GlyphSet) -> Frame:
    """Return the frame, over the position before the answers."""
    state = position_from_text(scene.position, Path())
    referee = Referee(state, SEED)
    before = observe(state, 0)
    answers = list(scene.answers)
    while answers and (request := referee.request()) is not None:
        if (action := answered(request, answers[0])) is not None:
            answers.pop(0)
        referee.answer(request.default if action is None else action)
    screen = app.screen
    width, height = screen.query_one("#side").size
    large = screen.size.width > 150
    convicts = app.session.convicts
    room = Room(width, height, glyphs, convicts)
    names = convicts.surnames if large else ()
    shows = shows_of(referee.visible_events(0), 0, before, before, room, names)
    show = next(one for one in shows if one.name == scene.show)
    return replace(show.frames[scene.frame], seconds=HELD)


def answered(request: Request, line: str) -> Action | None:
    """Return the answer that a line names; None if it is not on offer."""
    try:
        action = parse_action(request.seen.setup, line, request.seat)
    except DeathdomeError:
        return None
    return action if action in request.options else None


def opened(scene: Scene) -> DomeApp:
    """The program with the position of a scene."""
    referee = Referee(position_from_text(scene.position, Path()), SEED)
    return DomeApp(MatchHost(referee, NAMES, ManagerProcess(), pace=3, cosmetic=SEED))
