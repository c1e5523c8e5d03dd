"""Compare the managers' odds with what happens: `make calibration`.

    make calibration ARGS="--matches 400 --jobs 2"
    make calibration ARGS="--manager champion --matches 20 --out DIR"

Managers play each other. When a defender is asked for cards, the attacker's estimated chance to
kill is recorded, and later the outcome. Of attacks with an estimate of about 30 %, about 30 %
should kill.

Every match is saved in a file, from which an interrupted run resumes.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

from deathdome.arena.results_file import code_digest
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee
from deathdome.model.decisions import Question
from deathdome.model.events import Died
from deathdome.model.frames import Attack
from deathdome.model.vocabulary import Deny
from deathdome.odds.defences import Unseen, cards_against
from deathdome.odds.outcomes import hit_on
from deathdome.odds.pool import sum_chances
from deathdome.rules.observing import determinize, observe
from deathdome.rules.setup import new_game
from deathdome.seeds import PUBLIC, match_seed, secret_of
from deathdome.statistics import wilson
from lab.command import command_of, parser_of, print_progress, run_main
from lab.record import Record, each, study_head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from deathdome.match.protocol import Controller
    from deathdome.model.state import State
    from lab.record import Row

SEATS = (2, 3, 4)  # in turn
BINS = 10
MARGIN = 0.03  # accepted difference between estimate and outcome


@dataclass(frozen=True)
class Stroke:
    """One unit that an attack hits, when its team is asked for cards."""

    kind: str  # "close" or "ranged"; "" for an attack of fixed strength
    hits: int  # units hit by the same attack
    hand: int  # cards of its team
    foretold: float  # estimated chance of its death, for the attacker's team
    beyond: float  # chance that all the toughness in its team's hand could not save it
    died: bool  # of wounds; lava does not count
    helpless: bool  # all the toughness in its team's hand could not have saved it


# -- playing ---------------------------------------------------------------------------------------


def strokes_of(
    state: State, seed: int, managers: Sequence[Controller], secret: bytes = PUBLIC
) -> list[Stroke]:
    """Play a match from a position; return every unit hit whose team could answer."""
    referee = Referee(state, seed, secret)
    seats = state.setup.seats
    for seat, manager in enumerate(managers):
        own = referee.seat_seed(seat)
        manager.begin(Briefing(PROTOCOL, seat, seats, referee.state.setup, own, {}))
    found: list[Stroke] = []
    told = depth = 0
    coming: dict[int, Stroke] = {}  # of the open attack, at `depth` on the stack
    while (request := referee.request()) is not None:
        position = referee.state
        top = position.stack[-1]
        if coming and (
            len(position.stack) < depth or not isinstance(position.stack[depth - 1], Attack)
        ):
            found += with_outcomes(coming, referee, told)
            coming = {}
        # A bug token attacks without an estimate.
        first = (
            isinstance(top, Attack) and top.declared.item >= 0 and not top.begun and not top.team
        )
        if first and request.question is Question.DEFENCE_CARDS and not coming:
            assert isinstance(top, Attack)
            told, depth = len(referee.events), len(position.stack)
            coming = estimates(position, top)
        referee.answer(managers[request.seat].decide(request).action)
    return found + with_outcomes(coming, referee, told)


def with_outcomes(coming: dict[int, Stroke], referee: Referee, first: int) -> list[Stroke]:
    """Return the hit units with their outcomes."""
    dead = {e.unit for e in referee.events[first:] if isinstance(e, Died) and not e.lava}
    return [Stroke(**{**asdict(stroke), "died": unit in dead}) for unit, stroke in coming.items()]


def estimates(position: State, attack: Attack) -> dict[int, Stroke]:
    """Return the attacker's estimate for each unit hit, from the view of its seat."""
    declared = attack.declared
    seat = declared.seat
    world = determinize(observe(position, seat), Random(0))
    attack_values = AttackValues(world, seat, NEUTRAL)
    values = cards_against(position.setup.catalog)[declared.kind].worth
    left = Unseen(world, seat).left
    pool = [0] * max(values)
    for value, copies in zip(values, left, strict=True):
        pool[value - 1] += copies
    found = {}
    for unit in attack.hits:
        alone = attack._replace(hits=(unit,))
        way = next(way for way in attack_values.ways(alone, declared=True) if not way.total)
        hand = () if (-1, Deny.CARDS) in attack.denied else position.hands[unit >> 2]
        hit = hit_on(position, alone, unit)
        spare = hit.surplus - hit.vitae
        found[unit] = Stroke(
            declared.kind.value if declared.kind else "",
            len(attack.hits),
            len(hand),
            way.kill,
            sum(sum_chances(tuple(pool), len(hand))[: spare + 1]) if spare >= 0 else 0.0,
            died=False,
            helpless=sum(values[card] for card in hand) <= spare,
        )
    return found


