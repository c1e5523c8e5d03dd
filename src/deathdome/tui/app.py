"""The application: the current match, the stack of screens, the theme."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual.command import CommandPalette

from deathdome.errors import DeathdomeError
from deathdome.session.notices import Interval
from deathdome.stage import themes
from deathdome.stage.app import STYLES, StageApp
from deathdome.stage.messages import Changed
from deathdome.text.phrases import matches as say
from deathdome.tui.base_screen import MatchPage
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import ASCII, SIGNED
from deathdome.tui.keys.keyset import TABLE, in_use, use
from deathdome.tui.lobby import Unfinished, Wishes
from deathdome.tui.registry import screen_of
from deathdome.tui.saved_matches import SavedMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.screen import Screen
    from textual.types import CSSPathType

    from deathdome.model.catalog import Catalog
    from deathdome.records.timeline import Timeline
    from deathdome.session.host import MatchHost
    from deathdome.stage.keys.keyset import Keyset
    from deathdome.stage.text import Line
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.lobby import Lobby
    from deathdome.tui.ports import Page
    from deathdome.tui.runner import Runner
    from deathdome.tui.screens.title import TitleScreen


OWN_STYLES: Final = Path(__file__).with_name("styles") / "deathdome.tcss"
RETRY: Final = 5.0  # seconds between attempts to save a match that could not be saved


# Pages that a change of the screen below may close.
_CLOSED: Final[tuple[Page, ...]] = (
    "help",
    "log",
    "leave",
    "concede",
    "read",
    "reasons",
    "replay",
    "cards",
    "rules",
    "load",
)


def _closes(screen: object) -> bool:
    """Return True for a page that the next screen closes."""
    if type(screen) is screen_of("match"):  # the usual case: load no page to answer
        return False
    if getattr(screen, "over", False):  # a page about the season, over another one
        return True
    from deathdome.stage.screens.menu import AskScreen

    return isinstance(screen, (AskScreen, CommandPalette, *map(screen_of, _CLOSED)))


class DomeApp(StageApp):
    """Shows one match at a time, or the title screen.

    With a session the match begins at once. With a lobby there is a title screen, which begins
    matches and to which they return.
    """

    CSS_PATH: ClassVar[CSSPathType | None] = [STYLES, OWN_STYLES]
    TITLE = "Death Dome 3,000"
    KEYS = TABLE

    settings: DisplaySettings

    def __init__(
        self,
        session: MatchHost | None = None,
        lobby: Lobby | None = None,
        wishes: Wishes | None = None,  # what the session's match was begun with
        timeline: Timeline | None = None,  # a match to be watched instead
        *,
        has_second_game: bool = False,  # the caller can open the title of PowerDome
        only_options: bool = False,  # show the options, then go back to PowerDome
    ) -> None:
        super().__init__()
        self.has_second_game = has_second_game
        self.second_game_wanted = False  # open the title of PowerDome next
        self.second_lesson_wanted = False  # begin its lesson there
        self.only_options = only_options
        self._timeline = timeline
        self.lobby = lobby
        self.saved_matches = SavedMatches(self)
        self.wishes = wishes
        self.unfinished: Unfinished | None = None  # as it was when the title was last shown
        self._session = session
        self._runner: Runner | None = None
        self._playing: asyncio.Task[None] | None = None
        self._endings: set[asyncio.Task[None]] = set()  # matches whose processes are ending
        self._shop: Screen[object] | None = None
        self.settings = DisplaySettings()
        self._shown_end = False
        self._interval: Page | None = None  # page between two matches of a season
        self._results = 0  # matches of the season whose result was shown
        self.lost: list[str] = []  # errors of matches that could not be saved

    @property
    def session(self) -> MatchHost:
        assert self._session is not None
        return self._session

    @property
    def in_match(self) -> bool:
        return self._session is not None

    @property
    def catalog(self) -> Catalog:
        for page in self.screen_stack:
            if isinstance(page, MatchPage) and page.replayed_catalog is not None:
                return page.replayed_catalog
        if self._session is not None:
            return self._session.view.setup.catalog
        assert self.lobby is not None
        return self.lobby.catalog

    def on_mount(self) -> None:
        self.set_up()
        self.set_interval(RETRY, self._retry)
        if self._session is not None:
            self._begin(self._session)
        elif self._timeline is not None:
            self.saved_matches.show_replay(self._timeline)
        elif self.only_options:
            self.open("options")
        elif self.lobby is not None:
            self._show_title()
        if self.settings.remark:
            self.say(self.settings.remark)

    # -- matches come and go -------------------------------------------------------------------

    def _show_title(self) -> None:
        assert self.lobby is not None
        if self.is_headless:  # tests wait for no frame
            self.unfinished = self.lobby.unfinished()
        elif self.lobby.any_unfinished():
            self.unfinished = Unfinished("", say.LAST_MATCH)
        self.open("title")
        if self.lobby.is_first_start:
            self.open("welcome")
        if not self.is_headless:
            behind = threading.Thread(target=self._read_behind, daemon=True)
            self.call_after_refresh(behind.start)

    def _read_behind(self) -> None:
        """Load the unfinished match and the first screens in a thread, behind the title."""
        lobby = self.lobby
        assert lobby is not None
        # The program may end meanwhile; what fails here fails again when it is needed.
        with suppress(DeathdomeError, OSError, RuntimeError):
            if self.unfinished is not None:
                self.call_from_thread(self._tell_unfinished, lobby.unfinished())
            needed: tuple[Page, ...] = ("setup", "match", "shop")
            for page in needed:
                screen_of(page)
            _ = lobby.catalog

    def _tell_unfinished(self, found: Unfinished | None) -> None:
        """Name the unfinished match in its row of the title, or remove the row without one."""
        self.unfinished = found
        if (title := self._title) is not None:
            title.draw()

    def wishes_of(self, seats: Sequence[str], *, quick: bool = False) -> Wishes:
        return Wishes(tuple(seats), self.settings.people(seats), quick=quick)

    def play(self, wishes: Wishes) -> None:
        lobby = self.lobby
        if lobby is not None:
            self.begin(lambda: (lobby.open(wishes), wishes))

    def resume(self, key: str) -> None:
        lobby = self.lobby
        if lobby is not None:
            self.begin(lambda: lobby.resume(key))

    def teach(self, number: int) -> None:
        from deathdome.session.lesson import lesson_host
        from deathdome.tui.presenters.coaching import LESSON_TEXTS

        self.begin(lambda: (lesson_host(number, LESSON_TEXTS), None))

    def to_lessons(self) -> None:
        self.to_title()
        if self.lobby is not None:
            self.open("lessons")

    def to_second_game(self, *, lesson: bool = False) -> None:
        self.second_game_wanted, self.second_lesson_wanted = True, lesson
        self.leave()

    @property
    def can_rematch(self) -> bool:
        return self.lobby is not None and self.wishes is not None

    def rematch(self, *, same_seed: bool) -> None:
        if self.wishes is not None:
            session = self.session
            wishes = replace(self.wishes, seed=None, secret=None, cosmetic=None)
            if same_seed:
                wishes = replace(
                    wishes, seed=session.seed, secret=session.secret, cosmetic=session.cosmetic
                )
            self.play(wishes)

    def begin(self, opens: Callable[[], tuple[MatchHost, Wishes | None]]) -> None:
        try:
            session, self.wishes = opens()
        except DeathdomeError as error:
            self.say(str(error))
            return
        self._end_match()
        self._begin(session)

    def _begin(self, session: MatchHost) -> None:
        self._session = session
        self._shop = None
        self._shown_end = False
        self._interval, self._results = None, session.matches_shown
        from deathdome.tui.refresh_policy import RefreshPolicy
        from deathdome.tui.runner import Runner

        self._runner = Runner(session)
        session.listeners.append(RefreshPolicy(session, self._has_changed).changed)
        session.pace.level = session.pace.level or self.settings.pace
        session.ends_phases = self.settings.options.end_spent and not session.teaches
        session.announcing = self.settings.options.announcer != "off"
        self.open("match")
        self.call_after_refresh(self.settled)
        self._cover()
        self._playing = asyncio.create_task(self._play(self._runner))

    def _end_match(self, *, forgets: bool = False) -> None:
        """Remove the match, and every screen over the title.

        `forgets`: a match in which no player has done anything is deleted.
        """
        session, self._session = self._session, None
        runner, self._runner = self._runner, None
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None
        while len(self.screen_stack) > 1 and self.screen is not self._title:
            self.pop_screen()
        if session is not None and runner is not None:
            session.save()
            self.lost += filter(None, [session.lost])
            session.listeners.clear()
            closing = session.close()
            if forgets:
                self._delete_untouched(session)
            ending = asyncio.create_task(runner.end(closing))
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)

    def _retry(self) -> None:
        """Try again to save what could not be saved."""
        if self._session is not None:
            self._session.retry()

    @property
    def titled(self) -> bool:
        return self._title is not None

    @property
    def _title(self) -> TitleScreen | None:
        from deathdome.tui.screens.title import TitleScreen

        return next((one for one in self.screen_stack if isinstance(one, TitleScreen)), None)

    def to_title(self) -> None:
        if self.lobby is None or not self.titled:
            self.leave()
            return
        self._end_match(forgets=True)
        self.unfinished = self.lobby.unfinished()
        title = self._title
        if title is not None and title is self.screen:
            title.index = 0  # most players want to resume the match they left
            title.draw()

    @property
    def quiet(self) -> bool:
        return self._session is not None and self._session.curtain is not None

    def _has_changed(self) -> None:
        self.post_message(Changed())

    async def on_unmount(self) -> None:
        """Stop the managers when the screen closes, whatever closed it."""
        if self._playing is not None:
            self._playing.cancel()
        session = self._session
        if self._runner is not None and session is not None:
            await self._runner.end(session.close())
        await asyncio.gather(*self._endings, return_exceptions=True)

    def _delete_untouched(self, session: MatchHost) -> None:
        """Delete the record of a match that was only looked at: no list shows it again."""
        if self.lobby is not None and session.record is not None and session.is_untouched:
            with suppress(DeathdomeError):
                self.lobby.delete(str(session.record))

    async def _play(self, runner: Runner) -> None:
        try:
            await runner.run()
        except Exception as error:  # noqa: BLE001 - the screen must report any error
            self.fail(error)

    def on_changed(self) -> None:
        """Open and close screens as the session requires, and let them read it."""
        session = self._session
        if session is None:
            return
        if self._cover():
            return
        self._between_matches(session)
        shopping = session.shopping and self._interval is None
        if shopping and self._shop is None:
            self._close_pages()
            self.open("shop")
            self._shop = self.screen
        elif not shopping and self._shop is not None:
            self._close_pages()
            if self.screen is self._shop:
                self.pop_screen()
            self._shop = None
        if session.outcome is not None and not self._shown_end:
            self._shown_end = True
            self.open("end")
        if session.is_done and not self._shown_end:
            self._shown_end = True
            self._close_pages()
            self.open("lesson_done")
        self.refresh_screens()

    # -- between two matches of a season -------------------------------------------------------

    def _between_matches(self, session: MatchHost) -> None:
        """Open the result of a match, or the auction after it; the player leaves each page."""
        series = session.view.setup.series
        if series is None or session.outcome is not None:
            if self._interval is not None:
                self._leave_page()
            return
        if series.match > self._results:
            self._results = series.match
            self._turn_to("match_result")
        elif isinstance(session.need, Interval) and self._interval != "match_result":
            session.proceed()
        elif self._auction_open and self._interval != "match_result":
            self._turn_to("auction")
        elif self._interval == "auction" and self._sold_by_viewer:
            self._turn_to("standings")

    @property
    def _auction_open(self) -> bool:
        from deathdome.model.frames import Auction  # the title needs no rules

        return any(isinstance(frame, Auction) for frame in self.session.view.stack)

    @property
    def _sold_by_viewer(self) -> bool:
        """True if the auction is over, and a player at this screen has held it."""
        series = self.session.view.setup.series
        winners = series.results[-1].winners if series is not None and series.results else ()
        return len(winners) == 1 and winners[0] in self.session.people

    def _turn_to(self, page: Page) -> None:
        """Open a page between two matches in place of the one before."""
        if self._interval == page:
            return
        self._close_pages()
        if self._shop is not None and self.screen is self._shop:
            self.pop_screen()
            self._shop = None
        if self._interval is not None:
            self.close(self._interval)
        self._interval = page
        self.open(page)

    def _leave_page(self) -> None:
        self._close_pages()
        if self._interval is not None:
            self.close(self._interval)
        self._interval = None

    def leave_interval_page(self) -> None:
        session = self.session
        match self._interval:
            case "match_result" if self._auction_open:
                self._turn_to("auction")
                session.proceed()
            case "match_result":
                self._turn_to("standings")
            case "auction":
                self._turn_to("standings")
            case _:
                self._leave_page()
                session.proceed()
        self.on_changed()

    def _cover(self) -> bool:
        """Put the curtain over everything before the next frame; False if it is not up."""
        session = self._session
        if session is None or session.curtain is None:
            return False
        # The leave dialog may be over it; it shows nothing of the match.
        up = [one for one in self.screen_stack if isinstance(one, screen_of("curtain"))]
        if up:
            up[0].refresh_all()
        else:
            self._close_pages()
            self.clear_notifications()  # they are for the last player
            self.forget_drawn()
            self.open("curtain")
        return True

    def _close_pages(self) -> None:
        """Close help, log and dialogs, so that the screen below can change."""
        while len(self.screen_stack) > 1 and _closes(self.screen):
            self.pop_screen()

    # -- called by screens ---------------------------------------------------------------------

    def lift_curtain(self) -> None:
        self.close("curtain")
        self.session.lift()
        self.on_changed()  # before the next frame: the screen below is the last player's
        self.say_unsaid()

    def show_space(self, space: int) -> bool:
        under = self.screen_stack[-2] if len(self.screen_stack) > 1 else None
        from deathdome.tui.screens.match import MatchScreen

        if not isinstance(under, MatchScreen):
            return False
        self.pop_screen()
        under.look_at(space)
        return True

    def read(self, rows: list[Line]) -> None:
        self.open("read", rows)

    def ask_to_leave(self) -> None:
        if self._session is None:
            self.leave()
        elif self._session.outcome is not None:
            self.to_title()
        elif not isinstance(self.screen, screen_of("leave")):
            self.open("leave")

    def page_class(self, page: str) -> type[Any]:
        return screen_of(cast("Page", page))

    @property
    def when_small(self) -> Sequence[str]:
        return say.ENLARGE, say.PLAY_PLAIN

    # -- options -------------------------------------------------------------------------------

    def use_settings(self, settings: DisplaySettings) -> None:
        if self._session is not None:
            self._session.ends_phases = settings.options.end_spent and not self._session.teaches
            self._session.announcing = settings.options.announcer != "off"
        super().use_settings(settings)

    def use_keys(self) -> None:
        use(self.settings.keyset)

    @property
    def keyset(self) -> Keyset:
        return in_use()

    @property
    def glyphs(self) -> GlyphSet:
        glyphs = self.settings.glyphs
        if self.colourless:
            return ASCII
        return SIGNED if glyphs.tinted and self.theme == themes.SIXTEEN else glyphs

    # -- keys that mean the same everywhere ----------------------------------------------------

    def do_help(self) -> None:
        self.open("help")

    def do_find(self) -> None:
        self.open("cards", self.catalog)

    def do_options(self) -> None:
        self.open("options")

    def do_palette(self) -> None:
        """Open the list of everything that can be done now."""
        from deathdome.tui.palette import palette

        self.push_screen(palette())

    def do_matches(self) -> None:
        self.saved_matches.show_matches()

    def do_copy(self) -> None:
        from deathdome.tui.copying import copy_position

        copy_position(self)

    def do_copy_replay(self) -> None:
        from deathdome.tui.copying import copy_replay

        copy_replay(self)

    def do_load(self) -> None:
        self.saved_matches.ask_for_text()

    def do_reasons(self) -> None:
        """Show the explanations of the managers' decisions."""
        if self.in_match:
            self.open("reasons")

    def do_watch(self) -> None:
        """Replay the present match from its beginning."""
        self.saved_matches.watch_match()

    def do_pace(self) -> None:
        if self.in_match:
            self.session.next_pace()

    def do_log(self) -> None:
        if self.in_match:
            self.open("log")

    # -- leaving -------------------------------------------------------------------------------

    def before_suspending(self) -> None:
        """Cover the hand between several players."""
        if self._session is not None:
            self._session.hide()
            self._cover()  # at once: the shell may take the screen before the next message

    def on_app_blur(self, _event: events.AppBlur) -> None:
        """Cover the hand when the terminal loses focus, if several players share the screen."""
        if not self.settings.options.curtain:
            return
        if self._session is not None:
            self._session.hide()
