"""Cards to play in an attack, as its attacker or its defender, by exact odds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.managers.planner.attack import AttackValues, into_lava, side_effects_of
from deathdome.managers.planner.evaluate import hurt, own_death
from deathdome.managers.planner.explanations import Cause
from deathdome.model.actions import COMMIT, Action, ActionKind, a_of, kind_of
from deathdome.model.frames import Attack, Turn
from deathdome.model.vocabulary import Allow, Deny, Shape
from deathdome.odds.card_choices import cards_of, fewest_cards, next_card
from deathdome.odds.outcomes import hits_of
from deathdome.rules.attack.declare import ATTACK_CARDS
from deathdome.rules.engine import apply_action
from deathdome.rules.gear import hands_of
from deathdome.rules.targeting import around
from deathdome.rules.units import allows, denies
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.attack import Way
    from deathdome.managers.planner.explanations import Amounts, Causes
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.state import State

EXPECTED = 3  # attack cards that an attacker plays, sum of values
USE = 15_000.0  # credits; a use of an item that can be used seldom


class Struck(NamedTuple):
    """One own unit in an attack."""

    unit: int
    margin: int  # attack value minus defence value so far
    death: float  # credits
    blow: float  # credits for any wound: pushed, incapacitated


def struck_units(
    world: State, frame: Attack, seat: int, weights: Weights, coming: int = 0
) -> list[Struck]:
    """Return the seat's units under attack; `coming`: the attacker's expected cards."""
    found = []
    for hit in hits_of(world, frame):
        if hit.unit >> 2 == seat:
            death = own_death(world, hit.unit, weights)
            blow = _blow(world, frame, hit.unit, death, weights)
            margin = 0 if hit.spared else hit.surplus + coming
            found.append(Struck(hit.unit, margin, death, blow))
    return found


def _blow(world: State, frame: Attack, unit: int, death: float, weights: Weights) -> float:
    """Return the side effects of a wound."""
    side_effects = side_effects_of(world.setup.catalog).get(frame.declared.card)
    if side_effects is None:
        return 0.0
    flags = denies(world, unit)
    blow = 0.0
    if side_effects.lies_down and not flags & Deny.INCAPACITATE and not world.down[unit]:
        blow += weights.lies_down
    if side_effects.pushes and not flags & Deny.PUSH:
        terrain, place = world.setup.terrain, world.space[unit]
        fatal = place >= 0 and into_lava(terrain, unit >> 2, place) >> frame.declared.space & 1
        burns = fatal and not allows(world, unit) & Allow.ENTER_LAVA
        blow += death if burns else weights.pushed
    return blow


def loss_of(world: State, rows: Sequence[Struck], extra: int, weights: Weights) -> float:
    """Return the attack's cost to the defender with `more` value of cards played."""
    total = 0.0
    for row in rows:
        if row.margin > extra:
            death, harm, blow = _row_loss(world, row, extra, weights)
            total += death + (harm + blow)
    return total


def _row_loss(
    world: State, row: Struck, extra: int, weights: Weights
) -> tuple[float, float, float]:
    """Of one unit: its death, or its wounds with their effects."""
    unit, through = row.unit, row.margin - extra
    vitae, wounds = world.gear.vitae[unit], world.wounds[unit]
    if through >= vitae - wounds:
        return row.death, 0.0, 0.0
    harm = hurt(vitae, wounds + through, weights) - hurt(vitae, wounds, weights)
    return 0.0, harm, min(row.blow, row.death)


def _losses(
    world: State, rows: Sequence[Struck], extra: int, weights: Weights
) -> tuple[float, float, float]:
    """`loss_of` in parts: deaths, wounds, effects of wounds."""
    found = [_row_loss(world, row, extra, weights) for row in rows if row.margin > extra]
    deaths, harms, blows = zip(*found, strict=True) if found else ((), (), ())
    return sum(deaths), sum(harms), sum(blows)


def expected_loss(world: State, frame: Attack, seat: int, weights: Weights) -> float:
    """Return an open attack's expected cost to a defender before cards."""
    coming = EXPECTED if frame.step == ATTACK_CARDS and world.hands[frame.declared.seat] else 0
    rows = struck_units(world, frame, seat, weights, coming)
    return loss_of(world, rows, 0, weights)


