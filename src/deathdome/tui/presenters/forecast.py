"""What is known of an attack before it is committed: values, toughness, what a hand could hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import a_of
from deathdome.model.names import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Deny, Rating
from deathdome.rules.attack import (
    arm_of,
    attack_with,
    strength_against,
    target_of,
    toughness_against,
    units_hit,
)
from deathdome.rules.observing import unseen, visible_state
from deathdome.rules.units import boost, put
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token, vitae_left, weapon_name
from deathdome.tui.presenters.text import Line, Span, line, wrapped

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.frames import Attack
    from deathdome.model.observation import Observation
    from deathdome.model.state import State

WIDTH: Final = 33  # columns of the panel at 80


@dataclass(frozen=True, slots=True)
class Defender:
    """One unit that the attack would hit."""

    unit: int
    attack: int  # value so far, cards included
    toughness: int
    vitae: int  # left
    hand: int  # cards its team holds; 0 when it may not play any
    best: int  # most that those cards could add, by what is unseen
    known: int = 0  # defence cards already on the table

    @property
    def undefended(self) -> int:
        """Wounds if no (further) card is played."""
        return max(0, self.attack - self.toughness - self.known)

    @property
    def at_worst(self) -> int:
        """Wounds if the hand holds the highest values that are still unseen."""
        return max(0, self.attack - self.toughness - self.known - self.best)


@dataclass(frozen=True, slots=True)
class Forecast:
    """An attack, declared or not yet."""

    attacker: int  # unit, or -1 for a token
    weapon: str
    strength: int  # against the first defender, cards left out
    cards: int
    defenders: tuple[Defender, ...]
    own: int = -1  # strength of the attacker itself; -1 when it does not count
    distance: int = -1  # to the target; -1 without one
    range: int = 0


def forecast_declaration(seen: Observation, unit: int, act: Action, place: int = -1) -> Forecast:
    """The forecast of an ATTACK action; `place`: as if the unit stood there."""
    state = visible_state(seen)
    if place >= 0:
        put(state, unit, place)
    arm = arm_of(state, unit, a_of(act))
    frame = attack_with(state, unit, arm, target_of(act))
    return _forecast(seen, state, frame, weapon_name(seen, arm.item), 0)


def forecast_open(seen: Observation, frame: Attack, staged: int = 0) -> Forecast:
    """The forecast of a declared attack; `staged` is the sum of cards about to be laid."""
    weapon = weapon_name(seen, frame.item) if frame.item >= 0 else _card_name(seen, frame)
    return _forecast(seen, visible_state(seen), frame, weapon, staged)


def _card_name(seen: Observation, frame: Attack) -> str:
    catalog = seen.table.catalog
    if frame.token >= 0:
        return catalog.tokens[frame.token].name
    printed = card_of_id(catalog, frame.card)
    return printed.name if printed is not None else "Attack"


def _forecast(seen: Observation, state: State, frame: Attack, weapon: str, staged: int) -> Forecast:
    hits = frame.hits or units_hit(state, frame)
    denied = (-1, Deny.CARDS) in frame.denied
    left = unseen(seen)
    answers = dict(frame.answers)
    mine = seen.seat
    cards = frame.bonus + (staged if frame.seat == mine else 0)
    defenders = []
    for unit in hits:
        condition = (1 if state.wounds[unit] else 0) | (2 if state.down[unit] else 0)
        team = unit // UNITS_PER_TEAM
        strength = strength_against(state, frame, unit, condition)
        hand = 0 if denied or team == mine else seen.hand_sizes[team]
        known = answers.get(team, 0) + (staged if team == mine else 0)
        defenders.append(
            Defender(
                unit,
                strength + cards,
                toughness_against(state, frame, unit),
                vitae_left(seen, unit)[0],
                hand,
                _best(seen, left, hand),
                known,
            )
        )
    first = defenders[0].attack - cards if defenders else 0
    own, distance, spaces = -1, -1, 0
    if frame.item >= 0 and frame.unit >= 0:
        arm = arm_of(state, frame.unit, frame.item)
        own = int(seen.gear.strength[frame.unit])
        spaces = max(1, arm.range + boost(state.timed, frame.unit, Rating.RANGE))
        if frame.target >= 0 and min(frame.space, state.space[frame.target]) >= 0:
            distance = state.table.terrain.distance(frame.space, state.space[frame.target])
    return Forecast(frame.unit, weapon, first, cards, tuple(defenders), own, distance, spaces)


def _best(seen: Observation, left: list[int], cards: int) -> int:
    """The highest sum of values that many unseen cards can have."""
    values = sorted(
        (
            card.value
            for card, copies in zip(seen.table.catalog.power_cards, left, strict=True)
            for _ in range(copies)
        ),
        reverse=True,
    )
    return sum(values[:cards])


def forecast_lines(seen: Observation, forecast: Forecast) -> list[Line]:
    """The forecast for the panel, 33 columns at most."""
    who = unit_token(seen.table, forecast.attacker) if forecast.attacker >= 0 else "token"
    rows: list[Line] = [
        line(Span(f"{who} {forecast.weapon}"[:WIDTH], "strong")),
        *wrapped(_sum_words(forecast), WIDTH, indent=" "),
    ]
    if forecast.distance >= 0:
        rows.append(line(f" distance {forecast.distance}, range {forecast.range}"))
    for defender in forecast.defenders:
        rows += _defender_lines(seen, defender, alone=len(forecast.defenders) == 1)
    if not forecast.defenders:
        rows.append(line(Span(" hits nobody", "dim")))
    return rows


def _sum_words(forecast: Forecast) -> str:
    """`strength 2 + weapon 1 + cards 4 = 7`, without the parts that are not there."""
    total = forecast.strength + forecast.cards
    parts = [f"strength {forecast.strength}"]
    if 0 <= forecast.own < forecast.strength:
        parts = [f"strength {forecast.own}", f"weapon {forecast.strength - forecast.own}"]
    if forecast.cards:
        parts.append(f"cards {forecast.cards}")
    return " + ".join(parts) + (f" = {total}" if len(parts) > 1 else "")


def _defender_lines(seen: Observation, defender: Defender, *, alone: bool) -> list[Line]:
    token = unit_token(seen.table, defender.unit)
    wounds = defender.undefended
    deadly = wounds >= defender.vitae
    known = f"+{defender.known}" if defender.known else ""
    verdict = f"{wounds} wound{'s' * (wounds != 1)}" + (", dies" if deadly else "")
    team = defender.unit // UNITS_PER_TEAM
    rows = [
        line(
            Span(f"{token}", f"seat{team}"),
            f" toughness {defender.toughness}{known}, vitae {defender.vitae}",
        ),
        line(" no cards: ", Span(verdict, "bad" if deadly else "strong")),
    ]
    if defender.hand:
        sign = SEAT_SIGNS[team]
        least = defender.at_worst
        span = f"{least} to {wounds}" if least < wounds else f"{wounds}"
        held = f"{defender.hand} card{'s' * (defender.hand != 1)}"
        if alone:
            words = f"{sign} may add up to {defender.best} ({held}): {span} wound"
            rows += wrapped(f"{words}{'s' * (wounds != 1)}", WIDTH, "dim", " ")
        else:  # a row each: several that are hit must fit in the panel together
            rows.append(line(Span(f" {sign} up to {defender.best} ({held}): {span}", "dim")))
    return rows
