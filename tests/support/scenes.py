"""Scenes for tests: a position set up in a few words, and a fluent way to play it.

    match = scene(units={"red warrior": "k11", "blue gunner": "k12"},
                  items={"red warrior": ["rusty-chainsaw"]},
                  hands={"red": ["crowd-roar", "loud-noise"], "blue": ["elbow-grease"]},
                  active="red warrior")
    match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar", "loud-noise").commit()
    match.lay("elbow-grease").commit()
    assert match.wounds("blue gunner") == 3

Units are "red warrior" and so on by seat colour; units without a place are in their base.
Drawn cards come from `deck` in that order, then in catalogue order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deathdome.content.board_files import board_from_text, load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import IllegalAction
from deathdome.match.protocol import Budget, Request
from deathdome.model.actions import (
    CAPTURE,
    COMMIT,
    DECLINE,
    DONE,
    END_PHASE,
    END_TURN,
    NOBODY,
    PASS,
    PUNCH,
    RELEASE,
    STOP,
    Action,
    ActionKind,
    a_of,
    b_of,
    choice_of,
    kind_of,
    make_action,
    picked_of,
    subject_of,
)
from deathdome.model.decisions import Question
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.ruleset import EDITION_2021, Ruleset
from deathdome.model.series import MatchResult, Series
from deathdome.model.state import PlacedToken, State
from deathdome.rules.engine import advance, apply_action, decision
from deathdome.rules.gear import build_gear
from deathdome.rules.observing import observe
from deathdome.rules.setup import new_game
from deathdome.rules.units import put

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.model.board import Board
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event

TEAMS = ("red", "blue", "green", "yellow")
TYPES = ("warrior", "gunner", "scout", "medic")


def seat_of(team: str) -> int:
    """The seat of a team's colour."""
    return TEAMS.index(team)


def item_id(name: str) -> int:
    """The index of a store card."""
    return [item.id for item in load_catalog().items].index(name)


def store_id(name: str) -> int:
    """The number of an item or a character in the store."""
    return [card.id for card in load_catalog().store_cards].index(name)


def card_id(name: str) -> int:
    """The index of a power card."""
    return [card.id for card in load_catalog().power_cards].index(name)


def scene(
    *,
    board: str | Board = "waspworth",
    seats: int = 2,
    units: Mapping[str, str] | None = None,
    characters: Mapping[str, str] | None = None,
    items: Mapping[str, Sequence[str]] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    wounds: Mapping[str, int] | None = None,
    down: Iterable[str] = (),
    points: Mapping[str, str] | None = None,
    tokens: Mapping[str, tuple[str, str]] | None = None,
    shells: Mapping[str, int] | None = None,
    credits: Mapping[str, int] | None = None,  # noqa: A002 - the rulebook's word
    deck: Sequence[str] = (),
    empty_deck: bool = False,
    discard: Sequence[str] = (),
    ruleset: Ruleset = EDITION_2021,
    first: str = "red",
    turn: str = "red",
    round: int = 1,  # noqa: A002 - the rulebook's word
    rounds: int = 6,
    phases: int = 2,
    active: str | None = None,
    start: bool = False,
) -> Match:
    """A match in the middle of `turn`'s turn, its cards drawn; `active` has its unit phase open.

    `units`: unit to a space, "base" or "jail nw". `tokens`: token id to (space, team that placed
    it). `start`: the turn is only about to begin, nothing drawn yet. `empty_deck`: all cards not
    in a hand or in `discard` are out of the game, but for those of `deck`.
    """
    if isinstance(board, str):
        board = load_board(board) if "\n" not in board else drawn(board)
    state = new_game(
        load_catalog(),
        board,
        seats=seats,
        ruleset=ruleset,
        rounds=rounds,
        first=seat_of(first),
    )
    match = Match(state, deck)
    catalog = state.setup.catalog
    known = {character.id: character for character in catalog.characters}
    # Without names the units of the registry are placed, in an edition of characters too.
    line_up = [*catalog.registry] * seats
    for unit, name in (characters or {}).items():
        line_up[match.unit(unit)] = known[name]
        state.store &= ~(1 << catalog.character_cards[name])
    state.setup = replace(state.setup, units=tuple(line_up))
    for unit, names in (items or {}).items():
        state.items[match.unit(unit)] = tuple(item_id(name) for name in names)
        for name in names:
            state.store &= ~(1 << item_id(name))
    state.gear = build_gear(state.setup, state.items)
    for unit, place in (units or {}).items():
        put(state, match.unit(unit), match.place(unit, place))
    for unit, number in (wounds or {}).items():
        state.wounds[match.unit(unit)] = number
    for unit in down:
        state.down[match.unit(unit)] = 2 if match.unit(unit) >> 2 == seat_of(turn) else 1
    for space, team in (points or {}).items():
        state.owners[state.setup.terrain.point_at[match.space(space)]] = seat_of(team)
    names = [token.id for token in state.setup.catalog.tokens]
    state.tokens = tuple(
        PlacedToken(names.index(token), match.space(space), seat_of(team))
        for token, (space, team) in (tokens or {}).items()
    )
    for team, number in (shells or {}).items():
        state.shells[seat_of(team)] = number
    for team, number in (credits or {}).items():
        state.credits[seat_of(team)] = number
    for team, cards in (hands or {}).items():
        state.hands[seat_of(team)] = tuple(sorted(card_id(card) for card in cards))
        for card in cards:
            state.deck[card_id(card)] -= 1
    for card in discard:
        state.deck[card_id(card)] -= 1
        state.discard[card_id(card)] += 1
    if empty_deck:
        state.deck = [0] * len(state.deck)
        for card in deck:
            state.deck[card_id(card)] += 1
    seat = seat_of(turn)
    if start:
        # Turn 1 of the first player raises the counter itself (TURN-1).
        state.round = round - 1 if seat == seat_of(first) else round
        state.stack = (Turn(seat),)
    else:
        state.round = round
        state.stack = (Turn(seat, 2, phases),)
    if active is not None:
        state.stack = (Turn(seat, 2, phases - 1), UnitPhase(match.unit(active)))
    advance(state)
    match.draw_all()
    return match


