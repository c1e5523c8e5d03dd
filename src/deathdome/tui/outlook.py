"""What a person at the screen looks at: the question, the cursor, the chosen unit, the overlay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Action, ActionKind, kind_of, make_action
from deathdome.model.decisions import Question
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.analysis import actions_in_phase
from deathdome.text.offers import Offers, sort_offers
from deathdome.tui.presenters.board import Marks
from deathdome.tui.presenters.menus import Menu, question_menu
from deathdome.tui.presenters.overlays import Overlay, marks_for
from deathdome.tui.presenters.pieces import drawn_units

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation


class Outlook:
    """The position as it is looked at. `note` is the one sentence that answers the last key."""

    def __init__(self) -> None:
        self.seen: Observation | None = None
        self.request: Request | None = None
        self.offers = Offers()
        self.options: list[Action] = []
        self.cursor = 0
        self.chosen = -1  # own unit whose phase has not begun, or is open
        self.prefix: tuple[Action, ...] = ()  # begins the chosen unit's phase, if still to do
        self.menu: Menu | None = None
        self.note = ""
        self.overlay = Overlay.REACH
        self._units: dict[int, int] = {}
        self._last = -1  # unit chosen last, kept from one question to the next
        self._marks: Marks | None = None

    def show(self, seen: Observation) -> None:
        """A new position, nothing asked."""
        first = self.seen is None
        self.seen = seen
        self.request = None
        self.offers, self.options, self.menu, self.prefix = Offers(), [], None, ()
        self.chosen = -1
        self._units = drawn_units(seen)
        self._marks = None
        if first:
            grid = seen.setup.board.grid
            self.cursor = int(grid.space(grid.width // 2, grid.height // 2))

    def ask(self, request: Request) -> None:
        """A question to this person."""
        same = self.request is not None and self.request.mark == request.mark
        if same:
            return
        self.show(request.seen)
        self.request = request
        self.note = ""
        self.menu = question_menu(request)
        if request.question is Question.TURN:
            self._choose_first(request)
        else:
            self.options = list(request.options)
            self.offers = sort_offers(self.options)
            if request.question is Question.UNIT_PHASE:
                self.chosen = self._last = request.unit
        self._place_cursor(request)

    def _choose_first(self, request: Request) -> None:
        offers = sort_offers(request.options)
        self.options = list(request.options)
        self.offers = offers
        if offers.units:
            self.choose(self._last if self._last in offers.units else min(offers.units))

    def choose(self, unit: int) -> None:
        """Makes an own unit the one whose phase the next answer begins."""
        assert self.request is not None
        assert self.seen is not None
        begin = make_action(ActionKind.ACTIVATE, unit)
        self.chosen = self._last = unit
        self.prefix = (begin,)
        preview = actions_in_phase(self.seen, unit)
        own = [
            action
            for action in self.request.options
            if kind_of(action) is not ActionKind.ACTIVATE and action not in preview
        ]
        self.options = [
            *(action for action in preview if kind_of(action) is not ActionKind.END_PHASE),
            *own,
        ]
        self.offers = sort_offers(self.options)
        self._marks = None

    def _place_cursor(self, request: Request) -> None:
        """The cursor goes where the question is, but not away from where a walk has just ended."""
        question = request.question
        if question is Question.TURN and self.chosen >= 0:
            self.cursor = self._space_of(self.chosen)
        elif question is Question.UNIT_PHASE:
            if self._units.get(self.cursor) != request.unit:
                self.cursor = self._space_of(request.unit)
        elif self.menu is not None:
            if request.unit >= 0:
                self.cursor = self._space_of(request.unit, self.cursor)
            self._follow_menu()
        elif self.offers.attacks:
            self.cursor = self._space_of(min(self.offers.attacks))
        elif self.offers.spaces:
            self.cursor = min(self.offers.spaces)

    def _follow_menu(self) -> None:
        entry = self.menu.entry if self.menu is not None else None
        if entry is not None and entry.space >= 0:
            self.cursor = entry.space

    def _space_of(self, unit: int, default: int | None = None) -> int:
        for space, other in self._units.items():
            if other == unit:
                return space
        return self.cursor if default is None else default

    @property
    def unit_here(self) -> int:
        """The unit under the cursor, or -1."""
        return self._units.get(self.cursor, -1)

    @property
    def marks(self) -> Marks:
        """What is to be laid over the board now."""
        seen = self.seen
        assert seen is not None
        if self._marks is None or self._marks.cursor != self.cursor:
            self._marks = self._make_marks(seen)
        return self._marks

    def _make_marks(self, seen: Observation) -> Marks:
        targets = 0
        for unit in (*self.offers.attacks, *self._hit_units()):
            targets |= 1 << self._space_of(unit)
        active = self.chosen if self.chosen >= 0 else self.request.unit if self.request else -1
        base = Marks(self.cursor, self.offers.reach, targets, 0, active)
        here = self.unit_here
        # Whoever is looked at shows where it could go.
        walker = here if self.menu is None and self._may_walk(seen, here) else -1
        return marks_for(seen, self.overlay, base, unit=self.subject, walker=walker)

    @property
    def subject(self) -> int:
        """The unit that overlays and lines are about: the acting one, else who is looked at."""
        if self.chosen >= 0:
            return self.chosen
        if self.request is not None and self.request.unit >= 0:
            return self.request.unit
        return self.unit_here

    def next_overlay(self) -> None:
        """Reach, threat, both, sight, off, and round again."""
        self.overlay = self.overlay.following
        self.changed()

    def _may_walk(self, seen: Observation, unit: int) -> bool:
        """Whether the reach of a unit means anything now.

        Of foes always; of an own unit only while it can still begin a phase, else the marks
        would promise a walk that is refused.
        """
        if unit < 0 or not seen.setup.order:
            return False
        if unit // UNITS_PER_TEAM != seen.seat:
            return True
        request = self.request
        return (
            request is not None
            and request.question is Question.TURN
            and make_action(ActionKind.ACTIVATE, unit) in request.options
        )

    def _hit_units(self) -> list[int]:
        if self.request is None or self.request.question is not Question.HIT_ORDER:
            return []
        return list(self.offers.units)

    def changed(self) -> None:
        """Forgets the marks: something they depend on is different."""
        self._marks = None
