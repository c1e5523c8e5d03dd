"""Conversion between the stack and the `turn` table of a position file, or frames in words."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, NoReturn, get_args, get_origin, get_type_hints

from deathdome.content.positions.series import judged
from deathdome.content.positions.words import key, mask_units, place_of
from deathdome.errors import ContentError, NotationError
from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import PUNCH, Action
from deathdome.model.catalog import VACANT
from deathdome.model.frames import (
    Auction,
    Dealing,
    Interval,
    Opening,
    Purchase,
    Replacing,
    Rolling,
    Turn,
    UnitPhase,
)
from deathdome.model.identifiers import (
    TEAMS,
    parse_card,
    parse_space,
    parse_store_card,
    parse_team,
    parse_unit,
    unit_text,
)
from deathdome.model.notation import action_text, parse_action
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Cause, Deny, Shape, Trigger, WeaponKind
from deathdome.model.wire import FRAMES
from deathdome.rules.ending import end_match, standing_teams
from deathdome.rules.series import ask_replacing, end_series, team_values, units_for_auction
from deathdome.rules.units import adjacency_masks, put
from deathdome.toml.words import suggestion, written

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum, IntFlag

    from deathdome.content.positions.schema import PositionSheet, TurnSheet
    from deathdome.model.frames import Frame
    from deathdome.model.state import Setup, State

TURN_OPEN = 2  # step of a turn after the draw
PHASES = 2  # TURN-2


def set_stack(sheet: PositionSheet, state: State, shown: str) -> None:
    """Set round, stack and, for a match that is over, its outcome.

    Raises:
        ContentError: the turn or stack is not possible.
    """
    state.round = sheet.round
    if sheet.stack:
        state.stack = tuple(
            frame_of(state.setup, fields, f"{shown}: stack {number}")
            for number, fields in enumerate(sheet.stack, 1)
        )
        if "turn" in sheet.model_fields_set:
            raise ContentError(f"{shown}: turn: the stack has it already; give only one")
        return
    _Opener(sheet, state, shown).open()


class _Opener:
    """Builder of the stack that the `turn` table describes."""

    def __init__(self, sheet: PositionSheet, state: State, shown: str) -> None:
        self.sheet = sheet
        self.turn: TurnSheet = sheet.turn
        self.state = state
        self.shown = shown

    def refuse(self, name: str, reason: str) -> NoReturn:
        raise ContentError(f"{self.shown}: turn.{name}: {reason}")

    def open(self) -> None:
        """Set stack and round."""
        state, turn = self.state, self.turn
        if turn.at != "open":
            details = turn.model_fields_set - {"team", "at", "passed"}
            if details:
                self.refuse(min(details), f'says how far an open turn is, but at = "{turn.at}"')
        if turn.passed and turn.at != "purchase":
            self.refuse("passed", 'belongs to the purchase phase: at = "purchase"')
        match turn.at:
            case "over":
                self._over()
            case "payout":
                self._after_play()
                state.stack = ()
                teams = standing_teams(state)
                end_match(state, teams[0] if len(teams) == 1 else None)
            case "auction":
                self._auction()
            case "replacement":
                self._replacement()
            case "roll":
                self._before_play()
                state.stack = (self._rolling(),)
                if self._later:
                    before = state.setup.ruleset.value_time == "before_purchase"
                    state.stack = (Interval(1) if before else Opening(),)
            case "teams":
                if not state.setup.ruleset.characters:
                    self.refuse("at", "only characters are dealt: ruleset.characters = true")
                if self._later:
                    self.refuse("at", "characters are dealt before the first match (SETUP-9)")
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
                # The turn of the first player advances the counter itself (TURN-1).
                state.round -= seat == state.setup.first
                state.stack = (Turn(seat),)
            case "open":
                self._turn()

    @property
    def _later(self) -> bool:
        """True if the match is one of a series, and not its first."""
        series = self.state.setup.series
        return series is not None and series.match > 0

    def _over(self) -> None:
        """End the match or, by the value of the teams, the series."""
        state = self.state
        state.stack = ()
        outcome = judged(state)
        series = state.setup.series
        if series is None:
            state.outcome = outcome
            return
        last = series.results[-1]
        emit, state.emit = state.emit, None
        end_series(state, replace(outcome, winners=last.winners, reason=last.reason))
        state.emit = emit

    def _after_play(self) -> None:
        """By default the last round has been played; only END-2 ends a match earlier."""
        state, rounds = self.state, self.state.setup.rounds
        if "round" not in self.sheet.model_fields_set:
            state.round = rounds
        elif state.round < rounds and len(standing_teams(state)) > 1:
            self.refuse("at", f"the match is not over in round {state.round} of {rounds} (END-1)")

    def _winner(self) -> int:
        """Return the team that won the match, which may hold an auction."""
        series = self.state.setup.series
        if series is None:
            self.refuse("at", "a stand-alone match has no auction (AUCTION-11): series = true")
        self._after_play()
        winners = series.results[-1].winners
        if self.turn.team is not None:
            team = self._seat()
            if winners != (team,):
                self.refuse("team", "series.last_winner is another team; give only one")
        if len(winners) > 1:
            names = " and ".join(TEAMS[seat] for seat in winners)
            self.refuse("at", f"{names} share the win, which has no auction (AMB-102)")
        return winners[0]

    def _auction(self) -> None:
        seat = self._winner()
        if not units_for_auction(self.state, seat):
            self.refuse(
                "at",
                f"no jailed unit of another team than {TEAMS[seat]} has anything to sell (AMB-102)",
            )
        self.state.stack = (Interval(), Auction(seat))

    def _replacement(self) -> None:
        state, setup = self.state, self.state.setup
        self._winner()
        assert setup.series is not None
        vacant = [unit for unit, who in enumerate(setup.units) if who == VACANT]
        if len(vacant) != 1 or state.space[vacant[0]] >= 0:
            self.refuse("at", 'one jailed unit with character = "vacant" is needed')
        first = len(setup.catalog.items)
        sold = [card for card in setup.series.auctioned if card >= first]
        if len(sold) != 1 or not state.store >> sold[0] & 1:
            self.refuse("at", "series.auctioned needs the character that was sold")
        frame = Replacing(vacant[0], sold[0])
        state.stack = (Interval(), frame)
        if not ask_replacing(state, frame).options:
            self.refuse("at", "the store has no other starting character (AUCTION-7)")

    def _before_play(self) -> None:
        if "round" not in self.sheet.model_fields_set:
            self.state.round = 0

    def _rolling(self) -> Rolling:
        return Rolling(tuple(range(self.state.setup.seats)))

    def _seat(self, default: int = -1) -> int:
        with key(self.shown, "turn.team"):
            if self.turn.team is not None:
                return parse_team(self.turn.team)
        return max(0, self.state.setup.first) if default < 0 else default

    def _buyer(self, passed: int) -> int:
        """Return the team to purchase: the named one, or the next that has not passed."""
        seat = self._seat(self._first_buyer())
        if self.turn.team is not None:
            return seat
        circle = self.state.setup.circle[seat]
        left = [one for one in circle if not passed >> one & 1]
        return left[0] if left else seat

    def _first_buyer(self) -> int:
        """Return the team that buys first: in a later match often the last winner (SERIES-7)."""
        setup = self.state.setup
        if not self._later:
            return -1
        assert setup.series is not None
        winners = setup.series.results[-1].winners
        if setup.ruleset.first_buyer == "winner" and len(winners) == 1:
            return winners[0]
        values = team_values(self.state)
        seated = setup.series.seated
        return setup.first if seated else values.index(max(values))

    def _purchase(self) -> None:
        state = self.state
        passed = 0
        with key(self.shown, "turn.passed"):
            for team in self.turn.passed:
                passed |= 1 << parse_team(team)
        seat = self._buyer(passed)
        if passed >> seat & 1:
            self.refuse("passed", f"{TEAMS[seat]} has passed and is the buyer")
        turns = [0] * state.setup.seats
        turns[seat] = 1
        state.stack = (Purchase(seat, passed, tuple(turns)),)

    def _turn(self) -> None:
        state, turn = self.state, self.turn
        unit = -1
        if turn.phase is not None:
            with key(self.shown, "turn.phase"):
                unit = parse_unit(state.setup, turn.phase)
        seat = self._seat(unit // UNITS_PER_TEAM if unit >= 0 else -1)
        if unit < 0:
            for name in ("moved", "acted", "movements", "actions", "walked"):
                if name in turn.model_fields_set:
                    self.refuse(name, "whose phase? Write phase = ...")
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
        """Return the phase during a walk over the given spaces, the first being its start."""
        state, unit = self.state, frame.unit
        with key(self.shown, "turn.walked"):
            trail = [
                parse_space(state.setup, text, unit // UNITS_PER_TEAM) for text in self.turn.walked
            ]
        here = state.space[unit]
        if trail[-1] != here:
            who, place = unit_text(state.setup, unit), place_of(state, unit)
            self.refuse("walked", f"ends on {self.turn.walked[-1]}, but {who} is on {place}")
        for one, other in itertools.pairwise(trail):
            if state.setup.terrain.distance(one, other) != 1:
                self.refuse("walked", "every space on the way is needed, the first one too")
        near = seen = 0
        if Trigger.MOVED in state.gear.events:
            put(state, unit, trail[0])
            near, seen = adjacency_masks(state, unit)
            put(state, unit, here)
        # Only bug tokens need the crossed spaces.
        known = tuple(trail) if state.tokens else (trail[0],)
        return frame._replace(
            walking=True,
            start=trail[0],
            steps=len(trail) - 1,
            adjacent_seen_by=near,
            adjacent_sees=seen,
            trail=known,
        )


def moment_fields(state: State) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """Return the `turn` table, or the frames if such a table is not enough."""
    stack = state.stack
    if not stack:
        return {"at": "over"}, ()
    bottom = stack[0]
    seats = state.setup.seats
    rolling = Rolling(tuple(range(seats)))
    if stack == (rolling,):
        return {"at": "roll"}, ()
    if stack == (rolling, Dealing()):
        return {"at": "teams"}, ()
    if stack == (Opening(),):
        return {"at": "deal"}, ()
    if isinstance(bottom, Interval) and len(stack) > 1:
        at = _between(state)
        return (at, ()) if at else ({}, stack)
    if isinstance(bottom, Purchase):
        turns = tuple(int(seat == bottom.seat) for seat in range(seats))
        if stack == (Purchase(bottom.seat, bottom.passed, turns),):
            passed = [TEAMS[seat] for seat in range(seats) if bottom.passed >> seat & 1]
            return {"at": "purchase", "team": TEAMS[bottom.seat], "passed": passed}, ()
    if isinstance(bottom, Turn) and bottom == Turn(bottom.seat, TURN_OPEN, bottom.phases):
        turn: dict[str, Any] = {"team": TEAMS[bottom.seat]}
        if len(stack) == 1:
            if bottom.phases != PHASES:
                turn["unit_phases"] = bottom.phases
            return turn, ()
        phase = stack[1]
        if stack[2:] or not isinstance(phase, UnitPhase):
            return {}, stack
        if phase == UnitPhase(phase.unit, phase.movements, phase.actions):
            turn["phase"] = unit_text(state.setup, phase.unit)
            turn["unit_phases"] = bottom.phases
            turn["movements"] = phase.movements
            turn["actions"] = phase.actions
            return turn, ()
    return {}, stack


def _between(state: State) -> dict[str, Any]:
    """Return the `turn` table of a moment after a match, if such a table is enough."""
    setup, top = state.setup, state.stack[-1]
    series = setup.series
    if series is None or series.results[-1].rounds != state.round or len(state.stack) > 2:
        return {}
    if isinstance(top, Auction):
        return {"at": "auction", "team": TEAMS[top.seat]}
    characters = {card for card in series.auctioned if card >= len(setup.catalog.items)}
    if isinstance(top, Replacing) and characters == {top.sold}:
        return {"at": "replacement"}
    return {}


# -- frames in words -------------------------------------------------------------------------------

_KNOWN: Final = {wire.word: wire for wire in FRAMES.values()}
NOBODY: Final = "nobody"

# Kinds of frame fields; others are plain numbers, words or booleans.
_FIELDS: Final = {
    "unit": "unit",
    "source": "unit",
    "subject": "unit",
    "bearer": "unit",
    "target": "unit",
    "current": "unit",
    "pusher": "unit",
    "hits": "units",
    "subjects": "units",
    "wounded": "units",
    "near": "mask",
    "seen": "mask",
    "seat": "team",
    "taker": "team",
    "seats": "teams",
    "groups": "several teams",
    "contenders": "teams",
    "space": "space",
    "start": "space",
    "origin": "space",
    "came_from": "space",
    "point": "space",
    "trail": "spaces",
    "goals": "goals",
    "item": "item",
    "bought": "item",
    "sold": "item",
    "laid": "cards",
    "kind": "weapon kind",
    "shape": "shape",
    "trigger": "trigger",
    "cause": "cause",
    "intent": "action",
    "ability": "ability",
    "boosts": "unit and number",
    "answers": "team and number",
    "denied": "unit and denial",
    "spared": "unit and team",
    "struck": "unit and space",
    "used": "ability and unit",
}
_EXCEPTIONS: Final = {
    ("Attack", "left"): "units",
    ("Attack", "pusher"): "team",
    ("Attack", "used"): "abilities",
    ("Resolve", "card"): "card",
}


def frame_fields(setup: Setup, frame: Frame) -> dict[str, object]:
    """Return the table of a frame, without default values."""
    wire = FRAMES[type(frame)]
    words = _Words(setup)
    found: dict[str, object] = {"frame": wire.word}
    for field, value in zip(wire.fields, wire.values(frame), strict=True):
        if field not in wire.defaults or value != wire.defaults[field]:
            found[field] = words.write(_kind(wire.name, field), value)
    return found


def frame_of(setup: Setup, fields: dict[str, Any], place: str) -> Frame:
    """Return the frame of a table; `place` begins its errors.

    Raises:
        ContentError: there is no such frame, or a field is not valid.
    """
    word = fields.get("frame")
    if not isinstance(word, str) or word not in _KNOWN:
        raise ContentError(f"{place}: no frame {written(word)}.{suggestion(word, _KNOWN)}")
    wire = _KNOWN[word]
    values: dict[str, Any] = {}
    words = _Words(setup)
    for field, value in fields.items():
        if field == "frame":
            continue
        if field not in wire.fields:
            raise ContentError(f'{place}: no key "{field}".{suggestion(field, wire.fields)}')
        try:
            values[field] = words.read(_kind(wire.name, field), value)
        except (NotationError, KeyError, TypeError, ValueError, AttributeError) as error:
            text = error if isinstance(error, NotationError) else f"{written(value)} does not work"
            raise ContentError(f"{place}: {field}: {text}") from error
    missing = [field for field in wire.fields if field not in {*values, *wire.defaults}]
    if missing:
        raise ContentError(f"{place}: {missing[0]} is missing")
    for field, value in values.items():
        owner, attribute = wire.owner(field)
        if not _fits(value, _field_types(owner)[attribute]):
            raise ContentError(f"{place}: {field}: {written(fields[field])} does not work")
    values = wire.defaults | values
    made: Frame = wire.record([values[field] for field in wire.fields])
    return made


@cache
def _field_types(kind: type) -> dict[str, Any]:
    """Return the types of a frame's fields."""
    return get_type_hints(kind)


