"""Habits of managers, and the drama of their matches: `make habits`.

    make habits ARGS="--jobs 2"
    make habits ARGS="--seats elite,tactical --matches 20"

Every match is a line of a file in the folder, from which an interrupted run resumes. Counts how
much of the arsenal is bought, how attacks are made, how often jails are opened, and how open
matches stay, with 95 % intervals. Equal elites at two and four seats go into docs/balance.md;
others are only printed.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout
from functools import cache
from itertools import pairwise
from math import ceil, floor, sqrt
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.report_tables import spanned, thousands
from deathdome.content.catalogs import load_catalog
from deathdome.managers.planner.attack import dominated_attacks
from deathdome.managers.registry import load
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import PUNCH, RELEASE, ActionKind, a_of, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.vocabulary import Deck, WeaponKind
from deathdome.rules.ending import standing
from deathdome.rules.engine import apply_action, decision
from deathdome.seeds import PUBLIC, match_seed, secret_of
from deathdome.statistics import Bootstrap, interval_json, wilson
from deathdome.tables import NOTHING, hundredths, percent
from lab.command import (
    command_of,
    parser_of,
    print_progress,
    run_main,
    split_list,
    trust_lab_managers,
)
from lab.ladder.pages import circumstances, keep
from lab.plan import Run
from lab.record import Record, each, study_head
from lab.yardsticks.outfit import opening

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.arena.report import Document
    from deathdome.model.actions import Action
    from deathdome.model.state import State, WeaponAttack

Row = dict[str, Any]

_factory = cache(load)


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

# Of equal elites at two seats.
AIMS: Final = {
    "items ever bought": "50 or more",
    "ranged among armed attacks": "15 to 50 %",
    "dominated attacks": "none",
    "leader after round 4 wins": "80 % or less",
    "median margin": "500k or less",
    "lead changes": "1.40 or more",
    "ended by elimination": "20 % or less",
    "winner changes in the last round": "15 % or more",
}
DECK_AIM: Final = "20 % or more"


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
        ("items ever bought", f"{len(items)} of {every}"),
        ("items in nine of ten matches", f"{sweeps}"),
        *((f"teams with the {deck.value} deck", _share(decks[deck.value], teams)) for deck in Deck),
        ("ranged among armed attacks", _share(counts["ranged"], counts["armed"])),
        ("dominated attacks", _share(counts["dominated"], counts["attacks"])),
        ("jails opened", _mean([row["counts"].get("releases", 0) for row in rows])),
        ("attacks", _mean([row["counts"].get("attacks", 0) for row in rows])),
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
    return [
        (
            "leader after round 4 wins",
            _share(sum(_leader(row["ends"]["4"]) in row["winners"] for row in lasted), len(lasted)),
        ),
        ("median margin", spanned(_median([_margin(row["pays"]) for row in rows]), thousands)),
        ("lead changes", _mean(list(map(_changes, rows)))),
        ("ended by elimination", _share(len(rows) - len(last), len(rows))),
        ("winner changes in the last round", _share(sum(map(_turned, rows)), len(rows))),
        ("first in order wins", _share(sum(0 in row["winners"] for row in rows), len(rows))),
    ]


def _share(number: float, total: int) -> str:
    if not total:
        return NOTHING
    found = wilson(number, total)
    return f"{percent(found.value)} % ({percent(found.low)} to {percent(found.high)})"


def _mean(numbers: Sequence[float]) -> str:
    """Return the mean of a number of each match."""
    found = Bootstrap(len(numbers)).ratio(numbers, [1.0] * len(numbers))
    return spanned(interval_json(found), hundredths)


def _median(numbers: Sequence[float]) -> dict[str, float]:
    """Return the median; the ends of its interval are numbers of the matches, too."""
    ordered = sorted(numbers)
    middle, width = len(ordered) / 2, 0.98 * sqrt(len(ordered))
    low, high = max(floor(middle - width), 0), min(ceil(middle + width), len(ordered) - 1)
    return {"value": median(ordered), "low": ordered[low], "high": ordered[high]}


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

LINEUPS: Final = {("elite",) * 2: 200, ("elite",) * 4: 100}  # matches of each in a table


def play(managers: Sequence[str], matches: int, seed: int, jobs: int, folder: Path) -> list[Row]:
    """Play the matches that the file of the managers lacks, and return all of them."""
    name = row_name(managers)
    record = Record(folder / file_of(managers, seed), study_head("habits", seats=list(managers)))
    try:
        left = range(len(record.rows), matches)
        print_progress(name, len(record.rows), matches)
        for row in each(observed_match, [(managers, seed, number) for number in left], jobs):
            record.add(row)
            print_progress(name, len(record.rows), matches)
    finally:
        record.close()
    return record.rows[:matches]


def row_name(managers: Sequence[str]) -> str:
    """Return the name of the managers' row."""
    return "-".join(managers)


def file_of(managers: Sequence[str], seed: int) -> str:
    """Return the name of the managers' file."""
    return f"{row_name(managers).replace(':', '-')}-{seed}.jsonl"


def row_of(managers: Sequence[str], rows: Sequence[Row]) -> Document:
    """Return the figures of equal managers as a row of the page."""
    return {
        "row": row_name(managers),
        "title": f"{managers[0]}, {len(managers)} teams",
        "games": len(rows),
        "figures": [
            [name, AIMS.get(name, DECK_AIM if name.endswith(" deck") else ""), text]
            for name, text in figures(rows)
        ],
    }


def _parsed(words: Sequence[str]) -> Namespace:
    parser = parser_of("habits", __doc__)
    parser.add_argument("--seats", default="", help="managers with commas between")
    parser.add_argument("--matches", type=int, help="fewer or more than a table has")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(words)


def plan(words: Sequence[str]) -> list[Run]:
    """Return the matches of each line-up of the table."""
    seed = _parsed(words).seed
    return [
        Run("habits", row_name(managers), file_of(managers, seed), managers, matches)
        for managers, matches in LINEUPS.items()
    ]


def main(words: list[str]) -> int:
    """Play, print and write the figures."""
    wanted = _parsed(words)
    trust_lab_managers()
    made = circumstances(command_of("habits", words))
    seats = tuple(split_list(wanted.seats))
    for managers in [seats] if seats else LINEUPS:
        enough = LINEUPS.get(managers)
        matches = wanted.matches or enough or 200
        rows = play(managers, matches, wanted.seed, wanted.jobs, wanted.folder)
        print(f"{' '.join(managers)}: {len(rows)} matches")
        for name, text in figures(rows):
            print(f"{name:34} {text}")
        if enough is not None and len(rows) >= enough:
            order = [row_name(one) for one in LINEUPS]
            keep(wanted.out, "habits", [row_of(managers, rows) | {"run": made}], order)
        else:
            print("\nShown only: a table has equal elites, and enough matches.")
    return 0


if __name__ == "__main__":
    sys.exit(run_main("habits", main))
