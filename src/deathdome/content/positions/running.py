"""Position files as tests: set up the position, play the actions, compare the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deathdome.content.packs import load_packs
from deathdome.content.positions.codec import place_pieces
from deathdome.content.positions.expect import differences
from deathdome.content.positions.files import parse_sheet, read_sheet
from deathdome.content.positions.playing import begin
from deathdome.errors import ContentError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deathdome.content.collection import Collection
    from deathdome.content.positions.playing import Difference, Play
    from deathdome.content.positions.schema import Expected, PositionSheet
    from deathdome.model.events import Event
    from deathdome.model.state import Setup, State


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one position file."""

    sheet: PositionSheet
    play: Play
    differences: list[Difference]


def load_position(path: Path, shown: str | None = None) -> State:
    """Load the position of a file before its actions; chance may have the open question.

    Raises:
        ContentError: the file cannot be used; names file, key and a remedy.
    """
    name = shown or str(path)
    return place_pieces(read_sheet(path, name), name, path.parent, load_packs([]))[0]


def position_from_text(text: str, folder: Path, shown: str = "position") -> State:
    """Parse a position file and return its position before the actions.

    Raises:
        ContentError: it cannot be used.
    """
    return place_pieces(parse_sheet(text, shown), shown, folder, load_packs([]))[0]


def run_position(
    path: Path,
    shown: str,
    tell: Callable[[Event, Setup], str],
    collection: Collection | None = None,
) -> Report:
    """Set up the position of a file, play its actions and compare the result.

    `collection` has the cards and boards that the file may name, by default those of the game.

    Raises:
        ContentError: the file cannot be used.
    """
    sheet = read_sheet(path, shown)
    state, events = place_pieces(sheet, shown, path.parent, collection or load_packs([]))
    play = begin(sheet, state, events, shown)
    found: list[Difference] = []
    if sheet.actions and sheet.play.actions:
        raise ContentError(f"{shown}: actions and play.actions: give only one")
    steps = [("", sheet.actions or sheet.play.actions, sheet.expect)]
    steps += [(f"then {n}: ", step.actions, step.expect) for n, step in enumerate(sheet.then, 1)]
    for name, actions, expected in steps:
        play.since = len(play.events) if name else 0
        play.run(actions, f"{name}actions", may_be_refused=_refusable(expected))
        found += play.wrong
        play.settle()
        found += differences(play, expected, f"{name}expect", tell)
        if play.wrong:
            break
    return Report(sheet, play, found)


def _refusable(expected: Expected) -> bool:
    return expected.refused not in (None, False) or any(
        one is not None for one in (expected.rule, expected.need, expected.have)
    )
