"""Refusals in words, on the board and in the store."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import END_TURN, NOBODY, PUNCH, ActionKind, a_of, kind_of, make_action
from deathdome.model.decisions import Question
from deathdome.model.frames import UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Rating
from deathdome.rules.engine import apply_action, decision, why_not
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.gear import may_hold
from deathdome.rules.observing import visible_state
from deathdome.rules.units import boost, in_base
from deathdome.text.cards import in_edition
from deathdome.text.names import capitalised, listed, space_name
from deathdome.text.offers import sort_offers
from deathdome.text.phrases import questions as say
from deathdome.text.phrases import store
from deathdome.text.refusals import refusal_text
from deathdome.tui.keys.keyset import key, with_keys
from deathdome.tui.presenters.pieces import unit_called, weapon_name
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.text.offers import Offers

_RULE: Final = re.compile(r"\b[A-Z]+(?:-[A-Z]+)*-\d+\b")


def rules_named(text: str) -> list[str]:
    """Return the IDs of the rules that a refusal names, in order."""
    return _RULE.findall(text)


def reason(request: Request, action: Action, chosen: int) -> str:
    """Return why the rules refuse `action`; with `chosen`, as if that unit's phase had begun."""
    state = visible_state(request.seen)
    begin = make_action(ActionKind.ACTIVATE, chosen) if chosen >= 0 else None
    asked = decision(state)
    if begin is not None and begin != action and asked is not None and begin in asked.options:
        apply_action(state, begin, trusted=True)
    if request.question is Question.TURN and not sort_offers(request.options).units:
        said = refused_here(state, action, all_but_end=True).removesuffix(".")
        return say.ENDS_THE_TURN.format(said=said, end=key("end"))
    return refused_here(state, action)


def refused_here(state: State, action: Action, *, all_but_end: bool = False) -> str:
    """Return why the rules refuse `action` in a position that the seat sees in full.

    `all_but_end`: without the hint to end the turn instead.
    """
    asked = decision(state)
    if asked is not None and action in asked.options:
        return say.CHOOSE_FROM_LIST.format(acts=key("acts"))
    refusal = why_not(state, action).refusal
    if all_but_end and refusal.reason.near == END_TURN:
        refusal = refusal._replace(reason=refusal.reason._replace(near=None))
    text = refusal_text(refusal, state.setup)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def nobody_in_reach(seen: Observation, unit: int) -> str:
    """Return why a unit has no target: `nearest Frost on i3, 6 away, range 4`."""
    state = visible_state(seen)
    if in_base(state, unit):
        return say.NO_ATTACK_FROM_BASE
    terrain, here = state.setup.terrain, state.space[unit]
    arm = max(state.gear.weapons[unit], key=lambda arm: arm.range)
    spaces = max(1, arm.range + boost(state.timed, unit, Rating.RANGE))
    near = [
        (terrain.distance(here, place), other)
        for other, place in enumerate(state.space)
        if other // UNITS_PER_TEAM != seen.seat and place >= 0 and not in_base(state, other)
    ]
    text = say.NO_ENEMY_IN_RANGE.format(weapon=weapon_name(seen, arm.item)) + " "
    if here < 0 or not near:
        return text + say.NONE_ON_BOARD
    away, foe = min(near)
    where = space_name(seen.setup, state.space[foe])
    text += say.NEAREST_ENEMY.format(
        unit=unit_called(seen, foe), where=where, away=away, spaces=spaces
    )
    return say.OUT_OF_SIGHT.format(text=text) if away <= spaces else f"{text}."


def why_no_attack(request: Request, unit: int) -> str:
    """Return why there is no target; the rules themselves only know single targets."""
    seen = request.seen
    if unit < 0:
        return say.NO_UNIT_ACTS.format(end=key("end"))
    frames = (frame for frame in reversed(seen.stack) if isinstance(frame, UnitPhase))
    phase = next(frames, None)
    if request.question is Question.UNIT_PHASE and phase is not None and phase.actions <= 0:
        return capitalised(say.ACTION_USED.format(unit=unit_called(seen, unit)))
    return nobody_in_reach(seen, unit)