def price_of(world: State, total: int, cards: int, weights: Weights) -> float:
    """Return the cost of cards played in a defence."""
    last = world.round >= world.setup.rounds
    price = (weights.card * cards + weights.card_point * total) * weights.defence_price
    turn = world.stack[0]
    if isinstance(turn, Turn) and turn.phases:  # another attack may come, and need them
        price *= 1.3
    return price * (weights.last_card if last else 1.0)


def defence_values(
    world: State,
    seat: int,
    options: Sequence[Action],
    weights: Weights,
    causes: Causes | None = None,
) -> list[tuple[float, Action]]:
    """Credits of each sensible answer: 0 means no loss at all.

    `causes` is filled: there the scores are compared with playing nothing.
    """
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    values = hands_of(world.setup.catalog).values
    rows = struck_units(world, frame, seat, weights)
    bare = loss_of(world, rows, 0, weights)
    found = [(-bare, COMMIT)]
    if any(kind_of(action) is ActionKind.LAY for action in options):
        best, total = bare, 0
        for amount, number in fewest_cards(values[card] for card in world.hands[seat]).items():
            cost = loss_of(world, rows, amount, weights) + price_of(world, amount, number, weights)
            if cost < best - 1:
                best, total = cost, amount
        if total:
            found.append((-best, next_card(world, seat, total)))
        if causes is not None:
            _card_causes(world, seat, rows, weights, causes)
    for action in options:
        if kind_of(action) in (ActionKind.PLAY, ActionKind.USE):
            shelter = _with_ability(world, seat, action, weights)
            found.append((-shelter.cost, action))
            if causes is not None:
                causes[action] = Cause(
                    bare - shelter.cost, partial(_sheltered, world, rows, shelter, weights)
                )
    if causes is not None:
        causes[COMMIT] = Cause(0.0, list)
    return found


def _card_causes(
    world: State, seat: int, rows: Sequence[Struck], weights: Weights, causes: Causes
) -> None:
    """Return the best set of cards, even if it is not worth its price."""
    values = hands_of(world.setup.catalog).values
    bare = loss_of(world, rows, 0, weights)
    best: tuple[float, int, int] | None = None
    for amount, number in fewest_cards(values[card] for card in world.hands[seat]).items():
        cost = loss_of(world, rows, amount, weights) + price_of(world, amount, number, weights)
        if number and (best is None or cost < best[0] - 1):
            best = cost, amount, number
    if best is None:
        return
    cost, amount, number = best
    causes[next_card(world, seat, amount)] = Cause(
        bare - cost,
        partial(_covered, world, rows, amount, price_of(world, amount, number, weights), weights),
        deeds=partial(cards_of, world, seat, amount),
    )


def _covered(
    world: State, rows: Sequence[Struck], amount: int, price: float, weights: Weights
) -> Amounts:
    """Return the loss that cards in a defence avoid, and their price."""
    after = _losses(world, rows, amount, weights)
    return [*_avoided(_losses(world, rows, 0, weights), after), (say.CARDS_SPENT, -price)]


def _sheltered(
    world: State, rows: Sequence[Struck], shelter: _Shelter, weights: Weights
) -> Amounts:
    """Return the loss that an ability avoids, with the cards played then."""
    before = _losses(world, rows, 0, weights)
    after = _losses(shelter.world, shelter.rows, shelter.amount, weights)
    return [
        *_avoided(before, after),
        (say.CARDS_SPENT, -shelter.price),
        (say.CARD_SPENT if shelter.played else say.FEWER_USES, -shelter.fee),
    ]


def _avoided(before: tuple[float, ...], after: tuple[float, ...]) -> Amounts:
    names = (say.DEATH, say.WOUNDS, say.BEING_PUSHED)
    return [
        (say.AVOIDED.format(term=name) if was > now else name, was - now)
        for name, was, now in zip(names, before, after, strict=True)
    ]


class _Shelter(NamedTuple):
    """An ability used in a defence, and what is best after it."""

    cost: float  # of everything
    world: State
    rows: Sequence[Struck]
    played: bool  # a power card
    fee: float  # credits for the ability
    amount: int = 0  # also played
    price: float = 0.0


