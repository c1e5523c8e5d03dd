"""The bot of PowerDome, at three levels (D.1)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, ClassVar, Final

from deathdome.powerdome.bots.captions import caption, last_line
from deathdome.powerdome.bots.choice import Choice, Option, Unit
from deathdome.powerdome.bots.dealing import Dealer
from deathdome.powerdome.bots.memory import Memory
from deathdome.powerdome.bots.personality import EASY, HARD, NORMAL, Level, Personality, drawn
from deathdome.powerdome.bots.planning import Planner
from deathdome.powerdome.bots.protocol import moment
from deathdome.powerdome.bots.talking import Talker
from deathdome.powerdome.bots.worth import Appraiser
from deathdome.powerdome.model.answers import Persona, Sheet
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.text.bots import PERSONAS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.bots.captions import Caption
    from deathdome.powerdome.bots.protocol import Briefing
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State


class StandardBot:
    """A bot with a personality and a level.

    It is a function of what it sees, of its seed and of the events it saw: each decision has a
    random stream of its own, so a bot that took in the same events continues in the same way.
    """

    planning: ClassVar[type[Planner]] = Planner

    def __init__(
        self,
        level: Level = NORMAL,
        personality: Personality | None = None,
        captions: Sequence[Caption] = (),
    ) -> None:
        self.level = level
        self.personality = personality or Personality()
        self._given: Final = personality
        self._captions: Final = captions
        self._seat: Seat = 0
        self._seed = 0
        self._seats: tuple[str, ...] = ()
        self._ready: _Parts | None = None
        self.memory = Memory(0, 0, 0.0)
        self._explain: Callable[[], Choice] | None = None

    def begin(self, briefing: Briefing) -> None:
        """Draw the personality and forget the last game."""
        self._seat, self._seed, self._seats = briefing.seat, briefing.seed, briefing.seats
        self.personality = self._given or drawn(briefing.seed)
        self.memory = Memory(briefing.seat, len(briefing.seats), self.personality.spite)
        self._ready = None
        self._explain = None

    def observe(self, events: Sequence[Event]) -> None:
        """Take in events."""
        self.memory.observe(events)

    def decide(self, view: State, ask: Ask) -> Answer:
        """Return the answer to a question."""
        dice = Random(f"{self._seed}/{moment(view, ask)}")
        parts = self._parts(view)
        if ask.kind is AskKind.SHEET:
            sheet, self._explain = parts.planner.plan(view, dice)
            text = caption(self._captions, view, sheet, self.memory, self.personality, dice)
            return Sheet(sheet.plans, text)
        choice = _DECIDE[ask.kind](parts, view, ask, dice)
        self._explain = lambda: choice
        return choice.answer

    def explain(self) -> Choice | None:
        """Return the last decision with its terms."""
        return None if self._explain is None else self._explain()

    @property
    def combats(self) -> int:
        """Return the combats resolved for the latest plan."""
        return 0 if self._ready is None else self._ready.planner.combats

    def last_line(self) -> str:
        """Return what it says when it has won (AM-5)."""
        return last_line(self._captions, self.memory, self.personality)

    def _parts(self, view: State) -> _Parts:
        if self._ready is None or self._ready.appraiser.tome is not view.dome.tome:
            self._ready = _Parts(self, view, self._seat, self._seed)
        return self._ready


class _Parts:
    """The parts of one bot in one game, for each kind of question."""

    def __init__(self, bot: StandardBot, view: State, seat: Seat, seed: int) -> None:
        self.seat = seat
        self.seed = seed
        self.appraiser = Appraiser(view.dome.tome, seat, seed)
        self.dealer = Dealer(self.appraiser, bot.personality, bot.memory)
        self.talker = Talker(self.appraiser, bot.personality, bot.memory)
        self.planner = bot.planning(self.appraiser, bot.personality, bot.memory, bot.level)

    def persona(self, view: State) -> Choice:
        """Draw a character from a deck that all bots of the game shuffle alike.

        A seat whose name is in the name of a character takes it; no other seat does.
        """
        deck = list(PERSONAS)
        Random(f"{view.seats}/{view.slots}/characters").shuffle(deck)
        named = [one for one in deck if any(seat in one[0].split() for seat in view.seats)]
        spare = [one for one in deck if one not in named]
        mine = [one for one in named if view.seats[self.seat] in one[0].split()]
        name, look = mine[0] if mine else spare[self.seat % len(spare)]
        return Choice(Option(Persona(name, look), ()), (), Unit.SCORE)


_DECIDE: Final[Mapping[AskKind, Callable[[_Parts, State, Ask, Random], Choice]]] = {
    AskKind.NOMINATE: lambda parts, view, _, dice: parts.dealer.nominate(view, dice),
    AskKind.PROTECT: lambda parts, view, _, __: parts.dealer.protect(view),
    AskKind.BID: lambda parts, view, _, dice: parts.dealer.bid(view, dice),
    AskKind.TRADE: lambda parts, view, _, __: parts.dealer.offer(view),
    AskKind.REPLY: lambda parts, view, _, __: parts.dealer.reply(view),
    AskKind.DISCARD: lambda parts, view, _, __: parts.dealer.discard(view),
    AskKind.PERSONA: lambda parts, view, _, __: parts.persona(view),
    AskKind.TALK: lambda parts, view, _, __: parts.talker.talk(view),
    AskKind.CONSENT: lambda parts, view, _, __: parts.talker.consent(view),
    AskKind.ORDER: lambda parts, view, ask, _: parts.planner.order(view, ask),
    AskKind.TARGET: lambda parts, view, ask, _: parts.planner.target(view, ask),
}


def easy() -> StandardBot:
    """Return a bot that samples sensible plans."""
    return _bundled(EASY)


def normal() -> StandardBot:
    """Return a bot that searches a little."""
    return _bundled(NORMAL)


def hard() -> StandardBot:
    """Return a bot that searches, and models its rivals."""
    return _bundled(HARD)


def _bundled(level: Level) -> StandardBot:
    from deathdome.powerdome.content.caption_files import bundled_captions

    return StandardBot(level, captions=bundled_captions())
