"""The show of the bids: one power after another, and the result (E.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.play.auction_cards import lots_of
from deathdome.powerdome.text import auction_show as say
from deathdome.powerdome.text.shows import POWERDOME
from deathdome.powerdome.tui.presenters.auction import AuctionScene
from deathdome.powerdome.tui.screens.show import ShowScreen
from deathdome.stage.text import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.powerdome.model.dome import Seat
    from deathdome.stage.text import Line

_LENGTH: Final = 1.0  # seconds
_COIN: Final = 1.2  # seconds of a power with a tie
_READING: Final = 2.0
_RESULT: Final = 6.0


class AuctionScreen(ShowScreen):
    """Plays the lots of the auction, then shows the table of all."""

    def prepare(self) -> None:
        self._lots = lots_of(self.shell.host.heard(ABSENT), self._first, self._end)

    @property
    def _viewer(self) -> Seat:
        return self.shell.host.reader

    def words_now(self) -> Mapping[str, str]:
        return {"pass_end": say.TO_THE_END, "round_end": ""}

    def count(self) -> int:
        return len(self._lots) + 1

    def part(self, at: int) -> bool:
        return at < len(self._lots)

    def length(self, at: int) -> float:
        if not self.part(at) or not any(self._lots[at].bids):
            return 0.0
        return _COIN if self._lots[at].tied else _LENGTH

    def reading(self, at: int) -> float:
        return _READING if self.part(at) else _RESULT

    def heading(self, at: int) -> list[Span]:
        where = say.RESULT
        if self.part(at):
            where = say.LOT.format(at=at + 1, all=len(self._lots))
        return [
            Span(f" {POWERDOME}", "violet strong"),
            Span(f"  {say.AUCTION}", "strong"),
            Span(f"  {where}", "dim"),
        ]

    def slide(self, at: int, progress: float, room: int) -> list[Line]:
        host = self.shell.host
        empty = " " if self.shell.glyphs.tinted else self.shell.glyphs.empty
        scene = AuctionScene(
            self._lots, host.state.now.tome, host.names, self.size.width - 2, empty, self._viewer
        )
        return scene.rows(at, progress, room)
