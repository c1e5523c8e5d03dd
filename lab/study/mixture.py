"""The outfits that managers draw from: `make mixture`.

    make mixture ARGS="--jobs 2"
    make mixture ARGS="--jobs 2 --out data/managers/outfits.toml"

It begins with the outfits in use and the best finds of `make outfits`, whose matches are in the
folder. They meet each other, played by `tactical`, and new ones replace the weakest. All matches of
the folder say what a card is worth; new outfits are good by that, one theme after the other, and
cards that other outfits have count for less. --out writes the file of the managers, --weights the
worth of every card in the file of weights ([outfit]).
Every match is a line of a file in the folder, from which a run that is stopped resumes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from contextlib import redirect_stdout
from datetime import UTC, datetime
from itertools import chain, count
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from deathdome.content.catalogs import load_catalog
from deathdome.content.outfits import managers_outfits
from deathdome.files import replace_file
from deathdome.managers.planner.card_worth import KINDS, POINT, help_kind, model
from deathdome.managers.planner.weights import read_weights
from deathdome.match.referee import Referee, run_match
from deathdome.model.wire import rules_hash
from deathdome.seeds import PUBLIC, derived_secret, short_seed
from deathdome.statistics import Interval, Z, wilson
from lab.command import command_of, print_progress, run_main
from lab.record import Record, each, study_head
from lab.study.card_values import CREDIT, CardValues, Result
from lab.study.outfits import APART, RIVAL, held_of, result_of
from lab.tuning.writing import Change, rewritten
from lab.yardsticks.outfit import (
    BEARERS,
    THEMES,
    Outfit,
    Worn,
    best_outfit,
    cards,
    fits,
    key_of,
    opening,
    outfit_of,
    price,
)
from lab.yardsticks.outfitted import Outfitted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deathdome.arena.report import Document

NUMBER: Final = 24  # outfits
ROUNDS: Final = 3  # of matches; after each but the last, weak outfits give way
EACH: Final = 480  # matches of a round
WEAK: Final = 0.45  # expected share of wins of an outfit that gives way
PRIOR: Final = 20  # matches that the worth of its cards counts for
USED: Final = 0.15  # log odds that a card loses for every outfit that has it
FOUND: Final = 4  # outfits of the search
LONG: Final = 90  # matches of each of those, at least
GOOD: Final = 0.53  # ... and its share of wins
KEEN: Final = 12.0  # how much more often a better outfit is drawn, by e for each share of wins
LEAST: Final = 0.1  # factor on the worth of a card
HEADER: Final = """\
# Outfits that planning managers draw from, one a match (docs/tuning.md). Written by `make mixture`.
# After each: its wins against the others in percent, the 95 % interval, and the matches.
#
# {command}, {day}
"""


Outfits: TypeAlias = dict[str, Outfit]  # by name
Shares: TypeAlias = dict[str, float]  # expected share of wins, by name


class Meeting(NamedTuple):
    """A match of two outfits."""

    own: Outfit
    other: Outfit
    number: int


def met(meeting: Meeting) -> Document:
    """Play a match and return what the first outfit won."""
    own, other, number = meeting
    with redirect_stdout(sys.stderr):
        referee = Referee(
            opening(2).copy(),
            short_seed(0, f"mixture {number}"),
            derived_secret(PUBLIC, "mixture", number),
        )
        run_match(referee, [Outfitted(own), Outfitted(other)])
    outcome = referee.state.outcome
    assert outcome is not None
    won = 1 / len(outcome.winners) if 0 in outcome.winners else 0.0
    held = [key_of(team) for team in held_of(referee)]
    return {"own": key_of(own), "other": key_of(other), "number": number, "held": held, "won": won}


class Meetings:
    """The file of matches between outfits."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self._path = folder / "mixture.jsonl"
        self._jobs = jobs
        self.known: dict[Meeting, Mapping[str, Any]] = {}

    def play(self, meetings: Sequence[Meeting], name: str) -> None:
        """Play the matches that the file lacks."""
        record = Record(self._path, study_head("outfits", seats=2, part="mixture"))
        try:
            played = {_meeting(row): row for row in record.rows}
            self.known |= {one: played[one] for one in meetings if one in played}
            left = [one for one in meetings if one not in played]
            done = len(meetings) - len(left)
            print_progress(name, done, len(meetings))
            for row in each(met, [(one,) for one in left], self._jobs):
                record.add(row)
                self.known[_meeting(row)] = record.rows[-1]
                done += 1
                print_progress(name, done, len(meetings))
        finally:
            record.close()

    def results(self, outfit: Outfit) -> list[float]:
        """Return what an outfit won in each of its matches."""
        found = []
        for (own, other, _), row in self.known.items():
            found += [row["won"]] * (own == outfit) + [1 - row["won"]] * (other == outfit)
        return found


