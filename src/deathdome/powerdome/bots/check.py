"""Protocol check of a bot: games on fixed seeds, and every kind of question.

Findings come one after the other; `Finding.ok` of all of them is the verdict. No game follows the
one in which a bot has struck out, so the check of a bot that is always late does not take an hour.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final

from deathdome.errors import DeathdomeError
from deathdome.powerdome.bots import registry
from deathdome.powerdome.bots.foreign.program import SECONDS, ProgramBot, program_for
from deathdome.powerdome.bots.guard import Guarded
from deathdome.powerdome.bots.protocol import Briefing
from deathdome.powerdome.bots.random_bot import RandomBot
from deathdome.powerdome.content.tome_files import bundled_tome
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.options import MAX_SEATS, Options
from deathdome.powerdome.rules.game import new_game, observe, owed
from deathdome.powerdome.table import play
from deathdome.powerdome.text.bots import NAMES
from deathdome.programs.faults import STRIKES, Finding, error_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.powerdome.bots.protocol import Bot
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.table import Played
    from deathdome.programs.faults import Fault

GAMES: Final = 20
KINDS: Final = tuple(kind for kind in AskKind if kind is not AskKind.CHANCE)
_SHOWN: Final = 3  # faults that are listed in full
_LOG: Final = 20  # lines of a program's standard error
_WAITED_FOR: Final = ("late", "hung")  # faults that take as long as an answer may


class _Watched:
    """The bot, with its questions and its thinking time."""

    def __init__(self, inside: Bot) -> None:
        self.inside: Final = inside
        self.asked: Counter[AskKind] = Counter()
        self.seconds: list[float] = []

    def begin(self, briefing: Briefing) -> None:
        """Pass on the briefing."""
        self.inside.begin(briefing)

    def decide(self, view: State, ask: Ask) -> Answer:
        """Pass on the question, and measure the time of the answer."""
        self.asked[ask.kind] += 1
        began = perf_counter()
        answer = self.inside.decide(view, ask)
        self.seconds.append(perf_counter() - began)
        return answer

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on the events."""
        self.inside.observe(events)

    def close(self) -> None:
        """Pass it on."""
        close = getattr(self.inside, "close", None)
        if close is not None:
            close()


@dataclass(frozen=True, slots=True)
class _Round:
    """Games of the check, as far as they were played."""

    games: list[Played]
    watched: list[_Watched]
    faults: list[tuple[int, Fault]]  # with the number of the game
    won: int


