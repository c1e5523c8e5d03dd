"""Events and who answers them: the windows for reactions (effects.md parts 3 and 10)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from deathdome.model.actions import (
    DECLINE,
    Act,
    Action,
    a_of,
    choice_of,
    picked_of,
    subject_of,
    verb_of,
)
from deathdome.model.decisions import Decision, Question
from deathdome.model.vocabulary import Role, Trigger
from deathdome.rules.abilities import helps_mates, usable, use_actions
from deathdome.rules.effects import use_ability
from deathdome.rules.gear import hands_of
from deathdome.rules.picks import Moment, role_fits
from deathdome.rules.stack import active_seat, attack_at, broken, pop, swap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.catalog import Ability
    from deathdome.model.frames import Event
    from deathdome.model.state import State


def moment_of(state: State, frame: Event, seat: int, bearer: int, subject: int) -> Moment:
    """The circumstances of an event, as one ability sees them."""
    space = -1
    if frame.trigger is Trigger.RESOLVED and frame.attack >= 0:
        for unit, where in attack_at(state, frame.attack).struck:
            if unit == subject:
                space = where
    elif frame.trigger is Trigger.DIED:
        space = frame.start
    return Moment(
        seat,
        bearer,
        subject,
        frame.source,
        frame.card,
        frame.attack,
        space,
        frame.steps,
        frame.near,
        frame.seen,
        frame.cause,
        frame.point,
        frame.lava,
    )


def fits_event(state: State, frame: Event, ability: Ability, moment: Moment) -> bool:
    """Whether subject and source of the event have the roles that the ability asks for."""
    if moment.subject < 0:
        # `started` happens to a team, not to a unit: "ally" means the controller's own turn.
        own = moment.seat == active_seat(state)
        return ability.who is Role.ANY or ability.who is (Role.ALLY if own else Role.ENEMY)
    if not role_fits(ability.who, moment.subject, moment.bearer, moment.seat):
        return False
    if ability.by is Role.ANY:
        return True
    if ability.by is Role.THIS:
        return frame.card == ability.card and frame.source == moment.bearer
    return role_fits(ability.by, frame.source, moment.bearer, moment.seat)


def _ways(
    state: State, frame: Event, ability: Ability, seat: int, bearer: int, card: int
) -> list[Action]:
    """All ways in which an ability can answer the event."""
    found: list[Action] = []
    subjects = frame.subjects
    if frame.trigger is Trigger.WOUNDED and frame.lava and not helps_mates(ability):
        return []  # nobody was wounded: it is pagers that answer to lava by itself (AMB-81)
    if frame.trigger is Trigger.DECLARED:
        # Several redirects may follow one another: each looks at the target of that moment.
        subjects = (attack_at(state, frame.attack).target,)
    elif frame.trigger is Trigger.RESOLVED and bearer == frame.source:
        # What follows for the attacker looks at its target alone (effects.md part 11).
        target = attack_at(state, frame.attack).target
        subjects = (target,) if target in subjects else subjects
    for subject in subjects:
        if has_answered(frame, int(ability.id), subject):
            continue
        moment = moment_of(state, frame, seat, bearer, subject)._replace(from_hand=card >= 0)
        if fits_event(state, frame, ability, moment):
            found += use_actions(usable(state, ability, moment), ability, card, subject)
    return found


def has_answered(frame: Event, ability: int, subject: int) -> bool:
    """Whether the ability has had its say: once an event, for a redirect whoever the target is."""
    if frame.trigger is Trigger.DECLARED:
        return any(used == ability for used, _ in frame.used)
    return (ability, subject) in frame.used


def _own_first(frame: Event) -> bool:
    """Whether the abilities of the attacking card have a turn of their own, before the others."""
    return frame.trigger in (Trigger.WOUNDED, Trigger.DIED)


def _item_ways(state: State, frame: Event, seat: int) -> Iterator[tuple[Action, bool]]:
    """Answers of items and characters of a team, each with whether it must be given."""
    for bearer, ability in state.gear.events.get(frame.trigger, ()):
        if bearer >> 2 != seat or (_own_first(frame) and ability.by is Role.THIS):
            continue
        for act in _ways(state, frame, ability, seat, bearer, -1):
            yield act, not ability.may


def _card_ways(state: State, frame: Event, seat: int) -> Iterator[tuple[Action, bool]]:
    """Answers of the power cards in a hand; always voluntary."""
    cards = hands_of(state.table.catalog).by_trigger[frame.trigger]
    for card in sorted(set(state.hands[seat])) if cards else ():
        for ability in cards.get(card, ()):
            for act in _ways(state, frame, ability, seat, -1, card):
                yield act, False


def _own_ways(state: State, frame: Event) -> Iterator[tuple[Action, bool]]:
    """Answers of the attacking card itself, in written order; the first that can be given."""
    if frame.attack >= 0:
        attack = attack_at(state, frame.attack)
        if attack.setup.token >= 0:
            for ability in state.table.catalog.tokens[attack.setup.token].abilities:
                if ability.when is frame.trigger and ability.by is Role.THIS:
                    ways = _token_ways(state, frame, ability)
                    if ways:
                        yield from ((act, True) for act in ways)
                        return
            return
    for bearer, ability in state.gear.events.get(frame.trigger, ()):
        if bearer == frame.source and ability.card == frame.card and ability.by is Role.THIS:
            ways = _ways(state, frame, ability, bearer >> 2, bearer, -1)
            if ways:
                yield from ((act, not ability.may) for act in ways)
                return


def _token_ways(state: State, frame: Event, ability: Ability) -> list[Action]:
    """A token's own ability: its bearer is the token, which is no unit."""
    subject = frame.subjects[0]
    if (int(ability.id), subject) in frame.used or state.space[subject] < 0 or broken(state):
        return []
    return use_actions([(-1, -1)], ability, -1, subject)