def refused(request: Request, subject: int, unit: int, place: int) -> Action:
    """Return the action that Enter would have sent, with that unit or space under the cursor.

    `subject` is the unit that acts.
    """
    if request.question is Question.PUSH_SPACE:
        return make_action(ActionKind.PUSH_TO, place)
    further = request.question is Question.FURTHER_ATTACK
    foe = unit >= 0 and unit // UNITS_PER_TEAM != request.seat
    if further or (foe and request.question in (Question.TURN, Question.UNIT_PHASE)):
        return make_action(
            ActionKind.ATTACK, _weapon(request.seen, subject), unit if foe else NOBODY
        )
    return make_action(ActionKind.WALK, place)


def _weapon(seen: Observation, unit: int) -> int:
    """Return the weapon of a refusal: the one with the longest range."""
    if unit < 0:
        return PUNCH
    return int(max(seen.gear.weapons[unit], key=lambda arm: arm.range).item)


def can_do(seen: Observation, unit: int, offers: Offers) -> str:
    """Return the options of a unit, in a sentence."""
    parts = ["walk"] if offers.spaces else []
    if offers.attacks:
        foes = ", ".join(unit_called(seen, target) for target in sorted(offers.attacks))
        parts.append(f"attack {foes} ({key('attack')})")
    elif offers.sweeps:
        parts.append(say.ATTACK_BY_KEY.format(attack=key("attack")))
    if ActionKind.CAPTURE in offers.plain:
        parts.append(f"capture ({key('capture')})")
    if ActionKind.RELEASE in offers.plain:
        parts.append(say.RELEASE_BY_KEY.format(release=key("release")))
    if offers.abilities:
        parts.append(say.ACT_BY_KEY.format(acts=key("acts")))
    can = say.CAN_DO.format(deeds=", ".join(parts)) if parts else say.UNIT_IDLE
    return f"{capitalised(unit_called(seen, unit))} {can}"


def about_goods(state: State, seen: Observation, options: Sequence[Action], card: int) -> str:
    """Return that the card can be bought and by which units carried, or the rule against it.

    `state` is the position with the staged steps done, `seen` the view of its seat.
    """
    buy = make_action(ActionKind.BUY, card)
    if buy not in options:
        return refused_here(state, buy)
    words = store.BUYS.format(choose=key("choose"))
    if card >= len(seen.setup.catalog.items):
        return words
    idle = idle_on(seen.setup.board, seen.setup.catalog.items[card])
    warning = [store.USELESS_HERE] * idle
    return " ".join([words, *warning, *_carriers(seen, card)])


def about_owner(state: State, options: Sequence[Action], item: int, unit: int) -> str:
    """Return that the unit can be given the item, or why not."""
    give = make_action(ActionKind.EQUIP, item, unit)
    return (
        store.GIVES.format(choose=key("choose")) if give in options else refused_here(state, give)
    )


def about_own(state: State, options: Sequence[Action], card: int) -> str:
    """Return what can be done with a card of the team, and why the rest cannot."""
    sell = make_action(ActionKind.SELL, card)
    places = any(kind_of(action) is ActionKind.EQUIP and a_of(action) == card for action in options)
    aside = make_action(ActionKind.UNEQUIP, card) in options
    can = [with_keys(store.SELLS)] * (sell in options)
    can += [with_keys(store.MOVES)] * places
    can += [with_keys(store.UNASSIGNS)] * aside
    text = f"{', '.join(can)}." if can else ""
    if sell not in options:
        text = f"{text} {refused_here(state, sell)}".lstrip()
    return text


def _carriers(seen: Observation, item: int) -> list[str]:
    """Return sentences about your units that can carry the item, and about those that cannot."""
    items = seen.setup.catalog.items
    can: list[str] = []
    cannot: dict[str, list[str]] = {}
    for unit in team_units(seen.seat):
        name = unit_called(seen, unit)
        refusal = may_hold(
            seen.setup.units[unit], [items[held] for held in seen.items[unit]], items[item]
        )
        if refusal is None:
            can.append(name)
            continue
        code, rule = refusal
        words = store.REFUSED[code].format(deck=items[item].deck.value)
        words = in_edition(words, seen.setup.ruleset)
        cannot.setdefault(f"{words} ({rule})", []).append(name)
    found = [capitalised(store.CAN_CARRY.format(units=listed(can)))] if can else []
    return found + [f"{capitalised(listed(names))}: {words}." for words, names in cannot.items()]
