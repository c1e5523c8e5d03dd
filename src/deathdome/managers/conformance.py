"""Whether a manager keeps the protocol: matches on fixed seeds, and every kind of question.

What is found is told line by line; `Finding.ok` of all of them is the verdict. A part ends early
as soon as nothing more could change what is found: nobody waits an hour for a manager that is
always late.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from time import perf_counter
from typing import TYPE_CHECKING, Final

from deathdome.managers import registry
from deathdome.managers.foreign.program import ProgramManager
from deathdome.managers.foreign.records import plain
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.random_manager import RandomManager
from deathdome.managers.trying import opening, questions
from deathdome.model.decisions import CHANCE, Question
from deathdome.play.controllers import PROTOCOL, Briefing, Budget
from deathdome.play.guard import STRIKES, Failure, Guarded, flaw_of, told
from deathdome.play.referee import Referee, run_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.model.events import Told
    from deathdome.model.outcome import Outcome
    from deathdome.play.controllers import Controller, Reply, Request
    from deathdome.play.guard import Fault

MATCHES: Final = 20
KINDS: Final = tuple(
    kind for kind in Question if kind not in (Question.DEAL, Question.ROLL, Question.DRAW)
)
_SEARCHED: Final = 60  # matches that are looked through for rare questions
_SAMPLES: Final = 2  # of each kind
_PROBES: Final = 25  # questions of which every one is looked at closely
_SHOWN: Final = 3  # faults that are told in full
_WAITED_FOR: Final = ("late", "hung")  # faults that take as long as an answer may


def _in_silence(doing: str, trouble: str = "") -> None:
    """Nobody is waiting."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    ok: bool
    what: str
    details: tuple[str, ...] = ()


class _Watched:
    """The manager, with what was asked of it and for how long it thought."""

    def __init__(self, inside: Controller, held_up: Callable[[str], None]) -> None:
        self.inside: Final = inside
        self.held_up: Final = held_up  # told why nothing came for long
        self.asked: Counter[Question] = Counter()
        self.seconds: list[tuple[float, Question]] = []
        self.touched: list[str] = []  # questions whose view was changed
        self.close: Final = getattr(inside, "close", lambda: None)

    def begin(self, briefing: Briefing) -> None:
        """Passes on the briefing."""
        self.inside.begin(briefing)

    def decide(self, request: Request) -> Reply:
        """Passes on the question; looks at some views before and after."""
        kind = request.question
        self.asked[kind] += 1
        closely = self.asked[kind] <= _PROBES
        before = _digest(request) if closely else ""
        began = perf_counter()
        try:
            reply = self.inside.decide(request)
        except Failure as failure:
            if failure.kind in _WAITED_FOR:
                self.held_up(str(failure))
            raise
        self.seconds.append((perf_counter() - began, kind))
        if closely and _digest(request) != before:
            self.touched.append(f"question {request.number} ({kind.value})")
        return reply

    def observe(self, events: Sequence[Told]) -> None:
        """Passes on what happened."""
        self.inside.observe(events)

    def end(self, outcome: Outcome) -> None:
        """Passes on how it ended."""
        self.inside.end(outcome)


def _digest(request: Request) -> str:
    """Everything that the manager was shown; '' if it cannot be told any more."""
    with suppress(Exception):
        return _told_of(request)
    return ""


def _told_of(request: Request) -> str:
    seen = request.seen
    parts = [getattr(seen, name) for name in seen.__slots__ if name not in ("table", "gear")]
    text = f"{plain(parts)}{request.options}{seen.gear}{seen.table.units}{seen.table.ruleset}"
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Played:
    prints: tuple[str, ...]
    faults: tuple[tuple[int, Fault], ...]  # with the number of the match
    won: int
    watched: tuple[_Watched, ...]

    @property
    def held_up(self) -> set[int]:
        """The matches in which it was waited for in vain: they depend on the clock."""
        return {match for match, fault in self.faults if fault.kind in _WAITED_FOR}


