"""Commands that show something: the table, the tome, the log; they change nothing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.powerdome.content.rulebook import find_rules
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.plain.forms import SheetForm, TypedSpeller
from deathdome.powerdome.plain.table import (
    deal_lines,
    look_lines,
    names_of,
    plans_lines,
    player_lines,
    power_text,
    tome_lines,
)
from deathdome.powerdome.plain.telling import duel_log
from deathdome.powerdome.play.what_if import changes, past_plans, trials
from deathdome.powerdome.text import plain_mode as say
from deathdome.powerdome.text.persons import YOU, called
from deathdome.powerdome.text.plans import plan_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.plain.forms import Form
    from deathdome.powerdome.play.what_if import Trial

LOG_LINES: Final = 20  # sentences that `log` shows when no number is given


@dataclass(frozen=True)
class Look:
    """The game as the person at the prompt may see it."""

    view: State
    events: Sequence[Event]
    seat: Seat  # ABSENT if no person is asked
    ask: Ask | None = None
    form: Form | None = None
    setting: str = ""  # its words are those of the log
    reader: Seat = ABSENT  # of the person, who is called "you"


def _look(look: Look, _: str) -> Iterable[str]:
    return look_lines(look.view, look.events, look.reader)


def _players(look: Look, _: str) -> Iterable[str]:
    return player_lines(look.view, look.events, look.reader)


def _powers(look: Look, _: str) -> Iterator[str]:
    dome = look.view.now
    hand = dome.hands[look.seat] if look.seat >= 0 else []
    marked = dome.marked(look.seat) if look.seat >= 0 else []
    for power in [*hand, *marked]:
        yield power_text(dome.tome.powers[power])
    if not hand and not marked:
        yield say.NO_POWERS


def _power(look: Look, words: str) -> Iterator[str]:
    if not words:
        raise UsageError(say.NAME_A_POWER)
    tome = look.view.now.tome
    known = {one.name.casefold(): f"{one.name}: {one.text}" for one in tome.allies}
    known |= {one.name.casefold(): f"{one.name}: {one.text}" for one in tome.afflictions}
    if words.casefold() in known:
        yield known[words.casefold()]
    else:
        yield power_text(tome.powers[TypedSpeller(look.view).read_power(words)])


def _list(look: Look, words: str) -> Iterator[str]:
    found = list(tome_lines(look.view.now.tome, words))
    if not found:
        raise UsageError(say.nothing_found(words))
    yield from found


def _search(look: Look, words: str) -> Iterator[str]:
    if not words:
        raise UsageError(say.SEARCH_WHAT)
    found: list[str] = []
    with suppress(UsageError):
        found += _rule(look, words)
    tome = look.view.now.tome
    found += tome_lines(tome, words)
    wanted = words.casefold().split()
    others = [f"{one.name}: {one.text}" for one in tome.allies]
    others += [f"{one.name}: {one.text}" for one in tome.afflictions]
    found += (text for text in others if all(word in text.casefold() for word in wanted))
    if not found:
        raise UsageError(say.nothing_found(words))
    yield from found


def _rule(_: Look, words: str) -> Iterator[str]:
    if not words:
        raise UsageError(say.NAME_A_RULE)
    yield from (f"{rule.id}: {rule.text}" for rule in find_rules(words))


def _log(look: Look, words: str) -> Iterator[str]:
    lines = duel_log(look.view, look.events, look.setting, look.reader)
    if not lines:
        yield say.NOTHING_YET
    elif words and not words.isdecimal():
        found = [line for line in lines if words.casefold() in line.casefold()]
        if not found:
            raise UsageError(say.nothing_found(words))
        yield from found
    else:
        number = int(words) if words and len(words) < 6 else LOG_LINES
        yield from lines[-number:] if number else []


def _plans(look: Look, words: str) -> Iterator[str]:
    wanted = TypedSpeller(look.view).read_who(words) if words else None
    found = list(plans_lines(look.view, look.events, wanted, look.reader))
    yield from found or [say.NO_PLANS]


def _deals(look: Look, _: str) -> Iterable[str]:
    return deal_lines(look.view, look.reader)


def _try(look: Look, _: str) -> Iterator[str]:
    if not isinstance(look.form, SheetForm) or look.ask is None:
        raise UsageError(say.TRY_WHEN)
    if not past_plans(look.events):
        yield say.NOTHING_KNOWN
        return
    sheet = look.form.draft.sheet
    for trial in trials(look.view, look.ask.seat, sheet, look.events):
        yield _trial(look.view, look.ask.seat, trial)


def _trial(view: State, seat: Seat, trial: Trial) -> str:
    names = called(names_of(view), seat, YOU)
    told = [
        say.change_words(names[one.who], one.old, one.new, dead=not one.alive)
        for one in changes(view, seat, trial.outcome)
    ]
    plan = plan_words(view, trial.rival, trial.plan, seat)
    return say.trial_line(names[trial.rival], trial.ago, plan, ", ".join(told))


SHOWING: Final[Mapping[str, Callable[[Look, str], Iterable[str]]]] = {
    "look": _look,
    "players": _players,
    "powers": _powers,
    "power": _power,
    "list": _list,
    "search": _search,
    "rule": _rule,
    "log": _log,
    "plans": _plans,
    "deals": _deals,
    "try": _try,
}
# Other words for the same.
ALSO: Final[Mapping[str, str]] = {
    "?": "help",
    "exit": "quit",
    "tome": "list",
    "rules": "rule",
    "table": "look",
    "who": "players",
    "hand": "powers",
}
