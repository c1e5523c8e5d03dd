"""Game host: one game between people and bots, without a user interface.

The host waits for nothing. It states its next `need`, and a front end meets it:

    Curtain    another person must take the keyboard: `lift`
    Person     a person owes an answer: `answer`
    Think      a bot owes an answer: run `need.work()` outside the event loop, `take` its result
    LastWord   the winner may say a last line: `say`
    None       the game is over

Questions come in the order of `owed`, which is the commit order of sheets, for people and bots
alike (R-04). Every answer is on disk before the next need is stated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.powerdome.bots.guard import Guarded
from deathdome.powerdome.bots.protocol import Briefing
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import seen_by
from deathdome.powerdome.model.options import CAPTION
from deathdome.powerdome.play.referee import bot_seed
from deathdome.powerdome.text import hosting as words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.bots.choice import Choice
    from deathdome.powerdome.bots.protocol import Bot
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.play.game_file import GameFile
    from deathdome.powerdome.play.referee import Referee
    from deathdome.powerdome.rules.refusals import Refusal

HUMAN: Final = "human"
# Forms that the others must not see; before each one the curtain is down.
SECRET: Final = frozenset({AskKind.NOMINATE, AskKind.BID, AskKind.SHEET})


class Reply(NamedTuple):
    """The result of a bot's thinking."""

    answer: Answer | None  # None of an adviser that failed
    fault: str = ""  # of the bot, whose substitute has answered then
    reasons: Choice | None = None
    taken_over: bool = False  # the substitute plays from now on


