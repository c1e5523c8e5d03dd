"""Commands that a player can type instead of an answer, with their usage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.content.positions import position_text
from deathdome.content.positions.one_line import view_line
from deathdome.errors import UsageError, nearest
from deathdome.model.events import StoreClosed
from deathdome.model.identifiers import TEAMS
from deathdome.plain import cards, inspect, trading
from deathdome.plain.choices import asked, option_lines
from deathdome.plain.coaching import Coach
from deathdome.plain.console import LeftError, Next, PlainSettings
from deathdome.plain.motives import reasons
from deathdome.plain.reasons import why
from deathdome.records.format import record_of
from deathdome.records.replay_text import replay_text
from deathdome.text.convicts import Convicts
from deathdome.text.phrases import commands as say
from deathdome.text.phrases import matches
from deathdome.text.recap import recap
from deathdome.text.recent import bounds_of_news, since_own_turn, told_since

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deathdome.console import Output
    from deathdome.plain.view import View
    from deathdome.session.host import MatchHost

LOG_LINES: Final = 20  # sentences that `log` shows when no number is given


class Command(NamedTuple):
    """One command. `tell` gets the words after it and yields lines; it changes nothing.

    `tell` may raise any DeathdomeError, whose text is printed.
    """

    usage: str
    does: str
    tell: Callable[[View, str], Iterable[str]]


def _question(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    yield from asked(view)


def _log(view: View, words: str) -> Iterator[str]:
    lines = told_since(
        view.events, view.setup, 0, odds=view.had, convicts=view.convicts, remarks=view.remarks
    )
    if not lines:
        yield matches.NOTHING_YET
        return
    if words and not words.isdecimal():
        found = [line for line in lines if words.casefold() in line.casefold()]
        if not found:
            raise UsageError(f'no event matches "{words}"')
        yield from found
        return
    number = int(words) if words and len(words) < 6 else LOG_LINES
    yield from lines[-number:] if number else []


def _recap(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    news = since_own_turn(view.events, view.seat)
    rows = recap(news, (view.convicts or Convicts(view.setup)).of(view.setup), view.seat)
    yield from [row.spoken for row in rows] or [say.NO_NEWS]


def last(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield the events since your last turn."""
    first, end = bounds_of_news(view.events, view.seat)
    if not first:  # no turn of its own yet: what was bought is another story
        closed = [n for n, event in enumerate(view.events) if isinstance(event, StoreClosed)]
        first = closed[0] + 1 if closed else 0
    lines = told_since(view.events, view.setup, first, end, view.had, view.convicts, view.remarks)
    yield from lines or [say.NO_NEWS]


