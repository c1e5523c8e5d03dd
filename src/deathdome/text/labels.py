"""An action in a few words, for buttons and for the alternatives of refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import (
    NOBODY,
    ActionKind,
    a_of,
    b_of,
    choice_of,
    kind_of,
    picked_of,
    subject_of,
)
from deathdome.model.effects import (
    Collect,
    Forbid,
    GrantPhase,
    Heal,
    MakeAttack,
    Modify,
    Permit,
    PushAway,
)
from deathdome.model.vocabulary import Deny, Trigger, Until
from deathdome.text.names import (
    ability_card,
    card_name,
    character_name,
    jail_name,
    space_name,
    the_item,
    unit_name,
    with_article,
)

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability
    from deathdome.model.effects import Effect, Lasting
    from deathdome.model.state import Setup

# Actions without operands.
BARE: Final = {
    ActionKind.DONE: "end the purchasing turn",
    ActionKind.PASS: "pass",
    ActionKind.END_TURN: "end the turn",
    ActionKind.STOP: "stop here",
    ActionKind.CAPTURE: "capture the control point",
    ActionKind.RELEASE: "release the jail",
    ActionKind.END_PHASE: "end the unit phase",
    ActionKind.COMMIT: "play no more cards",
    ActionKind.DECLINE: "do not react",
}
_UNTIL: Final = {
    Until.ATTACK: " for this attack",
    Until.PHASE: " this unit phase",
    Until.TURN: " this turn",
    Until.NEXT_TURN: " until your next turn",
    Until.THEIR_TURN: " until the end of its next turn",
}


def without_time(text: str) -> str:
    """Return the label of an action without the time that its effect lasts."""
    for until in _UNTIL.values():
        text = text.removesuffix(until)
    return text


def label(action: Action, setup: Setup) -> str:
    """Return an action as an order, without capital and full stop: 'walk to k5'.

    A number that names nothing is called by its number, so that a refusal can quote it.
    """
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    bare = BARE.get(kind)
    if bare is not None:
        return bare
    match kind:
        case ActionKind.ROLL:
            return f"roll {a}"
        case ActionKind.DEAL:
            return f"deal {character_name(setup, a)}"
        case ActionKind.REVEAL:
            return f"reveal {the_item(setup, a)}"
        case ActionKind.DRAW:
            return f"draw {card_name(setup, a)}"
        case ActionKind.BUY:
            return f"buy {the_item(setup, a)}"
        case ActionKind.SELL:
            return f"sell {the_item(setup, a)}"
        case ActionKind.EQUIP:
            return f"give {the_item(setup, a)} to {unit_name(setup, b)}"
        case ActionKind.UNEQUIP:
            return f"unassign {the_item(setup, a)}"
        case ActionKind.ACTIVATE:
            return f"activate {unit_name(setup, a)}"
        case ActionKind.WALK:
            return f"walk to {space_name(setup, a)}"
        case ActionKind.ATTACK:
            target = "all adjacent enemies" if b == NOBODY else unit_name(setup, b)
            return f"attack {target} with {the_item(setup, a)}"
        case ActionKind.LAY:
            cards = setup.catalog.power_cards
            worth = f" for {cards[a].value}" if a < len(cards) else ""
            return f"play {card_name(setup, a)}{worth}"
        case ActionKind.HIT:
            return f"resolve the hit on {unit_name(setup, a)}"
        case ActionKind.PUSH_TO:
            return f"move back to {space_name(setup, a)}"
        case ActionKind.CONCEDE:
            return "concede the season" if a else "concede the match"
        case ActionKind.AUCTION:
            return f"auction off {unit_name(setup, a)}"
        case ActionKind.JAIL:
            return f"choose the {jail_name(setup, a)}"
        case ActionKind.USE | ActionKind.PLAY:
            return _use(action, setup)
        case _:
            return kind.name.lower()


def ability_of(action: Action, setup: Setup) -> Ability | None:
    """Return the ability of a USE or PLAY, or None."""
    try:
        return setup.catalog.ability_of(action)
    except LookupError:
        return None


# The window `turn` is open whenever one of the others is, and two of those may be open at once.
_OWN_TURN: Final = (Trigger.ACTION, Trigger.BETWEEN, Trigger.PHASE, Trigger.TURN)


def alike(ability: Ability, setup: Setup) -> list[Ability]:
    """Return the abilities of the same card with the same trigger, itself included."""
    whens = _OWN_TURN if ability.when in _OWN_TURN else (ability.when,)
    abilities = setup.catalog.abilities
    return [other for other in abilities if other.card == ability.card and other.when in whens]


def _use(action: Action, setup: Setup) -> str:
    ability = ability_of(action, setup)
    if kind_of(action) is ActionKind.PLAY:
        text = f"play {card_name(setup, a_of(action))}"
    else:
        printed = ability_card(setup, a_of(action))
        text = "use " + ("an ability" if printed is None else with_article(printed.name))
    if ability is None:
        return text
    if len(alike(ability, setup)) > 1:
        text += f" ({ability.place + 1})"
    picked, choice, subject = picked_of(action), choice_of(action), subject_of(action)
    if picked >= 0 and ability.pick is not None and not ability.pick.all:
        text += f" on {_picked(ability.pick.what, picked, setup)}"
    if 0 <= choice < len(ability.do):
        text += f": {effect_words(ability.do[choice])}"
    if subject >= 0:
        text += f", because of {unit_name(setup, subject)}"
    return text


def _picked(what: str, picked: int, setup: Setup) -> str:
    if what == "point":
        return space_name(setup, picked)
    if what == "jail":
        return f"the {jail_name(setup, picked)}"
    return unit_name(setup, picked)


def lasting_words(effect: Lasting) -> str:
    """Return a timed effect in words: '+3 strength this turn'."""
    match effect:
        case Modify():
            text = f"{effect.n:+d} {effect.rating.name.lower()}"
        case Forbid():
            name = (effect.deny.name or "").lower()
            text = "no movement phase" if effect.deny is Deny.MOVEMENT else f"no {name}"
        case Permit() if effect.acts:
            text = f"may {' or '.join(effect.acts)} during a walk"
        case Permit():
            text = (effect.allow.name or "").lower().replace("_", " ")
    return text if effect.until is Until.ATTACK else text + _UNTIL.get(effect.until, "")


def effect_words(effect: Effect) -> str:
    """One effect of an ability in a few words: '+3 strength this turn'."""
    match effect:
        case Modify():
            return f"{effect.n:+d} {effect.rating.name.lower()}{_UNTIL.get(effect.until, '')}"
        case Heal():
            return f"heal {effect.n}" + (", back up" if effect.cure else "")
        case MakeAttack():
            return f"a strength {effect.n} attack"
        case PushAway():
            return f"push {effect.n}"
        case GrantPhase():
            return f"one more {effect.grant.value.replace('-', ' ')}"
        case Collect():
            return f"gain {effect.n} {effect.gain.value}"
        case Permit():
            permission = (effect.allow.name or "").lower().replace("_", " ")
            return f"may {permission}{_UNTIL.get(effect.until, '')}"
        case Forbid():
            return f"no {(effect.deny.name or '').lower()}{_UNTIL.get(effect.until, '')}"
        case _:
            return effect.effect_kind.name.lower()
