"""Reactions: the windows in which abilities answer an event (effects.md parts 3 and 10)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from deathdome.model.actions import (
    DECLINE,
    Action,
    ActionKind,
    a_of,
    choice_of,
    kind_of,
    picked_of,
    subject_of,
)
from deathdome.model.decisions import Decision, Question
from deathdome.model.vocabulary import Role, Trigger
from deathdome.rules.abilities import helps_mates, usable, use_actions
from deathdome.rules.effects import use_ability
from deathdome.rules.gear import hands_of
from deathdome.rules.stack import active_seat, attack_at, chain_broken, pop, swap
from deathdome.rules.targeting import AbilityContext, role_fits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.catalog import Ability
    from deathdome.model.frames import ReactionWindow
    from deathdome.model.state import State


def reaction_context(
    state: State,
    frame: ReactionWindow,
    seat: int,
    bearer: int,
    subject: int,
    *,
    from_hand: bool = False,
) -> AbilityContext:
    """Return the context of an event for one ability."""
    space = -1
    if frame.trigger is Trigger.RESOLVED and frame.attack >= 0:
        for unit, where in attack_at(state, frame.attack).struck:
            if unit == subject:
                space = where
    elif frame.trigger is Trigger.DIED:
        space = frame.start
    return AbilityContext(
        seat,
        bearer,
        subject,
        frame.source,
        frame.card,
        frame.attack,
        space,
        frame.steps,
        frame.adjacent_seen_by,
        frame.adjacent_sees,
        frame.cause,
        frame.point,
        frame.lava,
        from_hand,
    )


def fits_event(
    state: State, frame: ReactionWindow, ability: Ability, context: AbilityContext
) -> bool:
    """Return True if subject and source of the event have the roles that the ability requires."""
    if context.subject < 0:
        # `started` happens to a team, not to a unit: "ally" means the controller's own turn.
        own = context.seat == active_seat(state)
        return ability.who is Role.ANY or ability.who is (Role.ALLY if own else Role.ENEMY)
    if not role_fits(ability.who, context.subject, context.bearer, context.seat):
        return False
    if ability.by is Role.ANY:
        return True
    if ability.by is Role.THIS:
        return frame.card == ability.card and frame.source == context.bearer
    return role_fits(ability.by, frame.source, context.bearer, context.seat)


def _ways(
    state: State, frame: ReactionWindow, ability: Ability, seat: int, bearer: int, card: int
) -> list[Action]:
    """List all ways in which an ability can answer the event."""
    found: list[Action] = []
    subjects = frame.subjects
    if frame.trigger is Trigger.WOUNDED and frame.lava and not helps_mates(ability):
        return []  # no wound: only pagers react to lava itself (AMB-81)
    if frame.trigger is Trigger.DECLARED:
        # Redirects may follow one another: each applies to the current target.
        subjects = (attack_at(state, frame.attack).target,)
    elif frame.trigger is Trigger.RESOLVED and bearer == frame.source:
        # Effects for the attacker apply to its target only (effects.md part 11).
        target = attack_at(state, frame.attack).target
        subjects = (target,) if target in subjects else subjects
    for subject in subjects:
        if has_answered(frame, int(ability.id), subject):
            continue
        context = reaction_context(state, frame, seat, bearer, subject, from_hand=card >= 0)
        if fits_event(state, frame, ability, context):
            found += use_actions(usable(state, ability, context), ability, card, subject)
    return found


def has_answered(frame: ReactionWindow, ability: int, subject: int) -> bool:
    """Return True if the ability is used up: once per subject, or once per event for a redirect."""
    if frame.trigger is Trigger.DECLARED:
        return any(used == ability for used, _ in frame.used)
    return (ability, subject) in frame.used


def _own_first(frame: ReactionWindow) -> bool:
    """Return True if the attacking card's abilities have their own window before the others."""
    return frame.trigger in (Trigger.WOUNDED, Trigger.DIED)


def _item_ways(state: State, frame: ReactionWindow, seat: int) -> Iterator[tuple[Action, bool]]:
    """Yield answers of a team's items and characters, each with True if it is mandatory."""
    for bearer, ability in state.gear.events.get(frame.trigger, ()):
        if bearer >> 2 != seat or (_own_first(frame) and ability.by is Role.THIS):
            continue
        for action in _ways(state, frame, ability, seat, bearer, -1):
            yield action, not ability.may


