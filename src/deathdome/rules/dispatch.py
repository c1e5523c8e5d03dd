"""Dispatch events to listening abilities in seat order (effects.md parts 3 and 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.frames import ReactionWindow
from deathdome.model.vocabulary import Cause, Role, Trigger
from deathdome.rules.gear import hands_of
from deathdome.rules.stack import active_seat, clockwise, push

if TYPE_CHECKING:
    from deathdome.model.state import State


def has_listeners(state: State, trigger: Trigger) -> bool:
    """Return True if anything on the table or in a hand reacts to such an event."""
    if trigger in state.gear.events:
        return True
    playable = hands_of(state.setup.catalog).playable[trigger]
    return bool(playable) and not all(map(playable.isdisjoint, state.hands))


def card_listens(state: State, trigger: Trigger, unit: int, card: str) -> bool:
    """Return True if the attacking card itself has an ability for the event (`by = "this"`)."""
    return bool(card) and any(
        bearer == unit and ability.card == card and ability.by is Role.THIS
        for bearer, ability in state.gear.events.get(trigger, ())
    )


def all_answers(state: State, unit: int, subjects: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return every (ability, subject) of the unit, for a `ReactionWindow` that it must sit out."""
    abilities = [ability for ability, bearer in state.gear.bearer.items() if bearer == unit]
    return tuple((ability, subject) for ability in abilities for subject in subjects)


def raise_moved(
    state: State,
    unit: int,
    start: int,
    steps: int,
    cause: Cause,
    adjacent_seen_by: int,
    adjacent_sees: int,
    source: int = -1,
) -> None:
    """Dispatch a completed change of spaces on the board (NOTE-VAN)."""
    if steps <= 0 or state.space[unit] < 0 or Trigger.MOVED not in state.gear.events:
        return
    push(
        state,
        ReactionWindow(
            Trigger.MOVED,
            (unit,),
            source,
            seats=clockwise(state, active_seat(state)),
            start=start,
            steps=steps,
            cause=cause,
            adjacent_seen_by=adjacent_seen_by,
            adjacent_sees=adjacent_sees,
        ),
    )


def raise_died(state: State, unit: int, source: int, card: str, attack: int, *, lava: bool) -> None:
    """Dispatch a death; abilities of the attacking card come first (effects.md part 10)."""
    event = ReactionWindow(
        Trigger.DIED,
        (unit,),
        source,
        card,
        seats=clockwise(state, active_seat(state)),
        attack=attack,
        start=state.space[unit],
        lava=lava,
    )
    if has_listeners(state, Trigger.DIED):
        push(state, event)
        if card_listens(state, Trigger.DIED, source, card):
            push(state, event._replace(own_card=True, seats=(source >> 2,)))


def raise_captured(state: State, unit: int, space: int) -> None:
    """Dispatch a change of owner of a control point (NOTE-BUG-1)."""
    # SCEN-BIRTHDAY: the card about to be drawn may be a bug card.
    if state.setup.ruleset.birthday or has_listeners(state, Trigger.CAPTURED):
        seats = clockwise(state, active_seat(state))
        push(state, ReactionWindow(Trigger.CAPTURED, (unit,), seats=seats, point=space))


def raise_started(state: State, seat: int) -> None:
    """Dispatch the start of a team's turn, after its draw."""
    if has_listeners(state, Trigger.STARTED):
        push(state, ReactionWindow(Trigger.STARTED, (-1,), seats=clockwise(state, seat)))
