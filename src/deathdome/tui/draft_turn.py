"""Draft of a purchasing turn, on a position that holds only what the seat sees.

Nothing is sent before the turn is committed, so every step can be undone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import Action, ActionKind, a_of, kind_of, make_action
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.rules.characters import team_size
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import gear_now
from deathdome.rules.observing import observe, visible_state
from deathdome.session.outfitting import buyable
from deathdome.text.phrases import store as say
from deathdome.tui.presenters.purchases import consequence
from deathdome.tui.presenters.reasons import refused_here
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.text.convicts import Convicts

WAIT: Final = say.OTHERS_SHOP


class DraftTurn:
    """The steps of a purchasing turn so far, and the position after them."""

    def __init__(self) -> None:
        self.request: Request | None = None
        self.convicts: Convicts | None = None  # gives units their names
        self.tried: Request | None = None  # the question after the staged steps
        self.seen: Observation | None = None  # with the staged steps done
        self.options: list[Action] = []
        self.shelf: Observation | None = None  # before the staged purchase, to choose another
        self.shelf_options: list[Action] = []  # then
        self._on_offer: frozenset[int] = frozenset()  # store cards that can be bought then
        self.staged: list[Action] = []
        self.follows: list[str] = []  # what each staged step brings with it; '' for nothing
        self._implied: set[int] = set()  # items whose owner was not asked for
        self._undone: list[Action] = []  # undone steps, the next to redo last
        self.number = UNITS_PER_TEAM  # units of the team, including those aside
        self.note = ""

    def show(self, seen: Observation) -> None:
        """Show a position while another team buys."""
        self.request = self.tried = None
        self._unstage()
        self.options = []
        self.seen = self.shelf = _geared(self._named(seen))

    def ask(self, request: Request) -> bool:
        """Begin the draft of your turn; return False if that is the current one."""
        if self.request is not None and self.request.mark == request.mark:
            return False
        self.request = replace(request, seen=self._named(request.seen))
        self._unstage()
        self.note = ""
        self._replay()
        return True

    def _named(self, seen: Observation) -> Observation:
        return seen if self.convicts is None else self.convicts.view(seen)

    def _unstage(self) -> None:
        self.staged.clear()
        self.follows.clear()
        self._undone.clear()
        self._implied.clear()

    def _replay(self) -> None:
        """Apply the staged steps to the position."""
        assert self.request is not None
        state = self.position()
        asked = decision(state)
        self.options = list(asked.options) if asked is not None else []
        self.seen = self.shelf = _geared(observe(state, self.request.seat))
        self.shelf_options = self.options
        if self.bought >= 0:
            before = self.position(until=self.bought)
            asked = decision(before)
            self.shelf_options = list(asked.options) if asked is not None else []
            self.shelf = _geared(observe(before, self.request.seat))
        self._on_offer = buyable(self.shelf_options)
        self.tried = replace(self.request, seen=self.seen, options=tuple(self.options))
        self.number = team_size(state, self.request.seat)

    @property
    def bought(self) -> int:
        """The store card of the staged purchase, or -1."""
        bought = (a_of(action) for action in self.staged if kind_of(action) is ActionKind.BUY)
        return next(bought, -1)

    def position(self, until: int = -1) -> State:
        """Return a copy of the visible position with the staged steps done, in your turn.

        `until` is a store card: only the steps before its purchase are done.
        """
        assert self.request is not None
        state = visible_state(self.request.seen)
        for action in self.staged:
            if until >= 0 and action == make_action(ActionKind.BUY, until):
                break
            apply_action(state, action)
        return state

    def stage(self, action: Action) -> bool:
        """Stage a step, or say why it is refused."""
        if self.request is None:
            self.note = WAIT
            return False
        if action not in self.options:
            self.note = refused_here(self.position(), action)
            return False
        self._undone.clear()
        self._do(action)
        return True

    def purchase(self, card: int, unit: int) -> bool:
        """Stage a purchase for a unit in one step; return False, with a note, if it is refused."""
        if not self.stage(make_action(ActionKind.BUY, card)):
            return False
        self._implied.add(card)
        return self.stage(make_action(ActionKind.EQUIP, card, unit))

    def give_up_purchase(self) -> None:
        """Drop the staged purchase, and every later step that needs it."""
        card, steps = self.bought, list(self.staged)
        self._unstage()
        self._replay()
        for action in steps:
            if a_of(action) != card and action in self.options:
                self._do(action)

    def _do(self, action: Action) -> None:
        before = self.seen
        self.staged.append(action)
        self.note = ""
        self._replay()
        assert before is not None
        assert self.seen is not None
        self.follows.append(consequence(action, before, self.seen))

    def undo(self) -> bool:
        """Undo the last staged step; return False if there is none."""
        if not self.staged or self.request is None:
            return False
        self._pop()
        if self.bought in self._implied and self.staged[-1] == make_action(
            ActionKind.BUY, self.bought
        ):
            self._pop()
        self._replay()
        self.note = say.UNDONE
        return True

    def _pop(self) -> None:
        self._undone.append(self.staged.pop())
        self.follows.pop()

    def redo(self) -> bool:
        """Redo the step that was undone last; return False if there is none."""
        if not self._undone or self.request is None:
            return False
        action = self._undone.pop()
        self._do(action)
        if kind_of(action) is ActionKind.BUY and a_of(action) in self._implied:
            self._do(self._undone.pop())
        self.note = say.REDONE
        return True

    # -- what the team could have, and has -----------------------------------------------------

    def in_reach(self, card: int) -> bool:
        """Return True if the card can be bought now, or while others buy is affordable."""
        if self.request is not None:
            return card in self._on_offer
        seen = self.seen
        return seen is not None and price(seen.setup, card) <= seen.credits[seen.seat]

    def fitting(self, item: int) -> list[int]:
        """Return which of the four units could be given the item now, 0 to 3."""
        return [
            action & 3
            for action in self.options
            if kind_of(action) is ActionKind.EQUIP and a_of(action) == item
        ]

    def owned(self) -> list[tuple[int, int]]:
        """Return (unit or -1, store card) of everything the team owns, as on the team sheet.

        A character precedes its items; units of the registry belong to no team.
        """
        seen = self.seen
        if seen is None:
            return []
        cards = seen.setup.catalog.character_cards
        rows: list[tuple[int, int]] = []
        for unit in team_units(seen.seat):
            who = seen.setup.units[unit].id
            if who in cards:
                rows.append((unit, cards[who]))
            rows += [(unit, item) for item in seen.items[unit]]
        return rows + [(-1, card) for card in seen.spare[seen.seat]]

    def is_character(self, card: int) -> bool:
        """Return True if a store card is a character."""
        return self.seen is not None and card >= len(self.seen.setup.catalog.items)


def _geared(seen: Observation) -> Observation:
    """Return the observation with the ratings that the present equipment makes."""
    return replace(seen, gear=gear_now(seen))
