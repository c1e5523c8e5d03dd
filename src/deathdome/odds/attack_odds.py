"""Odds of one attack, declared or not, counted from an observation (ATTACK-4, DEFEND-1).

The rules themselves compute the certain part. Uncertain are power cards that other seats may still
play; a `Play` says how they are played, and every chance is for one `Play`. Public odds are safe to
show in a log to every seat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.actions import COMMIT, ActionKind, a_of, kind_of
from deathdome.model.decisions import Question
from deathdome.model.events import Declared
from deathdome.model.frames import Attack, ReactionWindow
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Deny, Trigger
from deathdome.odds.defences import defence_pool
from deathdome.odds.outcomes import Chance, Play, Side, Split, Struck, hits_of
from deathdome.odds.pool import Kind, both_lost, lost, merged, none_of, without
from deathdome.rules.attack.cards import defending_teams, units_hit
from deathdome.rules.attack.declare import (
    ATTACK_CARDS,
    DECLARED,
    DEFENCE_CARDS,
    TOTALS,
    attack_with,
    target_of,
    weapon_of,
)
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import hands_of
from deathdome.rules.observing import observe, unseen, visible_state
from deathdome.rules.units import put

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import State


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """Facts and odds of an attack before its totals, for one seat."""

    seat: int  # the observer
    attack: Attack  # including staged answers
    struck: tuple[Struck, ...]  # in play order of their teams
    attacker: Side | None  # another team that may still add attack cards
    state: State  # visible state with the attack on the stack; read-only
    depth: int  # depth of the attack on that stack
    opening: bool = False  # another unit may still become the target (ATTACK-12)

    @property
    def target(self) -> Struck | None:
        """Target, or the first unit hit; None if no unit is."""
        for struck in self.struck:
            if struck.unit == self.attack.target:
                return struck
        return self.struck[0] if self.struck else None

    @property
    def sides(self) -> tuple[Side, ...]:
        """Defending teams, each once."""
        found = {struck.side.seat: struck.side for struck in self.struck}
        return tuple(found.values())

    def needs(self, seat: int) -> tuple[int, ...]:
        """Return the minimum addition that saves each unit of the team in danger; descending."""
        return tuple(
            sorted((s.need for s in self.struck if s.side.seat == seat and s.need), reverse=True)
        )

    def bare_death(self) -> bool:
        """Return True if a unit dies without further cards."""
        return any(struck.deadly for struck in self.struck)

    def any_death(self) -> Chance:
        """Return the chance that a unit dies whatever is played (Play.ALL for all units).

        One number for up to two defending teams with unseen hands. For three, bounds from the
        chances of single teams and of pairs.
        """
        chances: list[float] = []
        open_sides: list[Side] = []
        for side in self.sides:
            needs = self.needs(side.seat)
            if not needs:
                continue
            gone = lost(side.pool, side.cards, needs)
            if gone == side.cases:
                return Chance(1.0, 1.0)
            if gone:
                open_sides.append(side)
                chances.append(gone / side.cases)
        if len(chances) <= 1:
            only = chances[0] if chances else 0.0
            return Chance(only, only)
        pairs: list[float] = []
        together: dict[int, float] = {}
        for index, side in enumerate(open_sides):
            for other in open_sides[index + 1 :]:
                gone, number = both_lost(
                    side.pool,
                    (side.cards, self.needs(side.seat)),
                    (other.cards, self.needs(other.seat)),
                )
                pairs.append(gone / number)
                for seat in (side.seat, other.seat):
                    together[seat] = together.get(seat, 0.0) + gone / number
        lower_bound = sum(chances) - sum(pairs)
        if len(chances) == 2:
            return Chance(lower_bound, lower_bound)
        # With three teams only the chance that all three lose units is unknown: it is at most
        # that of the least likely pair.
        return Chance(max(*chances, lower_bound), min(1.0, lower_bound + min(pairs)))

    def death(self) -> Chance:
        """Return the chance that the target dies if its team plays its whole hand.

        For several units hit, the chance that at least one dies.
        """
        if len(self.struck) > 1:
            return self.any_death()
        dies = self.struck[0].outcome().dies if self.struck else 0.0
        return Chance(dies, dies)

    def adding(self, more: int) -> AttackOdds:
        """Return the odds with that much more played by this seat, for its attack or its units."""
        struck = tuple(
            replace(s, attack=s.attack + more)
            if self.attack.declared.seat == self.seat
            else (replace(s, defence=s.defence + more) if s.side.seat == self.seat else s)
            for s in self.struck
        )
        return replace(self, struck=struck)

    def split(self) -> Split | None:
        """Return the unknown that decides most about the target's death; None if there is none."""
        struck = self.target
        if struck is None or not struck.need or not struck.side.cards:
            return None
        side, needs = struck.side, (struck.need,)
        everything = side.cases
        dead = lost(side.pool, side.cards, needs)
        unseen_cards = sum(kind.copies for kind in side.pool)
        best: tuple[float, Split] | None = None
        for worth in sorted({kind.max_added for kind in side.pool}):
            rest = without(side.pool, worth)
            missing = none_of(side.pool, side.cards, rest)
            if missing in (0, everything):
                continue
            dead_missing = lost(rest, side.cards, needs)
            held = 1 - missing / everything
            with_it = (dead - dead_missing) / (everything - missing)
            without_it = dead_missing / missing
            variance = held * (1 - held) * (with_it - without_it) ** 2
            copies = unseen_cards - sum(kind.copies for kind in rest)
            found = Split(
                side.seat, worth, copies, unseen_cards, side.cards, held, with_it, without_it
            )
            if variance > 0 and (best is None or variance > best[0] + 1e-12):
                best = variance, found
        return best[1] if best is not None else None


