"""The worth of each card to each bearer, from the wins of teams that held it.

A logistic regression explains the winner by the cards of both teams. The worth of a card to a
bearer is that of the card plus a smaller one of the pair. Before any match a card is worth its
price; matches move it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lab.tuning.sums import Belief
from lab.yardsticks.outfit import Outfit, Worn, cards, choices

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lab.tuning.sums import Numbers

CREDIT: Final = 0.07  # log odds of 100,000 credits: 67 % wins for twice the purse
CARD_TO: Final = 0.35  # standard error of the worth of a card before any match, in log odds
BEARER_TO: Final = 0.2  # ... and of what a bearer adds
ORDER_TO: Final = 1.0  # ... and of the seat
STEPS: Final = 40
STILL: Final = 1e-5


class Result(NamedTuple):
    """The teams of a match, and what the first one won."""

    own: Outfit
    others: tuple[Outfit, ...]
    won: float  # 0 to 1
    first: bool  # True if the first team has seat 0


class CardValues:
    """The belief after some matches."""

    def __init__(self, results: Sequence[Result]) -> None:
        self.matches = len(results)
        pairs, names = choices(), sorted(cards())
        self._pairs = {pair: number for number, pair in enumerate(pairs)}
        place = {name: len(pairs) + number for number, name in enumerate(names)}
        width = len(pairs) + len(names) + 1
        table, won = np.zeros((len(results), width)), np.zeros(len(results))
        for row, result in enumerate(results):
            for worn, share in _weighed(result):
                if worn in self._pairs:
                    table[row, self._pairs[worn]] += share
                    table[row, place[worn.card]] += share
            table[row, -1] = 1.0 if result.first else -1.0
            won[row] = result.won
        first, known_to = np.zeros(width), np.full(width, BEARER_TO)
        for name, number in place.items():
            first[number], known_to[number] = CREDIT * cards()[name].cost / 100_000, CARD_TO
        known_to[-1] = ORDER_TO
        found = _fitted(table, won, first, known_to)
        both = np.zeros((len(pairs), width))
        for pair, number in self._pairs.items():
            both[number, number] = both[number, place[pair.card]] = 1.0
        self.of_pairs = Belief(both @ found.values, both @ found.covariance @ both.T)
        self.of_cards: Mapping[str, tuple[float, float]] = {
            name: (float(found.values[number]), float(found.spread[number]))
            for name, number in place.items()
        }

    def worth(self, outfit: Outfit) -> float:
        """Return the log odds that the cards of an outfit add."""
        return self._sum(outfit, self.of_pairs.values)

    def chance(self, own: Outfit, other: Outfit) -> float:
        """Return how often one outfit is expected to beat another."""
        return float(1 / (1 + np.exp(self.worth(other) - self.worth(own))))

    def drawn(self, dice: np.random.Generator, number: int) -> list[Mapping[Worn, float]]:
        """Draw the worth of every card and bearer from the belief, so many times."""
        rows = dice.multivariate_normal(
            self.of_pairs.values, self.of_pairs.covariance, number, method="cholesky"
        )
        return [dict(zip(self._pairs, row, strict=True)) for row in rows.tolist()]

    def _sum(self, outfit: Outfit, values: Numbers) -> float:
        return float(sum(values[self._pairs[worn]] for worn in outfit))


def _weighed(result: Result) -> Iterable[tuple[Worn, float]]:
    for worn in result.own:
        yield worn, 1.0
    for outfit in result.others:
        for worn in outfit:
            yield worn, -1.0 / len(result.others)


def _fitted(table: Numbers, won: Numbers, first: Numbers, known_to: Numbers) -> Belief:
    """Return the most probable values of a logistic regression, with their covariance."""
    at, precision = first.copy(), 1 / known_to**2
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(-table @ at))
        slope = share * (1 - share)
        left = (table * slope[:, None]).T @ table + np.diag(precision)
        move = np.linalg.solve(left, table.T @ (won - share) - precision * (at - first))
        at = at + move
        if float(np.abs(move).max()) < STILL:
            break
    covariance = np.linalg.inv(left)
    return Belief(at, (covariance + covariance.T) / 2 + 1e-9 * np.eye(len(at)))
