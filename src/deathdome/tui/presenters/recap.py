"""What others did since the last own turn, in two lines of signs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from deathdome.text import recap as short
from deathdome.text.recent import since_own_turn
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event
    from deathdome.model.state import Setup

__all__ = ["recap", "since_own_turn"]


def recap(events: Sequence[Event], setup: Setup, seat: int = -1) -> str:
    """`&: &s takes q8; &w hits @g for 2`; '' when there is nothing to tell.

    What the units of `seat` did themselves is left out: its player knows.
    """
    called = short.Called(partial(unit_token, setup), SEAT_SIGNS.__getitem__)
    return short.recap(events, setup, called, seat)
