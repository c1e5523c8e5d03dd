"""Counts from the events of a match, for its block."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias, TypedDict

import numpy as np

from deathdome.content.catalogs import load_catalog
from deathdome.model.actions import PUNCH
from deathdome.model.events import (
    AbilityUsed,
    Bought,
    Captured,
    CardPlayed,
    Dealt,
    Declared,
    Died,
    Drew,
    Equipped,
    Jailed,
    Laid,
    MatchBegan,
    MatchEnded,
    PhaseBegan,
    PhaseEnded,
    Returned,
    RoundBegan,
    ShellTaken,
    Sold,
    StoreClosed,
    TokenPlaced,
    TurnEnded,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.rules.purchase import team_value
from deathdome.statistics import placing

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from numpy.typing import NDArray

    from deathdome.arena.arena import Arena
    from deathdome.arena.result_schema import Block, Match, PayoutHistory
    from deathdome.geometry.grid import Space
    from deathdome.lineups import Lineup
    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog
    from deathdome.model.events import Event
    from deathdome.model.state import State
    from deathdome.statistics import Placing

# (manager, kind, number). Kinds: "dealt", "bought", "owned", "worn", "attacks" of store cards,
# "used" of abilities, "drawn", "laid", "played" of power cards, "placed", "stung" of tokens,
# "faults" of managers (number 0).
Counts: TypeAlias = Counter[tuple[str, str, int]]


def deaths_and_rushes(
    events: Sequence[Event], seats: int, centres: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return deaths by seat, and the seats that took a tower in the first round."""
    deaths = [0] * seats
    rushed: set[int] = set()
    now = 0
    for event in events:
        match event:
            case RoundBegan(number):
                now = max(now, number)
            case Died(unit):
                deaths[unit >> 2] += 1
            case Captured(_, seat, space) if now <= 1 and space in centres:
                rushed.add(seat)
            case _:
                pass
    return deaths, sorted(rushed)


class CardCounts(TypedDict):
    """Card fields of a match."""

    held: list[list[str]]
    bought: list[list[str]]
    used: dict[str, int]
    power: dict[str, list[int]]


def card_counts(events: Sequence[Event], seats: int, catalog: Catalog) -> CardCounts:
    """Count cards held, bought and used."""
    store = [card.id for card in catalog.store_cards]
    held: list[list[str]] = [[] for _ in range(seats)]
    bought: list[list[str]] = [[] for _ in range(seats)]
    used: dict[str, int] = {}
    power: dict[str, list[int]] = {}
    names = {
        int(ability.id): f"{card.id}#{place}"
        for card in catalog.store_cards
        for place, ability in enumerate(card.abilities)
    }
    counts = count(events, [str(seat) for seat in range(seats)], catalog)
    for (seat, what, number), times in sorted(counts.items()):
        match what:
            case "owned":
                held[int(seat)].append(store[number])
            case "bought":
                bought[int(seat)].append(store[number])
            case "attacks":
                used[store[number]] = used.get(store[number], 0) + times
            case "used" if number in names:
                used[names[number]] = used.get(names[number], 0) + times
            case "laid" | "played":
                row = power.setdefault(catalog.power_cards[number].id, [0, 0])
                row[what == "played"] += times
            case _:
                pass
    ordered = {key: used[key] for key in sorted(used)}
    by_card = {key: power[key] for key in sorted(power)}
    return {"held": held, "bought": bought, "used": ordered, "power": by_card}


def count(
    events: Iterable[Event], managers: Sequence[str], catalog: Catalog | None = None
) -> Counts:
    """Count the uses of cards in the events of one match, by default with the game's catalog."""
    counts: Counts = Counter()
    catalog = catalog or load_catalog()
    owned: dict[int, int] = {}  # store card -> seat
    worn: dict[int, int] = {}  # item -> unit

    def add(seat: int, what: str, number: int) -> None:
        counts[managers[seat], what, number] += 1

    for event in events:
        match event:
            case Dealt(unit, character):
                card = len(catalog.items) + character
                owned[card] = unit >> 2
                add(unit >> 2, "dealt", card)
            case Bought(seat, card):
                owned[card] = seat
                add(seat, "bought", card)
            case Sold(_, card):
                owned.pop(card, None)
                worn.pop(card, None)
            case Equipped(_, item, unit):
                worn[item] = unit
            case StoreClosed():
                for card, seat in owned.items():
                    add(seat, "owned", card)
                for item, unit in worn.items():
                    if unit >= 0:
                        add(unit >> 2, "worn", item)
            case Drew(seat, card):
                add(seat, "drawn", card)
            case Laid(seat, card):
                add(seat, "laid", card)
            case CardPlayed(seat, card):
                add(seat, "played", card)
            case AbilityUsed(unit, ability) if unit >= 0:
                add(unit >> 2, "used", ability)
            case AbilityUsed(_, ability):  # of a token
                add(0, "used", ability)
            case Declared(unit, seat, -1, card=token) if unit < 0:
                add(seat, "stung", [known.id for known in catalog.tokens].index(token))
            case Declared(_, seat, item, payback=False) if item not in (-1, PUNCH):
                add(seat, "attacks", item)
            case TokenPlaced(token, _, seat):
                add(seat, "placed", token)
            case _:
                pass
    return counts


