"""Actions and reactions in words, short enough for the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import (
    DECLINE,
    EVERYBODY,
    NOBODY,
    Action,
    ActionKind,
    a_of,
    b_of,
    choice_of,
    kind_of,
    picked_of,
    subject_of,
)
from deathdome.model.effects import Collect, Follow, Heal, Jump, MakeAttack, Modify, Redirect, Walk
from deathdome.model.frames import ReactionWindow
from deathdome.model.lookup import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Gain, Target, Trigger, Until
from deathdome.rules.gear import hands_of
from deathdome.rules.targeting import aim_of
from deathdome.text.names import capitalised, character_name, counted, jail_name, space_name
from deathdome.text.phrases import questions as say
from deathdome.tui.presenters.pieces import unit_called, units_called, vitae_left, weapon_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability
    from deathdome.model.effects import Effect
    from deathdome.model.observation import Observation


def option_words(action: Action, seen: Observation) -> str:
    """Return an action in words: 'attack Oakes with Grudge Axe', 'play House Call: Quill'."""
    kind = kind_of(action)
    setup = seen.setup
    catalog = setup.catalog
    match kind:
        case ActionKind.BUY:
            return f"buy {catalog.store_cards[a_of(action)].name}"
        case ActionKind.SELL:
            return f"sell {catalog.store_cards[a_of(action)].name}"
        case ActionKind.EQUIP:
            return f"give {catalog.items[a_of(action)].name} to {unit_called(seen, b_of(action))}"
        case ActionKind.UNEQUIP:
            return f"put {catalog.items[a_of(action)].name} aside"
        case ActionKind.REVEAL:
            return f"reveal {catalog.items[a_of(action)].name}"
        case ActionKind.DEAL:
            return f"deal {character_name(setup, a_of(action))}"
        case ActionKind.ACTIVATE:
            return say.START_PHASE.format(unit=unit_called(seen, a_of(action)))
        case ActionKind.HIT:
            return say.HIT_NEXT.format(unit=unit_called(seen, a_of(action)))
        case ActionKind.WALK:
            return f"go to {space_name(setup, a_of(action))}"
        case ActionKind.PUSH_TO:
            return f"pushed to {space_name(setup, a_of(action))}"
        case ActionKind.ATTACK:
            whom = "all adjacent" if b_of(action) == NOBODY else unit_called(seen, b_of(action))
            return f"attack {whom} with {weapon_name(seen, a_of(action))}"
        case ActionKind.JAIL:
            return jail_name(setup, a_of(action))
        case ActionKind.LAY:
            card = catalog.power_cards[a_of(action)]
            return f"{card.value:+} {card.name}"
        case ActionKind.USE | ActionKind.PLAY:
            return _ability_words(action, seen)
        case _:
            return say.ANSWERS[kind]


def _ability_words(action: Action, seen: Observation) -> str:
    setup = seen.setup
    ability = setup.catalog.ability_of(action)
    bearer = -1
    if kind_of(action) is ActionKind.PLAY:
        name = f"play {setup.catalog.power_cards[a_of(action)].name}"
        if deed := deed_words(action, ability, bearer, seen):
            return f"{name}: {deed}"
    else:
        printed = card_of_id(setup.catalog, ability.card)
        name = printed.name if printed is not None else ability.card
        bearer = seen.gear.bearer.get(int(ability.id), -1)
        if deed := deed_words(action, ability, bearer, seen):
            return f"{deed} ({name})"
        if bearer >= 0:
            name = f"{unit_called(seen, bearer)}: {name}"
    parts = []
    picked = picked_of(action)
    if picked == EVERYBODY:
        parts.append(say.ALL)
    elif picked >= 0 and ability.pick is not None:
        what = ability.pick.what
        if what == "unit":
            parts.append(unit_called(seen, picked))
        elif what == "jail":
            parts.append(f"the {jail_name(setup, picked)}")
        else:
            parts.append(space_name(setup, picked))
    if choice_of(action) >= 0:
        parts.append(_effect_words(ability.do[choice_of(action)]))
    if not parts and (subject := subject_of(action)) >= 0:
        parts.append(f"for {unit_called(seen, subject)}")
    return f"{name}: {', '.join(parts)}" if parts else name


def _effect_words(effect: Effect) -> str:
    if isinstance(effect, Modify):
        rating = effect.rating.name.lower()
        until = {Until.TURN: " this turn", Until.NEXT_TURN: " " + say.UNTIL_YOUR_TURN}
        return f"{effect.n:+} {rating}{until.get(effect.until, '')}"
    return effect.effect_kind.name.lower()


def ability_text(action: Action, seen: Observation) -> str:
    """Return the printed text of the card behind a USE or PLAY; '' for other answers."""
    kind = kind_of(action)
    if kind in (ActionKind.PLAY, ActionKind.LAY):
        return seen.setup.catalog.power_cards[a_of(action)].text
    if kind is not ActionKind.USE:
        return ""
    printed = card_of_id(seen.setup.catalog, seen.setup.catalog.ability_of(action).card)
    return printed.text if printed is not None else ""


def reaction_text(action: Action, seen: Observation) -> str:
    """Return the printed text with the name of its card, which the answer may cut off."""
    text = ability_text(action, seen)
    if not text or kind_of(action) is not ActionKind.USE:
        return text
    printed = card_of_id(seen.setup.catalog, seen.setup.catalog.ability_of(action).card)
    return f"{printed.name}: {text}" if printed is not None else text


def has_ability(seen: Observation, card: int) -> bool:
    """Return True if a power card can be played for more than its value."""
    values = hands_of(seen.setup.catalog).by_trigger
    return any(card in cards for cards in values.values())


def team_units(seat: int) -> range:
    """Return the units of a team."""
    return range(seat * UNITS_PER_TEAM, seat * UNITS_PER_TEAM + UNITS_PER_TEAM)


_HAPPENED: Final = {
    Trigger.DECLARED: ("is attacked", "are attacked"),
    Trigger.WOUNDED: ("is wounded", "are wounded"),
    Trigger.RESOLVED: ("was hit", "were hit"),
    Trigger.DIED: ("has died", "have died"),
    Trigger.MOVED: ("has moved", "have moved"),
    Trigger.CAPTURED: ("has captured", "have captured"),
}


def _event(seen: Observation) -> ReactionWindow | None:
    """Return the last reaction window that this seat sees."""
    return next(
        (frame for frame in reversed(seen.stack) if isinstance(frame, ReactionWindow)), None
    )


def reaction_title(request: Request) -> str:
    """Return `Oakes is dying. React?`; `Oakes is dying. Your reaction` if one is required."""
    seen, event = request.seen, _event(request.seen)
    asks = "React?" if DECLINE in request.options else "Your reaction"
    words = _HAPPENED.get(event.trigger) if event is not None else None
    acts = [
        action for action in request.options if kind_of(action) in (ActionKind.PLAY, ActionKind.USE)
    ]
    units = sorted({subject_of(action) for action in acts} - {-1})
    if event is None or words is None or not units:
        return asks
    happened = words[len(units) > 1]
    if event.trigger is Trigger.WOUNDED and all(vitae_left(seen, unit)[0] <= 0 for unit in units):
        happened = "is dying" if len(units) == 1 else "are dying"
    return f"{capitalised(units_called(seen, units))} {happened}. {asks}"


def deed_words(action: Action, ability: Ability, bearer: int, seen: Observation) -> str:
    """Return `Gentry walks to Oakes, heals 2`; '' if the effect needs more words."""
    event = _event(seen)
    if ability.when < Trigger.DECLARED or event is None or ability.choose is not None:
        return ""
    picked = picked_of(action) if ability.pick is not None and ability.pick.what == "unit" else -1
    units = {
        Target.SELF: bearer,
        Target.SUBJECT: subject_of(action),
        Target.SOURCE: event.source,
        Target.PICKED: picked,
    }
    parts = [_effect(effect, ability, units, seen) for effect in ability.do]
    if not all(parts):
        return ""
    words = ", ".join(_without_repetition(parts))
    name = unit_called(seen, subject_of(action)) if subject_of(action) >= 0 else ""
    # If several units were hit, the same card may answer for each of them.
    return words if len(event.subjects) == 1 or name in words else f"{name}: {words}"


def _without_repetition(parts: list[str]) -> Iterator[str]:
    """Yield `Gentry walks to Oakes` and then `heals 2`, without the unit named before."""
    for at, part in enumerate(parts):
        verb, _, rest = part.partition(" ")
        whom, _, number = rest.rpartition(" ")
        repeated = at and verb == "heals" and parts[at - 1].endswith(f" to {whom}")
        yield f"{verb} {number}" if repeated else part


def _effect(effect: Effect, ability: Ability, units: dict[Target, int], seen: Observation) -> str:
    """Return one effect in words; '' if it needs more words."""
    unit = units[aim_of(ability, effect)]
    if unit >= len(seen.space):
        return ""
    name = unit_called(seen, unit) if unit >= 0 else ""
    subject = units[Target.SUBJECT]
    about = unit_called(seen, subject) if subject >= 0 else ""
    near = any(one.condition is not None and one.condition.near == 1 for one in ability.do)
    match effect:
        case Collect():
            if effect.gain is Gain.CARD:
                return f"draw {counted(effect.n, 'card')}"
            return f"take {counted(effect.n, 'shell')}"
        case MakeAttack(on=Target.SOURCE):
            return f"payback {effect.n}"
        case _ if not name:
            return ""
        case Walk():
            most = f" up to {effect.steps}" if effect.steps is not None else ""
            return f"{name} walks{f' to {about}' if near else most}"
        case Follow():
            return f"{name} follows {about}" if about and about != name else f"{name} follows"
        case Jump():
            return f"{name} jumps"
        case Heal():
            return f"heals {name} {effect.n}"
        case Redirect():
            return f"{name} steps in"
        case MakeAttack():
            return f"attacks {name}"
        case _:
            return ""
