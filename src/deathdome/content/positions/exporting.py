"""Any position of a match as a position file, which sets up the very same position again."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.board_files import board_ids
from deathdome.content.positions.lasting import effect_fields, use_name
from deathdome.content.positions.openings import PHASES, TURN_OPEN
from deathdome.content.positions.unfinished import frame_fields
from deathdome.content.positions.words import place_of
from deathdome.geometry.grid import spaces_in
from deathdome.model.frames import Dealing, Opening, Purchase, Rolling, Turn, UnitPhase
from deathdome.model.ruleset import EDITIONS, Ruleset
from deathdome.model.spelling import TEAMS, unit_text
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.observing import cards_in_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deathdome.model.board import Board
    from deathdome.model.state import State

_WIDTH: Final = 100
# What is written as a table of its own, in this order.
_ARRAYS: Final = ("effects", "stack")
_TABLES: Final = ("turn", "ruleset", "units", "teams", "tokens", "cards", "used", *_ARRAYS)


def position_text(state: State, title: str = "", *, lenient: bool = False) -> str:
    """A position file that sets up this position, secrets included.

    Loaded, it has the same fingerprint. What is as by default is left out. `lenient`: it may hold
    what no match comes to, as a file that says so does.
    """
    allowed = {"lenient": True} if lenient else {}
    return fields_text(allowed | position_fields(state), title)


def fields_text(found: dict[str, Any], title: str = "") -> str:
    """The position file with these keys and values."""
    return "\n".join(_lines(found, title)) + "\n"


def position_fields(state: State, editions: Mapping[str, Ruleset] = EDITIONS) -> dict[str, Any]:
    """The keys of a position file that sets up this position, with their values.

    Switches that are as in the edition are left out; `editions` are those that the reader uses.
    """
    return _Exporter(state, editions).fields()


def _lines(found: dict[str, Any], title: str) -> Iterator[str]:
    """The whole file; plain keys first, because TOML wants them before the tables."""
    yield f"title = {_value(title or 'Exported position')}"
    for key, value in found.items():
        if key == "map":
            yield f'map = """\n{value}\n"""'
        elif key not in _TABLES:
            yield f"{key} = {_value(value)}"
    for key in _TABLES:
        value = found.get(key, {})
        if key in _ARRAYS:
            for one in value:
                yield from _table(key, one, array=True)
        elif key == "teams":
            for team, one in value.items():
                yield from _table(f"teams.{team}", one)
        else:
            yield from _table(key, value)


class _Exporter:
    """Writes one position."""

    def __init__(self, state: State, editions: Mapping[str, Ruleset]) -> None:
        self.state: Final = state
        self.editions: Final = editions
        self.table: Final = state.table

    def fields(self) -> dict[str, Any]:
        """Every key that is not as by default, in the order in which it is written."""
        state, table = self.state, self.table
        found: dict[str, Any] = {"edition": table.ruleset.edition, **self._board()}
        found |= {"seats": table.seats, "round": state.round, "rounds": table.rounds}
        if table.first >= 0:
            found["first"] = TEAMS[table.first]
        turn, stack = self._moment()
        default = self.editions[table.ruleset.edition]
        found["turn"] = turn
        found["ruleset"] = {
            field.name: getattr(table.ruleset, field.name)
            for field in fields(Ruleset)
            if getattr(table.ruleset, field.name) != getattr(default, field.name)
        }
        found["units"] = {key: self._unit(unit) for unit, key in enumerate(self._keys())}
        found["units"] = {key: one for key, one in found["units"].items() if one}
        found["teams"] = {TEAMS[seat]: self._team(seat) for seat in range(table.seats)}
        found["tokens"] = {
            table.catalog.tokens[one.token].id: {
                "at": table.board.grid.name(one.space),
                "team": TEAMS[one.seat],
            }
            for one in state.tokens
        }
        found["cards"] = self._cards()
        found["used"] = {use_name(state, key): n for key, n in state.uses.items()}
        found["effects"] = [effect_fields(state, effect) for effect in state.timed]
        found["stack"] = [frame_fields(table, frame) for frame in stack]
        # A drawn board without jails says so: where nothing is said, it gets one.
        return {
            key: value
            for key, value in found.items()
            if value not in ({}, []) or (key == "jails" and not table.board.jails)
        }

    def _board(self) -> dict[str, Any]:
        board = self.table.board
        if board.id in board_ids():
            return {"board": board.id}
        found: dict[str, Any] = {"map": board.drawing()}
        if board.grid.first_row != 1:
            found["first_row"] = board.grid.first_row
        found["bases"] = _areas(board, board.base_names, board.bases)
        found["jails"] = _areas(board, board.jail_names, board.jails)
        found["release_points"] = {
            board.grid.name(space): board.jail_names[jail]
            for space, jail in zip(board.release_points, board.release_jails, strict=True)
        }
        name = board.grid.name
        found["thin_walls"] = [f"{name(a)} {name(b)}" for a, b in board.thin_walls]
        # Before the roll for first player they are those of whoever will be first.
        homes = board.seatings.get(self.table.seats, ())
        if self.table.order:
            homes = self.table.terrain.home_bases
        found["seating"] = [board.base_names[base] for base in homes]
        return found

    def _moment(self) -> tuple[dict[str, Any], tuple[Any, ...]]:
        """The `turn` table, or the frames where no such table says it all."""
        state = self.state
        stack = state.stack
        if not stack:
            return {"at": "over"}, ()
        bottom = stack[0]
        seats = self.table.seats
        rolling = Rolling(tuple(range(seats)))
        if stack == (rolling,):
            return {"at": "roll"}, ()
        if stack == (rolling, Dealing()):
            return {"at": "teams"}, ()
        if stack == (Opening(),):
            return {"at": "deal"}, ()
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
                turn["phase"] = unit_text(self.table, phase.unit)
                turn["unit_phases"] = bottom.phases
                turn["movements"] = phase.movements
                turn["actions"] = phase.actions
                return turn, ()
        return {}, stack

    def _keys(self) -> list[str]:
        """The keys of the units: their line of the registry, which a character stands in for."""
        lines = [line.id for line in self.table.catalog.registry]
        return [
            f"{TEAMS[unit // UNITS_PER_TEAM]}.{lines[unit % UNITS_PER_TEAM]}"
            for unit in range(len(self.table.units))
        ]

    def _unit(self, unit: int) -> dict[str, Any]:
        state, table = self.state, self.table
        found: dict[str, Any] = {}
        if table.units[unit] not in table.catalog.registry:
            found["character"] = table.units[unit].id
        if table.order and place_of(state, unit) != "base":
            found["at"] = place_of(state, unit)
        if state.items[unit]:
            found["items"] = [table.catalog.items[item].id for item in state.items[unit]]
        if state.wounds[unit]:
            found["wounds"] = state.wounds[unit]
        if state.down[unit]:
            found["incapacitated"] = "fresh" if state.down[unit] == 1 else "recovering"
        return found

    def _team(self, seat: int) -> dict[str, Any]:
        state, table = self.state, self.table
        board = table.board
        found: dict[str, Any] = {}
        if state.hands[seat]:
            found["hand"] = [table.catalog.power_cards[card].id for card in state.hands[seat]]
        points = [
            board.grid.name(space)
            for space, owner in zip(board.points, state.owners, strict=True)
            if owner == seat
        ]
        if points:
            found["points"] = points
        if state.shells[seat]:
            found["shells"] = state.shells[seat]
        if state.credits[seat] != table.ruleset.start_credits:
            found["credits"] = state.credits[seat]
        if state.spare[seat]:
            found["aside"] = [table.catalog.store_cards[card].id for card in state.spare[seat]]
        return found

    def _cards(self) -> dict[str, Any]:
        state = self.state
        printed = self.table.catalog.power_cards
        elsewhere = [0] * len(printed)
        for card in (
            *(card for hand in state.hands for card in hand),
            *cards_in_play(state.stack, state),
        ):
            elsewhere[card] += 1
        found: dict[str, Any] = {}
        if any(state.discard):
            found["discard"] = [
                printed[card].id for card, copies in enumerate(state.discard) for _ in range(copies)
            ]
        rest = [card.copies - elsewhere[i] - state.discard[i] for i, card in enumerate(printed)]
        if rest != state.deck:
            found["deck"] = [
                printed[card].id for card, copies in enumerate(state.deck) for _ in range(copies)
            ]
            found["rest"] = "none"
        return found


def _areas(board: Board, names: tuple[str, ...], areas: tuple[int, ...]) -> dict[str, str]:
    """Each base or jail with its first space."""
    return {
        name: board.grid.name(spaces_in(spaces)[0])
        for name, spaces in zip(names, areas, strict=True)
    }


def _table(name: str, values: Mapping[str, Any], *, array: bool = False) -> Iterator[str]:
    if not values:
        return
    yield ""
    yield f"[[{name}]]" if array else f"[{name}]"
    for key, value in values.items():
        if value != [] or array:
            yield f"{_key(key)} = {_value(value, len(key) + 3)}"


def _key(key: str) -> str:
    plain = key.replace("-", "").replace("_", "").isalnum() and key.isascii()
    return key if plain else _quoted(key)


def _quoted(text: str) -> str:
    """A text in quotes as TOML has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    signs = (sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in escaped)
    return f'"{"".join(signs)}"'


def _value(value: Any, margin: int = 0) -> str:
    """A value as TOML; a long list goes over several lines."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:_}" if value >= 100_000 else str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    parts = [_value(part) for part in value]
    line = f"[{', '.join(parts)}]"
    if margin and len(line) + margin > _WIDTH:
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return line
