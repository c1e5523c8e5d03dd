"""Actions as text: one line each, short, readable and greppable.

`notation` parses the lines; docs/notation.md holds the grammar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import (
    EVERYBODY,
    NOBODY,
    PUNCH,
    ActionKind,
    a_of,
    b_of,
    choice_of,
    kind_of,
    picked_of,
    subject_of,
)
from deathdome.model.effects import Modify
from deathdome.model.identifiers import space_text, unit_text
from deathdome.model.vocabulary import Trigger

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability, Catalog
    from deathdome.model.effects import Effect
    from deathdome.model.state import Setup

PLAIN: Final = {
    ActionKind.DONE: "done",
    ActionKind.PASS: "pass",
    ActionKind.END_TURN: "end turn",
    ActionKind.STOP: "stop",
    ActionKind.CAPTURE: "capture",
    ActionKind.RELEASE: "release",
    ActionKind.END_PHASE: "end phase",
    ActionKind.COMMIT: "commit",
    ActionKind.DECLINE: "decline",
}
WORDS: Final = {
    ActionKind.ROLL: "roll",
    ActionKind.DRAW: "draw",
    ActionKind.DEAL: "deal",
    ActionKind.BUY: "buy",
    ActionKind.SELL: "sell",
    ActionKind.EQUIP: "equip",
    ActionKind.UNEQUIP: "unequip",
    ActionKind.ACTIVATE: "activate",
    ActionKind.WALK: "walk",
    ActionKind.ATTACK: "attack",
    ActionKind.USE: "use",
    ActionKind.PLAY: "play",
    ActionKind.LAY: "lay",
    ActionKind.HIT: "hit",
    ActionKind.PUSH_TO: "push",
    ActionKind.JAIL: "jail",
}
# Operands of each verb, for errors.
OPERANDS: Final = {
    ActionKind.ROLL: "a number from 1 to 12",
    ActionKind.DRAW: "a power card",
    ActionKind.DEAL: "a character",
    ActionKind.BUY: "a store card",
    ActionKind.SELL: "a store card",
    ActionKind.EQUIP: "a store card and a unit",
    ActionKind.UNEQUIP: "a store card",
    ActionKind.ACTIVATE: "a unit",
    ActionKind.WALK: "a space",
    ActionKind.ATTACK: "a unit, and what to attack it with",
    ActionKind.USE: "a card or character with an ability",
    ActionKind.PLAY: "a power card",
    ActionKind.LAY: "a power card",
    ActionKind.HIT: "a unit",
    ActionKind.PUSH_TO: "a space",
    ActionKind.JAIL: "a jail",
}


# -- reading ------------------------------------------------------------------------------------
AROUND: Final = "around"
ALL: Final = "everybody"


def effect_text(effect: Effect) -> str:
    """Return the word for an effect chosen among several: its rating, or its verb."""
    if isinstance(effect, Modify):
        return effect.rating.name.lower()
    return effect.effect_kind.name.lower()


def action_text(setup: Setup, action: Action, seat: int = -1) -> str:
    """Return the line of the action; the base of `seat`, who answers, is called "base"."""
    kind = kind_of(action)
    if kind in PLAIN:
        return PLAIN[kind]
    return f"{WORDS[kind]} {_operands(setup, action, kind, seat)}"


def verb_text(kind: ActionKind) -> str:
    """Return the words that begin an action: "walk", "end phase"."""
    return PLAIN.get(kind) or WORDS[kind]


def _operands(setup: Setup, action: Action, kind: ActionKind, seat: int) -> str:
    catalog = setup.catalog
    a = a_of(action)
    if kind is ActionKind.ROLL:
        return str(a)
    if kind in (ActionKind.DRAW, ActionKind.LAY):
        return catalog.power_cards[a].id
    if kind is ActionKind.DEAL:
        return catalog.characters[a].id
    if kind in (ActionKind.BUY, ActionKind.SELL):
        return catalog.store_cards[a].id
    if kind is ActionKind.UNEQUIP:
        return catalog.items[a].id
    if kind is ActionKind.EQUIP:
        return f"{catalog.items[a].id} {unit_text(setup, b_of(action))}"
    if kind in (ActionKind.ACTIVATE, ActionKind.HIT):
        return unit_text(setup, a)
    if kind in (ActionKind.WALK, ActionKind.PUSH_TO):
        return space_text(setup, a, seat)
    if kind is ActionKind.JAIL:
        return setup.board.jail_names[a]
    if kind is ActionKind.ATTACK:
        target = AROUND if b_of(action) == NOBODY else unit_text(setup, b_of(action))
        return target if a == PUNCH else f"{target} with {catalog.items[a].id}"
    if kind is ActionKind.PLAY and not catalog.power_cards[a].abilities:
        return catalog.power_cards[a].id
    ability = catalog.ability_of(action)
    numbered = several_abilities(catalog, ability)
    parts = [f"{ability.card}#{ability.place + 1}" if numbered else ability.card]
    picked = picked_of(action)
    if picked >= 0:
        parts.append(f"on {_picked_text(setup, ability, picked)}")
    if choice_of(action) >= 0:
        parts.append(f"choosing {choices(ability)[choice_of(action)]}")
    if subject_of(action) >= 0:
        parts.append(f"for {unit_text(setup, subject_of(action))}")
    return " ".join(parts)


def several_abilities(catalog: Catalog, ability: Ability) -> bool:
    """Return True if the card has another ability to use, at any time."""
    used = 0
    for at in range(int(ability.id) - ability.place, len(catalog.abilities)):
        other = catalog.abilities[at]
        if other.card != ability.card:
            break
        used += other.when is not Trigger.ALWAYS
    return used > 1


def choices(ability: Ability) -> list[str]:
    """Return the word for each effect of an ability; the second "strength" is "strength#2"."""
    words = [effect_text(effect) for effect in ability.do]
    return [
        word if word not in words[:at] else f"{word}#{words[:at].count(word) + 1}"
        for at, word in enumerate(words)
    ]


def _picked_text(setup: Setup, ability: Ability, picked: int) -> str:
    if picked == EVERYBODY:
        return ALL
    what = ability.pick.what if ability.pick is not None else "unit"
    if what == "point":
        return space_text(setup, picked)
    if what == "jail":
        return setup.board.jail_names[picked]
    return unit_text(setup, picked)
