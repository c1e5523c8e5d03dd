"""Responses of other seats to an attack: cards that a hand may hold, and visible equipment.

The chances of `attack_odds` leave out equipment and healing. A display of a chance lists them
from here as things that may still change it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import comb
from typing import TYPE_CHECKING

from deathdome.geometry.grid import spaces_in
from deathdome.model.effects import Heal, MakeAttack, Redirect, Walk
from deathdome.model.frames import ReactionWindow
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Allow, Target, Trigger
from deathdome.odds.defences import defence_of
from deathdome.odds.outcomes import struck_back
from deathdome.rules.abilities import usable
from deathdome.rules.attack.declare import TOTALS
from deathdome.rules.gear import hands_of
from deathdome.rules.moving import walk_goals
from deathdome.rules.observing import unseen
from deathdome.rules.reactions import fits_event, reaction_context
from deathdome.rules.targeting import candidates, window_context
from deathdome.rules.units import allows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.catalog import Ability
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.odds.attack_odds import AttackOdds


class Help(Enum):
    """Use of a response for the side under attack."""

    SPARES = "spares"  # a unit takes no wounds from the attack
    TOUGHER = "tougher"  # more toughness against the attack
    REDIRECTS = "redirects"  # another unit becomes the target (ATTACK-12)
    HEALS = "heals"  # after the wounds, before the death check
    PAYS_BACK = "pays back"  # PAYBACK


@dataclass(frozen=True, slots=True)
class Response:
    """One ability that the side under attack could use, as far as the observing seat knows."""

    help: Help
    seat: int  # the user
    subject: int  # unit that it helps or avenges
    ability: int
    amount: int = 0  # toughness, vitae healed, or strength of the payback
    bearer: int = -1  # unit that has the equipment; -1 for a power card
    card: int = -1  # power card; -1 for equipment
    copies: int = 0  # of that card: unseen ones, or those in its own hand
    chance: float = 1.0  # of the hand having it; 1 for equipment and its own hand
    wounds: int = 0  # payback: wounds to the attacker without cards
    kills: bool = False  # payback: True if they kill the attacker


@dataclass(frozen=True, slots=True)
class Holding:
    """Possible contents of one hidden hand, by the numbers on the cards (CARD-1)."""

    seat: int
    cards: int  # in the hand
    unseen: tuple[int, ...]  # unseen cards with the number 1, 2, ... 5

    @property
    def pool(self) -> int:
        """Number of unseen cards."""
        return sum(self.unseen)

    def at_least(self, number: int) -> float:
        """Return the chance that it holds a card with this number or a higher one."""
        return chance_of_one(sum(self.unseen[number - 1 :]), self.pool, self.cards)

    @property
    def expected(self) -> float:
        """Mean sum of its numbers."""
        everything = sum(number * copies for number, copies in enumerate(self.unseen, 1))
        return self.cards * everything / self.pool if self.pool else 0.0

    @property
    def best(self) -> int:
        """Highest possible sum of its numbers."""
        return self._extreme(range(len(self.unseen), 0, -1))

    @property
    def worst(self) -> int:
        """Lowest possible sum of its numbers."""
        return self._extreme(range(1, len(self.unseen) + 1))

    def _extreme(self, numbers: Sequence[int]) -> int:
        total, left = 0, self.cards
        for number in numbers:
            taken = min(left, self.unseen[number - 1])
            total += taken * number
            left -= taken
        return total


def chance_of_one(good: int, pool: int, cards: int) -> float:
    """Return the chance that at least one of `cards` cards from the pool is a good one."""
    cards = min(cards, pool)
    return 1 - comb(pool - good, cards) / comb(pool, cards)


def holding(seen: Observation, seat: int) -> Holding:
    """Return the possible contents of another seat's hand."""
    values = hands_of(seen.setup.catalog).values
    counts = [0] * max(values)
    for card, copies in enumerate(unseen(seen)):
        counts[values[card] - 1] += copies
    return Holding(seat, seen.hand_sizes[seat], tuple(counts))


