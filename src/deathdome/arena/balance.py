"""Measures of balance: the fairness of whole matches and the worth of cards, each with its band."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import erfc, inf, sqrt
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from deathdome.arena.counting import Tallies, leads, shares
from deathdome.model.vocabulary import Trigger
from deathdome.statistics import Interval, discoveries, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.arena.arena import Arena
    from deathdome.arena.counting import Column
    from deathdome.arena.result_schema import Block, Match
    from deathdome.model.catalog import Ability, Catalog, Item
    from deathdome.statistics import Bootstrap

Verdict: TypeAlias = Literal["in", "out", "open", "few"]

MIN_SAMPLES: Final = 100  # samples; with fewer, intervals are guesses and nothing is reported

FAIR_SEAT: Final = 0.05  # from chance, of a seat
FAIR_TURN: Final = 0.03  # from chance, of a place in the order of play
RUSH: Final = 0.2  # of chance
WINNER: Final = (800_000, 2_000_000)  # credits; the middle 80 % of winners' payouts
TAIL: Final = 0.10  # of winners, at most, below and above
DEATHS: Final = (0.8, 3.0)  # a team
ELIMINATED: Final = 0.05  # of matches, at most
ABILITY_SHARE: Final = (0.20, 0.45)  # of all power cards played
EXTRA: Final = 0.5  # rounds beyond the schedule, at most


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure and the band in which it is accepted."""

    measure: str
    interval: Interval
    band: tuple[float, float]  # inf: no bound
    number: int  # of samples
    needed: int  # for the precision of the band
    unit: Literal["share", "number", "credits"] = "share"
    subject: str = ""  # seat, card or ability; "" for whole matches

    @property
    def verdict(self) -> Verdict:
        """The position of the whole interval: within the band ("in") or outside it ("out")."""
        if self.number < MIN_SAMPLES:
            return "few"
        low, high = self.band
        if low <= self.interval.low and self.interval.high <= high:
            return "in"
        if self.interval.high < low or self.interval.low > high:
            return "out"
        return "open"

    def document(self) -> dict[str, Any]:
        """Return it as JSON values; no bound is null."""
        return {
            "measure": self.measure,
            "subject": self.subject,
            "unit": self.unit,
            **{
                key: None if abs(value) == inf else round(value, 6)
                for key, value in self.interval._asdict().items()
            },
            "band": [None if abs(end) == inf else end for end in self.band],
            "number": self.number,
            "needed": self.needed,
            "verdict": self.verdict,
        }


def match_measures(
    arena: Arena,
    blocks: Iterable[Block],
    tallies: Tallies,
    bootstrap: Bootstrap,
    scheduled: int,
) -> list[Measure]:
    """Measure seats, order of play, tower rush, tempo and payout; `scheduled` are rounds."""
    own = _counted(arena, blocks, bootstrap.blocks, scheduled)
    matches = tallies["matches"]
    number = int(matches.sum())
    chance = 1 / arena.seats
    found = [
        Measure(
            "wins by seat",
            share,
            (chance - FAIR_SEAT, chance + FAIR_SEAT),
            number,
            400,
            subject=("red", "blue", "green", "yellow")[seat],
        )
        for seat in range(arena.seats)
        if (share := bootstrap.share(tallies["seat", seat], matches))
    ]
    found += [
        Measure(
            "wins by turn",
            share,
            (chance - FAIR_TURN, chance + FAIR_TURN),
            number,
            10_000,
            subject=str(turn + 1),
        )
        for turn in range(arena.seats)
        if (share := bootstrap.share(tallies["turn", turn], matches))
    ]

    def add(name: str, share: Interval | None, band: tuple[float, float], needed: int) -> None:
        if share is not None:
            found.append(Measure(name, share, band, number, needed))

    rush = bootstrap.share(own["rush won"], own["rush"])
    if rush is not None:
        band = (chance * (1 - RUSH), chance * (1 + RUSH))
        times = int(own.total("rush"))
        found.append(Measure("wins of a tower rush", rush, band, times, 4_000))
    deaths = bootstrap.ratio(own["deaths"], own["teams"])
    if deaths is not None:
        found.append(Measure("deaths a team", deaths, DEATHS, number, 2_000, "number"))
    add("ended by elimination", bootstrap.share(own["last"], matches), (0.0, ELIMINATED), 2_000)
    plays = int(own.total("plays"))
    used = bootstrap.share(own["played"], own["plays"])
    if used is not None:
        found.append(Measure("power cards for ability", used, ABILITY_SHARE, plays, 2_000))
    add("winner below 800k", bootstrap.share(own["poor"], matches), (0.0, TAIL), 2_000)
    add("winner above 2,000k", bootstrap.share(own["rich"], matches), (0.0, TAIL), 2_000)
    extra = bootstrap.ratio(own["extra"], matches)
    if extra is not None:
        found.append(Measure("extra rounds", extra, (0.0, EXTRA), number, 2_000, "number"))
    return found


