"""Quantities of whole matches, in a form in which two runs can be compared.

A quantity consists of sums over blocks, so that blocks can be resampled. Two runs with the same
seeds are resampled together, and their difference has its own interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from deathdome.statistics import Bootstrap, Interval, corrected

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.statistics import Rows

Unit: TypeAlias = Literal["share", "number", "credits"]


def quotient(sums: Rows) -> Rows:
    """Return the first column by the second; nan if that is zero."""
    below = np.where(sums[:, 1] == 0, np.nan, sums[:, 1])
    found: Rows = sums[:, 0] / below
    return found


def farthest(sums: Rows) -> Rows:
    """Return the greatest distance of some shares from chance; the last column is their divisor."""
    below = np.where(sums[:, -1] == 0, np.nan, sums[:, -1])
    shares = sums[:, :-1] / below[:, None]
    found: Rows = np.abs(shares - 1 / shares.shape[1]).max(axis=1)
    return found


def spread(sums: Rows) -> Rows:
    """Return the standard deviation, from columns of the number, the sum and the sum of squares."""
    number = np.where(sums[:, 0] == 0, np.nan, sums[:, 0])
    mean = sums[:, 1] / number
    found: Rows = np.sqrt(np.maximum(0.0, sums[:, 2] / number - mean**2))
    return found


def kinds(sums: Rows) -> Rows:
    """Return the effective number of kinds in the columns: the exponential of entropy."""
    total = sums.sum(axis=1, keepdims=True)
    part = sums / np.where(total == 0, np.nan, total)
    found: Rows = np.exp(-(part * np.log(np.where(part > 0, part, 1.0))).sum(axis=1))
    return found


@dataclass(frozen=True)
class Quantity:
    """A measured quantity."""

    name: str
    columns: Rows  # blocks x the columns of `measure`
    measure: Callable[[Rows], Rows] = quotient  # of each row of sums; nan: undefined
    unit: Unit = "share"
    band: tuple[float, float] | None = None  # accepted values
    wish: Literal["", "less", "more"] = ""  # the better direction, without a band
    plain: bool = False  # a share of counts, possibly too few to resample

    def interval(self, bootstrap: Bootstrap) -> Interval | None:
        """Return the figure; None without counts."""
        columns = self.columns[: bootstrap.blocks]
        if self.plain:
            return bootstrap.share(columns[:, 0], columns[:, 1])
        return _interval(self.measure, columns, bootstrap)

    def change(self, before: Quantity, bootstrap: Bootstrap) -> Interval | None:
        """Return the difference to `before`, which has the same seeds."""
        blocks = bootstrap.blocks
        width = before.columns.shape[1]

        def gap(sums: Rows) -> Rows:
            found: Rows = self.measure(sums[:, width:]) - before.measure(sums[:, :width])
            return found

        both = np.hstack((before.columns[:blocks], self.columns[:blocks]))
        return _interval(gap, both, bootstrap)


def _interval(
    measure: Callable[[Rows], Rows], columns: Rows, bootstrap: Bootstrap
) -> Interval | None:
    value = float(measure(columns.sum(axis=0, keepdims=True))[0])
    if np.isnan(value):
        return None
    if bootstrap.blocks < 2:
        return Interval(value, -np.inf, np.inf)
    drawn = measure(bootstrap.sums(columns))
    left_out = measure(columns.sum(axis=0) - columns)
    return corrected(value, drawn[~np.isnan(drawn)], left_out[~np.isnan(left_out)])


class Figure(NamedTuple):
    """A quantity of two runs: the figure of each, and the second less the first."""

    quantity: Quantity  # of the second; its columns are unused
    before: Interval | None
    after: Interval | None
    change: Interval | None

    @property
    def band(self) -> tuple[float, float] | None:
        """The accepted values."""
        return self.quantity.band

    def inside(self) -> tuple[bool, bool] | None:
        """For each, whether the figure is in the band; None without a band or a figure."""
        if self.band is None or self.before is None or self.after is None:
            return None
        low, high = self.band
        return low <= self.before.value <= high, low <= self.after.value <= high

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "figure": self.quantity.name,
            "unit": self.quantity.unit,
            "band": None if self.band is None else list(self.band),
            "wish": self.quantity.wish or None,
            "before": _said(self.before),
            "after": _said(self.after),
            "change": _said(self.change),
        }


def compared(
    before: Sequence[Quantity], after: Sequence[Quantity], bootstrap: Bootstrap
) -> list[Figure]:
    """Return the figures of two runs with the same quantities."""
    return [
        Figure(
            second,
            first.interval(bootstrap),
            second.interval(bootstrap),
            second.change(first, bootstrap),
        )
        for first, second in zip(before, after, strict=True)
    ]


def _said(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    return {
        key: round(number, 6) if np.isfinite(number) else None
        for key, number in interval._asdict().items()
    }
