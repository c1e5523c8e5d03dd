"""Least squares with something known beforehand, and how sure what comes out is.

Equations come match by match, because what is seen in one match hangs together: only whole matches
are independent of each other, so the intervals come from how matches differ (a sandwich). What is
known beforehand is a normal distribution about a first value; where matches say little, it stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float64]


class Equations(NamedTuple):
    """What one match says: left @ unknown = right, up to its noise."""

    left: Numbers  # unknowns x unknowns
    right: Numbers


class Belief(NamedTuple):
    """Numbers with what is known of them."""

    values: Numbers
    covariance: Numbers

    @property
    def spread(self) -> Numbers:
        """The standard errors."""
        found: Numbers = np.sqrt(np.diag(self.covariance))
        return found


class System(NamedTuple):
    """What all matches say together."""

    matches: int
    left: Numbers
    right: Numbers
    # For some values of the unknowns: what each match still says against them, matches x unknowns.
    against: Callable[[Numbers], Numbers]


def together(matches: Sequence[Equations]) -> System:
    """Of matches that say several things each."""
    lefts = np.array([match.left for match in matches])
    rights = np.array([match.right for match in matches])
    return System(
        len(matches), lefts.sum(axis=0), rights.sum(axis=0), lambda values: rights - lefts @ values
    )


def of_rows(table: Numbers, leads: Numbers) -> System:
    """Of matches that say one thing each: row @ unknown = lead."""

    def against(values: Numbers) -> Numbers:
        found: Numbers = table * (leads - table @ values)[:, None]
        return found

    return System(len(leads), table.T @ table, table.T @ leads, against)


def solved(system: System, noise: float, first: Numbers, known_to: Numbers) -> Belief:
    """The unknowns after all matches.

    `noise` is the variance of one equation before it was multiplied out; `first` and `known_to` are
    mean and standard error of what is known beforehand.
    """
    prior = np.diag(known_to**-2.0)
    inverse = np.linalg.inv(system.left / noise + prior)
    values = first + inverse @ (system.right - system.left @ first) / noise
    scores = system.against(values) / noise
    # What would change if other matches had been played, and if the first values were others.
    middle = scores.T @ scores + prior
    return Belief(values, inverse @ middle @ inverse.T)


def twice_solved(system: System, first: Numbers, known_to: Numbers) -> Belief:
    """Solved for the noise there is: it is known only when the unknowns are, more or less."""
    found = solved(system, noise_of(system, first), first, known_to)
    spare = system.matches - len(first)
    if spare < len(first):
        return found  # so few could be explained by chance, and would seem to have no noise
    noise = noise_of(system, found.values) * system.matches / spare
    return solved(system, noise, first, known_to)


def noise_of(system: System, values: Numbers) -> float:
    """How much matches differ from what the unknowns say of them, beside what they tell.

    If the equations of a match hang together, as its turns do, this is larger than for one alone.
    """
    squares = (system.against(values) ** 2).sum(axis=0)
    told = np.diag(system.left)
    seen = told > 1e-9
    return max(1e-6, float(np.mean(squares[seen] / told[seen]))) if seen.any() else 1.0
