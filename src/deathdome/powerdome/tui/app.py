"""The application of PowerDome: the current game, and the stack of its screens."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from deathdome.errors import RecordError
from deathdome.powerdome.play.game_file import read_game
from deathdome.powerdome.play.host import Curtain, Person
from deathdome.powerdome.play.lesson import LessonHost
from deathdome.powerdome.play.timeline import Timeline
from deathdome.powerdome.text import lesson as say_lesson
from deathdome.powerdome.text import screens as say
from deathdome.powerdome.text import watch_screen as say_watch
from deathdome.powerdome.tui.flow import Step, next_show, next_step
from deathdome.powerdome.tui.keys import TABLE
from deathdome.powerdome.tui.ports import Speed
from deathdome.powerdome.tui.registry import screen_of
from deathdome.powerdome.tui.runner import Runner
from deathdome.stage.app import STYLES, StageApp
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.keys.keyset import PAGE
from deathdome.stage.messages import Changed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.types import CSSPathType

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.play.host import GameHost, Reply
    from deathdome.powerdome.play.lesson import Lesson
    from deathdome.powerdome.play.lobby import Lobby, Wishes
    from deathdome.powerdome.rules.refusals import Refusal
    from deathdome.powerdome.tui.ports import Draft, Page

OWN_STYLES: Final = Path(__file__).with_name("styles") / "powerdome.tcss"


class PowerDomeApp(StageApp):
    """Shows one game at a time, or the title.

    With a host the game begins at once, otherwise at the title. `lobby` begins and
    resumes games.
    """

    CSS_PATH: ClassVar[CSSPathType | None] = [STYLES, OWN_STYLES]
    TITLE = say.TITLE
    KEYS = TABLE

    def __init__(
        self,
        host: GameHost | None = None,
        lobby: Lobby | None = None,
        *,
        teaches: Callable[[], Lesson] | None = None,
        again: Callable[[GameHost], GameHost] | None = None,
        forks: Callable[[Timeline], GameHost] | None = None,
        watched: Timeline | None = None,
        has_first_game: bool = False,
        begins_with_lesson: bool = False,
    ) -> None:
        super().__init__()
        self._again = again
        self._forks = forks
        self._watched = watched
        self._teaches = teaches
        self.has_first_game = has_first_game
        self.first_game_wanted = False  # open the title of the first game next
        self.options_wanted = False  # open only its options, then come back
        self._begins_with_lesson = begins_with_lesson
        self._host = host
        self.lobby = lobby
        self._runner: Runner | None = None
        self._playing: asyncio.Task[None] | None = None
        self._played = 0  # events that shows have played
        self._step = Step()  # the screen above the table
        self._speed: Speed | None = None  # of the shows, once it was chosen
        self._draft: tuple[tuple[int, Ask], object] | None = None

    def page_class(self, page: str) -> type[Any]:
        return screen_of(cast("Page", page))

    @property
    def when_small(self) -> Sequence[str]:
        return say.ENLARGE, say.PLAY_PLAIN

    @property
    def in_game(self) -> bool:
        return self._host is not None

    @property
    def host(self) -> GameHost:
        assert self._host is not None
        return self._host

    def on_mount(self) -> None:
        self.set_up()
        if self.lobby is not None:
            self.open("title")
        if self._host is not None:
            self._begin(self._host)
        elif self._watched is not None:
            self.open("watch", self._watched)
        elif self.lobby is None or self._begins_with_lesson:
            self.teach()
        if self.settings.remark:
            self.say(self.settings.remark)

    # -- games come and go ---------------------------------------------------------------------

    @property
    def can_teach(self) -> bool:
        return self._teaches is not None

    def begin(self, wishes: Wishes) -> None:
        assert self.lobby is not None
        self._begin_instead(self.lobby.begin(wishes))

    def resume(self, path: Path) -> None:
        assert self.lobby is not None
        self._begin_instead(self.lobby.resume(path))

    def _begin(self, host: GameHost) -> None:
        self._host = host
        self._played = len(host.referee.events)
        self._step = Step()
        self.open("game")
        self._runner = Runner(host, self._has_changed, self._holds)
        self._playing = asyncio.create_task(self._play(self._runner))

    @property
    def has_title(self) -> bool:
        return self.lobby is not None

    @property
    def can_play_again(self) -> bool:
        return self._again is not None and self._host is not None

    def play_again(self) -> None:
        if self._again is not None:
            self._begin_instead(self._again(self.host))

    @property
    def can_fork(self) -> bool:
        return self._forks is not None

    def fork(self, timeline: Timeline) -> None:
        if self._forks is not None:
            self._begin_instead(self._forks(timeline))

    def _begin_instead(self, host: GameHost) -> None:
        """Begin a game in place of every screen above the title."""
        self._end_game()
        title = screen_of("title")
        while len(self.screen_stack) > 1 and not isinstance(self.screen, title):
            self.pop_screen()
        self._begin(host)

    def watch_again(self) -> None:
        file = self.host.file
        if file is None or not self.host.saved:
            raise RecordError(say_watch.NOT_KEPT)
        _, record = read_game(file.path)
        self.open("watch", Timeline(record, self.host.state.now.tome, file.path.stem))

    def teach(self, number: int = 0) -> None:
        assert self._teaches is not None
        if self._host is not None:  # the step before
            self._end_game()
            while len(self.screen_stack) > 1 and not isinstance(self.screen, screen_of("game")):
                self.pop_screen()
            self.pop_screen()
        self._begin(LessonHost(self._teaches(), number))

    def introduced(self) -> None:
        host = self._host
        if isinstance(host, LessonHost):
            host.introduced = True
            self._go_on()

    @property
    def reminder(self) -> str:
        host = self._host
        return say_lesson.GOAL.format(goal=host.step.goal) if isinstance(host, LessonHost) else ""

    async def _play(self, runner: Runner) -> None:
        try:
            await runner.run()
        except Exception as error:  # noqa: BLE001 - the screen must report any error
            self.fail(error)

    def _has_changed(self) -> None:
        self.post_message(Changed())

    def on_changed(self) -> None:
        """Let the screens read the game, and open the next one."""
        if self._host is not None:
            self.follow()
            self.refresh_screens()

    def _holds(self) -> bool:
        """True if bots must wait for a show: no living person waits for them."""
        host = self.host
        alive = any(host.state.now.characters[seat].alive for seat in host.people)
        return not alive and next_show(host.referee.events, self._played) is not None

    # -- the screen above the table ------------------------------------------------------------

    def follow(self) -> None:
        """Open the screen of the next question or show.

        A page that a person reads stays; the next screen opens once it is closed.
        """
        host = self._host
        if host is None:
            return
        step = next_step(host, self._played)
        if step == self._step:
            return
        table = screen_of("game")
        mine = screen_of(self._step.page) if self._step.page is not None else None
        if mine is not None and isinstance(self.screen, mine):
            self.pop_screen()
        elif not isinstance(self.screen, table):
            return
        self._step = step
        if step.page is not None:
            self.open(step.page, *step.values)

    @property
    def curtain(self) -> Seat | None:
        need = self.host.need if self.in_game else None
        return need.seat if isinstance(need, Curtain) else None

    @property
    def quiet(self) -> bool:
        return self.curtain is not None

    @property
    def committed(self) -> tuple[int, int]:
        state = self.host.state
        done = len(state.gathered)
        return done, done + len(self.host.referee.owed())

    def asks(self, ask: Ask) -> bool:
        need = self.host.need
        return isinstance(need, Person) and need.ask == ask

    def answer(self, answer: Answer) -> Refusal | None:
        refusal = self.host.answer(answer)
        if refusal is None:
            self._draft = None
            self._go_on()
        return refusal

    def lift(self) -> None:
        if self.host.lift():
            self.forget_drawn()
            self._go_on()
            self.say_unsaid()

    def say_last(self, text: str) -> str:
        trouble = self.host.say(text)
        if not trouble:
            self._go_on()
        return trouble

    def shown(self, events: int) -> None:
        self._played = max(self._played, events)
        self._go_on()

    @property
    def speed(self) -> Speed:
        people = self._host is not None and self._host.people
        return self._speed or (Speed.STEP if people else Speed.TIMED)

    def next_speed(self) -> Speed:
        speeds = list(Speed)
        self._speed = speeds[(speeds.index(self.speed) + 1) % len(speeds)]
        return self._speed

    def _go_on(self) -> None:
        """Let the bots continue, and open the next screen."""
        if self._runner is not None:
            self._runner.answered()
        self.on_changed()

    def draft(self, make: Callable[[], Draft]) -> Draft:
        need = self.host.need
        assert isinstance(need, Person)
        of = len(self.host.referee.journal), need.ask
        if self._draft is None or self._draft[0] != of:
            self._draft = of, make()
        return cast("Draft", self._draft[1])

    def before_suspending(self) -> None:
        """Lower the curtain between several people."""
        if self._host is not None and self._host.lower():
            table = screen_of("game")
            while not isinstance(self.screen, table):  # a page may show what is secret
                self.pop_screen()
            self._step = Step()
            self.follow()

    # -- hints ---------------------------------------------------------------------------------

    def hint(self) -> None:
        """Find a hint in a thread, and show it if its question is still open."""
        work = self.host.hint()
        if work is None:
            self.tell(say.NO_HINT)
            return
        self.tell(say.THINKING_OF_A_HINT)
        self.run_worker(self._find_hint(work), exclusive=True)

    async def _find_hint(self, work: Callable[[], Reply]) -> None:
        need = self.host.need
        reply = await asyncio.to_thread(work)
        if self._host is None or self._host.need != need or not isinstance(need, Person):
            return
        if reply.answer is None:
            self.tell(say.HINT_FAILED.format(fault=reply.fault))
        else:
            self.tell("")
            self.open("hint", need.ask, reply)

    def _end_game(self) -> None:
        """Remove the game; its record is on disk."""
        host, self._host = self._host, None
        self._draft = None
        if self._playing is not None:
            self._playing.cancel()
            self._playing = self._runner = None
        if host is not None:
            host.close()

    def to_title(self) -> None:
        if self.lobby is None:
            self.leave()
            return
        self._end_game()
        title = screen_of("title")
        while len(self.screen_stack) > 1 and not isinstance(self.screen, title):
            self.pop_screen()

    def to_first_game(self) -> None:
        self.first_game_wanted = True
        self.leave()

    def to_options(self) -> None:
        self.options_wanted = True
        self.to_first_game()

    async def on_unmount(self) -> None:
        """Stop the bots when the screen closes, whatever closed it."""
        self._end_game()

    # -- keys that mean the same everywhere ----------------------------------------------------

    def do_help(self) -> None:
        self.open("help")

    def do_log(self) -> None:
        if self._host is not None:
            self.open("log")

    def do_reasons(self) -> None:
        if self._host is not None:
            self.open("reasons")

    def do_tome(self) -> None:
        self.open("tome")

    def do_rules(self) -> None:
        """Open the rules behind the top screen, or behind the one below a page."""
        below = (one.context for one in reversed(self.screen_stack) if isinstance(one, BaseScreen))
        self.open("rules", next((one for one in below if one != PAGE), ""))

    def ask_to_leave(self) -> None:
        """Ask before a running game is left; from the title leave the program."""
        host = self._host
        if host is not None and not host.over and not isinstance(host, LessonHost):
            self.open("leave")
        else:
            self.leave_game()

    def leave_game(self) -> None:
        away = self._host is not None or not isinstance(self.screen, screen_of("title"))
        if away and self.lobby is not None:
            self.to_title()
        elif self.has_first_game:
            self.to_first_game()
        else:
            self.leave()
