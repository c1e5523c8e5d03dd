"""`deathdome play`: a match on the screen."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from deathdome.errors import UsageError, nearest

if TYPE_CHECKING:
    from deathdome.play.referee import Referee

HUMAN = "human"


def play(
    seats: str = "human,greedy",
    seed: int | None = None,
    rounds: int | None = None,
    board: str = "waspworth",
    quick: bool = False,
) -> None:
    """Play a match: people at this screen against managers, or managers among themselves.

    Args:
        seats: Who sits where, clockwise: "human" or the name of a manager, two to four of them.
        seed: Of the dice; the same seed gives the same dice. One is drawn if none is given.
        rounds: Rounds of the match; six by the rulebook.
        board: Id of the board.
        quick: Buy sensibly for everybody, so that the match begins at once.

    Raises:
        UsageError: names, numbers or the terminal do not fit; said before the screen opens.
    """
    names = seat_names(seats)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("play needs a terminal for input and output; `deathdome sim` needs none")
    referee = new_referee(names, seed, rounds, board, quick=quick)

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
    names: list[str], seed: int | None, rounds: int | None, board: str, *, quick: bool
) -> Referee:
    """A match with everything in the box, or with the purchases done."""
    from secrets import randbelow

    from deathdome.content.board_files import load_board
    from deathdome.content.catalogs import load_catalog
    from deathdome.play.referee import Referee
    from deathdome.rules.setup import new_game

    state = new_game(load_catalog(), load_board(board), seats=len(names), rounds=rounds)
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