def in_series(
    match: Match, schedule: Sequence[int] = (6, 8, 10, 12, 12), played: int = 0, **more: Any
) -> Match:
    """Make a scene the match of a series with so many finished matches."""
    seats = match.state.setup.seats
    result = MatchResult((0,), "payout", 6, (0,) * seats, (2_000_000,) * seats)
    series = Series(tuple(schedule), (result,) * played, **more)
    match.state.setup = replace(match.state.setup, series=series)
    return match


def drawn(text: str, **more: Any) -> Board:
    """A small board; with bases and without a seating, the bases in reading order are the seats."""
    board = board_from_text(text, **more)
    if board.seatings:
        return board
    count = len(board.bases)
    return replace(board, seatings={n: tuple(range(n)) for n in range(1, count + 1)})


class Match:
    """A position being played by a test; every call that acts gives the match back."""

    def __init__(self, state: State, deck: Sequence[str] = ()) -> None:
        self.state = state
        self.events: list[Event] = []
        self._deck = [card_id(card) for card in deck]

    # -- names ----------------------------------------------------------------------------------

    def unit(self, name: str) -> int:
        """ "red warrior" to its unit; in character scenes the line of the registry is meant."""
        team, kind = name.split()
        return seat_of(team) * 4 + TYPES.index(kind)

    def unit_name(self, unit: int) -> str:
        """A unit to "red warrior"."""
        return f"{TEAMS[unit >> 2]} {TYPES[unit & 3]}"

    def space(self, name: str) -> int:
        """ "k11" to its space."""
        return self.state.setup.board.grid.parse(name)

    def space_name(self, space: int) -> str:
        """A space to "k11"."""
        return self.state.setup.board.grid.name(space)

    def place(self, unit: str, place: str) -> int:
        """A space, "base" or "jail nw" as the state holds it."""
        if place == "base":
            return int(self.state.setup.terrain.home[self.unit(unit) >> 2])
        if place.startswith("jail"):
            return -1 - self.jail_id(place.removeprefix("jail").strip())
        return self.space(place)

    def jail_id(self, name: str) -> int:
        """ "nw" to its jail."""
        return self.state.setup.board.jail_names.index(name)

    # -- questions ------------------------------------------------------------------------------

    @property
    def asked(self) -> Decision:
        """The open question."""
        found = decision(self.state)
        assert found is not None, "the match is over"
        return found

    @property
    def question(self) -> Question | None:
        """The kind of question open, None when the match is over."""
        found = decision(self.state)
        return None if found is None else found.question

    def asks(self, question: Question) -> bool:
        """True if this question is open; unlike `question` it is computed each time."""
        return self.question is question

    @property
    def asked_team(self) -> str:
        """The team that is asked."""
        return TEAMS[self.asked.seat]

    def offers(self, kind: ActionKind) -> list[Action]:
        """The legal options of one verb."""
        return [option for option in self.asked.options if kind_of(option) is kind]

    def walks(self) -> set[str]:
        """Names of the spaces the unit asked about may walk or jump to."""
        return {self.space_name(a_of(option)) for option in self.offers(ActionKind.WALK)}

    def targets(self, weapon: str = "punch") -> set[str]:
        """Units that can be attacked with a weapon ("all" for one that hits all adjacent)."""
        item = PUNCH if weapon == "punch" else item_id(weapon)
        return {
            "all" if b_of(option) == NOBODY else self.unit_name(b_of(option))
            for option in self.offers(ActionKind.ATTACK)
            if a_of(option) == item
        }

    def pushes(self) -> set[str]:
        """Names of the spaces a pushed unit may go to."""
        return {self.space_name(a_of(option)) for option in self.offers(ActionKind.PUSH_TO)}

    def usable(self) -> set[str]:
        """Ids of the cards whose ability is offered now."""
        catalog = self.state.setup.catalog
        return {catalog.abilities[a_of(option)].card for option in self.offers(ActionKind.USE)} | {
            catalog.power_cards[a_of(option)].id for option in self.offers(ActionKind.PLAY)
        }

    def picks(self, card: str) -> set[str]:
        """Return the targets for a card's ability: units, spaces or jails by name."""
        return {self._picked_name(option) for option in self._uses(card)}

    def where(self, unit: str) -> str:
        """A space, "base" or "jail nw"."""
        index = self.unit(unit)
        place = self.state.space[index]
        if place < 0:
            return f"jail {self.state.setup.board.jail_names[-1 - place]}"
        if place == self.state.setup.terrain.home[index >> 2]:
            return "base"
        return self.space_name(place)

    def wounds(self, unit: str) -> int:
        """Wound chips on a unit."""
        return self.state.wounds[self.unit(unit)]

    def is_down(self, unit: str) -> bool:
        """True if a unit is incapacitated."""
        return bool(self.state.down[self.unit(unit)])

    def hand(self, team: str) -> list[str]:
        """Ids of the cards in a hand."""
        cards = self.state.setup.catalog.power_cards
        return [cards[card].id for card in self.state.hands[seat_of(team)]]

    def shells(self, team: str) -> int:
        """Beetle shells of a team."""
        return self.state.shells[seat_of(team)]

    def owner(self, space: str) -> str | None:
        """The team that a control point belongs to."""
        seat = self.state.owners[self.state.setup.terrain.point_at[self.space(space)]]
        return None if seat < 0 else TEAMS[seat]

    def discarded(self, card: str) -> int:
        """Copies of a card in the discard pile."""
        return self.state.discard[card_id(card)]

    def told(self, kind: type) -> list[Any]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    # -- answers --------------------------------------------------------------------------------

    def do(self, action: Action) -> Match:
        """Gives any answer, then draws what has to be drawn."""
        apply_action(self.state, action, self.events.append)
        self.draw_all()
        return self

    def refused(self, action: Action) -> IllegalAction:
        """The refusal of an answer; it fails the test if the answer is legal."""
        try:
            apply_action(self.state.copy(), action)
        except IllegalAction as refusal:
            return refusal
        raise AssertionError("the action was not refused")

    def draw_all(self) -> None:
        """Draws for CHANCE: the named cards first, then the lowest; deals and rolls are not."""
        while (asked := decision(self.state)) is not None and asked.question is Question.DRAW:
            draw = asked.options[0]
            if self._deck:
                draw = make_action(ActionKind.DRAW, self._deck.pop(0))
            apply_action(self.state, draw, self.events.append)

    def activate(self, unit: str) -> Match:
        """Opens a unit phase."""
        return self.do(make_action(ActionKind.ACTIVATE, self.unit(unit)))

    def walk(self, *spaces: str) -> Match:
        """Walks, leg by leg."""
        for space in spaces:
            self.do(make_action(ActionKind.WALK, self.space(space)))
        return self

    def walk_home(self) -> Match:
        """Walk into the unit's base."""
        return self.do(make_action(ActionKind.WALK, self.state.setup.terrain.home[self.asked.seat]))

    def stop(self) -> Match:
        """Ends a walk, or declines one."""
        return self.do(STOP)

    def attack(self, target: str | None, weapon: str = "punch") -> Match:
        """Declares an attack; target None for a weapon that hits all adjacent."""
        item = PUNCH if weapon == "punch" else item_id(weapon)
        return self.do(
            make_action(ActionKind.ATTACK, item, NOBODY if target is None else self.unit(target))
        )

    def lay(self, *cards: str) -> Match:
        """Play power cards for their value."""
        for card in cards:
            self.do(make_action(ActionKind.LAY, card_id(card)))
        return self

    def commit(self) -> Match:
        """No more cards."""
        return self.do(COMMIT)

    def commit_all(self) -> Match:
        """Commits every card step that is open now, with no card."""
        while self.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS):
            self.commit()
        return self

    def play(self, card: str, pick: str | None = None, choice: int | None = None) -> Match:
        """Plays or uses the ability of a card (item, character or power card)."""
        found = [
            option
            for option in self._uses(card)
            if (pick is None or self._picked_name(option) == pick)
            and (choice is None or choice_of(option) == choice)
        ]
        assert found, f"{card} cannot be used on {pick}; usable: {sorted(self.usable())}"
        assert len(found) == 1, f"say what {card} is used on: {sorted(self.picks(card))}"
        return self.do(found[0])

    def decline(self) -> Match:
        """Declines a reaction."""
        return self.do(DECLINE)

    def decline_all(self) -> Match:
        """Declines every reaction that is open now."""
        while self.question is Question.REACTION and DECLINE in self.asked.options:
            self.decline()
        return self

    def hit(self, unit: str) -> Match:
        """Names the next unit to take its hit."""
        return self.do(make_action(ActionKind.HIT, self.unit(unit)))

    def push_to(self, space: str) -> Match:
        """Picks the space of a push."""
        return self.do(make_action(ActionKind.PUSH_TO, self.space(space)))

    def jail(self, name: str) -> Match:
        """Picks a jail."""
        return self.do(make_action(ActionKind.JAIL, self.jail_id(name)))

    def capture(self) -> Match:
        """Captures the point under the active unit."""
        return self.do(CAPTURE)

    def release(self) -> Match:
        """Opens the jail of the release point under the active unit."""
        return self.do(RELEASE)

    def end_phase(self) -> Match:
        """Closes the unit phase."""
        return self.do(END_PHASE)

    def end_turn(self) -> Match:
        """Ends the turn."""
        return self.do(END_TURN)

    def buy(self, card: str) -> Match:
        """Buys an item or a character."""
        return self.do(make_action(ActionKind.BUY, store_id(card)))

    def sell(self, card: str) -> Match:
        """Sells an item or a character."""
        return self.do(make_action(ActionKind.SELL, store_id(card)))

    def equip(self, item: str, unit: str) -> Match:
        """Puts an item on a unit."""
        return self.do(make_action(ActionKind.EQUIP, item_id(item), self.unit(unit)))

    def unequip(self, item: str) -> Match:
        """Puts an item aside."""
        return self.do(make_action(ActionKind.UNEQUIP, item_id(item)))

    def done(self) -> Match:
        """Ends a purchasing turn."""
        return self.do(DONE)

    def pass_(self) -> Match:
        """Ends the purchase phase for the team that is asked."""
        return self.do(PASS)

    # -- inside ---------------------------------------------------------------------------------

    def _uses(self, card: str) -> list[Action]:
        catalog = self.state.setup.catalog
        return [
            option
            for option in self.asked.options
            if (
                (kind_of(option) is ActionKind.USE and catalog.abilities[a_of(option)].card == card)
                or (
                    kind_of(option) is ActionKind.PLAY
                    and catalog.power_cards[a_of(option)].id == card
                )
            )
        ]

    def _picked_name(self, option: Action) -> str:
        catalog = self.state.setup.catalog
        picked = picked_of(option)
        if picked < 0:
            subject = subject_of(option)
            return "" if subject < 0 else self.unit_name(subject)
        ability = (
            catalog.abilities[a_of(option)]
            if kind_of(option) is ActionKind.USE
            else catalog.power_cards[a_of(option)].abilities[0]
        )
        pick = ability.pick
        if pick is not None and pick.what == "point":
            return self.space_name(picked)
        if pick is not None and pick.what == "jail":
            return self.state.setup.board.jail_names[picked]
        return "everybody" if picked >= len(self.state.space) else self.unit_name(picked)


def request_of(state: State) -> Request:
    """The open question as the asked seat gets it."""
    asked = decision(state)
    assert asked is not None
    seen = observe(state, asked.seat)
    return Request(0, asked.seat, asked.question, seen, tuple(asked.options), Budget(), asked.unit)


def fight() -> Match:
    """A moment with everything that a board can show."""
    return scene(
        seats=3,
        units={
            "red warrior": "h7",
            "red gunner": "e4",
            "red scout": "i9",
            "blue gunner": "g6",
            "blue scout": "jail nw",
            "green medic": "n9",
        },
        items={"red warrior": ["grudge-axe"], "red gunner": ["apology-rifle"]},
        points={"f2": "blue", "i9": "red", "h4": "red"},
        hands={"red": ["crowd-roar", "loud-noise"], "blue": ["encore"]},
        down=["blue gunner"],
        tokens={"beehive": ("h4", "red")},
        active="red warrior",
    )
