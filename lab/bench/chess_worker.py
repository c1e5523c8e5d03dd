"""python-chess: random games, and one copy of a board in mid-game."""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time
from typing import TYPE_CHECKING

import chess  # type: ignore[import-not-found, unused-ignore]

from lab.bench.serving import per_call, serve

if TYPE_CHECKING:
    from collections.abc import Callable

PLIES_AT_MOST = 400
GAMES = 20  # replayed
rng = Random(1)


def games(seconds: float) -> dict[str, float]:
    """Play random games to mate, stalemate or 400 plies; a game without moves is over."""
    random = rng.random
    decisions = played = 0
    started = process_time()
    while process_time() - started < seconds:
        board = chess.Board()
        for _ in range(PLIES_AT_MOST):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(random() * len(moves))])
            decisions += 1
        played += 1
    used = process_time() - started
    return {"decisions/s": decisions / used, "games/s": played / used}


def replays() -> Callable[[float], dict[str, float]]:
    """Return a job that replays random games: test each move, then make it."""
    games: list[list[chess.Move]] = []
    while len(games) < GAMES:
        board = chess.Board()
        while board.ply() < PLIES_AT_MOST and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        games.append(board.move_stack)

    def sample(seconds: float) -> dict[str, float]:
        decisions = 0
        started = process_time()
        while process_time() - started < seconds:
            board = chess.Board()
            for move in rng.choice(games):
                assert move in board.legal_moves
                board.push(move)
                decisions += 1
        return {"decisions/s": decisions / (process_time() - started)}

    return sample


def copy(seconds: float) -> dict[str, float]:
    """Time `Board.copy(stack=False)`, 60 plies into a random game."""
    while True:
        board = chess.Board()
        while board.ply() < 60 and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        if board.ply() == 60:
            return {"us": per_call(partial(board.copy, stack=False), seconds)}


if __name__ == "__main__":
    serve({"games": games, "replays": replays(), "copy": copy})