def _seed(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    if view.seed is not None:
        yield say.SEED.format(seed=view.seed)
    else:
        yield say.RANDOM_SEED


def _who(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    for seat, name in enumerate(view.names):
        yield f"{TEAMS[seat]}: {name}."


_DOES: Final[Mapping[str, Callable[[View, str], Iterable[str]]]] = {
    "question": _question,
    "options": option_lines,
    "look": inspect.look,
    "units": inspect.units,
    "unit": inspect.unit_details,
    "foes": inspect.foes,
    "near": inspect.near,
    "points": inspect.points,
    "jails": inspect.jails,
    "reach": inspect.reach,
    "targets": inspect.targets,
    "aim": inspect.aim,
    "threat": inspect.threat,
    "odds": inspect.odds,
    "hands": inspect.hands,
    "why": why,
    "hand": cards.hand,
    "card": cards.card,
    "store": trading.store,
    "fit": trading.fit,
    "compare": trading.compare,
    "bought": trading.bought,
    "rule": cards.rule,
    "payout": inspect.payout,
    "history": inspect.course,
    "season": inspect.standing_in_season,
    "log": _log,
    "last": last,
    "recap": _recap,
    "seats": _who,
    "seed": _seed,
}
COMMANDS: Final[Mapping[str, Command]] = {
    name: Command(*say.COMMANDS[name], does) for name, does in _DOES.items()
}
DOING: Final[Mapping[str, str]] = say.HOST_COMMANDS  # with the match itself, by its host


def match_lines(words: str, written: bytes | None) -> list[str]:
    """Yield the lines of `copy match`; `written` is the record of a finished match, or None.

    Raises:
        DeathdomeError: nothing can be copied so, or not yet.
    """
    if words.lower() != "match":
        raise UsageError('"copy" copies the position as you see it, "copy match" the whole match')
    if written is None:
        raise UsageError("a replay shows every hand, so you can copy it once the match is over")
    if not written:
        raise UsageError("this match is not saved, so there is no replay of it")
    return replay_text(record_of(written, "this match", own=True)).splitlines()


# -- commands about a match as a whole -------------------------------------------------------------
# plain/match.py carries out answers, hints and undo.


class Doing:
    """Runner of the typed commands of one match."""

    def __init__(
        self,
        out: Output,
        host: MatchHost,
        settings: PlainSettings,
        commands: Mapping[str, Command],  # the other commands
        *,
        begun: bool,
    ) -> None:
        self._out: Final = out
        self._host: Final = host
        self._settings: Final = settings
        self._commands: Final = commands
        self._coach: Final = Coach(out, host)
        self.begun = begun  # whether a player has answered anything, now or before
        # All have the same signature, though some need no words or no view.
        self._deeds: Final = {
            "help": self._help,
            "reasons": self._reasons,
            "coach": self._look_back,
            "continue": self._continue,
            "rematch": self._rematch,
            "position": self._position,
            "copy": self._copy,
            "quit": self._quit,
        }

    def does(self, word: str) -> bool:
        """Return True if the command is one of these."""
        return word in self._deeds

    def act(self, word: str, rest: str, view: View) -> None:
        """Run a command with the words after it.

        Raises:
            DeathdomeError: it cannot be done so, or not now.
            LeftError: it leaves the match.
        """
        self._deeds[word](rest, view)

    def _help(self, words: str, view: View) -> None:  # noqa: ARG002
        """Yield the names of all commands, or the description of one."""
        word = words.lower()
        if word in self._commands:
            command = self._commands[word]
            self._out.say(f"{command.usage}: {command.does}.")
        elif word in DOING:
            self._out.say(f"{DOING[word]}.")
        elif word == "all":
            self._out.say(*(f"{one.usage}: {one.does}." for one in self._commands.values()))
            self._out.say(*(f"{text}." for text in DOING.values()), say.HOW_TO_CHOOSE)
        elif word:
            known = (*self._commands, *DOING)
            raise UsageError(f'no command "{word}".{nearest(word, known)}')
        else:
            self._out.say(*(f"{about}: {', '.join(names)}." for about, names in say.GROUPS.items()))
            self._out.say(say.MORE_HELP, say.HOW_TO_CHOOSE)

    def _reasons(self, words: str, view: View) -> None:
        self._out.say(
            *reasons(
                self._host.diary, view.seen, self._host.called, words, self._host.convicts.named
            )
        )

    def _look_back(self, words: str, view: View) -> None:  # noqa: ARG002
        self._coach.tell(words)

    def _continue(self, words: str, view: View) -> None:  # noqa: ARG002
        """Leave this match, which has hardly begun, and resume the unfinished one."""
        if not self._settings.unfinished:
            raise UsageError("you have no other unfinished match; deathdome matches lists them")
        if self.begun:
            raise UsageError(
                "this match has started. Leave it with quit, then resume another with --resume"
            )
        raise LeftError(Next.CONTINUE)

    def _rematch(self, words: str, view: View) -> None:  # noqa: ARG002
        if self._host.outcome is None:
            raise UsageError("you can play a rematch once the match is over")
        if words not in ("", "new"):
            raise UsageError('"rematch" has the same seed, "rematch new" another')
        raise LeftError(Next.ANOTHER if words else Next.AGAIN)

    def _position(self, words: str, view: View) -> None:  # noqa: ARG002
        if self._host.outcome is None:
            raise UsageError(
                "a position file shows every hand, so you can see it once the match is over"
            )
        text = position_text(self._host.final_position, say.MATCH_END)
        self._out.quote(*text.splitlines())

    def _copy(self, words: str, view: View) -> None:
        if not words:
            self._out.spell(view_line(view.seen))
            return
        written = self._host.written if self._host.outcome is not None else None
        self._out.quote(*match_lines(words, written))

    def _quit(self, words: str, view: View) -> None:  # noqa: ARG002
        raise LeftError
