"""An independent account of a season, kept from its events alone, next to the position.

The account knows the printed prices and the rules of payout, and nothing of the engine's steps. It
holds every credit, card, character, convict, shell and control point, and says where they differ.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from deathdome.model.events import (
    Auctioned,
    BonusPaid,
    Bought,
    Captured,
    CardPlayed,
    Dealt,
    Drew,
    Equipped,
    HandicapGiven,
    Jailed,
    Laid,
    MatchBegan,
    MatchEnded,
    Returned,
    SeriesEnded,
    ShellTaken,
    Sold,
)

if TYPE_CHECKING:
    from deathdome.model.events import Event
    from deathdome.model.state import State

STORE: Final = -1
TOWER: Final = 500_000
POINT: Final = 100_000
SHELL: Final = 100_000
RANK0: Final = 500_000  # printed on the cards of rank 0


class Audit:
    """The account of one season."""

    def __init__(self, state: State) -> None:
        setup = state.setup
        self.setup = setup
        self.items = len(setup.catalog.items)
        self.purses = list(state.credits)
        self.owner = dict.fromkeys(range(len(setup.catalog.store_cards)), STORE)
        if not setup.ruleset.characters:
            self.owner = dict.fromkeys(range(self.items), STORE)
        self.worn: dict[int, int] = {}  # unit by item
        self.hands = Counter(dict.fromkeys(range(setup.seats), 0))
        self.shells = [0] * setup.seats
        self.points: dict[int, int] = {}  # seat by space
        self.jailed: set[int] = set()
        self.matches = 0

    def price(self, card: int) -> int:
        """Return what a card costs: the printed price, less for characters where rank 0 is free."""
        printed = self.setup.catalog.store_cards[card].cost
        if card < self.items:
            return printed
        return max(0, printed - RANK0 + self.setup.ruleset.rank0_cost)

    def see(self, event: Event) -> None:
        """Enter an event."""
        match event:
            case Dealt(unit, character):
                self.owner[self.items + character] = unit // 4
            case Bought(seat, card, paid):
                assert self.owner[card] == STORE, "bought from the store"
                assert paid in (0, self.price(card))
                self.owner[card] = seat
                self.purses[seat] -= paid
            case Sold(seat, card):
                self._give_back(seat, card)
                self.purses[seat] += self.price(card)
            case Auctioned(_, unit, cards, refund) if unit >= 0:
                for card in cards:
                    self._give_back(unit // 4, card)
                assert refund == sum(map(self.price, cards))
                self.purses[unit // 4] += refund
            case Equipped(seat, item, unit):
                assert self.owner[item] == seat
                self.worn.pop(item, None)
                if unit >= 0:
                    self.worn[item] = unit
            case Drew(seat):
                self.hands[seat] += 1
            case Laid(seat) | CardPlayed(seat):
                self.hands[seat] -= 1
            case ShellTaken(seat, shells):
                self.shells[seat] += shells
            case HandicapGiven(seat, _, shells):
                self.shells[seat] += shells
            case Captured(_, seat, space, before):
                assert self.points.get(space, -1) == before
                self.points[space] = seat
            case Jailed(unit):
                self.jailed.add(unit)
            case Returned(unit):
                self.jailed.discard(unit)
            case MatchEnded(outcome):
                self.matches += 1
                for row in outcome.standings:
                    assert row.payout == self.payout(row.seat), "towers, points and shells pay"
                    assert row.jailed == sum(unit // 4 == row.seat for unit in self.jailed)
                    self.purses[row.seat] += row.payout
            case BonusPaid(paid):
                self.purses = [purse + paid for purse in self.purses]
            case MatchBegan(match):
                assert match == self.matches
                self.hands = Counter(dict.fromkeys(self.hands, 0))
                self.shells = [0] * len(self.shells)
                self.points = {}
                self.jailed = set()
            case SeriesEnded(outcome, values):
                assert list(values) == [self.value(seat) for seat in range(self.setup.seats)]
                best = {seat for seat, value in enumerate(values) if value == max(values)}
                assert set(outcome.winners) <= best
            case _:
                pass

    def _give_back(self, seat: int, card: int) -> None:
        assert self.owner[card] == seat, "only its owner sells a card"
        self.owner[card] = STORE
        self.worn.pop(card, None)

    def payout(self, seat: int) -> int:
        """Return what a team would be paid now."""
        towers = self.setup.board.tower_centres
        held = [space for space, owner in self.points.items() if owner == seat]
        paid = sum(TOWER if space in towers else POINT for space in held)
        return paid + SHELL * self.shells[seat]

    def value(self, seat: int) -> int:
        """Return a team's value."""
        cards = [card for card, owner in self.owner.items() if owner == seat]
        return self.purses[seat] + sum(map(self.price, cards))

    def differences(self, state: State) -> list[str]:
        """Return where the account and the position differ; [] if they agree."""
        found = []
        if self.purses != state.credits:
            found.append(f"credits: {self.purses} by events, {state.credits} in the position")
        for seat in range(self.setup.seats):
            mine = {card for card, owner in self.owner.items() if owner == seat}
            there = _cards_of(state, seat)
            if mine != there:
                found.append(f"cards of seat {seat}: {sorted(mine ^ there)}")
            if self.hands[seat] != len(state.hands[seat]):
                found.append(f"hand of seat {seat}: {self.hands[seat]}, {len(state.hands[seat])}")
        worn = {item: unit for unit, items in enumerate(state.items) for item in items}
        if worn != self.worn:
            found.append(f"items: {sorted(worn.items() ^ self.worn.items())}")
        store = {card for card in self.owner if state.store >> card & 1}
        free = {card for card, owner in self.owner.items() if owner == STORE}
        if not (store == free or (state.setup.ruleset.draft and store <= free)):
            found.append(f"store: {sorted(store ^ free)}")
        if self.shells != state.shells:
            found.append(f"shells: {self.shells}, {state.shells}")
        points = dict(zip(state.setup.board.points, state.owners, strict=True))
        if self.points != {space: seat for space, seat in points.items() if seat >= 0}:
            found.append(f"points: {self.points}")
        jailed = {unit for unit, place in enumerate(state.space) if place < 0}
        if state.setup.order and self.jailed != jailed:
            found.append(f"jails: {self.jailed}, {jailed}")
        for card, copies in enumerate(state.setup.catalog.power_cards):
            held = sum(hand.count(card) for hand in state.hands)
            if state.deck[card] + state.discard[card] + held > copies.copies:
                found.append(f"copies of {copies.id}")
        return found


def _cards_of(state: State, seat: int) -> set[int]:
    """Return the store cards of a team: on units, aside, and its characters."""
    found = {item for unit in range(seat * 4, seat * 4 + 4) for item in state.items[unit]}
    found |= set(state.spare[seat])
    known = state.setup.catalog.character_cards
    units = state.setup.units[seat * 4 : seat * 4 + 4]
    return found | {known[who.id] for who in units if who.id in known}
