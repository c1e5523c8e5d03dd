"""Units named without their team, `scout` for `red.scout`: what is done tells whose they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError
from deathdome.model.identifiers import TEAMS, unit_text
from deathdome.model.notation import exact_option, parse_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.state import Setup

_OF_UNITS: Final = ("activate", "equip")  # of the own team always


def with_teams_told(setup: Setup, text: str, seat: int, options: Sequence[Action]) -> str:
    """`activate scout` as `activate red.scout`: as it would be legal for that seat, if it is.

    A text that is an action as it is stays so: a card or space may be called like a unit. A full
    stop at its end counts only where an option has it.
    """
    if exact_option(setup, text, seat, options) is not None:
        return text
    for line in dict.fromkeys((text.removesuffix("."), text)):
        if _read(setup, line, seat, options) is not None:
            return line
    text = text.removesuffix(".")
    words = text.split()
    verb = words[0].lower() if words else ""
    others = [other for other in range(setup.seats) if other != seat]
    teams = {"attack": others if len(others) == 1 else []}.get(verb, [seat, *others])
    if verb in _OF_UNITS:
        teams = [seat]
    known = [unit_text(setup, unit) for unit in range(len(setup.units))]
    for at, word in enumerate(words[1:], 1):
        names = [f"{TEAMS[team]}.{word.lower()}" for team in teams]
        names = [name for name in names if name in known]
        if not names or words[at - 1].lower() in TEAMS:
            continue
        meant = [" ".join((*words[:at], name, *words[at + 1 :])) for name in names]
        legal = (one for one in meant if _read(setup, one, seat, options) in options)
        return next(legal, meant[0])
    return text


def _read(setup: Setup, text: str, seat: int, options: Sequence[Action]) -> Action | None:
    """The action that a text is; None if it is none."""
    try:
        return parse_action(setup, text, seat, options)
    except NotationError:
        return None
