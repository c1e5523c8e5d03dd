"""Balance of PowerDome's powers: how often their owners win, and what each is worth.

    make powerdome-powers ARGS="--games 1500"
    make powerdome-powers ARGS="--worth --games 60"

Without `--worth`, four equal bots of ten iterations play whole games. The owner of an ordinary
power at the first round should win between 15 and 40 % (chance is 25 %). With it, each power is
given to one of two duellists that starts 8 vitality down, with a small power each: a worthless
power wins as often as none, and one worth 8 wins half. `--write` puts the result in the tome, less
of it if owners of the power win less than a quarter of the whole games.

Both add to docs/powerdome/powers.json as they go and resume where they were. `--fresh` begins
again, and a changed tome forgets the whole games.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from deathdome.bundled import data_folder
from deathdome.powerdome.bots.personality import QUICK
from deathdome.powerdome.bots.standard import StandardBot
from deathdome.powerdome.content.tome_files import bundled_tome
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.rules.game import commit, new_game
from deathdome.powerdome.table import play
from deathdome.statistics import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.state import State

STORE: Final = Path(__file__).parents[2] / "docs" / "powerdome" / "powers.json"
SEATS: Final = 4
LOW, HIGH = 0.15, 0.40  # wins of a power's owner
DOWN: Final = 8  # vitality that the bearer of a weighed power starts with less
SAVE: Final = 10
NONE: Final = "none"  # the trial without a power
MOST: Final = 14.0  # worth that a duel can show
LEAST: Final = 1.5  # worth, or bots hardly ever nominate a power
DOUBT: Final = 20  # games added to those of each power, a quarter of them won
FAIR: Final = (0.7, 1.25)  # of the worth, by the wins in whole games
DUEL: Final = 0.25  # how far one measurement of duels moves a worth


def one_game(seed: int) -> list[tuple[str, int]]:
    """Return the powers owned when the first round begins, with 1 if their owner won."""
    tome = bundled_tome()
    names = tuple(f"P{seat}" for seat in range(SEATS))
    begun = new_game(tome, names, Options())
    played = play(begun, [StandardBot(QUICK) for _ in names], seed)
    state: State = played.initial
    owners: dict[int, int] = {}
    for seat, answer in played.answers:
        if state.phase is Phase.STRATEGY:
            break
        if state.phase is Phase.DISCARD:  # some powers leave the game at its start
            owners = _owners(state)
        state, _ = commit(state, seat, answer)
    owners |= _owners(state)
    return [(tome.powers[power].id, int(played.winner == seat)) for power, seat in owners.items()]


def _owners(state: State) -> dict[int, int]:
    """Return the seat that owns each power."""
    return {power: seat for seat, hand in enumerate(state.dome.hands) for power in hand}


def one_duel(power: str, seed: int) -> int:
    """Return 1 if the bearer of a power wins, 8 vitality down."""
    tome = bundled_tome()
    dice = Random(f"{power}/{seed}")
    small = [
        number
        for number, entry in enumerate(tome.powers)
        if not entry.modifier and entry.worth <= 3 and entry.id != power
    ]
    begun = new_game(tome, ("bearer", "other"), Options())
    dome = begun.dome.copy()
    mine = seed % 2
    dome.characters[mine].vitality -= DOWN
    if power != NONE:
        dome.acquire(tome.number[power], mine)
    for seat, number in enumerate(dice.sample(small, 2)):
        dome.acquire(number, seat)
    state = replace(begun, dome=dome, phase=Phase.DISCARD)
    return int(play(state, [StandardBot(QUICK), StandardBot(QUICK)], seed).winner == mine)


def load(fresh: bool) -> dict[str, Any]:
    """Return the results so far, without games that were played with another tome."""
    found: dict[str, Any] = {"duels": {}}
    if STORE.exists() and not fresh:
        found = json.loads(STORE.read_text(encoding="utf-8"))
    digest = bundled_tome().digest
    if found.get("tome") != digest:
        found |= {"tome": digest, "games": 0, "owned": {}}
    return found


def save(store: dict[str, Any]) -> None:
    """Write the results."""
    STORE.write_text(json.dumps(store, separators=(",", ":")) + "\n", encoding="utf-8")


def measure_wins(store: dict[str, Any], games: int) -> None:
    """Play whole games up to a number."""
    while store["games"] < games:
        for power, won in one_game(store["games"]):
            row = store["owned"].setdefault(power, [0, 0])
            row[0] += 1
            row[1] += won
        store["games"] += 1
        if store["games"] % SAVE == 0:
            save(store)
    save(store)


def show_wins(store: dict[str, Any]) -> None:
    """Print the share of wins of each power's owner, the lowest first."""
    rows = sorted(store["owned"].items(), key=lambda row: row[1][1] / row[1][0])
    for power, (owned, won) in rows:
        found = wilson(won, owned)
        flag = "" if LOW <= won / owned <= HIGH else "  outside"
        sys.stdout.write(
            f"{power:20} {won / owned:4.0%}  {found.low:4.0%} to {found.high:4.0%}  "
            f"of {owned}{flag}\n"
        )
    missing = [
        entry.id
        for entry in bundled_tome().powers
        if not entry.modifier and entry.id not in store["owned"]
    ]
    sys.stdout.write(f"{store['games']} games; never owned: {', '.join(missing) or 'none'}\n")


