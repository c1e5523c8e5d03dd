"""A game of PowerDome line by line: questions to people, their commands, and what happens."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

from deathdome.console import COVERING
from deathdome.errors import DeathdomeError, NotationError, UsageError, nearest, sentence
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.notation import Speller, split_parts
from deathdome.powerdome.one_line import state_line
from deathdome.powerdome.plain.commands import ALSO, SHOWING, Look
from deathdome.powerdome.plain.forms import (
    NOTHING,
    RefusedLineError,
    TypedSpeller,
    form_of,
    refused,
)
from deathdome.powerdome.plain.table import (
    offers_of,
    option_line,
    player_line,
    pool_lines,
    power_text,
)
from deathdome.powerdome.plain.telling import Teller, end_lines
from deathdome.powerdome.play.coaching import coach_host
from deathdome.powerdome.play.host import SECRET, Curtain, LastWord, Person, Think
from deathdome.powerdome.play.what_if import past_plans
from deathdome.powerdome.text import plain_mode as say
from deathdome.powerdome.text.coaching import coach_lines
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.text.reasons import reason_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deathdome.console import Input, Output
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.plain.forms import Form
    from deathdome.powerdome.play.host import GameHost, Reply

_MOST: Final = 1000  # characters of a typed line
_PATIENCE: Final = 2.0  # seconds


class LeftError(Exception):
    """The person has left, or the input has ended."""


class StrictError(Exception):
    """A line was refused in a strict script, which stops there."""


@dataclass(frozen=True)
class PlainSettings:
    """Settings of a game in plain mode."""

    covering: int = 0  # empty lines that cover the output to one person from the next
    asks: bool = False  # a second confirmation of a sheet with slips
    patience: float = 0.0  # seconds until a bot is said to be thinking; 0: never
    strict: bool = False  # a refusal ends the game
    resume: str = ""  # the command that resumes this game later
    chosen_seed: bool = False  # the seed may be shown

    @classmethod
    def of(cls, *, terminal: bool, **more: Any) -> PlainSettings:
        """Return settings that suit a terminal, or a script."""
        covering = COVERING if terminal else 0
        patience = _PATIENCE if terminal else 0.0
        return cls(covering, terminal, patience, **more)


class PlainGame:
    """A game between people at these lines and bots.

    Every answer is on disk before the next question is asked.
    """

    def __init__(
        self,
        host: GameHost,
        out: Output,
        lines_in: Input,
        settings: PlainSettings,
        *,
        resumed: bool = False,
    ) -> None:
        self._host: Final = host
        self._out: Final = out
        self._lines: Final = lines_in
        self._settings: Final = settings
        self._resumed: Final = resumed
        self._viewer: Seat = host.reader
        self._teller: Final = Teller(host.view(self._viewer), self._viewer)
        self._told = len(host.referee.events) if resumed else 0
        self._notices = 0
        self._queue: list[str] = []  # the rest of a line
        self._form: Form | None = None
        self._form_of: tuple[int, Ask] | None = None
        self._asked: tuple[int, Ask] | None = None
        self._warned = False
        self._curtains: set[Seat] = set()  # people that have seen their key
        self._doing: Final[Mapping[str, Callable[[str, Look], None]]] = {
            "question": lambda _, look: self._put_question(look),
            "help": self._help,
            "why": self._why,
            "hint": self._hint,
            "reasons": self._reasons,
            "undo": lambda _, look: self._step("undo", look),
            "redo": lambda _, look: self._step("redo", look),
            "clear": lambda _, look: self._step("clear", look),
            "confirm": self._confirm,
            "copy": self._copy,
            "key": self._key,
            "coach": self._coach,
            "seed": self._seed,
            "save": self._save,
            "quit": self._quit,
        }

    # -- the game ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until the person leaves.

        Raises:
            StrictError: something was refused in a strict script.
        """
        try:
            self._play()
        except LeftError:
            self._leave()
        except (KeyboardInterrupt, StrictError):
            self._out.say("")
            self._leave()
            raise

    @property
    def goes_on(self) -> bool:
        """True if the game can be resumed from the disk."""
        return self._host.saved and not self._host.over

    def _play(self) -> None:
        host = self._host
        self._greet()
        while (need := host.need) is not None:
            self._say_notices()
            self._tell()
            match need:
                case Think():
                    with self._waiting(need.ask.seat):
                        reply = need.work()
                    host.take(reply)
                case Curtain():
                    self._raise_curtain(need.seat)
                case Person():
                    self._ask_person(need.ask)
                case LastWord():
                    self._last_word(need.seat)
        self._finish()

    def _greet(self) -> None:
        host, state = self._host, self._host.state
        self._out.say(say.TITLE, say.CREDIT)
        self._out.say(*(say.seat_line(*one) for one in zip(host.names, host.players, strict=True)))
        if line := option_line(state.options):
            self._out.say(line)
        if state.options.closing_dome:
            self._out.say(say.DOME_CLOSES)
        if host.file is not None and host.saved:
            self._out.say(say.saved_in(host.file.path.stem))

    def _tell(self) -> None:
        """Say what happened since the last time."""
        events = self._host.heard(self._viewer)
        news, self._told = events[self._told :], len(events)
        if news:
            self._out.say(*self._teller.lines(self._host.view(self._viewer), news))

    def _say_notices(self) -> None:
        notices = self._host.notices
        for notice in notices[self._notices :]:
            self._out.say(notice.text)
        self._notices = len(notices)

    @contextmanager
    def _waiting(self, seat: Seat) -> Iterator[None]:
        """Say that a bot is thinking if it takes long."""
        if not self._settings.patience:
            yield
            return
        line = say.THINKING.format(name=self._host.names[seat])
        timer = Timer(self._settings.patience, lambda: self._out.say(line))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def _finish(self) -> None:
        host = self._host
        self._say_notices()
        self._tell()
        view = host.view(ABSENT)
        self._out.say(*end_lines(view, host.heard(ABSENT), host.last_word, host.reader))
        self._out.say(say.seed_line(host.referee.seed))
        host.close()  # the result is written
        self._say_notices()
        if not host.people:
            return
        self._out.say(say.AT_THE_END)
        while True:
            self._take_line(
                self._line("over> "),
                Look(
                    view,
                    host.heard(ABSENT),
                    ABSENT,
                    setting=host.setting,
                    reader=host.reader,
                ),
            )

    def _last_word(self, seat: Seat) -> None:
        self._out.say(say.LAST_WORD.format(name=self._host.names[seat]))
        while True:
            line = self._lines.line(f"{self._host.names[seat]}, last line>")
            said = "" if line is None or line.strip().casefold() in NOTHING else line
            trouble = self._host.say(said)
            if not trouble:
                return
            self._out.say(sentence(trouble))

    def _leave(self) -> None:
        host = self._host
        if host.over:
            return
        if not host.saved:
            self._out.say(say.LEFT_UNSAVED)
            return
        secret = bool(host.state.gathered)
        self._out.say(say.LEFT_IN_FORM if secret else say.LEFT_SAVED)
        if self._settings.resume:
            self._out.quote(say.resume_with(self._settings.resume))

    # -- people ------------------------------------------------------------------------------------

    def _raise_curtain(self, seat: Seat) -> None:
        """Wait until the person whose form comes next has the keyboard (R-35)."""
        host = self._host
        self._out.say(*[""] * self._settings.covering)
        ask = host.referee.owed()[0]
        name, first = host.names[seat], seat not in self._curtains
        self._out.say(say.curtain(name, say.FORMS[ask.kind], host.key(seat), first))
        self._queue.clear()
        while True:
            line = self._line(f"{name}, key> ").strip()
            if line.casefold() == "quit":
                raise LeftError
            if line and host.lift(line):
                self._curtains.add(seat)
                return
            self._out.say(say.CURTAIN_WRONG)

    def _ask_person(self, ask: Ask) -> None:
        host = self._host
        mark = (len(host.referee.journal), ask)
        if self._form_of != mark:
            self._form, self._form_of = form_of(host.view(ask.seat), ask), mark
            self._warned = False
        look = Look(
            host.view(ask.seat),
            host.heard(ask.seat),
            ask.seat,
            ask,
            self._form,
            host.setting,
            ask.seat,
        )
        if self._asked != mark:
            self._asked = mark
            if not self._queue:
                self._put_question(look)
        self._take_line(self._next(f"{host.names[ask.seat]}, {say.FORMS[ask.kind]}> "), look)

    def _put_question(self, look: Look) -> None:
        ask, view = look.ask, look.view
        if ask is None:
            raise UsageError(say.OVER)
        self._out.say(say.question(ask.kind, self._host.names[ask.seat]))
        self._out.say(*self._facts(ask, view))
        if look.form is not None:
            self._out.say(*look.form.lines())
        self._out.say(say.HOW[ask.kind])

    def _facts(self, ask: Ask, view: State) -> Iterator[str]:
        """Yield what a person needs for an answer."""
        dome = view.now
        names = view.seats
        match ask.kind:
            case AskKind.PROTECT:
                yield from pool_lines(view)
            case AskKind.TRADE:
                yield say.offers_left(offers_of(view, ask.seat))
                yield from self._hands(view)
            case AskKind.REPLY if view.progress.table is not None:
                maker, trade = view.progress.table
                narrator = Narrator(dome.tome, names, ask.seat)
                yield say.offer_line(names[maker], narrator.trade(maker, trade))
                if trade.reason:
                    yield say.reason_line(trade.reason)
            case AskKind.DISCARD:
                yield from (power_text(dome.tome.powers[one]) for one in dome.hands[ask.seat])
            case AskKind.TALK | AskKind.SHEET:
                mine, living = dome.characters[ask.seat], dome.living()
                yield say.round_line(dome.round, mine.vitality, len(living))
                if ask.kind is AskKind.TALK:
                    yield from self._rivals(ask, view)
            case AskKind.CONSENT:
                narrator = Narrator(dome.tome, names, ask.seat)
                for maker, proposal in view.talk:
                    if proposal.to == ask.seat:
                        yield f"{narrator.proposed(maker, proposal)}."
            case _:
                pass

    def _rivals(self, ask: Ask, view: State) -> Iterator[str]:
        past = past_plans(self._host.heard(ask.seat))
        for seat in view.now.living():
            if seat != ask.seat:
                plans = past.get(seat, ())
                yield player_line(view, view.now.characters[seat], plans, ask.seat)

    def _hands(self, view: State) -> Iterator[str]:
        powers = view.now.tome.powers
        for seat, hand in enumerate(view.now.hands):
            held = ", ".join(powers[power].name for power in hand)
            yield say.hand_line(view.seats[seat], view.now.characters[seat].vitality, held)

    # -- typed text --------------------------------------------------------------------------------

    def _line(self, prompt: str) -> str:
        line = self._lines.line(prompt.rstrip())
        if line is None:
            self._out.say(say.INPUT_ENDED)
            raise LeftError
        return line

    def _next(self, prompt: str) -> str:
        return self._queue.pop(0) if self._queue else self._line(prompt)

    def _take_line(self, line: str, look: Look) -> None:
        """Carry out a typed line; a refusal drops the rest of it."""
        text = line.strip()
        self._host.retry()
        if text.startswith("#"):
            return
        try:
            if len(text) > _MOST:
                raise UsageError(say.TOO_LONG.format(most=_MOST))
            self._do(text or "question", look)
        except DeathdomeError as error:
            self._out.say(sentence(str(error)))
            if self._queue:
                self._out.say(say.REST_DROPPED.format(rest="; ".join(self._queue)))
                self._queue.clear()
            if self._settings.strict:
                self._out.say(say.STRICT_STOPS)
                raise StrictError from error

    def _do(self, text: str, look: Look) -> None:
        parts = split_parts(text)
        word = self._command(parts[0] if parts else "")
        if word and len(parts) > 1 and word != "why":
            self._queue[:0] = parts[1:] if look.form is not None else ["; ".join(parts[1:])]
            text = parts[0]
        if word:
            rest = text.partition(" ")[2].strip()
            if word in SHOWING:
                self._out.say(*SHOWING[word](look, rest))
            else:
                self._doing[word](rest, look)
        elif look.form is not None:
            self._fill(parts, look.form)
        elif look.ask is not None:
            self._answer(text, look)
        else:
            raise UsageError(self._unknown(text))

    def _command(self, text: str) -> str:
        """Return the command that a text begins with; "" if it is none."""
        first, _, rest = text.partition(" ")
        word = ALSO.get(first.casefold(), first.casefold())
        if word not in SHOWING and word not in self._doing:
            return ""
        # "look a tin smile" is part of a character, and the command takes no words.
        return "" if (word == "key" and not rest) or (word == "look" and rest) else word

    def _unknown(self, text: str) -> str:
        word = text.split(maxsplit=1)[0] if text.split() else ""
        near = nearest(word.casefold(), [*SHOWING, *self._doing])
        return say.unknown(word[:40], near)

    def _fill(self, parts: Sequence[str], form: Form) -> None:
        """Put the parts of a line into a form, up to the first command."""
        mine = list(parts)
        for at, part in enumerate(parts):
            if self._command(part):
                mine, self._queue[:0] = list(parts[:at]), parts[at:]
                break
        try:
            lines = form.take(mine)
        except NotationError as error:
            raise UsageError(self._with_command(str(error), mine)) from error
        self._warned = False
        self._out.say(*lines)

    def _with_command(self, error: str, parts: Sequence[str]) -> str:
        """Return an error with the command that was likely meant, unless it names a word."""
        word = next((part.split()[0] for part in parts if part.split()), "")
        near = nearest(word.casefold(), [*SHOWING, *self._doing])
        return f"{error}{near}" if error.endswith('".') else error

    def _answer(self, text: str, look: Look) -> None:
        assert look.ask is not None
        speller = TypedSpeller(look.view)
        answer = speller.read(look.ask, text)
        self._give(answer, look)

    def _give(self, answer: Answer, look: Look) -> None:
        refusal = self._host.answer(answer)
        if refusal is not None:
            raise RefusedLineError(refused(look.view, refusal))

    # -- commands that do something ----------------------------------------------------------------

    def _confirm(self, _: str, look: Look) -> None:
        form = look.form
        if form is None or look.ask is None:
            raise UsageError(say.NO_FORM)
        warnings, notes = form.warnings()
        if not self._warned:
            self._out.say(*warnings, *notes)
        if warnings and self._settings.asks and not self._warned:
            self._warned = True
            self._out.say(say.CONFIRM_AGAIN)
            self._queue.clear()
            return
        self._give(form.answer(), look)
        if len(self._host.people) > 1 and look.ask.kind in SECRET:
            self._out.say(*[""] * self._settings.covering, say.CURTAIN_CLOSED)
            self._queue.clear()
        else:
            self._out.say(say.HANDED_IN)

    def _step(self, word: str, look: Look) -> None:
        form = look.form
        if form is None:
            raise UsageError(say.NO_FORM)
        if word == "undo" and not form.undo():
            raise UsageError(say.NOTHING_TO_UNDO)
        if word == "redo" and not form.redo():
            raise UsageError(say.NOTHING_TO_REDO)
        if word == "clear":
            form.clear()
        self._warned = False
        self._out.say(*form.lines())

    def _why(self, words: str, look: Look) -> None:
        """Say why an answer, or a part of a form, is refused."""
        first, _, rest = words.partition(" ")
        wanted = (rest if first.casefold() in ("not", "not:") else words).strip()
        if not wanted or look.ask is None:
            raise UsageError(say.WHY_WHAT)
        if look.form is not None:
            refusal = look.form.why_not(split_parts(wanted))
        else:
            answer = TypedSpeller(look.view).read(look.ask, wanted)
            refusal = self._host.referee.why_not(look.ask.seat, answer)
        self._out.say(say.ALLOWED if refusal is None else refused(look.view, refusal))

    def _hint(self, _: str, look: Look) -> None:
        work = self._host.hint() if look.ask is not None else None
        if work is None or look.ask is None:
            raise UsageError(say.NO_HINT)
        with self._waiting(look.ask.seat):
            reply: Reply = work()
        if reply.answer is None:
            raise UsageError(say.no_hint(reply.fault))
        self._out.say(say.hint_line(Speller(look.view).text(look.ask, reply.answer)))
        self._out.say(*self._explained(look.view, look.ask, reply.reasons))

    @staticmethod
    def _explained(view: State, ask: Ask, reasons: object) -> list[str]:
        return list(reason_lines(view, ask, reasons))

    def _reasons(self, words: str, look: Look) -> None:
        host = self._host
        bots = [seat for seat in range(len(host.players)) if seat not in host.people]
        if words:
            bots = [TypedSpeller(look.view).read_who(words)]
        lines: list[str] = []
        for seat in bots:
            for one in host.reasons_of(seat)[-1:]:
                told = self._explained(host.view(ABSENT), one.ask, one.reasons)
                lines += [say.reasons_head(host.names[seat], say.FORMS[one.ask.kind]), *told]
        if not lines:
            raise UsageError(say.NO_REASONS)
        self._out.say(*lines)

    def _key(self, words: str, look: Look) -> None:
        if look.seat == ABSENT:
            raise UsageError(say.OVER)
        trouble = self._host.set_key(look.seat, words)
        if trouble:
            raise UsageError(trouble)
        self._out.say(say.YOUR_KEY.format(key=words.strip()))

    def _copy(self, _: str, look: Look) -> None:
        self._out.spell(state_line(look.view))

    def _coach(self, _: str, __: Look) -> None:
        if not self._host.over:
            raise UsageError(say.COACH_LATER)
        self._out.say(*coach_lines(coach_host(self._host, lambda _, __: True)))

    def _seed(self, _: str, __: Look) -> None:
        known = self._settings.chosen_seed or self._host.over
        self._out.say(say.seed_line(self._host.referee.seed) if known else say.SEED_LATER)

    def _save(self, _: str, __: Look) -> None:
        file = self._host.file
        saved = file is not None and self._host.saved
        self._out.say(say.saved_in(file.path.stem) if file is not None and saved else say.NOT_SAVED)

    def _quit(self, _: str, __: Look) -> None:
        raise LeftError

    def _help(self, _: str, look: Look) -> None:
        if look.ask is not None:
            self._out.say(say.HOW[look.ask.kind])
        self._out.say(*(say.command_line(*one) for one in say.COMMANDS.values()))
        self._out.say(say.CREDIT)
