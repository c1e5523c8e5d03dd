"""The announcer: remarks on the biggest events of each turn, from public facts alone.

The cosmetic seed of a match and the number of an event choose the line, so a replay repeats it. An
event that gets a banner is remarked on at once, any other at the end of its turn. A turn has a
second remark only on a bigger event. Each match uses one of several sets of lines, so matches that
follow each other share none. The log gets the facts of banners from here as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.catalog import VACANT, Item
from deathdome.model.events import (
    STOPPED,
    Bought,
    Captured,
    CounterMoved,
    Died,
    MatchBegan,
    MatchEnded,
    OrderSet,
    Reckoned,
    Released,
    Returned,
    RoundBegan,
    ShellTaken,
    StoreClosed,
    TurnBegan,
    TurnEnded,
    Wounded,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.text.names import capitalised, compact, jail_name, team_name
from deathdome.text.phrases import banners as say
from deathdome.text.standings import only_leader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.model.events import Event
    from deathdome.text.convicts import Convicts

LONGEST: Final = 60  # characters of a line with its names
REMARK_SETS: Final = 4  # of lines; a match uses one, by its cosmetic seed
REMARK: Final = "* "  # begins a remark in the log
_BIG_ATTACK: Final = 7  # strength and cards
_EXPENSIVE: Final = 1_000_000  # credits
_IN_TURNS: Final = 5  # remarks on turns in a match of any length, after the first
# Events of a turn, the biggest last. The others have a moment of their own.
RANKS: Final = (
    *("dud", "survives", "tower", "first_wound", "bugs", "release"),
    *("lead", "kill", "lava", "hyper", "last_unit", "wipe_out"),
)
AT_ONCE: Final = ("tower", "lead", "kill", "lava", "last_unit", "wipe_out")
MOMENTS: Final = ("opening", "purchase", "last_round", "win", "shared")
_EARLY: Final = {"kill": 1, "lava": 1, "hyper": 1, "last_unit": 2, "wipe_out": 3}  # ahead of time
# Values that the lines of an event may name. Those of a unit are only for events of one unit.
_UNIT: Final = frozenset({"unit", "team"})
PLACEHOLDERS: Final[Mapping[str, frozenset[str]]] = {
    "opening": frozenset(),
    "first_wound": _UNIT,
    "kill": frozenset({"unit", "killer", "team"}),
    "lava": _UNIT,
    "bugs": _UNIT,
    "survives": _UNIT,
    "dud": frozenset({"unit", "team", "team2"}),
    "tower": frozenset({"team", "team2"}),
    "lead": frozenset({"team", "team2"}),
    "release": frozenset({"jail", "team"}),
    "last_unit": _UNIT,
    "hyper": frozenset(),
    "last_round": frozenset(),
    "purchase": frozenset({"team"}),
    "win": frozenset({"team"}),
    "shared": frozenset(),
    "wipe_out": frozenset({"team"}),
}


class Remark(NamedTuple):
    """A line said after event number `event`: of the announcer, or a fact for the log."""

    event: int
    text: str
    announced: bool = True  # False for a fact

    @property
    def logged(self) -> str:
        """The line of a log."""
        return f"{REMARK}{self.text}" if self.announced else self.text


@dataclass
class _Moment:
    """The biggest event of the open turn."""

    kind: str
    event: int
    facts: dict[str, str] = field(default_factory=dict)


def remarks(
    events: Sequence[Event],
    convicts: Convicts,
    cosmetic_seed: int,
    lines: Mapping[str, Sequence[str]],
    payouts: Sequence[int] = (),
) -> list[Remark]:
    """Return the remarks on the events of a match, in order.

    `lines` are those of each event, and `payouts` those of every team before the first event.
    Remarks on the first events are the first remarks: more events only add to them.
    """
    return [
        one for one in comments(events, convicts, cosmetic_seed, lines, payouts) if one.announced
    ]


def comments(
    events: Sequence[Event],
    convicts: Convicts,
    cosmetic_seed: int = 0,
    lines: Mapping[str, Sequence[str]] | None = None,
    payouts: Sequence[int] = (),
) -> list[Remark]:
    """Return the remarks, and each new leader, last unit and end of a team as a fact before them.

    Without `lines` there are only facts.
    """
    announcer = _Announcer(convicts, cosmetic_seed, lines or {}, payouts)
    announcer.seat_in_season(events)
    for number, event in enumerate(events):
        announcer.follow(number, event)
    return announcer.said


def newest_remark(said: Sequence[Remark], first: int) -> str:
    """Return the last remark on the events from number `first` on; "" without one."""
    found = (one.text for one in reversed(said) if one.announced and one.event >= first)
    return next(found, "")


def recent_remark(said: Sequence[Remark], events: Sequence[Event]) -> str:
    """Return the last remark while it is of the open turn or the one before; "" without one."""
    turns = [number for number, event in enumerate(events) if isinstance(event, TurnBegan)]
    return newest_remark(said, turns[-2] if len(turns) > 1 else 0)


class _Announcer:
    """Public facts so far, and the remarks on them."""

    def __init__(
        self,
        convicts: Convicts,
        seed: int,
        lines: Mapping[str, Sequence[str]],
        payouts: Sequence[int],
    ) -> None:
        self.said: list[Remark] = []
        self._convicts = convicts
        self._setup = convicts.setup
        self._seed = seed
        self._lines = lines
        self._used: set[str] = set()
        self._match = 0  # index of the match in its season
        self._rounds = self._setup.rounds
        self._begin_match(payouts)

    def _begin_match(self, payouts: Sequence[int] = ()) -> None:
        """Forget the match before."""
        self._payouts = list(payouts) or [0] * self._setup.seats
        self._leader = only_leader(self._payouts)
        self._whole = False  # the events begin with the match, so the dead can be counted
        self._dead: set[int] = set()
        self._last_dead = -1
        self._gone: set[str] = set()  # teams without a unit, as was said
        self._hit_by: dict[int, int] = {}  # attacker of the last hit on each unit
        self._bought: tuple[int, int] = (0, -1)  # price and team of the dearest card
        self._bled = False
        self._last_round = False
        self._turns = 0
        self._on_turns = 0  # remarks on turns
        self._moment: _Moment | None = None
        self._said_rank = -1  # of the remark on the open turn

    def seat_in_season(self, events: Sequence[Event]) -> None:
        """Find the match of a season with which the events begin, and its rounds."""
        series = self._setup.series
        if series is None:
            return
        ended = sum(isinstance(event, MatchEnded) for event in events)
        self._match = max(0, series.match - ended)
        if self._match < len(series.schedule):
            self._rounds = series.schedule[self._match]

    def follow(self, number: int, event: Event) -> None:
        """Take in the next event."""
        match event:
            case OrderSet():
                self._whole = True
            case Bought(seat, card, paid):
                is_item = isinstance(self._setup.catalog.store_cards[card], Item)
                if is_item and paid > self._bought[0]:
                    self._bought = (paid, seat)
            case StoreClosed():
                paid, seat = self._bought
                if paid >= _EXPENSIVE:
                    self._say("purchase", number, {"team": team_name(seat)})
            case RoundBegan(round_number):
                if round_number == self._rounds and not self._last_round:
                    self._last_round = True  # a Hyper Cube repeats it
                    self._say("last_round", number, {})
                elif self._whole and not self._turns:
                    self._say("opening", number, {})
            case TurnBegan():
                self._turns += 1
                self._moment, self._said_rank = None, -1
            case TurnEnded():
                self._remark(number)
            case MatchEnded():
                self._end_match(number, event)
            case MatchBegan(index, rounds):
                self._begin_match()
                self._match, self._rounds = index, rounds
            case _:
                self._weigh(number, event)
                if self._moment is not None and self._moment.kind in AT_ONCE:
                    self._remark(number)

    # -- during a turn -------------------------------------------------------------------------

    def _weigh(self, number: int, event: Event) -> None:
        """Note an event of a turn, if it is the biggest so far."""
        match event:
            case CounterMoved():
                self._note("hyper", number, {})
            case Reckoned(attacker, unit):
                self._hit_by[unit] = attacker
                if not event.wounds and event.strength + event.attack_cards >= _BIG_ATTACK:
                    other = team_name(unit // UNITS_PER_TEAM)
                    self._note("dud", number, {**self._of_unit(unit), "team2": other})
            case Wounded(unit, _, vitae):
                facts = self._of_unit(unit)
                if self._hit_by.get(unit, 0) < 0:
                    self._note("bugs", number, facts)
                elif vitae == 1:
                    self._note("survives", number, facts)
                if not self._bled:
                    self._bled = True
                    attacker = self._hit_by.get(unit, -1)
                    striker = (attacker if attacker >= 0 else unit) // UNITS_PER_TEAM
                    self._note("first_wound", number, {**facts, "team": team_name(striker)})
            case Died(unit):
                self._death(number, unit, lava=event.lava)
            case Returned(unit):
                self._dead.discard(unit)
            case Released(unit, jail, units) if units:
                freed = team_name(units[0] // UNITS_PER_TEAM)
                name = jail_name(self._setup, jail).removesuffix(" jail")
                self._note("release", number, {"jail": name, "team": freed})
            case Captured(_, seat, space, before):
                tower = space in self._setup.board.tower_centres
                pay = TOWER_PAY if tower else POINT_PAY
                self._payouts[seat] += pay
                if before >= 0:
                    self._payouts[before] -= pay
                if tower:
                    rival = before if before >= 0 else (seat + 1) % self._setup.seats
                    teams = {"team": team_name(seat), "team2": team_name(rival)}
                    self._note("tower", number, teams)
                self._compare(number)
            case ShellTaken(seat, shells):
                self._payouts[seat] += shells * SHELL_PAY
                self._compare(number)
            case _:
                pass

    def _death(self, number: int, unit: int, *, lava: bool) -> None:
        seat = unit // UNITS_PER_TEAM
        attacker = self._hit_by.get(unit, -1)
        facts = self._of_unit(unit)
        if lava:
            self._note("lava", number, facts)
        elif attacker >= 0 and attacker // UNITS_PER_TEAM != seat:
            facts["killer"] = capitalised(self._convicts.nickname(attacker))
            facts["team"] = team_name(attacker // UNITS_PER_TEAM)
            self._note("kill", number, facts)
        else:
            self._note("bugs" if unit in self._hit_by and attacker < 0 else "", number, facts)
        self._dead.add(unit)
        self._last_dead = unit
        first, units = seat * UNITS_PER_TEAM, self._setup.units
        mates = [one for one in range(first, first + UNITS_PER_TEAM) if units[one] != VACANT]
        alive = [one for one in mates if one not in self._dead]
        if not self._whole:
            return
        team = team_name(seat)
        if len(alive) == 1 and len(mates) > 1:
            name = self._convicts.surname(alive[0])
            self._state(number, say.RIVAL_IS_DOWN_TO.format(team=team, name=name))
            self._note("last_unit", number, self._of_unit(alive[0]))
        elif not alive:
            self._state(number, say.TEAM_IS_OUT.format(team=team))
            self._note("wipe_out", number, {"team": team})

    def _compare(self, number: int) -> None:
        """Note a new leader."""
        leader = only_leader(self._payouts)
        if leader < 0 or leader == self._leader:
            return
        before, self._leader = self._leader, leader
        if before >= 0:
            facts = {"team": team_name(leader), "team2": team_name(before)}
            first, second = map(compact, sorted(self._payouts)[:-3:-1])
            said = say.TEAM_LEADS_NOW.format(team=team_name(leader), first=first, second=second)
            self._state(number, said)
            self._note("lead", number, facts)

    def _of_unit(self, unit: int) -> dict[str, str]:
        team = team_name(unit // UNITS_PER_TEAM)
        return {"unit": capitalised(self._convicts.nickname(unit)), "team": team}

    def _state(self, number: int, text: str) -> None:
        """Add a fact for the log."""
        self.said.append(Remark(number, text, announced=False))

    def _note(self, kind: str, number: int, facts: dict[str, str]) -> None:
        if kind not in RANKS:
            return
        least = RANKS.index(self._moment.kind) if self._moment is not None else self._said_rank
        if RANKS.index(kind) > least:
            self._moment = _Moment(kind, number, facts)

    # -- remarks -------------------------------------------------------------------------------

    def _remark(self, number: int) -> None:
        """Remark on the biggest event, unless too much was said in this part of the match.

        Big events may take a remark of a later part.
        """
        moment, self._moment = self._moment, None
        turns = self._rounds * self._setup.seats
        if moment is None:
            return
        self._said_rank = max(self._said_rank, RANKS.index(moment.kind))
        allowed = 1 + _EARLY.get(moment.kind, 0) + _IN_TURNS * self._turns // max(turns, 1)
        if self._on_turns < min(allowed, 1 + _IN_TURNS) and self._say(
            moment.kind, number, moment.facts
        ):
            self._on_turns += 1
            if moment.kind == "wipe_out":
                self._gone.add(moment.facts["team"])

    def _end_match(self, number: int, event: MatchEnded) -> None:
        outcome = event.outcome
        if outcome.reason == STOPPED:
            return
        if outcome.winner is None:
            self._say("shared", number, {})
            return
        loser = team_name(self._last_dead // UNITS_PER_TEAM) if self._last_dead >= 0 else ""
        if outcome.reason == "last team standing" and loser and loser not in self._gone:
            self._say("wipe_out", number, {"team": loser})
        else:
            self._say("win", number, {"team": team_name(outcome.winner)})

    def _say(self, kind: str, number: int, facts: Mapping[str, str]) -> bool:
        """Say an unused line of this match's set about an event; return False without one."""
        lines = self._lines.get(kind, ())
        mine = lines[(self._seed + self._match) % REMARK_SETS :: REMARK_SETS]
        unused = [line for line in mine if line not in self._used]
        fitting = [line for line in unused if 0 < len(_filled(line, facts)) <= LONGEST]
        # Some sets have a line more; all matches have as many remarks.
        if not fitting or len(mine) - len(unused) >= len(lines) // REMARK_SETS:
            return False
        digest = sha256(f"{self._seed}/{number}/{kind}".encode()).digest()
        line = fitting[int.from_bytes(digest[:8], "big") % len(fitting)]
        self._used.add(line)
        self.said.append(Remark(number, _filled(line, facts)))
        return True


def _filled(line: str, facts: Mapping[str, str]) -> str:
    """Return a line with its values; '' if one is missing."""
    try:
        return line.format_map(facts)
    except KeyError:
        return ""
