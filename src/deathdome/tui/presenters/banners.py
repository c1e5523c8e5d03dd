"""Highlights of a step: its banner over the whole width, and the pulse of captured ground.

A step is what happened between two positions that were shown one after the other. Only public
events and what the viewer sees of both positions are read.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.geometry.grid import spaces_in
from deathdome.model.events import (
    AbilityUsed,
    Captured,
    CardPlayed,
    Died,
    Pushed,
    Reckoned,
    Released,
    RoundBegan,
    Walked,
)
from deathdome.model.frames import Attack, Turn
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import SHELL_PAY, TOWER_PAY
from deathdome.stage.letters import ROWS, letter_lines, letters_width
from deathdome.stage.text import Line, Span, clean, columns_of, cut, line, text_of, wrapped
from deathdome.text.names import compact, counted, jail_name, listed, space_name, team_name
from deathdome.text.phrases import banners as say
from deathdome.text.standings import NO_LEAD, Lead, living, only_leader, payouts_of, shells_of
from deathdome.tui.presenters.animations import LONGEST, Frame, Show
from deathdome.tui.presenters.bars import score_bar
from deathdome.tui.presenters.board import Cell, Marks, board_picture
from deathdome.tui.presenters.pieces import SEAT_SIGNS, drawn_units, unit_token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from deathdome.geometry.grid import Grid
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.text.convicts import Convicts
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.presenters.board import Picture

HEIGHT: Final = 9  # rows of a banner
LOW: Final = 7  # without its empty rows, in a low terminal
BEAT: Final = 0.25  # half of a pulse
NEUTRAL: Final = -1  # viewer of a replay, or of a match without players
_HIGH: Final = 22  # rows of a terminal that has room for empty rows
_LEFT: Final = 3  # columns before the letters
_GAP: Final = 5  # between letters and words
_LEAST: Final = 24  # columns for the words, without which there are no letters
_BAR: Final = 10  # columns of the score bar at least


class Banner(NamedTuple):
    """A banner: its word, the team that acts, what to say, and where it happened."""

    word: str
    seat: int  # of the stripe; -1: none
    cold: bool  # True if it is bad news for the viewer
    facts: tuple[Line, ...]
    payouts: tuple[int, ...]  # of all teams, the viewer's first
    order: tuple[int, ...]  # of the teams in the score bar
    space: int = -1  # the place, as drawn
    actors: frozenset[int] = frozenset()  # spaces that keep their strength
    dead: frozenset[int] = frozenset()  # spaces of those who died
    remark: str = ""  # a line of the announcer


def banner_of(
    before: Observation,
    seen: Observation,
    events: Sequence[Event],
    convicts: Convicts,
    *,
    seat: int = NEUTRAL,
    lead: Lead = NO_LEAD,
    remark: str = "",
) -> Banner | None:
    """Return the banner of a step; None without one.

    Of several events the one that cannot be made good again comes first: the end of a team, a
    death, a tower, an open jail, the last round, the lead. A death or a tower names the lead as
    well, so nothing is lost with the events that give way. In the turn of another team a death
    among its rivals gets no banner; a tower, the end of a team and the last round concern every
    team.

    A point that changes the lead has a banner at most once in a round, and only if another team
    than this one was announced last: in a close match the lead changes with every other point. The
    log has every change.

    `seat` is the viewer's, `lead` the lead before the step.
    """
    step = _Step(before, seen, events, convicts, seat, lead)
    found = (
        step.out()
        or step.kill()
        or step.tower()
        or step.freed()
        or step.last_round()
        or step.new_lead()
    )
    return found._replace(remark=remark) if found is not None else None


class _Step:
    """Two positions, the events between them, and the words of the viewer."""

    def __init__(
        self,
        before: Observation,
        seen: Observation,
        events: Sequence[Event],
        convicts: Convicts,
        seat: int,
        lead: Lead,
    ) -> None:
        self._before = before
        self._seen = seen
        self._events = events
        self._convicts = convicts
        self._setup = seen.setup
        self._seat = seat
        self._said, self._leader = lead, lead.leader
        self._payouts = payouts_of(seen)
        turn = next((one for one in before.stack if isinstance(one, Turn)), None)
        self._turn = turn.seat if turn is not None else -1
        self._places = {unit: place for place, unit in drawn_units(before).items()}
        for event in events:  # the last place of every unit before it is jailed
            if isinstance(event, Walked) and event.path:
                self._places[event.unit] = event.path[-1]
            elif isinstance(event, Pushed):
                self._places[event.unit] = event.end

    # -- kinds ---------------------------------------------------------------------------------

    def out(self) -> Banner | None:
        """The end of a team: the last of its units is dead."""
        gone = [
            unit
            for unit in self._dead()
            if not living(self._seen, _team(unit)) and living(self._before, _team(unit))
        ]
        if not gone:
            return None
        unit = gone[-1]
        team = _team(unit)
        said = say.YOU_ARE_OUT if self._mine(team) else say.TEAM_IS_OUT
        facts = [
            line(Span(said.format(team=team_name(team)), "strong")),
            self._of_dead([unit]),
            self._shells(),
        ]
        return self._death(say.OUT, [unit], facts)

    def kill(self) -> Banner | None:
        """A death."""
        dead = [
            unit for unit in self._dead() if self._concerns(_team(unit), _team(self._killer(unit)))
        ]
        if not dead:
            return None
        unit, lava = dead[0], self._in_lava(dead[0])
        killer = self._killer(unit)
        if lava:
            how = say.KILLED_BY_LAVA
        elif killer >= 0:
            how = say.KILLED_BY.format(name=self._name(killer))
        else:
            how = say.KILLED_BY_BUGS if self._was_hit(unit) else ""
        facts = [self._of_dead(dead), line(how), self._shells()]
        return self._death(say.KILL, dead, facts)

    def tower(self) -> Banner | None:
        """A tower that changed hands; the last of several."""
        centres = self._setup.board.tower_centres
        taken = [
            event
            for event in self._events
            if isinstance(event, Captured) and event.space in centres
        ]
        if not taken:
            return None
        event = taken[-1]
        what = say.TAKES_TOWER.format(
            name=self._taker(event), space=space_name(self._setup, event.space)
        )
        tower = self._setup.board.towers[centres.index(event.space)]
        pays = [self._pay(event.seat, TOWER_PAY)]
        if event.before >= 0:
            pays.append(self._pay(event.before, -TOWER_PAY))
        lost = self._mine(event.before)
        rival = self._seat >= 0 and not self._mine(event.seat)
        facts = [
            line(Span(what, "strong")),
            line(Span(", ".join(pays), "bad" if lost else "" if rival else "good")),
            self._lead(),
        ]
        place = int(event.space)
        around = frozenset(map(int, spaces_in(tower)))
        return self._banner(say.TOWER, event.seat, facts, place, around, cold=lost)

    def freed(self) -> Banner | None:
        """A jail that was opened; the last of several."""
        opened = [one for one in self._events if isinstance(one, Released) and one.units]
        if not opened:
            return None
        event = opened[-1]
        teams = list(dict.fromkeys(map(_team, event.units)))
        # With two teams every prisoner is yours or your enemy's.
        if self._setup.seats > 2 and not self._concerns(*teams):
            return None
        opener = _team(event.unit) if event.unit >= 0 else self._user(event)
        name = self._surname(event.unit) if event.unit >= 0 else team_name(opener)
        named = self._name if len(teams) > 1 else self._surname
        names = [named(unit) for unit in event.units]
        free = say.IS_FREE.format(name=names[0])
        if len(names) > 1:
            free = say.ARE_FREE.format(names=listed(names))
        jail = jail_name(self._setup, event.jail)
        facts = [
            line(Span(say.OPENS_JAIL.format(name=name, jail=jail), "strong")),
            line(free),
            *(self._back(team, event.units) for team in teams),
            self._lead(),
        ]
        place = self._places.get(event.unit, -1)
        kept = [space for unit, space in self._places.items() if unit in event.units]
        cold = self._seat >= 0 and self._seat not in teams
        return self._banner(say.FREED, opener, facts, place, frozenset([*kept, place]), cold=cold)

    def _user(self, event: Event) -> int:
        """Return the team that has used a card or an ability for an event without a unit."""
        at = next(at for at, one in enumerate(self._events) if one is event)
        for one in reversed(self._events[:at]):
            if isinstance(one, CardPlayed):
                return one.seat
            if isinstance(one, AbilityUsed) and one.unit >= 0:
                return _team(one.unit)
        return self._turn

    def last_round(self) -> Banner | None:
        """The beginning of the last round, once: a Hyper Cube may repeat it."""
        rounds = self._setup.rounds
        if rounds < 2 or self._before.round >= rounds:
            return None
        if not any(isinstance(one, RoundBegan) and one.round == rounds for one in self._events):
            return None
        said = say.LAST_ROUND_BEGINS.format(round=rounds, rounds=rounds)
        return self._banner(say.LAST_ROUND, -1, [line(Span(said, "strong")), self._lead()])

    def new_lead(self) -> Banner | None:
        """A new team alone in the lead, after another one, by a point that it captures."""
        leads = only_leader(self._payouts)
        if leads < 0 or leads == self._leader or self._leader < 0:
            return None
        if self._said.quiet or leads == self._said.announced:
            return None
        if not self._concerns(leads, self._leader):
            return None
        cause = next((one for one in reversed(self._events) if isinstance(one, Captured)), None)
        if cause is None or cause.seat != leads:
            return None
        space = space_name(self._setup, cause.space)
        taken = line(say.TAKES_POINT.format(name=self._taker(cause), space=space))
        facts = [self._lead(), taken]
        place, actors = int(cause.space), frozenset({int(cause.space)})
        return self._banner(say.LEAD, leads, facts, place, actors, cold=self._mine(self._leader))

    # -- parts ---------------------------------------------------------------------------------

    def _death(self, word: str, dead: Sequence[int], facts: list[Line]) -> Banner:
        killer = self._killer(dead[0])
        acting = _team(killer) if killer >= 0 else self._turn
        units = [unit for unit in (*dead, killer) if unit in self._places]
        places = frozenset(self._places[unit] for unit in units)
        place = self._places.get(dead[0], -1)
        lost = any(self._mine(_team(unit)) for unit in dead)
        found = self._banner(word, acting, [*facts, self._lead()], place, places, cold=lost)
        graves = frozenset(self._places[unit] for unit in dead if unit in self._places)
        return found._replace(dead=graves)

    def _banner(
        self,
        word: str,
        seat: int,
        facts: Iterable[Line],
        space: int = -1,
        actors: frozenset[int] = frozenset(),
        *,
        cold: bool = False,
    ) -> Banner:
        seats = range(self._setup.seats)
        first = self._seat if self._seat in seats else 0
        order = (first, *(other for other in seats if other != first))
        said = tuple(fact for fact in facts if text_of(fact))
        return Banner(word, seat, cold, said, tuple(self._payouts), order, space, actors)

    def _dead(self) -> list[int]:
        return [event.unit for event in self._events if isinstance(event, Died)]

    def _in_lava(self, unit: int) -> bool:
        return any(isinstance(one, Died) and one.unit == unit and one.lava for one in self._events)

    def _was_hit(self, unit: int) -> bool:
        return any(isinstance(one, Reckoned) and one.unit == unit for one in self._events)

    def _killer(self, unit: int) -> int:
        """Return the unit of the last attack on a unit; -1 for none, or a bug token."""
        hits = [one for one in self._events if isinstance(one, Reckoned) and one.unit == unit]
        if hits:
            return hits[-1].attacker
        attacks = [one for one in self._before.stack if isinstance(one, Attack)]
        return next((one.declared.unit for one in attacks if one.current == unit), -1)

    def _of_dead(self, dead: Sequence[int]) -> Line:
        """Return who is dead, with the symbol as on the board."""
        if len(dead) > 1:
            names = listed([self._name(unit) for unit in dead])
            return line(Span(say.ARE_DEAD.format(names=names), "strong"))
        unit = dead[0]
        chip = Span(unit_token(self._setup, unit), f"chip{_team(unit)}")
        name = clean(self._convicts.full(unit))
        return line(chip, Span(f" {say.IS_DEAD.format(name=name)}", "strong"))

    def _shells(self) -> Line:
        """Return the beetle shells that the dead of this step bring."""
        now, then = shells_of(self._seen), shells_of(self._before)
        for seat, (after, earlier) in enumerate(zip(now, then, strict=True)):
            if (shells := after - earlier) > 0:
                words = say.SHELL if shells == 1 else say.SHELLS
                gain = words.format(amount=compact(shells * SHELL_PAY, signed=True))
                if self._mine(seat):
                    return line(Span(gain, "good"))
                said = say.FOR_TEAM.format(gain=gain, team=team_name(seat))
                return line(Span(said, "bad" if self._seat >= 0 else "good"))
        return ()

    def _lead(self) -> Line:
        """Return who leads now, and if it is another team, that it takes the lead."""
        payouts, leads = self._payouts, only_leader(self._payouts)
        if leads >= 0 and self._leader >= 0 and leads != self._leader:
            if self._mine(leads):
                return line(Span(say.YOU_TAKE_THE_LEAD, "title"))
            said = say.TEAM_TAKES_THE_LEAD.format(team=team_name(leads))
            return line(Span(said, f"seat{leads}"))
        ranked = sorted(range(len(payouts)), key=lambda seat: -payouts[seat])
        mine = self._seat if self._seat >= 0 else ranked[0]
        other = next(seat for seat in ranked if seat != mine)
        first, second = compact(payouts[mine]), compact(payouts[other])
        if payouts[mine] == payouts[other]:
            return line(say.LEVEL.format(first=first))
        if self._seat < 0:
            words = say.TEAM_LEADS
        else:
            words = say.YOU_LEAD if payouts[mine] > payouts[other] else say.YOU_TRAIL
        return line(words.format(team=team_name(mine), first=first, second=second))

    def _back(self, team: int, units: Iterable[int]) -> Line:
        """Return how many units a team has back."""
        back = counted(sum(_team(unit) == team for unit in units), "unit")
        if self._mine(team):
            return line(Span(say.BACK_FOR_YOU.format(units=back), "good"))
        said = say.BACK_FOR_TEAM.format(units=back, team=team_name(team))
        return line(Span(said, "bad" if self._seat >= 0 else "good"))

    def _pay(self, seat: int, amount: int) -> str:
        who = say.YOU if self._mine(seat) else team_name(seat)
        return say.PAYS.format(amount=compact(amount, signed=True), who=who)

    def _taker(self, event: Captured) -> str:
        """Return the unit that captured a point, without its team: that is in the stripe."""
        named = self._surname(event.unit) if event.unit >= 0 else ""
        return named or team_name(event.seat)

    def _name(self, unit: int) -> str:
        """Return 'Oakes' of your team, "Blue's Frost" of another."""
        name = self._surname(unit)
        return name if self._mine(_team(unit)) else f"{team_name(_team(unit))}'s {name}"

    def _surname(self, unit: int) -> str:
        return clean(self._convicts.surname(unit))

    def _mine(self, seat: int) -> bool:
        return seat >= 0 and seat == self._seat

    def _concerns(self, *seats: int) -> bool:
        """Return True in your turn, for your team, and for viewers without a team."""
        return self._seat < 0 or self._turn == self._seat or self._seat in seats


def _team(unit: int) -> int:
    return unit // UNITS_PER_TEAM if unit >= 0 else -1


# -- rows ------------------------------------------------------------------------------------------


def banner_rows(banner: Banner, size: tuple[int, int], glyphs: GlyphSet) -> tuple[Line, ...]:
    """Return the rows of a banner: its stripe, block letters with the facts at their right.

    A narrow terminal has no room for letters, a low one none for empty rows.
    """
    width, height = size
    ground = f"band{banner.seat}" if banner.seat >= 0 else "band"
    wide = letters_width(banner.word)
    start = _LEFT + wide + _GAP
    room = width - start - 1
    low = height < _HIGH
    inner: list[Line]
    if _LEFT + wide > width - 1 or (room < _LEAST and wide < _LONG):
        inner = _small_rows(banner, width)
    elif room < _LEAST:
        inner = _below_letters(banner, width)
    else:
        inner = _beside_letters(banner, start, room, glyphs)
    if low:
        inner = inner[1:-1] if not inner[0] and not inner[-1] else inner[:5]
    shown = [_grounded(row, ground, width) for row in inner]
    return (_stripe(banner, width), *shown, _stripe(banner, width, say.ANY_KEY))


_LONG: Final = 60  # columns of letters that leave no room at their right in 80 columns


def _letters(banner: Banner) -> list[Line]:
    glow = "cold" if banner.cold else "hot"
    ground = f"band{banner.seat}" if banner.seat >= 0 else "band"
    return letter_lines(banner.word, glow, ground=ground)


def _beside_letters(banner: Banner, start: int, room: int, glyphs: GlyphSet) -> list[Line]:
    """Return seven rows: letters, and at their right the facts, the score bar, the remark."""
    words: list[Line] = []
    for fact in banner.facts:
        words += _fitted_rows(fact, room)
    remark = f'"{clean(banner.remark)}"' if banner.remark else ""
    # The score bar has the room at the right before the remark.
    beside = bool(remark) and columns_of(remark) <= room and len(words) == ROWS - 1
    if beside:
        words.append((Span(remark, "quote"),))
    if len(words) <= ROWS - 2 and room >= _BAR + _AMOUNTS:
        words += [(), _score(banner, room, glyphs)]
    words = words[: ROWS + 1]
    below = _remark_row(remark) if remark and not beside else ()
    rows: list[Line] = [()]
    for number, letters in enumerate(_letters(banner)):
        said = words[number] if number < len(words) else ()
        gap = start - _LEFT - sum(columns_of(span.text) for span in letters)
        rows.append((Span(" " * _LEFT), *letters, Span(" " * gap), *said))
    if not below and len(words) > ROWS:
        below = (Span(" " * start), *words[ROWS])
    return [*rows, below]


def _below_letters(banner: Banner, width: int) -> list[Line]:
    """Return seven rows: letters that need the whole width, and below them one row of words."""
    remark = f'"{clean(banner.remark)}"' if banner.remark else ""
    facts = "  ".join(text_of(fact) for fact in banner.facts)
    said = (Span(" " * _LEFT), Span(cut(facts, width - 2 * _LEFT)))
    last = _remark_row(remark) if remark else said
    rows: list[Line] = [said if remark else ()]
    rows += [(Span(" " * _LEFT), *letters) for letters in _letters(banner)]
    return [*rows, last]


def _small_rows(banner: Banner, width: int) -> list[Line]:
    """Return the word and the facts as plain rows."""
    rows: list[Line] = [(Span(" "), Span(banner.word, "title"))]
    for fact in banner.facts:
        rows += [(Span(" "), *row) for row in _fitted_rows(fact, width - 2)]
    if banner.remark:
        quote = f'"{banner.remark}"'
        rows += [(Span(" "), *row) for row in wrapped(quote, width - 2, "quote")]
    return [(), *rows[:ROWS], *[()] * (ROWS - len(rows)), ()]


_AMOUNTS: Final = 12  # columns for the amounts at both ends of the score bar


def _remark_row(remark: str) -> Line:
    return (Span(" " * _LEFT), Span(remark, "quote"))


def _score(banner: Banner, room: int, glyphs: GlyphSet) -> Line:
    """Return the score as one bar between the amounts; of more than two teams all amounts."""
    amounts = [f"{SEAT_SIGNS[seat]} {compact(banner.payouts[seat])}" for seat in banner.order]
    if len(amounts) > 2:
        spans = [
            Span(f"{amount}  ", f"seat{seat}")
            for seat, amount in zip(banner.order, amounts, strict=True)
        ]
        return line(*spans)
    first, second = banner.order
    bar = min(room - sum(map(len, amounts)) - 3, 30)
    return (
        Span(f"{amounts[0]} ", f"seat{first}"),
        *score_bar(banner.payouts, banner.order, bar, glyphs.shaped),
        Span(f" {amounts[1]}", f"seat{second}"),
    )


def _fitted_rows(fact: Line, room: int) -> list[Line]:
    """Return a fact on one row, or wrapped with the look of its last span."""
    if sum(columns_of(span.text) for span in fact) <= room:
        return [fact]
    return wrapped(text_of(fact), room, fact[-1].look)


def _grounded(row: Line, ground: str, width: int) -> Line:
    """Return a row over the whole width, on the ground of the banner."""
    used = sum(columns_of(span.text) for span in row)
    spans = [
        span if _FILLED.match(span.look) else Span(span.text, f"{span.look} {ground}".strip())
        for span in row
    ]
    return (*spans, Span(" " * max(0, width - used), ground))


# Looks that bring a ground of their own.
_FILLED: Final = re.compile(r"band|hot\d|cold\d|chip|score|raised")


def _stripe(banner: Banner, width: int, right: str = "") -> Line:
    """Return a stripe of the team that acts, with its name where there are no colours."""
    look = f"strip{banner.seat}" if banner.seat >= 0 else "bar"
    name = ""
    if banner.seat >= 0 and not right:
        name = f"{SEAT_SIGNS[banner.seat]} {team_name(banner.seat).upper()}"
    gap = max(1, width - 2 - columns_of(name) - columns_of(right))
    return (Span(cut(f" {name}{' ' * gap}{right} ", width), look),)


def banner_top(first: int, last: int, rows: int, height: int) -> int:
    """Return the row of the screen at which a banner of so many rows begins.

    `first` and `last` are the rows of what it may not cover: the banner stands below it, otherwise
    above it, before the key bar in any case. Without room on either side it stands where more is.
    """
    bottom = height - 1  # the key bar
    below = last + 1
    if below + rows <= bottom:
        return below
    above = first - rows
    if above >= 1:
        return max(1, above - 1)
    return max(0, bottom - rows) if bottom - below >= first else max(0, above)


# -- frames ----------------------------------------------------------------------------------------


def pulsing(seen: Observation, events: Iterable[Event]) -> dict[int, int]:
    """Return the captured spaces, with all nine of a tower, and the team of each."""
    board = seen.setup.board
    found: dict[int, int] = {}
    for event in events:
        if isinstance(event, Captured):
            spaces: Iterable[int] = (event.space,)
            if event.space in board.tower_centres:
                spaces = spaces_in(board.towers[board.tower_centres.index(event.space)])
            found |= dict.fromkeys(map(int, spaces), event.seat)
    return found


def highlight(
    picture: Picture,
    grid: Grid,
    pulses: Mapping[int, int],
    banner: tuple[Line, ...] = (),
    top: int = 0,
    actors: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    reduced: bool = False,
) -> Show:
    """Return a show of two pulses and a banner, or of one of them.

    `actors` are spaces that keep their strength below the banner. A pulse takes half a second, so
    that nothing blinks faster than three times a second. A key that ends pulses alone does its
    work. With reduced animation nothing pulses.
    """
    still = {
        (grid.columns[space], grid.rows[space]): picture[grid.rows[space]][grid.columns[space]]
        for space in (*actors, *pulses)
    }
    still |= {(grid.columns[space], grid.rows[space]): Cell("><", "hit") for space in dead}
    bright = dict(still)
    for space, seat in pulses.items():
        spot = grid.columns[space], grid.rows[space]
        bright[spot] = Cell(still[spot].text, f"pulse{seat}")
    if reduced or not pulses:
        frames = (Frame(still, LONGEST, banner=banner, top=top),) if banner else ()
        return Show(frames)
    times = ((bright, BEAT), (still, BEAT), (bright, BEAT), (still, BEAT))
    if banner:
        times = (*times[:-1], (still, LONGEST - 3 * BEAT))
    return Show(
        tuple(Frame(cells, seconds, banner=banner, top=top) for cells, seconds in times),
        swallows=bool(banner),
    )


class Canvas(NamedTuple):
    """The screen that shows a highlight."""

    size: tuple[int, int]
    glyphs: GlyphSet
    names: tuple[str, ...]  # of all units, where spaces are large
    rows_of: Callable[[int], range]  # rows of the screen that a row of spaces takes
    reduced: bool = False  # True if nothing may pulse
    panel: tuple[Line, ...] = ()  # rows that the show before left in the panel


def highlights(
    before: Observation,
    seen: Observation,
    events: Sequence[Event],
    banner: Banner | None,
    canvas: Canvas,
) -> list[Show]:
    """Return the banner of a step with its pulses, or the pulses alone; [] without both."""
    grid, pulses = seen.setup.board.grid, pulsing(seen, events)
    if banner is None:
        if not pulses or canvas.reduced:
            return []
        picture = board_picture(seen, Marks(), canvas.glyphs, names=canvas.names)
        return [_over(highlight(picture, grid, pulses), canvas.panel)]
    rows = banner_rows(banner, canvas.size, canvas.glyphs)
    # The dead are shown where they died.
    picture = board_picture(seen if pulses else before, Marks(), canvas.glyphs, names=canvas.names)
    first, last = _rows_kept(banner, grid, canvas)
    top = banner_top(first, last, len(rows), canvas.size[1])
    reduced = canvas.reduced
    shown = highlight(picture, grid, pulses, rows, top, banner.actors, banner.dead, reduced=reduced)
    return [_over(shown, canvas.panel)]


def _over(show: Show, panel: tuple[Line, ...]) -> Show:
    """Return a show that leaves these rows in the panel."""
    frames = tuple(replace(frame, panel=panel) for frame in show.frames)
    return show._replace(frames=frames, stays=panel)


def _rows_kept(banner: Banner, grid: Grid, canvas: Canvas) -> tuple[int, int]:
    """Return the first and the last row of the screen that the banner may not cover."""
    height = canvas.size[1]
    rows = [row for space in banner.actors for row in canvas.rows_of(grid.rows[space])]
    if rows and max(rows) - min(rows) >= height // 2:  # a shot across the board
        rows = list(canvas.rows_of(grid.rows[banner.space]))
    return (min(rows), max(rows)) if rows else (height // 2, height // 2)