def style_marks(events: Iterable[Event], seats: int, towers: Sequence[int]) -> dict[str, list[int]]:
    """Return style markers by seat; `towers` are the spaces of the points on towers."""
    attacks, tower_turns, prisoner_turns = ([0] * seats for _ in range(3))
    captured: list[set[int]] = [set() for _ in range(seats)]
    owners: dict[int, int] = {}
    jailed: set[int] = set()
    phase = -1  # unit
    for event in events:
        match event:
            case PhaseBegan(unit):
                phase = unit
            case PhaseEnded():
                phase = -1
            case Declared(_, seat, payback=False) if phase // UNITS_PER_TEAM == seat:
                attacks[seat] += 1
                phase = -1  # counted once
            case Captured(_, seat, space):
                captured[seat].add(space)
                owners[space] = seat
            case Jailed(unit):
                jailed.add(unit)
            case Returned(unit):
                jailed.discard(unit)
            case TurnEnded(seat):
                tower_turns[seat] += sum(owners.get(space) == seat for space in towers)
                prisoner_turns[seat] += sum(unit // UNITS_PER_TEAM != seat for unit in jailed)
            case _:
                pass
    return {
        "attacks": attacks,
        "tower_turns": tower_turns,
        "captured": [len(spaces) for spaces in captured],
        "prisoner_turns": prisoner_turns,
    }


def payout_history(events: Sequence[Event], seats: int, board: Board) -> PayoutHistory:
    """Return captures and payouts by round of a finished match.

    Rounds are counted as played: a round that Hyper Cube repeats counts again.
    """
    worth = {
        point: TOWER_PAY if value > 1 else POINT_PAY
        for point, value in zip(board.points, board.point_value, strict=True)
    }
    captured: list[list[tuple[int, str]]] = [[] for _ in range(seats)]
    shells = [0] * seats
    owners: dict[Space, int] = {}
    paid: list[list[int]] = []

    def now() -> list[int]:
        found = [SHELL_PAY * taken for taken in shells]
        for point, seat in owners.items():
            found[seat] += worth[point]
        return found

    number = 0
    for event in events:
        match event:
            case RoundBegan():
                if number:
                    paid.append(now())
                number += 1
            case ShellTaken(seat, taken):
                shells[seat] += taken
            case Captured(_, seat, space):
                owners[space] = seat
                captured[seat].append((number, board.grid.name(space)))
            case _:
                pass
    paid.append(now())
    return {"captured": captured, "paid": paid}


def as_season(match: Match, state: State, events: Sequence[Event]) -> Match:
    """Return the match of a whole season: sums, and team values in place of payouts."""
    series = state.setup.series
    assert series is not None
    rows = [event.outcome.standings for event in events if isinstance(event, MatchEnded)]
    parts = matches_of(events)
    seats = range(state.setup.seats)
    found: Match = {
        **match,
        "reason": "series" if len(match["winners"]) == 1 else match["reason"],
        "rounds": sum(result.rounds for result in series.results),
        "payouts": [team_value(state, seat) for seat in seats],
        "points": _column_sums([[row.points for row in one] for one in rows]),
        "towers": _column_sums([[row.towers for row in one] for one in rows]),
        "shells": _column_sums([[row.shells for row in one] for one in rows]),
        "rushed": [],
        "held": card_counts(parts[-1], len(seats), state.setup.catalog)["held"],
        "series": [
            {
                "winners": list(result.winners),
                "payouts": list(result.payouts),
                "values": list(result.values),
                "rounds": result.rounds,
            }
            for result in series.results
        ],
    }
    del found["course"], found["marks"]
    return found


def matches_of(events: Sequence[Event]) -> list[list[Event]]:
    """Return the events of each match of a season; the auction belongs to the match before it."""
    found: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, MatchBegan):
            found.append([])
        found[-1].append(event)
    return found


