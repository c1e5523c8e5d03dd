"""Search of the store for outfits that beat a manager: `make outfits`.

    make outfits ARGS="--jobs 2"
    make outfits ARGS="--seats 4 --jobs 2"
    make outfits ARGS="--themes ranged,medic,scout --candidates 32 --final 200"

A candidate is a list of cards with their bearers. `tactical` plays it, and buys what it likes for
the credits that are left. Every candidate plays against teams of plain `tactical`, which sit and
shop as always. With themes a search is among outfits that spend a third of the purse or more on one
kind of card. Successive halving plays more and more matches with the better half of random outfits
and of those in docs/balance.md, the finalists of the last search. Then single cards of the best are
swapped. The finalists are measured again on seeds that no search has seen, against each manager of
--against, and go into the page. Every match is a line of a file in the folder, from which an
interrupted run resumes; exits with 1 if the lower bound of a finalist is above 55 %.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout
from functools import cache
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
from deathdome.statistics import interval_json, wilson
from lab.command import (
    command_of,
    parser_of,
    print_progress,
    run_main,
    split_list,
    trust_lab_managers,
)
from lab.ladder.pages import circumstances, keep, part
from lab.ladder.tables import shown
from lab.plan import Run
from lab.record import Record, each, study_head
from lab.study.habits import opening
from lab.yardsticks.outfitted import Outfit, Outfitted, Worn, outfit_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from deathdome.arena.report import Document
    from deathdome.model.catalog import Item

CANDIDATES: Final = 256  # random outfits
HALVINGS: Final = (8, 8, 16, 32)  # matches more of each that is left, before each cut
KEPT: Final = 4  # outfits that are improved, by swaps of single cards
SWAPS: Final = 10  # neighbours of each in a round of improvement
ROUNDS: Final = 2
TRIAL: Final = 24  # matches of a neighbour
FINALISTS: Final = 3
FINAL: Final = 400  # matches of a finalist against each manager
ENOUGH: Final = 200  # ... for a table
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


def played(match: Match) -> Document:
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
    won = 1 / len(outcome.winners) if mine in outcome.winners else 0.0
    return {"outfit": key_of(outfit), "number": number, "won": won}


class Search:
    """One search of the store, with its files of matches: one against each rival."""

    def __init__(self, folder: Path, seats: int, seed: int, jobs: int, theme: str = "any") -> None:
        self.seats = seats
        self.theme = theme
        self.seed = seed
        self.jobs = jobs
        self._folder = folder
        self._known: dict[tuple[str, str, str, int], float] = {}

    def play(self, matches: Sequence[Match], name: str) -> None:
        """Play the matches, against one rival in one stage, that their file lacks."""
        rival, stage = matches[0].rival, matches[0].stage
        begun = study_head("outfits", seats=self.seats, rival=rival, part=stage)
        record = Record(self._folder / self.file(rival, stage), begun)
        try:
            for row in record.rows:
                self._known[row["outfit"], rival, stage, row["number"]] = row["won"]
            left = [one for one in matches if self._word(one) not in self._known]
            done = len(matches) - len(left)
            print_progress(name, done, len(matches))
            for row in each(played, [(match,) for match in left], self.jobs):
                record.add(row)
                self._known[row["outfit"], rival, stage, row["number"]] = row["won"]
                done += 1
                print_progress(name, done, len(matches))
        finally:
            record.close()

    def file(self, rival: str, stage: str) -> str:
        """Return the name of a file of matches."""
        return f"{self.theme}-{self.seats}-{self.seed}-{stage}-{rival.replace(':', '-')}.jsonl"

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


def searched(
    search: Search, candidates: int, rounds: int, known: Sequence[Outfit] = ()
) -> list[Outfit]:
    """Return the best outfits that halving and swapping find, best first."""
    dice = Random(search.seed)
    left = [random_outfit(dice, search.theme) for _ in range(candidates)]
    left = list(dict.fromkeys((*left, *known)))
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


def matches_of(candidates: int, rounds: int) -> int:
    """Return the number of matches of a search, at most."""
    total, left = 0, candidates
    for more in HALVINGS:
        total += more * left
        left = max(left // 2, KEPT)
    swaps = KEPT * (1 + SWAPS) * TRIAL + 3 * KEPT * 3 * TRIAL
    return total + rounds * swaps


FRESH: Final = "fresh"


def rows_of(search: Search, finalists: Sequence[Outfit], rivals: Sequence[str]) -> list[Document]:
    """Return the finalists as rows of the page."""
    rows = []
    for place, outfit in enumerate(finalists, 1):
        results = {rival: search.results(outfit, rival, FRESH) for rival in rivals}
        rows.append(
            {
                "row": f"{search.theme}-{search.seats}-{place}",
                "theme": search.theme,
                "seats": search.seats,
                "outfit": key_of(outfit),
                "against": {
                    rival: {
                        "share": interval_json(wilson(sum(found), len(found))),
                        "games": len(found),
                    }
                    for rival, found in results.items()
                },
            }
        )
    return rows


def is_hole(row: Document) -> bool:
    """Return True if an outfit surely wins too often."""
    most = HOLE * 2 / row["seats"]
    return any(found["share"]["low"] > most for found in row["against"].values())


def known_outfits(rows: Iterable[Document], theme: str) -> list[Outfit]:
    """Return the outfits of the page's rows that can still be bought."""
    found = [outfit_of(row["outfit"]) for row in rows if row["theme"] == theme]
    cards = _cards()
    return [outfit for outfit in found if all(w.card in cards for w in outfit) and fits(outfit)]


