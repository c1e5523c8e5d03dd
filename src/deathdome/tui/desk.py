"""What a person at the screen has under the fingers: cursor, chosen unit, open list.

No Textual in here. Every method that takes a key returns the answers to send, in order, or none;
what is refused is said in `note`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from deathdome.model.actions import Act, Action, action, verb_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.foresight import after_activation, reach_of, threatened
from deathdome.tui.keyset import key
from deathdome.tui.presenters.board import Marks
from deathdome.tui.presenters.menus import (
    Menu,
    acts_menu,
    attack_menu,
    confirm_menu,
    question_menu,
    sure_menu,
)
from deathdome.tui.presenters.offers import Offers, sort_offers
from deathdome.tui.presenters.pieces import drawn_units, place_of, unit_token
from deathdome.tui.presenters.prompts import exhausted
from deathdome.tui.presenters.reasons import nobody_in_reach, reason

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.play.controllers import Request

Send: TypeAlias = tuple[Action, ...]
NOTHING: Send = ()


class Desk:
    """The state of the fingers. `note` is the one sentence that answers the last key."""

    def __init__(self) -> None:
        self.seen: Observation | None = None
        self.request: Request | None = None
        self.offers = Offers()
        self.options: list[Action] = []
        self.cursor = 0
        self.chosen = -1  # own unit whose phase has not begun, or is open
        self.prefix: Send = ()  # begins the chosen unit's phase, if that is still to do
        self.menu: Menu | None = None
        self.note = ""
        self.overlay = False  # threat shown
        self._units: dict[int, int] = {}
        self._last = -1  # unit chosen last, kept from one question to the next
        self._marks: Marks | None = None

    # -- what there is to see ------------------------------------------------------------------

    def look(self, seen: Observation) -> None:
        """A new position, nothing asked."""
        first = self.seen is None
        self.seen = seen
        self.request = None
        self.offers, self.options, self.menu, self.prefix = Offers(), [], None, ()
        self.chosen = -1
        self._units = drawn_units(seen)
        self._marks = None
        if first:
            grid = seen.table.board.grid
            self.cursor = int(grid.space(grid.width // 2, grid.height // 2))

    def ask(self, request: Request) -> None:
        """A question to this person."""
        same = self.request is not None and self.request.number == request.number
        if same:
            return
        self.look(request.seen)
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
        begin = action(Act.ACTIVATE, unit)
        self.chosen = self._last = unit
        self.prefix = (begin,)
        preview = after_activation(self.seen, unit)
        own = [
            act
            for act in self.request.options
            if verb_of(act) is not Act.ACTIVATE and act not in preview
        ]
        self.options = [*(act for act in preview if verb_of(act) is not Act.END_PHASE), *own]
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
        reach = self.offers.reach
        here = self.unit_here
        if not reach and self.menu is None and self._may_walk(seen, here):
            reach = reach_of(seen, here)  # whoever is looked at shows where it could go
        threat = threatened(seen, seen.seat) if self.overlay else 0
        return Marks(self.cursor, reach, targets, threat, active)

    def _may_walk(self, seen: Observation, unit: int) -> bool:
        """Whether the reach of a unit means anything now.

        Of foes always; of an own unit only while it can still begin a phase, else the marks
        would promise a walk that is refused.
        """
        if unit < 0 or seen.table.terrain is None:
            return False
        if unit // UNITS_PER_TEAM != seen.seat:
            return True
        request = self.request
        return (
            request is not None
            and request.question is Question.TURN
            and action(Act.ACTIVATE, unit) in request.options
        )

    def _hit_units(self) -> list[int]:
        if self.request is None or self.request.question is not Question.HIT_ORDER:
            return []
        return list(self.offers.units)

    def changed(self) -> None:
        """Forgets the marks: something they depend on is different."""
        self._marks = None

    # -- keys on the board ---------------------------------------------------------------------

    def move(self, across: int, down: int) -> None:
        """The cursor by so many spaces; it stops at the edge."""
        assert self.seen is not None
        if self.menu is not None:
            if down:
                self.menu.move(1 if down > 0 else -1)
                self._follow_menu()
            return
        grid = self.seen.table.board.grid
        column = min(max(grid.columns[self.cursor] + across, 0), grid.width - 1)
        row = min(max(grid.rows[self.cursor] + down, 0), grid.height - 1)
        self.point_at(grid.space(column, row))

    def point_at(self, space: int) -> None:
        """The cursor to a space."""
        self.cursor = space
        self.note = ""

    def _follow_menu(self) -> None:
        entry = self.menu.entry if self.menu is not None else None
        if entry is not None and entry.space >= 0:
            self.cursor = entry.space

    def step(self, by: int) -> None:
        """To the next own unit, target or space, in reading order."""
        if self.request is None or self.seen is None:
            return
        if self.menu is not None:
            self.menu.move(by)
            self._follow_menu()
            return
        self.note = ""
        if self.request.question is Question.TURN:
            units = sorted(sort_offers(self.request.options).units)
            if not units:
                self.note = f"No unit can act any more; {key('end')} ends the turn."
                return
            at = units.index(self.chosen) + by if self.chosen in units else 0
            self.choose(units[at % len(units)])
            self.cursor = self._space_of(self.chosen)
            return
        stops = self._stops(self.seen)
        if not stops:
            self.note = "Nothing to jump to: no foe in reach, no point to walk to."
            return
        later = [space for space in stops if space > self.cursor]
        earlier = [space for space in stops if space < self.cursor]
        if by > 0:
            self.cursor = later[0] if later else stops[0]
        else:
            self.cursor = earlier[-1] if earlier else stops[-1]

    def _stops(self, seen: Observation) -> list[int]:
        """Targets; without any, points and release points in reach; without those, every choice."""
        if self.offers.attacks:
            return sorted(self._space_of(unit) for unit in self.offers.attacks)
        board = seen.table.board
        worthwhile = [*board.points, *board.release_points]
        found = sorted(int(space) for space in worthwhile if space in self.offers.spaces)
        phase = self.request is not None and self.request.question is Question.UNIT_PHASE
        return found if found or phase else sorted(self.offers.spaces)

    def enter(self) -> Send:
        """Chooses what is under the cursor, or sends what the open list holds."""
        if self.request is None or self.seen is None:
            return NOTHING
        self.note = ""
        if self.menu is not None:
            if self._must_be_sure():
                return NOTHING
            sends = self.menu.answers()
            if self.menu.closable:
                self.menu = None
                self.changed()
            return sends
        if exhausted(self.request):
            return self.end()
        seen, unit, place = self.seen, self.unit_here, place_of(self.seen, self.cursor)
        if unit in self.offers.attacks:
            self.menu = attack_menu(seen, self.offers.attacks[unit], self.prefix)
            return NOTHING
        own = unit >= 0 and unit // UNITS_PER_TEAM == seen.seat
        if place in self.offers.spaces and not (own and seen.space[unit] != place):
            return (*self.prefix, self.offers.spaces[place])
        if self.request.question is Question.TURN and own:
            return self._enter_own(unit)
        if own and unit == self.chosen:
            self.note = self._can_do(unit)
            return NOTHING
        self.note = reason(self.request, self.refused(unit, place), self.chosen)
        return NOTHING

    def _must_be_sure(self) -> bool:
        """Asks once more before a card or an item is used, and with "no" under the bar.

        A played card is gone for good, and what was under the bar may not have been read.
        """
        menu, seen = self.menu, self.seen
        entry = menu.entry if menu is not None and menu.kind == "acts" else None
        if entry is None or seen is None or verb_of(entry.sends[-1]) not in (Act.PLAY, Act.USE):
            return False
        self.menu = sure_menu(entry)
        self.changed()
        return True

    def _enter_own(self, unit: int) -> Send:
        """An own unit is only chosen: Enter, once more, must not begin anything."""
        assert self.request is not None
        if unit != self.chosen and action(Act.ACTIVATE, unit) not in self.request.options:
            self.note = reason(self.request, action(Act.ACTIVATE, unit), -1)
            return NOTHING
        if unit != self.chosen:
            self.choose(unit)
        self.note = self._can_do(unit)
        return NOTHING

    def _can_do(self, unit: int) -> str:
        """What is offered to the chosen unit, in a sentence."""
        assert self.seen is not None
        table, offers = self.seen.table, self.offers
        parts = ["walk"] if offers.spaces else []
        if offers.attacks:
            foes = " ".join(unit_token(table, target) for target in sorted(offers.attacks))
            parts.append(f"attack {foes} ({key('attack')})")
        elif offers.sweeps:
            parts.append(f"attack all around ({key('attack')})")
        if Act.CAPTURE in offers.plain:
            parts.append(f"capture ({key('capture')})")
        if Act.RELEASE in offers.plain:
            parts.append(f"open the jail ({key('release')})")
        if offers.abilities:
            parts.append(f"use cards or items ({key('acts')})")
        can = f"can {', '.join(parts)}." if parts else "can do nothing now."
        return f"{unit_token(table, unit)} {can}"

    def refused(self, unit: int, place: int) -> Action:
        """The answer that Enter under the cursor would have been."""
        assert self.request is not None
        if self.request.question is Question.PUSH_SPACE:
            return action(Act.PUSH_TO, place)
        foe = unit >= 0 and unit // UNITS_PER_TEAM != self.request.seat
        if foe and self.request.question in (
            Question.TURN,
            Question.UNIT_PHASE,
            Question.FURTHER_ATTACK,
        ):
            return action(Act.ATTACK, self._weapon(), unit)
        if self.request.question is Question.FURTHER_ATTACK:
            return action(Act.ATTACK, self._weapon(), 0xFFF)
        return action(Act.WALK, place)

    def _weapon(self) -> int:
        """The weapon a refusal is about: the one that reaches farthest."""
        assert self.seen is not None
        unit = self.chosen if self.chosen >= 0 else self.request.unit if self.request else -1
        if unit < 0:
            return 0xFFF
        arms = self.seen.gear.arms[unit]
        return int(max(arms, key=lambda arm: arm.range).item)

    def why(self) -> None:
        """Says why the cell under the cursor is no answer, or that it is one."""
        if self.request is None or self.seen is None:
            self.note = "It is not your turn: nothing is asked of you now."
            return
        unit, place = self.unit_here, place_of(self.seen, self.cursor)
        if unit in self.offers.attacks:
            self.note = f"{unit_token(self.seen.table, unit)} can be attacked: {key('choose')}."
        elif place in self.offers.spaces:
            self.note = f"This space can be chosen: {key('choose')}."
        else:
            self.note = reason(self.request, self.refused(unit, place), self.chosen)

    def escape(self) -> bool:
        """One level back; False when there is nothing to go back from."""
        self.note = ""
        if self.menu is not None and self.menu.closable:
            self.menu = None
            self.changed()
            return True
        if self.menu is not None and self.menu.ticked:
            self.menu.ticked.clear()
            return True
        if self.chosen >= 0 and self.cursor != self._space_of(self.chosen):
            self.cursor = self._space_of(self.chosen)
            return True
        return False

    # -- named acts ----------------------------------------------------------------------------

    def acts(self) -> Send:
        """Opens the list of everything but walking."""
        if self.request is None or self.seen is None or self.menu is not None:
            return NOTHING
        self.note = ""
        menu = acts_menu(self.seen, self.options, self.prefix, self.request.options)
        if menu.entries:
            self.menu = menu
            self.changed()
        else:
            self.note = f"Nothing to do from here but walk; {key('end')} ends."
        return NOTHING

    def attack(self) -> Send:
        """Opens the list of all attacks that can be declared from here."""
        if self.request is None or self.seen is None or self.menu is not None:
            return NOTHING
        found = [act for acts in self.offers.attacks.values() for act in acts]
        found += self.offers.sweeps
        self.note = ""
        if found:
            self.menu = attack_menu(self.seen, found, self.prefix)
            self._follow_menu()
            self.changed()
        else:
            self.note = self._why_no_attack(self.request, self.seen)
        return NOTHING

    def _why_no_attack(self, request: Request, seen: Observation) -> str:
        """Why there is nobody to attack; the rules themselves only know single targets."""
        unit = self.chosen if self.chosen >= 0 else request.unit
        if unit < 0:
            return f"No unit can act any more; {key('end')} ends the turn."
        phase = next(
            (frame for frame in reversed(seen.stack) if isinstance(frame, UnitPhase)), None
        )
        if request.question is Question.UNIT_PHASE and phase is not None and phase.actions <= 0:
            return f"{unit_token(seen.table, unit)} has used its action in this unit phase."
        return nobody_in_reach(seen, unit)

    def plain(self, verb: Act) -> Send:
        """CAPTURE or RELEASE with the chosen unit."""
        if self.request is None or self.menu is not None:
            return NOTHING
        if verb in self.offers.plain:
            return (*self.prefix, self.offers.plain[verb])
        self.note = reason(self.request, action(verb), self.chosen)
        return NOTHING

    def tick(self) -> None:
        """Ticks the card under the bar."""
        if self.menu is not None and self.menu.many:
            self.menu.tick()

    def untick(self) -> bool:
        """Takes back the last tick; False when there is none."""
        if self.menu is not None and self.menu.ticked:
            self.menu.ticked.pop()
            return True
        return False

    def end(self, *, sure: bool = False) -> Send:
        """Ends what is open: walk, phase or turn; asks once if something useful is left.

        With `sure` nothing is asked.
        """
        request, seen = self.request, self.seen
        if request is None or seen is None or self.menu is not None:
            return NOTHING
        plain = self.offers.plain
        if request.question is Question.UNIT_PHASE:
            closing = plain.get(Act.END_PHASE)
            if closing is None:
                self.note = "The unit cannot stop on a teammate's space: it must walk on."
                return NOTHING
            if (left := self._left_in_phase(seen)) and not sure:
                self.menu = confirm_menu("End the unit phase?", f"yes: {left} unused", (closing,))
                return NOTHING
            return (closing,)
        if request.question is Question.TURN:
            closing = action(Act.END_TURN)
            turn = seen.stack[0]
            phases = turn.phases if isinstance(turn, Turn) else 0
            if phases and sort_offers(request.options).units and not sure:
                text = f"yes: {phases} unit phase{'s' * (phases != 1)} unused"
                self.menu = confirm_menu("End the turn?", text, (closing,))
                return NOTHING
            return (closing,)
        for verb in (Act.STOP, Act.DECLINE):
            if verb in plain:
                return (plain[verb],)
        self.note = "This has to be answered: there is no staying out of it."
        return NOTHING

    def _left_in_phase(self, seen: Observation) -> str:
        """What the open unit phase still holds that could be used."""
        for frame in reversed(seen.stack):
            if isinstance(frame, UnitPhase):
                useful = bool(self.offers.attacks or self.offers.sweeps)
                useful = useful or bool({Act.CAPTURE, Act.RELEASE} & self.offers.plain.keys())
                if useful and frame.actions > 0:
                    return "action"
                if frame.movements > 0 and not frame.walking and frame.actions > 0:
                    return "walk and action"
        return ""