def responses_to(seen: Observation, odds: AttackOdds) -> tuple[Response, ...]:
    """Return every ability, known or possible, that could answer the attack, for each unit hit.

    Equipment is listed if the rules allow it now, as far as that is public; power cards of other
    seats with the chance that the hand has one; the observing seat's own cards as they are.
    """
    found = [
        *_defences(seen, odds),
        *_reactions(seen, odds, Trigger.DECLARED),
        *_reactions(seen, odds, Trigger.WOUNDED),
        *_reactions(seen, odds, Trigger.RESOLVED),
    ]
    return tuple(dict.fromkeys(found))


def _in_hands(seen: Observation, seat: int, trigger: Trigger) -> Iterator[tuple[Ability, int, int]]:
    """Yield (ability, power card, copies) of all cards that the hand has, or may have."""
    cards = hands_of(seen.setup.catalog).by_trigger[trigger]
    left = unseen(seen)
    for card, abilities in cards.items():
        copies = seen.hand.count(card) if seat == seen.seat else left[card]
        if copies and seen.hand_sizes[seat]:
            for ability in abilities:
                yield ability, card, copies


def _chance(seen: Observation, seat: int, copies: int) -> float:
    if seat == seen.seat:
        return 1.0
    return chance_of_one(copies, sum(unseen(seen)), seen.hand_sizes[seat])


def _defences(seen: Observation, odds: AttackOdds) -> Iterator[Response]:
    """Yield abilities of the defenders' card step."""
    state, frame, depth = odds.state, odds.attack, odds.depth
    if frame.step >= TOTALS:
        return
    for struck in odds.struck:
        seat, unit = struck.side.seat, struck.unit
        if struck.spared:
            continue
        for ability in state.gear.windows[unit].get(Trigger.DEFEND, ()):
            if usable(state, ability, window_context(state, Trigger.DEFEND, seat, unit, depth)):
                yield from _of_defence(ability, seat, unit, bearer=unit)
        if seat != seen.seat and not struck.side.cards:
            continue
        from_hand = window_context(state, Trigger.DEFEND, seat, -1, depth)._replace(from_hand=True)
        for ability, card, copies in _in_hands(seen, seat, Trigger.DEFEND):
            if usable(state, ability, from_hand):
                chance = _chance(seen, seat, copies)
                yield from _of_defence(ability, seat, unit, -1, card, copies, chance)


def _of_defence(
    ability: Ability,
    seat: int,
    unit: int,
    bearer: int,
    card: int = -1,
    copies: int = 0,
    chance: float = 1.0,
) -> Iterator[Response]:
    more, spares = defence_of(ability)
    kind = Help.SPARES if spares else Help.TOUGHER
    if more or spares:
        yield Response(kind, seat, unit, int(ability.id), more, bearer, card, copies, chance)


def _reactions(seen: Observation, odds: AttackOdds, trigger: Trigger) -> Iterator[Response]:
    """Yield reactions to the declaration, the wounds or the end of the attack."""
    state, frame, depth = odds.state, odds.attack, odds.depth
    if not _raised(odds, trigger):
        return
    if trigger is Trigger.DECLARED:
        subjects = [s for s in odds.struck if s.unit == frame.target]
    elif trigger is Trigger.WOUNDED:
        subjects = [s for s in odds.struck if s.margin]
    else:
        subjects = list(odds.struck)
    for struck in subjects:
        seat, unit = struck.side.seat, struck.unit
        event = ReactionWindow(
            trigger, (unit,), frame.declared.unit, frame.declared.card, attack=depth
        )
        then = state
        if trigger is Trigger.WOUNDED:
            then = state.copy()
            then.wounds[unit] += 1
        equipment = [
            (ability, bearer)
            for bearer, ability in state.gear.events.get(trigger, ())
            if bearer // UNITS_PER_TEAM == seat
        ]
        for ability, bearer in equipment:
            if _possible(then, event, ability, seat, bearer, unit):
                yield from _of_reaction(odds, ability, seat, unit, bearer)
        for ability, card, copies in _in_hands(seen, seat, trigger):
            if _possible(then, event, ability, seat, -1, unit):
                chance = _chance(seen, seat, copies)
                yield from _of_reaction(odds, ability, seat, unit, -1, card, copies, chance)


