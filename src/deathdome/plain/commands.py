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
        yield "Nothing has happened yet."
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
    yield f"{capitalised(text)}." if text else "Nothing has happened since the last own turn."


def last(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """What happened since the own last turn."""
    first, end = bounds_of_news(view.events, view.seat)
    if not first:  # no turn of its own yet: what was bought is another story
        closed = [n for n, event in enumerate(view.events) if isinstance(event, StoreClosed)]
        first = closed[0] + 1 if closed else 0
    lines = told_since(view.events, view.table, first, end, view.had)
    yield from lines or ["Nothing has happened since the last own turn."]


def _seed(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    if view.seed is not None:
        yield f"Seed {view.seed}: the same seed, the same dice and cards."
    else:
        yield "The seed is random. You can read it when the match is over."


def _who(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    for seat, name in enumerate(view.names):
        yield f"{TEAMS[seat]}: {name}."


COMMANDS: Final[Mapping[str, Command]] = {
    "question": Command("question", "says again what is asked", _question),
    "options": Command(
        "options [WORD]", "legal answers by number: all kinds, or one, or with a word", option_lines
    ),
    "look": Command("look", "the whole position", inspect.look),
    "units": Command("units [TEAM]", "every unit, or those of a team", inspect.units),
    "unit": Command("unit UNIT", "a unit and everything it carries", inspect.unit_details),
    "foes": Command("foes [UNIT]", "the enemies, the nearest first", inspect.foes),
    "near": Command("near [SPACE]", "a space and what is around it", inspect.near),
    "points": Command("points", "the control points and whose they are", inspect.points),
    "jails": Command("jails", "who is in which jail, and where it is opened", inspect.jails),
    "reach": Command("reach [UNIT]", "where a unit can walk, by steps", inspect.reach),
    "targets": Command(
        "targets [UNIT] [from SPACE]", "whom a unit can attack from there", inspect.targets
    ),
    "aim": Command("aim [UNIT] SPACE", "distance, sight and weapons from a unit", inspect.aim),
    "threat": Command("threat SPACE", "which enemies could hit that space", inspect.threat),
    "odds": Command(
        "odds [SPACE or UNIT or ATTACK]", "what an attack comes to, counted exactly", inspect.odds
    ),
    "hands": Command("hands", "what the others may hold", inspect.hands),
    "why": Command("why SPACE or UNIT or CARD or ACTION", "why not, and what would do", why),
    "hand": Command("hand", "the own power cards", cards.hand),
    "card": Command("card NAME", "any card, in full", cards.card),
    "store": Command(
        "store [DECK] [WORDS] [fitting] [by price, name or strength]",
        "what is for sale",
        trading.store,
    ),
    "fit": Command("fit CARD", "what a card would do for each own unit", trading.fit),
    "compare": Command("compare CARD, CARD", "two cards of the store", trading.compare),
    "bought": Command("bought", "what every team has bought and has left", trading.bought),
    "rule": Command("rule ID or WORDS", "a rule", cards.rule),
    "payout": Command("payout", "what would be paid if the match ended now", inspect.payout),
    "history": Command(
        "history", "the payout after each round, and what turned the match", inspect.course
    ),
    "log": Command("log [NUMBER or WORDS]", "what happened last, or with those words", _log),
    "last": Command("last", "what happened since the last own turn", last),
    "recap": Command("recap", "the same, as short as it can be said", _recap),
    "seats": Command("seats", "who plays which team", _who),
    "seed": Command("seed", "the seed of the match; a random one once it is over", _seed),
}
# What is done with the match itself, by whoever runs it.
DOING: Final[Mapping[str, str]] = {
    "hint": "hint: where to look; again: which kind of act; again: the act. Hints are counted",
    "reasons": "reasons [NUMBER]: why a manager did what it did last, or so many decisions before",
    "coach": "coach [NUMBER [copy]]: after a match the decisions that cost most by what could be "
    "known, or the position of one of them again",
    "undo": "undo [NUMBER]: takes answers back, as long as nothing has come to light",
    "redo": "redo [NUMBER]: gives them again",
    "continue": "continue: goes on with the match that was left before, as long as this one is new",
    "rematch": "rematch [new]: the match again with the same seed or a new one, once it is over",
    "position": "position: the match as a position file, once it is over",
    "copy": "copy [match]: the position as you see it as one line, or the match once it is over",
    "help": "help [COMMAND or all]: the names of all commands, or what they do",
    "quit": "quit: leaves the match",
}
# Every one of them once, as `help` names them.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "The question and its answers": ("question", "options", "hint", "undo", "redo"),
    "What there is": ("look", "units", "unit", "foes", "near", "points", "jails", "payout"),
    "What could be": ("reach", "targets", "aim", "threat", "odds", "why", "hands"),
    "Cards": ("hand", "card", "store", "fit", "compare", "bought", "rule"),
    "What happened": ("last", "recap", "log", "history", "reasons", "coach"),
    "The match": ("seats", "seed", "continue", "rematch", "position", "copy", "help", "quit"),
}
ANSWERS: Final = (
    "Anything else is an answer: its number, or an action such as walk k5, attack blue.gunner with "
    "rusty-chainsaw, end phase. An empty line says the question again; one that begins with # is "
    "passed over."
)


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
            self._voice.say('"help odds" tells about one of them, "help all" about all.', ANSWERS)

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
        self._voice.quote(*position_text(self._referee.state, "The end of a match").splitlines())

    def _copy(self, words: str, view: View) -> None:
        if not words:
            self._voice.spell(view_line(view.seen))
            return
        written = self._writer.text if self._writer is not None else b""
        self._voice.quote(*match_lines(words, written if self._referee.over else None))

    def _quit(self, words: str, view: View) -> None:  # noqa: ARG002
        raise LeftError
