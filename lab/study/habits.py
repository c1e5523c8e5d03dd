"""Habits of managers, and the drama of their matches: `make habits`.

    make habits ARGS="--seats elite,elite --matches 200 --jobs 2 --out habits.jsonl"

Every match is one line of the file, so that a run that is stopped resumes. Prints how much of the
arsenal is bought, how attacks are made, how often jails are opened, and how open matches stay, with
95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from contextlib import redirect_stdout
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.planner.attack import dominated_attacks
from deathdome.managers.registry import load
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import PUNCH, RELEASE, ActionKind, a_of, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.vocabulary import WeaponKind
from deathdome.rules.ending import standing
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game
from deathdome.seeds import PUBLIC, match_seed, secret_of
from deathdome.statistics import wilson
from deathdome.workers import parallel, safe_path
from lab.command import print_progress, run_main, split_list, trust_lab_managers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.state import State, WeaponAttack

Row = dict[str, Any]

_factory = cache(load)


@cache
def opening(seats: int) -> State:
    """Return the position before every match; do not change it."""
    return new_game(load_catalog(), load_board(), seats=seats)


def observed_match(managers: Sequence[str], seed: int, number: int) -> Row:
    """Play match `number` and describe it; the seats turn before new dice are thrown."""
    turned, dice = seating(managers, number)
    with redirect_stdout(sys.stderr):
        referee = Referee(
            opening(len(turned)).copy(), match_seed(seed, dice), secret_of(PUBLIC, dice)
        )
        run_match(referee, [_factory(name)() for name in turned])
    return {"number": number, "seats": turned, **described(referee)}


def seating(managers: Sequence[str], number: int) -> tuple[list[str], int]:
    """Return the managers by seat in match `number`, and the number of its dice.

    Equal managers do not change seats: the same dice would give the same match.
    """
    rotations = dict.fromkeys((*managers[turn:], *managers[:turn]) for turn in range(len(managers)))
    dice, turn = divmod(number, len(rotations))
    return list([*rotations][turn]), dice


def described(referee: Referee) -> Row:
    """Replay a match and describe it."""
    state = opening(referee.state.setup.seats).copy()
    seats = range(state.setup.seats)
    found: Counter[str] = Counter()
    leads: list[list[int]] = []  # payouts at the end of each turn
    ends: dict[int, list[int]] = {}  # payouts when a round was over
    bought: list[list[str]] = [[] for _ in seats]
    for seat, action in referee.journal:
        asked = decision(state)
        assert asked is not None
        before = state.round
        active = state.stack[0].seat if state.stack and isinstance(state.stack[0], Turn) else -1
        if asked.seat != CHANCE:
            _note(state, seat, action, asked.question, asked.options, found, bought)
        pays = [standing(state, one).payout for one in seats]
        apply_action(state, action, trusted=True)
        after = state.stack[0].seat if state.stack and isinstance(state.stack[0], Turn) else -1
        if state.round != before or after != active:
            leads.append(pays)
        if state.round != before:
            ends[before] = pays
    outcome = state.outcome
    assert outcome is not None
    final = [row.payout for row in outcome.standings]
    items = state.setup.catalog.items
    return {
        "bought": bought,
        "decks": [
            sorted(
                {
                    items[item].deck.value
                    for unit in range(seat * 4, seat * 4 + 4)
                    for item in state.items[unit]
                }
            )
            for seat in seats
        ],
        "counts": dict(found),
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "rounds": outcome.rounds,
        "pays": final,
        "turns": [*leads, final],
        "ends": {str(number): pays for number, pays in ends.items()},
    }


def _note(
    state: State,
    seat: int,
    action: Action,
    question: Question,
    options: Sequence[Action],
    found: Counter[str],
    bought: list[list[str]],
) -> None:
    kind = kind_of(action)
    if kind is ActionKind.BUY and question is Question.PURCHASE:
        item = a_of(action)
        items = state.setup.catalog.items
        if item < len(items):
            bought[seat].append(items[item].id)
    elif question is Question.UNIT_PHASE and action == RELEASE:
        found["releases"] += 1
    elif question is Question.UNIT_PHASE and kind is ActionKind.ATTACK:
        frame = state.stack[-1]
        assert isinstance(frame, UnitPhase)
        arm = _arm(state, frame.unit, a_of(action))
        found["attacks"] += 1
        if arm.item != PUNCH:
            found["armed"] += 1
            found["ranged"] += arm.kind is WeaponKind.RANGED
        found["dominated"] += action in dominated_attacks(state, frame.unit, options)


def _arm(state: State, unit: int, item: int) -> WeaponAttack:
    return next(arm for arm in state.gear.weapons[unit] if arm.item == item)


# -- figures ---------------------------------------------------------------------------------------


def figures(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Return the figures of matches as text, name first."""
    seats = len(rows[0]["seats"])
    teams = len(rows) * seats
    counts: Counter[str] = Counter()
    items: Counter[str] = Counter()
    decks: Counter[str] = Counter()
    for row in rows:
        counts.update(row["counts"])
        for hand in row["bought"]:
            items.update(hand)
        for own in row["decks"]:
            decks.update(own)
    every = len(load_catalog().items)
    sweeps = sum(items[item] >= 0.9 * len(rows) for item in items)
    found = [
        ("matches", f"{len(rows)}"),
        ("items ever bought", f"{len(items)} of {every}"),
        ("items in nine of ten matches", f"{sweeps}"),
        *(
            (f"teams with the {deck} deck", _share(number, teams))
            for deck, number in sorted(decks.items())
        ),
        ("ranged among armed attacks", _share(counts["ranged"], counts["armed"])),
        ("dominated attacks", _share(counts["dominated"], counts["attacks"])),
        ("jails opened a match", f"{counts['releases'] / len(rows):.2f}"),
        ("attacks a match", f"{counts['attacks'] / len(rows):.1f}"),
    ]
    names = sorted({name for row in rows for name in row["seats"]})
    if len(names) > 1:
        for name in names:
            played = sum(row["seats"].count(name) for row in rows)
            won = sum(
                1 / len(row["winners"])
                for row in rows
                for seat in row["winners"]
                if row["seats"][seat] == name
            )
            found.append((f"wins of {name}", _share(won, played)))
    return found + drama(rows)


