"""Which power cards to lay: exact odds for the attacker, an exact choice for the defender."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.managers.evaluation import CARD, CARD_POINT, UNIT_VALUE, WOUND
from deathdome.managers.odds import hand_sums, wound_odds
from deathdome.model.actions import COMMIT, NOBODY, Act, Action, a_of, action, b_of, verb_of
from deathdome.model.frames import Attack, UnitPhase
from deathdome.model.vocabulary import Deny, Shape
from deathdome.rules.attack.cards import units_hit
from deathdome.rules.attack.declare import ATTACK_CARDS, arm_of, attack_with
from deathdome.rules.attack.totals import strength_against, toughness_against
from deathdome.rules.engine import apply_action
from deathdome.rules.gear import hands_of
from deathdome.rules.observing import cards_in_play
from deathdome.rules.picks import around
from deathdome.rules.stack import acting_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.gear import Arm
    from deathdome.model.state import State


KILL = 100_000  # the shell
GUARD = 150_000  # a unit that stands on a tower of its team, whose capture its death opens
DRAWN_OUT = 6_000  # a card that the defender has to spend, expected
EXPECTED = 3  # attack cards that an attacker lays, sum of values
LATE = 0.3  # what a card is still worth on the last own turn


def best_odds(world: State, act: Action) -> float:
    """Expected credits of an attack with the best cards the hand allows."""
    phase = world.stack[-1]
    assert isinstance(phase, UnitPhase | Attack)
    target = -1 if b_of(act) == NOBODY else b_of(act)
    unit = acting_unit(phase)
    return attack_odds(world, unit, arm_of(world, unit, a_of(act)), target)


def attack_odds(world: State, unit: int, arm: Arm, target: int) -> float:
    """The same for any unit and weapon, from where the unit stands, as if the target were near.

    `target` -1: everybody around.
    """
    seat = unit >> 2
    frame = attack_with(world, unit, arm, target)
    if target >= 0 and arm.shape is Shape.ADJACENT:
        frame = frame._replace(shape=Shape.SINGLE)
    best = max(value for value, _ in _ways(world, frame, seat)) * (1 + 0.6 * (arm.attacks - 1))
    return best + DRAWN_OUT


def open_odds(world: State, frame: Attack, seat: int) -> float:
    """What an attack under way, before its totals, is expected to bring its seat or cost another.

    Only the own hand is used for cards; what others lay is expected.
    """
    if frame.setup.seat == seat:
        return max(value for value, _ in _ways(world, frame, seat))
    laid = EXPECTED if frame.step == ATTACK_CARDS and world.hands[frame.setup.seat] else 0
    rows = _own_rows(world, frame, seat, frame.hits or units_hit(world, frame))
    return -_loss(world, rows, -laid)


def _price(world: State, sum_of_values: int, cards: int) -> float:
    """What laying cards costs; little when no own turn is left to use them in."""
    last = world.round >= world.table.rounds
    return (CARD * cards + CARD_POINT * sum_of_values) * (LATE if last else 1.0)


def _subsets(values: list[int]) -> dict[int, int]:
    """For every sum that some cards add up to, the least number of cards."""
    found = {0: 0}
    for value in values:
        for total, cards in list(found.items()):
            key = total + value
            if key not in found or found[key] > cards + 1:
                found[key] = cards + 1
    return found


def _ways(world: State, frame: Attack, seat: int) -> list[tuple[float, int]]:
    """(expected credits, sum of cards laid) for every sum the hand can make."""
    hits = units_hit(world, frame)
    card_values = hands_of(world.table.catalog).values
    pools = _pools(world, seat, card_values)
    rows = []
    for unit in hits:
        condition = (1 if world.wounds[unit] else 0) | (2 if world.down[unit] else 0)
        margin = strength_against(world, frame, unit, condition) + frame.bonus
        margin -= toughness_against(world, frame, unit)
        cards = 0 if (-1, Deny.CARDS) in frame.denied else len(world.hands[unit >> 2])
        left = world.gear.vitae[unit] - world.wounds[unit]
        death = _death(world, unit)
        rows.append((unit, margin, left, hand_sums(pools, cards), cards, death))
    ways: list[tuple[float, int]] = []
    for total, number in _subsets([card_values[card] for card in world.hands[seat]]).items():
        gain = -_price(world, total, number)
        for unit, margin, left, sums, cards, death in rows:
            worst_kill, worst = wound_odds(sums, margin + total, left)
            # Nobody spends the whole hand on every attack: half way to no defence at all.
            bare_kill, bare = wound_odds((1.0,), margin + total, left)
            kill = 0.6 * worst_kill + 0.4 * bare_kill
            hurt = 0.6 * worst + 0.4 * bare
            worth = kill * death + hurt * WOUND
            if unit >> 2 == seat:  # somebody steps onto a token of its own team
                gain -= worth
            else:
                gain += worth + (DRAWN_OUT if bare_kill and cards else 0)
        ways.append((gain, total))
    return ways


def _death(world: State, unit: int) -> float:
    """What it costs a team to lose a unit: the shell, all it would still do, its tower."""
    left = (world.table.rounds - world.round + 1) / (world.table.rounds + 1)
    cost = KILL + UNIT_VALUE[unit & 3] * left
    place = world.space[unit]
    if place not in world.table.board.tower_centres:
        return cost
    holds = world.owners[world.table.terrain.point_at[place]] == unit >> 2
    return cost + GUARD if holds else cost


def _pools(world: State, seat: int, card_values: tuple[int, ...]) -> tuple[int, ...]:
    """How many unseen cards there are of each value, 1 to 5."""
    left = [card.copies for card in world.table.catalog.power_cards]
    for card, copies in enumerate(world.discard):
        left[card] -= copies
    for card in (*world.hands[seat], *cards_in_play(world.stack, world)):
        left[card] -= 1
    pool = [0] * 5
    for card, copies in enumerate(left):
        pool[card_values[card] - 1] += copies
    return tuple(pool)


def attack_cards(world: State, request: Request) -> Action:
    """The next card of the best set, or COMMIT when it is laid."""
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    if frame.shape.value == "adjacent" and not around(world, frame.setup.unit, frame.setup.space):
        return COMMIT
    ways = _ways(world, frame, request.seat)
    value, total = max(ways, key=lambda way: (round(way[0]), -way[1]))
    for act in request.options:
        if verb_of(act) in (Act.PLAY, Act.USE):
            gain = _attack_ability(world, act, request.seat)
            if gain > value + 1:
                value, total = gain, -1
                best = act
    if total < 0:
        return best
    if total == 0:
        return COMMIT
    return _next_card(world, request.seat, total)


def _attack_ability(world: State, act: Action, seat: int) -> float:
    """Expected credits of the attack after an ability, what it costs deducted."""
    trial = world.copy()
    depth = len(trial.stack) - 1
    apply_action(trial, act, trusted=True)
    frame = trial.stack[depth] if len(trial.stack) > depth else None
    if not isinstance(frame, Attack) or (
        frame.hits and not any(unit >> 2 != seat for unit in frame.hits)
    ):
        return 0.0
    cost = 0.0
    if verb_of(act) is Act.PLAY:
        cost = _price(world, hands_of(world.table.catalog).values[a_of(act)], 1)
    return max(value for value, _ in _ways(trial, frame, seat)) - cost


def _next_card(world: State, seat: int, total: int) -> Action:
    """The largest card that can be part of a set with that sum and the fewest cards."""
    values = hands_of(world.table.catalog).values
    hand = list(world.hands[seat])
    count = _subsets([values[card] for card in hand])[total]
    for card in sorted(set(hand), key=lambda card: (-values[card], card)):
        rest = hand.copy()
        rest.remove(card)
        left = _subsets([values[other] for other in rest])
        if left.get(total - values[card]) == count - 1:
            return action(Act.LAY, card)
    return COMMIT


def defence_cards(world: State, seat: int, options_asked: Sequence[Action]) -> Action:
    """The next card of the cheapest defence: thresholds only, no overshoot."""
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    values = hands_of(world.table.catalog).values
    laid = dict(frame.answers).get(seat, 0)
    rows = _own_rows(world, frame, seat, frame.hits, laid)

    def loss(extra: int) -> float:
        return _loss(world, rows, extra)

    options = {COMMIT: loss(0)}
    can_lay = any(verb_of(act) is Act.LAY for act in options_asked)
    if can_lay:
        sums = _subsets([values[card] for card in world.hands[seat]])
        total, best = 0, loss(0)
        for amount, number in sums.items():
            cost = loss(amount) + _price(world, amount, number)
            if cost < best - 1:
                total, best = amount, cost
        if total:
            options[_next_card(world, seat, total)] = best
    for act in options_asked:
        if verb_of(act) in (Act.PLAY, Act.USE):
            options[act] = _with_ability(world, act, rows)
    return min(options, key=lambda act: (options[act], int(act)))


def _own_rows(
    world: State, frame: Attack, seat: int, hits: tuple[int, ...], laid: int = 0
) -> list[tuple[int, int, int]]:
    """(unit, attack value minus defence value, vitae left) for the seat's units that are hit."""
    rows = []
    for unit in hits:
        if unit >> 2 != seat:
            continue
        condition = (1 if world.wounds[unit] else 0) | (2 if world.down[unit] else 0)
        margin = strength_against(world, frame, unit, condition) + frame.bonus
        margin -= toughness_against(world, frame, unit) + laid
        if (unit, Deny.WOUNDS) in frame.denied:
            margin = 0
        rows.append((unit, margin, world.gear.vitae[unit] - world.wounds[unit]))
    return rows


