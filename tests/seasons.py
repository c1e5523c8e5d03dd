"""Play seasons of random answers under every pair of rules, and audit each from its events.

    python tests/seasons.py --seasons 9000 --jobs 2 --out seasons.txt

Every season has another choice of edition, number of teams, characters, scenarios, schedule and
purses; all pairs of them occur. Every event goes into an independent account, compared with the
position after every answer of the store and at every turn. Prints each kind of failure once.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
import traceback
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parent / "support"))

from fuzz import eager
from season_audit import Audit

from deathdome.content.board_files import load_board, parse_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import UsageError
from deathdome.model.actions import Action, ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Turn
from deathdome.model.ruleset import EDITIONS, SCENARIOS
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.events import Event
    from deathdome.model.state import State

YARD: Final = """
id = "yard"
name = "The Yard"
map = '''
B B . . . . . . B B
B B . . c . . . B B
. . . T T T . . . .
J r . T C T = . r J
. . . T T T . . . .
. . c . . . . c . .
B B . . . ~ . . B B
B B . . . . . . B B
'''
bases = { nw = "a1", ne = "i1", se = "i7", sw = "a7" }
jails = { west = "a4", east = "j4" }
seating = { 2 = ["nw", "se"], 3 = ["nw", "ne", "se"], 4 = ["nw", "ne", "se", "sw"] }
"""
BOARDS: Final = ("waspworth", "plaza", "", "", "")  # "": the yard, where teams meet at once
_TRIES: Final = 60


class Choice(NamedTuple):
    """The rules of one season."""

    edition: str
    seats: int
    characters: bool
    scenarios: tuple[str, ...]

    def features(self) -> set[tuple[str, Any]]:
        """Return the chosen rules, each with its kind."""
        plain = {
            ("edition", self.edition),
            ("seats", self.seats),
            ("characters", self.characters),
        }
        return plain | {("scenario", name) for name in self.scenarios}


def new_season(seed: int) -> tuple[Choice, State]:
    """Return the rules that a seed chooses, and the position before the first match."""
    rng = Random(seed)
    for _ in range(_TRIES):
        edition = EDITIONS[rng.choice([*EDITIONS])]
        characters = rng.random() < 0.5
        chosen = tuple(name for name in SCENARIOS if rng.random() < 0.35)
        switches: dict[str, Any] = dict.fromkeys(chosen, True)
        ruleset = replace(
            edition,
            characters=characters,
            auction_sells_character=characters and rng.random() < 0.8,
            auction_own_unit=rng.random() < 0.2,
            first_buyer=rng.choice(["winner", "highest_value"]),
            series_order=rng.choice(["by_value", "clockwise"]),
            pass_is_final=rng.random() < 0.8,
            extra_matches_max=2,
            extra_match_rounds=rng.choice([1, 2]),
            **switches,
        )
        seats = rng.choice([2, 3, 4])
        purses = None
        if rng.random() < 0.3:
            purses = [rng.randrange(20, 40) * 100_000 for _ in range(seats)]
        series = tuple(rng.choice([1, 2, 3, 5]) for _ in range(rng.choice([1, 2, 2, 3])))
        board = rng.choice(BOARDS)
        try:
            state = new_game(
                load_catalog(),
                load_board(board) if board else parse_board(tomllib.loads(YARD), "yard"),
                seats=seats,
                ruleset=ruleset,
                purses=purses,
                series=series,
            )
        except UsageError:
            continue  # these scenarios do not go together
        return Choice(ruleset.edition, seats, characters, chosen), state
    raise AssertionError(f"no rules for seed {seed}")


def play(seed: int) -> tuple[Choice, Counter[str]]:
    """Play and audit the season of a seed; return its rules, and its events by kind.

    Raises:
        AssertionError: the account and the position differ; says where.
    """
    choice, state = new_season(seed)
    rng = Random(seed + 1)
    audit = Audit(state)
    events: Counter[str] = Counter()

    def see(event: Event) -> None:
        events[type(event).__name__] += 1
        audit.see(event)

    while (asked := decision(state)) is not None:
        action = eager(asked, rng)
        if asked.question is Question.PURCHASE:
            action = _in_store(asked.options, rng)
        apply_action(state, action, see, trusted=True)
        settled = asked.question is not Question.DRAW and (
            not state.stack or not isinstance(state.stack[0], Turn) or len(state.stack) == 1
        )
        if settled and (found := audit.differences(state)):
            raise AssertionError(f"seed {seed}: after {asked.question.value}: {'; '.join(found)}")
    assert state.outcome is not None
    series = state.setup.series
    assert series is not None
    assert series.match == audit.matches >= len(series.schedule)
    return choice, events


def _in_store(options: Sequence[Action], rng: Random) -> Action:
    """Buy and equip mostly, so that there is something to fight with and to auction."""
    wish = rng.random()
    kinds = (ActionKind.BUY, ActionKind.EQUIP) if wish < 0.8 else (ActionKind.DONE, ActionKind.PASS)
    wanted = [option for option in options if kind_of(option) in kinds]
    return rng.choice(wanted or options)


def _try(seed: int) -> tuple[int, Choice | None, Counter[str], str]:
    try:
        choice, events = play(seed)
    except Exception:  # noqa: BLE001 - every failure is reported
        return seed, None, Counter(), traceback.format_exc()
    return seed, choice, events, ""


def _played(
    first: int, number: int, jobs: int
) -> Iterator[tuple[int, Choice | None, Counter[str], str]]:
    if jobs == 1:
        yield from map(_try, range(first, first + number))
        return
    from multiprocessing import Pool

    with Pool(jobs) as pool:
        yield from pool.imap_unordered(_try, range(first, first + number), chunksize=8)


def missing_pairs(seen: Counter[frozenset[tuple[str, Any]]]) -> list[str]:
    """Return the pairs of features that can be played together and were not."""
    features = [
        *(("edition", year) for year in EDITIONS),
        *(("seats", seats) for seats in (2, 3, 4)),
        *(("characters", on) for on in (False, True)),
        *(("scenario", name) for name in SCENARIOS),
    ]
    impossible = {
        frozenset((("edition", "2021"), ("scenario", "draft"))),
        frozenset((("edition", "2021"), ("scenario", "handicap_points"))),
        frozenset((("characters", False), ("scenario", "conglamagragon"))),
    }
    return [
        f"{one[0]} {one[1]} with {other[0]} {other[1]}"
        for one, other in combinations(features, 2)
        if (one[0] != other[0] or one[0] == "scenario")
        and frozenset((one, other)) not in impossible
        and not seen[frozenset((one, other))]
    ]


def main() -> int:
    """Play the seasons; return 1 if any failed, or a pair of rules never occurred."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seasons", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="append what is found to this file")
    args = parser.parse_args()
    seen: Counter[frozenset[tuple[str, Any]]] = Counter()
    failures: dict[str, tuple[int, str]] = {}
    failed = 0
    started = time.time()
    events: Counter[str] = Counter()
    for done, (seed, choice, counts, trouble) in enumerate(
        _played(args.first, args.seasons, args.jobs), 1
    ):
        events += counts
        if choice is not None:
            seen.update(map(frozenset, combinations(sorted(choice.features(), key=str), 2)))
        else:
            failed += 1
            kind = trouble.strip().splitlines()[-1].partition(": ")[2][:60] or trouble[-80:]
            failures.setdefault(kind, (seed, trouble))
        if done % 200 == 0:
            _say(args.out, f"{done} seasons, {failed} failed, {time.time() - started:.0f} s")
    for seed, trouble in failures.values():
        _say(args.out, f"seed {seed}\n{trouble}")
    missing = missing_pairs(seen)
    rare = ("MatchEnded", "Auctioned", "HandicapGiven", "Died", "Revealed", "Sold", "Dealt")
    _say(args.out, ", ".join(f"{events[name]:,} {name}" for name in rare))
    _say(
        args.out,
        f"{args.seasons} seasons from seed {args.first}: {failed} failed; "
        f"pairs that did not occur: {', '.join(missing) or 'none'}",
    )
    return int(bool(failed or missing))


def _say(out: Path | None, text: str) -> None:
    print(text, flush=True)
    if out is not None:
        with out.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
