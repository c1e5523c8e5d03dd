"""What to add in defence: an exact choice, thresholds only, no overshoot (managers.md 4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.managers.planner.appraisal import WIN, hurt, turns_share, unit_prices
from deathdome.managers.planner.fights import into_lava, riders_of, subsets
from deathdome.model.actions import COMMIT, Act, Action, a_of, action, verb_of
from deathdome.model.frames import Attack, Turn
from deathdome.model.vocabulary import Allow, Deny
from deathdome.rules.attack import (
    ATTACK_CARDS,
    strength_against,
    toughness_against,
    units_hit,
)
from deathdome.rules.ending import SHELL_PAY
from deathdome.rules.engine import apply_action
from deathdome.rules.gear import hands_of
from deathdome.rules.units import allows, denies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State

EXPECTED = 3  # attack cards that an attacker lays, sum of values
USE = 15_000.0  # credits; a use of an item that can be used seldom


class Struck(NamedTuple):
    """One own unit in an attack."""

    unit: int
    margin: int  # attack value minus defence value so far
    death: float  # credits
    blow: float  # credits for being wounded at all: pushed, laid down


def struck_units(
    world: State, frame: Attack, seat: int, weights: Weights, laid: int
) -> list[Struck]:
    """The seat's units in the attack, with `laid` already added in defence."""
    share, prices = turns_share(world, seat), unit_prices(weights)
    standing = sum(place >= 0 for place in world.space[seat * 4 : seat * 4 + 4])
    found = []
    for unit in frame.hits or units_hit(world, frame):
        if unit >> 2 != seat:
            continue
        condition = (1 if world.wounds[unit] else 0) | (2 if world.down[unit] else 0)
        margin = strength_against(world, frame, unit, condition) + frame.bonus
        margin -= toughness_against(world, frame, unit) + laid
        if (unit, Deny.WOUNDS) in frame.denied:
            margin = 0
        death = SHELL_PAY + prices[unit & 3] * share
        if standing == 1 and world.table.seats == 2:
            death = float(WIN)
        found.append(Struck(unit, margin, death, _blow(world, frame, unit, death, weights)))
    return found


def _blow(world: State, frame: Attack, unit: int, death: float, weights: Weights) -> float:
    """What a wound brings besides."""
    rider = riders_of(world.table.catalog).get(frame.card)
    if rider is None:
        return 0.0
    flags = denies(world, unit)
    blow = 0.0
    if rider.lies_down and not flags & Deny.INCAPACITATE and not world.down[unit]:
        blow += weights.lies_down
    if rider.pushes and not flags & Deny.PUSH:
        terrain, place = world.table.terrain, world.space[unit]
        fatal = place >= 0 and into_lava(terrain, unit >> 2, place) >> frame.space & 1
        burns = fatal and not allows(world, unit) & Allow.ENTER_LAVA
        blow += death if burns else weights.pushed
    return blow


def loss_of(world: State, rows: Sequence[Struck], extra: int, weights: Weights) -> float:
    """What the attack costs the defender, if so much more is laid."""
    total = 0.0
    for unit, margin, death, blow in rows:
        through = margin - extra
        if through <= 0:
            continue
        vitae, wounds = world.gear.vitae[unit], world.wounds[unit]
        if through >= vitae - wounds:
            total += death
        else:
            harm = hurt(vitae, wounds + through, weights) - hurt(vitae, wounds, weights)
            total += harm + min(blow, death)
    return total


def expected_loss(world: State, frame: Attack, seat: int, weights: Weights) -> float:
    """What an attack under way is expected to cost a defender, before cards are laid."""
    coming = EXPECTED if frame.step == ATTACK_CARDS and world.hands[frame.seat] else 0
    rows = struck_units(world, frame, seat, weights, -coming)
    return loss_of(world, rows, 0, weights)


def price_of(world: State, total: int, cards: int, weights: Weights) -> float:
    """What cards cost that are laid in a defence."""
    last = world.round >= world.table.rounds
    price = (weights.card * cards + weights.card_point * total) * weights.defence_price
    turn = world.stack[0]
    if isinstance(turn, Turn) and turn.phases:  # somebody may still come, and be met with them
        price *= 1.3
    return price * (weights.last_card if last else 1.0)


def defence_values(
    world: State, seat: int, options: Sequence[Action], weights: Weights
) -> list[tuple[float, Action]]:
    """Credits of each sensible answer: 0 is getting away for nothing."""
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    values = hands_of(world.table.catalog).values
    laid = dict(frame.answers).get(seat, 0)
    rows = struck_units(world, frame, seat, weights, laid)
    bare = loss_of(world, rows, 0, weights)
    found = [(-bare, COMMIT)]
    if any(verb_of(act) is Act.LAY for act in options):
        best, total = bare, 0
        for amount, number in subsets([values[card] for card in world.hands[seat]]).items():
            cost = loss_of(world, rows, amount, weights) + price_of(world, amount, number, weights)
            if cost < best - 1:
                best, total = cost, amount
        if total:
            found.append((-best, next_card(world, seat, total)))
    found += [
        (-_with_ability(world, seat, act, rows, weights), act)
        for act in options
        if verb_of(act) in (Act.PLAY, Act.USE)
    ]
    return found


def _with_ability(
    world: State, seat: int, act: Action, rows: Sequence[Struck], weights: Weights
) -> float:
    """Loss if the ability is used and cards are laid as far as they pay then."""
    before = world.stack[-1]
    assert isinstance(before, Attack)
    trial = world.copy()
    depth = len(trial.stack) - 1
    apply_action(trial, act, trusted=True)
    values = hands_of(world.table.catalog).values
    played = verb_of(act) is Act.PLAY
    cost = price_of(world, values[a_of(act)], 1, weights) if played else USE
    frame = trial.stack[depth] if len(trial.stack) > depth else None
    if not isinstance(frame, Attack):
        return cost  # the attack is off
    after = []
    for row in rows:
        gained = toughness_against(trial, frame, row.unit)
        gained -= toughness_against(world, before, row.unit)
        spared = (row.unit, Deny.WOUNDS) in frame.denied or row.unit not in frame.hits
        after.append(row._replace(margin=0 if spared else row.margin - gained))
    losses = [
        loss_of(trial, after, amount, weights) + (price_of(trial, amount, n, weights) if n else 0)
        for amount, n in subsets([values[card] for card in trial.hands[seat]]).items()
    ]
    return cost + min(losses)


def next_card(world: State, seat: int, total: int) -> Action:
    """The largest card that can be part of a set with that sum and the fewest cards."""
    values = hands_of(world.table.catalog).values
    hand = list(world.hands[seat])
    count = subsets([values[card] for card in hand])[total]
    for card in sorted(set(hand), key=lambda card: (-values[card], card)):
        rest = hand.copy()
        rest.remove(card)
        left = subsets([values[other] for other in rest])
        if left.get(total - values[card]) == count - 1:
            return action(Act.LAY, card)
    return COMMIT