def _counted(arena: Arena, blocks: Iterable[Block], number: int, scheduled: int) -> Tallies:
    tallies = Tallies(number)
    for row in blocks:
        for match in row["matches"]:
            _count(tallies, row["block"], match, arena.seats, scheduled)
    return tallies


def _count(tallies: Tallies, block: int, match: Match, seats: int, scheduled: int) -> None:
    won = shares(match)
    rushed: Sequence[int] = match["rushed"]
    # Only matches in which some teams rushed and others did not separate them.
    if 0 < len(rushed) < seats:
        tallies.add(block, "rush", len(rushed))
        tallies.add(block, "rush won", sum(won[seat] for seat in rushed))
    tallies.add(block, "teams", seats)
    tallies.add(block, "deaths", sum(match["deaths"]))
    tallies.add(block, "last", match["reason"] == "last team standing")
    for laid, played in match["power"].values():
        tallies.add(block, "plays", laid + played)
        tallies.add(block, "played", played)
    best = max(match["payouts"][seat] for seat in match["winners"])
    tallies.add(block, "poor", best < WINNER[0])
    tallies.add(block, "rich", best > WINNER[1])
    # Hyper Cube turns the counter back, so it hardly helps; older blocks have no more.
    gone = len(match["course"]["paid"]) if "course" in match else match["rounds"]
    counted = match["rounds"] if "course" in match else scheduled
    tallies.add(block, "extra", max(0, gone - counted))


# Price bands in which cards compete, by upper limit in credits.
PRICE_BANDS: Final = (300_000, 700_000, 1_100_000)
PICKED: Final = (0.4, 2.5)  # times the mean of the price band
MIN_PICKED: Final = 0.03  # share of teams
ADDED: Final = (-0.04, 0.04)  # share of wins
SUSPECT: Final = 0.03  # a card beyond this that stands out is flagged
ABILITY: Final = (0.15, 0.85)
FIRED, REACTED = 0.25, 0.4  # a match and holder, at least
POWER: Final = "power card for ability"
_STATES: Final = frozenset(
    {Trigger.ALWAYS, Trigger.ACTION, Trigger.BETWEEN, Trigger.PHASE, Trigger.TURN}
    | {Trigger.ATTACK, Trigger.DEFEND}
)