def drama(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Return how open the matches stayed."""
    lasted = [row for row in rows if "4" in row["ends"]]
    last = [row for row in rows if row["reason"] != "last team standing"]
    margins = [_margin(row["pays"]) for row in rows]
    return [
        (
            "leader after round 4 wins",
            _share(sum(_leader(row["ends"]["4"]) in row["winners"] for row in lasted), len(lasted)),
        ),
        ("median margin", f"{median(margins):,.0f}"),
        ("lead changes a match", f"{sum(map(_changes, rows)) / len(rows):.2f}"),
        ("ended by elimination", _share(len(rows) - len(last), len(rows))),
        ("winner changes in the last round", _share(sum(map(_turned, rows)), len(rows))),
        ("first in order wins", _share(sum(0 in row["winners"] for row in rows), len(rows))),
    ]


def _share(number: float, total: int) -> str:
    if not total:
        return "none"
    found = wilson(number, total)
    return f"{100 * number / total:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def _leader(pays: Sequence[int]) -> int:
    """Return the seat with the most; -1 for a tie."""
    most = max(pays)
    return pays.index(most) if list(pays).count(most) == 1 else -1


def _margin(pays: Sequence[int]) -> int:
    first, second = sorted(pays, reverse=True)[:2]
    return first - second


def _changes(row: Row) -> int:
    """Count how often another team took the lead, turn by turn."""
    leaders = [one for one in map(_leader, row["turns"]) if one >= 0]
    return sum(one != other for one, other in pairwise(leaders))


def _turned(row: Row) -> bool:
    """Return True if the winner did not lead before the last round."""
    before = row["ends"].get(str(row["rounds"] - 1))
    return before is not None and _leader(before) not in row["winners"]


# -- the command -----------------------------------------------------------------------------------


def play(managers: Sequence[str], matches: int, seed: int, jobs: int, path: Path) -> list[Row]:
    """Play the matches that the file lacks, and return all of them."""
    rows = [json.loads(line) for line in _lines(path)]
    known = {row["number"] for row in rows}
    left = [number for number in range(matches) if number not in known]
    name = " ".join(managers)
    with path.open("a", encoding="utf-8") as out:
        for row in _played(managers, seed, left, jobs):
            out.write(json.dumps(row, separators=(",", ":")) + "\n")
            out.flush()
            rows.append(row)
            print_progress(name, len(rows), matches)
    return [row for row in rows if row["number"] < matches]


def _lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]


def _played(managers: Sequence[str], seed: int, numbers: Sequence[int], jobs: int) -> Iterator[Row]:
    if jobs == 1:
        yield from (observed_match(managers, seed, number) for number in numbers)
        return
    from joblib import delayed

    with safe_path():
        players = parallel(jobs, return_as="generator_unordered")
        yield from players(delayed(observed_match)(managers, seed, number) for number in numbers)


def main(words: list[str]) -> int:
    """Play and print the figures."""
    parser = argparse.ArgumentParser(
        prog="make habits",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seats", default="elite,elite", help="managers with commas between")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("habits.jsonl"), help="file of results")
    wanted = parser.parse_args(words)
    trust_lab_managers()
    rows = play(split_list(wanted.seats), wanted.matches, wanted.seed, wanted.jobs, wanted.out)
    for name, text in figures(rows):
        print(f"{name:34} {text}")
    return 0


if __name__ == "__main__":
    sys.exit(run_main("habits", main))
