"""Options that several commands share, and their values."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import typer

from deathdome.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.content.collection import Collection
    from deathdome.model.ruleset import Ruleset


def path_of(text: str) -> Path:
    """Return the typed path.

    Raises:
        UsageError: no file can have such a path.
    """
    from pathlib import Path

    from deathdome.files import path_problem

    if problem := path_problem(text):
        raise UsageError(f'"{text}": {problem}')
    return Path(text)


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
DEFAULT_EDITION: Final = "2021"
DECISIONS: Final[Any] = typer.Option(
    metavar="N", help="Stop a match after N decisions, without a winner."
)


def _trust(wanted: bool) -> bool:
    """Pass the trust on to every process that is started from here."""
    if wanted:
        from deathdome.managers.registry import TRUST as TRUSTED

        os.environ[TRUSTED] = "1"
    return wanted


def known_seed(seed: int | None) -> int | None:
    """Check the typed seed, as an option's callback.

    Raises:
        UsageError: the seed is below 0, or has too many digits for a record.
    """
    if seed is None:
        return None
    from deathdome.records.header import seed_problem

    if problem := seed_problem(seed):
        raise UsageError(f"--seed {problem}")
    return seed


def _secret(text: str) -> bytes:
    """Parse the typed secret.

    Raises:
        UsageError: it is not 32 hexadecimal digits.
    """
    from deathdome.match.seeds import read_secret

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


def collection_of(packs: Sequence[str] | None) -> Collection:
    """Return the game's own cards and boards, and those of the packs.

    Raises:
        UsageError: there is no pack at a path.
        PackError: a pack has problems; the error lists every one.
    """
    if not packs:
        from deathdome.content.collection import bundled_collection

        return bundled_collection()
    from pathlib import Path

    from deathdome.content.packs import load_packs

    return load_packs([Path(path) for path in packs])


def ruleset_of(edition: str, characters: bool | None) -> Ruleset:
    """Return the rules of an edition, with characters or without; None is the edition's default.

    Raises:
        UsageError: there is no such edition.
    """
    from dataclasses import replace

    from deathdome.model.ruleset import EDITIONS

    if edition not in EDITIONS:
        hint = nearest(edition, EDITIONS) or f" Editions: {', '.join(EDITIONS)}."
        raise UsageError(f'no edition "{edition}".{hint}')
    ruleset = EDITIONS[edition]
    return ruleset if characters is None else replace(ruleset, characters=characters)