@dataclass(frozen=True, slots=True)
class Curtain:
    """Another person must take the keyboard before a secret form is shown."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Person:
    """A person owes an answer."""

    ask: Ask


@dataclass(frozen=True, slots=True)
class Think:
    """A bot owes an answer; `work` may take long, and touches nothing but the bot."""

    ask: Ask
    work: Callable[[], Reply]


@dataclass(frozen=True, slots=True)
class LastWord:
    """A person has won and may say a last line (AM-5)."""

    seat: Seat


Need: TypeAlias = Curtain | Person | Think | LastWord


class Notice(NamedTuple):
    """Trouble that people must read, after so many events."""

    events: int
    text: str


class Reason(NamedTuple):
    """The reasons of one decision of a bot."""

    entry: int  # number of its answer in the journal
    seat: Seat
    ask: Ask
    reasons: Choice


class GameHost:
    """A game between people at this program and bots."""

    def __init__(
        self,
        referee: Referee,
        players: Sequence[str],  # "human" or the name of a bot, by seat
        bots: Mapping[Seat, Callable[[], Bot]],  # each makes a bot
        *,
        file: GameFile | None = None,  # without one nothing is kept
        adviser: Callable[[], Bot] | None = None,  # makes the bot that gives a person hints
        notes: Sequence[str] = (),  # to be read at the beginning
        setting: str = "",
        fork: str = "",
    ) -> None:
        self.referee: Final = referee
        self.players: Final = tuple(players)
        self.people: Final = tuple(seat for seat, name in enumerate(players) if name == HUMAN)
        self.setting: Final = setting
        self.fork: Final = fork
        self.notices: Final[list[Notice]] = []
        self.reasons: Final[list[Reason]] = []
        self.hints = [0] * len(players)  # taken by each seat
        self.last_word = ""  # of the winner
        self._hint: tuple[tuple[int, Ask], Callable[[], Reply]] | None = None  # the last one
        self._said = False
        self._added = False  # the result is in the results file
        self._file: Final = file
        self._make: Final = dict(bots)
        self._adviser: Final = adviser
        self._bots: dict[Seat, Guarded] = {}
        self._heard: dict[tuple[Seat, bool], int] = {}
        self._advisers: dict[Seat, Guarded] = {}
        self._viewer: Seat = self.reader
        self._keys: Final = _first_keys([self.names[seat] for seat in self.people])
        for note in notes:
            self._note(note)

    # Facts

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, by seat."""
        return self.referee.state.seats

    @property
    def state(self) -> State:
        """The true state; front ends show `view`."""
        return self.referee.state

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.referee.over

    @property
    def winner(self) -> Seat:
        """The seat that has won; ABSENT in a draw and before the end."""
        return self.state.dome.winner if self.over else ABSENT

    @property
    def reader(self) -> Seat:
        """The seat of the only person, whom screens call "you"; ABSENT with none or several."""
        return self.people[0] if len(self.people) == 1 else ABSENT

    @property
    def file(self) -> GameFile | None:
        """The record on disk; None if the game is not kept."""
        return self._file

    @property
    def saved(self) -> bool:
        """True if the game is on disk up to the last answer that may be written."""
        return self._file is not None and self._file.saved

    def view(self, seat: Seat) -> State:
        """Return the state as a player, or ABSENT for a spectator, may see it."""
        return self.referee.view(seat)

    def heard(self, seat: Seat, first: int = 0) -> list[Event]:
        """Return the events from a number on, as a player or ABSENT may see them."""
        return [seen_by(event, seat) for event in self.referee.events[first:]]

    def key(self, seat: Seat) -> str:
        """Return the key that opens the curtain for a person."""
        return self._keys[self.people.index(seat)]

    def set_key(self, seat: Seat, key: str) -> str:
        """Give a person a key of its own choice; return why not, or ""."""
        key = key.strip()
        if not key.isprintable() or not 1 <= len(key) <= 12 or " " in key:
            return words.KEY_LENGTH
        if any(one == key and self.people[at] != seat for at, one in enumerate(self._keys)):
            return words.KEY_TAKEN
        self._keys[self.people.index(seat)] = key
        return ""

    # Needs

    @property
    def need(self) -> Need | None:
        """The next need; None once the game is over."""
        asks = self.referee.owed()
        if not asks:
            winner = self.winner
            if winner in self.people and not self._said:
                return LastWord(winner)
            return None
        ask = asks[0]
        if ask.seat not in self.people:
            return Think(ask, self._work(ask))
        if len(self.people) > 1 and ask.kind in SECRET and self._viewer != ask.seat:
            return Curtain(ask.seat)
        return Person(ask)

    def lift(self, key: str = "") -> bool:
        """Let a person take the keyboard; False if the key is not the person's own."""
        need = self.need
        if not isinstance(need, Curtain) or (key and key != self.key(need.seat)):
            return False
        self._viewer = need.seat
        return True

    def lower(self) -> bool:
        """Lower the curtain if several people share the keyboard; False if there is none."""
        if len(self.people) < 2:
            return False
        self._viewer = ABSENT
        return isinstance(self.need, Curtain)

    def answer(self, answer: Answer) -> Refusal | None:
        """Give the answer of the person that is asked; return why it is refused, or None."""
        need = self.need
        assert isinstance(need, Person)
        refusal = self.referee.why_not(need.ask.seat, answer)
        if refusal is None:
            self._commit(need.ask, answer)
            if len(self.people) > 1:
                self._viewer = ABSENT  # the curtain closes
        return refusal

    def take(self, reply: Reply) -> None:
        """Take what a bot has decided."""
        need = self.need
        assert isinstance(need, Think)
        assert reply.answer is not None
        ask, name = need.ask, self.names[need.ask.seat]
        if reply.fault:
            self._note(words.bot_failed(name, reply.fault))
        if reply.taken_over:
            self._note(words.bot_taken_over(name))
        if reply.reasons is not None:
            self.reasons.append(Reason(len(self.referee.journal), ask.seat, ask, reply.reasons))
        self._commit(ask, reply.answer)

    def say(self, text: str) -> str:
        """Take the winner's last line; return why not, or ""."""
        text = text.strip()
        if len(text) > CAPTION or not text.isprintable():
            return words.LAST_LINE_LENGTH
        self.last_word, self._said = text, True
        self._add_result()
        return ""

    def _commit(self, ask: Ask, answer: Answer) -> None:
        self.referee.give(ask.seat, answer)
        if self._file is not None and (trouble := self._file.update()):
            self._note(trouble)
        if self.over:
            self._end()

    def _end(self) -> None:
        """Let a bot that has won say its last line; a person is asked for one."""
        winner = self.winner
        bot = self._bots.get(winner)
        if bot is not None:
            bot.observe(self._news(winner, hints=False))
            self.last_word = bot.last_line()[:CAPTION]
        for one in (*self._bots.values(), *self._advisers.values()):
            one.close()
        if winner not in self.people:
            self._add_result()

    def _add_result(self) -> None:
        if self._file is not None and self.people and not self._added:
            self._added = True
            if trouble := self._file.add_result(self.hints, self.last_word):
                self._note(trouble)

    def retry(self) -> None:
        """Try again to write what could not be written."""
        if self._file is not None and not self._file.saved and (trouble := self._file.retry()):
            self._note(trouble)

    def close(self) -> None:
        """Release the record; a winner that said nothing by now says nothing."""
        if self.over:
            self._add_result()
        for bot in (*self._bots.values(), *self._advisers.values()):
            bot.close()
        if self._file is not None:
            self._file.close()

    # Bots

    def _guarded(self, make: Callable[[], Bot], seat: Seat, purpose: str) -> Guarded:
        """Return a bot whose mistakes are replaced, with its briefing."""
        bot = Guarded(make)
        seed = bot_seed(self.referee.seed, seat, purpose)
        bot.begin(Briefing(seat, self.names, seed, self.referee.state.dome.tome))
        return bot

    def _work(self, ask: Ask) -> Callable[[], Reply]:
        seat = ask.seat
        view = self.view(seat)

        def work() -> Reply:
            bot = self._bots.get(seat)
            before = (0, False) if bot is None else (len(bot.faults), bot.taken_over)
            if bot is None:
                bot = self._bots[seat] = self._guarded(self._make[seat], seat, "bot")
            bot.observe(self._news(seat, hints=False))
            answer = bot.decide(view, ask)
            fault = ", ".join(map(words.fault_text, bot.faults[before[0] :]))
            return Reply(answer, fault, bot.explain(), bot.taken_over and not before[1])

        return work

    def _news(self, seat: Seat, *, hints: bool) -> list[Event]:
        """Return the events that a bot, or the adviser of a seat, has not heard yet."""
        first = self._heard.get((seat, hints), 0)
        self._heard[seat, hints] = len(self.referee.events)
        return self.heard(seat, first)

    def hint(self) -> Callable[[], Reply] | None:
        """Return the work that finds a hint for the open question; None if there is none.

        Hints are counted by seat, once for each question.
        """
        need = self.need
        if not isinstance(need, Person) or self._adviser is None:
            return None
        ask, make = need.ask, self._adviser
        question = (len(self.referee.journal), ask)
        if self._hint is not None and self._hint[0] == question:
            return self._hint[1]
        view = self.view(ask.seat)
        self.hints[ask.seat] += 1

        @cache
        def work() -> Reply:
            bot = self._advisers.get(ask.seat)
            if bot is None:
                bot = self._advisers[ask.seat] = self._guarded(make, ask.seat, "hints")
            bot.observe(self._news(ask.seat, hints=True))
            answer = bot.decide(view, ask)
            if bot.faults:
                return Reply(None, words.fault_text(bot.faults[-1]))
            return Reply(answer, "", bot.explain())

        self._hint = question, work
        return work

    def reasons_of(self, seat: Seat) -> list[Reason]:
        """Return the reasons of a bot's decisions that are public by now, oldest first."""
        state = self.state
        secret = bool(state.gathered) and not state.over
        hidden = len(state.gathered) + len(state.answers) if secret else 0
        public = len(self.referee.journal) - hidden
        return [one for one in self.reasons if one.seat == seat and one.entry < public]

    def _note(self, text: str) -> None:
        self.notices.append(Notice(len(self.referee.events), text))


def _first_keys(names: Sequence[str]) -> list[str]:
    """Return a letter for each name: the first of it that no earlier name has taken."""
    found: list[str] = []
    spare = iter("abcdefghijklmnopqrstuvwxyz")
    for name in names:
        letters = [letter for letter in name.casefold() if letter.isalnum()]
        key = next((letter for letter in letters if letter not in found), "")
        while not key or key in found:
            key = next(spare)
        found.append(key)
    return found