def _raised(odds: AttackOdds, trigger: Trigger) -> bool:
    """Return True if the event is still to come."""
    frame = odds.attack
    declared = frame.declared
    if trigger is Trigger.DECLARED:
        return odds.opening
    if trigger is Trigger.RESOLVED:
        chains = odds.state.setup.ruleset.payback_chains
        return declared.unit >= 0 and declared.token < 0 and (chains or not declared.payback)
    return True


def _possible(
    state: State, event: ReactionWindow, ability: Ability, seat: int, bearer: int, unit: int
) -> bool:
    context = reaction_context(state, event, seat, bearer, unit, from_hand=bearer < 0)
    if not fits_event(state, event, ability, context) or not usable(state, ability, context):
        return False
    if not any(isinstance(effect, Walk | Heal) for effect in ability.do):
        return True
    near = [e for e in ability.do if e.condition is not None and e.condition.near is not None]
    walks = [effect for effect in ability.do if isinstance(effect, Walk)]
    if not near or not walks:
        return True
    pick = ability.pick
    movers = [bearer] if pick is None else candidates(state, pick, context)
    return any(_arrives(state, mover, unit, walks[0].steps) for mover in movers)


def _arrives(state: State, mover: int, unit: int, steps: int | None) -> bool:
    """Return True if the mover is next to the unit, or can walk there at once."""
    here, there = state.space[mover], state.space[unit]
    if here < 0 or there < 0 or state.down[mover]:
        return False
    terrain = state.setup.terrain
    walls = bool(allows(state, mover) & Allow.SEE_WALLS)
    goals = (walk_goals(state, mover, steps) | 1 << here) & terrain.within(there, 1)
    return any(
        terrain.distance(space, there) <= 1 and terrain.sees(space, there, walls)
        for space in spaces_in(goals)
    )


def _of_reaction(
    odds: AttackOdds,
    ability: Ability,
    seat: int,
    unit: int,
    bearer: int,
    card: int = -1,
    copies: int = 0,
    chance: float = 1.0,
) -> Iterator[Response]:
    frame, state = odds.attack, odds.state
    number = int(ability.id)
    for effect in ability.do:
        if isinstance(effect, Redirect):
            yield Response(Help.REDIRECTS, seat, unit, number, 0, bearer, card, copies, chance)
        elif isinstance(effect, Heal):
            yield Response(Help.HEALS, seat, unit, number, effect.n, bearer, card, copies, chance)
        elif isinstance(effect, MakeAttack) and effect.on is Target.SOURCE:
            striker = bearer if bearer >= 0 else unit
            strike = struck_back(state, effect, striker, frame.declared.unit)
            wounds = max(0, strike.surplus)
            yield Response(
                Help.PAYS_BACK,
                seat,
                unit,
                number,
                effect.n,
                bearer,
                card,
                copies,
                chance,
                wounds,
                wounds >= strike.vitae,
            )


def healed_chance(odds: AttackOdds, responses: Sequence[Response], unit: int) -> float:
    """Return the chance that the unit dies with all cards played, but lives with the best healer.

    Leaves out healers that may only be in an unseen hand.
    """
    amounts = [
        a.amount for a in responses if a.help is Help.HEALS and a.subject == unit and a.chance == 1
    ]
    struck = next(s for s in odds.struck if s.unit == unit)
    if not amounts:
        return 0.0
    return struck.outcome().chance_between(struck.vitae, struck.vitae + max(amounts) - 1)
