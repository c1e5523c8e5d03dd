"""Why not, in the store: why a card cannot be bought, given or sold, and by which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import ActionKind, a_of, kind_of, make_action
from deathdome.rules.gear import may_hold
from deathdome.rules.idle_items import idle_on
from deathdome.text.phrases import store as say
from deathdome.tui.keys.keyset import key, with_keys
from deathdome.tui.presenters.pieces import unit_token
from deathdome.tui.presenters.reasons import refused_here
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.model.state import State

# What `may_hold` refuses, as short as it can be said of several units at once.


def about_goods(state: State, seen: Observation, options: Sequence[Action], card: int) -> str:
    """Whether the card can be bought and who could carry it; else the rule that stands against it.

    `state` is the position with the staged steps done, `seen` the same as its seat sees it.
    """
    buy = make_action(ActionKind.BUY, card)
    if buy not in options:
        return refused_here(state, buy)
    words = say.BUYS_IT.format(choose=key("choose"))
    if card >= len(seen.setup.catalog.items):
        return words
    idle = idle_on(seen.setup.board, seen.setup.catalog.items[card])
    warning = [say.IT_DOES_NOTHING_ON_THIS_BOARD] * idle
    return " ".join([words, *warning, *_carriers(seen, card)])


def about_owner(state: State, options: Sequence[Action], item: int, unit: int) -> str:
    """Whether the unit can be given the item, else why not."""
    give = make_action(ActionKind.EQUIP, item, unit)
    return (
        say.GIVES_IT.format(choose=key("choose")) if give in options else refused_here(state, give)
    )


def about_own(state: State, options: Sequence[Action], card: int) -> str:
    """What can be done with a card of the team, and why not the rest."""
    sell = make_action(ActionKind.SELL, card)
    places = any(kind_of(action) is ActionKind.EQUIP and a_of(action) == card for action in options)
    aside = make_action(ActionKind.UNEQUIP, card) in options
    can = [with_keys(say.SELLS_IT)] * (sell in options)
    can += [with_keys(say.GIVES_IT_TO_ANOTHER)] * places
    can += [with_keys(say.PUTS_IT_ASIDE)] * aside
    text = f"{', '.join(can)}." if can else ""
    if sell not in options:
        text = f"{text} {refused_here(state, sell)}".lstrip()
    return text


def _carriers(seen: Observation, item: int) -> list[str]:
    """Sentences about the own units that can carry the item, and about those that cannot."""
    items = seen.setup.catalog.items
    can: list[str] = []
    cannot: dict[str, list[str]] = {}
    for unit in team_units(seen.seat):
        token = unit_token(seen.setup, unit)
        refused = may_hold(
            seen.setup.units[unit], [items[held] for held in seen.items[unit]], items[item]
        )
        if refused is None:
            can.append(token)
            continue
        code, rule = refused
        words = say.NO_PLACE[code].format(deck=items[item].deck.value)
        cannot.setdefault(f"{words} ({rule})", []).append(token)
    found = [say.CAN_CARRY_IT.format(units=" ".join(can))] if can else []
    return found + [f"{' '.join(tokens)}: {words}." for words, tokens in cannot.items()]
