"""What a position file expects of units, teams, points, tokens and cards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from deathdome.content.positions.comparing import NOBODY, Comparison, listed
from deathdome.content.positions.words import ANY_JAIL, parse_place, place_of, place_text
from deathdome.errors import ContentError
from deathdome.model import lookup
from deathdome.model.actions import PUNCH
from deathdome.model.folding import id_like
from deathdome.model.spelling import (
    TEAMS,
    parse_card,
    parse_item,
    parse_space,
    parse_store_card,
    parse_team,
    parse_token,
    parse_unit,
)
from deathdome.model.vocabulary import Rating
from deathdome.rules.attack.declare import arm_of
from deathdome.rules.attack.totals import counted
from deathdome.rules.ending import standing, supply
from deathdome.rules.purchase import team_value
from deathdome.rules.units import boost, movement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.content.positions.schema import (
        CardsExpected,
        Expected,
        TeamExpected,
        TokenExpected,
        UnitExpected,
    )


class Pieces(Comparison):
    """Compares the pieces."""

    def check(self, expected: Expected) -> None:
        """Everything that is said about pieces."""
        for name, unit in expected.units.items():
            self._unit(f"units.{name}", name, unit)
        for name, team in expected.teams.items():
            self._team(f"teams.{name}", name, team)
        for name, owner in expected.points.items():
            self._point(f"points.{name}", name, owner)
        for name, token in expected.tokens.items():
            self._token(f"tokens.{name}", name, token)
        self._cards(expected.cards)
        self.same("round", expected.round, self.state.round)

    def _unit(self, name: str, word: str, wanted: UnitExpected) -> None:
        state, table = self.state, self.table
        with self.key(name):
            unit = parse_unit(table, word)
        if wanted.at is not None:
            with self.key(f"{name}.at"):
                place = parse_place(table, unit, wanted.at)
            there = state.space[unit]
            if not (place == there or (place == ANY_JAIL and there < 0)):
                shown = "jail" if place == ANY_JAIL else place_text(table, unit, place)
                self.differ(f"{name}.at", shown, place_of(state, unit))
        gear = state.gear
        self.same(f"{name}.wounds", wanted.wounds, state.wounds[unit])
        self.same(f"{name}.vitae", wanted.vitae, gear.vitae[unit] - state.wounds[unit])
        self.same(f"{name}.max_vitae", wanted.max_vitae, gear.vitae[unit])
        strong = gear.strength[unit] + boost(state.timed, unit, Rating.STRENGTH)
        strong += sum(
            effect.n * counted(state, unit, effect.per, effect.maximum)
            for condition, effect in arm_of(state, unit, PUNCH).dynamic
            if condition is None
        )
        tough = gear.toughness[unit] + boost(state.timed, unit, Rating.TOUGHNESS)
        self.same(f"{name}.strength", wanted.strength, strong)
        self.same(f"{name}.movement", wanted.movement, movement(state, unit))
        self.same(f"{name}.toughness", wanted.toughness, tough)
        self.same(f"{name}.incapacitated", wanted.incapacitated, bool(state.down[unit]))
        if wanted.items is not None:
            with self.key(f"{name}.items"):
                items = [self._item(parse_item(table, item)) for item in wanted.items]
            self.same_lot(f"{name}.items", items, map(self._item, state.items[unit]))
        if wanted.character is not None:
            found = lookup.characters(table.catalog).find(wanted.character)
            known = [table.catalog.characters[one].id for one in found]
            wanted_id = known[0] if len(known) == 1 else id_like(wanted.character)
            self.same(f"{name}.character", wanted_id, table.units[unit].id)

    def _item(self, item: int) -> str:
        return self.table.catalog.store_cards[item].id

    def _ids(self, cards: Iterable[int]) -> list[str]:
        return [self.table.catalog.power_cards[card].id for card in cards]

    def _card_ids(self, name: str, cards: Iterable[str]) -> list[str]:
        with self.key(name):
            return self._ids([parse_card(self.table, card) for card in cards])

    def _lot(
        self, name: str, wanted: list[str] | int | None, has: list[str] | None, found: list[str]
    ) -> None:
        """Cards: exactly these, so many, or these among others."""
        if isinstance(wanted, list):
            self.same_lot(name, self._card_ids(name, wanted), found)
        elif wanted is not None:
            self.same(name, wanted, len(found))
        if has is not None:
            missing = Counter(self._card_ids(f"{name}_has", has)) - Counter(found)
            if missing:
                shown = listed(Counter(found)) or "none"
                self.differ(f"{name}_has", f"{listed(missing)} among them", shown)

    def _team(self, name: str, word: str, wanted: TeamExpected) -> None:
        state = self.state
        seat = self.seat(name, word)
        hand = self._ids(state.hands[seat])
        self._lot(f"{name}.hand", wanted.hand, wanted.hand_has, hand)
        self.same(f"{name}.hand_size", wanted.hand_size, len(hand))
        self.same(f"{name}.shells", wanted.shells, state.shells[seat])
        self.same(f"{name}.credits", wanted.credits, state.credits[seat])
        row = standing(state, seat)
        if isinstance(wanted.points, list):
            with self.key(f"{name}.points"):
                spaces = [
                    self.table.board.grid.name(self.table.board.grid.parse(space))
                    for space in wanted.points
                ]
            owned = [
                self.table.board.grid.name(space)
                for space, owner in zip(self.table.board.points, state.owners, strict=True)
                if owner == seat
            ]
            self.same_lot(f"{name}.points", spaces, owned)
        else:
            self.same(f"{name}.points", wanted.points, row.points)
        self.same(f"{name}.towers", wanted.towers, row.towers)
        self.same(f"{name}.supply", wanted.supply, supply(state, seat))
        self.same(f"{name}.payout", wanted.payout, row.payout)
        self.same(f"{name}.jailed", wanted.jailed, row.jailed)
        self.same(f"{name}.value", wanted.value, team_value(state, seat))
        if wanted.aside is not None:
            with self.key(f"{name}.aside"):
                aside = [self._item(parse_store_card(self.table, card)) for card in wanted.aside]
            self.same_lot(f"{name}.aside", aside, map(self._item, state.spare[seat]))

    def _point(self, name: str, text: str, owner: str) -> None:
        board = self.table.board
        with self.key(name):
            space = board.grid.parse(text)
            seat = -1 if owner.lower() in NOBODY else parse_team(owner)
        if space not in board.points:
            raise ContentError(f"{self.shown}: {self.name}.{name}: there is no control point")
        found = self.state.owners[board.points.index(space)]
        self.same(name, _owner(seat), _owner(found))

    def _token(self, name: str, text: str, wanted: TokenExpected) -> None:
        with self.key(name):
            token = parse_token(self.table, text)
        lying = next((one for one in self.state.tokens if one.token == token), None)
        found = "off" if lying is None else self.table.board.grid.names(1 << lying.space)[0]
        if wanted.at is not None:
            place = "off" if wanted.at in (*NOBODY, "off") else wanted.at.lower()
            if place != "off":
                with self.key(f"{name}.at"):
                    parse_space(self.table, place)
            self.same(f"{name}.at", place, found)
        if wanted.team is not None:
            self.seat(f"{name}.team", wanted.team)
            team = "nobody" if lying is None else TEAMS[lying.seat]
            self.same(f"{name}.team", wanted.team.lower(), team)

    def _cards(self, wanted: CardsExpected) -> None:
        state = self.state
        self.same("cards.deck", wanted.deck, sum(state.deck))
        pile = [card for card, copies in enumerate(state.discard) for _ in range(copies)]
        self._lot("cards.discard", wanted.discard, wanted.discard_has, self._ids(pile))


def _owner(seat: int) -> str:
    return "nobody" if seat < 0 else TEAMS[seat]
