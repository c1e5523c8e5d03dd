"""Unused cards: `make usage`.

    make usage ARGS="--matches 60 --jobs 1"

Mixed managers play; a table shows how often every card was bought or drawn, used, and its abilities
triggered. Exits with 1 if a card stays unused, or if a manager made a fault.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.arena.counting import Counts, count
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.registry import load
from deathdome.match.guard import Guarded
from deathdome.match.referee import Referee, run_match
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.vocabulary import Trigger
from deathdome.rules.setup import new_game
from deathdome.seeds import PUBLIC, match_seed, secret_of
from deathdome.workers import parallel, safe_path
from lab.command import run_main

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deathdome.arena.counting import Counts
    from deathdome.model.catalog import Ability, Catalog
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

G, R = "greedy", "random"
# Managers by seat. Every number of seats occurs equally often; greedy mostly plays greedy, because
# random neither defends a point nor approaches units.
LINE_UPS: Final = (
    ((G, G), (G, R), (G, G), (R, G)),
    ((G, G, G), (G, G, R), (R, G, G), (G, R, G)),
    ((G, G, G, G), (G, R, G, R), (R, G, R, G), (G, G, R, R)),
)
# Initial credits: those of a first match, and those of a team late in a series, without which the
# most expensive cards stay in the store.
PURSES: Final = (EDITION_2021.start_credits, 8_000_000)
CHARACTERS: Final = (False, True)  # with the registry, and with characters


class Pairing(NamedTuple):
    """The managers and rules of one match."""

    managers: tuple[str, ...]  # index is Seat
    ruleset: Ruleset


def pairing(number: int) -> Pairing:
    """Return the pairing of match `number`, from 0: all of them in turn."""
    number, seats = divmod(number, len(LINE_UPS))
    number, line_up = divmod(number, len(LINE_UPS[seats]))
    number, purse = divmod(number, len(PURSES))
    characters = CHARACTERS[number % len(CHARACTERS)]
    ruleset = replace(EDITION_2021, start_credits=PURSES[purse], characters=characters)
    return Pairing(LINE_UPS[seats][line_up], ruleset)


@cache
def _opening(seats: int, ruleset: Ruleset) -> State:
    return new_game(load_catalog(), load_board(), seats=seats, ruleset=ruleset)


_factory = cache(load)


def counted_match(seed: int, number: int) -> Counts:
    """Play match `number` and count the uses of cards in it."""
    managers, ruleset = pairing(number)
    controllers = [Guarded(_factory(name), GreedyManager) for name in managers]
    with redirect_stdout(sys.stderr):
        opening = _opening(len(managers), ruleset).copy()
        referee = Referee(opening, match_seed(seed, number), secret_of(PUBLIC, number))
        run_match(referee, controllers)
    counts = count(referee.events, managers)
    for name, controller in zip(managers, controllers, strict=True):
        if controller.faults:
            counts[name, "faults", 0] += len(controller.faults)
    return counts


def played(matches: int, seed: int, jobs: int) -> Iterator[Counts]:
    """Yield the counts of matches 0 to `matches` - 1 in any order."""
    if jobs == 1:
        yield from (counted_match(seed, number) for number in range(matches))
        return
    from joblib import delayed

    with safe_path():
        players = parallel(jobs, return_as="generator_unordered")
        yield from players(delayed(counted_match)(seed, number) for number in range(matches))


@dataclass(frozen=True, slots=True)
class Row:
    """One card: its numbers in the order of its group's columns, and what never happened."""

    group: str
    name: str
    numbers: tuple[int, ...]
    abilities: str  # "wounded 12": uses of each, by its trigger
    missing: tuple[str, ...]


COLUMNS: Final = {
    "store": ("bought", "matches", "used"),
    "power cards": ("drawn", "number", "ability"),
    "characters": ("dealt", "bought", "matches", "used"),
    "tokens": ("placed", "stung"),
}