@dataclass
class CardRow:
    """Measures of one store card."""

    card: str
    price: int  # credits
    teams: int  # that could buy it
    held: int  # teams that had it when the store closed
    picked: Interval  # share of teams
    ratio: Measure | None  # to the mean of its price band
    used: Interval | None  # uses of attacks and abilities by a holder; None: no holder
    with_it: Interval | None  # share of wins of its holders
    against: Interval | None  # share of wins of holders less that of others, each with its manager
    added: Measure | None = None  # share of wins added, by ablation
    credits: Interval | None = None  # lead added, by ablation
    pairs: int = 0  # teams that held it and played again without it
    flagged: bool = False
    abilities: list[Measure] = field(default_factory=list)  # how often each took effect

    @property
    def out(self) -> bool:
        """True if one of its measures is outside its band."""
        measures = [self.ratio, self.added, *self.abilities]
        return self.flagged or any(m is not None and m.verdict == "out" for m in measures)

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""

        def interval_json(interval: Interval | None) -> dict[str, float | None] | None:
            return interval and {
                key: None if abs(value) == inf else round(value, 6)
                for key, value in interval._asdict().items()
            }

        return {
            "card": self.card,
            "price": self.price,
            "teams": self.teams,
            "held": self.held,
            "picked": interval_json(self.picked),
            "pick_ratio": self.ratio and self.ratio.document(),
            "used_a_holder": interval_json(self.used),
            "win_share_with": interval_json(self.with_it),
            "with_against_without": interval_json(self.against),
            "ablation": {
                "pairs": self.pairs,
                "win_share_added": self.added.document(),
                "lead_added": interval_json(self.credits),
                "flagged": self.flagged,
            }
            if self.added
            else None,
            "abilities": [measure.document() for measure in self.abilities],
            "out": self.out,
        }


def card_rows(
    arena: Arena, blocks: Sequence[Block], catalog: Catalog, bootstrap: Bootstrap
) -> list[CardRow]:
    """Return a row for every item of the store, in the order of the catalog."""
    tallies = _card_tallies(arena, blocks, bootstrap.blocks)
    teams = tallies["teams"]
    number = int(teams.sum())
    rows = []
    means: defaultdict[int, list[float]] = defaultdict(list)
    for item in catalog.items:
        held = tallies["held", item.id]
        holders = int(held.sum())
        if item.cost <= arena.ruleset.start_credits:
            means[_price_band(item)].append(holders / number)
        rows.append(
            CardRow(
                item.id,
                item.cost,
                number,
                holders,
                wilson(holders, number),
                None,
                bootstrap.ratio(tallies["uses", item.id], held),
                bootstrap.share(tallies["won with", item.id], held),
                bootstrap.difference(
                    tallies["more with", item.id],
                    held,
                    tallies["more"] - tallies["more with", item.id],
                    teams - held,
                ),
                abilities=_fired(item, tallies, held, bootstrap),
            )
        )
    for row, item in zip(rows, catalog.items, strict=True):
        mean = float(np.mean(means[_price_band(item)] or [0.0]))
        if mean and item.cost <= arena.ruleset.start_credits:
            ratio = Interval(*(value / mean for value in row.picked))
            band = (max(PICKED[0], MIN_PICKED / mean), PICKED[1])
            row.ratio = Measure("picked", ratio, band, number, 3_000, "number", row.card)
    _ablated(rows, tallies, bootstrap)
    return rows


def power_measures(
    blocks: Sequence[Block], catalog: Catalog, bootstrap: Bootstrap
) -> list[Measure]:
    """Measure how often each power card with an ability is played for it."""
    tallies = Tallies(bootstrap.blocks)
    for row in blocks:
        for match in row["matches"]:
            for card, (laid, played) in match["power"].items():
                tallies.add(row["block"], ("plays", card), laid + played)
                tallies.add(row["block"], ("played", card), played)
    found = []
    for kind in catalog.power_cards:
        plays = tallies.total(("plays", kind.id))
        if kind.abilities and plays:
            share = wilson(tallies.total(("played", kind.id)), plays)
            found.append(Measure(POWER, share, ABILITY, int(plays), 500, subject=kind.id))
    return found


def _price_band(item: Item) -> int:
    return sum(item.cost > bound for bound in PRICE_BANDS)


