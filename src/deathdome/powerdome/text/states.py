"""A game at a question, described in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deathdome.powerdome.model.asks import CHANCE
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.rules.game import owed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.powerdome.model.dome import Character, Dome
    from deathdome.powerdome.model.state import State


def state_fields(state: State) -> dict[str, Any]:
    """Return the facts of a state for programs."""
    dome = state.now
    names = character_names(dome, state.seats)
    return {
        "phase": state.phase.value,
        "round": dome.round,
        "players": {
            name: {
                "vitality": dome.characters[seat].vitality,
                "alive": dome.characters[seat].alive,
                "powers": [dome.tome.powers[power].id for power in dome.hands[seat]],
            }
            for seat, name in enumerate(state.seats)
        },
        "allies": {
            names[one.id]: {"of": state.seats[one.controller], "vitality": one.vitality}
            for one in dome.characters[dome.seats :]
            if one.alive
        },
        "modifiers": [dome.tome.powers[power].id for power in dome.modifiers],
        "asked": [
            {"seat": _asked(state, ask.seat), "question": ask.kind.value} for ask in owed(state)
        ],
    }


def state_lines(state: State) -> Iterator[str]:
    """Yield the lines that describe a state."""
    dome = state.now
    names = character_names(dome, state.seats)
    when = f"round {dome.round}, " if dome.round else ""
    yield f"PowerDome, {dome.seats} players, {when}{state.phase.value}"
    for one in dome.characters:
        if one.player or one.alive:
            yield f"  {_character(dome, one, names[one.id])}"
    if dome.modifiers:
        yield "in force: " + ", ".join(dome.tome.powers[power].name for power in dome.modifiers)
    for ask in owed(state):
        yield f"asked: {_asked(state, ask.seat)}, {ask.kind.value}"


def _asked(state: State, seat: int) -> str:
    return "chance" if seat == CHANCE else state.seats[seat]


def _character(dome: Dome, one: Character, name: str) -> str:
    parts = [f"vitality {one.vitality}" if one.alive else "dead"]
    if one.player:
        parts += [dome.tome.powers[power].name for power in dome.hands[one.id]]
    parts += [dome.tome.afflictions[held].name for held in one.afflictions]
    return f"{name}: {', '.join(parts)}"