def _with_ability(world: State, seat: int, action: Action, weights: Weights) -> _Shelter:
    """Loss if the ability is used and cards are played as long as they pay."""
    before = world.stack[-1]
    assert isinstance(before, Attack)
    trial = world.copy()
    depth = len(trial.stack) - 1
    apply_action(trial, action, trusted=True)
    values = hands_of(world.setup.catalog).values
    played = kind_of(action) is ActionKind.PLAY
    cost = price_of(world, values[a_of(action)], 1, weights) if played else USE
    frame = trial.stack[depth] if len(trial.stack) > depth else None
    if not isinstance(frame, Attack):
        return _Shelter(cost, trial, (), played, cost)  # the attack is off
    after = struck_units(trial, frame, seat, weights)
    losses = []
    for amount, number in fewest_cards(values[card] for card in trial.hands[seat]).items():
        price = price_of(trial, amount, number, weights) if number else 0.0
        losses.append((loss_of(trial, after, amount, weights) + price, amount, price))
    loss, amount, price = min(losses)
    return _Shelter(cost + loss, trial, after, played, cost, amount, price)


# -- cards -----------------------------------------------------------------------------------------

_UNSURE: Final = say.UNSURE
_SETS: Final = 4  # of cards for an attack that may be explained


def attack_values(
    world: State,
    seat: int,
    options: Sequence[Action],
    weights: Weights,
    causes: Causes | None = None,
) -> list[tuple[float, Action]]:
    """Return the values of the best set's next card, of no card, and of abilities."""
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    if frame.shape is Shape.ADJACENT and not around(
        world, frame.declared.unit, frame.declared.space
    ):
        if causes is not None:
            causes[COMMIT] = Cause(0.0, list)
        return [(0.0, COMMIT)]
    attack_values = AttackValues(world, seat, weights)
    ways = attack_values.ways(frame, declared=True)
    values = [(way.gain, COMMIT) for way in ways if way.total == 0]
    best = max(ways, key=_by_gain)
    if best.total:
        values.append((best.gain, next_card(world, seat, best.total)))
    if causes is not None:
        _attack_causes(world, seat, ways, attack_values, causes)
    # A card's number is known; what an ability does has to beat it by something.
    for action in options:
        if kind_of(action) in (ActionKind.PLAY, ActionKind.USE):
            strike = _attack_ability(world, seat, action, attack_values, weights)
            values.append((strike.gain - 1, action))
            if causes is not None:
                causes[action] = Cause(strike.gain - 1, strike.amounts)
    return values


def _by_gain(way: Way) -> tuple[int, int]:
    return round(way.gain), -way.total


def _attack_causes(
    world: State, seat: int, ways: Sequence[Way], attack_values: AttackValues, causes: Causes
) -> None:
    """No card, and the best sets that begin with different cards, best first."""
    frame = world.stack[-1]
    assert isinstance(frame, Attack)
    for way in sorted(ways, key=_by_gain, reverse=True)[:_SETS]:
        action = next_card(world, seat, way.total) if way.total else COMMIT
        if action not in causes:
            causes[action] = Cause(
                way.gain,
                partial(_laid, attack_values, frame, way.total),
                deeds=partial(cards_of, world, seat, way.total) if way.total else None,
            )
    if COMMIT not in causes:
        bare = next(way for way in ways if not way.total)
        causes[COMMIT] = Cause(bare.gain, partial(_laid, attack_values, frame, 0))


def _laid(attack_values: AttackValues, frame: Attack, total: int) -> Amounts:
    return list(attack_values.terms(frame, total, declared=True))


class _Strike(NamedTuple):
    """An ability used in an attack, and the best cards after it."""

    gain: float
    attack_values: AttackValues | None = None  # None: the attack is off, or has no further target
    frame: Attack | None = None
    total: int = 0
    cost: float = 0.0

    def amounts(self) -> Amounts:
        """Return the terms of the gain, less the small bonus for a certain card value."""
        if self.attack_values is None or self.frame is None:
            return [(_UNSURE, -1.0)]
        played = (say.CARD_SPENT, -self.cost)
        return [*_laid(self.attack_values, self.frame, self.total), played, (_UNSURE, -1.0)]


def _attack_ability(
    world: State, seat: int, action: Action, attack_values: AttackValues, weights: Weights
) -> _Strike:
    trial = world.copy()
    depth = len(trial.stack) - 1
    apply_action(trial, action, trusted=True)
    frame = trial.stack[depth] if len(trial.stack) > depth else None
    if not isinstance(frame, Attack) or (
        frame.hits and not any(unit >> 2 != seat for unit in frame.hits)
    ):
        return _Strike(0.0)
    cost = 0.0
    if kind_of(action) is ActionKind.PLAY:
        cost = attack_values.price(hands_of(world.setup.catalog).values[a_of(action)], 1)
    after = AttackValues(trial, seat, weights)
    way = max(after.ways(frame, declared=True))
    return _Strike(way.gain - cost, after, frame, way.total, cost)
