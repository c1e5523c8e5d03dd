"""`deathdome play`: its options."""

from __future__ import annotations

from typing import Annotated

import typer

from deathdome.cli.opening import open_match
from deathdome.cli.options import (
    ASCII,
    CHARACTERS,
    CREDITS,
    EDITION,
    KEYS,
    NO_ANIMATION,
    NO_MOUSE,
    PACKS,
    ROUNDS,
    RULE,
    SCENARIO,
    SECRET,
    SERIES,
    THEME,
    TRUST,
)
from deathdome.cli.sessions import DEFAULT_SEATS
from deathdome.cli.values import known_seed
from deathdome.content.default_boards import DEFAULT_BOARD


def play(
    seats: Annotated[
        str | None,
        typer.Option(
            help='Players, clockwise: "human" or a manager name, 2 to 4.',
            show_default=DEFAULT_SEATS,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            callback=known_seed,
            help="Repeat a match's dice and cards.",
            show_default="random",
        ),
    ] = None,
    secret: Annotated[bytes | None, SECRET] = None,
    rounds: Annotated[str | None, ROUNDS] = None,
    series: Annotated[bool, SERIES] = False,
    board: Annotated[
        str | None, typer.Option(help="Board, by id or file.", show_default=DEFAULT_BOARD)
    ] = None,
    edition: Annotated[str | None, EDITION] = None,
    characters: Annotated[bool | None, CHARACTERS] = None,
    scenario: Annotated[str | None, SCENARIO] = None,
    purses: Annotated[str | None, CREDITS] = None,
    rules: Annotated[list[str] | None, RULE] = None,
    packs: Annotated[list[str] | None, PACKS] = None,
    _trust: Annotated[bool, TRUST] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Skip the store: every team starts equipped.")
    ] = False,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Play line by line, for screen readers and pipes."),
    ] = False,
    width: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="With --plain: width of lines; 0 never wraps.",
            show_default="the terminal's; 100 in a pipe",
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="With --plain: stop at the first refused line."),
    ] = False,
    theme: Annotated[str | None, THEME] = None,
    keys: Annotated[str | None, KEYS] = None,
    ascii_only: Annotated[bool, ASCII] = False,
    no_mouse: Annotated[bool, NO_MOUSE] = False,
    no_animation: Annotated[bool, NO_ANIMATION] = False,
    lesson: Annotated[
        str | None,
        typer.Option(metavar="N", help="Take a two-minute lesson, by number or name."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="TEXT|FILE",
            help="Load a copied position or replay, as text or a file.",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Resume your last match, or FILE."),
    ] = False,
    record: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="With --resume: a saved match, by path or name.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Play against managers, or with friends at one keyboard.

    Without options about the match you get the title screen.
    """
    open_match(
        seats=seats,
        seed=seed,
        secret=secret,
        rounds=rounds,
        series=series,
        scenario=scenario,
        purses=purses,
        rules=rules,
        board=board,
        edition=edition,
        characters=characters,
        packs=packs,
        quick=quick,
        plain=plain,
        width=width,
        strict=strict,
        theme=theme,
        keys=keys,
        ascii_only=ascii_only,
        no_mouse=no_mouse,
        no_animation=no_animation,
        lesson=lesson,
        source=source,
        resume=resume,
        record=record,
    )