def _place(row: Document) -> tuple[int, int]:
    return row["seats"], THEMES.index(row["theme"])


def _parsed(words: Sequence[str]) -> Namespace:
    parser = parser_of("outfits", __doc__)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--candidates", type=int, default=CANDIDATES, help="random outfits")
    parser.add_argument("--against", default="tactical,elite", help="of the finalists")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of swaps")
    parser.add_argument("--themes", default="any", help=f"of {', '.join(THEMES)}")
    parser.add_argument("--finalists", type=int, default=FINALISTS)
    parser.add_argument("--final", type=int, default=FINAL, help="matches of each finalist")
    parser.add_argument("--seed", type=int, default=0, help="of the random outfits")
    return parser.parse_args(words)


def plan(words: Sequence[str]) -> list[Run]:
    """Return the matches of each search, and those of its finalists against each manager."""
    wanted = _parsed(words)
    runs = []
    for theme in split_list(wanted.themes):
        search = Search(wanted.folder, wanted.seats, wanted.seed, 1, theme)
        rows = [f"{theme}-{wanted.seats}-{place + 1}" for place in range(wanted.finalists)]
        matches = {(RIVAL, SEARCH): matches_of(wanted.candidates, wanted.rounds)}
        for rival in split_list(wanted.against):
            matches[rival, FRESH] = wanted.finalists * wanted.final
        for (rival, stage), number in matches.items():
            managers = (RIVAL, *[rival] * (wanted.seats - 1))
            file = search.file(rival, stage)
            runs += [Run("outfits", row, file, managers, number) for row in rows]
    return runs


def main(words: list[str]) -> int:
    """Search, measure the finalists again, print and write them."""
    wanted = _parsed(words)
    trust_lab_managers()
    rivals, fine = split_list(wanted.against), True
    for theme in split_list(wanted.themes):
        if theme not in THEMES:
            raise UsageError(f"no theme {theme}; there are {', '.join(THEMES)}")
    for theme in split_list(wanted.themes):
        search = Search(wanted.folder, wanted.seats, wanted.seed, wanted.jobs, theme)
        old = part(wanted.out, "outfits")
        known = known_outfits(old, theme)
        found = searched(search, wanted.candidates, wanted.rounds, known)[: wanted.finalists]
        for rival in rivals:
            search.play(
                [
                    Match(outfit, rival, wanted.seats, FRESH, number)
                    for number in range(wanted.final)
                    for outfit in found
                ],
                f"{theme}: finalists against {rival}",
            )
        rows = rows_of(search, found, rivals)
        print(shown(rows, "outfits"))
        common = Counter(worn.card for outfit in found for worn in outfit)
        print("in common: " + ", ".join(f"{card} {n}" for card, n in common.most_common(12)))
        if wanted.final >= ENOUGH:
            made = circumstances(command_of("outfits", words))
            others = [row for row in old if (row["theme"], row["seats"]) != (theme, wanted.seats)]
            order = [row["row"] for row in sorted([*others, *rows], key=_place)]
            keep(wanted.out, "outfits", [row | {"run": made} for row in rows], order)
        else:
            print(f"\nShown only: a table needs {ENOUGH} matches of each finalist.")
        fine = fine and not any(map(is_hole, rows))
    return int(not fine)


if __name__ == "__main__":
    sys.exit(run_main("outfits", main))