def examine(
    spec: str,
    matches: int = MATCHES,
    seconds: float = 30.0,
    tell: Callable[..., None] = _in_silence,
) -> Iterator[Finding]:
    """Everything that the protocol asks of a manager, found out one after the other.

    `tell` hears what is being done, and what holds it up where something does.

    Raises:
        UsageError: no manager is called so.
        ManagerError: it cannot be imported.
    """
    budget = Budget(seconds=seconds)
    registry.known(spec)
    start = _start(spec)
    yield start
    if not start.ok:
        return
    first = _play(spec, range(matches), budget, tell)
    played = len(first.prints)
    yield Finding(
        not first.faults,
        f"{_counted(played, 'match')} against random, "
        + (_counted(len(first.faults), "fault") if first.faults else f"{first.won} won, no fault")
        + _unplayed(matches - played),
        tuple(
            f"match {match}, question {fault.question}: {fault.kind}: {fault.detail}"
            for match, fault in first.faults[:_SHOWN]
        )
        + _more(len(first.faults) - _SHOWN)
        + (("late in every match: no seed is played again",) * (len(first.held_up) == played))
        + (_log(first.watched) if first.faults else ()),
    )
    yield _kinds(spec, first, budget, tell)
    tell("an answer is refused")
    yield _asked_again(spec, budget)
    touched = [where for watched in first.watched for where in watched.touched]
    yield Finding(
        not touched,
        "the view is left as it is" if not touched else "the view was changed",
        tuple(touched[:_SHOWN]),
    )
    if len(first.held_up) < played:
        yield _same_again(spec, first, budget, tell)
    yield _timing(first)


def _same_again(spec: str, first: _Played, budget: Budget, tell: Callable[..., None]) -> Finding:
    """Plays again what was played, but for matches in which the clock had a say."""
    numbers = [number for number in range(len(first.prints)) if number not in first.held_up]
    second = _play(spec, numbers, budget, tell, again=True)
    prints = [first.prints[number] for number in numbers]
    # The second time may have broken off sooner.
    rows = list(zip(numbers, prints, second.prints, strict=False))
    differ = [number for number, one, other in rows if one != other]
    return Finding(
        not differ,
        "the same seeds give the same matches"
        if not differ
        else f"the same seeds gave other matches: {len(differ)} of {len(rows)}",
        tuple(f"match {number}" for number in differ[:_SHOWN]),
    )


def _counted(number: int, noun: str) -> str:
    plural = "es" if noun.endswith("ch") else "s"
    return f"{number} {noun}{'' if number == 1 else plural}"


def _unplayed(number: int) -> str:
    were = "was" if number == 1 else "were"
    return f"; {number} more {were} not played" if number > 0 else ""


def _more(number: int) -> tuple[str, ...]:
    return (f"and {number} more",) if number > 0 else ()


def _log(watched: Sequence[_Watched]) -> tuple[str, ...]:
    """The last lines of what a program wrote on standard error."""
    for one in reversed(watched):
        log = getattr(_program(one.inside), "log", "")
        if log:
            return tuple(f"log: {line}" for line in log.splitlines()[-_SHOWN:])
    return ()


def _program(manager: Controller) -> ProgramManager | None:
    inside = getattr(manager, "inside", manager)
    return inside if isinstance(inside, ProgramManager) else None


def _start(spec: str) -> Finding:
    table = opening(2, rich=False, characters=False).table
    try:
        manager = registry.create(spec)
        manager.begin(Briefing(PROTOCOL, 0, 2, table, 0, {}))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a stranger's manager may raise anything
        return Finding(False, f"does not start: {told(error)}")
    program = _program(manager)
    close = getattr(manager, "close", lambda: None)
    close()
    if program is None:
        return Finding(True, "starts, in this process")
    about = program.about
    said = [part for part in (about.name, about.version, about.licence) if part]
    return Finding(True, f"starts, in a process of its own: {', '.join(said) or 'says no name'}")


def _play(
    spec: str,
    numbers: Sequence[int],
    budget: Budget,
    tell: Callable[..., None],
    *,
    again: bool = False,
) -> _Played:
    """Matches on fixed seeds: two to four seats, poor and rich, with characters and without.

    After as many faults as end a manager's part in a match, no further one is played.
    """
    prints: list[str] = []
    faults: list[tuple[int, Fault]] = []
    all_watched: list[_Watched] = []
    won = 0
    for count, number in enumerate(numbers, 1):
        doing = f"match {count} of {len(numbers)}{' again' if again else ''}"
        tell(doing)
        watched = _Watched(registry.create(spec), partial(tell, doing))
        all_watched.append(watched)
        program = _program(watched.inside)
        fewest = program is None or not program.about.seats
        seats = 2 + number % 3 if fewest else 2
        state = opening(seats, rich=number % 2 == 1, characters=number % 4 == 3)
        seat = number % seats
        guards = [Guarded(RandomManager) for _ in range(seats)]
        guards[seat] = Guarded(lambda watched=watched: watched, GreedyManager)  # type: ignore[misc]
        referee = Referee(state, 1000 + number)
        with redirect_stdout(sys.stderr):
            run_match(referee, guards, budget)
        outcome = referee.state.outcome
        won += outcome is not None and outcome.winner == seat
        prints.append(referee.fingerprint())
        faults += ((number, fault) for fault in guards[seat].faults)
        if len(faults) >= STRIKES:
            break
    return _Played(tuple(prints), tuple(faults), won, tuple(all_watched))


