"""Search of the store for outfits that beat a manager: `make outfits`.

    make outfits ARGS="--jobs 2 --folder .outfits"
    make outfits ARGS="--seats 4 --jobs 2"
    make outfits ARGS="--themes ranged,medic,scout --candidates 32 --final 200"

A candidate is a list of cards with their bearers. `tactical` plays it, and buys what it likes for
the credits that are left. Every candidate plays against teams of plain `tactical`, which sit and
shop as always. With themes a search is among outfits that spend a third of the purse or more on one
kind of card. Successive halving plays more and more matches with the better half of random outfits.
Then single cards of the best are swapped. The finalists are measured again on seeds that no search
has seen, against each manager of --against. Every match is a line of a file in the folder, from
which a run that is stopped resumes; exits with 1 if the lower bound of a finalist is above 55 %.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import UsageError
from deathdome.managers.registry import load
from deathdome.match.referee import Referee, run_match
from deathdome.model.vocabulary import Deck, UnitType, WeaponKind
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.gear import may_hold
from deathdome.seeds import PUBLIC, derived_secret, short_seed
from deathdome.statistics import wilson
from deathdome.workers import parallel, safe_path
from lab.command import print_progress, run_main, split_list, trust_lab_managers
from lab.study.habits import opening
from lab.yardsticks.outfitted import Outfit, Outfitted, Worn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deathdome.model.catalog import Item

CANDIDATES: Final = 256  # random outfits
HALVINGS: Final = (8, 8, 16, 32)  # matches more of each that is left, before each cut
KEPT: Final = 4  # outfits that are improved, by swaps of single cards
SWAPS: Final = 10  # neighbours of each in a round of improvement
ROUNDS: Final = 2
TRIAL: Final = 24  # matches of a neighbour
FINALISTS: Final = 3
FINAL: Final = 400  # matches of a finalist against each manager
HOLE: Final = 0.55
THEME: Final = 0.35  # of the purse that goes to the cards of a theme
THEMES: Final = ("any", "ranged", *(deck.value for deck in Deck))
MOST_SPARE: Final = 0.12  # of the purse that a random outfit may leave
BEARERS: Final = tuple(UnitType)


# -- outfits ---------------------------------------------------------------------------------------


@cache
def _cards() -> Mapping[str, Any]:
    board = load_board()
    return {item.id: item for item in load_catalog().items if not idle_on(board, item)}


def fits(outfit: Outfit) -> bool:
    """Return True if the purse pays for an outfit and its bearers can hold it."""
    start = opening(2)
    cards = _cards()
    if sum(cards[worn.card].cost for worn in outfit) > start.credits[0]:
        return False
    held: dict[str, list[Any]] = {}
    for bearer, card in outfit:
        unit = next(one for one in start.setup.units[:4] if UnitType(bearer) in one.types)
        own = held.setdefault(bearer, [])
        if may_hold(unit, own, cards[card]) is not None:
            return False
        own.append(cards[card])
    return len({worn.card for worn in outfit}) == len(outfit)


def suits(outfit: Outfit, theme: str) -> bool:
    """Return True if enough of the purse goes to the cards of a theme."""
    if theme == "any":
        return True
    cards = _cards()
    spent = sum(cards[worn.card].cost for worn in outfit if _of_theme(cards[worn.card], theme))
    return bool(spent >= THEME * opening(2).credits[0])


def _of_theme(item: Item, theme: str) -> bool:
    if theme == "ranged":
        return item.weapon is not None and item.weapon.kind is WeaponKind.RANGED
    return bool(item.deck.value == theme)


def random_outfit(dice: Random, theme: str = "any") -> Outfit:
    """Return an outfit of random cards that spends nearly the whole purse."""
    cards = sorted(_cards())
    purse = opening(2).credits[0]
    while True:
        outfit: Outfit = ()
        order = dice.sample(cards, len(cards))
        if theme != "any":
            order.sort(key=lambda card: not _of_theme(_cards()[card], theme))
        for card in order:
            if suits(outfit, theme) and _of_theme(_cards()[card], theme) and dice.random() < 0.8:
                continue
            bearer = dice.choice(BEARERS).value
            grown = (*outfit, Worn(bearer, card))
            if fits(grown):
                outfit = grown
        left = purse - sum(_cards()[worn.card].cost for worn in outfit)
        if left <= MOST_SPARE * purse and suits(outfit, theme):
            return tuple(dice.sample(outfit, len(outfit)))


def swapped(outfit: Outfit, dice: Random, theme: str = "any") -> Outfit:
    """Return an outfit in which one card is another, or has another bearer or place."""
    cards = sorted(_cards())
    while True:
        rows = list(outfit)
        place = dice.randrange(len(rows))
        what = dice.random()
        if what < 0.7:
            rows[place] = Worn(rows[place].bearer, dice.choice(cards))
        elif what < 0.8:
            rows[place] = Worn(dice.choice(BEARERS).value, rows[place].card)
        elif what < 0.9:
            rows.insert(0, rows.pop(place))  # bought first
        else:
            rows[place : place + 1] = []
            rows.append(Worn(dice.choice(BEARERS).value, dice.choice(cards)))
        found = tuple(rows)
        if found != outfit and fits(found) and suits(found, theme):
            return found


# -- matches ---------------------------------------------------------------------------------------


_factory = cache(load)


class Match(NamedTuple):
    """A match to play."""

    outfit: Outfit
    rival: str
    seats: int
    stage: str  # each has its own seeds
    number: int


def key_of(outfit: Outfit) -> str:
    """Return the outfit as one word of a file."""
    return " ".join(f"{bearer}:{card}" for bearer, card in outfit)


def played(match: Match) -> tuple[Match, float]:
    """Play a match and return the candidate's share of the win; it sits at each seat in turn."""
    outfit, rival, seats, stage, number = match
    mine, block = number % seats, number // seats
    with redirect_stdout(sys.stderr):
        referee = Referee(
            opening(seats).copy(),
            short_seed(0, f"outfits {stage} {block}"),
            derived_secret(PUBLIC, f"outfits {stage}", block),
        )
        players = [
            Outfitted(outfit) if seat == mine else _factory(rival)() for seat in range(seats)
        ]
        run_match(referee, players)
    outcome = referee.state.outcome
    assert outcome is not None
    return match, 1 / len(outcome.winners) if mine in outcome.winners else 0.0