def _pair(outfits: Sequence[Outfit], dice: Random) -> tuple[Outfit, Outfit]:
    own, other = dice.sample(outfits, 2)
    return own, other


def _meeting(row: Mapping[str, Any]) -> Meeting:
    return Meeting(outfit_of(row["own"]), outfit_of(row["other"]), row["number"])


def present() -> Outfits:
    """Return the outfits that managers draw from now."""
    return {
        plan.id: tuple(Worn(place.bearer.value, place.cards[0]) for place in plan.places)
        for plan in managers_outfits()
    }


def found_in(folder: Path, kept: Outfits) -> Outfits:
    """Return the best outfits of the searches in the folder, unlike each other and those kept."""
    won: dict[Outfit, list[float]] = {}
    for part in ("trial", "fresh"):
        for row in _rows(folder, part):
            won.setdefault(tuple(sorted(outfit_of(row["outfit"]))), []).append(row["won"])
    shares = {outfit: fmean(rows) for outfit, rows in won.items() if len(rows) >= LONG}
    free = (name for number in count(1) if (name := f"found-{number}") not in kept)
    found: Outfits = {}
    for outfit in sorted(shares, key=lambda outfit: (-shares[outfit], outfit)):
        others = (kept | found).values()
        apart = all(len(set(outfit) - set(other)) >= APART for other in others)
        if shares[outfit] >= GOOD and fits(outfit) and apart and len(found) < FOUND:
            found[next(free)] = outfit
    return found


def _rows(folder: Path, part: str) -> Iterator[Mapping[str, Any]]:
    """Yield the matches of the searches at two seats."""
    for path in sorted(folder.glob(f"*-2-*-{part}-{RIVAL}.jsonl")):
        rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        yield from (row for row in rows if "won" in row)


def believed(folder: Path, meetings: Meetings) -> CardValues:
    """Return the worth of cards by all matches of the folder at two seats."""
    results = []
    for row in meetings.known.values():
        own, other = map(outfit_of, row["held"])
        results.append(Result(own, (other,), row["won"], first=True))
    results += [result_of(row) for row in _rows(folder, "*")]
    return CardValues(results)


def chosen(values: CardValues, kept: Outfits, weak: Collection[Outfit], dice: Random) -> Outfits:
    """Return the kept outfits, and new ones for the other names."""
    found = dict(kept)
    for number in range(NUMBER):
        theme = THEMES[number % len(THEMES)]
        name = f"{theme}-{number // len(THEMES) + 1}"
        if name not in found:
            used = Counter(worn.card for outfit in found.values() for worn in outfit)

            def worth(outfit: Outfit, used: Counter[str] = used) -> float:
                again = any(len(set(outfit) - set(other)) < APART for other in found.values())
                if again or tuple(sorted(outfit)) in weak:
                    return -1.0
                return values.worth(outfit) - USED * sum(used[worn.card] for worn in outfit)

            found[name] = best_outfit(worth, dice, theme)
    return {name: found[name] for name in sorted(found)}


def share(outfit: Outfit, others: Iterable[Outfit], values: CardValues, won: list[float]) -> float:
    """Return the share of wins that is expected of an outfit."""
    expected = [values.chance(outfit, other) for other in others if other != outfit]
    prior = sum(expected) / max(1, len(expected))
    return (sum(won) + PRIOR * prior) / (len(won) + PRIOR)


def mixed(
    meetings: Meetings, folder: Path, seed: int, rounds: int, matches: int
) -> tuple[Outfits, Shares]:
    """Choose outfits, let them meet, and replace the weak ones; return their shares of wins too."""
    dice = Random(f"{seed} mixture")
    values = believed(folder, meetings)
    weak: set[Outfit] = set()
    start = present()
    start |= found_in(folder, start)
    outfits, shares = chosen(values, start, weak, dice), {}
    for number in range(rounds):
        rows = list(outfits.values())
        drawn = (dice.sample(rows, 2) for _ in range(matches))
        pairs = [
            Meeting(own, other, number * matches + place)
            for place, (own, other) in enumerate(drawn)
        ]
        meetings.play(pairs, f"meetings, round {number + 1} of {rounds}")
        values = believed(folder, meetings)
        shares = {
            name: share(outfit, rows, values, meetings.results(outfit))
            for name, outfit in outfits.items()
        }
        kept = {name: outfit for name, outfit in outfits.items() if shares[name] >= WEAK}
        weak |= {outfits[name] for name in outfits if name not in kept}
        outfits = kept if number == rounds - 1 else chosen(values, kept, weak, dice)
    return outfits, shares


