"""Outcomes: rounds resolved on copies of a dome, and what they are worth to each player (D.4)."""

from __future__ import annotations

from dataclasses import replace
from math import tanh
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import Term, milli
from deathdome.powerdome.model.answers import Chance
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.rules.rounds import play_round

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from deathdome.powerdome.model.answers import Answer, Sheet
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Dome, Seat
    from deathdome.powerdome.model.options import Options

STEEPNESS: Final = 6.0  # with two players
CROWD_STEEPNESS: Final = 1.5  # with more
MOST: Final = 0.95  # payoff of a round that ends nothing
STANDOFF: Final = 0.02  # taken off if no player lost vitality
ALLY: Final = 0.5  # of an ally's vitality
AFFLICTION: Final = 5.0  # vitality


class Outcomes:
    """Resolves rounds from one position, and counts them."""

    def __init__(self, dome: Dome, options: Options, order: Sequence[Seat], dice: Random) -> None:
        self.dome = dome
        self.options = replace(options, declare="sheet")
        self.order = order  # in which sheets are committed
        self.dice = dice
        self.combats = 0
        self.players = dome.living()  # at the start of the round
        self._before = [dome.characters[seat].vitality for seat in range(dome.seats)]

    def resolve(self, sheets: Mapping[Seat, Sheet]) -> Dome:
        """Return the position after a round."""
        self.combats += 1
        after = self.dome.copy()
        play_round(after, sheets, self.order, self.options, self._asks)
        return after

    def _asks(self, ask: Ask) -> Answer:
        assert ask.kind is AskKind.CHANCE
        return Chance(ask.choices[int(self.dice.random() * len(ask.choices))])

    def payoff(self, after: Dome, seat: Seat) -> float:
        """Return what a position is worth to a player, from -1 to 1."""
        if after.over:
            if after.winner == seat:
                return 1.0
            return -1.0 if after.winner != ABSENT or not after.characters[seat].alive else -0.5
        if not after.characters[seat].alive:
            return -1.0
        mine, theirs = self._sides(after, seat)
        value = self.balance(mine, theirs)
        return value - STANDOFF if self._still(after) else value

    def payoffs(self, sheets: Mapping[Seat, Sheet]) -> list[float]:
        """Return the payoffs of all seats, -1 for those that were dead."""
        after = self.resolve(sheets)
        return [
            self.payoff(after, seat) if seat in self.players else -1.0
            for seat in range(after.seats)
        ]

    def balance(self, mine: float, theirs: float) -> float:
        """Return the payoff of two strengths."""
        mine, theirs = max(mine, 0.0), max(theirs, 0.0)
        total = mine + theirs
        steep = STEEPNESS if len(self.players) == 2 else CROWD_STEEPNESS
        return MOST * tanh(steep * (mine - theirs) / total) if total else 0.0

    def _still(self, after: Dome) -> bool:
        characters, before = after.characters, self._before
        return all(characters[seat].vitality >= before[seat] for seat in self.players)

    def _sides(self, after: Dome, seat: Seat) -> tuple[float, float]:
        """Return the strength of a player, and of the average rival of the round."""
        mine = theirs = 0.0
        characters = after.characters
        for one in characters:
            if not one.alive or not characters[one.controller].alive:
                continue
            value = float(one.vitality) if one.kind < 0 else one.vitality * ALLY
            if one.afflictions:
                value -= AFFLICTION * len(one.afflictions)
            if one.controller == seat:
                mine += value
            else:
                theirs += value
        return mine, theirs / max(len(self.players) - 1, 1)

    def terms(self, after: Dome, seat: Seat) -> tuple[Term, ...]:
        """Return the payoff as terms: how each part of the change moves it, one after another."""
        start = _Parts(self, self.dome, seat)
        end = _Parts(self, after, seat)
        told = 0
        found = []

        def balance(parts: _Parts) -> float:
            return self.balance(sum(parts.mine.values()), sum(parts.theirs.values()))

        def tell(name: str, value: float) -> None:
            nonlocal told
            now = milli(value)
            if now != told:
                found.append(Term(name, now - told))
            told = now

        tell("position", balance(start))
        for part in ("vitality", "allies", "afflictions"):
            start.mine[part] = end.mine[part]
            tell(f"own-{part}", balance(start))
        for part in ("vitality", "allies", "afflictions"):
            start.theirs[part] = end.theirs[part]
            tell(f"rival-{part}", balance(start))
        value = self.payoff(after, seat)
        if after.over:
            tell("win" if after.winner == seat else "loss", value)
        elif not after.characters[seat].alive:
            tell("death", value)
        else:
            tell("standoff", value)
        return tuple(found)


class _Parts:
    """The strength of a player and of its average rival, part by part."""

    def __init__(self, outcomes: Outcomes, dome: Dome, seat: Seat) -> None:
        self.mine = {"vitality": 0.0, "allies": 0.0, "afflictions": 0.0}
        self.theirs = dict(self.mine)
        rivals = max(len(outcomes.players) - 1, 1)
        for one in dome.characters:
            if not one.alive or not dome.characters[one.controller].alive:
                continue
            side, share = (self.mine, 1) if one.controller == seat else (self.theirs, rivals)
            if one.player:
                side["vitality"] += one.vitality / share
            else:
                side["allies"] += ALLY * one.vitality / share
            side["afflictions"] -= AFFLICTION * len(one.afflictions) / share
