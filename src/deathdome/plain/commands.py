"""What can be typed besides an answer: every command with its usage and what it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.errors import UsageError
from deathdome.model.events import StoreClosed
from deathdome.model.names import capitalised, team_name
from deathdome.model.spelling import TEAMS
from deathdome.narration.recap import Called, recap
from deathdome.narration.recent import bounds_of_news, since_own_turn, told_since
from deathdome.plain import cards, looking, reasons, scouting, trading, weighing
from deathdome.plain.choices import asked, option_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deathdome.plain.view import View

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
    "look": Command("look", "the whole position", looking.look),
    "units": Command("units [TEAM]", "every unit, or those of a team", looking.units),
    "unit": Command("unit UNIT", "a unit and everything it carries", looking.unit_details),
    "foes": Command("foes [UNIT]", "the enemies, the nearest first", looking.foes),
    "near": Command("near [SPACE]", "a space and what is around it", looking.near),
    "points": Command("points", "the control points and whose they are", looking.points),
    "jails": Command("jails", "who is in which jail, and where it is opened", looking.jails),
    "reach": Command("reach [UNIT]", "where a unit can walk, by steps", scouting.reach),
    "targets": Command(
        "targets [UNIT] [from SPACE]", "whom a unit can attack from there", scouting.targets
    ),
    "aim": Command("aim [UNIT] SPACE", "distance, sight and weapons from a unit", scouting.aim),
    "threat": Command("threat SPACE", "which enemies could hit that space", scouting.threat),
    "odds": Command(
        "odds [SPACE or UNIT or ATTACK]", "what an attack comes to, counted exactly", weighing.odds
    ),
    "hands": Command("hands", "what the others may hold", weighing.hands),
    "why": Command(
        "why SPACE or UNIT or CARD or ACTION", "why not, and what would do", reasons.why
    ),
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
    "payout": Command("payout", "what would be paid if the match ended now", looking.payout),
    "history": Command(
        "history", "the payout after each round, and what turned the match", looking.course
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