def report(outfits: Outfits, shares: Shares, meetings: Meetings) -> str:
    """Return the outfits as the managers' file has them."""
    blocks = []
    for name, outfit in outfits.items():
        won = meetings.results(outfit)
        said = "not measured"
        if won:
            found = wilson(sum(won), len(won))
            said = f"{100 * sum(won) / len(won):.1f} % ({100 * found.low:.1f} to "
            said += f"{100 * found.high:.1f}), {len(won)}"
        theme, number = name.rsplit("-", 1)
        order = sorted(outfit, key=_place)
        places = "".join(f'  ["{bearer}", "{card}"],\n' for bearer, card in order)
        blocks.append(
            f"\n[{name}] # {said}\n"
            f'name = "{"Mixed" if theme == "any" else theme.capitalize()} {number}"\n'
            f'about = "{price(outfit):,} credits"\n'
            f"weight = {exp(KEEN * (shares[name] - 0.5)):.2f}\n"
            f"places = [\n{places}]\n"
        )
    return "".join(blocks)


def _place(worn: Worn) -> tuple[int, int, str]:
    return BEARERS.index(worn.bearer), -cards()[worn.card].cost, worn.card


def factors(values: CardValues) -> dict[str, Interval]:
    """Return the factors of cards and kinds on what prices say of their worth."""
    catalog = load_catalog()
    single: dict[str, Interval] = {}
    for item in catalog.items:
        if item.id in values.of_cards:
            worth, spread = values.of_cards[item.id]
            ends = (worth, worth - Z * spread, worth + Z * spread)
            single[item.id] = Interval(*(POINT * end / CREDIT / model(item) for end in ends))
    found: dict[str, Interval] = {}
    for kind in KINDS:
        own = [single[item.id].value for item in catalog.items if help_kind(item) == kind]
        found[kind] = Interval(*[max(LEAST, median(own))] * 3)
    for item in catalog.items:
        if item.id in single:
            usual = found[help_kind(item)].value
            found[item.id] = Interval(*(max(LEAST, end / usual) for end in single[item.id]))
    return found


def write_factors(path: Path, values: CardValues, source: str) -> None:
    """Write the worth of cards into the file of weights."""
    text = path.read_text(encoding="utf-8")
    before = read_weights(path).outfit
    changes = [
        Change("outfit", name, before.get(name, 1.0), found)
        for name, found in factors(values).items()
    ]
    setup = opening(2).setup
    rules = rules_hash(setup.catalog, setup.board, setup.ruleset)
    replace_file(path, rewritten(text, changes, rules, {"outfit": source}, path).encode())


def main(words: list[str]) -> int:
    """Choose the outfits, print them, and write the file."""
    parser = argparse.ArgumentParser(
        prog="make mixture",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--each", type=int, default=EACH, help="matches of a round")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".outfits"))
    parser.add_argument("--out", type=Path, help="file of outfits to write")
    parser.add_argument("--weights", type=Path, help="file of weights to update")
    wanted = parser.parse_args(words)
    meetings = Meetings(wanted.folder, wanted.jobs)
    outfits, shares = mixed(meetings, wanted.folder, wanted.seed, wanted.rounds, wanted.each)
    text = report(outfits, shares, meetings)
    print(text)
    used = set(chain.from_iterable((worn.card for worn in outfit) for outfit in outfits.values()))
    print(f"{len(used)} of {len(cards())} cards")
    if wanted.out:
        day = f"{datetime.now(UTC):%Y-%m-%d}"
        header = HEADER.format(command=command_of("mixture", words), day=day)
        replace_file(wanted.out, (header + text).encode())
    if wanted.weights:
        values = believed(wanted.folder, meetings)
        number = f"{values.matches:,} matches"
        write_factors(wanted.weights, values, f"{command_of('mixture', words)}, {number}")
    return 0


if __name__ == "__main__":
    raise SystemExit(run_main("mixture", main))
