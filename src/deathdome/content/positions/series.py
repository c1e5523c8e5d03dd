"""Series in position files: the schedule and the finished matches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NoReturn

from deathdome.content.positions.words import key
from deathdome.errors import ContentError
from deathdome.model.events import STOPPED
from deathdome.model.frames import Interval
from deathdome.model.identifiers import TEAMS, parse_store_card, parse_team
from deathdome.model.series import MatchResult, Series
from deathdome.rules.ending import judge, standing_teams
from deathdome.rules.purchase import team_value
from deathdome.rules.series import is_complete
from deathdome.rules.setup import MOST_MATCHES, seat_players
from deathdome.toml.words import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.content.positions.schema import PositionSheet, ResultSheet, SeriesSheet
    from deathdome.model.events import Outcome
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

MAX_ROUNDS: Final = 99
MAX_MATCH: Final = 999  # number of a match
# Moments after a match: its result is known.
ENDED: Final = ("auction", "replacement")


def clockwise_from(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats clockwise, as in a first match."""
    return tuple((first + step) % seats for step in range(seats))


# -- reading ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Course:
    """Progress of the series of a file."""

    schedule: tuple[int, ...]
    number: int  # of the match, from 1
    ended: bool  # that match has a result
    seated: bool  # order of play and bases are those of that match, not of the one before

    @property
    def finished(self) -> int:
        """Number of matches that have a result."""
        return self.number if self.ended else self.number - 1

    @property
    def later_seats(self) -> bool:
        """True if the teams sit as in a match after the first."""
        return self.number - (not self.seated) > 1

    def rounds(self, ruleset: Ruleset, number: int) -> int:
        """Return the rounds of a match, counted from 1."""
        if number <= len(self.schedule):
            return self.schedule[number - 1]
        return ruleset.extra_match_rounds


def course_of(sheet: PositionSheet, ruleset: Ruleset, shown: str) -> Course | None:
    """Return the progress of the series of a file; None for a stand-alone match.

    Raises:
        ContentError: the schedule or the number of the match is not possible.
    """
    series = sheet.series
    if series is None:
        return None
    refuse = _Refusal(shown)
    schedule = tuple(ruleset.series_rounds if series.rounds is None else series.rounds)
    if not 1 <= len(schedule) <= MOST_MATCHES:
        refuse("rounds", f"a series has 1 to {MOST_MATCHES} matches, not {len(schedule)}")
    for number in schedule:
        if not 1 <= number <= MAX_ROUNDS:
            refuse("rounds", f"a match has 1 to {MAX_ROUNDS} rounds, not {number}")
    bottom = sheet.stack[0] if sheet.stack else {}
    at, frame, step = sheet.turn.at, bottom.get("frame"), bottom.get("step", 0)
    frames = [one.get("frame") for one in sheet.stack]
    between = frame == "interval"
    ended = at in (*ENDED, "over") or (between and step == 0)
    told = (series.last_winner, series.last_reason, series.payouts, series.values)
    least = 1 if ended or all(one is None for one in told) else 2
    number = series.match or max(least, len(series.results) + (not ended))
    if number > MAX_MATCH:
        refuse("match", f"{written(number)} is too large; the maximum is {MAX_MATCH}")
    late = ruleset.value_time == "after_purchase"
    undecided = between and step != 0
    if at in ("purchase", "deal") or frame in ("purchase", "opening"):
        opened = frame == "opening" and bottom.get("dealt", 0) != 0
        undecided = number > 1 and late and not opened
    undecided |= "ranking" in frames or (at == "roll" and number > 1)
    return Course(schedule, number, ended, not undecided)


class _Refusal:
    """Errors about the series of one file."""

    def __init__(self, shown: str) -> None:
        self.shown: Final = shown

    def __call__(self, name: str, reason: str) -> NoReturn:
        raise ContentError(f"{self.shown}: series.{name}: {reason}")


