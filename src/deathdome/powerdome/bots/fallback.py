"""Safe answers for a seat whose bot fails: legal, and as little as the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import (
    Activation,
    Bids,
    Chance,
    Consents,
    Discards,
    Nomination,
    Offer,
    Order,
    Persona,
    Plan,
    Protection,
    Reply,
    Sheet,
    Talk,
    Target,
)
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.options import NOMINATIONS
from deathdome.powerdome.rules.fight import targets

if TYPE_CHECKING:
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.state import State


def fallback(state: State, ask: Ask) -> Answer:
    """Return a legal answer to a question: nothing wherever the rules allow nothing."""
    match ask.kind:
        case AskKind.NOMINATE:
            return Nomination(tuple(range(NOMINATIONS)))
        case AskKind.PROTECT:
            return Protection(None)
        case AskKind.BID:
            return Bids({})
        case AskKind.TRADE:
            return Offer(None)
        case AskKind.REPLY:
            return Reply(accept=False)
        case AskKind.DISCARD:
            return Discards()
        case AskKind.PERSONA:
            return Persona()
        case AskKind.TALK:
            return Talk()
        case AskKind.CONSENT:
            return Consents()
        case AskKind.SHEET:
            return Sheet({ask.seat: Plan()})
        case AskKind.ORDER:
            return Order(planned_acts(state, ask))
        case AskKind.TARGET:
            return Target(None)
        case AskKind.CHANCE:
            return Chance(ask.choices[0])


def planned_acts(state: State, ask: Ask) -> tuple[Activation, ...]:
    """Return the activations that the sheet planned, each with its first legal target (AM-2)."""
    sheet = state.gathered.get(ask.seat)
    assert isinstance(sheet, Sheet)
    dome = state.now
    character = dome.characters[ask.character]
    found = []
    for act in sheet.plans[ask.character].activate:
        effects = (
            dome.tome.allies[character.kind].effects
            if act.power is None
            else dome.tome.powers[act.power].effects
        )
        kind = effects[act.effect].target
        choices = [] if kind is None else targets(dome, character, kind)
        aim = choices[0] if choices else None
        found.append(Activation(act.power, act.effect, aim, act.x))
    return tuple(found)
