"""Protocol check of a manager: matches on fixed seeds, and every kind of question.

Findings are printed line by line; `Finding.ok` of all of them is the verdict. A part ends as soon
as no further match could change its finding, so the check of a manager that is always late does
not take an hour.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import DeathdomeError
from deathdome.managers import registry
from deathdome.managers.foreign.program import ProgramManager
from deathdome.managers.foreign.records import digest
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.random_manager import RandomManager
from deathdome.match.guard import Guarded, flaw_of
from deathdome.match.protocol import PROTOCOL, Briefing, Budget
from deathdome.match.referee import Referee, run_match
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.ruleset import EDITION_2021
from deathdome.programs.faults import STRIKES, Failure, Finding, error_line
from deathdome.rules.setup import new_game
from deathdome.seeds import PUBLIC, secret_of
from deathdome.text.names import counted, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.match.guard import Fault
    from deathdome.match.protocol import Controller, Reply, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import State

_PURSE: Final = 8_000_000  # credits with which everything in the store is seen
# How eagerly each kind of answer is given where rare questions are looked for: fights raise them.
EAGERNESS: Final = {
    ActionKind.ATTACK: 30,
    ActionKind.USE: 20,
    ActionKind.PLAY: 20,
    ActionKind.CAPTURE: 15,
    ActionKind.RELEASE: 15,
    ActionKind.ACTIVATE: 6,
    ActionKind.WALK: 4,
    ActionKind.LAY: 2,
    ActionKind.COMMIT: 2,
}


def opening(
    seats: int, *, rich: bool, characters: bool, series: Sequence[int] | None = None
) -> State:
    """Return a match before its first question; `rich`: with credits for the whole store."""
    ruleset = replace(EDITION_2021, characters=characters)
    if rich:
        ruleset = replace(ruleset, start_credits=_PURSE)
    return new_game(load_catalog(), load_board(), seats=seats, ruleset=ruleset, series=series)


def questions(
    seed: int, budget: Budget, numbers: Sequence[int] = (2, 3, 4)
) -> Iterator[tuple[Request, int]]:
    """Yield questions of a match whose store has mostly cards that raise rare ones.

    `numbers` are those of teams that may play. Every team shops with sense and then fights by
    chance: thousands of answers a second.
    """
    seats = numbers[seed % len(numbers)]
    state = opening(seats, rich=True, characters=False, series=(6, 1))  # with an auction
    state.store &= sum(
        1 << index
        for index, item in enumerate(state.setup.catalog.items)
        if item.weapon is not None or any(ability.moves for ability in item.abilities)
    )
    referee = Referee(state, seed)
    dice = Random(seed)
    managers: list[Controller] = []
    for seat in range(seats):
        manager = GreedyManager()
        manager.begin(Briefing(PROTOCOL, seat, seats, referee.state.setup, seed + seat, {}))
        managers.append(manager)
    while (request := referee.request(budget)) is not None:
        yield request, seats
        if request.question is Question.PURCHASE:
            referee.answer(managers[request.seat].decide(request).action)
        else:
            referee.answer(_eager(request.options, dice))


def _eager(options: Sequence[Action], dice: Random) -> Action:
    """Pick a random answer: first its kind, with a preference for fights."""
    verbs = sorted({kind_of(option) for option in options})
    kind = dice.choices(verbs, [EAGERNESS.get(kind, 1) for kind in verbs])[0]
    return dice.choice([option for option in options if kind_of(option) is kind])


MATCHES: Final = 20
SEATS: Final = (2, 3, 4)
KINDS: Final = tuple(
    kind
    for kind in Question
    if kind not in (Question.DEAL, Question.ROLL, Question.DRAW, Question.REVEAL)
)
_SEARCHED: Final = 60  # matches that are looked through for rare questions
_SAMPLES: Final = 2  # of each kind
_PROBES: Final = 25  # questions that are all examined closely
_SHOWN: Final = 3  # faults that are listed in full
_TRACEBACK: Final = "Traceback (most recent call last)"
_TRACED: Final = 40  # lines of a traceback
_WAITED_FOR: Final = ("late", "hung")  # faults that take as long as an answer may


def _in_silence(doing: str, trouble: str = "") -> None:
    """A hurry that never comes."""


class _Watched:
    """The manager, with its questions and its thinking time."""

    def __init__(self, inside: Controller, held_up: Callable[[str], None]) -> None:
        self.inside: Final = inside
        self.program: Final = _program(inside)
        self.held_up: Final = held_up  # the reason for the silence was reported
        self.asked: Counter[Question] = Counter()
        self.seconds: list[tuple[float, Question]] = []
        self.touched: list[str] = []  # questions whose view was changed
        self.close: Final = getattr(inside, "close", lambda: None)

    def begin(self, briefing: Briefing) -> None:
        """Pass on the briefing."""
        self.inside.begin(briefing)

    def decide(self, request: Request) -> Reply:
        """Pass on the question; compare some views before and after."""
        kind = request.question
        self.asked[kind] += 1
        closely = self.asked[kind] <= _PROBES
        if self.program is not None:
            self.program.closely = closely
        before = digest(request) if closely else ""
        began = perf_counter()
        try:
            reply = self.inside.decide(request)
        except Failure as failure:
            if failure.kind in _WAITED_FOR:
                self.held_up(str(failure))
            raise
        self.seconds.append((perf_counter() - began, kind))
        spoilt = self.program is not None and self.program.spoilt
        if closely and (spoilt or digest(request) != before):
            self.touched.append(f"question {request.number} ({kind.value})")
        return reply

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on the events."""
        self.inside.observe(events)

    def end(self, outcome: Outcome) -> None:
        """Pass on the result."""
        self.inside.end(outcome)