# -- from an observation ---------------------------------------------------------------------------


def undeclared_attack(seen: Observation, unit: int, action: Action, place: int = -1) -> Attack:
    """Return the attack that an ATTACK action would declare; `place`: the attacker's space."""
    state = visible_state(seen)
    if place >= 0:
        put(state, unit, place)
    return attack_with(state, unit, weapon_of(state, unit, a_of(action)), target_of(action))


def odds_of(seen: Observation, attack: Attack, staged: Sequence[Action] = ()) -> AttackOdds:
    """Return the odds of an attack for the observing seat.

    `attack` is on the observation's stack, or comes from `undeclared_attack`. `staged` are the
    next answers of this seat to the card step, in order: LAY, PLAY, USE; COMMIT is ignored. For an
    undeclared attack they are answers to its coming card step.
    """
    state, depth = state_with_attack(seen, attack)
    for action in staged:
        if action == COMMIT:
            continue
        _stage(state, depth, seen.seat, action)
    frame = state.stack[depth]
    assert isinstance(frame, Attack)
    top = seen.stack[-1] if seen.stack else None
    redirecting = (
        isinstance(top, ReactionWindow) and top.trigger is Trigger.DECLARED and top.attack == depth
    )
    opening = attack.target >= 0 and (attack.step <= DECLARED or redirecting)
    return replace(_compute(seen, state, frame, depth), opening=opening)


def state_with_attack(seen: Observation, attack: Attack) -> tuple[State, int]:
    """Return the visible state with the attack on its stack, and the attack's depth."""
    declared = attack.declared
    state = visible_state(seen)
    for depth in range(len(state.stack) - 1, -1, -1):
        if state.stack[depth] == attack:
            return state, depth
    if (
        declared.unit >= 0
        and 0 <= declared.space != state.space[declared.unit]
        and not declared.payback
    ):
        put(state, declared.unit, declared.space)
    state.stack = (*state.stack, attack)
    return state, len(state.stack) - 1


def _stage(state: State, depth: int, seat: int, action: Action) -> None:
    """Apply one answer to the card step ahead of time; a card that is not legal yet adds its value.

    An answer that earlier ones made illegal is ignored.
    """
    frame = state.stack[depth]
    assert isinstance(frame, Attack)
    mine = frame.declared.seat == seat
    if mine and frame.step <= DECLARED and depth == len(state.stack) - 1:
        frame = frame._replace(step=ATTACK_CARDS)
        state.stack = (*state.stack[:depth], frame)
    if depth == len(state.stack) - 1 and frame.step == (ATTACK_CARDS if mine else DEFENCE_CARDS):
        # The side is not done yet: an answer must not end its step.
        state.stack = (*state.stack[:depth], frame._replace(begun=True))
        asked = decision(state)
        if asked is not None and action in asked.options:
            apply_action(state, action, trusted=True)
    elif kind_of(action) is ActionKind.LAY:
        value = hands_of(state.setup.catalog).values[a_of(action)]
        if mine:
            frame = frame._replace(bonus=frame.bonus + value)
        else:
            answers = dict(frame.answers)
            answers[seat] = answers.get(seat, 0) + value
            frame = frame._replace(answers=tuple(answers.items()))
        state.stack = (*state.stack[:depth], frame, *state.stack[depth + 1 :])


