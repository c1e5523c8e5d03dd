"""Whether a manager keeps the protocol: matches on fixed seeds, and every kind of question.

What is found is told line by line; `Finding.ok` of all of them is the verdict.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers import registry
from deathdome.managers.foreign.program import ProgramManager
from deathdome.managers.foreign.records import plain
from deathdome.managers.greedy import GreedyManager
from deathdome.managers.random_manager import RandomManager
from deathdome.model.actions import Act, verb_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.ruleset import EDITION_2021
from deathdome.play.controllers import PROTOCOL, Briefing, Budget
from deathdome.play.guard import Guarded, flaw_of, told
from deathdome.play.referee import Referee, run_match
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.events import Told
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import State
    from deathdome.play.controllers import Controller, Reply, Request
    from deathdome.play.guard import Fault

MATCHES: Final = 20
KINDS: Final = tuple(
    kind for kind in Question if kind not in (Question.DEAL, Question.ROLL, Question.DRAW)
)
_PURSE: Final = 8_000_000  # credits with which everything in the store is seen
_SEARCHED: Final = 60  # matches that are looked through for rare questions
_SAMPLES: Final = 2  # of each kind
_PROBES: Final = 25  # questions of which every one is looked at closely
_SHOWN: Final = 3  # faults that are told in full
# How eagerly each kind of answer is given where rare questions are looked for: fights raise them.
_EAGERNESS: Final = {
    Act.ATTACK: 30,
    Act.USE: 20,
    Act.PLAY: 20,
    Act.CAPTURE: 15,
    Act.RELEASE: 15,
    Act.ACTIVATE: 6,
    Act.WALK: 4,
    Act.LAY: 2,
    Act.COMMIT: 2,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    ok: bool
    what: str
    details: tuple[str, ...] = ()


class _Watched:
    """The manager, with what was asked of it and for how long it thought."""

    def __init__(self, inside: Controller) -> None:
        self.inside: Final = inside
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
        reply = self.inside.decide(request)
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


def examine(spec: str, matches: int = MATCHES, seconds: float = 30.0) -> Iterator[Finding]:
    """Everything that the protocol asks of a manager, found out one after the other.

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
    first = _play(spec, matches, budget)
    yield Finding(
        not first.faults,
        f"{_counted(matches, 'match')} against random, "
        + (_counted(len(first.faults), "fault") if first.faults else f"{first.won} won, no fault"),
        tuple(
            f"match {match}, question {fault.question}: {fault.kind}: {fault.detail}"
            for match, fault in first.faults[:_SHOWN]
        )
        + _more(len(first.faults) - _SHOWN)
        + (_log(first.watched) if first.faults else ()),
    )
    yield _kinds(spec, first, budget)
    yield _asked_again(spec, budget)
    touched = [where for watched in first.watched for where in watched.touched]
    yield Finding(
        not touched,
        "the view is left as it is" if not touched else "the view was changed",
        tuple(touched[:_SHOWN]),
    )
    second = _play(spec, matches, budget)
    differ = [
        number
        for number, (one, other) in enumerate(zip(first.prints, second.prints, strict=True))
        if one != other
    ]
    yield Finding(
        not differ,
        "the same seeds give the same matches"
        if not differ
        else f"the same seeds gave other matches: {len(differ)} of {matches}",
        tuple(f"match {number}" for number in differ[:_SHOWN]),
    )
    yield _timing(first)


def _counted(number: int, noun: str) -> str:
    plural = "es" if noun.endswith("ch") else "s"
    return f"{number} {noun}{'' if number == 1 else plural}"


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


def _opening(seats: int, *, rich: bool, characters: bool) -> State:
    ruleset = replace(EDITION_2021, characters=characters)
    if rich:
        ruleset = replace(ruleset, start_credits=_PURSE)
    return new_game(load_catalog(), load_board(), seats=seats, ruleset=ruleset)


def _start(spec: str) -> Finding:
    table = _opening(2, rich=False, characters=False).table
    try:
        manager = registry.create(spec)
        manager.begin(Briefing(PROTOCOL, 0, 2, table, 0, {}))
    except Exception as error:  # noqa: BLE001 - a stranger's manager may raise anything
        return Finding(False, f"does not start: {told(error)}")
    program = _program(manager)
    close = getattr(manager, "close", lambda: None)
    close()
    if program is None:
        return Finding(True, "starts, in this process")
    about = program.about
    said = [part for part in (about.name, about.version, about.licence) if part]
    return Finding(True, f"starts, in a process of its own: {', '.join(said) or 'says no name'}")


