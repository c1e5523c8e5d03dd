"""Cards that can do nothing on a board: managers leave them in the store."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

import pytest
from scenes import drawn, request_of

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.planner.shopping import Shopper
from deathdome.managers.registry import create
from deathdome.managers.simple_shopper import shop, taste
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.match.protocol import Reply, Request
    from deathdome.model.actions import Action
    from deathdome.model.board import Board

JAIL_CARDS: Final = {"vacuum-tube-escape", "bribed-bailiff"}
PLAIN: Final = """
B B . . . . B B
B B . . . . B B
"""


def idle(board: Board) -> set[str]:
    return {item.id for item in load_catalog().items if idle_on(board, item)}


def bought(board: Board, seed: int, answer: Callable[[Request], Action]) -> set[str]:
    """Ids of the items that both teams buy."""
    state = new_game(load_catalog(), board, seats=2, first=seed % 2)
    found = set()
    while (asked := decision(state)) is not None and asked.question is Question.PURCHASE:
        action = answer(request_of(state))
        if kind_of(action) is ActionKind.BUY:
            found.add(state.setup.catalog.store_cards[a_of(action)].id)
        apply_action(state, action)
    return found


def answered(deciding: Sequence[Callable[[Request], Reply]], request: Request) -> Action:
    return deciding[request.seat](request).action


def test_every_card_has_a_use_on_the_boards_with_jails() -> None:
    for name in ("plaza", "waspworth"):
        assert idle(load_board(name)) == set()


@pytest.mark.rule("AMB-112")
def test_jail_cards_are_idle_on_a_board_without_jails() -> None:
    assert idle(load_board("dual")) == JAIL_CARDS


def test_cards_for_ground_that_a_board_lacks_are_idle() -> None:
    bare = idle(drawn(PLAIN))
    assert bare == JAIL_CARDS | {
        "soapbox-of-contempt",
        "x-ray-monocle",
        "gecko-slippers",
        "extendable-stamp",
    }
    assert "x-ray-monocle" not in idle(drawn(PLAIN.replace(". .", ". #", 1)))
    assert "extendable-stamp" not in idle(drawn(PLAIN.replace(". .", ". c", 1)))


def test_a_card_with_ratings_or_a_weapon_is_never_idle() -> None:
    bare = drawn(PLAIN)
    waders = next(item for item in load_catalog().items if item.id == "lava-waders")
    assert not idle_on(bare, waders)
    assert idle_on(bare, replace(waders, ratings=type(waders.ratings)()))
    assert not idle_on(load_board("dual"), replace(waders, ratings=type(waders.ratings)()))


@pytest.mark.parametrize("name", ["greedy", "rookie", "veteran"])
def test_managers_buy_no_jail_cards_on_a_board_without_jails(name: str) -> None:
    board = load_board("dual")
    for seed in range(4):
        state = new_game(load_catalog(), board, seats=2, first=seed % 2)
        managers = [create(name), create(name)]
        for seat, manager in enumerate(managers):
            manager.begin(Briefing(PROTOCOL, seat, 2, state.setup, 2 * seed + seat, {}))
        deciding = [manager.decide for manager in managers]
        assert not JAIL_CARDS & bought(board, seed, partial(answered, deciding))


def test_neither_quick_matches_nor_hints_choose_idle_cards() -> None:
    catalog, board = load_catalog(), load_board("dual")
    for seed in range(20):
        likes = taste(catalog, Random(seed))
        assert not JAIL_CARDS & bought(board, seed, partial(shop, likes=likes))
    shopper = Shopper(catalog, Random(1), {})
    seen = request_of(new_game(catalog, board)).seen
    jail_cards = [place for place, item in enumerate(catalog.items) if item.id in JAIL_CARDS]
    assert all(not outfit.gifts for outfit in shopper.outfits(seen, jail_cards))
    there = request_of(new_game(catalog, load_board("plaza"))).seen
    assert any(outfit.gifts for outfit in shopper.outfits(there, jail_cards))


@pytest.mark.parametrize("seed", [0, 2])
def test_an_idle_card_is_never_used_in_random_play(seed: int) -> None:
    """Both teams carry jail cards; no question ever offers them."""
    rng = Random(seed)
    catalog = load_catalog()
    state = new_game(catalog, load_board("dual"), seats=2)
    jail_cards = {place for place, item in enumerate(catalog.items) if item.id in JAIL_CARDS}
    abilities = {
        int(ability.id) for place in jail_cards for ability in catalog.items[place].abilities
    }
    wanted = (ActionKind.BUY, ActionKind.EQUIP)
    while (asked := decision(state)) is not None:
        eager = [a for a in asked.options if kind_of(a) in wanted and a_of(a) in jail_cards]
        used = [a for a in asked.options if kind_of(a) is ActionKind.USE and a_of(a) in abilities]
        assert asked.seat == CHANCE or not used
        apply_action(state, rng.choice(eager or asked.options), trusted=True)
    assert any(jail_cards & set(held) for held in state.items)