@dataclass(frozen=True, slots=True)
class _Played:
    prints: tuple[str, ...]
    faults: tuple[tuple[int, Fault], ...]  # with the number of the match
    won: int
    watched: tuple[_Watched, ...]

    @property
    def answered(self) -> bool:
        """Return True if any answer was legal: all others are those of the fallback."""
        illegal = sum(fault.kind == "illegal" for _, fault in self.faults)
        return sum(len(watched.seconds) for watched in self.watched) > illegal

    @property
    def held_up(self) -> set[int]:
        """The matches in which it was waited for in vain: they depend on the clock."""
        return {match for match, fault in self.faults if fault.kind in _WAITED_FOR}


@dataclass(frozen=True, slots=True)
class _Exam:
    """The settings of a check."""

    spec: str
    seats: tuple[int, ...]  # numbers of teams that it plays with
    budget: Budget
    tell: Callable[..., None]


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
    registry.check_level(spec)
    start, seats = _start(spec)
    yield start
    if not start.ok:
        return
    exam = _Exam(spec, seats, budget, tell)
    first = _play(exam, range(matches))
    played = len(first.prints)
    yield Finding(
        not first.faults,
        f"{counted(played, 'match')} against random, "
        + (counted(len(first.faults), "fault") if first.faults else f"{first.won} won, no fault")
        + _unplayed(matches - played),
        tuple(
            f"match {match}, question {fault.question}: {fault.kind}: {fault.detail}"
            for match, fault in first.faults[:_SHOWN]
        )
        + _more(len(first.faults) - _SHOWN)
        + (("late in every match: no seed is played again",) * (len(first.held_up) == played))
        + (_log(first.watched) if first.faults else ()),
    )
    yield _kinds(exam, first)
    tell("an answer is refused")
    yield _asked_again(exam)
    touched = [where for watched in first.watched for where in watched.touched]
    program = first.watched[0].program
    untouched = "the view is left as it is"
    if program is not None and not program.exact:
        untouched = "the view is sent as text, so the manager can't change it"
    yield Finding(
        not touched,
        untouched if not touched else "the view was changed",
        tuple(touched[:_SHOWN]),
    )
    if len(first.held_up) < played and first.answered:
        yield _same_again(exam, first)
    yield _timing(first)


