"""What is known of an attack before it is committed: values, toughness, what a hand could hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deathdome.model.actions import NOBODY, a_of, b_of
from deathdome.model.frames import Attack
from deathdome.model.names import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Deny
from deathdome.rules.attack import (
    arm_of,
    strength_against,
    toughness_against,
    units_hit,
)
from deathdome.rules.observing import unseen, visible_state
from deathdome.rules.units import put
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token, vitae_left, weapon_name
from deathdome.tui.presenters.text import Line, Span, line

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.model.state import State


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


def forecast_declaration(seen: Observation, unit: int, act: Action, place: int = -1) -> Forecast:
    """The forecast of an ATTACK action; `place`: as if the unit stood there."""
    state = visible_state(seen)
    if place >= 0:
        put(state, unit, place)
    arm = arm_of(state, unit, a_of(act))
    frame = Attack(
        unit // UNITS_PER_TEAM,
        unit,
        state.space[unit],
        item=arm.item,
        card=arm.card,
        kind=arm.kind,
        shape=arm.shape,
        sight=arm.sight,
        target=-1 if b_of(act) == NOBODY else b_of(act),
        denied=((-1, Deny.CARDS),) if arm.denies_cards else (),
    )
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
    return Forecast(frame.unit, weapon, first, cards, tuple(defenders))


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
    cards = f" + cards {forecast.cards}" if forecast.cards else ""
    rows: list[Line] = [
        line(Span(f"{who} {forecast.weapon}"[:33], "strong")),
        line(f" attack {forecast.strength + forecast.cards} = {forecast.strength}{cards}"),
    ]
    for defender in forecast.defenders:
        rows += _defender_lines(seen, defender)
    if not forecast.defenders:
        rows.append(line(Span(" hits nobody", "dim")))
    return rows


def _defender_lines(seen: Observation, defender: Defender) -> list[Line]:
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
        worst = defender.at_worst
        sign = SEAT_SIGNS[team]
        rows.append(
            line(Span(f" {sign} holds {defender.hand}, at most +{defender.best}: {worst}", "dim"))
        )
    return rows
