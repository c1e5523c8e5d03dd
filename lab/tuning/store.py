"""The worth of a store card beyond that of its kind and price.

In self-play both teams shop by almost random tastes, so that every card is held often, in all sorts
of company. A regression explains the winner by the cards held: by the current estimate for each
basket, by the order of play, and by every single card. All teams have the same credits, so a card
without effect is worth its price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from deathdome.managers.planner.card_worth import KINDS, usual_worth
from deathdome.statistics import Interval, Z
from lab.tuning.matches import play
from lab.tuning.sums import of_rows, solved_with_noise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.model.catalog import Catalog
    from lab.record import Row
    from lab.tuning.knobs import Team
    from lab.tuning.matches import Setting
    from lab.tuning.sums import Belief, Numbers

WHIM: Final = 2.6  # factor on the strength of tastes
UNIT: Final = 100_000.0  # credits; unit of the sums
# Prior in shares of a win: 1 is a match won instead of drawn.
SLOPE: Final = 0.055  # a unit of worth
SLOPE_TO: Final = 0.02
ORDER_TO: Final = 1.0
CARD_TO: Final = 0.1  # standard error of a card's additional worth
NOTHING: Final = 1e-6  # ... if it is known to be zero
MIN_FACTOR, MAX_FACTOR = 0.1, 8.0  # of the factor of a card


def without_cards(start: Team) -> Team:
    """Return the team without factors of single cards: so all cards are bought."""
    kinds = {kind: start.outfit[kind] for kind in KINDS if kind in start.outfit}
    return start._replace(outfit=kinds)


def shopped(setting: Setting, number: int, start: Team) -> Row:
    """Play one match of self-play and record the initial cards of every team."""
    return {**play(setting, "store", number, (start, start), noise=WHIM)}


def factors(
    rows: Sequence[Mapping[str, Any]], catalog: Catalog, outfit: Mapping[str, float]
) -> dict[str, Interval]:
    """Return the factor of each held card, by its id; `outfit` are the factors of kinds."""
    table, won = _told(rows, catalog, outfit)
    found = _fitted(table, won, CARD_TO)
    slope = max(SLOPE / 4, float(found.values[0]))
    intervals = {}
    for index, item in enumerate(catalog.items):
        if not table[:, 2 + index].any():
            continue
        worth = usual_worth(item, outfit)
        value, spread = found.values[2 + index], Z * found.spread[2 + index]
        ends = (
            1 + more * UNIT / (slope * worth) for more in (value, value - spread, value + spread)
        )
        intervals[item.id] = Interval(
            *(min(MAX_FACTOR, max(MIN_FACTOR, float(end))) for end in ends)
        )
    return intervals


def explained(
    rows: Sequence[Mapping[str, Any]], catalog: Catalog, outfit: Mapping[str, float]
) -> tuple[float, float]:
    """Return how much baskets explain of the wins, from 0 to 1: by kinds alone, and by every card.

    Each half of the matches is predicted by the fit to the other.
    """
    table, won = _told(rows, catalog, outfit)
    missed = []
    for known_to in (NOTHING, CARD_TO):
        squares = 0.0
        for half in (0, 1):
            found = _fitted(table[half::2], won[half::2], known_to)
            rest = won[1 - half :: 2] - table[1 - half :: 2] @ found.values
            squares += float(rest @ rest)
        missed.append(squares / max(1e-9, float(won @ won)))
    kinds, cards = missed
    return 1 - kinds, 1 - cards


def _told(
    rows: Sequence[Mapping[str, Any]], catalog: Catalog, outfit: Mapping[str, float]
) -> tuple[Numbers, Numbers]:
    """Return worth, order and cards of each match for its first seat, and its result (-1 to 1)."""
    ids = [item.id for item in catalog.items]
    worth = np.array([usual_worth(item, outfit) for item in catalog.items])
    held = np.array([_held(row, ids) for row in rows])
    last = np.array([1.0 if row["last"] == 0 else -1.0 for row in rows])
    won = np.array([2.0 * row["won"] - 1.0 for row in rows])
    return np.column_stack((held @ worth / UNIT, last, held)), won


def _fitted(table: Numbers, won: Numbers, known_to: float) -> Belief:
    """Fit the effects of worth, order and each card on the winner."""
    width = table.shape[1]
    first, spread = np.zeros(width), np.full(width, known_to)
    first[0], spread[0], spread[1] = SLOPE, SLOPE_TO, ORDER_TO
    return solved_with_noise(of_rows(table, won), first, spread)


def _held(row: Mapping[str, Any], ids: Sequence[str]) -> list[int]:
    """Return how many more of each card the first seat held than the second."""
    own, other = row["held"]
    return [own.count(card) - other.count(card) for card in ids]
