"""Interaction of a player with the board: question, cursor, keys, open list.

No Textual in here. Every method that handles a key returns the answers to send, in order, or none;
`note` holds the reason of a refusal.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from deathdome.errors import NotationError
from deathdome.model.actions import (
    END_PHASE,
    END_TURN,
    Action,
    ActionKind,
    a_of,
    kind_of,
    make_action,
    picked_of,
)
from deathdome.model.decisions import Question
from deathdome.model.frames import Resolve
from deathdome.model.identifiers import parse_space
from deathdome.model.notation import parse_action, with_team_names
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.analysis import actions_in_phase
from deathdome.text.leftovers import left_in_phase, left_in_turn
from deathdome.text.names import capitalised
from deathdome.text.offers import Offers, sort_offers
from deathdome.text.phrases import questions as say
from deathdome.text.standings import last_unit
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.board import Marks
from deathdome.tui.presenters.destinations import Destinations
from deathdome.tui.presenters.menus import (
    Menu,
    acts_menu,
    approach_menu,
    attack_menu,
    closed_cards,
    closed_weapons,
    end_menu,
    offers_after,
    question_menu,
    unplayable,
    withheld,
)
from deathdome.tui.presenters.overlays import Overlay, aim_text, marks_for, walk_marks
from deathdome.tui.presenters.pieces import drawn_units, place_of, unit_called
from deathdome.tui.presenters.prompts import exhausted, phase_is_spent, turn_is_spent
from deathdome.tui.presenters.reasons import can_do, reason, refused, why_no_attack

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation
    from deathdome.text.convicts import Convicts

_MOVES: Final = (Question.WALK, Question.FOLLOW, Question.JUMP)
_PREVIEWED: Final = (ActionKind.PLAY, ActionKind.USE)

Send: TypeAlias = tuple[Action, ...]
NOTHING: Send = ()


class Interaction:
    """Question, cursor, chosen unit, overlay and open list of one player."""

    def __init__(self) -> None:
        self.seen: Observation | None = None
        self.request: Request | None = None
        self.asked: Request | None = None  # as the session has it, without names
        self.convicts: Convicts | None = None  # gives units their names
        self._shown: Observation | None = None  # `seen` without names
        self.offers = Offers()
        self.options: list[Action] = []
        self.cursor = 0
        self.chosen = -1  # selected own unit
        self.prefix: tuple[Action, ...] = ()  # begins the chosen unit's phase, if still to do
        self.menu: Menu | None = None
        self.note = ""
        self.overlay = Overlay.REACH
        self._units: dict[int, int] = {}
        self._last = -1  # unit chosen last, kept from one question to the next
        self._marks: Marks | None = None
        self.combines = True  # Enter walks and acts at once; off in lessons
        self.ends_by_enter = False  # Enter ends a turn with nothing left
        self._picked = False  # the player has picked a unit for this turn's next phase
        self._aimed = False  # the cursor is on a stop of the chosen unit
        self._wanted = -1  # unit picked during another one's phase, or another team's turn
        self._destinations: Destinations | None = None
        self._alarmed = False  # True while the player has one living unit

    def show(self, seen: Observation) -> None:
        """Show a new position without a question."""
        first = self.seen is None
        if self.seen is None or self._shown is not seen:
            self.seen = seen if self.convicts is None else self.convicts.view(seen)
            self._shown = seen
        seen = self.seen
        self.request = self.asked = None
        self.offers, self.options, self.menu, self.prefix = Offers(), [], None, ()
        self.chosen = -1
        self._picked = self._aimed = False
        self._destinations = None
        self._units = drawn_units(seen)
        self._marks = None
        self._sound_alarm(last_unit(seen, seen.seat) >= 0)
        if first:
            grid = seen.setup.board.grid
            self.cursor = int(grid.space(grid.width // 2, grid.height // 2))

    def _sound_alarm(self, alarmed: bool) -> None:
        """Show threats as well while the player has one living unit, unless other marks are on."""
        if alarmed == self._alarmed:
            return
        self._alarmed = alarmed
        if self.overlay is (Overlay.REACH if alarmed else Overlay.BOTH):
            self.overlay = Overlay.BOTH if alarmed else Overlay.REACH

    def ask(self, request: Request) -> None:
        """Put a question to the player."""
        same = self.request is not None and self.request.mark == request.mark
        if same:
            return
        self.show(request.seen)
        assert self.seen is not None
        self.asked = request
        self.request = request = replace(request, seen=self.seen)
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
            wanted, self._wanted = self._wanted, -1
            if wanted in offers.units:
                self.choose(wanted)
                self._picked = True
            else:
                self.choose(self._last if self._last in offers.units else min(offers.units))

    def choose(self, unit: int) -> None:
        """Select your unit whose phase the next answer begins."""
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
        self._marks = self._destinations = None
        self._aimed = False

    def _place_cursor(self, request: Request) -> None:
        """Move the cursor to the question, but not away from the end of the last walk."""
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
        elif (patient := self._patient) >= 0:
            self.cursor = self._space_of(patient)
        elif self.offers.spaces:
            self.cursor = min(self.offers.spaces)

    @property
    def _patient(self) -> int:
        """The unit that a moving unit is to reach: its patient, or its target; -1 without one."""
        seen, request = self.seen, self.request
        if seen is None or request is None or request.question not in _MOVES:
            return -1
        frames = (frame for frame in reversed(seen.stack) if isinstance(frame, Resolve))
        frame = next(frames, None)
        subject = frame.subject if frame is not None else -1
        return subject if subject != request.unit and self._drawn(subject) else -1

    def _drawn(self, unit: int) -> bool:
        return unit in self._units.values()

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
        """The marks over the board now."""
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
        entry = self.menu.entry if self.menu is not None and self.menu.kind == "acts" else None
        if entry is not None and entry.sends and kind_of(entry.sends[-1]) in _PREVIEWED:
            after = offers_after(seen, (*self._begins(entry.sends), *entry.sends))
            reach = after.reach
            targets = 0
            for unit in after.attacks:
                targets |= 1 << self._space_of(unit)
        path = self._path(seen, active)
        base = Marks(self.cursor, reach, targets, 0, active, path=path)
        here = self.unit_here
        # The unit under the cursor shows its reach.
        walker = here if self.menu is None and self._may_walk(seen, here) else -1
        return marks_for(seen, self.overlay, base, unit=self.subject, walker=walker, here=here)

    def _path(self, seen: Observation, unit: int) -> tuple[int, ...]:
        """Return the walk of the unit to the cursor, if Enter there walks."""
        action = self.offers.spaces.get(place_of(seen, self.cursor))
        if self.menu is not None:
            sends = self.menu.entry.sends if self.menu.entry is not None else ()
            action = next((one for one in sends if kind_of(one) is ActionKind.WALK), None)
        if unit < 0 or action is None or kind_of(action) is not ActionKind.WALK:
            return ()
        return walk_marks(seen, unit, a_of(action))

    def _begins(self, sends: Send) -> Send:
        """Return the answer that begins the chosen unit's phase, unless `sends` has its own."""
        return () if sends[:1] == self.prefix else self.prefix

    @property
    def subject(self) -> int:
        """The unit of overlays and lines: the acting one, or the one under the cursor."""
        if self.chosen >= 0:
            return self.chosen
        if self.request is not None and self.request.unit >= 0:
            return self.request.unit
        return self.unit_here

    def next_overlay(self) -> None:
        """Switch to the next overlay, and after the last to the first."""
        self.overlay = self.overlay.following
        self.changed()

    def _may_walk(self, seen: Observation, unit: int) -> bool:
        """Return True if the reach of a unit is worth showing.

        Always for an enemy; for your unit only while it can begin a phase, or the marks would
        promise a walk that is refused.
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
        """Forget the marks after a change of their inputs."""
        self._marks = None

    # -- keys on the board ---------------------------------------------------------------------

    def move(self, across: int, down: int) -> None:
        """Move the cursor by so many spaces, up to the edge of the board."""
        assert self.seen is not None
        if self.menu is not None:
            self.note = ""
            if down:
                self.menu.move(1 if down > 0 else -1)
                self._follow_menu()
            return
        grid = self.seen.setup.board.grid
        column = min(max(grid.columns[self.cursor] + across, 0), grid.width - 1)
        row = min(max(grid.rows[self.cursor] + down, 0), grid.height - 1)
        self.point_at(grid.space(column, row))

    def point_at(self, space: int) -> None:
        """Move the cursor to a space."""
        self.cursor = space
        self.note = ""
        self._aimed = False

    def pick(self, place: int) -> Send:
        """Select its own unit of that place in the team, from 0, or the entry of an open list.

        During another unit's phase this ends the phase, if nothing useful is left in it.
        """
        request, seen = self.request, self.seen
        if seen is None:
            return NOTHING
        self.note = ""
        if request is None:
            self._pick_ahead(seen, seen.seat * UNITS_PER_TEAM + place)
            return NOTHING
        if self.menu is not None:
            return self._pick_entry(self.menu, place)
        unit = seen.seat * UNITS_PER_TEAM + place
        if request.question not in (Question.TURN, Question.UNIT_PHASE):
            self.note = say.MUST_CHOOSE
        elif request.question is Question.UNIT_PHASE:
            done = not left_in_phase(seen, self.offers, partial(unit_called, seen))
            if unit == request.unit and (self.offers.spaces or not done):
                self.cursor = self._space_of(unit)
            elif done and ActionKind.END_PHASE in self.offers.plain:
                self._wanted = unit
                return (END_PHASE,)
            else:
                self.note = capitalised(
                    say.OTHER_UNIT_ACTS.format(unit=unit_called(seen, request.unit), end=key("end"))
                )
        else:
            self._pick_now(unit, request)
        return NOTHING

    def _pick_ahead(self, seen: Observation, unit: int) -> None:
        """Select a unit for the player's next turn, while another team plays."""
        if seen.outcome is None and self._drawn(unit):
            self._wanted = unit
            self.cursor = self._space_of(unit)
            self.note = capitalised(say.PICKED_AHEAD.format(unit=unit_called(seen, unit)))

    def _pick_entry(self, menu: Menu, place: int) -> Send:
        """Highlight an entry; select it, or choose it in a list that the player opened."""
        if place >= len(menu.entries):
            return NOTHING
        menu.index = place
        self._follow_menu()
        self.changed()
        if menu.many:
            menu.tick()
        elif menu.kind != "end" and (menu.closable or self._asks_lightly):
            return self.enter()
        return NOTHING

    @property
    def _asks_lightly(self) -> bool:
        """True if no answer to the question spends anything."""
        asked = self.request.question if self.request is not None else None
        return asked in (Question.JAIL, Question.HIT_ORDER)

    def _pick_now(self, unit: int, request: Request) -> None:
        begin = make_action(ActionKind.ACTIVATE, unit)
        if begin in request.options:
            self.choose(unit)
            self._picked = True
            self.cursor = self._space_of(unit)
            self.note = can_do(request.seen, unit, self.offers)
        else:
            self.note = reason(request, begin, -1)

    def pick_here(self) -> None:
        """Select your unit under the cursor, if it can begin its phase."""
        request, unit = self.request, self.unit_here
        if (
            request is not None
            and request.question is Question.TURN
            and make_action(ActionKind.ACTIVATE, unit) in request.options
        ):
            self._pick_now(unit, request)

    @property
    def destinations(self) -> Destinations | None:
        """The useful spaces of the unit that acts; None without one."""
        unit = self.subject
        asked = self.request.question if self.request is not None else None
        if self.seen is None or unit < 0 or asked not in (Question.TURN, Question.UNIT_PHASE):
            return None
        if self._destinations is None:
            self._destinations = Destinations(self.seen, unit, self.offers, self.prefix)
        return self._destinations

    def step(self, by: int) -> None:
        """Move to the next useful space of the picked unit; before one is picked, to the next unit.

        Other questions have their choices in reading order.
        """
        if self.request is None or self.seen is None:
            return
        if self.menu is not None:
            self.note = ""
            self.menu.move(by)
            self._follow_menu()
            return
        self.note = ""
        if self.request.question is Question.TURN and not self._picked:
            units = sorted(sort_offers(self.request.options).units)
            if not units:
                self.note = say.NO_UNIT_ACTS.format(end=key("end"))
                return
            at = units.index(self.chosen) + by if self.chosen in units else 0
            self.choose(units[at % len(units)])
            self.cursor = self._space_of(self.chosen)
            return
        if self.destinations is not None:
            self._step_to_stop(self.destinations.stops(), by)
            return
        stops = self._stops(self.seen)
        if not stops:
            self.note = say.NO_JUMP_TARGET
            return
        if self._patient >= 0:
            self._step_to_stop(stops, by)
            return
        later = [space for space in stops if space > self.cursor]
        earlier = [space for space in stops if space < self.cursor]
        if by > 0:
            self.cursor = later[0] if later else stops[0]
        else:
            self.cursor = earlier[-1] if earlier else stops[-1]

    def _step_to_stop(self, stops: list[int], by: int) -> None:
        if not stops:
            self.note = say.NO_JUMP_TARGET
            return
        at = stops.index(self.cursor) + by if self.cursor in stops else min(by, 0)
        self.cursor = stops[at % len(stops)]
        self._aimed = True
        if self._toward():
            self.note = say.OUT_OF_REACH.format(choose=key("choose"))

    def _toward(self) -> Send:
        """Return the walk toward a goal beyond the reach, if the cursor is on one."""
        seen, going = self.seen, self.destinations
        if seen is None or going is None or not self._aimed:
            return NOTHING
        enemy = self.unit_here >= 0 and self.unit_here // UNITS_PER_TEAM != seen.seat
        in_reach = place_of(seen, self.cursor) in self.offers.spaces
        if in_reach or (self.unit_here >= 0 and not enemy):
            return NOTHING
        if enemy and (self.unit_here in self.offers.attacks or going.approaches(self.unit_here)):
            return NOTHING
        return going.toward(self.cursor)

    def _stops(self, seen: Observation) -> list[int]:
        """Return targets; or else points and release points in reach; or else every choice."""
        if self.offers.attacks:
            return sorted(self._space_of(unit) for unit in self.offers.attacks)
        board = seen.setup.board
        worthwhile = [*board.points, *board.release_points]
        found = sorted(int(space) for space in worthwhile if space in self.offers.spaces)
        if (patient := self._patient) >= 0:
            return self._nearest(seen, self._space_of(patient))
        return found or sorted(self.offers.spaces)

    def _nearest(self, seen: Observation, place: int) -> list[int]:
        """Return the spaces that can be chosen, the nearest to a space first."""
        away = seen.setup.terrain.distance
        return sorted(self.offers.spaces, key=lambda space: (away(space, place), space))

    def enter(self, *, sure: bool = False) -> Send:
        """Choose what is under the cursor, or return the answers of the open list.

        Unless `sure`, ask once before no card is played where one would be decisive.
        """
        if self.request is None or self.seen is None:
            return NOTHING
        self.note = ""
        if self.menu is not None:
            if not sure and self._withholds(self.menu, self.request):
                return NOTHING
            return self._enter_menu(self.menu, self.seen)
        if exhausted(self.request):
            return self.end()
        if self.ends_by_enter and turn_is_spent(self.request):
            return (END_TURN,)
        if self.ends_by_enter and phase_is_spent(self.request):
            return self.end(sure=sure)
        seen, unit, place = self.seen, self.unit_here, place_of(self.seen, self.cursor)
        if unit in self.offers.attacks:
            self._open(attack_menu(seen, self.offers.attacks[unit], self.prefix))
            return NOTHING
        own = unit >= 0 and unit // UNITS_PER_TEAM == seen.seat
        going = self.destinations if self.combines else None
        if going is not None and unit >= 0 and not own and (ways := going.approaches(unit)):
            self._open(approach_menu(seen, ways, self.prefix))
            return NOTHING
        if unit >= 0 and unit == self._patient:
            return self._enter_patient(unit, seen)
        if place in self.offers.spaces and not (own and seen.space[unit] != place):
            deed = going.deed(place) if going is not None else ()
            return (*self.prefix, self.offers.spaces[place], *deed)
        if own and self._aimed and unit != self.subject and going is not None:
            return self._enter_teammate(unit, seen)
        if self.request.question is Question.TURN and own:
            return self._enter_own(unit)
        if going is not None and (walk := self._toward()):
            return (*self.prefix, *walk)
        if own and unit == self.chosen:
            self.note = can_do(seen, unit, self.offers)
            return NOTHING
        self.note = reason(
            self.request, refused(self.request, self.subject, unit, place), self.chosen
        )
        return NOTHING

    def _withholds(self, menu: Menu, request: Request) -> bool:
        """Return True and warn once if no card is selected though one would be decisive."""
        if not menu.many or menu.ticked or menu.asked:
            return False
        menu.asked = True
        said = withheld(request, menu)
        if said:
            self.note = say.NONE_SELECTED.format(said=said, choose=key("choose"))
        return bool(said)

    def _enter_menu(self, menu: Menu, seen: Observation) -> Send:
        """Return the answers of the highlighted entry, unless its details come first."""
        entry = menu.entry
        if entry is not None and entry.closed and not menu.many:
            self.note = f"Not now. {entry.closed}"
            return NOTHING
        if menu.kind == "acts" and entry is not None:
            kind = kind_of(entry.sends[-1])
            if kind is ActionKind.ATTACK:
                # The list of attacks shows the odds before the attack is declared.
                self._open_attacks(seen)
                self._bar_to(entry.sends[-1])
                return NOTHING
        sends = menu.answers()
        if menu.closable:
            self.menu = None
            self.changed()
        return sends

    def _open(self, menu: Menu) -> None:
        self.menu = menu
        self._follow_menu()
        self.changed()

    def _bar_to(self, action: Action) -> None:
        """Move the bar of the open list to the entry of an answer."""
        if self.menu is not None:
            for index, entry in enumerate(self.menu.entries):
                if entry.sends and entry.sends[-1] == action:
                    self.menu.index = index
        self._follow_menu()

    def _enter_teammate(self, unit: int, seen: Observation) -> Send:
        """Open the list with the help for a wounded teammate, or walk next to it."""
        for action in self.offers.abilities:
            if picked_of(action) == unit:
                self.acts()
                self._bar_to(action)
                return NOTHING
        goals = self._nearest(seen, seen.space[unit])
        if not goals:
            self.note = can_do(seen, self.subject, self.offers)
            return NOTHING
        return (*self.prefix, self.offers.spaces[goals[0]])

    def _enter_patient(self, unit: int, seen: Observation) -> Send:
        """Move as near to the patient as possible; stay if that is not nearer."""
        assert self.request is not None
        away, place = seen.setup.terrain.distance, seen.space[unit]
        goals = self._nearest(seen, place)
        here = seen.space[self.request.unit] if self.request.unit >= 0 else -1
        if goals and (here < 0 or away(goals[0], place) < away(here, place)):
            return (self.offers.spaces[goals[0]],)
        return self.end()

    def _enter_own(self, unit: int) -> Send:
        """Select a unit of yours; Enter, pressed once more, must not begin anything."""
        assert self.request is not None
        if (
            unit != self.chosen
            and make_action(ActionKind.ACTIVATE, unit) not in self.request.options
        ):
            self.note = reason(self.request, make_action(ActionKind.ACTIVATE, unit), -1)
            return NOTHING
        if unit != self.chosen:
            self.choose(unit)
        self._picked = True
        self.note = can_do(self.request.seen, unit, self.offers)
        return NOTHING

    def typed(self, text: str) -> Send:
        """Parse typed text: a space moves the cursor, an answer is returned."""
        seen, request = self.seen, self.request
        if seen is None:
            return NOTHING
        self.note = ""
        text = text.strip()
        with suppress(NotationError):  # a hint ends with a full stop
            space = parse_space(seen.setup, text.removesuffix("."), seen.seat)
            if self.menu is not None and self.menu.closable:
                self.escape()
            self.point_at(space)
            return NOTHING
        if request is None:
            self.note = say.ONLY_A_SPACE
            return NOTHING
        try:
            full = with_team_names(seen.setup, text, request.seat, self.options)
            action = parse_action(seen.setup, full, request.seat, self.options)
        except NotationError as error:
            self.note = str(error)
            return NOTHING
        if action in request.options:
            return (action,)
        if action in self.options:
            return (*self.prefix, action)
        self.note = reason(request, action, self.chosen)
        return NOTHING

    def escape(self) -> bool:
        """Go one level back; return False if there is none."""
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

    def why(self) -> None:
        """Explain why the entry or space under the cursor is not a choice, or that it is one."""
        if self.request is None or self.seen is None:
            self.note = say.NOT_YOUR_TURN
            return
        if self.menu is not None:
            self.note = self._why_entry(self.menu, self.request)
            return
        unit, place = self.unit_here, place_of(self.seen, self.cursor)
        if unit in self.offers.attacks:
            self.note = say.CAN_ATTACK.format(
                unit=unit_called(self.seen, unit), choose=key("choose")
            )
        elif place in self.offers.spaces:
            self.note = say.CAN_CHOOSE_SPACE.format(choose=key("choose"))
        else:
            action = refused(self.request, self.subject, unit, place)
            self.note = reason(self.request, action, self.chosen)

    def _why_entry(self, menu: Menu, request: Request) -> str:
        entry = menu.entry
        if entry is None:
            return say.LIST_EMPTY
        if entry.closed:
            return entry.closed
        if entry.sends and kind_of(entry.sends[-1]) is ActionKind.LAY:
            said = unplayable(request.seen, entry.sends[-1], request.options)
            return said or say.CAN_PLAY_VALUE
        return say.CAN_CHOOSE.format(choose=key("choose"))

    def line(self) -> None:
        """Say the distance from the acting unit to the cursor, and what blocks the sight."""
        if self.seen is None:
            return
        unit = self.subject
        if unit < 0:
            self.note = say.NO_UNIT_PICKED
        elif self.unit_here == unit:
            name = unit_called(self.seen, unit)
            self.note = say.CURSOR_ON_UNIT.format(name=name)
        else:
            self.note = aim_text(self.seen, unit, self.cursor)

    # -- named acts ----------------------------------------------------------------------------

    def acts(self) -> Send:
        """Open the list of everything but walks, unavailable entries last."""
        if self.request is None or self.seen is None or self.menu is not None:
            return NOTHING
        self.note = ""
        seen, unit = self.seen, self.subject
        closed = closed_cards(seen, unit, self.options, self.prefix)
        menu = acts_menu(seen, self.options, self.prefix, self.request.options, closed)
        if menu.entries:
            self._open(menu)
        else:
            self.note = say.ONLY_WALK.format(end=key("end"))
        return NOTHING

    def attack(self) -> Send:
        """Open the list of all attacks, those after a walk included."""
        if self.request is None or self.seen is None or self.menu is not None:
            return NOTHING
        self.note = ""
        if not self._open_attacks(self.seen):
            unit = self.chosen if self.chosen >= 0 else self.request.unit
            self.note = why_no_attack(self.request, unit)
        return NOTHING

    def _open_attacks(self, seen: Observation) -> bool:
        found = self.offers.all_attacks
        going = self.destinations if self.combines else None
        ways = [
            way
            for way in (going.assaults() if going is not None else ())
            if way.attack not in found
        ]
        if found:
            closed = closed_weapons(seen, self.subject, found, self.prefix)
            menu = attack_menu(seen, found, self.prefix, closed)
            menu.entries[len(found) : len(found)] = approach_menu(seen, ways, self.prefix).entries
            self._open(menu)
        elif ways:
            self._open(approach_menu(seen, ways, self.prefix))
        return bool(found or ways)

    def plain(self, kind: ActionKind) -> Send:
        """Return the answers for CAPTURE or RELEASE with the chosen unit."""
        if self.request is None or self.menu is not None:
            return NOTHING
        if kind in self.offers.plain:
            return (*self.prefix, self.offers.plain[kind])
        self.note = reason(self.request, make_action(kind), self.chosen)
        return NOTHING

    def tick(self) -> None:
        """Select or clear the highlighted card."""
        if self.menu is not None and self.menu.many:
            self.note = ""
            self.menu.tick()

    def untick(self) -> bool:
        """Undo the last selection; return False if there is none."""
        if self.menu is not None and self.menu.ticked:
            self.menu.ticked.pop()
            return True
        return False

    def end(self, *, sure: bool = False) -> Send:
        """End the open walk, phase or turn; ask once if something useful is left.

        With `sure` nothing is asked.
        """
        request, seen = self.request, self.seen
        if request is None or seen is None:
            return NOTHING
        self.note = ""
        if self.menu is not None:
            return self._end_in_menu(self.menu)
        plain = self.offers.plain
        if request.question is Question.UNIT_PHASE:
            closing = plain.get(ActionKind.END_PHASE)
            if closing is None:
                self.note = say.TEAMMATE_THERE
                return NOTHING
            left = "" if sure else left_in_phase(seen, self.offers, partial(unit_called, seen))
            return self._ending(say.THE_PHASE, closing, left)
        if request.question is Question.TURN:
            closing = make_action(ActionKind.END_TURN)
            left = ""
            if not sure:
                named = partial(unit_called, seen)
                left = left_in_turn(request.seen, request.options, named)
            return self._ending("the turn", closing, left)
        for kind in (ActionKind.STOP, ActionKind.DECLINE):
            if kind in plain:
                return (plain[kind],)
        self.note = say.MUST_CHOOSE
        return NOTHING

    def _ending(self, what: str, closing: Action, left: str) -> Send:
        if not left:
            return (closing,)
        self._open(end_menu(what, left, closing))
        return NOTHING

    def _end_in_menu(self, menu: Menu) -> Send:
        """Confirm the question about the end; in any other list the key ends nothing."""
        if menu.kind != "end":
            back = "" if not menu.closable else f", {key('back')} closes it"
            self.note = say.CHOOSE_IN_LIST.format(choose=key("choose"), back=back)
            return NOTHING
        self.menu = None
        self.changed()
        return menu.entries[-1].sends
