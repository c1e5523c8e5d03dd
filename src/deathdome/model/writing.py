"""Actions as text: one line each, short, readable and greppable.

`notation` reads the lines back; docs/notation.md holds the grammar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import (
    EVERYBODY,
    NOBODY,
    PUNCH,
    Act,
    a_of,
    b_of,
    choice_of,
    picked_of,
    subject_of,
    verb_of,
)
from deathdome.model.effects import Modify
from deathdome.model.spelling import space_text, unit_text
from deathdome.model.vocabulary import Trigger

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability, Catalog
    from deathdome.model.effects import Effect
    from deathdome.model.state import Table

PLAIN: Final = {
    Act.DONE: "done",
    Act.PASS: "pass",
    Act.END_TURN: "end turn",
    Act.STOP: "stop",
    Act.CAPTURE: "capture",
    Act.RELEASE: "release",
    Act.END_PHASE: "end phase",
    Act.COMMIT: "commit",
    Act.DECLINE: "decline",
}
WORDS: Final = {
    Act.ROLL: "roll",
    Act.DRAW: "draw",
    Act.DEAL: "deal",
    Act.BUY: "buy",
    Act.SELL: "sell",
    Act.EQUIP: "equip",
    Act.UNEQUIP: "unequip",
    Act.ACTIVATE: "activate",
    Act.WALK: "walk",
    Act.ATTACK: "attack",
    Act.USE: "use",
    Act.PLAY: "play",
    Act.LAY: "lay",
    Act.HIT: "hit",
    Act.PUSH_TO: "push",
    Act.JAIL: "jail",
}
# What comes behind the verb, for errors.
OPERANDS: Final = {
    Act.ROLL: "a number from 1 to 12",
    Act.DRAW: "a power card",
    Act.DEAL: "a character",
    Act.BUY: "a store card",
    Act.SELL: "a store card",
    Act.EQUIP: "a store card and a unit",
    Act.UNEQUIP: "a store card",
    Act.ACTIVATE: "a unit",
    Act.WALK: "a space",
    Act.ATTACK: "a unit, and what to attack it with",
    Act.USE: "a card or character with an ability",
    Act.PLAY: "a power card",
    Act.LAY: "a power card",
    Act.HIT: "a unit",
    Act.PUSH_TO: "a space",
    Act.JAIL: "a jail",
}


# -- reading ------------------------------------------------------------------------------------
AROUND: Final = "around"
ALL: Final = "everybody"


def effect_text(effect: Effect) -> str:
    """The word for an effect that is chosen among several: its rating, else its verb."""
    if isinstance(effect, Modify):
        return effect.rating.name.lower()
    return effect.verb.name.lower()


def action_text(table: Table, act: Action, seat: int = -1) -> str:
    """The line that spells the action. `seat` is who answers: its base is then called "base"."""
    verb = verb_of(act)
    if verb in PLAIN:
        return PLAIN[verb]
    return f"{WORDS[verb]} {_operands(table, act, verb, seat)}"


def verb_text(verb: Act) -> str:
    """The words that begin an action: "walk", "end phase"."""
    return PLAIN.get(verb) or WORDS[verb]


def _operands(table: Table, act: Action, verb: Act, seat: int) -> str:
    catalog = table.catalog
    a = a_of(act)
    if verb is Act.ROLL:
        return str(a)
    if verb in (Act.DRAW, Act.LAY):
        return catalog.power_cards[a].id
    if verb is Act.DEAL:
        return catalog.characters[a].id
    if verb in (Act.BUY, Act.SELL):
        return catalog.store_cards[a].id
    if verb is Act.UNEQUIP:
        return catalog.items[a].id
    if verb is Act.EQUIP:
        return f"{catalog.items[a].id} {unit_text(table, b_of(act))}"
    if verb in (Act.ACTIVATE, Act.HIT):
        return unit_text(table, a)
    if verb in (Act.WALK, Act.PUSH_TO):
        return space_text(table, a, seat)
    if verb is Act.JAIL:
        return table.board.jail_names[a]
    if verb is Act.ATTACK:
        target = AROUND if b_of(act) == NOBODY else unit_text(table, b_of(act))
        return target if a == PUNCH else f"{target} with {catalog.items[a].id}"
    if verb is Act.PLAY and not catalog.power_cards[a].abilities:
        return catalog.power_cards[a].id
    ability = catalog.ability_of(act)
    numbered = several_abilities(catalog, ability)
    parts = [f"{ability.card}#{ability.place + 1}" if numbered else ability.card]
    picked = picked_of(act)
    if picked >= 0:
        parts.append(f"on {_picked_text(table, ability, picked)}")
    if choice_of(act) >= 0:
        parts.append(f"choosing {choices(ability)[choice_of(act)]}")
    if subject_of(act) >= 0:
        parts.append(f"for {unit_text(table, subject_of(act))}")
    return " ".join(parts)


def several_abilities(catalog: Catalog, ability: Ability) -> bool:
    """True if its card has another ability that can be used, at whatever moment."""
    used = 0
    for at in range(int(ability.id) - ability.place, len(catalog.abilities)):
        other = catalog.abilities[at]
        if other.card != ability.card:
            break
        used += other.when is not Trigger.ALWAYS
    return used > 1


def choices(ability: Ability) -> list[str]:
    """The word for each effect of an ability; the second "strength" is "strength#2"."""
    words = [effect_text(effect) for effect in ability.do]
    return [
        word if word not in words[:at] else f"{word}#{words[:at].count(word) + 1}"
        for at, word in enumerate(words)
    ]


def _picked_text(table: Table, ability: Ability, picked: int) -> str:
    if picked == EVERYBODY:
        return ALL
    what = ability.pick.what if ability.pick is not None else "unit"
    if what == "point":
        return space_text(table, picked)
    if what == "jail":
        return table.board.jail_names[picked]
    return unit_text(table, picked)
