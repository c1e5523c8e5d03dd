"""The same position in a mirror: the board flipped over a diagonal, or the two seats exchanged.

    mirror = Mirror(state, Flip.FIRST)
    twin = mirror.of(state)
    assert set(decision(twin).options) == {mirror.act(act) for act in decision(state).options}

The default board looks the same after a flip over either diagonal, so a manager that
plays by what it sees does the same in a mirror, from another base.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from deathdome.geometry.grid import set_of, spaces_in
from deathdome.model.actions import (
    EVERYBODY,
    Action,
    ActionKind,
    a_of,
    b_of,
    c_of,
    choice_of,
    kind_of,
    make_action,
    option,
    picked_of,
    subject_of,
)
from deathdome.model.frames import Attack, Purchase, Push, ReactionWindow, Resolve
from deathdome.model.wire import FRAMES
from deathdome.rules.gear import build_gear
from deathdome.rules.terrain import terrain_for
from deathdome.rules.units import put

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.frames import Frame
    from deathdome.model.state import State


class Flip(Enum):
    """A way to turn the board over."""

    NOT = "not at all"
    FIRST = "over the diagonal from a1"
    SECOND = "over the diagonal from u1"
    BOTH = "over both diagonals"


# Fields of frames by what they hold; pairs begin with a unit, but for `answers`.
SPACES = ("start", "space", "came_from", "point", "origin")
UNITS = ("unit", "source", "target", "bearer", "subject", "current")
SEATS = ("seat", "taker")
MANY_UNITS = ("hits", "wounded", "subjects")
MANY_SEATS = ("seats",)
PAIRS = ("boosts", "denied")
UNIT_BITS = ("near", "seen")


class Mirror:
    """Return each space, unit, action and position of a match in a mirror."""

    def __init__(self, state: State, flip: Flip, *, exchange: bool = False) -> None:
        """`exchange`: the first of two seats plays the second team, and the other way round."""
        setup = state.setup
        assert not exchange or setup.seats == 2
        self._board = setup.board
        self._catalog = setup.catalog
        self._flip = flip
        self._other = 1 if exchange else 0
        self._before = setup.terrain
        bases = [
            next(b for b, base in enumerate(setup.board.bases) if base >> self._turned(home) & 1)
            for home in setup.terrain.home
        ]
        if exchange:
            bases.reverse()
        self._terrain = terrain_for(setup.board, setup.ruleset, tuple(bases))
        self._table = replace(
            setup,
            terrain=self._terrain,
            first=self.seat(setup.first),
            order=tuple(self.seat(seat) for seat in setup.order),
            units=tuple(setup.units[self.unit(unit)] for unit in range(len(setup.units))),
        )

    # -- names -------------------------------------------------------------------------------------

    def seat(self, seat: int) -> int:
        """A seat in the mirror; none stays none."""
        return seat ^ self._other if seat >= 0 else seat

    def unit(self, unit: int) -> int:
        """A unit in the mirror; none, and all of them, stay the same."""
        return unit ^ self._other << 2 if 0 <= unit < EVERYBODY else unit

    def place(self, place: int) -> int:
        """A space, the home of a base, or -1 - jail."""
        if place < 0:
            return -1 - self.jail(-1 - place)
        return self.space(place)

    def space(self, space: int) -> int:
        """A space in the mirror; a base is known by its first space. -1 stays."""
        if space < 0:
            return space
        if space in self._before.home:
            return int(self._terrain.home[self.seat(self._before.home.index(space))])
        return self._turned(space)

    def jail(self, jail: int) -> int:
        """A jail in the mirror."""
        corner = self._turned(spaces_in(self._board.jails[jail])[0])
        return next(j for j, spaces in enumerate(self._board.jails) if spaces >> corner & 1)

    def spaces(self, spaces: int) -> int:
        """A set of spaces, bases whole; -1 (all spaces) stays."""
        if spaces < 0:
            return spaces
        return set_of(self._turned(space) for space in spaces_in(spaces))

    def _turned(self, space: int) -> int:
        grid = self._board.grid
        last = grid.width - 1
        column, row = grid.column(space), grid.row(space)
        if self._flip in (Flip.FIRST, Flip.BOTH):
            column, row = row, column
        if self._flip in (Flip.SECOND, Flip.BOTH):
            column, row = last - row, last - column
        return int(grid.space(column, row))

    # -- answers -----------------------------------------------------------------------------------

    def act(self, action: Action) -> Action:
        """An answer in the mirror."""
        kind, a, b, c = kind_of(action), a_of(action), b_of(action), c_of(action)
        if kind in (ActionKind.WALK, ActionKind.PUSH_TO):
            a = self.space(a)
        elif kind is ActionKind.JAIL:
            a = self.jail(a)
        elif kind in (ActionKind.ACTIVATE, ActionKind.HIT):
            a = self.unit(a)
        elif kind in (ActionKind.ATTACK, ActionKind.EQUIP):
            b = self.unit(b)
        elif kind in (ActionKind.USE, ActionKind.PLAY):
            ability = (
                self._catalog.abilities[a]
                if kind is ActionKind.USE
                else self._catalog.power_cards[a].abilities[0]
            )
            b = self._picked(ability, picked_of(action)) + 1
            c = option(choice_of(action), self.unit(subject_of(action)))
        return make_action(kind, a, b, c)

    def _picked(self, ability: Ability, picked: int) -> int:
        if picked < 0 or ability.pick is None or ability.pick.what == "unit":
            return self.unit(picked)
        return self.jail(picked) if ability.pick.what == "jail" else self.space(picked)

    # -- positions ---------------------------------------------------------------------------------

    def of(self, state: State) -> State:
        """The position in the mirror."""
        new = state.copy()
        new.setup = self._table
        units = range(len(state.space))
        seats = range(self._table.seats)
        for name in ("wounds", "down", "items"):
            row = getattr(state, name)
            setattr(new, name, [row[self.unit(unit)] for unit in units])
        for name in ("spare", "hands", "shells", "credits"):
            row = getattr(state, name)
            setattr(new, name, [row[self.seat(seat)] for seat in seats])
        new.gear = build_gear(new.setup, new.items)
        new.space = [self.place(state.space[self.unit(unit)]) for unit in units]
        for unit in units:
            put(new, unit, new.space[unit])
        points = self._board.points
        owners = {
            self.space(space): self.seat(owner)
            for space, owner in zip(points, state.owners, strict=True)
        }
        new.owners = [owners[space] for space in points]
        new.timed = tuple(
            effect._replace(unit=self.unit(effect.unit), seat=self.seat(effect.seat))
            for effect in state.timed
        )
        new.tokens = tuple(
            token._replace(space=self.space(token.space), seat=self.seat(token.seat))
            for token in state.tokens
        )
        new.stack = tuple(self._frame(frame) for frame in state.stack)
        return new

    def _frame(self, frame: Frame) -> Frame:
        found: dict[str, Any] = {}
        wire = FRAMES[type(frame)]
        known: dict[str, Any] = dict(zip(wire.fields, wire.values(frame), strict=True))
        for name, value in known.items():
            if name in SPACES:
                found[name] = self.space(value)
            elif name in UNITS:
                found[name] = self.unit(value)
            elif name in SEATS:
                found[name] = self.seat(value)
            elif name in MANY_UNITS or (name == "left" and isinstance(frame, Attack)):
                found[name] = tuple(self.unit(unit) for unit in value)
            elif name in MANY_SEATS:
                found[name] = tuple(self.seat(seat) for seat in value)
            elif name in PAIRS:
                found[name] = tuple((self.unit(unit), what) for unit, what in value)
            elif name in UNIT_BITS:
                found[name] = sum(1 << self.unit(u) for u in range(16) if value >> u & 1)
            elif name == "trail":
                found[name] = tuple(self.space(space) for space in value)
            elif name == "goals":
                found[name] = self.spaces(value)
            elif name == "intent":
                found[name] = self.act(value) if value else value
        if isinstance(frame, Attack):
            found["answers"] = tuple((self.seat(seat), total) for seat, total in frame.answers)
            found["struck"] = tuple((self.unit(u), self.space(space)) for u, space in frame.struck)
            found["spared"] = tuple((self.unit(u), self.seat(seat)) for u, seat in frame.spared)
            found["pusher"] = self.seat(frame.declared.pusher)
        elif isinstance(frame, Push):
            found["pusher"] = self.unit(frame.pusher)
        elif isinstance(frame, ReactionWindow):
            found["used"] = tuple((ability, self.unit(unit)) for ability, unit in frame.used)
        elif isinstance(frame, Resolve):
            ability = self._catalog.abilities[frame.ability]
            found["picked"] = self._picked(ability, frame.picked)
        assert not isinstance(frame, Purchase) or not self._other, "the store has its own order"
        return wire.record([*(known | found).values()])
