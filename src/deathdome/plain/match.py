"""One match line by line: asks people and managers, tells what happened, keeps hands apart."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from deathdome.errors import DeathdomeError, UsageError
from deathdome.match.phase_history import PhaseHistory
from deathdome.match.protocol import NO_MARK
from deathdome.match.seeds import seed_to_show
from deathdome.match.undo import UndoStack
from deathdome.match.windows import Watch
from deathdome.model.notation import action_text
from deathdome.model.spelling import TEAMS
from deathdome.odds.public import Ledger, ledger_of
from deathdome.plain.choices import asked, left_over, lists_itself, read_answer
from deathdome.plain.commands import COMMANDS, DOING, Command, Doing, last
from deathdome.plain.console import HUMAN, LeftError, Manner, Next, Patience, RefusedError, Typed
from deathdome.plain.hints import Hints
from deathdome.plain.inspect import course, moment, payout_line
from deathdome.plain.opponents import THINKING, Opponents
from deathdome.plain.view import View, sentences
from deathdome.records.format import counts_of
from deathdome.rules.gear import gear_now
from deathdome.rules.observing import observe
from deathdome.text.names import listed, shortened, team_name
from deathdome.text.recent import told_since

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.match.protocol import Controller, Request
    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action
    from deathdome.plain.console import Ears, Voice
    from deathdome.records.replay import Replay
    from deathdome.records.writer import RecordWriter

_LONGEST: Final = 400  # characters of an answer or a command
PUBLIC: Final = -1  # stands for a seat that hears what everybody may hear


class PlainMatch:
    """A match between people at these lines and managers in this process.

    With a `writer` every answer is on disk before the next question is said. `more` are commands
    of whoever starts the match.
    """

    def __init__(
        self,
        referee: Referee,
        names: Sequence[str],  # index is seat
        managers: Mapping[int, Callable[[], Controller]],  # of the seats without a person
        voice: Voice,
        ears: Ears,
        *,
        more: Mapping[str, Command] | None = None,
        manner: Manner | None = None,
        people: Sequence[str] = (),  # what the person in each seat is called; "" for nobody
        writer: RecordWriter | None = None,
        resumed: Replay | None = None,  # what the match goes on from
        notes: Sequence[str] = (),  # what is to be said at the beginning
    ) -> None:
        self._referee: Final = referee
        given = (*people, *("",) * len(names))
        self._names: Final = tuple(who or name for who, name in zip(given, names, strict=False))
        self._voice: Final = voice
        self._typed: Final = Typed(voice, ears)
        self._commands: Final = {**COMMANDS, **(more or {})}
        self._words: Final = (*self._commands, *DOING)
        self._manner: Final = manner or Manner()
        self._patience: Final = Patience(voice, self._manner.patience)
        self._writer: Final = writer
        self._notes: Final = tuple(notes)
        self._opponents: Final = Opponents(referee, names, managers)
        self._people: Final = tuple(s for s in range(len(names)) if s not in managers)
        self._watch: Final = Watch(referee, self._people)
        self._viewer = self._people[0] if len(self._people) == 1 else PUBLIC
        self._undo_stack = UndoStack(referee)
        self._resumed: Final = resumed
        self._hints = Hints(self._note_hint, counts_of(resumed.hints if resumed else ()))
        self._doing: Final = Doing(
            voice,
            referee,
            writer,
            self._opponents,
            self._manner,
            self._commands,
            self._people,
            self._names,
            begun=resumed is not None,
        )
        self._ledger = Ledger()
        if resumed is not None and resumed.begun is not None:
            self._ledger = ledger_of(resumed.begun, referee.journal)
        self._phases = PhaseHistory(referee.state, referee.journal, len(referee.journal))
        if resumed is not None and resumed.begun is not None:
            self._phases = PhaseHistory(resumed.begun, referee.journal)
        told = len(referee.events) if resumed is not None else 0
        self._shown = dict.fromkeys((PUBLIC, *range(len(names))), told)  # events told, by seat
        self._asked = NO_MARK  # the question that was said last
        self._listed = NO_MARK  # the question whose answers were said last
        self._warned = NO_MARK  # the question whose end was asked about

    @property
    def goes_on(self) -> bool:
        """Whether the match can be gone on with from the disk."""
        return self._writer is not None and self._writer.saved and not self._referee.over

    def run(self) -> Next:
        """Plays to the end, or until the person leaves; what is wanted then.

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
            self._voice.say("")
            self._leave()
            raise
        except RefusedError:
            self._leave()
            raise
        return Next.NOTHING

    def leaving(self) -> str:
        """What is said when the match is left."""
        if self._referee.over:
            return "The match is over."
        seed = self._seed
        left = f"The match is left (seed {seed})." if seed is not None else "The match is left."
        if self._writer is None:
            return f"{left} Nothing of it is kept."
        if not self._writer.settle():
            return f"{left} It could not be saved: {self._writer.lost}."
        return f"{left} It is kept."

    def _leave(self) -> None:
        self._voice.say(self.leaving())
        if self.goes_on:
            self._voice.quote(f"resume with: {self._manner.resume}")  # in one line, however long

    def _keep(self) -> None:
        """What was answered is on disk before anything else is said."""
        self._ledger.follow(self._referee.state, self._referee.asked, self._referee.events)
        if self._writer is not None:
            self._write(self._writer, self._writer.update)

    def _note_hint(self, seat: int) -> None:
        """A hint is on disk as well: going on with the match keeps the count."""
        if self._writer is not None:
            self._write(self._writer, partial(self._writer.hint, seat))

    def _retry(self) -> None:
        """Write again if something is missing on disk; the person is typing something anyway."""
        if self._writer is not None:
            self._write(self._writer, self._writer.retry)

    def _write(self, writer: RecordWriter, write: Callable[[], str]) -> None:
        """Write, and say when the match can no longer be saved, or can be again."""
        troubled = bool(writer.trouble)
        said = write()
        if troubled and writer.saved:
            said = "the match is saved again"
        if said:
            self._voice.say(*sentences([said]))

    # -- the match ---------------------------------------------------------------------------------

    def _play(self) -> None:
        self._greet()
        self._opponents.begin()
        self._voice.say(*self._opponents.troubles())
        self._go_on()
        while (request := self._referee.request(THINKING)) is not None:
            if self._watch.hides(request):
                self._pass_windows()
            elif request.seat not in self._people:
                self._ask_manager(request)
            else:
                self._ask_person(request)
        self._finish()

    def _greet(self) -> None:
        seats = listed([f"{team_name(n)} is {name}" for n, name in enumerate(self._names)])
        seed = f", seed {self._seed}" if self._seed is not None else ""
        self._voice.say(f"Death Dome 3,000{seed}. {seats}.")
        if self._people:
            self._voice.say(
                'help lists the commands, options the legal answers. Answer as "walk k5", or by '
                "the number of an answer; a semicolon between several."
            )
            if self._manner.unfinished:
                self._voice.say(
                    f"Another match is kept unfinished: {self._manner.unfinished}. "
                    '"continue" goes on with that one instead.'
                )
        self._voice.say(*sentences(self._notes))

    def _go_on(self) -> None:
        """A match that was left goes on: where it stands, and what could still be taken back."""
        resumed, asked = self._resumed, self._referee.asked
        if resumed is None or self._referee.over:  # what is over is only counted again
            return
        if asked is not None and asked.seat in self._people:
            self._undo_stack.recall(resumed.points)
        view = self._view(None)
        self._voice.say("The match goes on.", moment(view))
        if self._viewer != PUBLIC:  # else whoever takes the seat can ask
            self._voice.say(*last(view, ""))

    def _ask_manager(self, request: Request) -> None:
        # The rest of a line waits: that it was dropped would tell of a reaction thought about.
        with self._patience.waiting(request.seat):
            action = self._opponents.decide(request)
        self._voice.say(*self._opponents.troubles())
        self._give(action)

    def _give(self, action: Action) -> None:
        """Take an answer, and tell what came of it."""
        self._watch.begin()
        self._undo_stack.answer(action)
        self._keep()
        self._pass_windows()

    def _pass_windows(self) -> None:
        """Let managers answer from their hands, then tell all that happened at once.

        Two reports would show that a manager was asked. Where all players know that a manager may
        hold a card that answers, this takes the pause of the manner, or longer if a manager needs
        longer.
        """
        until = monotonic() + self._manner.pause
        while (request := self._referee.request(THINKING)) and self._watch.hides(request):
            with self._patience.waiting():
                action = self._opponents.decide(request)
            self._undo_stack.answer(action)
            self._keep()
        if self._manner.pause and self._watch.passed():
            sleep(max(0.0, until - monotonic()))
        self._tell_at_once()

    def _tell(self) -> None:
        """What happened since the last time, as whoever reads may hear it."""
        seat = self._viewer
        referee = self._referee
        first = self._shown[seat]
        if first < len(referee.events):
            lines = told_since(
                referee.visible_events(seat), referee.state.setup, first, odds=self._ledger.odds
            )
            self._voice.say(*lines)
            self._shown[seat] = len(referee.events)

    def _tell_at_once(self) -> None:
        """What happened, unless several people share these lines.

        Then it waits until it is known who reads next: drawn cards are not for everybody.
        """
        if len(self._people) <= 1:
            self._tell()

    def _finish(self) -> None:
        self._typed.drop("the match is over")
        referee = self._referee
        outcome = referee.state.outcome
        assert outcome is not None
        self._opponents.end(outcome)
        self._voice.say(*self._opponents.troubles())
        self._make_public()
        self._tell()
        self._voice.say(*(payout_line(row) for row in outcome.standings))
        self._voice.say(*course(self._view(None), ""))
        self._voice.say(*filter(None, [self._hints.count()]))
        if self._writer is not None and self._writer.settle():
            name = self._manner.resume.partition("--resume ")[2]
            self._voice.quote(f"Every roll and draw again: deathdome verify {name}")
        if not self._people:
            return
        self._voice.say(
            "The match is over. log, look, payout, history, reasons and position still answer; "
            "coach tells what cost most; rematch plays it again with the same seed, rematch new "
            "with another."
        )
        while True:
            self._do(self._typed.next("over>"), self._view(None))

    # -- people ------------------------------------------------------------------------------------

    def _ask_person(self, request: Request) -> None:
        self._patience.renew()
        if request.seat != self._viewer:
            self._typed.drop("another person answers")
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
        self._voice.say(*asked(view))

    def _raise_curtain(self, seat: int) -> None:
        """Waits until the next person has taken the seat; before that only public facts are said.

        Raises:
            LeftError: nobody takes it.
        """
        if self._viewer != PUBLIC:
            # What the former person has just done, as everybody may hear it.
            self._make_public()
            self._tell()
            self._voice.say(*[""] * self._manner.covering)
        self._voice.say(f"{self._called(seat)}, press Enter when the others look away.")
        while line := self._typed.line(f"{TEAMS[seat]}, Enter>").strip():
            if line.lower() == "quit":
                raise LeftError
            self._voice.say("Only an empty line goes on here; quit leaves the match.")
        self._viewer = seat
        self._asked = self._listed = NO_MARK

    def _called(self, seat: int) -> str:
        """'Blue', or 'Bo (Blue)' if that is known."""
        name = self._names[seat]
        return team_name(seat) if name == HUMAN else f"{name} ({team_name(seat)})"

    def _make_public(self) -> None:
        """From now on only what everybody may hear is said, where several people read."""
        if len(self._people) > 1 and self._viewer != PUBLIC:
            self._shown[PUBLIC] = self._shown[self._viewer]
            self._viewer = PUBLIC

    def _view(self, request: Request | None) -> View:
        seat = request.seat if request is not None else max(self._viewer, 0)
        referee = self._referee
        seen = request.seen if request is not None else observe(referee.state, seat)
        seen = replace(seen, gear=gear_now(seen))
        heard = tuple(referee.visible_events(self._viewer))
        odds, began = self._ledger.odds, referee.began
        return View(request, seen, self._names, self._seed, heard, odds, began)

    @property
    def _seed(self) -> int | None:
        """The seed, if it may be known."""
        referee = self._referee
        return seed_to_show(referee.seed, referee.secret, over=referee.over)

    # -- what is typed -----------------------------------------------------------------------------

    def _do(self, text: str, view: View) -> None:
        """A command, or an answer to the open question."""
        self._retry()
        if not text:
            return
        word, _, rest = text.partition(" ")
        word = {"?": "help", "exit": "quit"}.get(word.lower(), word.lower())
        try:
            if len(text) > _LONGEST:
                raise UsageError(
                    f'"{shortened(text, 60)}" is too long: no answer has more than {_LONGEST} '
                    "characters; a semicolon stands between several"
                )
            if word in self._commands:
                self._voice.say(*self._commands[word].tell(view, rest.strip()))
                if word in ("options", "question", "store", "targets") and view.request:
                    self._listed = view.request.mark
            elif word in DOING:
                self._act(word, rest.strip(), view)
            else:
                self._answer(text, view)
        except DeathdomeError as error:
            self._voice.say(sentences([str(error)])[0])
            self._typed.drop("of that")
            if self._manner.strict:
                self._voice.say("That ends a strict script.")
                raise RefusedError from error

    def _answer(self, text: str, view: View) -> None:
        listed_now = view.request is not None and self._listed == view.request.mark
        action = read_answer(view, text, self._words, listed=listed_now)
        if text[0].isdigit():
            self._voice.say(
                f"Answer: {view.spelled(action)}."
            )  # a number alone tells nothing later
        if not self._sure(view, action):
            return
        self._give(action)
        self._doing.begun = True

    def _sure(self, view: View, action: Action) -> bool:
        """Whether an answer is given at once: not if it would give something useful away.

        That is asked for once; where nobody can be asked, it is said.
        """
        assert view.request is not None
        left = "" if self._hints.advised(view.request) == action else left_over(view, action)
        if not left or self._warned == view.request.mark:
            return True
        if not self._manner.asks:
            self._voice.say(f"Not used: {left}.")
            return True
        self._warned = view.request.mark
        self._voice.say(f'Still to be used: {left}. "{view.spelled(action)}" again ends it.')
        self._typed.drop("of that")
        return False

    def _act(self, word: str, rest: str, view: View) -> None:
        if self._doing.does(word):
            self._doing.act(word, rest, view)
        elif word == "hint":
            self._hint(view)
        elif view.request is None:
            raise UsageError("the match is over")
        else:
            times = int(rest) if rest.isdecimal() and len(rest) < 6 else 1
            for _ in range(times):
                self._go(word, view.seat)

    def _hint(self, view: View) -> None:
        with self._patience.waiting(view.seat):
            told = self._hints.tell(view.request, self._phases, self._referee.journal)
        self._voice.say(told)

    def _go(self, word: str, seat: int) -> None:
        """One step back or forth."""
        setup = self._referee.state.setup
        action = self._undo_stack.undo() if word == "undo" else self._undo_stack.redo()
        self._hints.forget()
        told = "Taken back" if word == "undo" else "Done again"
        self._voice.say(f"{told}: {action_text(setup, action, seat)}.")
        self._asked = self._listed = NO_MARK
        for other, shown in self._shown.items():
            self._shown[other] = min(shown, len(self._referee.events))
        self._keep()
        self._tell()
