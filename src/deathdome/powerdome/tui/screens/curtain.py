"""The curtain between two people at one keyboard: each has a key of its own (E.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.text import screens as say
from deathdome.powerdome.tui.ports import Shell
from deathdome.stage.keys.keyset import CURTAIN
from deathdome.stage.keys.names import key_name, written_as
from deathdome.stage.screens.curtain import Curtain
from deathdome.stage.text import BLANK, Span, line, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.model.dome import Seat
    from deathdome.stage.text import Line


class CurtainScreen(Curtain[Shell]):
    """Names the next player and the key that opens the curtain."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat: Final = seat
        self._wrong = ""  # the last key, if it was of another person

    @property
    def next_seat(self) -> int | None:
        return self.shell.curtain

    @property
    def named_seat(self) -> int:
        return self._seat

    def rows(self, seat: int, width: int) -> list[Line]:
        if not self.shell.in_game:
            return []
        host = self.shell.host
        done, all_ = self.shell.committed
        asked = say.ASKED.get(host.state.phase, "")
        where = say.CURTAIN_ROUND.format(round=host.state.now.round, what=asked)
        told = where if host.state.now.round else asked.capitalize()
        counted = say.CURTAIN_DONE.format(done=done, all=all_)
        rows = [
            *wrapped(say.HAND_OVER.format(name=host.names[seat]), width, "title"),
            BLANK,
            line(told, Span(f"  {counted}", "dim")),
            *wrapped(say.LOOK_AWAY, width),
            *wrapped(say.PRESS_TO_OPEN.format(key=host.key(seat)), width),
        ]
        if self._wrong:
            rows += wrapped(say.NOT_YOUR_KEY.format(key=self._wrong), width, "bad")
        return rows

    def press(self, name: str) -> None:
        """Open the curtain with the key of its person; any other key does what it always does."""
        if self.shell.in_game and name == key_name(self.shell.host.key(self._seat)):
            self.do_choose()
        else:
            bound = self.keyset.key_for(CURTAIN, name)
            if bound is None:
                self._wrong = written_as(name)
                self.refresh_all()
            else:
                super().press(name)

    def lift(self) -> None:
        self.shell.lift()