def _same_again(exam: _Exam, first: _Played) -> Finding:
    """Repeat the matches, except those in which the clock decided."""
    numbers = [number for number in range(len(first.prints)) if number not in first.held_up]
    second = _play(exam, numbers, again=True)
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


def _unplayed(number: int) -> str:
    were = "was" if number == 1 else "were"
    return f"; {number} more {were} not played" if number > 0 else ""


def _more(number: int) -> tuple[str, ...]:
    return (f"and {number} more",) if number > 0 else ()


def _log(watched: Sequence[_Watched]) -> tuple[str, ...]:
    """Return the last traceback on a program's standard error, or its last lines."""
    for one in reversed(watched):
        lines = getattr(_program(one.inside), "log", "").splitlines()
        if lines:
            traced = [at for at, line in enumerate(lines) if line.startswith(_TRACEBACK)]
            last = lines[traced[-1] :][:_TRACED] if traced else lines[-_SHOWN:]
            return tuple(f"log: {line}" for line in last)
    return ()


def _program(manager: Controller) -> ProgramManager | None:
    inside = getattr(manager, "inside", manager)
    return inside if isinstance(inside, ProgramManager) else None


def _start(spec: str) -> tuple[Finding, tuple[int, ...]]:
    """Return the start problems of a manager, and the numbers of teams it plays with."""
    try:
        manager = registry.create(spec)
        program = _program(manager)
        try:
            _begin(manager, SEATS[0])
        except Failure:
            # The manager states its number of teams before the check knows that these are too few.
            said = sorted({*SEATS} & {*program.about.seats}) if program is not None else []
            if not said or SEATS[0] in said:
                raise
            _begin(manager, said[0])
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a stranger's manager may raise anything
        why = str(error) if isinstance(error, DeathdomeError) else error_line(error)
        return Finding(False, f"does not start: {why}"), ()
    close = getattr(manager, "close", lambda: None)
    close()
    if program is None:
        return Finding(True, "starts, in this process"), SEATS
    about = program.about
    words = [part for part in (about.name, about.version, about.licence) if part]
    text = f"starts, in a process of its own: {', '.join(words) or 'says no name'}"
    seats = tuple(number for number in SEATS if number in (about.seats or SEATS))
    if seats != SEATS:
        text += f"; plays with {listed([str(number) for number in seats])} teams only"
    return Finding(True, text), seats


def _begin(manager: Controller, seats: int) -> None:
    setup = Referee(opening(seats, rich=False, characters=False), 0).state.setup  # with bases
    manager.begin(Briefing(PROTOCOL, 0, seats, setup, 0, {}))


