"""Purchases of planning managers: a bit of everything, by taste and by personality."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final

import pytest
from scenes import request_of

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.planner.card_worth import KINDS, TRAITS, help_kind, traits_of
from deathdome.managers.planner.manager import PlanningManager
from deathdome.managers.planner.weights import LEVELS, PERSONALITIES, SHOPPING, tuned
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.decisions import Question
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from deathdome.model.catalog import Item

STORES: Final = 12
# What a personality is after in the store.
AFTER: Final = {
    "aggressor": ("ranged", "close", "boost"),
    "banker": ("armor", "movement"),
    "raider": ("movement",),
    "jailer": ("knocks", "close"),
    "turtle": ("armor", "healing"),
}


@cache
def bought(
    personality: str = "", seats: int = 2, level: str = "veteran"
) -> tuple[tuple[tuple[Item, ...], ...], ...]:
    """Return the items of each unit of the first team when the store closes, store by store."""
    catalog, board = load_catalog(), load_board()
    found = []
    for seed in range(STORES):
        state = new_game(catalog, board, seats=seats, first=seed % seats)
        managers = [PlanningManager(level) for _ in range(seats)]
        for seat, manager in enumerate(managers):
            options = {} if seat or not personality else {"personality": personality}
            manager.begin(
                Briefing(PROTOCOL, seat, seats, state.setup, seats * seed + seat, options)
            )
        while (asked := decision(state)) is not None and asked.question is Question.PURCHASE:
            apply_action(state, managers[asked.seat].decide(request_of(state)).action)
        found.append(tuple(tuple(catalog.items[i] for i in state.items[unit]) for unit in range(4)))
    return tuple(found)


def all_of(store: tuple[tuple[Item, ...], ...]) -> list[Item]:
    return list(chain.from_iterable(store))


def spent(personality: str, tags: tuple[str, ...]) -> int:
    """Credits for cards with any of the tags, in all stores."""
    return sum(
        item.cost
        for store in bought(personality)
        for item in all_of(store)
        if {help_kind(item), *traits_of(item)} & set(tags)
    )


def test_every_card_is_of_a_kind_that_has_been_measured() -> None:
    kinds = {help_kind(item) for item in load_catalog().items}
    assert kinds == set(KINDS)
    assert kinds <= set(tuned().outfit)
    traits = set(chain.from_iterable(traits_of(item) for item in load_catalog().items))
    assert traits == set(TRAITS)


def test_a_team_spends_what_it_has() -> None:
    for store in bought():
        assert sum(item.cost for item in all_of(store)) >= 1_800_000


def test_most_teams_are_armed() -> None:
    armed = [sum(any(item.weapon for item in unit) for unit in store) for store in bought()]
    assert sum(armed) >= STORES
    assert armed.count(0) <= STORES // 3  # some outfits win by speed, armor or cards


@pytest.mark.parametrize(("seats", "most"), [(2, 0.85), (4, 0.65)])
def test_no_kind_of_card_stays_in_the_store_and_none_is_all_that_is_bought(
    seats: int, most: float
) -> None:
    costs = Counter[str]()
    for store in bought(seats=seats):
        for item in all_of(store):
            costs[help_kind(item)] += item.cost
    assert len(costs) >= len(KINDS) - 2
    assert max(costs.values()) < most * costs.total()


def test_two_stores_are_emptied_differently() -> None:
    baskets = {frozenset(item.id for item in all_of(store)) for store in bought()}
    assert len(baskets) >= STORES - 2
    seen = Counter(item.id for store in bought() for item in all_of(store))
    assert len(seen) >= 18


def test_the_higher_the_level_the_less_it_shops_by_whim_but_every_level_varies() -> None:
    whims = [level.noise for level in LEVELS.values()]
    assert whims == sorted(whims, reverse=True)
    assert min(whims) > 0
    seen = {
        level: Counter(item.id for store in bought(level=level) for item in all_of(store))
        for level in ("rookie", "veteran", "champion")
    }
    assert all(len(found) >= 25 for found in seen.values())
    baskets = {frozenset(item.id for item in all_of(store)) for store in bought(level="champion")}
    assert len(baskets) >= STORES // 2


@pytest.mark.parametrize("personality", PERSONALITIES)
def test_a_personality_shops_for_what_it_wants_to_do(personality: str) -> None:
    tags = AFTER[personality]
    assert set(SHOPPING[personality]) == set(tags)
    assert spent(personality, tags) > 1.1 * spent("", tags)


@pytest.mark.parametrize("seats", [3, 4])
def test_more_teams_leave_nobody_with_empty_hands(seats: int) -> None:
    for store in bought(seats=seats):
        assert sum(item.cost for item in all_of(store)) >= 1_500_000