def play(number: int, seed: int, manager: str) -> Row:
    """Play one match of a run, from the box."""
    seats = SEATS[number % len(SEATS)]
    state = new_game(load_catalog(), load_board(), seats=seats)
    managers = [create(manager) for _ in range(seats)]
    found = strokes_of(state, match_seed(seed, number), managers, secret_of(PUBLIC, number))
    return {"strokes": [asdict(stroke) for stroke in found]}


def run(folder: Path, manager: str, seed: int, matches: int, jobs: int) -> list[Stroke]:
    """Play until so many matches are in the file.

    Raises:
        UsageError: the matches in the file had other managers or other code.
    """
    begun = study_head("calibration", manager=manager, seed=seed)
    record = Record(folder / f"{manager.replace(':', '-')}-{seed}.jsonl", begun)
    try:
        left = range(len(record.rows), matches)
        print_progress(manager, len(record.rows), matches)
        for row in each(play, [(number, seed, manager) for number in left], jobs):
            record.add(row)
            print_progress(manager, len(record.rows), matches)
    finally:
        record.close()
    return [Stroke(**one) for row in record.rows[:matches] for one in row["strokes"]]


# -- the page --------------------------------------------------------------------------------------


def table(
    strokes: Iterable[Stroke],
    chance: Callable[[Stroke], float],
    happened: Callable[[Stroke], bool],
) -> list[str]:
    """Return a row for each tenth of the chances, if there are any: estimate and outcome."""
    bins: list[list[Stroke]] = [[] for _ in range(BINS)]
    for stroke in strokes:
        bins[min(BINS - 1, int(chance(stroke) * BINS))].append(stroke)
    lines = [
        "| chance | attacks | predicted | happened | 95 % interval | off by | |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for number, those in enumerate(bins):
        if not those:
            continue
        label = f"{number / BINS:.0%} to {(number + 1) / BINS:.0%}"
        mean = sum(chance(stroke) for stroke in those) / len(those)
        share, low, high = wilson(sum(happened(stroke) for stroke in those), len(those))
        lines.append(
            f"| {label} | {len(those)} | {mean:.1%} | {share:.1%} "
            f"| {low:.1%} to {high:.1%} | {100 * (share - mean):+.1f} "
            f"| {verdict(mean, low, high)} |"
        )
    return lines


def verdict(mean: float, low: float, high: float) -> str:
    """Return whether the interval is within the margin, outside it, or across its edge."""
    if low > mean + MARGIN or high < mean - MARGIN:
        return "off"
    if low >= mean - MARGIN and high <= mean + MARGIN:
        return "within 3 points"
    return "open"


def page(strokes: Sequence[Stroke], command: str, about: str) -> str:
    """Return the whole page."""
    alone = [stroke for stroke in strokes if stroke.hits == 1]
    parts = [
        ("One unit hit, close combat", [s for s in alone if s.kind == "close"]),
        ("One unit hit, ranged", [s for s in alone if s.kind == "ranged"]),
        ("Several units hit at once", [s for s in strokes if s.hits > 1]),
        ("All of them", list(strokes)),
    ]
    lines = [
        "# Do the odds come true?",
        "",
        f"Written by `{command}`. {about}",
        "",
        "An attacking manager estimates its chance to kill from what its seat sees. The tables",
        "compare that chance, when the defender is asked for cards, with the units that died of",
        "wounds. A line is *within 3 points* if the whole interval is that close to the",
        "prediction, *off* if all of it is further away, and *open* if there are too few attacks.",
        "",
        "## Chance to kill",
    ]
    for title, those in parts:
        if not those:
            continue
        lines += ["", f"### {title}", ""]
        lines += table(those, lambda s: s.foretold, lambda s: s.died)
    lines += [
        "",
        "## What the defender could have done",
        "",
        "The same attacks. Predicted is the chance that no toughness in the defender's hand, from",
        "values or abilities, could save the unit, by the cards that the attacker has not seen.",
        "This tests the card counting alone, because the defender's choice does not matter.",
        "",
    ]
    lines += table(strokes, lambda s: s.beyond, lambda s: s.helpless)
    chance = f"{NEUTRAL.block:.0%}"
    lines += ["", f"Managers assume that a defender plays enough cards in {chance} of cases."]
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    """Play and write the page."""
    parser = parser_of("calibration", __doc__)
    parser.add_argument("--manager", default="tactical", help="who plays at every seat")
    parser.add_argument("--matches", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(words)
    strokes = run(wanted.folder, wanted.manager, wanted.seed, wanted.matches, wanted.jobs)
    command = command_of("calibration", words)
    about = (
        f"{wanted.matches} matches of 2, 3 and 4 seats in turns, all by `{wanted.manager}`, "
        f"{len(strokes)} units hit; {datetime.now(UTC).date().isoformat()}, "
        f"code `{code_digest()}`."
    )
    wanted.out.mkdir(parents=True, exist_ok=True)
    file = wanted.out / "calibration.md"
    file.write_text(page(strokes, command, about), encoding="utf-8")
    print(f"wrote {file}")
    return 0


if __name__ == "__main__":
    sys.exit(run_main("calibration", main))
