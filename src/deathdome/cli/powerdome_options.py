"""Options of PowerDome's rules, the same for every command that plays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import typer

from deathdome.errors import UsageError

if TYPE_CHECKING:
    from deathdome.powerdome.model.options import Options

INITIATIVE: Final[Any] = typer.Option(metavar="high|low", help="The agility that acts first.")
CLOSING: Final[Any] = typer.Option(
    "--closing-dome/--no-closing-dome",
    help="From round 15 the dome takes vitality, more each round; an addition of ours.",
)
MAX_ROUNDS: Final[Any] = typer.Option(
    metavar="N", help="Without the closing dome: a draw after N rounds."
)
DECLARE: Final[Any] = typer.Option(metavar="sheet|combat", help="When targets are chosen.")
BIDS: Final[Any] = typer.Option(
    metavar="covered|free", help="May bids add up to more vitality than one has?"
)


def given_options(
    initiative: str | None,
    closing_dome: bool | None,
    max_rounds: str | None,
    declare: str | None,
    bids: str | None,
) -> dict[str, str]:
    """Return the options that were typed, by name."""
    rules = {
        "initiative": initiative,
        "closing_dome": None if closing_dome is None else ("off", "on")[closing_dome],
        "max_rounds": max_rounds,
        "declare": declare,
        "bids": bids,
    }
    return {name: value for name, value in rules.items() if value is not None}


def read_options(given: dict[str, str]) -> Options:
    """Read the options of a game.

    Raises:
        UsageError: one has no such value.
    """
    from deathdome.powerdome.model.options import Options
    from deathdome.powerdome.play.record import read_option

    found: dict[str, Any] = {}
    for name, value in given.items():
        try:
            found[name] = read_option(name, value)
        except ValueError as error:
            words = str(error).replace(name, f"--{name.replace('_', '-')}", 1)
            raise UsageError(words if words.endswith("?") else f"{words}.") from error
    return replace(Options(), **found)