def examine(
    name: str,
    games: int = GAMES,
    seconds: float = SECONDS,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[Finding]:
    """Yield everything that the protocol asks of a bot, found out one after the other.

    `tell` hears what is being done.

    Raises:
        UsageError: no bot is called so.
        ManagerError: it cannot be imported.
    """
    make = _maker(name, seconds)
    start = _start(make)
    yield start
    if not start.ok:
        return
    found = _play(make, range(games), tell)
    yield _faults(found, games)
    if not found.faults:
        asked = sum((watched.asked for watched in found.watched), Counter[AskKind]())
        missing = [kind.value for kind in KINDS if not asked[kind]]
        yield Finding(
            True,
            f"answers {len(KINDS) - len(missing)} of {len(KINDS)} kinds of question",
            (f"not asked: {', '.join(missing)}",) if missing else (),
        )
    tell("an answer is refused")
    yield _asked_again(make)
    if not any(fault.kind in _WAITED_FOR for _, fault in found.faults):
        again = _play(make, range(len(found.games)), tell)
        differ = [
            str(number)
            for number, (one, other) in enumerate(zip(found.games, again.games, strict=False))
            if one.answers != other.answers
        ]
        yield Finding(
            not differ,
            f"the same seeds gave other games: {', '.join(differ)}"
            if differ
            else "the same seeds give the same games",
        )
    yield _timing(found)


def _maker(name: str, seconds: float) -> Callable[[], Bot]:
    make = registry.load(name)
    return program_for(name, seconds=seconds) if registry.is_foreign(name) else make


def _briefing(seat: int, seats: int, seed: int) -> Briefing:
    return Briefing(seat, NAMES[:seats], seed, bundled_tome())


def _start(make: Callable[[], Bot]) -> Finding:
    try:
        bot = make()
        missing = [call for call in ("begin", "decide", "observe") if not hasattr(bot, call)]
        if missing:
            return Finding(False, f"does not follow the protocol: it has no {', '.join(missing)}")
        bot.begin(_briefing(0, 2, 0))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a stranger's bot may raise anything
        why = str(error) if isinstance(error, DeathdomeError) else error_line(error)
        return Finding(False, f"does not start: {why}")
    if not isinstance(bot, ProgramBot):
        return Finding(True, "starts, in this process")
    about = bot.dialogue.about
    bot.close()
    words = [part for part in (about.name, about.version, about.licence) if part]
    return Finding(True, f"starts, in a process of its own: {', '.join(words) or 'says no name'}")


def _play(make: Callable[[], Bot], numbers: range, tell: Callable[[str], None]) -> _Round:
    """Play games on fixed seeds: two to six seats, with each option of declarations and bids."""
    found = _Round([], [], [], 0)
    won = 0
    for number in numbers:
        tell(f"game {number + 1} of {len(numbers)}")
        seats = 2 + number % (MAX_SEATS - 1)
        seat = number // 2 % seats
        options = Options(
            declare=("sheet", "combat")[number % 2],
            bids=("covered", "free")[number // 2 % 2],
        )
        watched = _Watched(make())
        guards = [Guarded(RandomBot) for _ in range(seats)]
        guards[seat] = Guarded(partial(_same, watched))
        with redirect_stdout(sys.stderr):
            game = play(new_game(bundled_tome(), NAMES[:seats], options), guards, 1000 + number)
        guards[seat].close()
        found.games.append(game)
        found.watched.append(watched)
        found.faults.extend((number, fault) for fault in guards[seat].faults)
        won += game.winner == seat
        if len(found.faults) >= STRIKES:
            break
    return _Round(found.games, found.watched, found.faults, won)


def counted(number: int, one: str, many: str) -> str:
    """Return "1 game" or "2 games"."""
    return f"{number:,} {one if number == 1 else many}"


def _same(watched: _Watched) -> _Watched:
    return watched


def _faults(found: _Round, games: int) -> Finding:
    played = len(found.games)
    what = f"{counted(played, 'game', 'games')} against random, "
    what += (
        counted(len(found.faults), "fault", "faults")
        if found.faults
        else f"{found.won} won, no fault"
    )
    if played < games:
        what += f"; {games - played} more not played"
    details = [
        f"game {number}, question {fault.question}: {fault.kind}: {fault.detail}"
        for number, fault in found.faults[:_SHOWN]
    ]
    if len(found.faults) > _SHOWN:
        details.append(f"and {len(found.faults) - _SHOWN} more")
    if found.faults:
        inside = found.watched[-1].inside
        log = inside.dialogue.log if isinstance(inside, ProgramBot) else ""
        details += [f"log: {line}" for line in log.splitlines()[-_LOG:]]
    return Finding(not found.faults, what, tuple(details))


def _asked_again(make: Callable[[], Bot]) -> Finding:
    """Ask a program again, as if its answer had been refused."""
    bot = make()
    if not isinstance(bot, ProgramBot):
        return Finding(True, "answers that are not legal are seen in this process at once")
    state = new_game(bundled_tome(), NAMES[:2], Options())
    ask = owed(state)[0]
    try:
        bot.begin(_briefing(ask.seat, 2, 7))
        bot.decide_again(observe(state, ask.seat), ask, "this is a test: answer once more")
    except Exception as error:  # noqa: BLE001 - a stranger's bot may raise anything
        return Finding(False, f"stumbles when an answer is refused: {error_line(error)}")
    finally:
        bot.close()
    return Finding(
        True, "answers again when an answer is refused, and ignores what it does not know"
    )


def _timing(found: _Round) -> Finding:
    """Return the thinking times. Only a report: being late is a fault elsewhere."""
    times = sorted(second for watched in found.watched for second in watched.seconds)
    if not times:
        return Finding(False, "never answered anything")
    half, most = (times[min(len(times) - 1, len(times) * part // 100)] for part in (50, 99))
    return Finding(
        True,
        f"{len(times):,} answers: {half * 1000:.1f} ms half of the time, {most * 1000:.1f} ms but "
        f"for 1 in 100, {times[-1] * 1000:.0f} ms at most",
    )
