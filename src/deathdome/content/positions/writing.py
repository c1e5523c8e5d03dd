"""Position files written from positions of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.content.board_files import board_ids
from deathdome.content.positions.files import fields_text
from deathdome.content.positions.series import clockwise_from, series_fields
from deathdome.content.positions.stack import frame_fields, moment_fields
from deathdome.content.positions.switches import scenario_name, switch_fields
from deathdome.content.positions.words import effect_fields, place_of, use_name
from deathdome.geometry.grid import spaces_in
from deathdome.model.identifiers import TEAMS
from deathdome.model.ruleset import EDITIONS, SCENARIOS, Ruleset
from deathdome.model.state import UNITS_PER_TEAM, State
from deathdome.rules.observing import cards_in_play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.model.board import Board


def position_text(state: State, title: str = "", *, lenient: bool = False) -> str:
    """Return a position file that sets up this position, secrets included.

    The loaded position has the same fingerprint. Defaults are left out. `lenient`: the position may
    be one that no match reaches, and the file says so.
    """
    allowed = {"lenient": True} if lenient else {}
    found = position_fields(state)
    switches = found.get("ruleset", {})
    scenarios = [scenario_name(name) for name in SCENARIOS if switches.pop(name, False)]
    if scenarios:
        found = {"edition": found.pop("edition"), "scenario": ", ".join(scenarios)} | found
    return fields_text(allowed | found, title)


def position_fields(state: State, editions: Mapping[str, Ruleset] = EDITIONS) -> dict[str, Any]:
    """Return the keys and values of a position file that sets up this position.

    Switches that are as in the edition are left out; `editions` are those of the reader.
    """
    return _Exporter(state, editions).fields()


class _Exporter:
    """Writer of one position."""

    def __init__(self, state: State, editions: Mapping[str, Ruleset]) -> None:
        self.state: Final = state
        self.editions: Final = editions
        self.setup: Final = state.setup

    def fields(self) -> dict[str, Any]:
        """Return every key with a value other than its default, in writing order."""
        state, setup = self.state, self.setup
        found: dict[str, Any] = {"edition": setup.ruleset.edition, **self._board()}
        found |= {"seats": setup.seats, "round": state.round, "rounds": setup.rounds}
        if setup.first >= 0:
            found["first"] = TEAMS[setup.first]
            if setup.order != clockwise_from(setup.first, setup.seats):
                found["order"] = [TEAMS[seat] for seat in setup.order]
        turn, stack = moment_fields(state)
        found["series"] = series_fields(state)
        if setup.ruleset.draft:
            items = setup.catalog.items
            found["store"] = [item.id for at, item in enumerate(items) if state.store >> at & 1]
        found["turn"] = turn
        found["ruleset"] = switch_fields(setup.ruleset, self.editions)
        found["units"] = {key: self._unit(unit) for unit, key in enumerate(self._keys())}
        found["units"] = {key: one for key, one in found["units"].items() if one}
        found["teams"] = {TEAMS[seat]: self._team(seat) for seat in range(setup.seats)}
        found["tokens"] = {
            setup.catalog.tokens[one.token].id: {
                "at": setup.board.grid.name(one.space),
                "team": TEAMS[one.seat],
            }
            for one in state.tokens
        }
        found["cards"] = self._cards()
        found["used"] = {use_name(state, key): n for key, n in state.uses.items()}
        found["effects"] = [effect_fields(state, effect) for effect in state.timed]
        found["stack"] = [frame_fields(setup, frame) for frame in stack]
        # A drawn board without jails says so: by default a drawing gets one.
        return {
            key: value
            for key, value in found.items()
            if value not in ({}, [])
            or (key == "jails" and not setup.board.jails)
            or key == "store"  # by default ten items are face up
        }

    def _board(self) -> dict[str, Any]:
        board = self.setup.board
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
        # Before the roll for first player they belong to the next character's owner.
        homes = board.seatings.get(self.setup.seats, ())
        if self.setup.order:
            homes = self.setup.terrain.home_bases
        found["seating"] = [board.base_names[base] for base in homes]
        later = board.later_seatings.get(self.setup.seats, ())
        if self.setup.series is not None and later:
            found["later_seating"] = [board.base_names[base] for base in later]
        return found

    def _keys(self) -> list[str]:
        """Return the keys of the units: their registry line, even if a character replaces it."""
        lines = [line.id for line in self.setup.catalog.registry]
        return [
            f"{TEAMS[unit // UNITS_PER_TEAM]}.{lines[unit % UNITS_PER_TEAM]}"
            for unit in range(len(self.setup.units))
        ]

    def _unit(self, unit: int) -> dict[str, Any]:
        state, setup = self.state, self.setup
        found: dict[str, Any] = {}
        if setup.units[unit] not in setup.catalog.registry:
            found["character"] = setup.units[unit].id
        if setup.order and place_of(state, unit) != "base":
            found["at"] = place_of(state, unit)
        if state.items[unit]:
            found["items"] = [setup.catalog.items[item].id for item in state.items[unit]]
        if state.wounds[unit]:
            found["wounds"] = state.wounds[unit]
        if state.down[unit]:
            found["incapacitated"] = "fresh" if state.down[unit] == 1 else "recovering"
        return found

    def _team(self, seat: int) -> dict[str, Any]:
        state, setup = self.state, self.setup
        board = setup.board
        found: dict[str, Any] = {}
        if state.hands[seat]:
            found["hand"] = [setup.catalog.power_cards[card].id for card in state.hands[seat]]
        points = [
            board.grid.name(space)
            for space, owner in zip(board.points, state.owners, strict=True)
            if owner == seat
        ]
        if points:
            found["points"] = points
        if state.shells[seat]:
            found["shells"] = state.shells[seat]
        if setup.gifts and setup.gifts[seat]:
            found["handicap_shells"] = setup.gifts[seat]
        if state.credits[seat] != setup.ruleset.start_credits:
            found["credits"] = state.credits[seat]
        if state.spare[seat]:
            found["aside"] = [setup.catalog.store_cards[card].id for card in state.spare[seat]]
        return found

    def _cards(self) -> dict[str, Any]:
        state = self.state
        printed = self.setup.catalog.power_cards
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
    """Map each base or jail to its first space."""
    return {
        name: board.grid.name(spaces_in(spaces)[0])
        for name, spaces in zip(names, areas, strict=True)
    }
