"""What a person has under the fingers in the store: list, team sheet, and a staged turn.

A purchasing turn is tried out on a position that holds only what the seat sees; nothing is sent
before it is committed, so every step can be taken back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from deathdome.model.actions import DONE, PASS, Act, Action, a_of, action, verb_of
from deathdome.model.vocabulary import Deck
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import build_gear
from deathdome.rules.observing import observe, visible_state
from deathdome.tui.presenters.pieces import unit_token
from deathdome.tui.presenters.reasons import refused_here
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.play.controllers import Request

Send: TypeAlias = tuple[Action, ...]
Mode: TypeAlias = Literal["goods", "owner", "team", "sure"]

DECKS = (None, *Deck)  # None: all of them


class Stall:
    """The state of the fingers in the store."""

    def __init__(self) -> None:
        self.request: Request | None = None
        self.seen: Observation | None = None  # with the staged steps done
        self.options: list[Action] = []
        self.staged: list[Action] = []
        self.mode: Mode = "goods"
        self.deck = 0
        self.row = 0  # in the list of goods
        self.line = 0  # on the team sheet
        self.unit = 0  # 0 to 3, when an owner is chosen
        self.item = -1  # to which an owner is given
        self.note = ""
        self._back: Mode = "goods"

    # -- position ------------------------------------------------------------------------------

    def look(self, seen: Observation) -> None:
        """Somebody else is buying."""
        self.request = None
        self.staged.clear()
        self.options = []
        self.seen = _geared(seen)
        if self.mode != "team":
            self.mode = "goods"

    def ask(self, request: Request) -> None:
        """An own purchasing turn."""
        if self.request is not None and self.request.number == request.number:
            return
        self.request = request
        self.staged.clear()
        self.mode = "goods"
        self.note = ""
        self._replay()

    def _replay(self) -> None:
        """The position with the staged steps done."""
        assert self.request is not None
        state = self._position()
        asked = decision(state)
        self.options = list(asked.options) if asked is not None else []
        self.seen = _geared(observe(state, self.request.seat))

    def _position(self) -> State:
        assert self.request is not None
        state = visible_state(self.request.seen)
        for act in self.staged:
            apply_action(state, act)
        return state

    def _stage(self, act: Action) -> bool:
        """Stages a step, or says why it cannot be."""
        if self.request is None:
            self.note = "Others are buying: wait."
            return False
        if act not in self.options:
            self.note = refused_here(self._position(), act)
            return False
        self.staged.append(act)
        self.note = ""
        self._replay()
        return True

    # -- what is listed ------------------------------------------------------------------------

    def goods(self) -> list[int]:
        """Items for sale in the chosen deck, in the order of the catalog."""
        seen = self.seen
        if seen is None:
            return []
        deck = DECKS[self.deck]
        return [
            index
            for index, item in enumerate(seen.table.catalog.items)
            if seen.store >> index & 1 and (deck is None or item.deck is deck)
        ]

    def owned(self) -> list[tuple[int, int]]:
        """(unit or -1, item) of everything the team has, as on the team sheet."""
        seen = self.seen
        if seen is None:
            return []
        rows = [(unit, item) for unit in team_units(seen.seat) for item in seen.items[unit]]
        return rows + [(-1, item) for item in seen.spare[seen.seat]]

    @property
    def under_bar(self) -> int:
        """The item that is looked at, or -1."""
        if self.mode == "owner":
            return self.item
        if self.mode == "team":
            rows = self.owned()
            return rows[min(self.line, len(rows) - 1)][1] if rows else -1
        goods = self.goods()
        return goods[min(self.row, len(goods) - 1)] if goods else -1

    # -- keys ----------------------------------------------------------------------------------

    def move(self, step: int) -> None:
        """The bar up or down."""
        self.note = ""
        if self.mode == "goods":
            self.row = _within(self.row + step, len(self.goods()))
        elif self.mode == "team":
            self.line = _within(self.line + step, len(self.owned()))
        elif self.mode == "owner":
            self.unit = (self.unit + (1 if step > 0 else -1)) % 4

    def other_deck(self, step: int) -> None:
        """Another deck of the store."""
        if self.mode == "goods":
            self.deck = (self.deck + step) % len(DECKS)
            self.row = 0

    def switch(self) -> None:
        """Between store and team sheet."""
        self.note = ""
        self.mode = "goods" if self.mode != "goods" else "team"
        if self.mode == "team" and not self.owned():
            self.mode = "goods"
            self.note = "The team owns nothing yet."

    def enter(self) -> Send:
        """Buys, gives, moves or confirms, as the mode is."""
        if self.mode == "sure":
            return (*self.staged, PASS)
        if self.request is None:
            self.note = "Others are buying: wait."
            return ()
        if self.mode == "goods":
            item = self.under_bar
            if item >= 0 and self._stage(action(Act.BUY, item)):
                self._choose_owner(item)
        elif self.mode == "team":
            if self.under_bar >= 0:
                self._choose_owner(self.under_bar)
        else:
            assert self.seen is not None
            unit = team_units(self.seen.seat)[self.unit]
            if self._stage(action(Act.EQUIP, self.item, unit)):
                self.mode = self._back
                name = self.seen.table.catalog.items[self.item].name
                self.note = f"{name} goes to {unit_token(self.seen.table, unit)}."
        return ()

    def _choose_owner(self, item: int) -> None:
        fits = self.fitting(item)
        if not fits:
            self.mode = "team"
            self.note = "No unit can take it as they are equipped: it lies aside. Make room (x, s)."
            return
        self._back = "goods" if self.mode == "goods" else "team"
        self.item, self.unit, self.mode = item, fits[0], "owner"
        self.note = f"Who gets {self._name(item)}?"

    def fitting(self, item: int) -> list[int]:
        """Which of the four units could be given the item now, 0 to 3."""
        return [act & 3 for act in self.options if verb_of(act) is Act.EQUIP and a_of(act) == item]

    def sell(self) -> None:
        """Sells the item under the bar of the team sheet."""
        if self.mode == "team" and self.under_bar >= 0:
            name = self._name(self.under_bar)
            if self._stage(action(Act.SELL, self.under_bar)):
                self.note = f"{name} is sold."
                if not self.owned():
                    self.mode = "goods"

    def aside(self) -> None:
        """Puts the item under the bar aside."""
        if self.mode == "team" and self.under_bar >= 0:
            name = self._name(self.under_bar)
            if self._stage(action(Act.UNEQUIP, self.under_bar)):
                self.note = f"{name} lies aside; it must be equipped or sold before passing."

    def _name(self, item: int) -> str:
        assert self.seen is not None
        return self.seen.table.catalog.items[item].name

    def take_back(self) -> bool:
        """The last staged step; False if there is none."""
        if not self.staged or self.request is None:
            return False
        self.staged.pop()
        self.mode = "goods" if self.mode in ("owner", "sure") else self.mode
        self._replay()
        self.note = "Taken back."
        return True

    def escape(self) -> None:
        """One level back; a purchase whose owner is not named yet stays staged, aside."""
        if self.mode == "owner":
            self.mode = self._back
            if self.seen is not None and self.item in self.seen.spare[self.seen.seat]:
                self.note = f"{self._name(self.item)} lies aside: u takes it back."
        elif self.mode in ("sure", "team"):
            self.mode = "goods"
            self.note = ""

    def end(self) -> Send:
        """Commits the turn; passes if nothing was bought or sold, after one more question."""
        if self.request is None:
            self.note = "Others are buying: wait."
            return ()
        if DONE in self.options:
            return (*self.staged, DONE)
        if PASS in self.options:
            self.mode = "sure"
            self.note = "Pass for the whole match? Enter: no more purchases. Esc: not yet."
            return ()
        seen = self.seen
        assert seen is not None
        names = ", ".join(self._name(item) for item in seen.spare[seen.seat])
        self.note = f"You cannot pass while something lies aside: equip or sell {names}."
        return ()


def _geared(seen: Observation) -> Observation:
    """With ratings as the equipment of this moment makes them; the rules wait until the end."""
    return replace(seen, gear=build_gear(seen.table, seen.items))


def _within(value: int, number: int) -> int:
    return max(0, min(value, number - 1))