class Search:
    """One search of the store, with its file of matches."""

    def __init__(self, folder: Path, seats: int, seed: int, jobs: int, theme: str = "any") -> None:
        self.seats = seats
        self.theme = theme
        self.seed = seed
        self.jobs = jobs
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{theme}-{seats}-{seed}.jsonl"
        self._known: dict[tuple[str, str, str, int], float] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                if line.endswith("]"):
                    key, rival, stage, number, won = json.loads(line)
                    self._known[key, rival, stage, number] = won

    def play(self, matches: Sequence[Match], name: str) -> None:
        """Play the matches that the file lacks."""
        left = [one for one in matches if self._word(one) not in self._known]
        done = len(matches) - len(left)
        with self._path.open("a", encoding="utf-8") as out:
            for match, won in _each(played, left, self.jobs):
                word = self._word(match)
                self._known[word] = won
                out.write(json.dumps([*word, won]) + "\n")
                out.flush()
                done += 1
                print_progress(name, done, len(matches))

    def results(self, outfit: Outfit, rival: str, stage: str) -> list[float]:
        """Return the results of an outfit in a stage."""
        key = key_of(outfit)
        return [
            won
            for (one, other, where, _), won in self._known.items()
            if one == key and other == rival and where == stage
        ]

    def mean(self, outfit: Outfit) -> float:
        """Return the share of wins in the search, with two lost and two won matches more."""
        found = self.results(outfit, RIVAL, SEARCH)
        return (sum(found) + 2) / (len(found) + 4)

    def count(self, outfit: Outfit) -> int:
        """Return the number of an outfit's matches in the search."""
        return len(self.results(outfit, RIVAL, SEARCH))

    def more(self, outfits: Iterable[Outfit], number: int, name: str) -> None:
        """Play so many matches in all with each outfit, the same seeds for all."""
        self.play(
            [
                Match(outfit, RIVAL, self.seats, SEARCH, one)
                for one in range(number)
                for outfit in outfits
            ],
            name,
        )

    @staticmethod
    def _word(match: Match) -> tuple[str, str, str, int]:
        return key_of(match.outfit), match.rival, match.stage, match.number