def _fits(value: object, hint: Any) -> bool:
    """Return True if a value has the type of a frame field."""
    kinds = get_args(hint)
    if get_origin(hint) is tuple:
        if not isinstance(value, tuple):
            return False
        if kinds[-1] is Ellipsis:
            return all(_fits(part, kinds[0]) for part in value)
        return len(value) == len(kinds) and all(map(_fits, value, kinds))
    if kinds:  # WeaponKind | None
        return any(_fits(value, one) for one in kinds)
    return isinstance(value, hint) and isinstance(value, bool) is (hint is bool)


def _kind(frame: str, field: str) -> str:
    return _EXCEPTIONS.get((frame, field), _FIELDS.get(field, ""))


class _Words:
    """Writer and reader of one value of each kind."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Final = setup

    @cached_property
    def _abilities(self) -> list[str]:
        """The names of all abilities: their card, and their place among those of the card."""
        return [
            f"{ability.card}#{1 + sum(other.card == ability.card for other in before)}"
            for ability in self.setup.catalog.abilities
            for before in [self.setup.catalog.abilities[: int(ability.id)]]
        ]

    def write(self, kind: str, value: Any) -> Any:
        """Return the value as a file has it."""
        if kind == "":
            return list(value) if isinstance(value, tuple) else value
        if " and " in kind:
            first, second = kind.split(" and ")
            return [[self.write(first, a), self.write(second, b)] for a, b in value]
        one = _PLURALS.get(kind)
        if one is not None:
            return [self.write(one, part) for part in value]
        if kind == "mask":
            return [self.write("unit", unit) for unit in mask_units(value)]
        if kind == "goals":
            return -1 if value < 0 else [self.write("space", space) for space in spaces_in(value)]
        return _WRITERS[kind](self, value)

    def read(self, kind: str, value: Any) -> Any:
        """Return the value as a frame has it; raises errors of any kind."""
        if kind == "":
            return tuple(value) if isinstance(value, list) else value
        if " and " in kind:
            first, second = kind.split(" and ")
            return tuple((self.read(first, a), self.read(second, b)) for a, b in value)
        one = _PLURALS.get(kind)
        if one is not None:
            return tuple(self.read(one, part) for part in value)
        if kind == "mask":
            return sum(1 << self.read("unit", unit) for unit in value)
        if kind == "goals":
            return value if value == -1 else sum(1 << self.read("space", one) for one in value)
        if type(value) is int and value in _NUMBERS.get(kind, ()):
            return value
        return _READERS[kind](self, value)

    def write_unit(self, unit: int) -> str:
        return NOBODY if unit < 0 else unit_text(self.setup, unit)

    def read_unit(self, text: str) -> int:
        return -1 if text == NOBODY else parse_unit(self.setup, text)

    def write_space(self, space: int) -> str | int:
        grid = self.setup.board.grid
        return space if space < 0 else grid.name(space)

    def read_space(self, text: str) -> int:
        return int(self.setup.board.grid.parse(text))

    def write_item(self, item: int) -> str | int:
        if item == PUNCH:
            return "punch"
        return item if item < 0 else self.setup.catalog.store_cards[item].id

    def read_item(self, text: str) -> int:
        return PUNCH if text == "punch" else parse_store_card(self.setup, text)

    def write_card(self, card: int) -> str | int:
        return card if card < 0 else self.setup.catalog.power_cards[card].id

    def read_card(self, text: str) -> int:
        return parse_card(self.setup, text)

    def write_ability(self, ability: int) -> str | int:
        return ability if ability < 0 else self._abilities[ability]

    def read_ability(self, text: str) -> int:
        return self._abilities.index(text)

    def write_action(self, act: int) -> str | int:
        return action_text(self.setup, Action(act)) if act else act

    def read_action(self, text: str) -> int:
        return parse_action(self.setup, text)

    def write_denial(self, deny: IntFlag) -> int:
        return int(deny)


_PLURALS: Final = {
    "units": "unit",
    "teams": "team",
    "several teams": "teams",
    "spaces": "space",
    "cards": "card",
    "abilities": "ability",
}
# Numbers without a word, by kind: nothing, or a jail in place of a space.
_NUMBERS: Final[dict[str, range]] = {
    "space": range(-99, 0),
    "item": range(-1, 0),
    "card": range(-1, 0),
    "ability": range(-1, 0),
    "action": range(1),
}


def _write_team(_: _Words, seat: int) -> str:
    return NOBODY if seat < 0 else TEAMS[seat]


def _read_team(_: _Words, text: str) -> int:
    return -1 if text == NOBODY else parse_team(text)


def _write_name(_: _Words, member: Enum | None) -> str:
    return "none" if member is None else member.name.lower()


def _named(members: type[Enum]) -> Callable[[_Words, str], Enum | None]:
    return lambda _, text: None if text == "none" else members[text.upper()]


_WRITERS: Final[dict[str, Callable[[_Words, Any], Any]]] = {
    "unit": _Words.write_unit,
    "team": _write_team,
    "space": _Words.write_space,
    "item": _Words.write_item,
    "card": _Words.write_card,
    "ability": _Words.write_ability,
    "action": _Words.write_action,
    "denial": _Words.write_denial,
    "number": lambda _, value: value,
    **dict.fromkeys(("weapon kind", "shape", "trigger", "cause"), _write_name),
}
_READERS: Final[dict[str, Callable[[_Words, Any], Any]]] = {
    "unit": _Words.read_unit,
    "team": _read_team,
    "space": _Words.read_space,
    "item": _Words.read_item,
    "card": _Words.read_card,
    "ability": _Words.read_ability,
    "action": _Words.read_action,
    "denial": lambda _, value: Deny(value),
    "number": lambda _, value: int(value),
    "weapon kind": _named(WeaponKind),
    "shape": _named(Shape),
    "trigger": _named(Trigger),
    "cause": _named(Cause),
}
