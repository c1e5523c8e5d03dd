"""Bars of PowerDome's bots (D.4 and AM-11), measured with intervals.

    make powerdome-bars ARGS="--only duel,three"

Each bar plays games from seed 0 upwards and adds them to docs/powerdome/bars.json as it goes, so a
run that is stopped resumes where it was. A change of the bots needs `--fresh`. Writes the table of
docs/powerdome/bots.md.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from deathdome.powerdome.bots.personality import HARD
from deathdome.powerdome.bots.random_bot import RandomBot
from deathdome.powerdome.bots.standard import StandardBot, easy, hard, normal
from deathdome.powerdome.bots.worth import Appraiser
from deathdome.powerdome.content.tome_files import bundled_tome
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.events import BidsShown, DealsJudged, RoundBegan
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.rules.game import commit, new_game
from deathdome.powerdome.table import bare_game, play
from deathdome.seeds import derived_seed
from deathdome.statistics import wilson
from lab.powerdome.bots import BreakerBot, OneBreakBot, loyal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.powerdome.bots.protocol import Bot
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.table import Played

FOLDER: Final = Path(__file__).parents[2] / "docs" / "powerdome"
STORE: Final = FOLDER / "bars.json"
PAGE: Final = FOLDER / "bots.md"
MARKS: Final = ("<!-- bars -->", "<!-- /bars -->")
SAVE: Final = 5  # games between two writes
ALTERNATIVES: Final = 200  # bid sheets
USUAL: Final = Options()
CLOSING: Final = 15  # first round at whose end the dome takes vitality (PD-WIN-04)


@dataclass(frozen=True)
class Bar:
    """A measured quantity and its aim."""

    name: str
    text: str
    games: int
    measure: Callable[[int], list[float]]  # of one seed
    least: float | None = None
    most: float | None = None
    share: bool = True  # each value is 0 or 1

    def holds(self, mean: float) -> bool:
        """Return True if a mean meets the aim."""
        return (self.least is None or mean >= self.least) and (
            self.most is None or mean <= self.most
        )


def game(bots: Sequence[Bot], seed: int, *, bare: bool = False, options: Options = USUAL) -> Played:
    """Play one game."""
    names = tuple(f"P{seat}" for seat in range(len(bots)))
    begun = (bare_game if bare else new_game)(bundled_tome(), names, options)
    return play(begun, bots, seed)


def wins(
    hero: Callable[[], Bot],
    other: Callable[[], Bot],
    seats: int,
    *,
    bare: bool = False,
    options: Options = USUAL,
) -> Callable[[int], list[float]]:
    """Return a measure: the hero sits at each seat in turn, 1 for a win."""

    def measure(seed: int) -> list[float]:
        mine = seed % seats
        bots = [hero() if seat == mine else other() for seat in range(seats)]
        return [float(game(bots, seed, bare=bare, options=options).winner == mine)]

    return measure


def lively(seed: int) -> list[float]:
    """Return 1 if a game of four normal bots ends before the dome closes."""
    played = game([normal() for _ in range(4)], seed)
    last = max(event.round for event in played.events if isinstance(event, RoundBegan))
    return [float(last < CLOSING)]


def truces(kind: type[StandardBot]) -> Callable[[int], list[float]]:
    """Return a measure: 1 if a loyal bot wins, less 1 if the other kind wins in its place.

    The same seed gives both the same rivals and the same game up to the first difference. Games
    in which the seat has no truce are left out.
    """

    def measure(seed: int) -> list[float]:
        mine, results = seed % 4, []
        for hero in (StandardBot, kind):
            bots = [loyal(hero if seat == mine else StandardBot) for seat in range(4)]
            played = game(bots, seed)
            results.append(float(played.winner == mine))
            if hero is StandardBot and not _has_truce(played, mine):
                return []
        return [results[0] - results[1]]

    return measure


def _has_truce(played: Played, seat: int) -> bool:
    return any(
        seat in deal.partners and deal.proposal.kind.value == "truce"
        for event in played.events
        if isinstance(event, DealsJudged)
        for deal in event.deals
    )


def bid_regret(seed: int) -> list[float]:
    """Return what each bid sheet of an auction missed against the best of 200 alternatives.

    Values are the bidder's own appraisal; the others' bids stay as they were.
    """
    played = game([easy() for _ in range(4)], seed)
    shown = next(event for event in played.events if isinstance(event, BidsShown))
    state = played.initial
    for seat, answer in played.answers:
        if state.phase is Phase.BIDDING:
            break
        state, _ = commit(state, seat, answer)
    dice = Random(seed)
    found = []
    for seat in range(4):
        appraiser = Appraiser(state.dome.tome, seat, derived_seed(seed, f"seat {seat}"))
        biddable = [one for one in state.slots if not state.dome.tome.powers[one].modifier]
        worth = {one: appraiser.worth(state.dome, one) for one in biddable}
        sheets = [dict(row) for row in shown.by]
        rivals = [row for other, row in enumerate(sheets) if other != seat]
        top = {one: max((row.get(one, 0) for row in rivals), default=0) for one in biddable}

        def value(bids: dict[int, int], worth: Any = worth, top: Any = top) -> float:
            return math.fsum(
                (worth[one] - bid) * (1.0 if bid > top[one] else 0.5)
                for one, bid in bids.items()
                if bid and bid >= top[one]
            )

        others = [
            {
                one: dice.randint(0, max(int(worth[one]), 0))
                for one in biddable
                if dice.random() < 0.6
            }
            for _ in range(ALTERNATIVES)
        ]
        found.append(max(max(map(value, others)) - value(sheets[seat]), 0.0))
    return found


BARS: Final = {
    bar.name: bar
    for bar in (
        Bar(
            "random",
            "normal beats random in duels without powers",
            200,
            wins(normal, RandomBot, 2, bare=True),
            0.65,
        ),
        Bar(
            "bids",
            "regret of a bid sheet, in vitality",
            100,
            bid_regret,
            most=4,
            share=False,
        ),
        Bar("duel", "hard beats easy in duels", 200, wins(hard, easy, 2), 0.6),
        Bar("three", "hard wins against 2 easy", 200, wins(hard, easy, 3), 0.45),
        Bar("four", "hard wins against 3 easy", 200, wins(hard, easy, 4), 0.38),
        Bar("five", "hard wins against 4 easy", 100, wins(hard, easy, 5), 0.3),
        Bar("six", "hard wins against 5 easy", 100, wins(hard, easy, 6), 0.25),
        Bar(
            "declare",
            "hard beats easy in duels, targets declared in combat",
            100,
            wins(hard, easy, 2, options=Options(declare="combat")),
            0.6,
        ),
        Bar(
            "free",
            "hard beats easy in duels, bids without cover",
            100,
            wins(hard, easy, 2, options=Options(bids="free")),
            0.6,
        ),
        Bar("lively", "games of four normal that end before round 15", 100, lively, 0.5),
        Bar(
            "keep",
            "wins that keeping the first truce adds (guile 0.3)",
            300,
            truces(OneBreakBot),
            0.0,
            share=False,
        ),
        Bar(
            "breaker",
            "wins that a loyal bot has more than an always-breaker",
            300,
            truces(BreakerBot),
            0.0,
            share=False,
        ),
    )
}


def interval(bar: Bar, values: Sequence[float]) -> tuple[float, float, float]:
    """Return mean, low and high at 95 %."""
    count = len(values)
    mean = sum(values) / count
    if bar.share:
        found = wilson(sum(values), count)
        return mean, found.low, found.high
    spread = math.sqrt(sum((one - mean) ** 2 for one in values) / max(count - 1, 1) / count)
    return mean, mean - 1.96 * spread, mean + 1.96 * spread


def table(store: dict[str, Any]) -> str:
    """Return the table of the page."""
    rows = [
        "| bar | aim | measured | 95 % | games | date |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for bar in BARS.values():
        found = store.get(bar.name)
        if not found or not found["values"]:
            continue
        mean, low, high = interval(bar, found["values"])
        aim = f"at least {_shown(bar, bar.least)}" if bar.least is not None else ""
        aim = aim or f"at most {_shown(bar, bar.most)}"
        flag = "" if bar.holds(mean) else " (missed)"
        rows.append(
            f"| {bar.text} | {aim} | {_shown(bar, mean)}{flag} | {_shown(bar, low)} to "
            f"{_shown(bar, high)} | {found['next']} | {found['date']} |"
        )
    return "\n".join(rows)


def _shown(bar: Bar, value: float | None) -> str:
    if value is None:
        return ""
    return f"{100 * value:.0f}%" if bar.share else f"{value:.2f}"


def save(store: dict[str, Any]) -> None:
    """Write the values, and the table of the page."""
    STORE.write_text(json.dumps(store, separators=(",", ":")) + "\n", encoding="utf-8")
    if PAGE.exists():
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(MARKS[0])
        _, _, after = rest.partition(MARKS[1])
        middle = f"{MARKS[0]}\n\n{table(store)}\n\n{MARKS[1]}"
        PAGE.write_text(f"{before}{middle}{after}", encoding="utf-8")


def pace(games: int) -> None:
    """Print the time of the sheets of four hard bots, in seconds of one core."""
    spent: list[float] = []

    class Timed(StandardBot):
        def decide(self, view: State, ask: Ask) -> Answer:
            begun = time.process_time()
            answer = super().decide(view, ask)
            if ask.kind is AskKind.SHEET:
                spent.append(time.process_time() - begun)
            return answer

    for seed in range(games):
        game([Timed(HARD) for _ in range(4)], seed)
    spent.sort()
    late = spent[math.ceil(0.99 * len(spent)) - 1]
    sys.stdout.write(
        f"{len(spent)} sheets, median {spent[len(spent) // 2]:.3f} s, "
        f"p99 {late:.3f} s, longest {spent[-1]:.3f} s\n"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the bars that lack games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="names of bars, comma-separated")
    parser.add_argument("--games", type=int, default=0, help="games for each bar")
    parser.add_argument("--fresh", action="store_true", help="forget earlier games")
    parser.add_argument("--pace", type=int, default=0, help="time decisions in so many games")
    asked = parser.parse_args(arguments)
    if asked.pace:
        pace(asked.pace)
        return
    chosen = [name for name in asked.only.split(",") if name] or list(BARS)
    store = json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}
    for name in chosen:
        bar = BARS[name]
        if asked.fresh or name not in store:
            store[name] = {"next": 0, "values": []}
        found = store[name]
        while found["next"] < (asked.games or bar.games):
            found["values"] += [round(value, 2) for value in bar.measure(found["next"])]
            found["next"] += 1
            found["date"] = date.today().isoformat()  # noqa: DTZ011 - the day here
            if found["next"] % SAVE == 0:
                save(store)
        save(store)
        if found["values"]:
            mean, low, high = interval(bar, found["values"])
            say = f"{name}: {_shown(bar, mean)} ({_shown(bar, low)} to {_shown(bar, high)})"
            sys.stdout.write(f"{say}, {found['next']} games\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
