"""A season between its matches: values as a chart and a table, wealth, crews, the next match."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.geometry.grid import spaces_in
from deathdome.match.chapters import chapters_of, rounds_alive
from deathdome.match.deeds import deeds_of
from deathdome.model.board import Kind
from deathdome.model.catalog import VACANT
from deathdome.model.events import Auctioned, Bought, MatchEnded, Sold
from deathdome.model.frames import Purchase
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.rules.observing import visible_state
from deathdome.rules.opening import handicap
from deathdome.rules.setup import seat_players
from deathdome.stage.text import Line, Span, columns_of, cut, fitted, line, wrapped
from deathdome.text.convicts import Convicts
from deathdome.text.lineups import stretches
from deathdome.text.names import compact, counted, listed, team_name, times
from deathdome.text.phrases import interval as say
from deathdome.text.seasons import gap_words, ranks
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token
from deathdome.tui.presenters.result import counts_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.chapters import Chapter
    from deathdome.match.deeds import Deeds
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.series import Series
    from deathdome.model.state import Setup
    from deathdome.tui.glyphs import GlyphSet

_SCALE: Final = 6  # columns of the amounts at the left of a chart
_MILLION: Final = 1_000_000
_GRID: Final = 4  # columns between the dots at an amount of the scale
_HALF: Final = 500_000
_TEAM: Final = 20  # columns of a team with its player in a table
_GAIN: Final = 7  # columns of what a team gained in a match
_SHOWN: Final = 5  # matches of the table at most: the last ones
_TILE: Final = 3  # spaces across and down in a cell of the small board


class SeasonView(NamedTuple):
    """A season as every seat may see it."""

    seen: Observation
    events: Sequence[Event]
    labels: Sequence[str]  # index is seat: the player's name
    you: int | None  # the only seat of a player; None if there are several, or none
    convicts: Convicts

    @property
    def series(self) -> Series:
        """The season of the match."""
        series = self.seen.setup.series
        assert series is not None
        return series

    @property
    def total(self) -> int:
        """Number of matches, with those that follow the planned ones."""
        return max(len(self.series.schedule), self.series.match)


def curve_of(setup: Setup) -> list[tuple[int, ...]]:
    """Return the value of every team at the start and after each match, by seat."""
    series = setup.series
    assert series is not None
    start = setup.terms.purses or (setup.ruleset.start_credits,) * setup.seats
    after = [result.values for result in series.results]
    return [tuple(values[seat] for values in (start, *after)) for seat in range(setup.seats)]


def credits_after(seen: Observation, events: Sequence[Event]) -> list[int]:
    """Return the credits of every team after the last result, before auction and store."""
    found = list(seen.credits)
    for event in reversed(events):
        match event:
            case MatchEnded():
                break
            case Auctioned(_, unit, _, refund) if unit >= 0:
                found[unit // UNITS_PER_TEAM] -= refund
            case Bought(seat, _, paid):
                found[seat] += paid
            case Sold(seat, card):
                found[seat] -= price(seen.setup, card)
            case _:
                pass
    return found


# -- the account -----------------------------------------------------------------------------------


def account_lines(chapter: Chapter, credits: Sequence[int], width: int) -> list[Line]:  # noqa: A002
    """Return the payout of each team item by item, the bonus, and the credits after it."""
    assert chapter.outcome is not None
    bonus = chapter.bonus > 0
    heads = [head for head in say.ACCOUNT_COLUMNS if bonus or head != "bonus"]
    wide = min(9, (width - 9) // len(heads))
    title = f"{say.ACCOUNT:<9}"
    rows = [line(Span(title, "title"), Span("".join(f"{head:>{wide}}" for head in heads), "dim"))]
    for row in chapter.outcome.standings:
        parts = [row.towers * TOWER_PAY, row.points * POINT_PAY, row.shells * SHELL_PAY]
        parts += [chapter.bonus] if bonus else []
        cells = "".join(f"{compact(part) if part else '-':>{wide}}" for part in parts)
        paid = f"{compact(row.payout + chapter.bonus, signed=True):>{wide}}"
        now = f"{compact(credits[row.seat]):>{wide}}"
        name = f"{SEAT_SIGNS[row.seat]} {team_name(row.seat):<7}"
        rows.append(
            line(Span(name, f"seat{row.seat}"), cells, Span(paid, "good"), Span(now, "strong"))
        )
    return rows


# -- the chart -------------------------------------------------------------------------------------


def chart_lines(setup: Setup, width: int, height: int, glyphs: GlyphSet) -> list[Line]:
    """Return the value of every team as a line, with the team's symbol after each match."""
    series = setup.series
    assert series is not None
    curve = curve_of(setup)
    total = max(len(series.schedule), series.match)
    every = [value for values in curve for value in values]
    step = _MILLION if max(every) - min(every) > _MILLION * 2 else _HALF
    low = min(every) // step * step
    high = max(low + step, -(-max(every) // step) * step)
    room = width - _SCALE - 2
    cells: list[list[Span]] = [[Span(" ")] * (room + 2) for _ in range(height)]

    def row_of(value: float) -> int:
        return height - 1 - round((value - low) / (high - low) * (height - 1))

    def column_of(match: int) -> int:
        return round(match * (room - 1) / total)

    scale = {row_of(value): value for value in range(low, high + 1, step)}
    for at in scale:
        for column in range(0, room, _GRID):
            cells[at][column] = Span(".", "faint")
    dot = glyphs.threat if glyphs.shaped else ":"
    for seat, values in enumerate(curve):
        for at, (before, after) in enumerate(pairwise(values)):
            first, last = column_of(at), column_of(at + 1)
            for column in range(first, last + 1):
                share = (column - first) / max(1, last - first)
                cells[row_of(before + share * (after - before))][column] = Span(dot, f"seat{seat}")
    for seat, values in enumerate(curve):
        for at, value in enumerate(values):
            row, column = row_of(value), column_of(at)
            while cells[row][column].look.startswith("chip"):
                column += 1
            cells[row][column] = Span(SEAT_SIGNS[seat], f"chip{seat}")
    rows: list[Line] = []
    for at in range(height):
        amount = compact(scale[at]) if at in scale else ""
        rows.append(line(Span(f"{amount:>{_SCALE - 1}} ", "dim"), *cells[at]))
    labels = [" "] * (room + 6)
    for match in range(total + 1):
        words = say.MATCH.format(number=match) if match else say.START
        start = max(0, column_of(match) - (len(words) if match == total else len(words) // 2))
        if match == total or not match or "".join(labels[start - 1 : start + 3]).isspace():
            labels[start : start + len(words)] = words
    rows.append(line(Span(" " * _SCALE + "".join(labels).rstrip(), "dim")))
    return rows


# -- the table -------------------------------------------------------------------------------------


def table_lines(season: SeasonView, width: int, *, purses: bool = False) -> list[Line]:
    """Return a row for each team, the most valuable first: gains, value, wins, the gap.

    `purses`: the credits have a column too.
    """
    curve = curve_of(season.seen.setup)
    played = season.series.match
    fixed = _TEAM + 8 + 6 + 8 + 9 * purses
    shown = max(1, min(_SHOWN, played, (width - fixed) // _GAIN))
    first = played - shown + 1
    heads = "".join(
        f"{say.MATCH.format(number=number):>{_GAIN}}" for number in range(first, played + 1)
    )
    value, wins, behind = say.TABLE
    purse = f"{say.IN_CREDITS:>9}" if purses else ""
    rows = [line(Span(f"{'':{_TEAM}}{heads}{purse}{value:>8}{wins:>6}{behind:>8}", "dim"))]
    order = ranks(season.seen)
    for place, rank in enumerate(order, 1):
        seat = rank.seat
        label = "you" if seat == season.you else season.labels[seat]
        name = f"{SEAT_SIGNS[seat]} {team_name(seat)} "
        rest = fitted(cut(label, _TEAM - columns_of(name) - 3), _TEAM - columns_of(name) - 2)
        spans: list[str | Span] = [f"{place} ", Span(name, f"seat{seat}"), Span(rest, "dim")]
        for number in range(first, played + 1):
            gains = [values[number] - values[number - 1] for values in curve]
            best = gains[seat] == max(gains)
            spans.append(
                Span(f"{compact(gains[seat], signed=True):>{_GAIN}}", "good" if best else "")
            )
        if purses:
            spans.append(f"{compact(season.seen.credits[seat]):>9}")
        gap = order[0].value - rank.value
        spans.append(Span(f"{compact(rank.value):>8}", "strong"))
        spans.append(f"{rank.wins:>6}")
        spans.append(Span(f"{compact(gap) if gap else say.LEADS:>8}", "dim" if gap else "title"))
        rows.append(line(*spans))
    return rows


def wealth_lines(season: SeasonView, width: int, glyphs: GlyphSet) -> list[Line]:
    """Return a bar for each team: equipment, then credits, with the amounts behind."""
    order = ranks(season.seen)
    top = max(1, *(rank.value for rank in order))
    words = {
        rank.seat: say.WEALTH_OF.format(
            gear=compact(rank.value - season.seen.credits[rank.seat]),
            credits=compact(season.seen.credits[rank.seat]),
        )
        for rank in order
    }
    room = max(8, width - 3 - max(map(len, words.values())) - 1)
    rows = [line(Span(say.WEALTH, "title"))]
    for rank in order:
        seat, own = rank.seat, season.seen.credits[rank.seat]
        gear = round(room * (rank.value - own) / top)
        whole = max(gear, round(room * rank.value / top))
        full, part = (" ", " ") if glyphs.shaped else (glyphs.full, SEAT_SIGNS[seat])
        rows.append(
            line(
                Span(f"{SEAT_SIGNS[seat]} ", f"seat{seat}"),
                Span(full * gear, f"full{seat}" if glyphs.shaped else f"seat{seat}"),
                Span(part * (whole - gear), f"tone{seat}" if glyphs.shaped else f"seat{seat}"),
                " " * (room - whole + 1),
                Span(words[seat], "dim"),
            )
        )
    return rows


# -- the next match --------------------------------------------------------------------------------


def next_order(seen: Observation) -> tuple[tuple[int, ...], bool]:
    """Return the order of play of the next match, and True if level teams still roll for it."""
    setup, series = seen.setup, seen.setup.series
    assert series is not None
    if series.seated and any(isinstance(frame, Purchase) for frame in seen.stack):
        return setup.order, False
    order = ranks(seen)
    level = len({rank.value for rank in order}) < len(order)
    seats = tuple(rank.seat for rank in order)
    if setup.ruleset.series_order == "clockwise":
        level = len(order) > 1 and order[0].value == order[1].value
        seats = setup.circle[seats[0]]
    return seats, level


def next_lines(season: SeasonView, width: int) -> list[Line]:
    """Return the order of play, the first buyer, handicaps, and your chances of the lead."""
    seen, setup = season.seen, season.seen.setup
    order, level = next_order(seen)
    teams = listed([_name(seat, season.you) for seat in order])
    texts = [say.ORDER.format(teams=teams)]
    if level:
        texts.append(say.LEVEL_ORDER)
    texts.append(first_buyer_words(seen, season.you))
    texts += _handicap_words(season)
    texts += lead_words(season)
    return (
        [
            line(Span(say.NEXT_TITLE, "title")),
            *(row for text in filter(None, texts) for row in wrapped(text, width)),
        ]
        if setup.series is not None
        else []
    )


def first_buyer_words(seen: Observation, you: int | None) -> str:
    """Return the team that buys first; "" if it is not known."""
    series = seen.setup.series
    assert series is not None
    turn = next((frame for frame in seen.stack if isinstance(frame, Purchase)), None)
    winners = series.results[-1].winners if series.results else ()
    if seen.setup.ruleset.first_buyer == "winner" and len(winners) == 1:
        seat = winners[0]
    elif turn is not None and not any(turn.turns[: turn.seat]):
        seat = turn.seat
    else:
        return ""
    return say.YOU_FIRST if seat == you else say.FIRST_BUYER.format(team=team_name(seat))


def _name(seat: int, you: int | None) -> str:
    return "you" if seat == you else team_name(seat)


def _handicap_words(season: SeasonView) -> list[str]:
    rules, state = season.seen.setup.ruleset, visible_state(season.seen)
    found = []
    for seat in range(season.seen.setup.seats):
        number = handicap(state, seat)
        if number and rules.handicap:
            words = counted(number, "card")
            found.append(say.HANDICAP_CARDS.format(team=team_name(seat), cards=words))
        if number and rules.handicap_points:
            words = counted(number, "shell")
            found.append(say.HANDICAP_SHELLS.format(team=team_name(seat), shells=words))
    return found


def most_to_gain(setup: Setup) -> int:
    """Return more credits than a team can gain on another in the remaining matches.

    Every point is taken, and each round every enemy unit dies once in its own and in each other
    turn.
    """
    series = setup.series
    assert series is not None
    board = setup.board
    towers = len(board.tower_centres)
    held = towers * TOWER_PAY + (len(board.points) - towers) * POINT_PAY
    rivals = (setup.seats - 1) * UNITS_PER_TEAM * setup.seats
    rounds = series.schedule[series.match :]
    if setup.ruleset.conglamagragon:
        return 1 << 40  # any number of matches may follow
    return sum(held + number * rivals * SHELL_PAY for number in rounds)


def lead_words(season: SeasonView) -> list[str]:
    """Return how far you are behind or ahead, and if a lead can no longer be caught."""
    order = ranks(season.seen)
    gap = order[0].value - order[1].value
    safe = gap > most_to_gain(season.seen.setup)
    you = season.you
    if safe:
        leader = team_name(order[0].seat)
        mine = order[0].seat == you
        return [say.YOU_ARE_SAFE if mine else say.OUT_OF_REACH.format(team=leader)]
    if you is None:
        return []
    words = gap_words(season.seen, you)
    own = next(rank.value for rank in order if rank.seat == you)
    missing = order[0].value - own
    if not missing:
        return [say.AHEAD_BY.format(gap=words)]
    towers = counted(-(-missing // TOWER_PAY), "tower")
    leader = team_name(order[0].seat)
    return [say.BEHIND_BY.format(gap=words, towers=towers, team=leader)]


def small_board(seen: Observation) -> list[Line]:
    """Return the board of the next match in a few rows, with each team's base."""
    state = visible_state(seen)
    order, _ = next_order(seen)
    seat_players(state, order)
    setup = state.setup
    grid, kinds = setup.board.grid, setup.board.kinds
    bases = enumerate(setup.terrain.base_spaces)
    owner = {space: seat for seat, base in bases for space in spaces_in(base)}
    rows: list[Line] = []
    for top in range(0, grid.height, _TILE):
        spans: list[Span] = []
        for left in range(0, grid.width, _TILE):
            spaces = [
                grid.space(column, row)
                for row in range(top, min(top + _TILE, grid.height))
                for column in range(left, min(left + _TILE, grid.width))
            ]
            seats = [owner[space] for space in spaces if space in owner]
            found = [kinds[space] for space in spaces]
            if seats:
                seat = max(set(seats), key=seats.count)
                spans.append(Span(f"{SEAT_SIGNS[seat]} ", f"chip{seat}"))
            elif found.count(Kind.TOWER_CENTRE):
                spans.append(Span("O ", "title"))
            elif found.count(Kind.LAVA) > _TILE:
                spans.append(Span("~ ", "bad"))
            else:
                spans.append(Span(". ", "faint"))
        rows.append(line(*spans))
    return rows


# -- the crews -------------------------------------------------------------------------------------


class Career(NamedTuple):
    """A unit's season so far, or the part of it in one match."""

    deeds: Deeds
    auctions: int
    rounds: int  # out of jail


def own_events(events: Sequence[Event], setup: Setup, unit: int) -> list[Event]:
    """Return the events while the present character has been in this place of its team."""
    found: list[Event] = []
    for first, end, then in stretches(events, setup):
        if then.units[unit] == setup.units[unit]:
            found += events[first:end]
    return found


def career_of(events: Sequence[Event], setup: Setup, unit: int) -> Career:
    """Return what a unit did in these events."""
    own = own_events(events, setup, unit)
    auctions = sum(isinstance(event, Auctioned) and event.unit == unit for event in own)
    return Career(deeds_of(own, setup)[unit], auctions, rounds_alive(own, setup)[unit])


def history_lines(events: Sequence[Event], setup: Setup, unit: int, width: int) -> list[Line]:
    """Return a unit's season match by match, after an empty row; [] outside a season."""
    if setup.series is None or setup.units[unit] == VACANT:
        return []
    rows: list[Line] = [line(), line(Span(say.ITS_SEASON, "title"))]
    own = own_events(events, setup, unit)
    for chapter in chapters_of(own, setup):
        words = record_words(deeds_of(chapter.events, setup)[unit], 0)
        if chapter.auction is not None and chapter.auction.unit == unit:
            words += f", {say.AUCTIONED}"
        head = say.IN_MATCH.format(number=chapter.number)
        rows += wrapped(f"{head}: {words}", width, "", " ")
    return rows


def career_words(career: Career) -> str:
    """Return '5 kills, 11 points, jailed twice, auctioned once'."""
    return record_words(career.deeds, career.auctions)


def record_words(deeds: Deeds, auctions: int) -> str:
    """Return '5 kills, 11 points, jailed twice, auctioned once'."""
    jailed = say.JAILED.format(times=times(deeds.deaths)) if deeds.deaths else say.NEVER_JAILED
    died = counts_words(deeds, deaths=False)
    sold = say.SOLD_BEFORE.format(times=times(auctions)) if auctions else ""
    return ", ".join(filter(None, [died, jailed, sold]))


def crew_lines(season: SeasonView, seat: int, width: int) -> list[Line]:
    """Return the units of a team with their names, their season and their items."""
    setup, events = season.seen.setup, season.events
    title = (
        say.YOUR_CREW if seat == season.you else say.CREW_OF.format(team=team_name(seat).upper())
    )
    rows: list[Line] = [line(Span(title, "title"))]
    names = season.convicts
    for unit in range(seat * UNITS_PER_TEAM, (seat + 1) * UNITS_PER_TEAM):
        if setup.units[unit] == VACANT:
            continue
        items = [setup.catalog.items[item].name for item in season.seen.items[unit]]
        token = unit_token(setup, unit)
        rows.append(
            line(Span(token, f"chip{seat}"), " ", Span(cut(names.full(unit), width - 3), "strong"))
        )
        rows += wrapped(career_words(career_of(events, setup, unit)), width, "", "   ")
        rows += wrapped(", ".join(items) or say.UNARMED, width, "dim", "   ")
    return rows


def season_of_view(seen: Observation, events: Sequence[Event]) -> SeasonView:
    """Return the season as the seat of an observation sees it, with units called by their type."""
    labels = [""] * seen.setup.seats
    return SeasonView(seen, events, labels, seen.seat, Convicts(seen.setup))
