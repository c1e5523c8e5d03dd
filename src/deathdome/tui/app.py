"""The application: the current match, the stack of screens, the theme."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections import deque
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import App
from textual.binding import Binding
from textual.command import CommandPalette
from textual.events import Paste

from deathdome.errors import DeathdomeError
from deathdome.session.notices import Interval
from deathdome.stage import phrases, themes
from deathdome.stage.messages import Changed
from deathdome.stage.terminal_io.exits import FailingApp, handle_exits
from deathdome.stage.terminal_io.output_diff import diffing_driver
from deathdome.stage.text import ELLIPSIS, clean
from deathdome.stage.widgets.cached_rows import CachedRows
from deathdome.stage.widgets.lines import Lines
from deathdome.stage.widgets.stack import Stack
from deathdome.text.phrases import matches as say
from deathdome.tui.base_screen import BaseScreen
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import ASCII, SIGNED
from deathdome.tui.keys.keyset import use
from deathdome.tui.lobby import Unfinished, Wishes
from deathdome.tui.registry import screen_of
from deathdome.tui.saved_matches import SavedMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.driver import Driver
    from textual.screen import Screen

    from deathdome.model.catalog import Catalog
    from deathdome.records.timeline import Timeline
    from deathdome.session.host import MatchHost
    from deathdome.stage.text import Line
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.lobby import Lobby
    from deathdome.tui.ports import Page
    from deathdome.tui.runner import Runner
    from deathdome.tui.screens.title import TitleScreen


_FEW: Final = ("standard", "windows")  # systems of sixteen colours
SENTENCES: Final = 5  # in view over a screen at most; a burst of errors shows the last ones
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
    from deathdome.tui.screens.menu import AskScreen

    return isinstance(screen, (AskScreen, CommandPalette, *map(screen_of, _CLOSED)))


class DomeApp(FailingApp):
    """Shows one match at a time, or the title screen.

    With a session the match begins at once. With a lobby there is a title screen, which begins
    matches and to which they return.
    """

    CSS_PATH = "styles/deathdome.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False  # the terminal selects text, and fast clicks confuse Textual
    TITLE = "Death Dome 3,000"
    SCREENS: ClassVar = {}
    BINDINGS: ClassVar = [Binding("ctrl+z", "suspend_process", show=False, priority=True)]

    def __init__(
        self,
        session: MatchHost | None = None,
        lobby: Lobby | None = None,
        wishes: Wishes | None = None,  # what the session's match was begun with
        timeline: Timeline | None = None,  # a match to be watched instead
    ) -> None:
        super().__init__()
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
        self._unsaid: deque[str] = deque(maxlen=SENTENCES)  # for when the curtain is lifted
        self._said: deque[str] = deque(maxlen=SENTENCES)  # sentences that are about to be shown
        self._shown: list[float] = []  # when those in view were shown
        self._instead = ""  # sentence that is about to take the place of all others
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
        if self._session is not None:
            return self._session.view.setup.catalog
        assert self.lobby is not None
        return self.lobby.catalog

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that writes no more than it must."""
        return diffing_driver(super().get_driver_class())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours for themes that do not know the board."""
        return dict(themes.DEFAULTS)

    def on_load(self) -> None:
        """Set the theme before the styles are read: with another theme they are read twice."""
        for theme in themes.THEMES:
            self.register_theme(theme)
        theme = self.available_themes[self._theme_for(self.settings)]
        if theme.dark:  # a light one changes more and is set later
            self.set_reactive(App.theme, theme.name)
            self.add_class(f"-theme-{theme.name}", update=False)
            self.stylesheet.set_variables(self.get_css_variables())

    def on_mount(self) -> None:
        self.use_settings(self.settings)
        handle_exits(self)
        self.call_after_refresh(self.settled)
        self.set_interval(RETRY, self._retry)
        if self._session is not None:
            self._begin(self._session)
        elif self._timeline is not None:
            self.saved_matches.show_replay(self._timeline)
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

    def settled(self) -> None:
        """Exempt all loaded objects from garbage collection, which takes longer than a frame."""
        if not self.is_headless:  # tests run in one process
            gc.freeze()
            gc.enable()

    def attempt(self, act: Callable[[], object]) -> None:
        try:
            act()
        except DeathdomeError as error:
            self.say(str(error))

    def say(self, text: str) -> None:
        if self._session is not None and self._session.curtain is not None:
            self._unsaid.append(text)
            return
        if not self._said:
            self.call_later(self._show_said)
        self._said.append(text)

    def _show_said(self) -> None:
        """Show the last sentences; they take the place of those in view if there are too many."""
        said = list(self._said)
        self._said.clear()
        if self._session is not None and self._session.curtain is not None:
            self._unsaid += said
            return
        now = monotonic()
        self._shown = [time for time in self._shown if now - time < self.NOTIFICATION_TIMEOUT]
        if len(self._shown) + len(said) > SENTENCES:
            self.clear_notifications()
            self._shown.clear()
        for text in said:
            self._shown.append(now)
            self.notify(clean(text), markup=False)

    def say_instead(self, text: str) -> None:
        # Textual adds a sentence later than it clears them. A burst of keys would clear first and
        # then add all its answers, and showing them takes the square of their number.
        if not self._instead:
            self.call_later(self._say_instead)
        self._instead = text

    def _say_instead(self) -> None:
        text, self._instead = self._instead, ""
        self.clear_notifications()
        self.say(text)

    async def on_event(self, event: events.Event) -> None:
        """Clean pasted text: nothing in it reaches the terminal as a command."""
        if isinstance(event, Paste):
            event.text = "\n".join(map(clean, event.text.splitlines()))
        await super().on_event(event)

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
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen) and screen.is_ready:
                screen.refresh_all()

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
            self._forget_drawn()
            self.open("curtain")
        return True

    def _forget_drawn(self) -> None:
        """Forget every row drawn for one player before the next one looks."""
        for screen in self.screen_stack:
            for widget in (screen, *screen.query(CachedRows)):
                if isinstance(widget, Stack):
                    widget.clear()
                if isinstance(widget, CachedRows):
                    widget.forget()
            for box in screen.query(Lines):
                if box.id != "toosmall":
                    box.show([])

    def _close_pages(self) -> None:
        """Close help, log and dialogs, so that the screen below can change."""
        while len(self.screen_stack) > 1 and _closes(self.screen):
            self.pop_screen()

    def close_page(self) -> None:
        if len(self.screen_stack) > 2:  # the lowest one is Textual's, and empty
            self.pop_screen()
        else:
            self.leave()

    # -- called by screens ---------------------------------------------------------------------

    def lift_curtain(self) -> None:
        self.close("curtain")
        self.session.lift()
        self.on_changed()  # before the next frame: the screen below is the last player's
        while self._unsaid:
            self.say(self._unsaid.popleft())

    def open(self, page: Page, *values: object, **options: object) -> None:
        self.push_screen(screen_of(page)(*values, **options))

    def close(self, page: Page) -> None:
        if isinstance(self.screen, screen_of(page)):
            self.pop_screen()

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

    def use_settings(self, settings: DisplaySettings) -> None:
        self.settings = settings
        use(settings.keyset)
        if self._session is not None:
            self._session.ends_phases = settings.options.end_spent and not self._session.teaches
            self._session.announcing = settings.options.announcer != "off"
        self.animation_level = settings.animation
        self.drop_colours(every=self.colourless)
        self.spell_ellipses(spell=self.glyphs.ellipsis != ELLIPSIS)
        self.set_class(self.colourless, "-colourless")
        self.theme = self._theme_for(settings)
        self.ansi_color = self.current_theme.ansi  # no watcher runs for the theme set on loading
        for screen in self.screen_stack:
            screen.refresh(layout=True)
            if isinstance(screen, BaseScreen) and screen.is_ready:
                screen.refresh_all()

    def _theme_for(self, settings: DisplaySettings) -> str:
        """Return the theme of the options, or that of sixteen colours where there are no more."""
        few = self.console.color_system in _FEW and not self.is_headless
        return themes.SIXTEEN if few else settings.theme

    @property
    def glyphs(self) -> GlyphSet:
        glyphs = self.settings.glyphs
        if self.colourless:
            return ASCII
        return SIGNED if glyphs.tinted and self.theme == themes.SIXTEEN else glyphs

    @property
    def colourless(self) -> bool:
        """True if the options or NO_COLOR ask for no colours."""
        return self.no_color or self.settings.options.colours == "none"

    def next_theme(self) -> None:
        """Switch to the next theme."""
        names = [theme.name for theme in themes.THEMES]
        at = names.index(self.theme) if self.theme in names else -1
        self.theme = names[(at + 1) % len(names)]
        self.ansi_color = self.current_theme.ansi

    # -- keys that mean the same everywhere ----------------------------------------------------

    def carry_out(self, binding: str) -> None:
        method = getattr(self, f"do_{binding}", None)
        if method is not None:
            method()

    def tell(self, text: str) -> None:
        if isinstance(self.screen, BaseScreen):
            self.screen.tell(text)
        else:
            self.say(text)

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

    def do_leave(self) -> None:
        self.ask_to_leave()

    def do_theme(self) -> None:
        self.next_theme()
        self.tell(phrases.THEME.format(theme=self.theme.removeprefix("dome-")))

    def do_pace(self) -> None:
        if self.in_match:
            self.session.next_pace()

    def do_log(self) -> None:
        if self.in_match:
            self.open("log")

    # -- leaving -------------------------------------------------------------------------------

    def leave(self) -> None:
        self.exit()

    def action_suspend_process(self) -> None:
        """Suspend the process until `fg`; between several players cover the hand first."""
        if self.is_web:
            self.say(phrases.NO_SHELL)
            return
        if self._session is not None:
            self._session.hide()
            self._cover()  # at once: the shell may take the screen before the next message
        super().action_suspend_process()

    async def action_quit(self) -> None:
        self.leave()

    def action_help_quit(self) -> None:
        """Handle Ctrl-C on screens that do not."""
        self.ask_to_leave()

    def on_app_blur(self, _event: events.AppBlur) -> None:
        """Cover the hand when the terminal loses focus, if several players share the screen."""
        if not self.settings.options.curtain:
            return
        if self._session is not None:
            self._session.hide()
