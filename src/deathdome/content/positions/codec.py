"""Positions of the engine from the tables of a position file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NoReturn

from deathdome.content.positions.files import board_of
from deathdome.content.positions.series import SeriesPlacer, clockwise_from, course_of
from deathdome.content.positions.stack import set_stack
from deathdome.content.positions.stack_checks import check_nesting, check_stack, try_out
from deathdome.content.positions.switches import ruleset_of
from deathdome.content.positions.words import (
    ANY_JAIL,
    character_named,
    effect_of,
    key,
    parse_place,
    parse_who,
    place_text,
    use_key,
)
from deathdome.errors import ContentError, UsageError
from deathdome.geometry.grid import spaces_in
from deathdome.model.board import TOWER_SUPPLY, Kind
from deathdome.model.catalog import VACANT
from deathdome.model.effects import AddRounds
from deathdome.model.frames import Ranking, Rolling
from deathdome.model.identifiers import (
    TEAMS,
    parse_card,
    parse_item,
    parse_space,
    parse_store_card,
    parse_team,
    parse_token,
    parse_unit,
    unit_text,
)
from deathdome.model.ruleset import EDITIONS, Ruleset
from deathdome.model.state import HAND_LIMIT, UNITS_PER_TEAM, PlacedToken, State
from deathdome.rules.draft import FACE_UP, face_down
from deathdome.rules.engine import advance
from deathdome.rules.gear import build_gear, may_hold
from deathdome.rules.observing import cards_in_play
from deathdome.rules.setup import new_game
from deathdome.rules.units import allows, put

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from deathdome.content.collection import Collection
    from deathdome.content.positions.schema import PositionSheet, UnitSheet
    from deathdome.content.positions.series import Course
    from deathdome.model.catalog import Catalog, Character
    from deathdome.model.events import Event

_REFUSALS: Final = {
    "vacant": "no unit is there",
    "full": "a unit has at most three items (EQUIP-1)",
    "type": "its deck is not open to this unit (EQUIP-4)",
    "armor": "a unit has at most one armor (EQUIP-2)",
    "vehicle": "a unit has at most one vehicle (EQUIP-3)",
}
_NO_JAILS: Final = "this board has no jails"
LENIENT: Final = '; "lenient = true" lets it pass'


def place_pieces(
    sheet: PositionSheet,
    shown: str,
    folder: Path,
    collection: Collection,
    editions: Mapping[str, Ruleset] = EDITIONS,
    *,
    tried: bool = True,
) -> tuple[State, list[Event]]:
    """Return the position of a file, and the events during its setup.

    `shown` is the name of the file in errors, `folder` holds its board files. Switches missing from
    the file are as in `editions`. A written stack is tried out unless `tried` is false: a view
    hides
    other hands, and perhaps the open question.

    Raises:
        ContentError: a word names nothing, or the pieces do not fit together.
    """
    return _Placer(sheet, shown, editions).state(folder, collection, tried=tried)


class _Placer:
    """Builder of one position."""

    def __init__(self, sheet: PositionSheet, shown: str, editions: Mapping[str, Ruleset]) -> None:
        self.sheet: Final = sheet
        self.shown: Final = shown
        self.editions: Final = editions
        # During an attack a unit may have its full wounds, or pass through another.
        self.lenient: Final = sheet.lenient or bool(sheet.stack)

    def refuse(self, name: str, reason: str) -> NoReturn:
        raise ContentError(f"{self.shown}: {name}: {reason}")

    def unless_lenient(self, name: str, reason: str) -> None:
        if not self.lenient:
            self.refuse(name, f"{reason}{LENIENT}")

    # -- table ----------------------------------------------------------------------------------

    def state(
        self, folder: Path, collection: Collection, *, tried: bool
    ) -> tuple[State, list[Event]]:
        """Return the position, built in an order in which nothing refers to a later piece."""
        sheet = self.sheet
        seats = self._seats()
        with key(self.shown, "first"):
            self._seat(sheet.first, seats)
        ruleset = ruleset_of(sheet, self.editions, self.shown)
        course = course_of(sheet, ruleset, self.shown)
        order = self._order(seats, course)
        later = course is not None and course.later_seats
        board = board_of(sheet, self.shown, folder, order, collection, later=later)
        with key(self.shown, "teams"):
            for team in sheet.teams:
                self._seat(team, seats)
        frames = [frame.get("frame") for frame in sheet.stack]
        rolling = "rolling" in frames or (
            sheet.turn.at in ("roll", "teams") and (course is None or course.number == 1)
        )
        try:
            state = new_game(
                collection.catalog,
                board,
                seats=seats,
                ruleset=ruleset,
                rounds=None if course is not None else sheet.rounds,
                series=None if course is None else course.schedule,
                first=None if rolling else order[0],
            )
        except UsageError as error:
            self.refuse("scenario" if sheet.scenario else "ruleset", str(error))
        self.state_: State = state
        placer = None if course is None else SeriesPlacer(sheet, course, state, self.shown)
        if placer is not None:
            placer.begin(() if rolling else order)
        if sheet.round > state.setup.rounds and not _moves_counter(state.setup.catalog):
            self.unless_lenient("round", f"the match has {state.setup.rounds} rounds (key rounds)")
        units = self._units()
        self._items(units)
        self._draft()
        self._teams()
        if not rolling:
            for unit, (name, one) in units.items():
                self._put(unit, name, one)
            self._statuses(units)
        self._tokens()
        self._lasting(units)
        if placer is not None:
            self._before_a_match(units)
            placer.finish()
        events: list[Event] = []
        state.emit = events.append
        set_stack(sheet, state, self.shown)
        deal(sheet, state, self.unless_lenient, shown=self.shown)
        if sheet.stack:
            check_stack(state, self.shown)
            check_nesting(state, self.shown)
            if tried:
                try_out(state, self.shown)
        else:
            advance(state)
        if sheet.turn.at == "roll" and not isinstance(state.stack[-1], Rolling | Ranking):
            self.refuse("turn.at", "no teams of equal value are there to roll (AMB-92)")
        state.emit = None
        return state, events

    def _seats(self) -> int:
        """Return the number of teams named, at least two."""
        sheet = self.sheet
        named = [sheet.first, sheet.turn.team or "", *sheet.teams, *sheet.points.values()]
        named += sheet.order
        if sheet.series is not None:
            named += sheet.series.last_winner or ()
            for result in sheet.series.results:
                named += (*(result.winner or ()), *result.payouts, *(result.values or ()))
        # If the number of teams is given, a base may have a colour and belong to none.
        bases = sheet.bases if sheet.seats is None else ()
        named += [name.replace(" ", ".").split(".")[0] for name in (*sheet.units, *bases)]
        named += [token.team or "" for token in sheet.tokens.values()]
        places = [TEAMS.index(name.lower()) for name in named if name.lower() in TEAMS]
        minimum = max([1, *places]) + 1
        if sheet.seats is not None and sheet.seats < minimum:
            last = TEAMS[minimum - 1]
            self.refuse("seats", f"{sheet.seats} teams, but with {last} there are {minimum}")
        return sheet.seats or minimum

    def _seat(self, name: str, seats: int) -> int:
        seat = parse_team(name)
        if seat >= seats:
            self.refuse(name, f"there are {seats} teams: {', '.join(TEAMS[:seats])}")
        return seat

    def _order(self, seats: int, course: Course | None) -> tuple[int, ...]:
        """Return the order of play: as named, or clockwise from the first player."""
        sheet = self.sheet
        with key(self.shown, "order"):
            order = [self._seat(team, seats) for team in sheet.order]
        first = order[0] if order else self._seat(sheet.first, seats)
        clockwise = list(clockwise_from(first, seats))
        if not order:
            return tuple(clockwise)
        if sorted(order) != list(range(seats)):
            teams = ", ".join(TEAMS[:seats])
            self.refuse("order", f"every team is needed once: {teams}")
        if "first" in sheet.model_fields_set and parse_team(sheet.first) != first:
            self.refuse("first", f"order begins with {TEAMS[first]}; give only one")
        if order != clockwise and not (course is not None and course.later_seats):
            teams = ", ".join(TEAMS[seat] for seat in clockwise)
            self.refuse(
                "order",
                f"a first match is played clockwise: {teams} (ORDER-2); for later ones "
                "see series.match",
            )
        return tuple(order)

    # -- units ----------------------------------------------------------------------------------

    def _units(self) -> dict[int, tuple[str, UnitSheet]]:
        """Return the units in the file with their key; seats the characters first."""
        state, sheet = self.state_, self.sheet
        setup = state.setup
        line_up = [*setup.catalog.registry] * setup.seats
        if sheet.turn.at == "teams":
            line_up = [VACANT] * len(line_up)
        lines = [line.id for line in setup.catalog.registry]
        taken: dict[int, str] = {}
        waiting: list[tuple[int, Character, str]] = []
        for name, one in sheet.units.items():
            with key(self.shown, "units"):
                seat, who = character_named(setup, name)
            if who is not None:
                waiting.append((seat, who, name))
                continue
            with key(self.shown, "units"):
                unit = parse_unit(setup, name)
            if unit in taken:
                self.refuse("units", f"{taken[unit]} and {name} are the same unit")
            taken[unit] = name
            if one.character is not None:
                with key(self.shown, f"units.{name}"):
                    line_up[unit] = parse_who(setup, one.character)
        for seat, who, name in waiting:
            places = [lines.index(kind.value) for kind in who.types if kind.value in lines]
            places += range(UNITS_PER_TEAM)
            units = [seat * UNITS_PER_TEAM + place for place in places]
            free = [unit for unit in units if unit not in taken]
            if not free:
                self.refuse(f"units.{name}", "a team has four units (GAME-2)")
            line_up[free[0]] = who
            taken[free[0]] = name
        state.setup = replace(setup, units=tuple(line_up))
        named = [one for one in line_up if one not in setup.catalog.registry and one != VACANT]
        doubled = [one.name for one in named if named.count(one) > 1]
        if doubled:
            self.unless_lenient("units", f"there is only one {doubled[0]}")
        return {unit: (taken[unit], sheet.units[taken[unit]]) for unit in sorted(taken)}

    def _items(self, units: dict[int, tuple[str, UnitSheet]]) -> None:
        state = self.state_
        catalog = state.setup.catalog
        hired = {
            catalog.character_cards[who.id]: unit_text(state.setup, unit)
            for unit, who in enumerate(state.setup.units)
            if who.id in catalog.character_cards
        }
        owner: dict[int, str] = dict(hired)
        for unit, (name, one) in units.items():
            found: list[int] = []
            for text in one.items:
                with key(self.shown, f"units.{name}.items"):
                    item = parse_item(state.setup, text)
                held = [catalog.items[other] for other in found]
                wrong = may_hold(state.setup.units[unit], held, catalog.items[item])
                if wrong is not None:
                    self.unless_lenient(
                        f"units.{name}.items", f"{text} does not fit: {_REFUSALS[wrong[0]]}"
                    )
                if item in owner:
                    self.refuse(f"units.{name}.items", f"{text} is on {owner[item]} already")
                owner[item] = name
                found.append(item)
            state.items[unit] = tuple(found)
        for team, sheet in self.sheet.teams.items():
            seat = parse_team(team)
            with key(self.shown, f"teams.{team}.aside"):
                spare = [parse_store_card(state.setup, text) for text in sheet.aside]
            if not state.setup.ruleset.characters and max(spare, default=0) >= len(catalog.items):
                self.refuse(f"teams.{team}.aside", "characters are off: ruleset.characters = true")
            state.spare[seat] = tuple(spare)
            for item in spare:
                if item in owner:
                    name = catalog.store_cards[item].id
                    self.refuse(f"teams.{team}.aside", f"{name} is on {owner[item]} already")
                owner[item] = team
        for card in owner:
            state.store &= ~(1 << card)
        state.gear = build_gear(state.setup, state.items)

    def _draft(self) -> None:
        """Put items of a draft face up: the listed ones, or the first ten that no team has."""
        state, sheet = self.state_, self.sheet
        if not state.setup.ruleset.draft:
            if sheet.store:
                self.refuse("store", 'only a draft has items face up: scenario = "draft"')
            return
        if "store" not in sheet.model_fields_set:
            for card in spaces_in(face_down(state))[:FACE_UP]:
                state.store |= 1 << card
        for text in sheet.store:
            with key(self.shown, "store"):
                card = parse_item(state.setup, text)
            if not face_down(state) >> card & 1:
                self.refuse("store", f"{text} is listed twice, or a team has it")
            state.store |= 1 << card

    def _put(self, unit: int, name: str, one: UnitSheet) -> None:
        state = self.state_
        setup, terrain = state.setup, state.setup.terrain
        with key(self.shown, f"units.{name}.at"):
            place = parse_place(setup, unit, one.at)
        if place == ANY_JAIL and len(setup.board.jails) == 1:
            place = -1
        elif place == ANY_JAIL:
            names = ", ".join(f'"jail {jail}"' for jail in setup.board.jail_names)
            self.refuse(
                f"units.{name}.at", f"which jail? It can be {names}." if names else _NO_JAILS
            )
        home = terrain.home[unit // UNITS_PER_TEAM]
        if place >= 0 and place != home:
            board = setup.board
            kind = board.kinds[place]
            closed = board.walls | board.all_jails | board.all_bases
            if not allows(state, unit) & 4:
                closed |= board.lava
            if closed >> place & 1 and kind is not None:
                what = kind.value if kind is Kind.LAVA else f"a {kind.value}"
                self.unless_lenient(f"units.{name}.at", f"{one.at} is {what}; no unit can be there")
            for other, there in enumerate(state.space):
                if there == place and other != unit:
                    who = unit_text(setup, other)
                    self.unless_lenient(f"units.{name}.at", f"{who} is on {one.at} already")
        put(state, unit, place)

    def _statuses(self, units: dict[int, tuple[str, UnitSheet]]) -> None:
        state = self.state_
        for unit, (name, one) in units.items():
            vitae = state.gear.vitae[unit]
            where = place_text(state.setup, unit, state.space[unit])
            if state.space[unit] < 0 and (one.wounds or one.incapacitated):
                self.unless_lenient(f"units.{name}", f"in {where} no unit is wounded or down")
            if one.wounds >= vitae and state.setup.units[unit] != VACANT:
                self.unless_lenient(
                    f"units.{name}.wounds",
                    f"{one.wounds} wounds on a unit of {vitae} vitae; it would be dead",
                )
            state.wounds[unit] = one.wounds
            if one.incapacitated is True:
                # A unit that is down in its own turn was knocked down earlier.
                state.down[unit] = 2 if TEAMS[unit // UNITS_PER_TEAM] == self._turn_team() else 1
            elif one.incapacitated:
                state.down[unit] = 1 if one.incapacitated == "fresh" else 2

    def _turn_team(self) -> str:
        sheet = self.sheet
        phase = (sheet.turn.phase or "").replace(" ", ".").split(".")[0]
        return (sheet.turn.team or phase or sheet.first_player).lower()

    # -- teams, points, tokens, cards -------------------------------------------------------------

    def _teams(self) -> None:
        state = self.state_
        setup = state.setup
        for team, sheet in self.sheet.teams.items():
            seat = parse_team(team)
            size = sheet.hand if isinstance(sheet.hand, int) else len(sheet.hand)
            if size > HAND_LIMIT:
                self.unless_lenient(f"teams.{team}.hand", "a hand has at most seven cards (DRAW-8)")
            if isinstance(sheet.hand, list):
                with key(self.shown, f"teams.{team}.hand"):
                    hand = [parse_card(setup, card) for card in sheet.hand]
                state.hands[seat] = tuple(sorted(hand))
            state.shells[seat] = sheet.shells
            if sheet.handicap_shells > sheet.shells:
                text = f"{sheet.handicap_shells}, but the team has {sheet.shells} shells in all"
                self.refuse(f"teams.{team}.handicap_shells", f"{text} (key shells)")
            if sheet.credits is not None:
                state.credits[seat] = sheet.credits
            for space in sheet.points if isinstance(sheet.points, list) else ():
                self._own(space, seat, f"teams.{team}.points")
        self._gifts()
        for space, team in self.sheet.points.items():
            with key(self.shown, f"points.{space}"):
                seat = self._seat(team, setup.seats)
            self._own(space, seat, f"points.{space}")
        for team, sheet in self.sheet.teams.items():
            seat = parse_team(team)
            wanted = {1: sheet.points if isinstance(sheet.points, int) else 0}
            wanted[TOWER_SUPPLY] = sheet.towers
            for value, number in wanted.items():
                values = setup.board.point_value
                free = [i for i, one in enumerate(values) if one == value and state.owners[i] < 0]
                if len(free) < number:
                    what = "towers" if value > 1 else "points"
                    self.refuse(f"teams.{team}.{what}", f"{number}, but {len(free)} are left")
                for index in free[:number]:
                    state.owners[index] = seat

    def _gifts(self) -> None:
        """Set the shells that teams were given before the match (SCEN-HPOINTS)."""
        state = self.state_
        gifts = [0] * state.setup.seats
        for team, sheet in self.sheet.teams.items():
            gifts[parse_team(team)] = sheet.handicap_shells
            if sheet.handicap_shells and not state.setup.ruleset.handicap_points:
                name = f"teams.{team}.handicap_shells"
                self.refuse(name, 'only with scenario = "handicap-points" (SCEN-HPOINTS-1)')
        if any(gifts):
            state.setup = replace(state.setup, gifts=tuple(gifts))

    def _own(self, text: str, seat: int, name: str) -> None:
        state = self.state_
        index = self._point(text, name)
        if state.owners[index] not in (-1, seat):
            self.refuse(name, f"{text} is {TEAMS[state.owners[index]]}'s already")
        state.owners[index] = seat

    def _point(self, text: str, name: str) -> int:
        board = self.state_.setup.board
        with key(self.shown, name):
            space = parse_space(self.state_.setup, text)
        if space not in board.points:
            near = sorted(board.points, key=lambda one: board.grid.distance(one, space))
            hint = f"; the nearest is {board.grid.name(near[0])}" if near else ""
            self.refuse(name, f"there is no control point on {text}{hint}")
        return board.points.index(space)

    def _tokens(self) -> None:
        state = self.state_
        for name, one in self.sheet.tokens.items():
            with key(self.shown, f"tokens.{name}"):
                token = parse_token(state.setup, name)
                seat = self._seat(one.team or self._turn_team(), state.setup.seats)
            space = state.setup.board.points[self._point(one.at, f"tokens.{name}")]
            if any(space == other.space for other in state.tokens):
                self.unless_lenient(f"tokens.{name}", f"another token is on {one.at}")
            state.tokens = (*state.tokens, PlacedToken(token, int(space), seat))

    def _before_a_match(self, units: dict[int, tuple[str, UnitSheet]]) -> None:
        """Refuse pieces of a match while the store of a series is open (SERIES-4, AUCTION-1)."""
        state, at = self.state_, self.sheet.turn.at
        if at not in ("purchase", "deal", "roll", "teams"):
            return
        before = f'not at "{at}": before a match'
        for unit, (name, one) in units.items():
            home = state.setup.order and state.space[unit] != state.setup.terrain.home[unit >> 2]
            if home or one.wounds or one.incapacitated:
                self.unless_lenient(f"units.{name}", f"{before} every unit is unhurt in its base")
        for team, sheet in self.sheet.teams.items():
            for key_, thing in (("hand", "cards"), ("points", "points"), ("shells", "shells")):
                if getattr(sheet, key_):
                    self.unless_lenient(f"teams.{team}.{key_}", f"{before} no team has {thing}")
        for name in ("points", "tokens"):
            if getattr(self.sheet, name):
                self.unless_lenient(name, f"{before} the board is empty")

    def _lasting(self, units: dict[int, tuple[str, UnitSheet]]) -> None:
        state, shown = self.state_, self.shown
        for unit, (name, one) in units.items():
            for effect in one.effects:
                found = effect_of(state, effect, unit, f"{shown}: units.{name}.effects")
                state.timed = (*state.timed, found)
        for effect in self.sheet.effects:
            state.timed = (*state.timed, effect_of(state, effect, -1, f"{shown}: effects"))
        for name, count in self.sheet.used.items():
            state.uses = {**state.uses, use_key(state, name, f"{shown}: used"): count}


def _moves_counter(catalog: Catalog) -> bool:
    """Return True if a card can advance the round counter, even past the last round."""
    effects = (effect for ability in catalog.abilities for effect in ability.do)
    return any(isinstance(effect, AddRounds) and effect.n > 0 for effect in effects)


# -- power cards -----------------------------------------------------------------------------------


def deal(
    sheet: PositionSheet, state: State, unless_lenient: Callable[[str, str], None], shown: str
) -> None:
    """Set up the deck and the discard pile, and fill hands that have only a size.

    Every other card is in the deck, or where `rest` says. Surplus copies of a card
    go
    to `unless_lenient`.

    Raises:
        ContentError: a word names no card.
    """
    cards, setup = sheet.cards, state.setup
    left = [card.copies for card in setup.catalog.power_cards]
    for hand in state.hands:
        for card in hand:
            left[card] -= 1
    for card in cards_in_play(state.stack, state):
        left[card] -= 1
    with key(shown, "cards.discard"):
        discard = [parse_card(setup, card) for card in cards.discard]
    for card in discard:
        left[card] -= 1
        state.discard[card] += 1
    with key(shown, "cards.deck"):
        deck = [parse_card(setup, card) for card in cards.deck]
    top = [0] * len(left)
    for card in deck:
        left[card] -= 1
        top[card] += 1
    for card, copies in enumerate(left):
        if copies < 0:
            printed = setup.catalog.power_cards[card]
            there = "is one" if printed.copies == 1 else f"are {printed.copies}"
            text = f"{printed.copies - copies} {printed.id} in all, but there {there}"
            held = (seat for seat, hand in enumerate(state.hands) if card in hand)
            seat = next(held, None)
            unless_lenient("cards" if seat is None else f"teams.{TEAMS[seat]}.hand", text)
    rest = [max(0, copies) for copies in left]
    for team, one in sheet.teams.items():
        if isinstance(one.hand, int):
            state.hands[parse_team(team)] = tuple(sorted(_any_cards(state, one.hand, rest)))
    if cards.rest == "deck":
        top = [a + b for a, b in zip(top, rest, strict=True)]
    elif cards.rest == "discard":
        state.discard = [a + b for a, b in zip(state.discard, rest, strict=True)]
    state.deck = top


def _any_cards(state: State, number: int, rest: list[int]) -> list[int]:
    """Take so many of the remaining cards: plain cards first, low values first."""
    printed = state.setup.catalog.power_cards
    order = sorted(
        range(len(printed)), key=lambda card: (bool(printed[card].abilities), printed[card].value)
    )
    found: list[int] = []
    for card in order:
        while rest[card] and len(found) < number:
            rest[card] -= 1
            found.append(card)
    return found
