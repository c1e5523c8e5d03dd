"""Facts in the texts of a lesson: `{item:cyber-suit price}` is what the game says it is.

A number that is typed into a text is wrong as soon as a card changes; these cannot be.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.content.words import suggestion
from deathdome.errors import NotationError
from deathdome.model.board import TOWER_SUPPLY
from deathdome.model.identifiers import parse_card, parse_item, parse_team, parse_unit
from deathdome.model.vocabulary import Rating
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY, standing, supply
from deathdome.rules.turn import hand_target
from deathdome.rules.units import boost, movement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deathdome.model.state import State

_FACT: Final = re.compile(r"\{(\w+):([^{}]*)\}")
_BRACE: Final = re.compile(r"[{}]")
_PAY: Final = {"tower": TOWER_PAY, "point": POINT_PAY, "shell": SHELL_PAY}


def fill(text: str, state: State, given: Mapping[str, Callable[[str], str]]) -> str:
    """The text with its facts as they are in this position.

    `given` has what only the screen knows, such as keys, by the word before the colon.

    Raises:
        NotationError: a fact is misspelt.
    """

    def fact(found: re.Match[str]) -> str:
        kind, words = found[1], found[2].strip()
        if kind in given:
            return given[kind](words)
        if kind not in _KINDS:
            raise NotationError(f"no fact {found[0]}.{suggestion(kind, [*_KINDS, *given])}")
        subject, _, what = words.rpartition(" ")
        known = _KINDS[kind](state, subject.strip())
        if what not in known:
            raise NotationError(f"{found[0]}: no {what} here.{suggestion(what, known)}")
        value = known[what]
        return f"{value:,}" if isinstance(value, int) else value

    filled = _FACT.sub(fact, text)
    if _BRACE.search(filled):
        raise NotationError("a brace is no sign of a text: facts are written {word:name what}")
    return filled


def _item(state: State, name: str) -> Mapping[str, int | str]:
    item = state.setup.catalog.items[parse_item(state.setup, name)]
    weapon, ratings = item.weapon, item.ratings
    return {
        "name": item.name,
        "price": item.cost,
        "strength": ratings.strength if weapon is None else weapon.strength,
        "range": 0 if weapon is None else weapon.range,
        "movement": ratings.movement,
        "toughness": ratings.toughness,
        "vitae": ratings.vitae,
    }


def _card(state: State, name: str) -> Mapping[str, int | str]:
    card = state.setup.catalog.power_cards[parse_card(state.setup, name)]
    return {"name": card.name, "value": card.value}


def _unit(state: State, name: str) -> Mapping[str, int | str]:
    unit = parse_unit(state.setup, name)
    return {
        "name": state.setup.units[unit].name,
        "strength": state.gear.strength[unit],
        "movement": movement(state, unit),
        "toughness": state.gear.toughness[unit] + boost(state.timed, unit, Rating.TOUGHNESS),
        "vitae": state.gear.vitae[unit] - state.wounds[unit],
        "wounds": state.wounds[unit],
    }


def _team(state: State, name: str) -> Mapping[str, int | str]:
    seat = parse_team(name)
    points = supply(state, seat)
    return {
        "payout": standing(state, seat).payout,
        "supply": points,
        "cards": hand_target(points),
        "hand": len(state.hands[seat]),
        "shells": state.shells[seat],
        "credits": state.credits[seat],
    }


def _pay(_state: State, _name: str) -> Mapping[str, int | str]:
    return _PAY


def _match(state: State, _name: str) -> Mapping[str, int | str]:
    return {
        "rounds": state.setup.rounds,
        "tower-supply": TOWER_SUPPLY,
        "least-hand": hand_target(0),
        "most-hand": hand_target(99),
    }


_KINDS: Final[Mapping[str, Callable[[State, str], Mapping[str, int | str]]]] = {
    "item": _item,
    "card": _card,
    "unit": _unit,
    "team": _team,
    "pay": _pay,
    "match": _match,
}