def rows(counts: Counts, catalog: Catalog, manager: str | None = None) -> list[Row]:
    """Return a row for every card, in the order of the catalog, for all managers or one."""
    sums: Counter[tuple[str, int]] = Counter()
    for (name, what, number), times in counts.items():
        if manager in (None, name):
            sums[what, number] += times
    found: list[Row] = []
    for index, item in enumerate(catalog.items):
        text, uses, missing = _abilities(sums, item.abilities)
        bought, owned = sums["bought", index], sums["owned", index]
        used = uses if text else sums["worn", index]
        if item.weapon is not None:
            used = sums["attacks", index]
            missing += ("no attack",) if not used else ()
        if not sums["worn", index]:
            missing = ("not on any unit" if bought else "not bought",)
        group = f"{item.deck.value} deck"
        found.append(Row(group, item.name, (bought, owned, used), text, missing))
    for index, power in enumerate(catalog.power_cards):
        drawn, laid = sums["drawn", index], sums["laid", index]
        plays = sums["played", index]
        missing = ("not drawn",) if not drawn else ()
        missing += ("not for its number",) if not laid else ()
        missing += ("not for its ability",) if power.abilities and not plays else ()
        text = ", ".join(_window(ability) for ability in power.abilities)
        found.append(Row("power cards", power.name, (drawn, laid, plays), text, missing))
    for index, character in enumerate(catalog.characters if any(CHARACTERS) else ()):
        text, uses, missing = _abilities(sums, character.abilities)
        card = len(catalog.items) + index
        dealt, bought, owned = (sums[what, card] for what in ("dealt", "bought", "owned"))
        missing = missing if owned else ("not in any team",)
        numbers = (dealt, bought, owned, uses if text else owned)
        found.append(Row("characters", character.name, numbers, text, missing))
    for index, token in enumerate(catalog.tokens):
        listed = [ability for ability in token.abilities if ability.when is not Trigger.ENTERED]
        text, _, missing = _abilities(sums, listed)
        placed, stung = sums["placed", index], sums["stung", index]
        missing += ("nobody stung",) if not stung else ()
        found.append(Row("tokens", token.name, (placed, stung), text, missing))
    return found


def _abilities(
    sums: Counter[tuple[str, int]], abilities: Iterable[Ability]
) -> tuple[str, int, tuple[str, ...]]:
    """Return the uses of each ability as text, their sum, and the unused ones.

    An ability that always holds is left out: wearing its card is using it.
    """
    timed = [ability for ability in abilities if ability.when is not Trigger.ALWAYS]
    uses = [sums["used", int(ability.id)] for ability in timed]
    words = [f"{_window(a)} {n:,}" for a, n in zip(timed, uses, strict=True)]
    never = tuple(f"never {_window(a)}" for a, n in zip(timed, uses, strict=True) if not n)
    return ", ".join(words), sum(uses), never


def _window(ability: Ability) -> str:
    """Return the trigger, as cards write it."""
    return ability.when.name.lower()


def table(listed: Sequence[Row]) -> str:
    """Return the rows under the headings of their groups; the last lines list unused cards."""
    width = max(len(row.name) for row in listed)
    lines: list[str] = []
    group = ""
    for row in listed:
        if row.group != group:
            group = row.group
            head = "".join(f"{name:>9}" for name in COLUMNS.get(group, COLUMNS["store"]))
            lines += ["", f"{group:<{width}}{head}  abilities"]
        numbers = "".join(f"{number:>9,}" for number in row.numbers)
        lines.append(f"{row.name:<{width}}{numbers}  {row.abilities}".rstrip())
    unused = [row for row in listed if row.missing]
    lines.append("")
    lines += [f"unused: {row.name} ({', '.join(row.missing)})" for row in unused]
    lines.append(f"{len(listed)} cards, {len(unused) or 'none'} unused")
    return "\n".join(lines[1:])


def main(words: list[str]) -> int:
    """Play, print the table, and return 1 for unused cards or faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="count what this manager does, not what others do")
    wanted = parser.parse_args(words)
    from tqdm import tqdm

    counts: Counts = Counter()
    results = played(wanted.matches, wanted.seed, wanted.jobs)
    for match in tqdm(results, total=wanted.matches, unit=" matches", leave=False, disable=None):
        counts.update(match)
    listed = rows(counts, load_catalog(), wanted.only)
    print(table(listed))
    faults = sum(times for (_, what, _), times in counts.items() if what == "faults")
    if faults:
        print(f"{faults} faults of managers")
    return 1 if faults or any(row.missing for row in listed) else 0


if __name__ == "__main__":
    sys.exit(run_main("usage", main))
