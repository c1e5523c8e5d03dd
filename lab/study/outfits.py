"""Search of the store for outfits that beat a manager: `make outfits`.

    make outfits ARGS="--jobs 2"
    make outfits ARGS="--seats 4 --jobs 2"
    make outfits ARGS="--themes ranged,medic,scout --matches 600 --final 200"

A candidate is a list of cards with their bearers. `tactical` plays it, and buys what it likes for
the credits that are left. Every candidate plays against teams of plain `tactical`, from each seat
in turn. The search is a bandit: from all matches so far follows the worth of each card to each
bearer, with its uncertainty, and the next candidates are the best outfits for values drawn from
that belief. Then the most promising ones, single cards of them swapped, and the finalists of the
last search in docs/balance.md are tried ever longer. The finalists are measured again on seeds that
no search has seen, against each manager of --against, and go into the page.

With themes a search is among outfits that spend a quarter of the purse or more on one kind of card.
Every match is a line of a file in the folder, from which an interrupted run resumes; exits with 1
if the lower bound of a finalist is above 55 %.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from deathdome.errors import UsageError
from deathdome.managers.registry import load
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import ActionKind, a_of, b_of, kind_of
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
from lab.study.card_values import CardValues, Result
from lab.yardsticks.outfit import (
    THEMES,
    Outfit,
    Worn,
    best_outfit,
    cards,
    fits,
    key_of,
    opening,
    outfit_of,
    random_outfit,
    swapped,
)
from lab.yardsticks.outfitted import Outfitted

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from deathdome.arena.report import Document

MATCHES: Final = 3_000  # of the search
FIRST: Final = 400  # ... with random outfits
BATCH: Final = 100  # matches between two beliefs
TRIED: Final = 24  # outfits that are tried again
NEAR: Final = 40  # outfits with a card swapped, of each of the best
TRIAL: Final = (24, 48, 96)  # matches of each, before each halving
PRIOR: Final = 12  # matches that the belief counts for
FINALISTS: Final = 3
APART: Final = 2  # cards by which two finalists differ, at least
FINAL: Final = 400  # matches of a finalist against each manager
ENOUGH: Final = 200  # ... for a table
HOLE: Final = 0.55
RIVAL: Final = "tactical"
TURN: Final = frozenset({ActionKind.ACTIVATE, ActionKind.END_TURN})


# -- matches ---------------------------------------------------------------------------------------


_factory = cache(load)


class Match(NamedTuple):
    """A match to play."""

    outfit: Outfit
    rival: str
    seats: int
    stage: str  # each has its own seeds
    number: int


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
    held = [key_of(team) for team in held_of(referee)]
    return {"outfit": key_of(outfit), "number": number, "won": won, "held": held}


def held_of(referee: Referee) -> tuple[Outfit, ...]:
    """Return the cards and bearers of every team when the store closed."""
    setup = referee.state.setup
    held: list[dict[int, str]] = [{} for _ in range(setup.seats)]
    for seat, action in referee.journal:
        kind = kind_of(action)
        if kind in TURN:
            break
        if kind is ActionKind.EQUIP:
            held[seat][a_of(action)] = setup.units[b_of(action)].types[0].value
        elif kind in (ActionKind.UNEQUIP, ActionKind.SELL):
            held[seat].pop(a_of(action), None)
    items = setup.catalog.items
    return tuple(
        tuple(Worn(bearer, items[item].id) for item, bearer in team.items()) for team in held
    )


def result_of(row: Mapping[str, Any]) -> Result:
    """Return a row of a file as the belief needs it."""
    held = tuple(outfit_of(team) for team in row["held"])
    mine = row["number"] % len(held)
    return Result(held[mine], held[:mine] + held[mine + 1 :], row["won"], mine == 0)


class Search:
    """One search of the store, with its files of matches: one for each stage and rival."""

    def __init__(self, folder: Path, seats: int, seed: int, jobs: int, theme: str = "any") -> None:
        self.seats = seats
        self.theme = theme
        self.seed = seed
        self.jobs = jobs
        self._folder = folder
        self._known: dict[tuple[str, str, str, int], Mapping[str, Any]] = {}

    def play(
        self, outfits: Sequence[Outfit], numbers: Sequence[int], name: str, **where: str
    ) -> list[Mapping[str, Any]]:
        """Return the matches of outfits with these numbers, and play those that the file lacks."""
        stage, rival = where["stage"], where.get("rival", RIVAL)
        begun = study_head("outfits", seats=self.seats, rival=rival, part=stage)
        record = Record(self._folder / self.file(rival, stage), begun)
        words = [
            (key_of(outfit), rival, stage, number)
            for outfit, number in zip(outfits, numbers, strict=True)
        ]
        try:
            rows = {(row["outfit"], rival, stage, row["number"]): row for row in record.rows}
            self._known |= {word: rows[word] for word in words if word in rows}
            left = [word for word in dict.fromkeys(words) if word not in self._known]
            done = len(words) - len(left)
            print_progress(name, done, len(words))
            tasks = [
                (Match(outfit_of(key), rival, self.seats, stage, number),)
                for key, _, _, number in left
            ]
            for row in each(played, tasks, self.jobs):
                record.add(row)
                self._known[row["outfit"], rival, stage, row["number"]] = record.rows[-1]
                done += 1
                print_progress(name, done, len(words))
        finally:
            record.close()
        return [self._known[word] for word in words]

    def file(self, rival: str, stage: str) -> str:
        """Return the name of a file of matches."""
        return f"{self.theme}-{self.seats}-{self.seed}-{stage}-{rival.replace(':', '-')}.jsonl"

    def results(self, outfit: Outfit, rival: str, stage: str) -> list[float]:
        """Return the results of an outfit in a stage."""
        key = key_of(outfit)
        return [
            row["won"]
            for (one, other, where, _), row in self._known.items()
            if one == key and other == rival and where == stage
        ]


# -- search ----------------------------------------------------------------------------------------


def explored(search: Search, number: int) -> list[Mapping[str, Any]]:
    """Play so many matches of the bandit and return them."""
    found: list[Mapping[str, Any]] = []
    dice, theme = Random(search.seed), search.theme
    while len(found) < number:
        size = min(BATCH, number - len(found))
        count = -(-size // search.seats)  # a candidate plays from every seat
        if len(found) < FIRST:
            outfits = [random_outfit(dice, theme) for _ in range(count)]
        else:
            values = CardValues(list(map(result_of, found)))
            draws = values.drawn(np.random.default_rng([search.seed, len(found)]), count)
            outfits = [best_outfit(partial(_total, worth), dice, theme) for worth in draws]
        first = len(found)
        found += search.play(
            [outfits[place // search.seats] for place in range(size)],
            range(first, first + size),
            f"{theme}: search, {first + size} of {number}",
            stage="search",
        )
    return found


def _total(worth: Mapping[Worn, float], outfit: Outfit) -> float:
    return sum(worth[worn] for worn in outfit)


def tried(
    search: Search, found: list[Mapping[str, Any]], known: Sequence[Outfit] = ()
) -> list[Outfit]:
    """Return outfits best first: the most promising ones and their swaps, tried ever longer."""
    dice = Random(f"{search.seed} swaps")
    values = CardValues(list(map(result_of, found)))
    best = best_outfit(values.worth, dice, search.theme)
    seen = sorted({outfit_of(row["outfit"]) for row in found}, key=values.worth, reverse=True)
    near = [
        swapped(outfit, dice, search.theme) for outfit in (best, *seen[:5]) for _ in range(NEAR)
    ]
    near.sort(key=values.worth, reverse=True)
    left = list(dict.fromkeys([*known, best, *seen[: TRIED // 2], *near]))[: TRIED + len(known)]
    for number, more in enumerate(TRIAL):
        rows = search.play(
            [outfit for outfit in left for _ in range(more)],
            [place for _ in left for place in range(more)],
            f"{search.theme}: trial {number + 1} of {len(TRIAL)}",
            stage="trial",
        )
        found = found + rows
        values = CardValues(list(map(result_of, found)))

        def promise(outfit: Outfit, values: CardValues = values) -> float:
            won = search.results(outfit, RIVAL, "trial")
            return (sum(won) + PRIOR * values.chance(outfit, best)) / (len(won) + PRIOR)

        left.sort(key=promise, reverse=True)
        if number < len(TRIAL) - 1:
            left = left[: len(left) // 2]
    return left


def apart(outfits: Sequence[Outfit], number: int) -> list[Outfit]:
    """Return the first outfits that differ by some cards."""
    chosen: list[Outfit] = []
    for outfit in outfits:
        names = {worn.card for worn in outfit}
        if all(len(names - {worn.card for worn in other}) >= APART for other in chosen):
            chosen.append(outfit)
    return chosen[:number]


def trials() -> int:
    """Return the number of matches in which outfits are tried again, at most."""
    total, left = 0, TRIED + FINALISTS
    for number, more in enumerate(TRIAL):
        total += (more - (TRIAL[number - 1] if number else 0)) * left
        left //= 2
    return total


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
    return [one for one in found if all(worn.card in cards() for worn in one) and fits(one)]


def _place(row: Document) -> tuple[int, int]:
    return row["seats"], THEMES.index(row["theme"])


def _parsed(words: Sequence[str]) -> Namespace:
    parser = parser_of("outfits", __doc__)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each search")
    parser.add_argument("--against", default="tactical,elite", help="of the finalists")
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
        matches = {(RIVAL, "search"): wanted.matches, (RIVAL, "trial"): trials()}
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
        found = apart(tried(search, explored(search, wanted.matches), known), wanted.finalists)
        for rival in rivals:
            search.play(
                [outfit for outfit in found for _ in range(wanted.final)],
                [number for _ in found for number in range(wanted.final)],
                f"{theme}: finalists against {rival}",
                stage=FRESH,
                rival=rival,
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
