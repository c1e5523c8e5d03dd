"""Counts from the events of a match, for its block."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from deathdome.arena.series import winners_of
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

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.arena.result_schema import Match, PayoutHistory
    from deathdome.geometry.grid import Space
    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog
    from deathdome.model.events import Event
    from deathdome.model.state import State

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


def as_match(matches: Sequence[Match], last: State) -> Match:
    """Return a series as one match: sums, and team values in place of payouts."""
    seats = range(last.setup.seats)
    won = winners_of(last)
    one: Match = {
        "places": matches[0]["places"],
        "first": matches[0]["first"],
        "winners": won,
        "reason": "series" if len(won) == 1 else "shared",
        "rounds": sum(match["rounds"] for match in matches),
        "payouts": [team_value(last, seat) for seat in seats],
        "points": _column_sums([match["points"] for match in matches]),
        "towers": _column_sums([match["towers"] for match in matches]),
        "shells": _column_sums([match["shells"] for match in matches]),
        "jailed": matches[-1]["jailed"],
        "deaths": _column_sums([match["deaths"] for match in matches]),
        "rushed": [],
        "held": matches[-1]["held"],
        "bought": [
            list(dict.fromkeys(card for match in matches for card in match["bought"][seat]))
            for seat in seats
        ],
        "used": {},
        "power": {},
        "decisions": _column_sums([match["decisions"] for match in matches]),
        "fingerprint": sha256("".join(m["fingerprint"] for m in matches).encode()).hexdigest()[:16],
        "series": [{"winners": match["winners"], "payouts": match["payouts"]} for match in matches],
    }
    taken_over = sorted({seat for match in matches for seat in match.get("taken_over", ())})
    if taken_over:
        one["taken_over"] = taken_over
    faults = [fault for match in matches for fault in match.get("faults", ())]
    if faults:
        one["faults"] = faults
    return one


def _column_sums(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]