def _answers(state: State, frame: Event) -> Iterator[tuple[Action, bool]]:
    """Possible answers of the team whose turn it is, each with whether it must be given."""
    if broken(state):
        return  # hundreds of events may wait below, each with as many abilities
    if frame.own_card:
        yield from _own_ways(state, frame)
    else:
        yield from _item_ways(state, frame, frame.seats[0])
        yield from _card_ways(state, frame, frame.seats[0])


def run(state: State, frame: Event) -> bool:
    """Goes from team to team; waits where a team has a choice."""
    while frame.seats:
        first = tuple(islice(_answers(state, frame), 2))
        if len(first) == 1 and first[0][1]:
            _use(state, frame, first[0][0])
            return False
        if first:
            return True
        frame = frame._replace(seats=frame.seats[1:])
        swap(state, frame)
    pop(state)
    return False


def ask(state: State, frame: Event) -> Decision:
    """The team's possible answers; DECLINE unless one of them must be given."""
    found = tuple(_answers(state, frame))
    options = [act for act, _ in found]
    if not any(must for _, must in found):
        options.append(DECLINE)
    return Decision(frame.seats[0], Question.REACTION, options, unit=frame.subjects[0])


def answer(state: State, frame: Event, act: Action) -> None:
    """Uses an ability, or lets the team off."""
    if verb_of(act) is Act.DECLINE:
        if frame.own_card:
            pop(state)
        else:
            swap(state, frame._replace(seats=frame.seats[1:]))
        return
    _use(state, frame, act)


def _use(state: State, frame: Event, act: Action) -> None:
    seat = frame.seats[0]
    card = a_of(act) if verb_of(act) is Act.PLAY else -1
    ability = state.table.catalog.ability_of(act)
    bearer = -1 if card >= 0 else state.gear.bearer.get(int(ability.id), -1)
    subject = subject_of(act)
    swap(state, frame._replace(used=(*frame.used, (int(ability.id), subject))))
    moment = moment_of(state, frame, seat, bearer, subject)
    use_ability(state, ability, moment, picked_of(act), choice_of(act), card)