def _compute(seen: Observation, state: State, frame: Attack, depth: int) -> AttackOdds:
    if not frame.hits:
        frame = frame._replace(hits=units_hit(state, frame), states=())
        state.stack = (*state.stack[:depth], frame, *state.stack[depth + 1 :])
    left = unseen(seen)
    sides = {
        seat: Side(seat, cards, defence_pool(state, frame, seat, left))
        for seat, cards in hidden_cards(seen, state, frame).items()
    }
    struck = tuple(
        Struck(
            hit.unit,
            hit.attack,
            hit.defence,
            hit.vitae,
            sides[hit.unit // UNITS_PER_TEAM],
            hit.spared,
        )
        for hit in hits_of(state, frame)
    )
    attacker = None
    if frame.declared.seat != seen.seat and frame.step <= ATTACK_CARDS:
        values = hands_of(seen.setup.catalog).values
        pool = merged(
            [Kind((value,), spares=False, copies=n) for value, n in zip(values, left, strict=True)]
        )
        attacker = Side(frame.declared.seat, seen.hand_sizes[frame.declared.seat], pool)
    return AttackOdds(seen.seat, frame, struck, attacker, state, depth)


def hidden_cards(seen: Observation, state: State, frame: Attack) -> dict[int, int]:
    """Return for each defending team the unseen cards that it may still play in this attack.

    0 for the observing seat, which knows its own cards, for a team that has committed (ATTACK-5),
    and for all if defence cards are denied.
    """
    teams = defending_teams(state, frame)
    denied = (-1, Deny.CARDS) in frame.denied
    answered = frame.team if frame.step == DEFENCE_CARDS else 0
    over = frame.step >= TOTALS
    return {
        seat: 0
        if denied or over or seat == seen.seat or place < answered
        else seen.hand_sizes[seat]
        for place, seat in enumerate(teams)
    }


# -- public ----------------------------------------------------------------------------------------
# Public odds are taken when the first defender is asked for cards: the attacker has committed,
# and only the defenders know their cards. They look at no hand, not even the attacker's, so they
# are the same for all possible hands.


class PublicOdds(NamedTuple):
    """Chances of the target, or of the first unit hit, if its team plays its whole hand."""

    dies: float
    hurt: float
    unhurt: float
    unit: int
    wounds: float  # expected


def public_odds(state: State) -> PublicOdds | None:
    """Return the odds of the open attack; None if no unknown affects them."""
    frame = next((frame for frame in reversed(state.stack) if isinstance(frame, Attack)), None)
    if frame is None:
        return None
    seen = replace(observe(state, frame.declared.seat), hand=(), question=None)
    struck = odds_of(seen, frame).target
    if struck is None or not struck.side.cards or not struck.margin:
        return None
    outcome = struck.outcome(Play.ALL)
    return PublicOdds(outcome.dies, outcome.hurt, outcome.unhurt, struck.unit, outcome.expected)


class OddsLog:
    """Public odds of every attack of a match, by the number of the event that declared it."""

    def __init__(self) -> None:
        self.odds: dict[int, PublicOdds] = {}
        self._last_declared = -1  # number of the event that declared the last attack seen

    def follow(self, state: State, asked: Decision | None, events: Sequence[Event]) -> None:
        """Note the question `asked`; call for every question in order, with all events so far."""
        if self._last_declared >= len(events):  # answers were undone
            self.odds = {at: odds for at, odds in self.odds.items() if at < len(events)}
            self._last_declared = -1
        if asked is None or asked.question is not Question.DEFENCE_CARDS:
            return
        at = len(events) - 1
        while at >= 0 and not isinstance(events[at], Declared):
            at -= 1
        if at in (self._last_declared, -1):
            return
        self._last_declared = at
        found = public_odds(state)
        if found is not None:
            self.odds[at] = found


def odds_log_of(start_state: State, journal: Iterable[tuple[int, Action]]) -> OddsLog:
    """Return the public odds of a match already played from `start_state`."""
    log, state = OddsLog(), start_state.copy()
    events: list[Event] = []
    for _, action in journal:
        log.follow(state, decision(state), events)
        apply_action(state, action, events.append, trusted=True)
    log.follow(state, decision(state), events)
    return log