RIVAL: Final = "tactical"
SEARCH: Final = "search"


def _each(
    task: Callable[[Match], tuple[Match, float]], matches: Sequence[Match], jobs: int
) -> Iterator[tuple[Match, float]]:
    if jobs == 1:
        yield from map(task, matches)
        return
    from joblib import delayed

    with safe_path():
        players = parallel(jobs, return_as="generator_unordered")
        yield from players(delayed(task)(match) for match in matches)


def searched(search: Search, candidates: int, rounds: int) -> list[Outfit]:
    """Return the best outfits that halving and swapping find, best first."""
    dice = Random(search.seed)
    left = [random_outfit(dice, search.theme) for _ in range(candidates)]
    total = 0
    for number, more in enumerate(HALVINGS):
        total += more
        search.more(left, total, f"halving {number + 1}, {len(left)} outfits")
        left.sort(key=search.mean, reverse=True)
        if number < len(HALVINGS) - 1:
            left = left[: max(len(left) // 2, KEPT)]
    best = left[:KEPT]
    for number in range(rounds):
        found: dict[Outfit, None] = dict.fromkeys(best)
        for outfit in best:
            found |= dict.fromkeys(swapped(outfit, dice, search.theme) for _ in range(SWAPS))
        trial = sorted(found, key=key_of)
        search.more(trial, TRIAL, f"swaps {number + 1}, first look")
        trial.sort(key=search.mean, reverse=True)
        top = list(dict.fromkeys([*trial[: 2 * KEPT], *best]))
        search.more(top, 4 * TRIAL, f"swaps {number + 1}, second look")
        top.sort(key=search.mean, reverse=True)
        best = top[:KEPT]
    return best


def table(search: Search, finalists: Sequence[Outfit], rivals: Sequence[str]) -> bool:
    """Print the finalists, and return True if none of them is a hole."""
    fine = True
    for number, outfit in enumerate(finalists, 1):
        print(f"\n{number}. " + ", ".join(f"{bearer} {card}" for bearer, card in outfit))
        for rival in rivals:
            found = search.results(outfit, rival, FRESH)
            share = wilson(sum(found), len(found))
            mean = sum(found) / len(found)
            print(
                f"   against {rival}: {100 * mean:.1f} % ({100 * share.low:.1f} to "
                f"{100 * share.high:.1f}), {len(found)} matches"
            )
            fine = fine and share.low <= HOLE * 2 / search.seats
    common = Counter(worn.card for outfit in finalists for worn in outfit)
    print("\nin common: " + ", ".join(f"{card} {times}" for card, times in common.most_common(12)))
    return fine


FRESH: Final = "fresh"


def main(words: list[str]) -> int:
    """Search, measure the finalists again, and print them."""
    parser = argparse.ArgumentParser(
        prog="make outfits",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--candidates", type=int, default=CANDIDATES, help="random outfits")
    parser.add_argument("--against", default="tactical,elite", help="of the finalists")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of swaps")
    parser.add_argument("--themes", default="any", help=f"of {', '.join(THEMES)}")
    parser.add_argument("--finalists", type=int, default=FINALISTS)
    parser.add_argument("--final", type=int, default=FINAL, help="matches of each finalist")
    parser.add_argument("--seed", type=int, default=0, help="of the random outfits")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".outfits"))
    wanted = parser.parse_args(words)
    trust_lab_managers()
    rivals, fine = split_list(wanted.against), True
    for theme in split_list(wanted.themes):
        if theme not in THEMES:
            raise UsageError(f"no theme {theme}; there are {', '.join(THEMES)}")
    for theme in split_list(wanted.themes):
        print(f"\n## {theme}, {wanted.seats} seats")
        search = Search(wanted.folder, wanted.seats, wanted.seed, wanted.jobs, theme)
        finalists = searched(search, wanted.candidates, wanted.rounds)[: wanted.finalists]
        for rival in rivals:
            search.play(
                [
                    Match(outfit, rival, wanted.seats, FRESH, number)
                    for number in range(wanted.final)
                    for outfit in finalists
                ],
                f"{theme}: finalists against {rival}",
            )
        fine = table(search, finalists, rivals) and fine
    return int(not fine)


if __name__ == "__main__":
    raise SystemExit(run_main("outfits", main))
