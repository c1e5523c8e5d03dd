"""Least squares with a prior, and the certainty of the result.

Equations come match by match, because observations of one match are dependent: only whole matches
are independent, so the intervals follow from the variation between matches (a sandwich estimator).
The prior is a normal distribution about a first value; if matches say little, it stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float64]


class Equations(NamedTuple):
    """The equations of one match: left @ unknown = right, up to noise."""

    left: Numbers  # unknowns x unknowns
    right: Numbers


class Belief(NamedTuple):
    """Estimates with their covariance."""

    values: Numbers
    covariance: Numbers

    @property
    def spread(self) -> Numbers:
        """Return the standard errors."""
        found: Numbers = np.sqrt(np.diag(self.covariance))
        return found


class System(NamedTuple):
    """The sum of all matches."""

    matches: int
    left: Numbers
    right: Numbers
    # Residuals of each match at some values of the unknowns, matches x unknowns.
    against: Callable[[Numbers], Numbers]


def summed(matches: Sequence[Equations]) -> System:
    """Sum matches with several equations each."""
    lefts = np.array([match.left for match in matches])
    rights = np.array([match.right for match in matches])
    return System(
        len(matches), lefts.sum(axis=0), rights.sum(axis=0), lambda values: rights - lefts @ values
    )


def of_rows(table: Numbers, leads: Numbers) -> System:
    """Sum matches with one equation each: row @ unknown = lead."""

    def against(values: Numbers) -> Numbers:
        found: Numbers = table * (leads - table @ values)[:, None]
        return found

    return System(len(leads), table.T @ table, table.T @ leads, against)


def solved(system: System, noise: float, first: Numbers, known_to: Numbers) -> Belief:
    """Return the unknowns after all matches.

    `noise` is the variance of one equation before multiplication; `first` and `known_to` are mean
    and
    standard error of the prior.
    """
    prior = np.diag(known_to**-2.0)
    inverse = np.linalg.inv(system.left / noise + prior)
    values = first + inverse @ (system.right - system.left @ first) / noise
    scores = system.against(values) / noise
    # The changes with other matches, and with other first values.
    middle = scores.T @ scores + prior
    return Belief(values, inverse @ middle @ inverse.T)


def solved_with_noise(system: System, first: Numbers, known_to: Numbers) -> Belief:
    """Solve again with the estimated noise, which depends on the unknowns."""
    found = solved(system, noise_of(system, first), first, known_to)
    spare = system.matches - len(first)
    if spare < len(first):
        return found  # so few matches could be explained by chance, and would seem to have no noise
    noise = noise_of(system, found.values) * system.matches / spare
    return solved(system, noise, first, known_to)


def noise_of(system: System, values: Numbers) -> float:
    """Return the variation of matches around the solution, relative to their information.

    If the equations of a match are dependent, as its turns are, this is larger than for one
    equation.
    """
    squares = (system.against(values) ** 2).sum(axis=0)
    told = np.diag(system.left)
    seen = told > 1e-9
    return max(1e-6, float(np.mean(squares[seen] / told[seen]))) if seen.any() else 1.0
