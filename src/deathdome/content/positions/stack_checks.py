"""Checks of stacks written by hand, so that the engine can rely on every frame.

`stack` reads the words of a frame. This module compares the values with the setup, the pieces and
the other frames.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Final, NoReturn

from deathdome.errors import ContentError, DeathdomeError
from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import EVERYBODY, ActionKind, kind_of
from deathdome.model.catalog import VACANT
from deathdome.model.effects import MakeAttack, PlaceToken
from deathdome.model.frames import (
    Attack,
    Auction,
    Back,
    Dealing,
    Drawing,
    Dying,
    Interval,
    Moving,
    Opening,
    Purchase,
    Push,
    Ranking,
    ReactionWindow,
    Replacing,
    Resolve,
    Revealing,
    Rolling,
    Turn,
    UnitPhase,
)
from deathdome.model.identifiers import TEAMS
from deathdome.model.vocabulary import Cause, Deny, EffectKind, Role, Shape, Target, Trigger
from deathdome.model.wire import FRAMES
from deathdome.rules.attack.cards import defending_teams
from deathdome.rules.attack.declare import (
    ATTACK_CARDS,
    DEFENCE_CARDS,
    FURTHER,
    HITS,
    OVER,
    TOTALS,
    weapon_of,
)
from deathdome.rules.draft import FACE_UP, face_down
from deathdome.rules.engine import advance, apply_action, decision
from deathdome.rules.series import ask_replacing, tied_teams, units_for_auction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.model.actions import Action
    from deathdome.model.catalog import Ability
    from deathdome.model.decisions import Decision
    from deathdome.model.frames import Frame
    from deathdome.model.state import State

MAX_COUNT: Final = 999  # maximum of every count in a frame; no match comes near it
_ANYTIME: Final = (Turn, UnitPhase, Attack, ReactionWindow, Resolve, Moving, Push, Dying)
# The frames that each frame can follow; None is the bottom of the stack.
_ON: Final[Mapping[type, tuple[type | None, ...]]] = {
    Rolling: (None,),
    Purchase: (None,),
    Opening: (None,),
    Interval: (None,),
    Auction: (Interval,),
    Replacing: (Interval,),
    Ranking: (Interval, Opening),
    Turn: (None,),
    Dealing: (Rolling, Purchase),
    UnitPhase: (Turn,),
    Revealing: (Rolling, Dealing, Purchase),
    Drawing: (Turn, Opening, Attack, ReactionWindow, Resolve),
    Attack: (UnitPhase, Resolve, Moving, Push, ReactionWindow),
    ReactionWindow: _ANYTIME,
    Resolve: (Turn, UnitPhase, Attack, ReactionWindow),
    Moving: (Resolve,),
    Push: (Resolve,),
    Back: (Resolve,),
    Dying: (Attack, ReactionWindow, Resolve),
}
_EVENTS: Final = (
    *(Trigger.DECLARED, Trigger.WOUNDED, Trigger.RESOLVED, Trigger.DIED, Trigger.MOVED),
    *(Trigger.CAPTURED, Trigger.STARTED),
)
_OF_AN_ATTACK: Final = (Trigger.ATTACK, Trigger.DEFEND, Trigger.DECLARED, Trigger.RESOLVED)
_EVERY_DENIAL: Final = sum(Deny)


def check_stack(state: State, shown: str) -> None:
    """Check that the frames on the stack fit the position and each other.

    Raises:
        ContentError: a frame does not fit; names its number from the bottom, and its field.
    """
    before: type | None = None
    for depth, frame in enumerate(state.stack):
        check = _Check(state, depth, f"{shown}: stack {depth + 1}")
        if before not in _ON[type(frame)]:
            below = "at the bottom" if before is None else f"on {FRAMES[before].word}"
            check.refuse("frame", f"{FRAMES[type(frame)].word} cannot be {below}")
        getattr(check, FRAMES[type(frame)].word)(frame)
        before = type(frame)


class _Check:
    """Checks of one frame: a method for each type of frame, called as it is in files."""

    def __init__(self, state: State, depth: int, place: str) -> None:
        self.state: Final = state
        self.setup: Final = state.setup
        self.depth: Final = depth
        self.place: Final = place

    # -- values -----------------------------------------------------------------------------------

    def refuse(self, field: str, reason: str) -> NoReturn:
        raise ContentError(f"{self.place}: {field}: {reason}")

    def value(self, frame: Frame, field: str) -> Any:
        return FRAMES[type(frame)].value(frame, field)

    def must(self, field: str, holds: bool, reason: str = "no match can reach this") -> None:
        if not holds:
            self.refuse(field, reason)

    def count(self, frame: Frame, *fields: str, most: int = MAX_COUNT) -> None:
        """Refuse fields that are not numbers from 0 to `most`."""
        for field in fields:
            if not 0 <= self.value(frame, field) <= most:
                self.refuse(field, f"a number from 0 to {most} is needed")

    def seats(self, frame: Frame, *fields: str, none: bool = False) -> None:
        """Refuse fields that are not teams in the match; `none` allows no team."""
        for field in fields:
            for seat in _several(self.value(frame, field)):
                if not -none <= seat < self.setup.seats:
                    teams = ", ".join(TEAMS[: self.setup.seats])
                    self.refuse(field, f"a team of this match is needed: {teams}")

    def units(self, frame: Frame, *fields: str, none: bool = False) -> None:
        """Refuse fields that are not units; `none` allows no unit."""
        for field in fields:
            for unit in _several(self.value(frame, field)):
                self.must(field, -none <= unit < len(self.setup.units), "a unit is needed")

    def spaces(self, frame: Frame, *fields: str, none: bool = False) -> None:
        """Refuse fields that are not spaces of the board; `none` allows no space."""
        for field in fields:
            for space in _several(self.value(frame, field)):
                self.must(field, -none <= space < self.setup.board.grid.size, "a space is needed")

    def distinct(self, field: str, values: Iterable[int]) -> None:
        found = [*values]
        self.must(field, len(set(found)) == len(found), "an entry appears twice")

    def masks(self, frame: Frame, *fields: str) -> None:
        for field in fields:
            units = spaces_in(self.value(frame, field)) if self.value(frame, field) >= 0 else (-1,)
            self.must(field, all(0 <= unit < len(self.setup.units) for unit in units))

    def attack_below(self, frame: ReactionWindow | Resolve, *, needed: bool) -> Attack | None:
        """Return the attack that a frame belongs to; None if it has and needs none."""
        at = frame.attack
        if at == -1 and not needed:
            return None
        found = self.state.stack[at] if 0 <= at < self.depth else None
        if not isinstance(found, Attack):
            self.refuse("attack", "the number (from 0) of an attack below this frame is needed")
        return found

    # -- before the first turn --------------------------------------------------------------------

    def rolling(self, frame: Rolling) -> None:
        self.seats(frame, "contenders")
        self.distinct("contenders", frame.contenders)
        self.must("rolls", len(frame.rolls) < len(frame.contenders), "every team has rolled")
        self.must("rolls", all(1 <= roll <= 12 for roll in frame.rolls), "a die shows 1 to 12")

    def dealing(self, frame: Dealing) -> None:
        units = self.setup.units
        self.count(frame, "dealt", most=len(units) - 1)
        self.must(
            "frame",
            self.setup.ruleset.characters,
            "units are dealt only in matches with characters",
        )
        vacant = [unit for unit, who in enumerate(units) if who == VACANT]
        self.must("dealt", vacant == [*range(frame.dealt, len(units))])
        starting = sum(
            who.rank == 0 and self.state.store >> card & 1
            for card, who in enumerate(self.setup.catalog.characters, len(self.setup.catalog.items))
        )
        self.must("dealt", starting >= len(vacant), "there are too few characters to deal")

    def revealing(self, frame: Revealing) -> None:
        self.count(frame, "left", most=FACE_UP)
        self.must("frame", bool(face_down(self.state)), "no item is face down (SCEN-DRAFT-1)")

    def purchase(self, frame: Purchase) -> None:
        self.seats(frame, "seat")
        self.must("passed", 0 <= frame.passed < 1 << self.setup.seats)
        self.must("passed", not frame.passed >> frame.seat & 1, "the buyer has passed")
        self.must("turns", len(frame.turns) == self.setup.seats, "a number for every team")
        self.must("turns", all(0 <= turn <= MAX_COUNT for turn in frame.turns))
        cards = len(self.setup.catalog.store_cards)
        for field in ("bought", "sold"):
            self.must(field, -1 <= self.value(frame, field) < cards, "a store card is needed")
        self.must("placed", 0 <= frame.placed < 1 << len(self.setup.catalog.items))

    def opening(self, frame: Opening) -> None:
        passes = 2 if self.setup.ruleset.handicap else 1
        self.count(frame, "dealt", most=passes * self.setup.seats)

    # -- between two matches ----------------------------------------------------------------------

    def interval(self, frame: Interval) -> None:
        series = self.setup.series
        ended = series is not None and series.match > 0
        self.must("frame", ended, "only a series has matches that follow (key series)")
        self.count(frame, "step", most=2)

    def auction(self, frame: Auction) -> None:
        self.seats(frame, "seat")
        assert self.setup.series is not None
        winners = self.setup.series.results[-1].winners
        self.must("seat", winners == (frame.seat,), "the winner of the match is asked")
        self.must(
            "frame",
            bool(units_for_auction(self.state, frame.seat)),
            "no jailed unit has anything to sell",
        )

    def replacing(self, frame: Replacing) -> None:
        self.units(frame, "unit")
        vacant = self.setup.units[frame.unit] == VACANT and self.state.space[frame.unit] < 0
        self.must("unit", vacant, "a vacant unit in a jail is needed")
        assert self.setup.series is not None
        items = len(self.setup.catalog.items)
        sold = frame.sold >= items and frame.sold in self.setup.series.auctioned
        self.must("sold", sold, "a character under series.auctioned is needed")
        self.must("sold", bool(self.state.store >> frame.sold & 1), "a team has this character")
        others = bool(ask_replacing(self.state, frame).options)
        self.must("frame", others, "the store has no other starting character")

    def ranking(self, frame: Ranking) -> None:
        series = self.setup.series
        later = series is not None and series.match > 0
        self.must("frame", later, "only later matches of a series are played by value (key series)")
        seats = [seat for group in frame.groups for seat in group]
        self.must("groups", sorted(seats) == [*range(self.setup.seats)], "every team once")
        self.must("groups", all(frame.groups), "a group has at least one team")
        tied = tied_teams(self.state, frame)
        self.must("groups", bool(tied), "no teams of equal value are there to roll")
        self.must("rolls", len(frame.rolls) < len(tied), "every team has rolled")
        self.must("rolls", all(1 <= roll <= 12 for roll in frame.rolls), "a die shows 1 to 12")

    # -- turns ------------------------------------------------------------------------------------

    def turn(self, frame: Turn) -> None:
        self.seats(frame, "seat")
        self.count(frame, "step", most=2)
        self.count(frame, "phases")

    def unitphase(self, frame: UnitPhase) -> None:
        self.units(frame, "unit")
        self.count(frame, "movements", "actions", "steps")
        self.spaces(frame, "start", none=not frame.walking)
        self.spaces(frame, "trail")
        self.masks(frame, "near", "seen")
        turn = self.state.stack[0]
        self.must(
            "unit",
            isinstance(turn, Turn) and frame.unit >> 2 == turn.seat,
            "it is another team's turn",
        )

    def drawing(self, frame: Drawing) -> None:
        self.seats(frame, "seat")
        self.count(frame, "left")

    # -- attacks ----------------------------------------------------------------------------------

    def attack(self, frame: Attack) -> None:
        declared = frame.declared
        catalog = self.setup.catalog
        self.seats(frame, "seat")
        self.units(frame, "unit", none=True)
        self.spaces(frame, "space", "trail")
        self.spaces(frame, "came_from", none=declared.token < 0)
        self.count(frame, "strength", "bonus", "team", "again")
        self.count(frame, "step", most=FURTHER)
        self.count(frame, "stage", most=4)
        self.must("step", frame.step != TOTALS)
        self.must("token", -1 <= declared.token < len(catalog.tokens))
        self.must(
            "unit",
            (declared.unit < 0) is (declared.token >= 0),
            "a unit or a token attacks, not both",
        )
        self.must(
            "unit",
            declared.unit < 0 or declared.unit >> 2 == declared.seat,
            "this belongs to another team",
        )
        self.seats(frame, "pusher", none=True)
        self.must("card", declared.card == "" or declared.card in _ids(catalog), "no such card")
        if declared.token >= 0:
            self.must("step", frame.step >= DEFENCE_CARDS, "a token does not declare attacks")
            self.must("card", declared.card == catalog.tokens[declared.token].id)
            self.must("item", declared.item == -1)
        if declared.item != -1:
            self._arm(frame)
        self.must("again", declared.item != -1 or not declared.again, "only a weapon attacks again")
        self.must("step", frame.step != FURTHER or declared.again > 0)
        self.must("laid", all(0 <= card < len(catalog.power_cards) for card in frame.laid))
        if frame.step <= HITS:
            laid = sum(catalog.power_cards[card].value for card in frame.laid)
            counted = frame.bonus + sum(n for _, n in frame.answers)
            self.must("bonus", counted <= laid, f"the cards played are worth {laid} together")
        self._target(frame)
        self._struck(frame)

    def _arm(self, frame: Attack) -> None:
        try:
            arm = weapon_of(self.state, frame.declared.unit, frame.declared.item)
        except LookupError:
            self.refuse("item", "the unit cannot attack with this")
        self.must("card", frame.declared.card == arm.card)

    def _target(self, frame: Attack) -> None:
        self.units(frame, "target", none=frame.shape is Shape.ADJACENT)
        own = frame.target >= 0 and frame.target >> 2 == frame.declared.seat
        self.must(
            "target", frame.declared.token >= 0 or not own, "a team does not attack its own units"
        )
        for field in ("hits", "left", "wounded"):
            self.units(frame, field)
            self.distinct(field, self.value(frame, field))
        token = frame.declared.token >= 0
        enemies = token or all(unit >> 2 != frame.declared.seat for unit in frame.hits)
        self.must("hits", enemies, "a team does not hit its own units")
        fixed = frame.step >= DEFENCE_CARDS
        self.must("hits", fixed or not frame.hits, "hits are known only after the attack cards")
        totalled = frame.step >= HITS
        there = all(self.state.space[unit] >= 0 for unit in frame.hits)
        self.must("hits", totalled or there, "a unit in jail is not hit")
        self.must("current", frame.current == -1 or frame.current in frame.hits)
        self.must("current", frame.current == -1 or frame.current in frame.left)
        self.must("left", set(frame.left) <= set(frame.hits))
        self.must("stage", not frame.stage or frame.current >= 0)
        number = len(frame.hits)
        self.must("states", len(frame.states) in ((0, number) if token else (number,)))
        self.must("states", all(0 <= state <= 3 for state in frame.states))
        for field in ("values", "defences"):
            self.must(field, len(self.value(frame, field)) == number * totalled)
            self.must(field, all(abs(value) <= MAX_COUNT for value in self.value(frame, field)))
        most = len(defending_teams(self.state, frame))
        self.must("team", frame.team <= most - (frame.step == DEFENCE_CARDS))

    def _struck(self, frame: Attack) -> None:
        units, size = len(self.setup.units), self.setup.board.grid.size
        self.must("boosts", all(0 <= u < units and abs(n) <= MAX_COUNT for u, n in frame.boosts))
        self.must(
            "denied", all(-1 <= u < units and 0 <= d <= _EVERY_DENIAL for u, d in frame.denied)
        )
        seats = range(self.setup.seats)
        self.must("answers", all(s in seats and 0 <= n <= MAX_COUNT for s, n in frame.answers))
        self.must("struck", all(0 <= u < units and 0 <= s < size for u, s in frame.struck))
        self.must("spared", all(0 <= u < units and s in seats for u, s in frame.spared))
        abilities = range(len(self.setup.catalog.abilities))
        self.must("used", all(one in abilities for one in frame.used))

    # -- events and abilities ---------------------------------------------------------------------

    def event(self, frame: ReactionWindow) -> None:
        self.must("trigger", frame.trigger in _EVENTS, "no event has this trigger")
        started = frame.trigger is Trigger.STARTED
        self.must("subjects", bool(frame.subjects))
        self.must("subjects", frame.subjects == (-1,) or not started, "this event has no unit")
        self.units(frame, "subjects", none=started)
        self.units(frame, "source", none=True)
        self.seats(frame, "seats")
        self.distinct("seats", frame.seats)
        self.spaces(frame, "start", none=frame.trigger is not Trigger.MOVED)
        self.count(frame, "steps")
        self.masks(frame, "near", "seen")
        self.must("card", frame.card == "" or frame.card in _ids(self.setup.catalog))
        captured = frame.trigger is Trigger.CAPTURED
        self._point("point", frame.point, needed=captured)
        own = frame.own_card and frame.trigger is Trigger.WOUNDED
        attack = self.attack_below(
            frame, needed=own or frame.trigger in (Trigger.DECLARED, Trigger.RESOLVED)
        )
        if frame.own_card:
            self.must("own_card", frame.trigger in (Trigger.WOUNDED, Trigger.DIED))
            self.must("own_card", len(frame.seats) <= 1)
        if attack is not None and frame.trigger is Trigger.RESOLVED:
            struck = {unit for unit, _ in attack.struck}
            self.must(
                "subjects", struck.issuperset(frame.subjects), "the attack did not hit this unit"
            )
        abilities, units = (
            range(len(self.setup.catalog.abilities)),
            range(-1, len(self.setup.units)),
        )
        self.must("used", all(a in abilities and u in units for a, u in frame.used))

    def resolve(self, frame: Resolve) -> None:
        catalog = self.setup.catalog
        self.must("ability", 0 <= frame.ability < len(catalog.abilities), "an ability is needed")
        ability = catalog.abilities[frame.ability]
        self.seats(frame, "seat")
        self.units(frame, "bearer", "subject", "source", none=True)
        self._bearer(frame, ability)
        self.count(frame, "next_effect", most=len(ability.do))
        self.count(frame, "steps")
        self.masks(frame, "near", "seen")
        self.must("choice", -1 <= frame.choice < len(ability.do))
        self.must("choice", (frame.choice >= 0) is (ability.choose is not None))
        self._picked(frame, ability)
        self.attack_below(frame, needed=ability.when in _OF_AN_ATTACK)
        self.spaces(frame, "space", none=True)
        places = any(isinstance(effect, PlaceToken) for effect in ability.do)
        self._point("point", frame.point, needed=places)
        on = {effect.on for effect in ability.do if isinstance(effect, MakeAttack)}
        if on:
            self.must("bearer", max(frame.bearer, frame.subject) >= 0, "an attacker is needed")
        self.must("source", Target.SOURCE not in on or frame.source >= 0, "a unit is needed")
        self.must("subject", Target.SUBJECT not in on or frame.subject >= 0, "a unit is needed")

    def _bearer(self, frame: Resolve, ability: Ability) -> None:
        """Check the unit, token or power card that an ability belongs to."""
        bearer = self.state.gear.bearer.get(frame.ability)
        catalog = self.setup.catalog
        ours = frame.bearer < 0 or frame.bearer >> 2 == frame.seat
        self.must("bearer", ours, "this belongs to another team")
        if bearer is not None:
            self.must("bearer", frame.bearer == bearer, "another unit has this ability")
        elif ability.card in {token.id for token in catalog.tokens}:
            self.must("bearer", frame.bearer == -1, "a token has this ability")
            self.must("attack", frame.attack >= 0 and ability.by is Role.THIS)
        else:
            cards = [card for card, one in enumerate(catalog.power_cards) if one.id == ability.card]
            self.must("ability", bool(cards), "no unit or card has this ability")
            self.must("card", frame.card in (-1, *cards), "another card has this ability")
            return
        self.must("card", frame.card == -1, "no power card has this ability")

    def _picked(self, frame: Resolve, ability: Ability) -> None:
        pick, picked = ability.pick, frame.picked
        if pick is None:
            self.must("picked", picked == -1, "this ability has no choice")
        elif pick.all:
            self.must("picked", picked == EVERYBODY, "this ability affects every unit")
        elif pick.what == "jail":
            self.must("picked", 0 <= picked < len(self.setup.board.jails), "a jail is needed")
        elif pick.what == "point":
            self._point("picked", picked, needed=True)
        else:
            self.must("picked", 0 <= picked < len(self.setup.units), "a unit is needed")

    def _point(self, field: str, space: int, *, needed: bool) -> None:
        points = self.setup.board.points
        self.must(
            field, space in points or (space == -1 and not needed), "a control point is needed"
        )

    # -- moves and deaths -------------------------------------------------------------------------

    def moving(self, frame: Moving) -> None:
        self.units(frame, "unit")
        self.must("cause", frame.cause in (Cause.WALK, Cause.FOLLOW, Cause.JUMP))
        self.count(frame, "limit", "steps")
        self.must("goals", -1 <= frame.goals < 1 << self.setup.board.grid.size)
        self.spaces(frame, "start", none=not frame.steps)
        self.spaces(frame, "trail")
        self.masks(frame, "near", "seen")

    def push(self, frame: Push) -> None:
        self.units(frame, "unit")
        self.units(frame, "pusher", none=True)
        self.seats(frame, "seat", none=True)
        self.count(frame, "left")
        self.count(frame, "step", most=1)
        self.spaces(frame, "origin")
        self.spaces(frame, "start", none=not frame.step)
        self.masks(frame, "near", "seen")
        self.must("card", frame.card == "" or frame.card in _ids(self.setup.catalog))

    def back(self, frame: Back) -> None:
        self.units(frame, "unit")
        self.spaces(frame, "came_from", "trail")

    def dying(self, frame: Dying) -> None:
        self.units(frame, "unit")
        self.seats(frame, "seat")
        self.seats(frame, "taker", none=True)
        self.count(frame, "shells")
        self.must("unit", self.state.space[frame.unit] >= 0, "the unit is in jail already")


def _several(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _ids(catalog: Any) -> frozenset[str]:
    """Ids of the cards and items that an attack or an event can come from."""
    return frozenset(ability.card for ability in catalog.abilities) | frozenset(
        item.id for item in catalog.items
    )


# -- frames on each other --------------------------------------------------------------------------

_MOVES: Final = {EffectKind.WALK, EffectKind.FOLLOW, EffectKind.JUMP}
# The step of an attack during an event, and the stage of the hit.
_DURING: Final = {
    Trigger.DECLARED: (ATTACK_CARDS, (0,)),
    Trigger.WOUNDED: (HITS, (2, 3)),  # the abilities of the attacking card, then all others
    Trigger.RESOLVED: (OVER, (0,)),
}
_USED: Final = {
    Turn: (Trigger.BETWEEN, Trigger.TURN),
    UnitPhase: (Trigger.ACTION, Trigger.PHASE, Trigger.TURN),
}
_EFFECTS: Final = {
    Moving: ("move", _MOVES),
    Push: ("push", {EffectKind.PUSH}),
    Attack: ("attack", {EffectKind.ATTACK}),
    Drawing: ("draw", {EffectKind.GAIN}),
}


def check_nesting(state: State, shown: str) -> None:
    """Check that every frame waits for the one above it.

    Raises:
        ContentError: two frames do not agree; names a field, and the number of its frame.
    """
    bottom = state.stack[0]
    if len(state.stack) == 1 and isinstance(bottom, Turn) and not bottom.step:
        last = bottom.seat == state.setup.first and state.round >= state.setup.rounds
        _must(shown, 0, "step", not last, "no turn starts after the last round")
    for depth, (below, above) in enumerate(pairwise(state.stack)):
        _Pair(state, shown, depth, above).check(below)


def _must(shown: str, depth: int, field: str, holds: bool, reason: str) -> None:
    if not holds:
        raise ContentError(f"{shown}: stack {depth + 1}: {field}: {reason}")


class _Pair:
    """Two frames, one directly above the other."""

    def __init__(self, state: State, shown: str, depth: int, above: Frame) -> None:
        self.state: Final = state
        self.shown: Final = shown
        self.depth: Final = depth  # of the frame below
        self.above: Final = above
        self.word: Final = FRAMES[type(above)].word

    def below(self, field: str, holds: bool) -> None:
        """Refuse a field of the frame below that does not go with the one above."""
        _must(self.shown, self.depth, field, holds, f"this does not fit {self.word} above it")

    def upper(self, field: str, holds: bool, below: Frame) -> None:
        """Refuse a field of the frame above that does not go with the one below."""
        word = FRAMES[type(below)].word
        _must(self.shown, self.depth + 1, field, holds, f"this does not fit {word} below it")

    def ability(self, frame: Resolve) -> Ability:
        return self.state.setup.catalog.abilities[frame.ability]

    def check(self, below: Frame) -> None:
        """Compare the frames."""
        match below:
            case Opening():
                self._opening(below)
            case Interval():
                self._interval(below)
            case Turn():
                self._turn(below)
            case UnitPhase():
                self._phase(below)
            case Attack():
                self._attack(below)
            case ReactionWindow():
                self._event(below)
            case Resolve():
                self._resolve(below)
            case Moving() | Push() if isinstance(self.above, Attack):
                self.upper("token", self.above.declared.token >= 0, below)
                steps = below.steps if isinstance(below, Moving) else below.step
                self.below("steps" if isinstance(below, Moving) else "step", steps > 0)
            case Push():
                self.below("step", below.step == 0)
                self._happens((Trigger.MOVED,), below.unit, below)
            case Dying():
                self._happens((Trigger.DIED,), below.unit, below)
            case _:
                pass

    def _happens(self, triggers: tuple[Trigger, ...], unit: int, below: Frame) -> None:
        """Check an event above: its trigger, and its unit unless `unit` is -1."""
        event = self.above
        if isinstance(event, ReactionWindow):
            self.upper("trigger", event.trigger in triggers, below)
            self.upper("subjects", unit < 0 or event.subjects == (unit,), below)

    def _interval(self, below: Interval) -> None:
        ranking = isinstance(self.above, Ranking)
        self.below("step", below.step == 2 * ranking)

    def _opening(self, below: Opening) -> None:
        order = self.state.setup.order
        if isinstance(self.above, Ranking):
            self.below("dealt", below.dealt == 0)
            self.upper("buyer", not self.above.buyer, below)
            return
        passes = 2 if self.state.setup.ruleset.handicap else 1
        self.below("dealt", 0 < below.dealt <= passes * len(order))
        if isinstance(self.above, Drawing):
            self.upper("seat", self.above.seat == order[(below.dealt - 1) % len(order)], below)

    def _turn(self, below: Turn) -> None:
        drawing = isinstance(self.above, Drawing)
        self.below("step", below.step == (1 if drawing else 2))
        self._happens((Trigger.STARTED,), -1, below)
        if isinstance(self.above, Drawing | Resolve):
            self.upper("seat", self.above.seat == below.seat, below)
        self._used(below)

    def _phase(self, below: UnitPhase) -> None:
        above = self.above
        self._happens((Trigger.MOVED, Trigger.CAPTURED, Trigger.WOUNDED), -1, below)
        if isinstance(above, Attack):
            self.upper(
                "unit", above.declared.token >= 0 or above.declared.unit == below.unit, below
            )
        if isinstance(above, Resolve):
            self.upper("seat", above.seat == below.unit >> 2, below)
        self._used(below)

    def _used(self, below: Turn | UnitPhase) -> None:
        if isinstance(self.above, Resolve):
            when = self.ability(self.above).when
            self.upper("ability", when in _USED[type(below)], below)

    def _attack(self, below: Attack) -> None:
        above = self.above
        if isinstance(above, ReactionWindow):
            self._happens(tuple(_DURING), -1, below)
            step, stages = _DURING[above.trigger]
            self.below("step", below.step == step)
            self.below("stage", below.stage in stages)
            self.upper("attack", above.attack == self.depth, below)
            if above.trigger is Trigger.WOUNDED:
                self.below("stage", below.stage == (2 if above.own_card else 3))
                self.below("current", above.subjects == (below.current,))
        elif isinstance(above, Dying):
            self.below("step", below.step == HITS)
            self.below("current", below.current < 0)
        elif isinstance(above, Resolve):
            attacking = self.ability(above).when is Trigger.ATTACK
            fits = attacking or self.ability(above).when is Trigger.DEFEND
            self.upper("ability", fits, below)
            self.below("step", below.step == (ATTACK_CARDS if attacking else DEFENCE_CARDS))
            self.upper("attack", above.attack == self.depth, below)
        elif isinstance(above, Drawing):
            self.upper("frame", self.state.setup.ruleset.bonanza, below)
            self.below("step", below.step == HITS)
            self.below("current", below.current < 0)

    def _event(self, below: ReactionWindow) -> None:
        above = self.above
        if isinstance(above, Resolve):
            self.upper("ability", self.ability(above).when is below.trigger, below)
            self.upper("seat", not below.seats or above.seat == below.seats[0], below)
            self.below("used", (above.ability, above.subject) in below.used)
        elif isinstance(above, Attack):
            self.upper("token", above.declared.token >= 0, below)
        elif isinstance(above, Drawing):
            ruleset = self.state.setup.ruleset
            captured = ruleset.birthday and below.trigger is Trigger.CAPTURED
            self.upper("frame", captured or ruleset.bonanza, below)

    def _resolve(self, below: Resolve) -> None:
        above = self.above
        self.below("next_effect", below.next_effect > 0)
        word, verbs = _EFFECTS.get(type(above), ("", set[EffectKind]()))
        token = isinstance(above, Attack) and above.declared.token >= 0
        # Bonanza: an ability that kills makes the taker of the shell draw.
        bonanza = isinstance(above, Drawing) and self.state.setup.ruleset.bonanza
        if word and not token and not bonanza:
            found = {effect.effect_kind for effect in self.ability(below).do}
            _must(
                self.shown,
                self.depth,
                "ability",
                not found.isdisjoint(verbs),
                f"this ability has no {word} for {self.word} above it",
            )
        if isinstance(above, Attack) and not token:
            attacker = below.bearer if below.bearer >= 0 else below.subject
            self.upper("unit", above.declared.unit == attacker, below)
        if isinstance(above, Drawing) and not bonanza:
            self.upper("seat", above.seat == below.seat, below)


# -- a few answers on a copy -----------------------------------------------------------------------

ANSWERS: Final = 12
# The least committal actions come first.
_QUIET: Final = (
    *(
        ActionKind.DECLINE,
        ActionKind.COMMIT,
        ActionKind.STOP,
        ActionKind.END_PHASE,
        ActionKind.END_TURN,
        ActionKind.PASS,
        ActionKind.DONE,
    ),
)
# Errors of the engine in a position that no match can reach.
STUMBLES: Final = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError),
    *(RecursionError, DeathdomeError),
)


def try_out(state: State, shown: str) -> None:
    """Play a dozen quiet actions on one copy, and a dozen random ones on another.

    `shown` is the name of the file or text in errors.

    Raises:
        ContentError: the engine fails, or the position is not one at which a team is asked.
    """
    try:
        waiting = state.copy()
        advance(waiting)
        if waiting.stack != state.stack:
            raise ContentError(f"{shown}: stack: no team is asked in this position")
        for dice in (None, Random(ANSWERS)):
            _play(state.copy(), dice)
    except STUMBLES as error:
        if isinstance(error, ContentError):
            raise
        raise ContentError(
            f"{shown}: its words are right, but no match can reach this position"
        ) from error


def _play(state: State, dice: Random | None) -> None:
    for _ in range(ANSWERS):
        asked = decision(state)
        if asked is None:
            return
        apply_action(state, _quietest(asked) if dice is None else dice.choice(asked.options))


def _quietest(asked: Decision) -> Action:
    by_verb = {kind_of(action): action for action in reversed(asked.options)}
    return next((by_verb[kind] for kind in _QUIET if kind in by_verb), asked.options[0])
