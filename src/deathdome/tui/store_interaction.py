"""Interaction of a player with the store: list, filter, team sheet, draft turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from deathdome.model.actions import DONE, PASS, Action, ActionKind, a_of, b_of, kind_of, make_action
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Deck
from deathdome.rules.engine import apply_action, decision
from deathdome.session.outfitting import next_step, next_steps
from deathdome.text.goods import ORDERS, is_useful, sifted
from deathdome.text.names import listed
from deathdome.text.phrases import store as say
from deathdome.tui.draft_turn import WAIT, DraftTurn
from deathdome.tui.keys.keyset import key, with_keys
from deathdome.tui.presenters.pieces import unit_called
from deathdome.tui.presenters.reasons import about_goods, about_own, about_owner, refused_here
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.content.outfits import OutfitPlan
    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation


class StoreFilter:
    """Search words, order and filters of the items."""

    def __init__(self) -> None:
        self.wanted = ""  # words; a card must have all
        self.typing = False  # whether letters go to `wanted`
        self.order = 0
        self.useful_only = True  # only cards that can be bought and carried
        self.marked = -1  # the store card for comparison

    def next_order(self) -> str:
        """Switch to the next order, and return its name."""
        self.order = (self.order + 1) % len(ORDERS)
        return ORDERS[self.order]

    @property
    def active(self) -> bool:
        """True if any setting differs from the default."""
        return bool(self.wanted or self.typing or self.order or not self.useful_only)

    @property
    def clearable(self) -> bool:
        """True if going back would clear words or a mark."""
        return bool(self.wanted or self.marked >= 0)

    def sifted(
        self, seen: Observation, cards: Sequence[int], in_reach: Callable[[int], bool]
    ) -> list[int]:
        """Return the store cards that pass the filter, in the chosen order."""
        found = sifted(seen, cards, self.wanted, ORDERS[self.order])
        if self.useful_only:
            items = len(seen.setup.catalog.items)
            found = [
                card
                for card in found
                if card >= items or (in_reach(card) and is_useful(seen, card))
            ]
        return found


Send: TypeAlias = tuple[Action, ...]
Mode: TypeAlias = Literal["goods", "owner", "team", "sure"]

ALL: Final = "all decks"
CHARACTERS: Final = "characters"
DECKS: Final = (ALL, *(deck.value for deck in Deck))  # and CHARACTERS if they are for sale


class StoreInteraction(DraftTurn):
    """List of items, team sheet and bars of one player, on top of a draft turn."""

    def __init__(self) -> None:
        super().__init__()
        self.mode: Mode = "goods"
        self.filter = StoreFilter()
        self.deck = 0
        self.row = 0  # in the list of items
        self.line = 0  # on the team sheet
        self.unit = 0  # 0 to 3, when an owner is chosen
        self.item = -1  # that gets an owner
        self._back: Mode = "goods"
        self._plans: dict[int, OutfitPlan] = {}  # the chosen outfit, by seat

    # -- the turn ------------------------------------------------------------------------------

    def show(self, seen: Observation) -> None:
        """Show a position while another team buys."""
        super().show(seen)
        if self.mode != "team":
            self.mode = "goods"

    def ask(self, request: Request) -> bool:
        """Begin the draft of your turn; return False if that is the current one."""
        new = super().ask(request)
        if new:
            self.mode = "goods"
            self.filter.wanted, self.filter.typing = "", False
            self._follow()
        return new

    # -- outfits -------------------------------------------------------------------------------

    @property
    def plan(self) -> OutfitPlan | None:
        """The chosen outfit of the player; None without one."""
        return self._plans.get(self.seen.seat) if self.seen is not None else None

    def choose_outfit(self, plan: OutfitPlan) -> None:
        """Choose an outfit, and stage its next purchase in your turn."""
        if self.seen is None:
            return
        self._plans[self.seen.seat] = plan
        self.mode = "goods"
        if self.request is None:
            self.note = say.OUTFIT_WAITS.format(outfit=plan.name)
            return
        if self.bought >= 0:
            self.give_up_purchase()
        self._follow()

    def _follow(self) -> None:
        """Stage the next purchase of the chosen outfit."""
        plan, seen = self.plan, self.seen
        if plan is None or seen is None or self.request is None or self.bought >= 0:
            return
        step = next_step(plan, seen, self._on_offer)
        if step is None:
            self.note = say.OUTFIT_ENDS.format(outfit=plan.name, end=key("end"))
        elif self.purchase(*step):
            self.deck, self.filter.wanted = 0, ""
            self._bar_to(step.item)

    def to_come(self) -> list[tuple[int, int]]:
        """Return (item, unit) of the later purchases of the chosen outfit."""
        return self.purchases_of(self.plan) if self.plan is not None else []

    def purchases_of(self, plan: OutfitPlan) -> list[tuple[int, int]]:
        """Return (item, unit) of the purchases of an outfit, as far as credits may last."""
        seen = self.seen
        if seen is None:
            return []
        cost = seen.setup.catalog.items
        left, found = seen.credits[seen.seat], []
        on_offer = [card for card in range(len(cost)) if seen.store >> card & 1]
        for item, unit in next_steps(plan, seen, on_offer):
            if cost[item].cost <= left:
                left -= cost[item].cost
                found.append((item, unit))
        return found

    def undo(self) -> bool:
        """Undo the last staged step; return False if there is none."""
        return super().undo() and self._changed()

    def redo(self) -> bool:
        """Redo the step that was undone last; return False if there is none."""
        return super().redo() and self._changed()

    def _changed(self) -> bool:
        """Close an open question, because its subject may have changed; return True."""
        if self.mode != "team" or not self.owned():
            self.mode = "goods"
        return True

    # -- the list ------------------------------------------------------------------------

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks of the store by name, after the choice of all."""
        with_them = self.seen is not None and self.seen.setup.ruleset.characters
        return (*DECKS, CHARACTERS) if with_them else DECKS

    def goods(self) -> list[int]:
        """Return the store cards of the chosen deck that pass the filter, in order."""
        return self._found(self.decks[self.deck])

    def elsewhere(self) -> int:
        """Return the number of cards that pass the filter in other decks."""
        return len(self._found(ALL)) if self.decks[self.deck] != ALL else 0

    def _found(self, deck: str) -> list[int]:
        seen = self.shelf
        if seen is None:
            return []
        items = seen.setup.catalog.items
        cards = [
            card
            for card in range(seen.store.bit_length())
            if seen.store >> card & 1
            and deck in (ALL, items[card].deck.value if card < len(items) else CHARACTERS)
        ]
        return self.filter.sifted(seen, cards, self.in_reach)

    @property
    def under_bar(self) -> int:
        """The highlighted store card, or -1."""
        if self.mode == "owner":
            return self.item
        if self.mode == "team":
            return self.line_under_bar[1]
        goods = self.goods()
        return goods[min(self.row, len(goods) - 1)] if goods else -1

    @property
    def line_under_bar(self) -> tuple[int, int]:
        """(unit or -1, store card or -1) of the team sheet."""
        rows = self.owned()
        return rows[min(self.line, len(rows) - 1)] if rows else (-1, -1)

    # -- keys ----------------------------------------------------------------------------------

    def move(self, step: int) -> None:
        """Move the bar."""
        self.note = ""
        if self.mode == "goods":
            self.row = _clamped(self.row + step, len(self.goods()))
        elif self.mode == "team":
            self.line = _clamped(self.line + step, len(self.owned()))
        elif self.mode == "owner":
            self.unit = (self.unit + (1 if step > 0 else -1)) % 4

    def other_deck(self, step: int) -> None:
        """Open another deck of the store."""
        if self.mode == "goods":
            self.deck = (self.deck + step) % len(self.decks)
            self.row = 0

    def sort(self) -> None:
        """Switch to the next order of the items; the bar stays on its card."""
        card = self.under_bar
        self.note = say.SORTED.format(next_order=self.filter.next_order())
        self._bar_to(card)

    def only_fitting(self) -> None:
        """Show only cards that can be bought and carried, or all again."""
        card = self.under_bar
        self.filter.useful_only = not self.filter.useful_only
        self.note = say.SHOWING_AFFORDABLE if self.filter.useful_only else say.SHOWING_EVERYTHING
        self._bar_to(card)

    def look_for(self, words: str) -> None:
        """Show only the items with all these words."""
        card = self.under_bar
        self.filter.wanted = words
        self._bar_to(card)

    def compare(self) -> None:
        """Mark the highlighted card for comparison, or remove the mark."""
        card = self.under_bar
        if card < 0:
            return
        if card == self.filter.marked:
            self.filter.marked = -1
            self.note = ""
        else:
            self.filter.marked = card
            self.note = say.COMPARING.format(card=self._name(card))

    def pick_deck(self, name: str) -> None:
        """Open that deck, at its first card."""
        self.deck, self.row = self.decks.index(name), 0

    def point_at(self, action: Action) -> None:
        """Move the bar to the card or unit of an action, if it is listed here."""
        kind = kind_of(action)
        if kind is ActionKind.BUY and self.mode in ("goods", "team"):
            card = a_of(action)
            if card not in self.goods():
                self.filter.wanted, self.filter.useful_only = "", False
                self.deck = 0
            self.mode = "goods"
            self._bar_to(card)
        elif kind is ActionKind.EQUIP and self.mode == "owner" and a_of(action) == self.item:
            self.unit = b_of(action) % UNITS_PER_TEAM
        elif kind in (ActionKind.EQUIP, ActionKind.SELL, ActionKind.UNEQUIP) and self.mode in (
            "goods",
            "team",
        ):
            rows = [card for _, card in self.owned()]
            if a_of(action) in rows:
                self.mode, self.line = "team", rows.index(a_of(action))

    def _bar_to(self, card: int) -> None:
        """Move the bar to a card, or to the first one if the card is not listed."""
        goods = self.goods()
        self.row = goods.index(card) if card in goods else 0

    def switch(self) -> None:
        """Switch between the store and the team sheet."""
        self.note = ""
        self.mode = "goods" if self.mode != "goods" else "team"
        if self.mode == "team" and not self.owned():
            self.mode = "goods"
            self.note = say.OWN_NOTHING

    @property
    def enter_confirms(self) -> bool:
        """True if Enter commits the turn, because the highlighted card is the ordered one."""
        if self.mode != "goods" or self.request is None:
            return False
        ordered = self.under_bar >= 0 and self.under_bar == self.bought
        return ordered or not (self.goods() or self.filter.wanted)

    def enter(self) -> Send:
        """Buy, give, move or confirm, depending on the mode."""
        if self.mode == "sure":
            return (*self.staged, PASS)
        if self.request is None:
            self.note = WAIT
            return ()
        if self.mode == "goods":
            if self.enter_confirms:
                return self.end()
            if self.under_bar >= 0:
                self._buy(self.under_bar)
        elif self.mode == "team":
            if self.is_character(self.under_bar):
                self.note = say.CARD_KEYS.format(card=self._name(self.under_bar))
            elif self.under_bar >= 0:
                self._choose_owner(self.under_bar)
        else:
            assert self.seen is not None
            unit = team_units(self.seen.seat)[self.unit]
            if self.stage(make_action(ActionKind.EQUIP, self.item, unit)):
                self.mode = self._back
                self.note = say.GIVEN.format(
                    item=self._name(self.item), unit=unit_called(self.seen, unit)
                )
        return ()

    def _buy(self, card: int) -> None:
        if self.bought >= 0 and self.in_reach(card):
            self.give_up_purchase()
        if not self.stage(make_action(ActionKind.BUY, card)):
            if self._sale_would_do(card):
                self.note += with_keys(" " + say.SELL_FIRST)
        elif not self.is_character(card):
            self._give(card)
        elif self.number > UNITS_PER_TEAM:
            self.mode, self.line = "team", 0
            self.note = f"{self._name(card)} is bought. {self.still_to_do()}"
        else:
            self.note = say.JOINS.format(
                card=self._name(card), still_to_do=self.still_to_do()
            ).rstrip()

    def _sale_would_do(self, card: int) -> bool:
        """Return True if the sale of a character of yours would make room for this one."""
        if self.request is None or self.number != UNITS_PER_TEAM or not self.is_character(card):
            return False
        for _, own in self.owned():
            sale = make_action(ActionKind.SELL, own)
            if self.is_character(own) and sale in self.options:
                state = self.position()
                apply_action(state, sale)
                asked = decision(state)
                if asked is not None and make_action(ActionKind.BUY, card) in asked.options:
                    return True
        return False

    def still_to_do(self) -> str:
        """Return what the team must do to have four units, or owners for its items."""
        seen = self.seen
        assert seen is not None
        together = seen.setup.ruleset.character_swap == "turn"
        when = "now" if together else say.BEFORE_YOU_PASS
        if self.number > UNITS_PER_TEAM:
            return say.SELL_A_CHARACTER.format(when=when)
        if self.number < UNITS_PER_TEAM:
            return say.BUY_A_CHARACTER.format(when=when)
        loose = [self._name(card) for card in seen.spare[seen.seat]]
        return say.EQUIP_OR_SELL.format(panel=key("panel"), loose=listed(loose)) if loose else ""

    def _give(self, item: int) -> None:
        """Give a bought item to the only unit that can carry it, or ask for one of several."""
        fits = self.fitting(item)
        if len(fits) == 1 and self.seen is not None:
            self._implied.add(item)
            self.stage(make_action(ActionKind.EQUIP, item, team_units(self.seen.seat)[fits[0]]))
        else:
            self._choose_owner(item)

    def _choose_owner(self, item: int) -> None:
        fits = self.fitting(item)
        if not fits:
            self.mode = "team"
            self.note = with_keys(say.NO_ROOM)
            return
        self._back = "goods" if self.mode == "goods" else "team"
        self.item, self.unit, self.mode = item, fits[0], "owner"
        self.note = say.WHO_GETS_IT.format(item=self._name(item))

    def sell(self) -> None:
        """Sell the highlighted card of the team sheet."""
        if self.mode != "team" or self.under_bar < 0:
            return
        card = self.under_bar
        name = self._name(card)
        if not self.stage(make_action(ActionKind.SELL, card)):
            return
        self.note = say.SOLD.format(name=name)
        if self.is_character(card):
            self.note = f"{name} leaves. {self.still_to_do()}".rstrip()
        if self.number < UNITS_PER_TEAM:
            self.mode = "goods"
            self.filter.wanted = ""  # the filter must not hide the cards needed now
            self.pick_deck(CHARACTERS)
        elif not self.owned():
            self.mode = "goods"

    def aside(self) -> None:
        """Unassign the highlighted item."""
        if self.mode != "team" or self.under_bar < 0:
            return
        name = self._name(self.under_bar)
        if self.is_character(self.under_bar):
            self.note = say.CHARACTER_STAYS.format(name=name)
        elif self.stage(make_action(ActionKind.UNEQUIP, self.under_bar)):
            self.note = say.UNASSIGNED.format(name=name)

    def why(self) -> None:
        """Say why the highlighted card cannot be bought, given or sold, or that it can."""
        card = self.under_bar
        if self.request is None:
            self.note = WAIT
        elif card >= 0:
            assert self.seen is not None
            state = self.position()
            if self.mode == "owner":
                unit = team_units(self.seen.seat)[self.unit]
                self.note = about_owner(state, self.options, card, unit)
            elif self.mode == "team":
                self.note = about_own(state, self.options, card)
            else:
                assert self.shelf is not None
                before = self.position(until=self.bought)
                self.note = about_goods(before, self.shelf, self.shelf_options, card)

    def _name(self, card: int) -> str:
        assert self.seen is not None
        return self.seen.setup.catalog.store_cards[card].name

    def escape(self) -> None:
        """Go one level back; a bought item without an owner stays unassigned."""
        if self.mode == "owner":
            self.mode = self._back
            if self.seen is not None and self.item in self.seen.spare[self.seen.seat]:
                self.note = say.UNASSIGNED_NOW.format(card=self._name(self.item))
        elif self.mode in ("sure", "team"):
            self.mode = "goods"
            self.note = ""
        elif self.filter.wanted:
            self.note = ""
            self.look_for("")
        elif self.filter.marked >= 0:
            self.filter.marked = -1
            self.note = ""

    def end(self) -> Send:
        """Commit the turn; pass if no card was bought or sold, after one more question."""
        if self.request is None:
            self.note = WAIT
            return ()
        if DONE in self.options:
            return (*self.staged, DONE)
        if PASS in self.options:
            self.mode = "sure"
            assert self.seen is not None
            final = self.seen.setup.ruleset.pass_is_final
            self.note = with_keys(say.PASS_QUESTION if final else say.PASS_FOR_NOW_QUESTION)
            return ()
        seen = self.seen
        assert seen is not None
        if self.number != UNITS_PER_TEAM:
            self.note = refused_here(self.position(), DONE if self.staged else PASS)
            return ()
        names = ", ".join(self._name(item) for item in seen.spare[seen.seat])
        self.note = say.CANNOT_PASS.format(cards=names)
        return ()


def _clamped(value: int, number: int) -> int:
    return max(0, min(value, number - 1))
