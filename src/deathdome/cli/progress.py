"""A bar on standard error while results come in, and lines of results above it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


def shown(reports: Iterator[T], total: int, unit: str) -> Iterator[tuple[T, Callable[[str], None]]]:
    """Yield each result with a function to print a line, above a bar on stderr in a terminal."""
    if not sys.stderr.isatty():
        for report in reports:
            yield report, _print
        return
    from tqdm import tqdm

    with tqdm(reports, total=total, unit=f" {unit}", leave=False, dynamic_ncols=True) as bar:
        for report in bar:
            yield report, _print_above_bar if sys.stdout.isatty() else _print


def _print(line: str) -> None:
    print(line, flush=True)


def _print_above_bar(line: str) -> None:
    from tqdm import tqdm

    tqdm.write(line, file=sys.stdout)
    sys.stdout.flush()