class SeriesPlacer:
    """Builder of the series of one position, in two steps: before and after the pieces."""

    def __init__(self, sheet: PositionSheet, course: Course, state: State, shown: str) -> None:
        assert sheet.series is not None
        self.sheet: Final = sheet
        self.series: Final[SeriesSheet] = sheet.series
        self.course: Final = course
        self.state: Final = state
        self.shown: Final = shown
        self.refuse: Final = _Refusal(shown)

    def begin(self, order: tuple[int, ...]) -> None:
        """Set the rounds, order of play and bases of the match.

        Raises:
            ContentError: the series cannot have this match, or its results do not fit.
        """
        state, course = self.state, self.course
        rounds = course.rounds(state.setup.ruleset, course.number)
        if self.sheet.rounds not in (None, rounds):
            text = f"match {course.number} of this series has {rounds} rounds (key series)"
            raise ContentError(f"{self.shown}: rounds: {text}")
        terms = replace(state.setup.terms, rounds=rounds)
        blank = MatchResult((), "payout", 0, (), ())
        seats = Series(course.schedule, (blank,) * course.later_seats)
        state.setup = replace(state.setup, terms=terms, series=seats)
        if order:
            seat_players(state, order)
        results = self._results()
        auctioned = self._auctioned()
        if self.series.returned and not results:
            self.refuse("returned", "no match is finished: series.match = 2 or more")
        series = Series(course.schedule, results, course.seated, auctioned, self.series.returned)
        state.setup = replace(state.setup, series=series)
        self._must_go_on(results)

    def _must_go_on(self, results: tuple[MatchResult, ...]) -> None:
        """Refuse a match after the end of the series, and an end before its last match."""
        series, number, over = self.series, self.course.number, self.sheet.turn.at == "over"
        limit = len(self.course.schedule)
        # Of the matches before this one, if a series is over.
        played = results[:-1] if over else results
        state = self.state.copy()
        assert state.setup.series is not None
        before = state.setup.series._replace(results=played, returned=series.returned and not over)
        state.setup = replace(state.setup, series=before)
        if is_complete(state):
            text = f"this series ends after match {len(played)}"
            if self.sheet.turn.at in ENDED:
                self.refuse("match", f"{text}, and no auction follows (AMB-100)")
            self.refuse("match", f"{number}, but {text} (SERIES-14, AMB-117)")
        if over and not is_complete(self.state) and results[-1].reason != STOPPED:
            raise ContentError(
                f"{self.shown}: turn.at: match {number} of {limit} does not end the series; its "
                f'end is "payout" or "auction", and then "purchase"'
            )

    def _seats(self, name: str, teams: Iterable[str]) -> tuple[int, ...]:
        """Return the seats of teams, ascending; all for "shared"."""
        seats = range(self.state.setup.seats)
        teams = list(teams)
        if [team.lower() for team in teams] == ["shared"]:
            return tuple(seats)
        with key(self.shown, f"series.{name}"):
            found = [parse_team(team) for team in teams]
        for seat, team in zip(found, teams, strict=True):
            if seat not in seats:
                self.refuse(name, f"{team} is not in this match")
        if len(set(found)) < len(found) or not found:
            self.refuse(name, "one team, or different ones that share the win, are needed")
        return tuple(sorted(found))

    def _by_seat(self, name: str, table: Mapping[str, int]) -> tuple[int, ...]:
        found = [0] * self.state.setup.seats
        for team, number in table.items():
            found[self._seats(name, [team])[0]] = number
        return tuple(found)

    def _auctioned(self) -> tuple[int, ...]:
        with key(self.shown, "series.auctioned"):
            cards = [parse_store_card(self.state.setup, card) for card in self.series.auctioned]
        if cards and not self.course.finished:
            self.refuse("auctioned", "no match is finished: series.match = 2 or more")
        if len(set(cards)) < len(cards):
            self.refuse("auctioned", "a card is named twice")
        if cards and self.sheet.turn.at == "auction":
            self.refuse("auctioned", "the auction has not been held yet")
        return tuple(cards)

    def _results(self) -> tuple[MatchResult, ...]:
        """Return the finished matches; of the last one perhaps only a blank."""
        series, number, wanted = self.series, self.course.number, self.course.finished
        given = series.results
        possible = (0, wanted - 1, wanted) if self.course.ended else (0, wanted)
        if len(given) not in possible:
            text = f"{len(given)} of them, but {wanted} matches are finished in match {number}"
            self.refuse("results", f"{text}: give one for each, or none")
        results = [
            self._result(place, given[place] if place < len(given) else None)
            for place in range(wanted)
        ]
        for name in ("last_winner", "last_reason", "payouts", "values"):
            if getattr(series, name) is None:
                continue
            if not wanted:
                self.refuse(name, f"match {number} is the first; no match is finished yet")
            if len(given) == wanted:
                self.refuse(name, "series.results has that match already; give only one")
        if results:
            results[-1] = self._last(results[-1])
        return tuple(results)

    def _last(self, known: MatchResult) -> MatchResult:
        """Return the result of the last finished match with what the table says of it."""
        series = self.series
        if series.last_winner is not None:
            winners = self._seats("last_winner", series.last_winner)
            shared = len(winners) > 1 and known.reason == "payout"
            reason = "shared" if shared else known.reason
            known = known._replace(winners=winners, reason=reason)
        if series.last_reason is not None:
            known = known._replace(reason=series.last_reason)
        if series.payouts is not None:
            known = known._replace(payouts=self._by_seat("payouts", series.payouts))
        if series.values is not None:
            known = known._replace(values=self._by_seat("values", series.values))
        return known

    def _result(self, place: int, sheet: ResultSheet | None) -> MatchResult:
        ruleset = self.state.setup.ruleset
        rounds = self.course.rounds(ruleset, place + 1)
        if sheet is None:
            return MatchResult((max(0, self.state.setup.first),), "payout", rounds, (), ())
        name = f"results {place + 1}"
        winners: tuple[int, ...] = (max(0, self.state.setup.first),)
        if sheet.winner is not None:
            winners = self._seats(f"{name}.winner", sheet.winner)
        reason = sheet.reason or ("payout" if len(winners) == 1 else "shared")
        payouts = self._by_seat(f"{name}.payouts", sheet.payouts)
        values = () if sheet.values is None else self._by_seat(f"{name}.values", sheet.values)
        played = rounds if sheet.rounds is None else sheet.rounds
        return MatchResult(winners, reason, played, payouts, values)

    def finish(self) -> None:
        """Complete the results by what the pieces say: the winner of the match, team values."""
        state, course = self.state, self.course
        assert state.setup.series is not None
        results = list(state.setup.series.results)
        seats = range(state.setup.seats)
        values = tuple(team_value(state, seat) for seat in seats)
        if course.ended and len(self.series.results) < course.number:
            results[-1] = self._just_played(results[-1])
        results = [
            one._replace(payouts=one.payouts or (0,) * len(seats), values=one.values or values)
            for one in results
        ]
        series = state.setup.series._replace(results=tuple(results))
        state.setup = replace(state.setup, series=series)
        named = self.sheet.model_fields_set & {"order", "first"}
        waiting = self.sheet.turn.at in ("purchase", "deal")
        if waiting and course.seated and course.number > 1 and not named:
            order = tuple(sorted(seats, key=lambda seat: -values[seat]))  # SERIES-10
            if state.setup.ruleset.series_order == "clockwise":
                order = state.setup.circle[order[0]]
            seat_players(state, order)

    def _just_played(self, known: MatchResult) -> MatchResult:
        """Return the result of the match on the board; `known` has a named winner, and rounds."""
        outcome = judged(self.state)
        rounds = self.sheet.round if "round" in self.sheet.model_fields_set else known.rounds
        payouts = known.payouts or tuple(row.payout for row in outcome.standings)
        winners, reason = outcome.winners, self.series.last_reason or outcome.reason
        if self.series.last_winner:
            winners, reason = known.winners, known.reason
        elif self.sheet.turn.at == "auction" and self.sheet.turn.team:
            winners = self._seats("last_winner", [self.sheet.turn.team])
            reason = known.reason
        return MatchResult(winners, reason, rounds, payouts, known.values)


