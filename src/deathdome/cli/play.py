"""`deathdome play`: a match on the screen."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.options import (
    CHARACTERS,
    DEFAULT_EDITION,
    EDITION,
    PACKS,
    collection_of,
    ruleset_of,
)
from deathdome.errors import UsageError, nearest

if TYPE_CHECKING:
    from deathdome.content.packs import Collection
    from deathdome.model.ruleset import Ruleset
    from deathdome.play.referee import Referee

HUMAN = "human"


def play(
    seats: Annotated[
        str, typer.Option(help='Who sits where, clockwise: "human" or a manager, 2 to 4 of them.')
    ] = "human,greedy",
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed, the same dice and cards.", show_default="drawn by lot"),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="Rounds of the match.", show_default="as the rules say")
    ] = None,
    board: Annotated[str, typer.Option(help="Id or file of the board.")] = "waspworth",
    edition: Annotated[str, EDITION] = DEFAULT_EDITION,
    characters: Annotated[bool | None, CHARACTERS] = None,
    packs: Annotated[list[str] | None, PACKS] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Buy sensibly for everybody and begin at once.")
    ] = False,
) -> None:
    """Play a match on the screen: against managers, or with friends at one keyboard."""
    names = seat_names(seats)
    ruleset = ruleset_of(edition, characters)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("play needs a terminal for input and output; `deathdome sim` needs none")
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        raise UsageError(
            "play needs a terminal that can place its text, and TERM says this one cannot; "
            "`deathdome sim` needs no screen"
        )
    collection = collection_of(packs)
    referee = new_referee(
        names, seed, rounds, board, quick=quick, ruleset=ruleset, collection=collection
    )

    # The screen is imported last: it takes half a second, and nothing above needs it.
    from deathdome.tui.app import DomeApp
    from deathdome.tui.hiring import HiredManagers
    from deathdome.tui.presenters.payout import result_line
    from deathdome.tui.session import Session

    session = Session(referee, names, HiredManagers())
    app = DomeApp(session)
    app.run()
    print(result_line(session.outcome, session.seed, names))
    for fault in session.faults:
        print(f"deathdome: {fault}", file=sys.stderr)
    if app.return_code:
        sys.exit(app.return_code)


def seat_names(seats: str) -> list[str]:
    """The names in `--seats`, all known.

    Raises:
        UsageError: not two to four, or a name that is neither "human" nor an installed manager.
    """
    from deathdome.managers import registry

    names = [name.strip() for name in seats.split(",")]
    if not 2 <= len(names) <= 4:
        raise UsageError(f'--seats takes two to four names, such as "human,greedy"; got "{seats}"')
    known = [HUMAN, *registry.names()]
    for name in names:
        if name not in known:
            listed = ", ".join(known)
            raise UsageError(
                f'nobody called "{name}" to take a seat; known: {listed}.{nearest(name, known)}'
            )
        if name != HUMAN:
            registry.load(name)
    return names


def new_referee(
    names: list[str],
    seed: int | None,
    rounds: int | None,
    board: str,
    *,
    quick: bool,
    ruleset: Ruleset | None = None,
    collection: Collection | None = None,
) -> Referee:
    """A match with everything in the box, or with the purchases done.

    By default by the rules of 2021, with the cards and boards of the game.
    """
    from secrets import randbelow

    from deathdome.play.referee import Referee
    from deathdome.rules.setup import new_game

    collection = collection or collection_of(None)
    state = new_game(
        collection.catalog,
        collection.board(board),
        seats=len(names),
        ruleset=ruleset or ruleset_of(DEFAULT_EDITION, None),
        rounds=rounds,
    )
    referee = Referee(state, randbelow(1_000_000) if seed is None else seed)
    if quick:
        shop_for_all(referee)
    return referee


def shop_for_all(referee: Referee) -> None:
    """Answers every question of the store as the greedy manager would."""
    from deathdome.managers.shopping import shop
    from deathdome.model.decisions import Question

    while (request := referee.request()) is not None and request.question is Question.PURCHASE:
        referee.answer(shop(request))
