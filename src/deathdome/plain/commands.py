"""Every command that can be typed instead of an answer, with its usage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.content.positions import position_text
from deathdome.content.positions.one_line import view_line
from deathdome.errors import UsageError, nearest
from deathdome.model.events import StoreClosed
from deathdome.model.spelling import TEAMS
from deathdome.plain import cards, inspect, trading
from deathdome.plain.choices import asked, option_lines
from deathdome.plain.coaching import Coach
from deathdome.plain.console import LeftError, Manner, Next
from deathdome.plain.motives import reasons
from deathdome.plain.reasons import why
from deathdome.records.format import record_of
from deathdome.records.replay_text import replay_text
from deathdome.text.names import capitalised, team_name
from deathdome.text.phrases import commands as say
from deathdome.text.recap import Called, recap
from deathdome.text.recent import bounds_of_news, since_own_turn, told_since

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deathdome.match.referee import Referee
    from deathdome.plain.console import Voice
    from deathdome.plain.opponents import Opponents
    from deathdome.plain.view import View
    from deathdome.records.writer import RecordWriter

LOG_LINES: Final = 20  # sentences that `log` tells when no number is given


class Command(NamedTuple):
    """One command. `tell` gets the words behind it and yields lines; it changes nothing.

    `tell` may raise any DeathdomeError, whose text is said.
    """

    usage: str
    does: str
    tell: Callable[[View, str], Iterable[str]]


def _question(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    yield from asked(view)


def _log(view: View, words: str) -> Iterator[str]:
    lines = told_since(view.events, view.table, 0, odds=view.had)
    if not lines:
        yield say.NOTHING_HAS_HAPPENED_YET
        return
    if words and not words.isdecimal():
        found = [line for line in lines if words.casefold() in line.casefold()]
        if not found:
            raise UsageError(f'nothing that happened has to do with "{words}"')
        yield from found
        return
    number = int(words) if words and len(words) < 6 else LOG_LINES
    yield from lines[-number:] if number else []


def _recap(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    news = since_own_turn(view.events, view.seat)
    called = Called(view.who, team_name)
    text = recap(news, view.spoken.table, called, view.seat)
    yield f"{capitalised(text)}." if text else say.NOTHING_HAS_HAPPENED_SINCE


def last(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """What happened since the own last turn."""
    first, end = bounds_of_news(view.events, view.seat)
    if not first:  # no turn of its own yet: what was bought is another story
        closed = [n for n, event in enumerate(view.events) if isinstance(event, StoreClosed)]
        first = closed[0] + 1 if closed else 0
    lines = told_since(view.events, view.table, first, end, view.had)
    yield from lines or [say.NOTHING_HAS_HAPPENED_SINCE]


def _seed(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    if view.seed is not None:
        yield say.THE_SEED_IS.format(seed=view.seed)
    else:
        yield say.THE_SEED_IS_RANDOM


def _who(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    for seat, name in enumerate(view.names):
        yield f"{TEAMS[seat]}: {name}."


COMMANDS: Final[Mapping[str, Command]] = {
    "question": Command("question", say.QUESTION, _question),
    "options": Command("options [WORD]", say.OPTIONS, option_lines),
    "look": Command("look", say.LOOK, inspect.look),
    "units": Command("units [TEAM]", say.UNITS, inspect.units),
    "unit": Command("unit UNIT", say.UNIT, inspect.unit_details),
    "foes": Command("foes [UNIT]", say.FOES, inspect.foes),
    "near": Command("near [SPACE]", say.NEAR, inspect.near),
    "points": Command("points", say.POINTS, inspect.points),
    "jails": Command("jails", say.JAILS, inspect.jails),
    "reach": Command("reach [UNIT]", say.REACH, inspect.reach),
    "targets": Command(say.TARGETS_USAGE, say.TARGETS, inspect.targets),
    "aim": Command(say.AIM_USAGE, say.AIM, inspect.aim),
    "threat": Command("threat SPACE", say.THREAT, inspect.threat),
    "odds": Command(say.ODDS_USAGE, say.ODDS, inspect.odds),
    "hands": Command("hands", say.HANDS, inspect.hands),
    "why": Command(say.WHY_USAGE, say.WHY, why),
    "hand": Command("hand", say.HAND, cards.hand),
    "card": Command("card NAME", say.CARD, cards.card),
    "store": Command(
        say.STORE_USAGE,
        say.STORE,
        trading.store,
    ),
    "fit": Command("fit CARD", say.FIT, trading.fit),
    "compare": Command(say.COMPARE_USAGE, say.COMPARE, trading.compare),
    "bought": Command("bought", say.BOUGHT, trading.bought),
    "rule": Command(say.RULE_USAGE, "a rule", cards.rule),
    "payout": Command("payout", say.PAYOUT, inspect.payout),
    "history": Command("history", say.HISTORY, inspect.course),
    "log": Command(say.LOG_USAGE, say.LOG, _log),
    "last": Command("last", say.LAST, last),
    "recap": Command("recap", say.RECAP, _recap),
    "seats": Command("seats", say.SEATS, _who),
    "seed": Command("seed", say.SEED, _seed),
}
# What is done with the match itself, by whoever runs it.
DOING: Final[Mapping[str, str]] = {
    "hint": say.HINT,
    "reasons": say.REASONS,
    "coach": say.COACH,
    "undo": say.UNDO,
    "redo": say.REDO,
    "continue": say.CONTINUE,
    "rematch": say.REMATCH,
    "position": say.POSITION,
    "copy": say.COPY,
    "help": say.HELP,
    "quit": say.QUIT,
}
# Every one of them once, as `help` names them.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    say.THE_QUESTION: ("question", "options", "hint", "undo", "redo"),
    say.WHAT_THERE_IS: ("look", "units", "unit", "foes", "near", "points", "jails", "payout"),
    say.WHAT_COULD_BE: ("reach", "targets", "aim", "threat", "odds", "why", "hands"),
    say.CARDS: ("hand", "card", "store", "fit", "compare", "bought", "rule"),
    say.WHAT_HAPPENED: ("last", "recap", "log", "history", "reasons", "coach"),
    say.THE_MATCH: ("seats", "seed", "continue", "rematch", "position", "copy", "help", "quit"),
}
ANSWERS: Final = say.ANYTHING_ELSE_IS_AN_ANSWER


def match_lines(words: str, written: bytes | None) -> list[str]:
    """The lines that `copy match` says; `written` is the record of a match that is over, else None.

    Raises:
        DeathdomeError: nothing can be copied so, or not yet.
    """
    if words.lower() != "match":
        raise UsageError('"copy" copies the position as you see it, "copy match" the whole match')
    if written is None:
        raise UsageError(
            "a match as text holds every hand, so it can be copied only when the match is over"
        )
    if not written:
        raise UsageError("this match is not kept, so there is no replay of it")
    return replay_text(record_of(written, "this match", own=True)).splitlines()


# -- commands about a match as a whole -------------------------------------------------------------
# plain/match.py carries out answers, hints and undo.


class Doing:
    """Does what is typed about one match; says what comes of it."""

    def __init__(
        self,
        voice: Voice,
        referee: Referee,
        writer: RecordWriter | None,
        opponents: Opponents,
        manner: Manner,
        commands: Mapping[str, Command],  # that there are besides
        people: Sequence[int],  # their seats
        names: Sequence[str],  # index is seat
        *,
        begun: bool,
    ) -> None:
        self._voice: Final = voice
        self._referee: Final = referee
        self._writer: Final = writer
        self._opponents: Final = opponents
        self._manner: Final = manner
        self._commands: Final = commands
        self._names: Final = names
        self._coach: Final = Coach(voice, referee, writer, people, names)
        self.begun = begun  # whether a person has answered anything, now or before
        # All are called alike, though some need no words, or no view.
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
        """Whether the command is one of these."""
        return word in self._deeds

    def act(self, word: str, rest: str, view: View) -> None:
        """Does a command with the words behind it.

        Raises:
            DeathdomeError: it cannot be done so, or not now.
            LeftError: it leaves the match.
        """
        self._deeds[word](rest, view)

    def _help(self, words: str, view: View) -> None:  # noqa: ARG002
        """The names of all commands, or what one does."""
        word = words.lower()
        if word in self._commands:
            command = self._commands[word]
            self._voice.say(f"{command.usage}: {command.does}.")
        elif word in DOING:
            self._voice.say(f"{DOING[word]}.")
        elif word == "all":
            self._voice.say(*(f"{one.usage}: {one.does}." for one in self._commands.values()))
            self._voice.say(*(f"{text}." for text in DOING.values()), ANSWERS)
        elif word:
            known = (*self._commands, *DOING)
            raise UsageError(f'no command "{word}".{nearest(word, known)}')
        else:
            self._voice.say(*(f"{about}: {', '.join(names)}." for about, names in GROUPS.items()))
            self._voice.say(say.MORE_HELP, ANSWERS)

    def _reasons(self, words: str, view: View) -> None:
        self._voice.say(*reasons(self._opponents.diary, view.seen, self._names, words))

    def _look_back(self, words: str, view: View) -> None:  # noqa: ARG002
        self._coach.tell(words)

    def _continue(self, words: str, view: View) -> None:  # noqa: ARG002
        """Leaves this match, which has hardly begun, for the one that was left before."""
        if not self._manner.unfinished:
            raise UsageError("no other match is kept unfinished; deathdome matches lists them")
        if self.begun:
            raise UsageError(
                "this match has begun: quit leaves it, and --resume goes on with another"
            )
        raise LeftError(Next.CONTINUE)

    def _rematch(self, words: str, view: View) -> None:  # noqa: ARG002
        if not self._referee.over:
            raise UsageError("a rematch can be had when the match is over")
        if words not in ("", "new"):
            raise UsageError('"rematch" has the same seed, "rematch new" another')
        raise LeftError(Next.ANOTHER if words else Next.AGAIN)

    def _position(self, words: str, view: View) -> None:  # noqa: ARG002
        if not self._referee.over:
            raise UsageError(
                "a position file holds every hand, so it can be had only when the match is over"
            )
        self._voice.quote(*position_text(self._referee.state, say.THE_END_OF_A_MATCH).splitlines())

    def _copy(self, words: str, view: View) -> None:
        if not words:
            self._voice.spell(view_line(view.seen))
            return
        written = self._writer.text if self._writer is not None else b""
        self._voice.quote(*match_lines(words, written if self._referee.over else None))

    def _quit(self, words: str, view: View) -> None:  # noqa: ARG002
        raise LeftError