def _column_sums(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


# -- tallies ---------------------------------------------------------------------------------------

Column: TypeAlias = "NDArray[np.float64]"


class Tallies:
    """Numbers by name, one for each block; zero unless added to."""

    def __init__(self, blocks: int) -> None:
        self.blocks = blocks
        self._columns: defaultdict[Hashable, Column] = defaultdict(lambda: np.zeros(blocks))

    def add(self, block: int, name: Hashable, number: float = 1.0) -> None:
        """Add to a number of one block."""
        self._columns[name][block] += number

    def __getitem__(self, name: Hashable) -> Column:
        """Return the number of each block."""
        found = self._columns.get(name)
        return np.zeros(self.blocks) if found is None else found

    def under(self, *begins: str) -> list[str]:
        """Return the last parts of the names with this beginning, in ascending order."""
        return sorted(
            str(name[-1])
            for name in self._columns
            if isinstance(name, tuple) and name[:-1] == begins
        )

    def total(self, name: Hashable) -> float:
        """Return the sum over all blocks."""
        return float(self[name].sum())


def winners(match: Match) -> list[int]:
    """Return the seats that won a match for the rating.

    A manager that struck out loses, whatever the fallback achieved in its seat: then the best paid
    of
    the others win. If all struck out the result stands.
    """
    struck = match.get("taken_over", ())
    left = [seat for seat in range(len(match["places"])) if seat not in struck]
    if not struck or not left:
        return match["winners"]
    won = [seat for seat in match["winners"] if seat not in struck]
    best = max(match["payouts"][seat] for seat in left)
    return won or [seat for seat in left if match["payouts"][seat] == best]


def shares(match: Match) -> list[float]:
    """Return the share of the win of each seat: equal parts for several winners."""
    won = winners(match)
    seats = range(len(match["places"]))
    return [1 / len(won) if seat in won else 0.0 for seat in seats]


def leads(payouts: Sequence[int]) -> list[int]:
    """Return each seat's payout less the best of the others, in credits."""
    return [
        paid - max(other for rival, other in enumerate(payouts) if rival != seat)
        for seat, paid in enumerate(payouts)
    ]


def tally(arena: Arena, blocks: Sequence[Block]) -> Tallies:
    """Return the sums of whole blocks.

    Names are ("matches" | "won" | "payout" | ..., manager), the same with the number of a line-up
    added, ("seat", seat), ("first", place in the order of play), and others below.
    """
    lineups = arena.lineups
    tallies = Tallies(len(blocks) // len(lineups))
    for row in blocks:
        lineup = lineups[row["lineup"]]
        for match in row["matches"]:
            _count(tallies, row["block"], row["lineup"], lineup, match)
        for again in row.get("without", ()):
            for fault in again.get("faults", ()):
                name = lineup[row["matches"][again["match"]]["places"][fault["seat"]]]
                tallies.add(row["block"], ("faults", name))
                tallies.add(row["block"], ("fault", name, fault["kind"]))
    return tallies


def _count(tallies: Tallies, block: int, number: int, lineup: Lineup, match: Match) -> None:
    won, lead = shares(match), leads(match["payouts"])
    seats = len(won)
    tallies.add(block, "matches")
    tallies.add(block, "rounds", match["rounds"])
    tallies.add(block, ("ended", match["reason"]))
    tallies.add(block, "shared", len(match["winners"]) > 1)
    for seat, place in enumerate(match["places"]):
        name = lineup[place]
        numbers = {
            "matches": 1.0,
            "won": won[seat],
            "payout": match["payouts"][seat],
            "lead": lead[seat],
            "shells": match["shells"][seat],
            "towers": match["towers"][seat],
            "points": match["points"][seat],
            "deaths": match["deaths"][seat],
            "out": match["jailed"][seat] == 4,
            "rushed": seat in match["rushed"],
            "rounds": match["rounds"],
            "decisions": match["decisions"][seat],
        }
        for what, value in numbers.items():
            tallies.add(block, (what, name), value)
            tallies.add(block, (what, name, number), value)
        tallies.add(block, ("seat", seat), won[seat])
        tallies.add(block, ("seat", seat, name), won[seat])
        tallies.add(block, ("in seat", seat, name))
        tallies.add(block, ("turn", (seat - match["first"]) % seats), won[seat])
    _count_pairs(tallies, block, [lineup[place] for place in match["places"]], match)
    for seat in match.get("taken_over", ()):
        tallies.add(block, ("taken over", lineup[match["places"][seat]]))
    for fault in match.get("faults", ()):
        name = lineup[match["places"][fault["seat"]]]
        tallies.add(block, ("faults", name))
        tallies.add(block, ("fault", name, fault["kind"]))


def _count_pairs(tallies: Tallies, block: int, names: Sequence[str], match: Match) -> None:
    """Count pairs of managers by which was ahead; ties count half."""
    ranks: dict[int, int] = {}
    for rank, group in enumerate(placing(range(len(names)), winners(match), match["payouts"])):
        ranks |= dict.fromkeys(group, rank)
    for seat, other in permutations(range(len(names)), 2):
        if names[seat] != names[other]:
            ahead = (1 + (ranks[seat] < ranks[other]) - (ranks[seat] > ranks[other])) / 2
            tallies.add(block, ("ahead", names[seat], names[other]), ahead)
            tallies.add(block, ("met", names[seat], names[other]))


def placings(arena: Arena, blocks: Sequence[Block]) -> list[list[Placing]]:
    """Return the placings of every block, with the numbers of managers in the run."""
    lineups = arena.lineups
    found: list[list[Placing]] = [[] for _ in range(len(blocks) // len(lineups))]
    for row in blocks:
        numbers = [arena.managers.index(name) for name in lineups[row["lineup"]]]
        found[row["block"]] += (
            placing([numbers[place] for place in m["places"]], winners(m), m["payouts"])
            for m in row["matches"]
        )
    return found


def scores(blocks: Sequence[Block], lineup: int) -> list[float]:
    """Return the share of its matches that the first of a line-up won, block by block."""
    found = []
    for row in blocks:
        if row["lineup"] == lineup:
            won = [shares(match)[match["places"].index(0)] for match in row["matches"]]
            # Rounded, so that a third is the same number in any order of addition.
            found.append(round(sum(won) / len(won), 9))
    return found