def _card_ways(state: State, frame: ReactionWindow, seat: int) -> Iterator[tuple[Action, bool]]:
    """Yield answers of the power cards in a hand; always optional."""
    hands = hands_of(state.setup.catalog)
    if hands.playable[frame.trigger].isdisjoint(state.hands[seat]):
        return
    cards = hands.by_trigger[frame.trigger]
    for card in sorted(set(state.hands[seat])):
        for ability in cards.get(card, ()):
            for action in _ways(state, frame, ability, seat, -1, card):
                yield action, False


def _own_ways(state: State, frame: ReactionWindow) -> Iterator[tuple[Action, bool]]:
    """Yield answers of the attacking card's first usable ability, in written order."""
    if frame.attack >= 0:
        attack = attack_at(state, frame.attack)
        if attack.declared.token >= 0:
            for ability in state.setup.catalog.tokens[attack.declared.token].abilities:
                if ability.when is frame.trigger and ability.by is Role.THIS:
                    ways = _token_ways(state, frame, ability)
                    if ways:
                        yield from ((action, True) for action in ways)
                        return
            return
    for bearer, ability in state.gear.events.get(frame.trigger, ()):
        if bearer == frame.source and ability.card == frame.card and ability.by is Role.THIS:
            ways = _ways(state, frame, ability, bearer >> 2, bearer, -1)
            if ways:
                yield from ((action, not ability.may) for action in ways)
                return


def _token_ways(state: State, frame: ReactionWindow, ability: Ability) -> list[Action]:
    """List uses of a token's own ability; its bearer is the token, not a unit."""
    subject = frame.subjects[0]
    if (int(ability.id), subject) in frame.used or state.space[subject] < 0 or chain_broken(state):
        return []
    return use_actions([(-1, -1)], ability, -1, subject)


def _answers(state: State, frame: ReactionWindow, seat: int) -> Iterator[tuple[Action, bool]]:
    """Yield the answers of a team, each with True if it is mandatory."""
    if chain_broken(state):
        return  # hundreds of events may wait below, each with many abilities
    if frame.own_card:
        yield from _own_ways(state, frame)
    else:
        yield from _item_ways(state, frame, seat)
        yield from _card_ways(state, frame, seat)


def run(state: State, frame: ReactionWindow) -> bool:
    """Ask team after team; wait where a team has a choice."""
    for place, seat in enumerate(frame.seats):
        first = tuple(islice(_answers(state, frame, seat), 2))
        if first:
            if place:
                frame = frame._replace(seats=frame.seats[place:])
                swap(state, frame)
            if len(first) == 1 and first[0][1]:
                _use(state, frame, first[0][0])
                return False
            return True
    pop(state)
    return False


def ask(state: State, frame: ReactionWindow) -> Decision | None:
    """List the team's answers; DECLINE unless one is mandatory. None if a view hides the team."""
    if not frame.seats:
        return None
    found = tuple(_answers(state, frame, frame.seats[0]))
    options = [action for action, _ in found]
    if not any(must for _, must in found):
        options.append(DECLINE)
    return Decision(frame.seats[0], Question.REACTION, options, unit=frame.subjects[0])


def answer(state: State, frame: ReactionWindow, action: Action) -> None:
    """Use an ability, or decline for the team."""
    if kind_of(action) is ActionKind.DECLINE:
        if frame.own_card:
            pop(state)
        else:
            swap(state, frame._replace(seats=frame.seats[1:]))
        return
    _use(state, frame, action)


def _use(state: State, frame: ReactionWindow, action: Action) -> None:
    seat = frame.seats[0]
    card = a_of(action) if kind_of(action) is ActionKind.PLAY else -1
    ability = state.setup.catalog.ability_of(action)
    bearer = -1 if card >= 0 else state.gear.bearer.get(int(ability.id), -1)
    subject = subject_of(action)
    swap(state, frame._replace(used=(*frame.used, (int(ability.id), subject))))
    context = reaction_context(state, frame, seat, bearer, subject)
    use_ability(state, ability, context, picked_of(action), choice_of(action), card)
