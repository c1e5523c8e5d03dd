"""Regret matching over candidates: for two players a matrix, for more sampled profiles (D.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from deathdome.powerdome.bots.candidates import Candidate
    from deathdome.powerdome.bots.outcomes import Outcomes
    from deathdome.powerdome.model.dome import Seat


class Found(NamedTuple):
    """The result of a search."""

    strategies: Mapping[Seat, list[float]]  # average weights of the candidates of each seat
    values: list[float]  # expected payoffs of the searcher's candidates


class Matcher:
    """Regrets of one player; negative ones count as 0, strategies are averaged with weight t."""

    def __init__(self, count: int) -> None:
        self.regrets = [0.0] * count
        self.totals = [0.0] * count
        self.current = [1 / count] * count

    def learn(self, values: Sequence[float], time: int) -> None:
        """Take in the values of all candidates against the others' current strategies."""
        mean = sum(map(_product, self.current, values))
        self.regrets = [
            max(regret + value - mean, 0.0)
            for regret, value in zip(self.regrets, values, strict=True)
        ]
        total = sum(self.regrets)
        count = len(self.regrets)
        self.current = (
            [regret / total for regret in self.regrets] if total > 0 else [1 / count] * count
        )
        self.totals = [
            held + time * weight for held, weight in zip(self.totals, self.current, strict=True)
        ]

    def average(self) -> list[float]:
        """Return the average strategy; an even one before the first lesson."""
        total = sum(self.totals)
        if total <= 0:
            return [1 / len(self.totals)] * len(self.totals)
        return [held / total for held in self.totals]


def _product(one: float, other: float) -> float:
    return one * other


def duel(
    seat: Seat,
    rival: Seat,
    cast: Mapping[Seat, Sequence[Candidate]],
    lean: Sequence[float],
    outcomes: Outcomes,
    iterations: int,
    most: int,
) -> Found:
    """Search the matrix of two players; `lean` is added to payoffs of the searcher's candidates."""
    mine, theirs = cast[seat], cast[rival]
    width = max(min(len(theirs), (most - outcomes.combats) // len(mine)), 1)
    theirs = theirs[:width]
    own: list[list[float]] = []
    other: list[list[float]] = [[] for _ in theirs]
    order = outcomes.order
    for row, candidate in enumerate(mine):
        values = []
        for column, answer in enumerate(theirs):
            sheets = {one: (candidate if one == seat else answer).sheet for one in order}
            after = outcomes.resolve(sheets)
            values.append(outcomes.payoff(after, seat) + lean[row])
            other[column].append(outcomes.payoff(after, rival))
        own.append(values)
    me, it = Matcher(len(mine)), Matcher(len(theirs))
    for time in range(1, iterations + 1):
        strategy = it.current
        me.learn([sum(map(_product, values, strategy)) for values in own], time)
        strategy = me.current
        it.learn([sum(map(_product, values, strategy)) for values in other], time)
    weights = it.average()
    values = [sum(map(_product, row, weights)) for row in own]
    return Found({seat: me.average(), rival: weights}, values)


def many(
    seat: Seat,
    cast: Mapping[Seat, Sequence[Candidate]],
    lean: Sequence[float],
    outcomes: Outcomes,
    iterations: int,
    most: int,
    dice: Random,
) -> Found:
    """Search with more players: each iteration one profile for oneself and for one rival."""
    matchers = {one: Matcher(len(rows)) for one, rows in cast.items()}
    rivals = [one for one in cast if one != seat]
    sums = [0.0] * len(cast[seat])
    weight = 0
    for time in range(1, iterations + 1):
        if outcomes.combats >= most:
            break
        profile = _sample(cast, matchers, dice)
        values = _values(seat, profile, cast[seat], outcomes)
        values = [value + more for value, more in zip(values, lean, strict=True)]
        sums = [held + time * value for held, value in zip(sums, values, strict=True)]
        weight += time
        matchers[seat].learn(values, time)
        rival = rivals[time % len(rivals)]
        profile = _sample(cast, matchers, dice)
        matchers[rival].learn(_values(rival, profile, cast[rival], outcomes), time)
    strategies = {one: matcher.average() for one, matcher in matchers.items()}
    return Found(strategies, [held / max(weight, 1) for held in sums])


def _sample(
    cast: Mapping[Seat, Sequence[Candidate]], matchers: Mapping[Seat, Matcher], dice: Random
) -> dict[Seat, Candidate]:
    return {one: dice.choices(rows, matchers[one].current)[0] for one, rows in cast.items()}


def _values(
    seat: Seat,
    profile: Mapping[Seat, Candidate],
    candidates: Sequence[Candidate],
    outcomes: Outcomes,
) -> list[float]:
    """Return the payoffs of all candidates of a seat against a profile."""
    sheets = {one: profile[one].sheet for one in outcomes.order}
    values = []
    for candidate in candidates:
        sheets[seat] = candidate.sheet
        values.append(outcomes.payoff(outcomes.resolve(sheets), seat))
    return values
