"""One match line by line: questions to players, their commands, and what has happened."""

from __future__ import annotations

from dataclasses import replace
from time import sleep
from typing import TYPE_CHECKING, Final, cast

from deathdome.errors import DeathdomeError, UsageError
from deathdome.match.protocol import HUMAN, NO_MARK
from deathdome.model.actions import CONCESSIONS
from deathdome.model.events import OrderSet, Rolled
from deathdome.model.identifiers import TEAMS
from deathdome.model.notation import action_text
from deathdome.plain import trading
from deathdome.plain.choices import asked, left_over, lists_itself, read_answer
from deathdome.plain.commands import COMMANDS, DOING, Command, Doing, last
from deathdome.plain.console import LeftError, Next, Patience, PlainSettings, RefusedError, Typed
from deathdome.plain.inspect import course, moment, payout_line
from deathdome.plain.notices import PlainWords, hint_words, hints_count
from deathdome.plain.view import View, sentences
from deathdome.rules.gear import gear_now
from deathdome.session.host import MatchHost
from deathdome.session.managers import LocalManagers
from deathdome.session.notices import Begin, Decide, End, Interval, Person, Rest, Wait
from deathdome.text.names import listed, shortened, team_name
from deathdome.text.phrases import hosting as say
from deathdome.text.phrases import matches
from deathdome.text.recent import roll_words, told_since
from deathdome.text.seasons import standing_lines
from deathdome.text.standings import last_unit_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.console import Input, Output
    from deathdome.managers.hint_text import Advice
    from deathdome.match.protocol import Controller, Reply, Request
    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.records.replay import Replay
    from deathdome.records.writer import RecordWriter
    from deathdome.session.advice_process import LocalAdvice
    from deathdome.session.notices import Need

_LONGEST: Final = 400  # characters of an answer or a command
PUBLIC: Final = -1  # a seat that hears public events only


def plain_host(
    referee: Referee,
    names: Sequence[str],  # index is seat
    makers: Mapping[int, Callable[[], Controller]],  # of the seats without a player
    *,
    people: Sequence[str] = (),  # name of the player in each seat; "" for none
    writer: RecordWriter | None = None,
    resumed: Replay | None = None,
    notes: Sequence[str] = (),
    greeting: str = "",
    pause: float = 0.0,  # seconds where a manager may hold a card that answers
    cosmetic: int | None = None,  # seed of names and remarks; None: units have no names
) -> MatchHost:
    """Host a match line by line: managers and hints come from this process."""
    given = (*people, *("",) * len(names))
    called = [who or name for who, name in zip(given, names, strict=False)]
    return MatchHost(
        referee,
        [name if seat in makers else HUMAN for seat, name in enumerate(names)],
        LocalManagers(makers),
        people=["" if name == HUMAN else name for name in called],
        writer=writer,
        resumed=resumed,
        notes=notes,
        greeting=greeting,
        make_adviser=_local_advice,
        words=PlainWords(called),
        pause=pause,
        cosmetic=cosmetic,
    )


def _local_advice() -> LocalAdvice:
    from deathdome.session.advice_process import LocalAdvice  # loads files that it thinks with

    return LocalAdvice()


