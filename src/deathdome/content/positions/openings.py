"""Whose turn it is and how far in it: from the `turn` table to the bottom of the stack."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NoReturn

from deathdome.content.positions.unfinished import frame_of
from deathdome.content.positions.words import key, place_of
from deathdome.errors import ContentError
from deathdome.model.frames import Dealing, Opening, Purchase, Rolling, Turn, UnitPhase
from deathdome.model.spelling import TEAMS, parse_space, parse_team, parse_unit, unit_text
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Trigger
from deathdome.rules.ending import judge, standing_teams
from deathdome.rules.units import near_masks, put

if TYPE_CHECKING:
    from deathdome.content.positions.schema import PositionSheet, TurnSheet
    from deathdome.model.state import State

TURN_OPEN = 2  # step of a turn in which the draw is done
PHASES = 2  # TURN-2


def stack_of(sheet: PositionSheet, state: State, shown: str) -> None:
    """Sets round, stack and, for a match that is over, its outcome.

    Raises:
        ContentError: the moment cannot be.
    """
    state.round = sheet.round
    if sheet.stack:
        state.stack = tuple(
            frame_of(state.table, fields, f"{shown}: stack {number}")
            for number, fields in enumerate(sheet.stack, 1)
        )
        if "turn" in sheet.model_fields_set:
            raise ContentError(f"{shown}: turn: the stack says it already; one of the two")
        return
    _Opener(sheet, state, shown).open()


class _Opener:
    """Opens the moment that the `turn` table describes."""

    def __init__(self, sheet: PositionSheet, state: State, shown: str) -> None:
        self.sheet = sheet
        self.turn: TurnSheet = sheet.turn
        self.state = state
        self.shown = shown

    def refuse(self, name: str, reason: str) -> NoReturn:
        raise ContentError(f"{self.shown}: turn.{name}: {reason}")

    def open(self) -> None:
        """Sets stack and round."""
        state, turn = self.state, self.turn
        if turn.at != "open":
            said = turn.model_fields_set - {"team", "at", "passed"}
            if said:
                self.refuse(min(said), f'says how far an open turn is, but at = "{turn.at}"')
        if turn.passed and turn.at != "purchase":
            self.refuse("passed", 'belongs to the purchase phase: at = "purchase"')
        match turn.at:
            case "over":
                state.stack = ()
                teams = standing_teams(state)
                state.outcome = judge(state, teams[0] if len(teams) == 1 else None)
            case "roll":
                self._before_play()
                state.stack = (self._rolling(),)
            case "teams":
                if not state.table.ruleset.characters:
                    self.refuse("at", "only characters are dealt: ruleset.characters = true")
                self._before_play()
                state.stack = (self._rolling(), Dealing())
            case "purchase":
                self._before_play()
                self._purchase()
            case "deal":
                self._before_play()
                state.stack = (Opening(),)
            case "start":
                seat = self._seat()
                # The turn of the first player raises the counter itself (TURN-1).
                state.round -= seat == state.table.first
                state.stack = (Turn(seat),)
            case "open":
                self._turn()

    def _before_play(self) -> None:
        if "round" not in self.sheet.model_fields_set:
            self.state.round = 0

    def _rolling(self) -> Rolling:
        return Rolling(tuple(range(self.state.table.seats)))

    def _seat(self, default: int = -1) -> int:
        with key(self.shown, "turn.team"):
            if self.turn.team is not None:
                return parse_team(self.turn.team)
        return max(0, self.state.table.first) if default < 0 else default

    def _buyer(self, passed: int) -> int:
        """The team whose purchasing turn it is: the named one, or the next that has not passed."""
        seats, seat = self.state.table.seats, self._seat()
        if self.turn.team is not None:
            return seat
        left = [one for n in range(seats) if not passed >> (one := (seat + n) % seats) & 1]
        return left[0] if left else seat

    def _purchase(self) -> None:
        state = self.state
        passed = 0
        with key(self.shown, "turn.passed"):
            for team in self.turn.passed:
                passed |= 1 << parse_team(team)
        seat = self._buyer(passed)
        if passed >> seat & 1:
            self.refuse("passed", f"{TEAMS[seat]} has passed and is the buyer")
        turns = [0] * state.table.seats
        turns[seat] = 1
        state.stack = (Purchase(seat, passed, tuple(turns)),)

    def _turn(self) -> None:
        state, turn = self.state, self.turn
        unit = -1
        if turn.phase is not None:
            with key(self.shown, "turn.phase"):
                unit = parse_unit(state.table, turn.phase)
        seat = self._seat(unit // UNITS_PER_TEAM if unit >= 0 else -1)
        if unit < 0:
            for name in ("moved", "acted", "movements", "actions", "walked"):
                if name in turn.model_fields_set:
                    self.refuse(name, "of which unit? Say phase = ...")
        elif unit // UNITS_PER_TEAM != seat:
            self.refuse("phase", f"{turn.phase} has no phase in {TEAMS[seat]}'s turn")
        elif state.space[unit] < 0:
            self.refuse("phase", f"{turn.phase} is in {place_of(state, unit)} (PHASE-6)")
        elif state.down[unit]:
            self.refuse("phase", f"{turn.phase} is incapacitated (PHASE-6)")
        left = PHASES - (unit >= 0) if turn.unit_phases is None else turn.unit_phases
        state.stack = (Turn(seat, TURN_OPEN, left),)
        if unit >= 0:
            state.stack = (*state.stack, self._phase(unit))

    def _phase(self, unit: int) -> UnitPhase:
        turn = self.turn
        movements = 0 if turn.moved or turn.walked else 1
        actions = 0 if turn.acted else 1
        frame = UnitPhase(
            unit,
            movements if turn.movements is None else turn.movements,
            actions if turn.actions is None else turn.actions,
        )
        return self._walking(frame) if turn.walked else frame

    def _walking(self, frame: UnitPhase) -> UnitPhase:
        """The phase in the middle of a walk over the spaces given, the first being its start."""
        state, unit = self.state, frame.unit
        with key(self.shown, "turn.walked"):
            trail = [
                parse_space(state.table, text, unit // UNITS_PER_TEAM) for text in self.turn.walked
            ]
        here = state.space[unit]
        if trail[-1] != here:
            who, place = unit_text(state.table, unit), place_of(state, unit)
            self.refuse("walked", f"ends on {self.turn.walked[-1]}, but {who} is on {place}")
        for one, other in itertools.pairwise(trail):
            if state.table.terrain.distance(one, other) != 1:
                self.refuse("walked", "every space on the way is needed, the first one too")
        near = seen = 0
        if Trigger.MOVED in state.gear.events:
            put(state, unit, trail[0])
            near, seen = near_masks(state, unit)
            put(state, unit, here)
        # Which spaces were crossed matters to bug tokens only.
        known = tuple(trail) if state.tokens else (trail[0],)
        return frame._replace(
            walking=True, start=trail[0], steps=len(trail) - 1, near=near, seen=seen, trail=known
        )