def measure_worth(store: dict[str, Any], games: int) -> None:
    """Play duels of every power up to a number."""
    powers = [NONE] + [entry.id for entry in bundled_tome().powers if not entry.modifier]
    for power in powers:
        row = store["duels"].setdefault(power, [0, 0])
        most = games * 3 if power == NONE else games
        while row[0] < most:
            row[1] += one_duel(power, row[0])
            row[0] += 1
        save(store)


def worths(store: dict[str, Any]) -> dict[str, float]:
    """Return the worth of each power: the odds moved from those of none, 8 for even ones."""
    none = _log_odds(*store["duels"][NONE])
    return {
        power: round(min(max(DOWN * (_log_odds(*row) - none) / -none, 0.0), MOST), 1)
        for power, row in store["duels"].items()
        if power != NONE
    }


def _log_odds(games: int, won: int) -> float:
    return math.log((won + 1) / (games - won + 1))


def fair(store: dict[str, Any], power: str) -> float:
    """Return the factor on the worth of a power by its owners' wins in whole games.

    An owner that wins less than a quarter of the games paid too much. The worth of powers draws
    attacks, so a lower one helps its owner twice: the factor is the square root.
    """
    owned, won = (int(n) for n in store["owned"].get(power, (0, 0)))
    share = (won + DOUBT / SEATS) / (owned + DOUBT)
    return min(max(math.sqrt(share * SEATS), FAIR[0]), FAIR[1])


def write_worth(store: dict[str, Any], found: dict[str, float]) -> None:
    """Put worths in the tome file; most of each is the old one, as a duel says little."""
    path = data_folder() / "powerdome" / "tome.toml"
    text = path.read_text(encoding="utf-8")
    for entry in bundled_tome().powers:
        if entry.id not in found:
            continue
        new = (entry.worth + DUEL * (found[entry.id] - entry.worth)) * fair(store, entry.id)
        pattern = rf'(id = "{entry.id}"\nname = [^\n]*\ntext = [^\n]*\n)(worth = [^\n]*\n)?'
        text = re.sub(pattern, rf"\g<1>worth = {round(max(new, LEAST), 1):g}\n", text, count=1)
    path.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, then print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--worth", action="store_true", help="weigh each power in duels")
    parser.add_argument("--write", action="store_true", help="with --worth: change the tome")
    parser.add_argument("--fresh", action="store_true", help="forget earlier games")
    asked = parser.parse_args(arguments)
    store = load(asked.fresh)
    if asked.worth:
        measure_worth(store, asked.games)
        found = worths(store)
        for power, worth in sorted(found.items(), key=lambda row: -row[1]):
            sys.stdout.write(f"{power:20} {worth:5.1f}\n")
        if asked.write:
            write_worth(store, found)
        return
    measure_wins(store, asked.games)
    show_wins(store)


if __name__ == "__main__":
    main()