def _play(spec: str, matches: int, budget: Budget) -> _Played:
    """Matches on fixed seeds: two to four seats, poor and rich, with characters and without."""
    prints: list[str] = []
    faults: list[tuple[int, Fault]] = []
    all_watched: list[_Watched] = []
    won = 0
    for number in range(matches):
        watched = _Watched(registry.create(spec))
        all_watched.append(watched)
        program = _program(watched.inside)
        fewest = program is None or not program.about.seats
        seats = 2 + number % 3 if fewest else 2
        state = _opening(seats, rich=number % 2 == 1, characters=number % 4 == 3)
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
    return _Played(tuple(prints), tuple(faults), won, tuple(all_watched))


def _kinds(spec: str, played: _Played, budget: Budget) -> Finding:
    """Every kind of question is put; those that did not come up are taken from other matches."""
    asked: Counter[Question] = Counter()
    for watched in played.watched:
        asked += watched.asked
    missing = {kind for kind in KINDS if not asked[kind]}
    wrong: list[str] = []
    sought: Counter[Question] = Counter(dict.fromkeys(missing, _SAMPLES))
    for seed in range(_SEARCHED):
        if not any(sought.values()):
            break
        for request, seats in _questions(seed, budget):
            if sought[request.question] <= 0:
                continue
            sought[request.question] -= 1
            trouble = _put(spec, request, seats)
            if trouble:
                wrong.append(f"{request.question.value}: {trouble}")
    never = [kind.value for kind in missing if sought[kind] == _SAMPLES]
    text = f"all {len(KINDS)} kinds of question answered"
    if missing:
        text += f", {len(missing)} of them from other matches"
    if never:
        wrong.append(f"no example was found of: {', '.join(sorted(never))}")
    return Finding(not wrong, text if not wrong else "some kinds of question fail", tuple(wrong))


def _questions(seed: int, budget: Budget) -> Iterator[tuple[Request, int]]:
    """The questions of a match in which little can be bought but what raises rare ones.

    Everybody shops with sense and then fights by chance: thousands of answers a second.
    """
    seats = 2 + seed % 3
    state = _opening(seats, rich=True, characters=False)
    state.store &= sum(
        1 << index
        for index, item in enumerate(state.table.catalog.items)
        if item.weapon is not None or any(ability.moves for ability in item.abilities)
    )
    referee = Referee(state, seed)
    dice = Random(seed)
    managers: list[Controller] = []
    for seat in range(seats):
        manager = GreedyManager()
        manager.begin(Briefing(PROTOCOL, seat, seats, referee.state.table, seed + seat, {}))
        managers.append(manager)
    while (request := referee.request(budget)) is not None:
        yield request, seats
        if request.question is Question.PURCHASE:
            referee.answer(managers[request.seat].decide(request).action)
        else:
            referee.answer(_eager(request.options, dice))


def _eager(options: Sequence[Action], dice: Random) -> Action:
    """An answer by chance: first what kind of answer, those of fights the most often."""
    verbs = sorted({verb_of(option) for option in options})
    verb = dice.choices(verbs, [_EAGERNESS.get(verb, 1) for verb in verbs])[0]
    return dice.choice([option for option in options if verb_of(option) is verb])


def _put(spec: str, request: Request, seats: int) -> str:
    """Puts one question to a manager that knows nothing of the match; '' if it answers well."""
    guarded = Guarded(lambda: registry.create(spec))
    guarded.begin(Briefing(PROTOCOL, request.seat, seats, request.seen.table, 7, {}))
    with redirect_stdout(sys.stderr):
        guarded.decide(request)
    guarded.close()
    return "; ".join(fault.detail for fault in guarded.faults)


def _asked_again(spec: str, budget: Budget) -> Finding:
    """A program whose answer was refused is asked once more; it must not stumble over that."""
    request, seats = next(
        (request, seats)
        for request, seats in _questions(0, budget)
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
        return Finding(False, "was never asked anything")
    at = [times[min(len(times) - 1, len(times) * part // 100)][0] * 1000 for part in (50, 99)]
    slowest, kind = times[-1]
    return Finding(
        True,
        f"{len(times):,} answers: {at[0]:.1f} ms half of the time, {at[1]:.1f} ms but for 1 in "
        f"100, {slowest * 1000:.0f} ms at most ({kind.value})",
    )
