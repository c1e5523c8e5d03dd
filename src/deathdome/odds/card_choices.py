"""Choices of a seat's own cards, each with the odds that result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import COMMIT, Action, ActionKind, a_of, kind_of, make_action
from deathdome.model.vocabulary import Deny
from deathdome.odds.attack_odds import AttackOdds, odds_of
from deathdome.rules.attack.cards import attack_card_actions, defence_card_actions, defending_teams
from deathdome.rules.attack.declare import ATTACK_CARDS, DECLARED, DEFENCE_CARDS
from deathdome.rules.gear import hands_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.model.frames import Attack
    from deathdome.model.observation import Observation
    from deathdome.model.state import State


def fewest_cards(numbers: Iterable[int]) -> dict[int, int]:
    """Return the minimum number of cards for every sum that some of them make."""
    found = {0: 0}
    for number in numbers:
        for total, cards in list(found.items()):
            key = total + number
            if key not in found or found[key] > cards + 1:
                found[key] = cards + 1
    return found


def next_card(world: State, seat: int, total: int) -> Action:
    """Return the largest card of a smallest set with that sum."""
    return _largest(list(world.hands[seat]), hands_of(world.setup.catalog).values, total)


def cards_of(world: State, seat: int, total: int) -> list[Action]:
    """Return all cards of that set, in playing order."""
    return _cards_of(world.hands[seat], hands_of(world.setup.catalog).values, total)


def smallest_sets(hand: Sequence[int], values: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return such a set for every sum that the hand makes, ascending by card."""
    sums = fewest_cards(values[card] for card in hand)
    return {
        total: tuple(sorted(a_of(action) for action in _cards_of(hand, values, total)))
        for total in sums
    }


def _cards_of(hand: Sequence[int], values: Sequence[int], total: int) -> list[Action]:
    left, found = list(hand), []
    while total:
        found.append(_largest(left, values, total))
        card = a_of(found[-1])
        left.remove(card)
        total -= values[card]
    return found


def _largest(hand: list[int], values: Sequence[int], total: int) -> Action:
    count = fewest_cards([values[card] for card in hand])[total]
    for card in sorted(set(hand), key=lambda card: (-values[card], card)):
        rest = hand.copy()
        rest.remove(card)
        left = fewest_cards([values[other] for other in rest])
        if left.get(total - values[card]) == count - 1:
            return make_action(ActionKind.LAY, card)
    return COMMIT


_STEPS: Final = (0.0, 0.5, 0.8, 0.97)  # chances worth another row: any, even, good, almost sure


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to continue the card step, beyond the staged answers."""

    cards: tuple[int, ...]  # played for their numbers, ascending; as few as possible for this sum
    total: int  # their sum
    ability: Action | None  # or this PLAY or USE
    odds: AttackOdds

    @property
    def acts(self) -> tuple[Action, ...]:
        """Answers that make this choice, without COMMIT."""
        if self.ability is not None:
            return (self.ability,)
        return tuple(make_action(ActionKind.LAY, card) for card in self.cards)


def choices(seen: Observation, attack: Attack, staged: Sequence[Action] = ()) -> tuple[Choice, ...]:
    """Return every sum of the rest of the hand, ascending from 0; then every ability.

    For the attacker before it commits, and for a defender before its own commitment; () for other
    seats. Each sum uses the fewest cards.
    """
    odds = odds_of(seen, attack, staged)
    if not may_lay(odds):
        return ()
    values = hands_of(seen.setup.catalog).values
    found = [
        Choice(cards, total, None, odds.adding(total) if total else odds)
        for total, cards in sorted(smallest_sets(odds.state.hands[seen.seat], values).items())
    ]
    found += [
        Choice((), 0, action, odds_of(seen, attack, (*staged, action)))
        for action in _abilities(odds)
        if action != COMMIT
    ]
    return tuple(found)


def may_lay(odds: AttackOdds) -> bool:
    """Return True if the observing seat may still play cards in this attack, now or later."""
    frame, seat = odds.attack, odds.seat
    if frame.declared.seat == seat:
        return frame.step <= ATTACK_CARDS
    teams = defending_teams(odds.state, frame)
    if frame.step > DEFENCE_CARDS or seat not in teams or (-1, Deny.CARDS) in frame.denied:
        return False
    return frame.step < DEFENCE_CARDS or teams.index(seat) >= frame.team


def _abilities(odds: AttackOdds) -> list[Action]:
    """Return the seat's abilities in its card step, without cards for their values."""
    state, depth, seat = odds.state.copy(), odds.depth, odds.seat
    if depth != len(state.stack) - 1:
        return []
    frame = odds.attack
    if frame.declared.seat == seat:
        if frame.step <= DECLARED:
            # Before the declaration no unit is hit yet, and no question is open.
            frame = frame._replace(step=ATTACK_CARDS, begun=True)
            state.stack = (*state.stack[:depth], frame)
        options = attack_card_actions(state, frame)
    elif frame.step == DEFENCE_CARDS and defending_teams(state, frame)[frame.team] == seat:
        options = defence_card_actions(state, frame, seat)
    else:
        return []
    return [action for action in options if kind_of(action) in (ActionKind.PLAY, ActionKind.USE)]


def worth_showing(found: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the choices worth a row: each improves on all smaller sums.

    For an attacker, the smallest sums with a chance to kill of 50, 80 and 97 percent, the first sum
    with any chance, and the best one. For a defender before the attacker commits, the same for the
    chance to live, if the attacker plays its whole hand. For a defender after that, each sum that
    saves one more wound, down to none. All abilities are kept.
    """
    if not found:
        return ()
    odds = found[0].odds
    by_chance = odds.attack.declared.seat == odds.seat or (
        odds.attacker is not None and odds.attacker.cards > 0
    )
    kept: list[Choice] = [found[0]]
    best = _gain(found[0])
    steps = [step for step in _STEPS if best[0] <= step]
    last: Choice | None = None
    for choice in found[1:]:
        if choice.ability is not None:
            continue
        gain = _gain(choice)
        if gain <= best:
            continue
        best = gain
        if not by_chance:
            kept.append(choice)
            continue
        last = choice
        if steps and gain[0] > steps[0]:
            while steps and gain[0] > steps[0]:
                del steps[0]
            kept.append(choice)
            last = None
    if last is not None:
        kept.append(last)
    return (*kept, *(choice for choice in found if choice.ability is not None))


def _gain(choice: Choice) -> tuple[float, float]:
    """Return a sort key (first criterion, second criterion); greater is better for the seat."""
    odds = choice.odds
    if odds.attack.declared.seat == odds.seat:
        target = odds.target
        return odds.any_death().low, target.outcome().expected if target is not None else 0.0
    own = [s for s in odds.struck if s.side.seat == odds.seat]
    if odds.attacker is not None and odds.attacker.cards:
        outcomes = [s.threatened(odds.attacker) for s in own]
        dies = max((outcome.dies for outcome in outcomes), default=0.0)
        return 1 - dies, -sum(outcome.expected for outcome in outcomes)
    return -float(sum(s.deadly for s in own)), -float(sum(min(s.margin, s.vitae) for s in own))
