"""What is counted of a match for its block, from what was told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from deathdome.arena.usage import count
from deathdome.model.events import Captured, Died, RoundBegan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import Catalog
    from deathdome.model.events import Told


def fates(told: Sequence[Told], seats: int, centres: Sequence[int]) -> tuple[list[int], list[int]]:
    """Deaths by seat, and the seats that took a tower in the first round."""
    deaths = [0] * seats
    rushed: set[int] = set()
    now = 0
    for event in told:
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
    """As in a match of a block."""

    held: list[list[str]]
    bought: list[list[str]]
    used: dict[str, int]
    power: dict[str, list[int]]


def card_counts(told: Sequence[Told], seats: int, catalog: Catalog) -> CardCounts:
    """What was done with cards."""
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
    counts = count(told, [str(seat) for seat in range(seats)], catalog)
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
