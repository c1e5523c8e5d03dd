"""Recorded matches of managers, replayed to measure the engine on realistic decisions.

Managers change; the record does not, so its figures stay comparable. A recorded match has the
walks, attacks, cards and reactions that random play hardly ever has.
"""

from __future__ import annotations

import json
import lzma
import sys
from functools import cache
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.registry import create
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import Action
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.wire import rules_hash
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = Path(__file__).with_name("recorded.json.xz")
BOARD = "plaza"
# Managers by seat, and the number of their matches.
LINE_UPS = (
    (("greedy", "greedy"), 16),
    (("greedy", "greedy", "greedy"), 4),
    (("greedy", "greedy", "greedy", "greedy"), 4),
    (("veteran", "greedy"), 8),
    (("veteran", "veteran"), 12),
    (("veteran", "regular", "greedy", "rookie"), 4),
)
STORE = (Question.PURCHASE, Question.DEAL, Question.REVEAL, Question.ROLL, Question.DRAW)
QUIET = (Question.TURN, Question.UNIT_PHASE)

Match = list[int]  # the number of seats, then every answer, chance included


def rules() -> str:
    """Return the hash of the cards, board and rules of the recorded answers."""
    return rules_hash(load_catalog(), load_board(BOARD), EDITION_2021)


def played() -> list[Match]:
    """Play the matches of LINE_UPS with today's managers."""
    found: list[Match] = []
    for seats, number in LINE_UPS:
        for _ in range(number):
            opening = new_game(load_catalog(), load_board(BOARD), seats=len(seats))
            referee = Referee(opening, seed=len(found))
            run_match(referee, [create(name) for name in seats])
            found.append([len(seats), *(int(action) for _, action in referee.journal)])
            print(f"match {len(found)}: {len(referee.journal)} answers", file=sys.stderr)
    return found


def write() -> None:
    """Record again: only after a change of cards or rules, since it starts a new series."""
    text = json.dumps({"rules": rules(), "matches": played()}, separators=(",", ":"))
    FILE.write_bytes(lzma.compress(text.encode(), preset=9))


@cache
def recorded() -> list[Match]:
    """Return the recorded matches; none if they were played with other cards or rules."""
    kept = json.loads(lzma.decompress(FILE.read_bytes()))
    found: list[Match] = kept["matches"] if kept["rules"] == rules() else []
    return found


def replays(*, listing: bool = True) -> Callable[[float], dict[str, float]]:
    """Return a job that replays the matches: list the options, apply the recorded answer.

    Without `listing` it tests the recorded answer instead, as a referee does.
    """
    number = 0

    def sample(seconds: float) -> dict[str, float]:
        nonlocal number
        found = recorded()
        counts = {"purchase": 0, "match": 0, "fight": 0}
        used = {"purchase": 0.0, "match": 0.0}
        done = 0
        while found and sum(used.values()) < seconds:
            seats, *answers = found[number % len(found)]
            number += 1
            state = new_game(load_catalog(), load_board(BOARD), seats=seats)
            part = "purchase"
            began = process_time()
            for answer in map(Action, answers):
                asked = decision(state)
                assert asked is not None
                if listing:
                    assert asked.options
                else:
                    assert answer in asked
                if part == "purchase" and asked.question not in STORE:
                    now = process_time()
                    used[part] += now - began
                    part, began = "match", now
                if asked.seat != CHANCE:
                    counts[part] += 1
                    counts["fight"] += part == "match" and asked.question not in QUIET
                apply_action(state, answer, trusted=True)
            used[part] += process_time() - began
            assert decision(state) is None
            done += 1
        if not done:
            return {}
        decisions = counts["purchase"] + counts["match"]
        return {
            "decisions/s": decisions / sum(used.values()),
            "match decisions/s": counts["match"] / used["match"],
            "decisions": decisions / done,
            "match decisions": counts["match"] / done,
            "fight decisions": counts["fight"] / done,
        }

    return sample


if __name__ == "__main__":
    write()
