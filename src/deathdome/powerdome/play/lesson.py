"""The lesson: short games in which the others write known answers, and an aim is judged (AM-12)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from deathdome.bundled import data_folder
from deathdome.errors import NotationError
from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.model.answers import Consents, Sheet
from deathdome.powerdome.model.asks import Ask, AskKind
from deathdome.powerdome.model.events import RoundBegan
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.play.host import HUMAN, GameHost
from deathdome.powerdome.play.referee import Referee
from deathdome.powerdome.scenarios.opening import opening
from deathdome.powerdome.scenarios.reading import read_scenario
from deathdome.powerdome.scenarios.words import BrokenRuleError, PlaceError, fail, located
from deathdome.toml.files import parse_toml, read_text
from deathdome.toml.places import Places
from deathdome.toml.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.bots.protocol import Briefing
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.model.tome import Tome
    from deathdome.powerdome.play.host import Need

T = TypeVar("T")
FILE: Final = "lesson.toml"
TRAINER: Final = "trainer"  # the player at the other seats
_STEP: Final = (
    *("title", "you", "say", "goal", "aims", "done", "missed"),
    *("strategy", "scenario", "answers"),
)
_AIM: Final = ("who", "least", "most", "dead", "owns", "sheet", "truce")
_WORDS: Final = 500  # characters of a text
_MOST: Final = 1_000  # vitality
_KINDS: Final[Mapping[AskKind, str]] = {AskKind.SHEET: "sheet", AskKind.BID: "bids"}


@dataclass(frozen=True, slots=True)
class Aim:
    """A condition of the end of a step; the first field that is set says which."""

    sheet: Sheet | None = None  # the player wrote exactly this
    truce: Seat | None = None  # the player agreed on a truce with it, and kept it
    who: Seat = 0
    least: int | None = None  # vitality
    most: int | None = None
    dead: bool = False
    owns: int | None = None  # a power


@dataclass(frozen=True, slots=True)
class Step:
    """A short game with an aim."""

    title: str
    say: str  # before it
    goal: str  # one sentence, in view all the time
    done: str
    missed: str
    you: Seat
    state: State
    answers: Mapping[tuple[Seat, AskKind], Answer]  # of the others
    aims: tuple[Aim, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """All steps in their order."""

    title: str
    steps: tuple[Step, ...]


def bundled_lesson(tome: Tome) -> Lesson:
    """Return the lesson of the package.

    Raises:
        ContentError: its file is missing, or something in it is wrong.
    """
    path = data_folder() / "powerdome" / FILE
    return parse_lesson(read_text(path, FILE), FILE, tome)


def parse_lesson(text: str, source: str, tome: Tome) -> Lesson:
    """Read a lesson.

    Raises:
        ContentError: something in it is unexpected; the error has the line.
    """
    data = parse_toml(text, source)
    try:
        table = Table(data, (), fail)
        table.only(("title", "step"))
        steps = [_step(one, tome) for one in table.tables("step", 20)]
        return Lesson(table.text("title", 40), tuple(steps))
    except PlaceError as error:
        raise located(source, Places(text).line(error.path), error.path, error.text) from None


def _step(table: Table, tome: Tome) -> Step:
    table.only(_STEP)
    inner = table.table("scenario")
    try:
        scenario = read_scenario(inner.data, tome)
        state = opening(scenario, strategy=table.flag("strategy", default=False))
    except PlaceError as error:
        raise PlaceError((*inner.path, *error.path), error.text) from None
    except BrokenRuleError as error:
        raise PlaceError((*inner.path, *error.path), error.text) from None
    speller = Speller(state)
    you = _read(table, "you", speller.read_who)
    answers: dict[tuple[Seat, AskKind], Answer] = {}
    for name in table.table("answers").data:
        lines = table.table("answers").table(name)
        lines.only(_KINDS.values())
        seat = _named(lines, name, speller)
        for kind, key in _KINDS.items():
            if key in lines:
                answers[seat, kind] = _read(lines, key, partial(speller.read, Ask(seat, kind)))
    return Step(
        title=table.text("title", 40),
        say=table.text("say", _WORDS),
        goal=table.text("goal", 120),
        done=table.text("done", _WORDS),
        missed=table.text("missed", _WORDS),
        you=you,
        state=state,
        answers=answers,
        aims=tuple(_aim(one, speller, you) for one in table.tables("aims", 9)),
    )


def _read(table: Table, key: str, read: Callable[[str], T]) -> T:
    """Read a line of the notation; a mistake is reported at its place."""
    try:
        return read(table.text(key, _WORDS))
    except NotationError as error:
        raise PlaceError((*table.path, key), str(error)) from None


def _named(table: Table, name: str, speller: Speller) -> Seat:
    try:
        return speller.read_who(name)
    except NotationError as error:
        raise PlaceError(table.path, str(error)) from None


def _aim(table: Table, speller: Speller, you: Seat) -> Aim:
    table.only(_AIM)
    if "sheet" in table:
        asked = partial(speller.read_sheet, Ask(you, AskKind.SHEET))
        return Aim(sheet=_read(table, "sheet", asked))
    if "truce" in table:
        return Aim(truce=_read(table, "truce", speller.read_who))
    return Aim(
        who=_read(table, "who", speller.read_who),
        least=table.whole("least", 0, _MOST) if "least" in table else None,
        most=table.whole("most", 0, _MOST) if "most" in table else None,
        dead=table.flag("dead", default=False),
        owns=_read(table, "owns", speller.read_power) if "owns" in table else None,
    )


class Trainer:
    """The player at another seat: gives its written answers, and agrees to every proposal."""

    def __init__(self, step: Step) -> None:
        self._answers: Final = step.answers

    def begin(self, _: Briefing) -> None:
        """Ignore the briefing."""

    def observe(self, events: Sequence[Event]) -> None:
        """Ignore the events."""

    def decide(self, view: State, ask: Ask) -> Answer:
        """Return the written answer of a seat, otherwise that of a player who is away."""
        if ask.kind is AskKind.CONSENT:
            return Consents(tuple(one for one, offer in view.talk if offer.to == ask.seat))
        found = self._answers.get((ask.seat, ask.kind))
        return fallback(view, ask) if found is None else found


class LessonHost(GameHost):
    """One step of a lesson: a game that ends with its phase, and is not kept."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        """Begin a step; they count from 0."""
        step = lesson.steps[number]
        names = step.state.seats
        players = [HUMAN if seat == step.you else TRAINER for seat in range(len(names))]
        bots = {seat: lambda: Trainer(step) for seat, name in enumerate(players) if name == TRAINER}
        referee = Referee(step.state, 0)
        if step.state.dome.round:  # it has begun before the step does
            referee.events.append(RoundBegan(step.state.dome.round))
        super().__init__(referee, players, bots)
        self.lesson: Final = lesson
        self.number: Final = number
        self.step: Final = step
        self.introduced = False  # the person has read what it is about

    @property
    def need(self) -> Need | None:
        """The next need; None once the step is over."""
        return None if self.finished else super().need

    @property
    def finished(self) -> bool:
        """True once the bids are settled, or the round has ended."""
        state = self.state
        if self.step.state.phase is Phase.BIDDING:
            return state.phase not in (Phase.BIDDING, Phase.SETTLEMENT)
        return state.over or state.dome.round != self.step.state.dome.round

    @property
    def is_last(self) -> bool:
        """True at the last step."""
        return self.number + 1 == len(self.lesson.steps)

    @property
    def achieved(self) -> bool:
        """True if the step is over, and every aim is met."""
        return self.finished and all(map(self._is_met, self.step.aims))

    def _is_met(self, aim: Aim) -> bool:
        state, dome, you = self.state, self.state.dome, self.step.you
        if aim.sheet is not None:
            wrote = next(
                entry.answer
                for entry in self.referee.journal
                if entry.seat == you and isinstance(entry.answer, Sheet)
            )
            return _stats(wrote, you) == _stats(aim.sheet, you)
        if aim.truce is not None:
            return any(
                {*deal.partners} == {you, aim.truce} and you not in deal.broken_by
                for deal in state.deals
            )
        one = dome.characters[aim.who]
        return (
            (aim.least is None or one.vitality >= aim.least)
            and (aim.most is None or one.vitality <= aim.most)
            and (not aim.dead or not one.alive)
            and (aim.owns is None or aim.owns in dome.hands[aim.who])
        )


def _stats(sheet: Sheet, who: Seat) -> tuple[int, int, int, int | None]:
    plan = sheet.plans[who]
    return plan.agility, plan.strike, plan.resist, plan.attack
