"""A player's view at a prompt, and the names of things in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from deathdome.errors import NotationError, sentence
from deathdome.geometry.grid import spaces_in
from deathdome.model.board import Kind
from deathdome.model.catalog import VACANT
from deathdome.model.frames import UnitPhase
from deathdome.model.identifiers import TEAMS, find_units, parse_space, parse_unit, unit_text
from deathdome.model.notation import action_text
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import EffectKind, Rating
from deathdome.rules.futile_choices import shortfalls
from deathdome.rules.observing import visible_state
from deathdome.rules.units import boost, movement
from deathdome.text.convicts import Convicts
from deathdome.text.names import (
    capitalised,
    counted,
    item_name,
    jail_name,
    listed,
    space_name,
    team_name,
    token_name,
    unit_name,
    where_words,
)
from deathdome.text.phrases import position as say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.odds.attack_odds import PublicOdds
    from deathdome.rules.futile_choices import Shortfall
    from deathdome.text.announcer import Remark


@dataclass(frozen=True)
class View:
    """The match as one seat sees it: the input of all commands."""

    request: Request | None  # the open question; None when it is not this seat's, or all is over
    seen: Observation
    names: tuple[str, ...]  # who sits where: "human" or a manager's name
    seed: int | None  # None: it is not to be known yet
    events: tuple[Event, ...]  # everything the seat has heard
    had: Mapping[int, PublicOdds] = field(default_factory=dict)  # odds of the attacks among them
    began: tuple[int, tuple[int, ...]] = (0, ())  # round counter and payouts before the events
    convicts: Convicts | None = None  # names of units; by default they have none
    remarks: Sequence[Remark] = ()  # of the announcer

    @property
    def setup(self) -> Setup:
        """The setup of the match."""
        return self.seen.setup

    @property
    def seat(self) -> int:
        """The seat of this view."""
        return self.seen.seat

    @cached_property
    def spoken(self) -> Observation:
        """The observation for sentences, with the names of all units."""
        convicts = self.convicts or Convicts(self.setup)
        return replace(self.seen, setup=convicts.of(self.setup).named)

    @property
    def options(self) -> tuple[Action, ...]:
        """The legal answers; wasted reactions come last."""
        if self.request is None:
            return ()
        return tuple(sorted(self.request.options, key=lambda action: action in self.shortfalls))

    @cached_property
    def shortfalls(self) -> Mapping[Action, Shortfall]:
        """The wasted reactions."""
        return shortfalls(self.seen)

    def spelled(self, action: Action) -> str:
        """Return an action in the notation."""
        return action_text(self.setup, action, self.seat)

    @property
    def active(self) -> int:
        """The unit whose phase is open, otherwise the unit asked about, or -1."""
        for frame in reversed(self.seen.stack):
            if isinstance(frame, UnitPhase):
                return frame.unit
        return self.request.unit if self.request is not None else -1

    # -- reading words --------------------------------------------------------------------------

    def unit(self, words: str) -> int:
        """Parse a unit: `red.warrior`, or `warrior` for one of yours.

        Raises:
            NotationError: there is none.
        """
        own = f"{TEAMS[self.seat]}.{words.strip()}"
        named = words.replace(".", " ").split()[:1]
        told = bool(named) and named[0].lower() in TEAMS and not find_units(self.setup, own)
        unit = parse_unit(self.setup, words.strip() if told else own)
        if self.setup.units[unit] == VACANT:
            raise NotationError(f'no unit is in the place of "{words.strip()}"')
        return unit

    def space(self, words: str) -> int:
        """Parse a space: `k11`, your `base`, or a unit for its space.

        Raises:
            NotationError: there is none, or the unit is in jail.
        """
        text = words.strip()
        try:
            return parse_space(self.setup, text, self.seat)
        except NotationError as error:
            try:
                unit = self.unit(text)
            except NotationError:
                raise error from None
        if self.seen.space[unit] < 0:
            raise NotationError(f"{self.who(unit)} is {self.where(unit)}, not on the board")
        return self.seen.space[unit]

    def plain_space(self, words: str) -> int:
        """Parse a space by its own name, or your `base`.

        Raises:
            NotationError: there is none.
        """
        return parse_space(self.setup, words.strip(), self.seat)

    def with_unit(self, words: str) -> tuple[int, str]:
        """Return the unit named first, otherwise the active one; and the other words."""
        first, _, rest = words.partition(" ")
        if "." in first and first.partition(".")[0].lower() in TEAMS:
            return self.unit(first), rest.strip()
        return self.active, words

    # -- words ----------------------------------------------------------------------------------

    def unit_name(self, unit: int) -> str:
        """Return `red.warrior`."""
        return unit_text(self.setup, unit)

    def who(self, unit: int) -> str:
        """Return 'red warrior' or 'Madame Magma (Red)'."""
        return unit_name(self.spoken.setup, unit)

    def where(self, unit: int) -> str:
        """Return 'on k11', 'in its base (j20 to l21)' or 'in the nw jail'."""
        terrain, space, seat = self.setup.terrain, self.seen.space[unit], unit // UNITS_PER_TEAM
        if not self.setup.order:
            return say.NOT_YET_ON_BOARD
        words = where_words(self.setup, space, seat)
        if space >= 0 and terrain.home[seat] == space:
            base = spaces_in(terrain.base_spaces[seat])
            names = [self.setup.board.grid.name(one) for one in base]
            words += f" ({names[0]} to {names[-1]})" if len(names) > 1 else f" ({names[0]})"
        return words

    def vitae(self, unit: int) -> str:
        """Return '5 of 5 vitae'."""
        most = self.seen.gear.vitae[unit]
        return f"{most - self.seen.wounds[unit]} of {most} vitae"

    def unit_line(self, unit: int) -> str:
        """Return a unit's place, vitae, present ratings and items."""
        seen, setup = self.seen, self.setup
        if setup.units[unit] == VACANT:
            team = team_name(unit // UNITS_PER_TEAM)
            return say.VACANT_PLACE.format(team=team)
        state = visible_state(seen)
        strength = seen.gear.strength[unit] + boost(seen.timed, unit, Rating.STRENGTH)
        tough = seen.gear.toughness[unit] + boost(seen.timed, unit, Rating.TOUGHNESS)
        name = self.who(unit)
        if self.spoken.setup.units[unit] not in setup.catalog.registry:
            name += f", {unit_text(setup, unit)},"
        parts = [
            f"{name} {self.where(unit)}",
            self.vitae(unit),
            f"strength {strength}",
            f"movement {movement(state, unit)}",
            f"toughness {tough}",
        ]
        text = ", ".join(parts)
        if seen.down[unit]:
            text += "; incapacitated"
        if seen.items[unit]:
            text += f"; has {listed([item_name(setup, item) for item in seen.items[unit]])}"
        lasting = [
            f"{effect.n:+} {Rating(effect.what).name.lower()}"
            for effect in seen.timed
            if effect.unit == unit and effect.effect_kind is EffectKind.MOD
        ]
        text += f"; for now {listed(lasting)}" if lasting else ""
        return f"{capitalised(text)}."

    def ground(self, space: int) -> str:
        """Return the kind of a space: 'floor', "Red's control point", 'release point of ...'."""
        board = self.setup.board
        kind = board.kinds[space]
        if space in board.points:
            owner = self.seen.owners[board.points.index(space)]
            what = say.TOWER_CENTRE if space in board.tower_centres else kind_of(kind)
            return f"{team_name(owner)}'s {what}" if owner >= 0 else f"free {what}"
        if kind is Kind.RELEASE_POINT:
            jail = board.release_jails[board.release_points.index(space)]
            return say.RELEASE_POINT.format(jail=jail_name(self.setup, jail))
        if kind is Kind.JAIL:
            number = next(n for n, spaces in enumerate(board.jails) if spaces >> space & 1)
            return jail_name(self.setup, number)
        if kind is Kind.BASE:
            return self._base(space)
        return kind_of(kind)

    def _base(self, space: int) -> str:
        spaces = self.setup.terrain.base_spaces
        owners = [seat for seat, base in enumerate(spaces) if base >> space & 1]
        return f"{team_name(owners[0])}'s base" if owners else say.UNUSED_BASE

    def token_words(self, space: int) -> list[str]:
        """Return the bug tokens on a space: "Blue's Beehive"."""
        return [
            f"{team_name(placed.seat)}'s {token_name(self.setup, placed.token)}"
            for placed in self.seen.tokens
            if placed.space == space
        ]

    def name(self, space: int) -> str:
        """Return 'k11', or 'base' for your base."""
        if self.setup.order and self.setup.terrain.home[self.seat] == space:
            return "base"
        return space_name(self.setup, space)

    def marked(self, spaces: int) -> str:
        """Return a set of spaces by name, with notes on some: 'k5, f2 (control ...)'."""
        plain = (Kind.FLOOR, Kind.BASE)
        words = []
        for space in spaces_in(spaces):
            marks = self.token_words(space)
            if self.setup.board.kinds[space] not in plain:
                marks.insert(0, self.ground(space))
            words.append(self.name(space) + (f" ({', '.join(marks)})" if marks else ""))
        return ", ".join(words)

    def named(self, spaces: int) -> str:
        """Return a set of spaces by name, with their bug tokens."""
        words = []
        for space in spaces_in(spaces):
            marks = self.token_words(space)
            words.append(self.name(space) + (f" ({', '.join(marks)})" if marks else ""))
        return ", ".join(words)

    def standing(self, space: int) -> list[int]:
        """Return the units on a space; a base's first space means the whole base."""
        return [unit for unit, place in enumerate(self.seen.space) if place == space]

    def away(self, start: int, goal: int) -> int:
        """Return the distance of two spaces, as range counts it."""
        return self.setup.terrain.distance(start, goal)


def kind_of(kind: Kind | None) -> str:
    """Return 'floor' or 'tower edge'."""
    return kind.value if kind is not None else "nothing"


def own_units(seat: int) -> range:
    """Return the units of a team."""
    return range(seat * UNITS_PER_TEAM, (seat + 1) * UNITS_PER_TEAM)


def spaces_words(number: int) -> str:
    """Return '1 space' or '4 spaces'."""
    return counted(number, "space")


def sentences(texts: Iterable[str]) -> list[str]:
    """Return texts with a capital, unless they begin with a file name, and a full stop."""
    return list(map(sentence, texts))
