"""What a position file expects against what came of its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.content.positions.moment import Moment
from deathdome.content.positions.pieces import Pieces
from deathdome.content.positions.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.content.positions.playing import Difference, Play
    from deathdome.content.positions.schema import Expected
    from deathdome.model.events import Told
    from deathdome.model.state import Table


def differences(
    play: Play, expected: Expected, name: str, tell: Callable[[Told, Table], str]
) -> list[Difference]:
    """Everything that is not as expected; `name` begins the keys, `tell` makes sentences.

    Raises:
        ContentError: a word among the expectations names nothing.
    """
    found: list[Difference] = []
    for check in (Moment(play, name), Pieces(play, name), Telling(play, name, tell)):
        check.check(expected)
        found += check.found
    return found
