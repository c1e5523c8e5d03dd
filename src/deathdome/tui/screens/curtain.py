"""The curtain between two players of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.stage.screens.curtain import Curtain
from deathdome.stage.text import BLANK, wrapped
from deathdome.text.phrases import matches as say
from deathdome.tui.keys.keyset import key
from deathdome.tui.ports import Shell
from deathdome.tui.presenters.status import seat_label

if TYPE_CHECKING:
    from deathdome.stage.text import Line


class CurtainScreen(Curtain[Shell]):
    """Names the team whose player is next."""

    @property
    def next_seat(self) -> int | None:
        return self.shell.session.curtain

    @property
    def named_seat(self) -> int:
        session = self.shell.session
        return session.curtain if session.curtain is not None else session.viewer

    def rows(self, seat: int, width: int) -> list[Line]:
        name = say.PASS_KEYBOARD.format(team=seat_label(seat, self.shell.session.labels))
        return [
            *wrapped(name, width, f"seat{seat}"),
            BLANK,
            *wrapped(say.LOOK_AWAY, width),
            *wrapped(say.SHOWS_HAND.format(choose=key("choose")), width),
        ]

    def lift(self) -> None:
        self.shell.lift_curtain()
