"""A few screens as pictures: colours, styles and places that a grid of text does not show.

`pytest tests/tui/test_pictures.py --snapshot-update` takes them again; look at every one that
changes before you commit it. They do not depend on a folder, a clock or a version of the game.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from scenes import Match, fight
from tui.props import INSTANT, Quiet, dealt, here

from deathdome.match.referee import Referee
from deathdome.session.host import MatchHost
from deathdome.settings import Options
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import SHAPES

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

    from deathdome.tui.glyphs import GlyphSet

    Snap = Callable[..., bool]

ROOT = Path(__file__).parents[2]
SMALL, LARGE = (80, 24), (120, 40)


def pinned(package: str) -> str:
    """The version of a package that the constraints name."""
    rows = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return next(row.removeprefix(f"{package}==") for row in rows if row.startswith(f"{package}=="))


# What draws the pictures may draw others in another version; what they show is tested as text.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        any(version(name) != pinned(name) for name in ("textual", "rich")),
        reason="pictures are compared with the pinned versions of what draws them",
    ),
]


def program(match: Match | Referee, look: DisplaySettings | None = None, seats: int = 3) -> DomeApp:
    """The program with this match on the screen."""
    referee = match if isinstance(match, Referee) else Referee(match.state, 1)
    names = ("human", *("quiet",) * (seats - 1))
    managers = here({seat: Quiet() for seat in range(1, seats)})
    app = DomeApp(MatchHost(referee, names, managers, pace=INSTANT))
    app.settings = look or DisplaySettings(Options(animation="none"))
    return app


def pressing(*keys: str) -> Callable[[Pilot[None]], object]:
    """Presses keys one after the other, and waits until everything is drawn."""

    async def press(pilot: Pilot[None]) -> None:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()

    return press


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_a_turn_with_reach_and_threat(snap_compare: Snap, size: tuple[int, int]) -> None:
    app = program(fight())
    assert snap_compare(app, terminal_size=size, run_before=pressing("t", "t"))


def test_an_attack_before_it_is_declared(snap_compare: Snap) -> None:
    assert snap_compare(program(fight()), terminal_size=LARGE, run_before=pressing("a"))


@pytest.mark.parametrize(
    ("theme", "colours", "glyphs"),
    [
        ("light", "auto", SHAPES),
        ("dark", "none", None),
    ],
    ids=["light-shapes", "no-colour"],
)
def test_a_board_in_another_look(
    snap_compare: Snap, theme: str, colours: str, glyphs: GlyphSet | None
) -> None:
    options = Options(theme=theme, colours=colours, animation="none")  # type: ignore[arg-type]
    app = program(fight(), DisplaySettings(options, glyphs) if glyphs else DisplaySettings(options))
    assert snap_compare(app, terminal_size=SMALL, run_before=pressing())


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_the_store_with_two_cards_compared(snap_compare: Snap, size: tuple[int, int]) -> None:
    referee, _ = dealt(("human", "quiet"), quick=False)
    app = program(referee, seats=2)
    assert snap_compare(app, terminal_size=size, run_before=pressing("c", "down", "down"))