class PlainMatch:
    """A match between players at these lines and managers in this process.

    If it is kept, every answer is on disk before the next question is said. `more` are commands
    of the caller.
    """

    def __init__(
        self,
        host: MatchHost,
        out: Output,
        lines_in: Input,
        *,
        more: Mapping[str, Command] | None = None,
        settings: PlainSettings | None = None,
        resumed: bool = False,  # the match is not new
    ) -> None:
        self._host: Final = host
        self._names: Final = host.called
        self._out: Final = out
        self._typed: Final = Typed(out, lines_in)
        self._commands: Final = {**COMMANDS, **(more or {})}
        self._words: Final = (*self._commands, *DOING)
        self._settings: Final = settings or PlainSettings()
        self._patience: Final = Patience(out, self._settings.patience)
        self._people: Final = host.people
        self._viewer = self._people[0] if len(self._people) == 1 else PUBLIC
        self._resumed: Final = resumed
        self._doing: Final = Doing(out, host, self._settings, self._commands, begun=resumed)
        told = len(host.heard(PUBLIC)) if resumed else 0
        self._shown = dict.fromkeys((PUBLIC, *range(len(self._names))), told)  # events, by seat
        self._last_units: dict[int, list[str]] = {}  # warnings, by the viewer who read them
        self._said = 0  # notices that were said
        self._asked = NO_MARK  # the question that was said last
        self._listed = NO_MARK  # the question whose answers were said last
        self._warned = NO_MARK  # the question whose end was asked about

    @property
    def goes_on(self) -> bool:
        """Return True if the match can be resumed from the disk."""
        return self._host.saved and self._host.outcome is None

    def run(self) -> Next:
        """Play to the end, or until the player leaves; returns the player's wish.

        Raises:
            RefusedError: something was refused, and the manner is strict.
        """
        try:
            self._play()
        except LeftError as left:
            if left.wanted is Next.NOTHING:
                self._leave()
            return left.wanted
        except KeyboardInterrupt:
            self._out.say("")
            self._leave()
            raise
        except RefusedError:
            self._leave()
            raise
        return Next.NOTHING

    def leaving(self) -> str:
        """Return the words on leaving the match."""
        host = self._host
        if host.outcome is not None:
            return say.MATCH_OVER
        seed = host.known_seed
        left = say.MATCH_LEFT_WITH_SEED.format(seed=seed)
        if seed is None:
            left = say.MATCH_LEFT
        if host.record is None:
            return say.LEFT_UNSAVED.format(left=left)
        if not host.save():
            return say.LEFT_NOT_SAVED.format(left=left, lost=host.lost)
        return say.LEFT_SAVED.format(left=left)

    def _leave(self) -> None:
        self._out.say(self.leaving())
        if self.goes_on:
            self._out.quote(f"resume with: {self._settings.resume}")  # in one line, however long

    def _say_notices(self) -> None:
        """Say the notices since the last time."""
        notices = self._host.notices
        for notice in notices[self._said :]:
            self._out.say(*notice.text.split("\n"))
        self._said = len(notices)

    # -- the match ---------------------------------------------------------------------------------

    def _play(self) -> None:
        host = self._host
        self._greet()
        host.start()
        while (need := host.need) is not None:
            self._say_notices()
            if isinstance(need, Person):
                self._ask_person(need.request)
                continue
            host.meet(self._met(need))
            if isinstance(need, Begin):
                self._say_notices()
                self._say_where()
        self._say_notices()
        self._finish()

    def _met(self, need: Need) -> Reply | None:
        """Do what the host needs; a manager's reply is returned."""
        managers = self._host.managers
        assert isinstance(managers, LocalManagers)
        match need:
            case Begin(seats):
                managers.begin(self._host.view.setup, seats)
            case Decide(request, heard, hidden):
                if not hidden:
                    self._tell_at_once()
                # The rest of a line waits: dropping it would reveal a reaction.
                with self._patience.waiting(None if hidden else request.seat):
                    return managers.decide(request, heard)
            case Rest(settled=True):
                self._tell_at_once()
            case Wait(seconds):
                sleep(seconds)
            case Interval(outcome):
                self._tell_at_once()
                self._typed.drop(matches.MATCH_ENDED)
                self._out.say(*(payout_line(row) for row in outcome.standings))
                self._out.say(*standing_lines(self._host.view))
            case End(heard, outcome):
                self._tell_at_once()
                self._typed.drop(matches.OVER)
                managers.end(heard, outcome)
        return None

    def _greet(self) -> None:
        seats = listed([f"{team_name(n)} is {name}" for n, name in enumerate(self._names)])
        known = self._host.known_seed
        seed = say.MATCH_SEED.format(seed=known) if known is not None else ""
        self._out.say(say.MATCH_HEAD.format(seed=seed, seats=seats))
        if self._people:
            self._out.say(say.HOW_TO_CHOOSE)
            if self._settings.unfinished:
                self._out.say(say.UNFINISHED_MATCH.format(match=self._settings.unfinished))
        self._say_notices()

    def _say_where(self) -> None:
        """Say where a resumed match stands."""
        if not self._resumed or self._host.outcome is not None:  # what is over is only counted
            return
        view = self._view(None)
        self._out.say(say.MATCH_CONTINUES, moment(view))
        if self._viewer != PUBLIC:  # otherwise the player who takes the seat can ask
            self._out.say(*last(view, ""))

    def _tell(self) -> None:
        """Say what happened since the last time, as the reader may hear it."""
        seat, host = self._viewer, self._host
        first, events = self._shown[seat], host.heard(seat)
        lines: list[str] = []
        if first < len(events):
            said = host.remarks_on(events)
            first = self._tell_roll(events, first)
            lines = told_since(events, host.view.setup, first, None, host.odds, host.convicts, said)
            self._out.say(*lines)
            self._shown[seat] = len(events)
        self._warn(lines)

    def _warn(self, told: Sequence[str]) -> None:
        """Warn once of each team that is down to its last unit, unless `told` has it."""
        if self._viewer == PUBLIC:
            return
        host, before = self._host, self._last_units.get(self._viewer, [])
        seen = host.seen_by(self._viewer)
        now = [last_unit_words(seen, seat, host.convicts) for seat in range(len(self._names))]
        self._last_units[self._viewer] = now
        for words in now:
            if words and words not in before and words not in told:
                self._out.say(words)

    def _tell_roll(self, events: Sequence[Event], first: int) -> int:
        """Say in one sentence who begins; return the number of the first event still to be said."""
        order = [at for at, one in enumerate(events) if isinstance(one, OrderSet)]
        rolls = [at for at, one in enumerate(events) if isinstance(one, Rolled)]
        if not order or not rolls or not first <= rolls[0] or len(self._people) != 1:
            return first
        self._out.say(*told_since(events, self._host.view.setup, first, rolls[0]))
        self._out.say(roll_words(events, self._viewer))
        return order[0] + 1

    def _tell_at_once(self) -> None:
        """Say what happened, unless several players share these lines.

        Then it waits until it is known who reads next: drawn cards are not for all of them.
        """
        if len(self._people) <= 1:
            self._tell()

    def _finish(self) -> None:
        host = self._host
        outcome = host.outcome
        assert outcome is not None
        self._make_public()
        self._tell()
        self._out.say(*(payout_line(row) for row in outcome.standings))
        if host.view.setup.series is not None:
            self._out.say(*standing_lines(host.view))
        self._out.say(*course(self._view(None), ""))
        self._out.say(*filter(None, [hints_count(host.hints.taken)]))
        if host.save():
            name = self._settings.resume.partition("--resume ")[2]
            self._out.quote(say.VERIFY.format(name=name))
        if not self._people:
            return
        self._out.say(say.COMMANDS_AT_THE_END)
        while True:
            self._do(self._typed.next("over>"), self._view(None))

    # -- players -----------------------------------------------------------------------------------

    def _ask_person(self, request: Request) -> None:
        self._patience.renew()
        if self._host.curtain is not None:
            self._typed.drop(say.ANOTHER_PLAYER_CHOOSES)
            self._raise_curtain(request.seat)
        self._tell()
        view = self._view(request)
        if self._asked != request.mark and not self._typed.waiting:
            self._put_question(view)
            self._asked = request.mark
            if lists_itself(request):
                self._listed = request.mark
        self._do(self._typed.next(f"{TEAMS[request.seat]}>"), view)

    def _put_question(self, view: View) -> None:
        self._out.say(*asked(view))

    def _raise_curtain(self, seat: int) -> None:
        """Wait until the next player has taken the seat; until then say only public facts.

        Raises:
            LeftError: the player leaves instead.
        """
        if self._viewer != PUBLIC:
            # The last answers of the player before, as far as they are public.
            self._make_public()
            self._tell()
            self._out.say(*[""] * self._settings.covering)
        self._out.say(say.PRESS_ENTER.format(name=self._called(seat)))
        while line := self._typed.line(f"{TEAMS[seat]}, Enter>").strip():
            if line.lower() == "quit":
                raise LeftError
            self._out.say(say.ENTER_OR_QUIT)
        self._host.lift()
        self._viewer = seat
        self._asked = self._listed = NO_MARK

    def _called(self, seat: int) -> str:
        """Return 'Blue', or 'Bo (Blue)' if the name is known."""
        name = self._names[seat]
        return team_name(seat) if name == HUMAN else f"{name} ({team_name(seat)})"

    def _make_public(self) -> None:
        """Say only public events from here on, if several players read these lines."""
        if len(self._people) > 1 and self._viewer != PUBLIC:
            self._shown[PUBLIC] = self._shown[self._viewer]
            self._viewer = PUBLIC

    def _view(self, request: Request | None) -> View:
        seat = request.seat if request is not None else max(self._viewer, 0)
        host = self._host
        seen = request.seen if request is not None else host.seen_by(seat)
        seen = replace(seen, gear=gear_now(seen))
        heard = tuple(host.heard(self._viewer))
        return View(
            request,
            seen,
            self._names,
            host.known_seed,
            heard,
            host.odds,
            host.initial,
            host.convicts,
            host.remarks_on(heard),
        )

    # -- typed text -----------------------------------------------------------------------------

    def _do(self, text: str, view: View) -> None:
        """Carry out a command, or give an answer to the open question."""
        self._host.retry()
        self._say_notices()
        if not text:
            return
        word, _, rest = text.partition(" ")
        word = {"?": "help", "exit": "quit", "board": "look"}.get(word.lower(), word.lower())
        try:
            if len(text) > _LONGEST:
                raise UsageError(
                    f'"{shortened(text, 60)}" is too long: the limit is {_LONGEST} characters; '
                    "separate commands with semicolons"
                )
            if word in self._commands:
                self._out.say(*self._commands[word].tell(view, rest.strip()))
                if word in ("options", "question", "store", "targets") and view.request:
                    self._listed = view.request.mark
            elif word in DOING:
                self._act(word, rest.strip(), view)
            else:
                self._answer(text, view)
        except DeathdomeError as error:
            self._out.say(sentences([str(error)])[0])
            self._typed.drop("of that")
            if self._settings.strict:
                self._out.say(say.STRICT_SCRIPT_STOPS)
                raise RefusedError from error

    def _answer(self, text: str, view: View) -> None:
        listed_now = view.request is not None and self._listed == view.request.mark
        action = read_answer(view, text, self._words, listed=listed_now)
        if text[0].isdigit():
            self._out.say(
                say.CHOSEN.format(action=view.spelled(action))
            )  # a number alone shows nothing later
        if not self._sure(view, action):
            return
        self._host.answer([action])
        self._doing.begun = True

    def _sure(self, view: View, action: Action) -> bool:
        """Return True if an answer needs no confirmation: it forgoes nothing useful.

        Ask for confirmation once; in a script, say it without asking.
        """
        assert view.request is not None
        if action in CONCESSIONS:
            return self._sure_to_concede(view, action)
        left = "" if self._host.advised() == action else left_over(view, action)
        if not left or self._warned == view.request.mark:
            return True
        if not self._settings.asks:
            self._out.say(say.UNUSED_NOTE.format(left=left))
            return True
        self._warned = view.request.mark
        self._out.say(say.UNUSED_WARNING.format(left=left, action=view.spelled(action)))
        self._typed.drop("of that")
        return False

    def _sure_to_concede(self, view: View, action: Action) -> bool:
        """Return True once a player at a terminal has typed it twice."""
        assert view.request is not None
        if self._warned == view.request.mark or not self._settings.asks:
            return True
        self._warned = view.request.mark
        self._out.say(say.CONCEDE_WARNING.format(action=view.spelled(action)))
        self._typed.drop("of that")
        return False

    def _act(self, word: str, rest: str, view: View) -> None:
        if self._doing.does(word):
            self._doing.act(word, rest, view)
        elif word == "hint":
            self._hint(view)
        elif word == "outfit":
            self._outfit(rest, view)
        elif view.request is None:
            raise UsageError("the match is over")
        else:
            times = int(rest) if rest.isdecimal() and len(rest) < 6 else 1
            for _ in range(times):
                self._go(word, view.seat)

    def _outfit(self, words: str, view: View) -> None:
        """List the ready-made outfits, or buy the next item of one."""
        if not words:
            self._out.say(*trading.outfit_lines(view))
            return
        text, actions = trading.outfit_actions(view, words)
        self._out.say(text)
        if actions:
            self._host.answer(actions)
            self._doing.begun = True

    def _hint(self, view: View) -> None:
        host, request = self._host, view.request
        if request is None:
            raise UsageError("there is nothing to choose, so there is no hint")
        with self._patience.waiting(view.seat):
            adviser = host.adviser
            host.hint()
            if host.hints.wanted is not None:
                advice = adviser.hint(request, host.open_phase(request))
                host.advise(cast("Advice", advice))  # it comes from this process
        self._say_notices()
        self._out.say(*hint_words(host.hints.take_news(), view.setup, host.convicts.named))

    def _go(self, word: str, seat: int) -> None:
        """Undo or redo one answer."""
        host = self._host
        acts = host.undo() if word == "undo" else host.redo()
        told = "Undone" if word == "undo" else "Redone"
        for action in acts:
            self._out.say(f"{told}: {action_text(host.view.setup, action, seat)}.")
        self._asked = self._listed = NO_MARK
        events = len(host.heard(PUBLIC))
        for other, shown in self._shown.items():
            self._shown[other] = min(shown, events)
        self._say_notices()
        self._tell()