def _loss(world: State, rows: list[tuple[int, int, int]], extra: int) -> float:
    """What the hits cost, if so much more is laid in defence."""
    total = 0.0
    for unit, margin, left in rows:
        hurt = max(0, margin - extra)
        if hurt >= left:
            total += _death(world, unit)
        elif hurt:
            total += hurt * WOUND + 8_000
    return total


def _with_ability(world: State, act: Action, rows: list[tuple[int, int, int]]) -> float:
    """Loss if the ability is used and nothing else is played."""
    trial = world.copy()
    depth = len(trial.stack) - 1
    apply_action(trial, act, trusted=True)
    frame = trial.stack[depth] if len(trial.stack) > depth else None
    total = 0.0
    if verb_of(act) is Act.PLAY:
        value = hands_of(world.table.catalog).values[a_of(act)]
        total += _price(world, value, 1)
    else:
        total += 15_000
    before = world.stack[depth]
    assert isinstance(before, Attack)
    if not isinstance(frame, Attack) or frame.step > before.step:
        return total
    for unit, margin, left in rows:
        gained = toughness_against(trial, frame, unit) - toughness_against(world, before, unit)
        hurt = 0 if (unit, Deny.WOUNDS) in frame.denied else max(0, margin - gained)
        if hurt >= left:
            total += _death(world, unit)
        elif hurt:
            total += hurt * WOUND + 8_000
    return total
