"""A whole season of five matches by keystrokes alone, at 80x24, read off the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenes import in_series, scene
from tui.props import on_stage

from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.season import SeasonScreen
from deathdome.tui.screens.shop import ShopScreen

if TYPE_CHECKING:
    from tui.props import Stage

ROUNDS = (1, 1, 1, 1, 1)
MOST_KEYS = 600


class Fingers:
    """A player who presses what the key bar and the panel name; remembers every page."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.pages: list[str] = []
        self._last = ""
        self._step = 0

    async def play(self) -> None:
        """Play until the page of the season."""
        for _ in range(MOST_KEYS):
            screen = self.stage.app.screen
            name = type(screen).__name__
            if not self.pages or self.pages[-1] != name:
                self.pages.append(name)
            if isinstance(screen, SeasonScreen):
                return
            await self.stage.press(*self._keys(screen))
        raise AssertionError(self.stage.text)

    def _keys(self, screen: object) -> tuple[str, ...]:
        stage, text = self.stage, self.stage.text
        same, self._last = text == self._last, text
        if isinstance(screen, ShopScreen):
            if stage.session.request is None:
                return ()
            ordered = "confirms" in text
            return ("enter",) if ordered else ("e", "enter") if same else ("2",)
        if not isinstance(screen, MatchScreen):
            return ("enter",)
        if stage.session.request is None:
            return ()
        if stage.interaction.menu is not None:
            return ("escape",) if same else ("enter",)
        self._step += 1
        return (str(self._step % 4 + 1), "n", "enter") if not same else ("e",)


async def test_a_season_of_five_matches_is_played_by_keys() -> None:
    jailed: dict[str, Any] = {
        "units": {"blue gunner": "jail nw", "red medic": "jail se"},
        "items": {"blue gunner": ["magnum-44000"]},
    }
    # The first match begins at its last turn, with a convict in jail to be sold.
    match = in_series(scene(turn="red", round=6, points={"d8": "red"}, **jailed), ROUNDS)
    rival = create("random")
    rival.begin(Briefing(PROTOCOL, 1, 2, match.state.setup, 1, {}))
    async with on_stage(match, ("human", "random"), {1: rival}) as stage:
        fingers = Fingers(stage)
        await fingers.play()
        assert "SEASON OVER" in stage.text
        pages = fingers.pages
        between = ["MatchResultScreen", "StandingsScreen", "ShopScreen", "MatchScreen"]
        pages.remove("AuctionScreen")  # of the first match at least
        assert [page for page in pages if page != "AuctionScreen"][1:-2] == between * 4
        series = stage.true.setup.series
        assert series is not None
        assert len(series.results) == 5