def _play(exam: _Exam, numbers: Sequence[int], *, again: bool = False) -> _Played:
    """Play matches on fixed seeds: two to four seats, poor and rich, with and without characters.

    After as many faults as end a manager's part in a match, no further one is played.
    """
    prints: list[str] = []
    faults: list[tuple[int, Fault]] = []
    all_watched: list[_Watched] = []
    won = 0
    for count, number in enumerate(numbers, 1):
        doing = f"match {count} of {len(numbers)}{' again' if again else ''}"
        exam.tell(doing)
        watched = _Watched(registry.create(exam.spec), partial(exam.tell, doing))
        all_watched.append(watched)
        # With fewer numbers of teams each is met poor and rich, and from every seat, all the same.
        every = exam.seats == SEATS
        seats = exam.seats[(number if every else number // 4) % len(exam.seats)]
        state = opening(seats, rich=number % 2 == 1, characters=number % 4 == 3)
        seat = (number if every else number // 2) % seats
        guards = [Guarded(RandomManager) for _ in range(seats)]
        # The default binds this one; mypy infers no lambda that has a default.
        guards[seat] = Guarded(lambda watched=watched: watched, GreedyManager)  # type: ignore[misc]
        referee = Referee(state, 1000 + number, secret_of(PUBLIC, number))
        with redirect_stdout(sys.stderr):
            run_match(referee, guards, exam.budget)
        outcome = referee.state.outcome
        won += outcome is not None and outcome.winner == seat
        prints.append(referee.fingerprint())
        faults += ((number, fault) for fault in guards[seat].faults)
        if len(faults) >= STRIKES:
            break
    return _Played(tuple(prints), tuple(faults), won, tuple(all_watched))


def _kinds(exam: _Exam, played: _Played) -> Finding:
    """Ask every kind of question; take the missing kinds from other matches.

    A manager that was late before gets only one more chance here.
    """
    asked: Counter[Question] = Counter()
    for watched in played.watched:
        asked += watched.asked
    missing = {kind for kind in KINDS if not asked[kind]}
    faulty: dict[str, list[str]] = {}  # kinds of question by what was wrong
    sought: Counter[Question] = Counter(dict.fromkeys(missing, _SAMPLES))
    patience = 1 if played.held_up else STRIKES
    for request, seats in _sought(exam, sought):
        doing = f"a question of the kind {request.question.value}"
        exam.tell(doing)
        faults = _put(exam.spec, request, seats)
        for fault in faults:
            kinds = faulty.setdefault(fault.detail, [])
            if request.question.value not in kinds:
                kinds.append(request.question.value)
            if fault.kind in _WAITED_FOR:
                patience -= 1
                exam.tell(doing, fault.detail)
        if patience <= 0:
            break
    wrong = [f"{', '.join(kinds)}: {detail}" for detail, kinds in faulty.items()]
    never = ", ".join(sorted(kind.value for kind in missing if sought[kind] == _SAMPLES))
    text = f"all {len(KINDS)} kinds of question answered"
    if missing:
        text += f", {len(missing)} of them from other matches"
    if never and patience > 0 and exam.seats != SEATS:
        # Some are rare, and with few teams hardly ever put: the manager is not to blame.
        text += f"; but {never}, which did not come up"
        never = ""
    if never:
        because = "no example was found of" if patience > 0 else "late, so it was not asked"
        wrong.append(f"{because}: {never}")
    return Finding(not wrong, text if not wrong else "some kinds of question fail", tuple(wrong))


def _sought(exam: _Exam, sought: Counter[Question]) -> Iterator[tuple[Request, int]]:
    """Questions of those kinds, counted down as they come."""
    for seed in range(_SEARCHED):
        if not any(sought.values()):
            return
        for request, seats in questions(seed, exam.budget, exam.seats):
            if sought[request.question] > 0:
                sought[request.question] -= 1
                yield request, seats


def _put(spec: str, request: Request, seats: int) -> list[Fault]:
    """Ask a manager one question out of context; return its faults."""
    guarded = Guarded(lambda: registry.create(spec))
    guarded.begin(Briefing(PROTOCOL, request.seat, seats, request.seen.setup, 7, {}))
    with redirect_stdout(sys.stderr):
        guarded.decide(request)
    guarded.close()
    return guarded.faults


def _asked_again(exam: _Exam) -> Finding:
    """Ask a program again after a refused answer; return its faults."""
    request, seats = next(
        (request, seats)
        for request, seats in questions(0, exam.budget, exam.seats)
        if request.question is Question.UNIT_PHASE
    )
    assert request.seat != CHANCE
    manager = registry.create(exam.spec)
    program = _program(manager)
    if program is None:
        return Finding(True, "answers that are not legal are seen in this process at once")
    if program.exact:
        return Finding(True, "answers that are not legal cannot leave its process unnoticed")
    trouble = ""
    try:
        manager.begin(Briefing(PROTOCOL, request.seat, seats, request.seen.setup, 7, {}))
        flaw = flaw_of(program.decide_again(request, "this is a test: answer once more"), request)
        trouble = flaw[1] if flaw is not None else ""
    except Exception as error:  # noqa: BLE001 - a stranger's manager may raise anything
        trouble = error_line(error)
    finally:
        program.close()
    return Finding(
        not trouble,
        "answers again when an answer is refused, and ignores what it does not know"
        if not trouble
        else f"stumbles when an answer is refused: {trouble}",
    )


def _timing(played: _Played) -> Finding:
    """Return the thinking times. Only a report: being late is a fault elsewhere."""
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