def judged(state: State) -> Outcome:
    """Return the outcome if the match ends in this position, by its last turn or END-2."""
    teams = standing_teams(state)
    return judge(state, teams[0] if len(teams) == 1 else None)


def match_number(state: State) -> int:
    """Return the number of the match, from 1: until its auction is over, of the finished one."""
    series = state.setup.series
    assert series is not None
    bottom = state.stack[0] if state.stack else None
    ended = bottom is None or (isinstance(bottom, Interval) and bottom.step == 0)
    return series.match + (not ended)


# -- writing ---------------------------------------------------------------------------------------


def series_fields(state: State) -> dict[str, Any]:
    """Return the `series` table of a position; empty for a stand-alone match."""
    setup, series = state.setup, state.setup.series
    if series is None:
        return {}
    found: dict[str, Any] = {"rounds": list(series.schedule)}
    if series.results:
        found["match"] = match_number(state)
    if series.results:
        found["results"] = [_result_fields(result) for result in series.results]
    if series.auctioned:
        found["auctioned"] = [setup.catalog.store_cards[card].id for card in series.auctioned]
    if series.returned:
        found["returned"] = True
    return found


def _result_fields(result: MatchResult) -> dict[str, Any]:
    winners = [TEAMS[seat] for seat in result.winners]
    found: dict[str, Any] = {"winner": winners[0] if len(winners) == 1 else winners}
    found |= {"reason": result.reason, "rounds": result.rounds}
    found["payouts"] = {TEAMS[seat]: paid for seat, paid in enumerate(result.payouts) if paid}
    found["values"] = {TEAMS[seat]: value for seat, value in enumerate(result.values)}
    return {key: value for key, value in found.items() if value != {}}