def _kinds(spec: str, played: _Played, budget: Budget, tell: Callable[..., None]) -> Finding:
    """Every kind of question is put; those that did not come up are taken from other matches.

    Whoever was waited for in vain before is waited for only once more here.
    """
    asked: Counter[Question] = Counter()
    for watched in played.watched:
        asked += watched.asked
    missing = {kind for kind in KINDS if not asked[kind]}
    wrong: list[str] = []
    sought: Counter[Question] = Counter(dict.fromkeys(missing, _SAMPLES))
    patience = 1 if played.held_up else STRIKES
    for request, seats in _sought(sought, budget):
        doing = f"a question of the kind {request.question.value}"
        tell(doing)
        faults = _put(spec, request, seats)
        if faults:
            wrong.append(f"{request.question.value}: {'; '.join(one.detail for one in faults)}")
        for fault in faults:
            if fault.kind in _WAITED_FOR:
                patience -= 1
                tell(doing, fault.detail)
        if patience <= 0:
            break
    never = ", ".join(sorted(kind.value for kind in missing if sought[kind] == _SAMPLES))
    text = f"all {len(KINDS)} kinds of question answered"
    if missing:
        text += f", {len(missing)} of them from other matches"
    if never:
        because = "no example was found of" if patience > 0 else "late, so it was not asked"
        wrong.append(f"{because}: {never}")
    return Finding(not wrong, text if not wrong else "some kinds of question fail", tuple(wrong))


def _sought(sought: Counter[Question], budget: Budget) -> Iterator[tuple[Request, int]]:
    """Questions of those kinds, counted down as they come."""
    for seed in range(_SEARCHED):
        if not any(sought.values()):
            return
        for request, seats in questions(seed, budget):
            if sought[request.question] > 0:
                sought[request.question] -= 1
                yield request, seats


def _put(spec: str, request: Request, seats: int) -> list[Fault]:
    """Puts one question to a manager that knows nothing of the match; what it does wrong."""
    guarded = Guarded(lambda: registry.create(spec))
    guarded.begin(Briefing(PROTOCOL, request.seat, seats, request.seen.table, 7, {}))
    with redirect_stdout(sys.stderr):
        guarded.decide(request)
    guarded.close()
    return guarded.faults


def _asked_again(spec: str, budget: Budget) -> Finding:
    """A program whose answer was refused is asked once more; it must not stumble over that."""
    request, seats = next(
        (request, seats)
        for request, seats in questions(0, budget)
        if request.question is Question.UNIT_PHASE
    )
    assert request.seat != CHANCE
    manager = registry.create(spec)
    program = _program(manager)
    if program is None or program.exact:
        return Finding(True, "answers that are not legal cannot leave its process unnoticed")
    trouble = ""
    try:
        manager.begin(Briefing(PROTOCOL, request.seat, seats, request.seen.table, 7, {}))
        flaw = flaw_of(program.decide_again(request, "this is a test: answer once more"), request)
        trouble = flaw[1] if flaw is not None else ""
    except Exception as error:  # noqa: BLE001 - a stranger's manager may raise anything
        trouble = told(error)
    finally:
        program.close()
    return Finding(
        not trouble,
        "answers again when an answer is refused, and ignores what it does not know"
        if not trouble
        else f"stumbles when an answer is refused: {trouble}",
    )


def _timing(played: _Played) -> Finding:
    """How long it thought. Only a report: being late is a fault above."""
    seconds = (time for watched in played.watched for time in watched.seconds)
    times = sorted(seconds, key=lambda time: time[0])
    if not times:
        return Finding(False, "never answered anything")
    at = [times[min(len(times) - 1, len(times) * part // 100)][0] * 1000 for part in (50, 99)]
    slowest, kind = times[-1]
    return Finding(
        True,
        f"{len(times):,} answers: {at[0]:.1f} ms half of the time, {at[1]:.1f} ms but for 1 in "
        f"100, {slowest * 1000:.0f} ms at most ({kind.value})",
    )
