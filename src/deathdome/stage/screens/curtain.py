"""The curtain between two players at one screen: names the next one and shows nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.base_screen import AnyShell, BaseScreen
from deathdome.stage.keys.keyset import CURTAIN
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.strip import Strip

    from deathdome.stage.text import Line

WIDTH: Final = 60  # columns
_PADDING: Final = 4  # columns at both sides together
_SOON: Final = 0.02  # seconds; about a frame


class Name(Lines):
    """The name of the next player, and the seat whose name is on the terminal already."""

    seat = -1
    drawn: int | None = None

    def render_line(self, y: int) -> Strip:
        """Record which seat's name goes to the terminal."""
        self.drawn = self.seat
        return super().render_line(y)


class Curtain(BaseScreen[AnyShell]):
    """Opens with Enter only."""

    _waits = False  # Enter was pressed before the name was drawn

    # -- what a game says ----------------------------------------------------------------------

    @property
    def next_seat(self) -> int | None:
        """The seat that the curtain is for; None once it has been lifted."""
        raise NotImplementedError

    @property
    def named_seat(self) -> int:
        """The seat to name."""
        raise NotImplementedError

    def rows(self, seat: int, width: int) -> list[Line]:
        """Return the name of the next player, and what to do."""
        raise NotImplementedError

    def lift(self) -> None:
        """Show the game to the player who has taken the seat."""
        raise NotImplementedError

    # -- drawing and keys ----------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Name(id="curtain")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.refresh_all()
        self.show_keys()

    def refresh_all(self) -> None:
        """Name the next player, who may have changed."""
        seat = self.named_seat
        width = max(1, min(WIDTH, self.size.width - _PADDING))
        rows = self.rows(seat, width)
        for box in self.query(Name):  # none before it is composed
            box.seat = seat
            box.show(rows)

    def relaid(self) -> None:
        self.refresh_all()

    @property
    def context(self) -> str:
        return CURTAIN

    def clicked(self, action: str) -> None:
        """Ignore clicks on the opening key: the hand on the mouse may be any player's."""
        if action != "choose":
            super().clicked(action)

    def _choose_soon(self) -> None:
        """Try again after the next frame; a loop of messages would leave no time to draw it."""
        if not self._waits:
            self._waits = True
            self.set_timer(_SOON, self._choose_now)

    def _choose_now(self) -> None:
        self._waits = False
        if self.is_on_top:
            self.do_choose()

    def do_choose(self) -> None:
        """Open the curtain if its player's name is on the terminal."""
        drawn = next((box.drawn for box in self.query(Name)), None)
        if drawn is None:
            self._choose_soon()
        elif drawn == self.next_seat:
            self.lift()