def _card_tallies(arena: Arena, blocks: Sequence[Block], number: int) -> Tallies:
    """Tally holders, their wins and the matches without the card."""
    lineups = arena.lineups
    default_hypotheses = _usual_shares(arena, blocks)
    tallies = Tallies(number)
    for row in blocks:
        block, lineup = row["block"], lineups[row["lineup"]]
        for match in row["matches"]:
            won = shares(match)
            for seat, place in enumerate(match["places"]):
                # Wins of a team beyond its manager's usual share in this line-up.
                more = won[seat] - default_hypotheses[lineup[place], row["lineup"]]
                tallies.add(block, "teams")
                tallies.add(block, "more", more)
                for card in match["held"][seat]:
                    tallies.add(block, ("held", card))
                    tallies.add(block, ("won with", card), won[seat])
                    tallies.add(block, ("more with", card), more)
            for name, times in match["used"].items():
                tallies.add(block, ("uses", name.partition("#")[0]), times)
                tallies.add(block, ("fired", name), times)
        for again in row.get("without", ()):
            match, card = row["matches"][again["match"]], again["card"]
            before, lead = shares(match), leads(match["payouts"])
            after, less = leads(again["payouts"]), again["winners"]
            for seat, held in enumerate(match["held"]):
                if card in held:
                    still = (seat in less) / len(less)
                    tallies.add(block, ("pairs", card))
                    tallies.add(block, ("added", card), before[seat] - still)
                    tallies.add(block, ("credits", card), lead[seat] - after[seat])
    return tallies


def _usual_shares(arena: Arena, blocks: Sequence[Block]) -> dict[tuple[str, int], float]:
    """Return the share of wins of each manager in each line-up."""
    lineups = arena.lineups
    won: defaultdict[tuple[str, int], float] = defaultdict(float)
    teams: defaultdict[tuple[str, int], int] = defaultdict(int)
    for row in blocks:
        for match in row["matches"]:
            for place, share in zip(match["places"], shares(match), strict=True):
                key = lineups[row["lineup"]][place], row["lineup"]
                won[key] += share
                teams[key] += 1
    return {key: won[key] / teams[key] for key in teams}


def _fired(item: Item, tallies: Tallies, held: Column, bootstrap: Bootstrap) -> list[Measure]:
    """Measure how often each timed ability of an item took effect, a match and holder."""
    found = []
    for place, ability in enumerate(item.abilities):
        name = f"{item.id}#{place}"
        rate = bootstrap.ratio(tallies["fired", name], held)
        if ability.when is not Trigger.ALWAYS and rate is not None:
            least = REACTED if _is_reaction(ability) else FIRED
            found.append(
                Measure(
                    f"took effect ({ability.when.name.lower()})",
                    rate,
                    (least, inf),
                    int(held.sum()),
                    100,
                    "number",
                    name,
                )
            )
    return found


def _is_reaction(ability: Ability) -> bool:
    """Return True if its owner may use it in reaction to an event."""
    return ability.may and ability.when not in _STATES


def _ablated(rows: Sequence[CardRow], tallies: Tallies, bootstrap: Bootstrap) -> None:
    """Add the measures by ablation, and flag cards that stand out among all."""
    measured = []
    chances = []
    for row in rows:
        pairs, added = tallies["pairs", row.card], tallies["added", row.card]
        interval = bootstrap.ratio(added, pairs)
        if interval is None:
            continue
        row.pairs = int(pairs.sum())
        row.added = Measure("wins added", interval, ADDED, row.pairs, 4_000, "share", row.card)
        row.credits = bootstrap.ratio(tallies["credits", row.card], pairs)
        measured.append(row)
        chances.append(_chance_of_none(added, pairs, interval.value))
    for row, stands in zip(measured, discoveries(chances), strict=True):
        assert row.added is not None
        row.flagged = (
            stands and row.pairs >= MIN_SAMPLES and abs(row.added.interval.value) > SUSPECT
        )


def _chance_of_none(added: Column, pairs: Column, value: float) -> float:
    """Return the p value of the mean if the truth were zero; over blocks."""
    spread = sqrt(float(((added - value * pairs) ** 2).sum())) / float(pairs.sum())
    if spread == 0:
        # One block, or equal ones, show nothing.
        return 1.0
    return erfc(abs(value) / spread / sqrt(2))
