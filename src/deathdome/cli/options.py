"""Options that several commands share."""

from __future__ import annotations

import os
from typing import Any, Final

import typer

from deathdome.cli.values import known_seed, path_of
from deathdome.errors import UsageError


def _paths(packs: list[str] | None) -> list[str] | None:
    """Check the typed packs; raises like `path_of`."""
    for path in packs or ():
        path_of(path)
    return packs


PACKS: Final[Any] = typer.Option(
    "--pack",
    callback=_paths,
    metavar="PATH",
    help="Your own cards and boards, a file or folder; repeatable.",
    show_default=False,
)
EDITION: Final[Any] = typer.Option("--edition", metavar="YEAR", help="Rules of 2018, 2019 or 2021.")
CHARACTERS: Final[Any] = typer.Option(
    "--characters/--no-characters",
    help="Buy your units as named characters, or play the standard four.",
    show_default="by edition",
)
SERIES: Final[Any] = typer.Option(
    "--series", help="Play a season: several matches, with auctions between them."
)
ROUNDS: Final[Any] = typer.Option(
    metavar="N|LIST",
    help="Rounds of the match; in a season of each match, such as 4,5,6.",
    show_default="6; season: 6,8,10,12,12",
)
CREDITS: Final[Any] = typer.Option(
    "--credits", metavar="LIST", help="Credits of each team at the start.", show_default="2000000"
)
SCENARIO: Final[Any] = typer.Option(
    "--scenario",
    metavar="LIST",
    help="bonanza, birthday, dual, handicap, handicap-points, bonus, conglamagragon, draft.",
    show_default=False,
)
RULE: Final[Any] = typer.Option(
    "--rule",
    metavar="NAME=VALUE",
    help="Change a switch of the rules (docs/rules.md, part 5); repeatable.",
    show_default=False,
)
RECORDS: Final[Any] = typer.Option(
    "--record",
    metavar="DIR",
    help="Save the record of every match in this folder, for watch.",
    show_default=False,
)
DECISIONS: Final[Any] = typer.Option(
    metavar="N", help="Stop a match after N decisions, without a winner."
)


def _trust(wanted: bool) -> bool:
    """Pass the trust on to every process that is started from here."""
    if wanted:
        from deathdome.programs.faults import TRUST as TRUSTED

        os.environ[TRUSTED] = "1"
    return wanted


def _secret(text: str) -> bytes:
    """Parse the typed secret.

    Raises:
        UsageError: it is not 32 hexadecimal digits.
    """
    from deathdome.seeds import read_secret

    try:
        return read_secret(text)
    except ValueError as error:
        raise UsageError(f"--secret: {error}") from error


def secret_option(default: str) -> Any:
    """Return the option of the secret; `default` describes its default."""
    return typer.Option(
        "--secret",
        parser=_secret,
        metavar="HEX",
        help="Secret of the managers' seeds, 32 hexadecimal digits.",
        show_default=default,
    )


SECRET: Final[Any] = secret_option("random; fixed with --seed")
TRUST: Final[Any] = typer.Option(
    "--trust",
    callback=_trust,
    help="Run module:factory managers in this process, unprotected.",
)
# Display options of every command that opens the screen; see `display.look_of`.
THEME: Final[Any] = typer.Option(
    "--theme", metavar="NAME", help="Theme: dark, light, contrast, blue-orange, terminal."
)
KEYS: Final[Any] = typer.Option("--keys", metavar="PRESET", help="Key preset: default, vi or wasd.")
ASCII: Final[Any] = typer.Option("--ascii", help="Draw the board in ASCII.")
NO_MOUSE: Final[Any] = typer.Option("--no-mouse", help="Disable the mouse.")
NO_ANIMATION: Final[Any] = typer.Option("--no-animation", help="Disable animation.")


# Of the arenas and simulations of both games.
JOBS: Final[Any] = typer.Option(help="Number of processes.")
BLOCKS: Final[Any] = typer.Option(help="Number of seeds, each played in every rotation of seats.")
BACKEND: Final[Any] = typer.Option(help="loky (this machine) or dask (a cluster).")
SCHEDULER: Final[Any] = typer.Option(
    metavar="ADDRESS",
    help="Address of the cluster, such as tcp://host:8786.",
    show_default=False,
)
OUT: Final[Any] = typer.Option(
    metavar="FILE", help="Save the results in a new file.", show_default=False
)
RESUME: Final[Any] = typer.Option(
    metavar="FILE", help="Resume the run in this file, or start it there.", show_default=False
)
SPRT: Final[Any] = typer.Option(
    metavar="P,Q",
    help="Win shares that the test of two players decides between.",
    show_default="chance, and 0.05 above it",
)
REPORT: Final[Any] = typer.Option("--json", help="Print the report as one JSON document.")


def seed_option(of: str, default: str | bool = True) -> Any:
    """Return the option that repeats `of`, as matches; `default` describes its default."""
    return typer.Option(
        callback=known_seed, help=f"Repeat the {of} of an earlier run.", show_default=default
    )


RATED: Final = "none, so the run is rated"  # the seed of an arena
