"""The application below that of each game: themes, symbols, sentences, the way out."""

from __future__ import annotations

import gc
from collections import deque
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import App
from textual.binding import Binding
from textual.events import Paste

from deathdome.errors import DeathdomeError
from deathdome.stage import phrases, themes
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.display import Display
from deathdome.stage.glyphs import ASCII, Signs
from deathdome.stage.keys.keyset import Keyset
from deathdome.stage.terminal_io.exits import FailingApp, handle_exits
from deathdome.stage.terminal_io.output_diff import diffing_driver
from deathdome.stage.text import ELLIPSIS, clean
from deathdome.stage.widgets.cached_rows import CachedRows
from deathdome.stage.widgets.lines import Lines
from deathdome.stage.widgets.stack import Stack

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.driver import Driver
    from textual.types import CSSPathType

    from deathdome.stage.keys.keyset import KeyTable

STYLES: Final = Path(__file__).with_name("styles") / "stage.tcss"
SENTENCES: Final = 5  # in view over a screen at most; a burst of errors shows the last ones
_FEW: Final = ("standard", "windows")  # systems of sixteen colours


class StageApp(FailingApp):
    """Opens screens by name, and does what every game needs of its screens.

    A game names its keys and its pages, and calls `set_up` when it is mounted.
    """

    CSS_PATH: ClassVar[CSSPathType | None] = [STYLES]
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False  # the terminal selects text, and fast clicks confuse Textual
    SCREENS: ClassVar = {}
    BINDINGS: ClassVar = [Binding("ctrl+z", "suspend_process", show=False, priority=True)]
    KEYS: ClassVar[KeyTable]  # of the game

    settings: Display

    def __init__(self) -> None:
        super().__init__()
        self.settings = Display()
        self._keyset: Keyset | None = None
        self._unsaid: deque[str] = deque(maxlen=SENTENCES)  # for when it is no longer quiet
        self._said: deque[str] = deque(maxlen=SENTENCES)  # sentences that are about to be shown
        self._shown: list[float] = []  # when those in view were shown
        self._instead = ""  # sentence that is about to take the place of all others

    # -- what a game says ----------------------------------------------------------------------

    def page_class(self, page: str) -> type[Any]:
        """Return the class of a screen by its name."""
        raise NotImplementedError

    @property
    def when_small(self) -> Sequence[str]:
        """Remedies for a small terminal, in sentences."""
        raise NotImplementedError

    def ask_to_leave(self) -> None:
        """Leave; a game that can be lost asks first."""
        self.leave()

    @property
    def quiet(self) -> bool:
        """True while no sentence may be shown: a curtain is up."""
        return False

    def before_suspending(self) -> None:
        """Hide what the next person at the terminal may not see."""

    def use_keys(self) -> None:
        """Put the keys of the options in use."""
        keys = self.settings.options.keys
        self._keyset = Keyset(self.KEYS, keys.preset, keys.own)

    @property
    def keyset(self) -> Keyset:
        """The keys in use."""
        if self._keyset is None:
            self.use_keys()
        assert self._keyset is not None
        return self._keyset

    # -- begin ---------------------------------------------------------------------------------

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that writes no more than it must."""
        return diffing_driver(super().get_driver_class())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours for themes that do not know those of the stage."""
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

    def set_up(self) -> None:
        """Take on the options, and see to every way in which the program can end."""
        self.use_settings(self.settings)
        handle_exits(self)
        self.call_after_refresh(self.settled)

    def settled(self) -> None:
        """Exempt all loaded objects from garbage collection, which takes longer than a frame."""
        if not self.is_headless:  # tests run in one process
            gc.freeze()
            gc.enable()

    # -- screens -------------------------------------------------------------------------------

    def open(self, page: str, *values: object, **options: object) -> None:
        """Open a screen by its name, made with these values."""
        self.push_screen(self.page_class(page)(*values, **options))

    def close(self, page: str) -> None:
        """Close the top screen if it is the one of that name."""
        if isinstance(self.screen, self.page_class(page)):
            self.pop_screen()

    def close_page(self) -> None:
        if len(self.screen_stack) > 2:  # the lowest one is Textual's, and empty
            self.pop_screen()
        else:
            self.leave()

    def refresh_screens(self) -> None:
        """Let every screen draw what has changed."""
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen) and screen.is_ready:
                screen.refresh_all()

    def forget_drawn(self) -> None:
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

    # -- sentences -----------------------------------------------------------------------------

    def attempt(self, act: Callable[[], object]) -> None:
        try:
            act()
        except DeathdomeError as error:
            self.say(str(error))

    def say(self, text: str) -> None:
        if self.quiet:
            self._unsaid.append(text)
            return
        if not self._said:
            self.call_later(self._show_said)
        self._said.append(text)

    def _show_said(self) -> None:
        """Show the last sentences; they take the place of those in view if there are too many."""
        said = list(self._said)
        self._said.clear()
        if self.quiet:
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

    def say_unsaid(self) -> None:
        """Show the sentences that were held back while it was quiet."""
        while self._unsaid:
            self.say(self._unsaid.popleft())

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

    def tell(self, text: str) -> None:
        if isinstance(self.screen, BaseScreen):
            self.screen.tell(text)
        else:
            self.say(text)

    async def on_event(self, event: events.Event) -> None:
        """Clean pasted text: nothing in it reaches the terminal as a command."""
        if isinstance(event, Paste):
            event.text = "\n".join(map(clean, event.text.splitlines()))
        await super().on_event(event)

    # -- options -------------------------------------------------------------------------------

    def use_settings(self, settings: Any) -> None:
        """Take on other options at once; each game has more of them than `Display`."""
        self.settings = settings
        self.use_keys()
        self.animation_level = settings.animation
        self.drop_colours(every=self.colourless)
        self.draw_in_ascii(ascii_only=self.glyphs.ellipsis != ELLIPSIS)
        self.set_class(self.colourless, "-colourless")
        self.theme = self._theme_for(settings)
        self.ansi_color = self.current_theme.ansi  # no watcher runs for the theme set on loading
        for screen in self.screen_stack:
            screen.refresh(layout=True)
            if isinstance(screen, BaseScreen) and screen.is_ready:
                screen.refresh_all()

    def _theme_for(self, settings: Display) -> str:
        """Return the theme of the options, or that of sixteen colours where there are no more."""
        few = self.console.color_system in _FEW and not self.is_headless
        return themes.SIXTEEN if few else settings.theme

    @property
    def glyphs(self) -> Signs:
        """The symbols, for the colours in force."""
        return ASCII if self.colourless else self.settings.glyphs

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

    def do_leave(self) -> None:
        self.ask_to_leave()

    def do_theme(self) -> None:
        self.next_theme()
        self.tell(phrases.THEME.format(theme=self.theme.removeprefix("dome-")))

    # -- leaving -------------------------------------------------------------------------------

    def leave(self) -> None:
        self.exit()

    def action_suspend_process(self) -> None:
        """Suspend the process until `fg`; a game hides first what the next person may not see."""
        if self.is_web:
            self.say(phrases.NO_SHELL)
            return
        self.before_suspending()
        super().action_suspend_process()

    async def action_quit(self) -> None:
        self.leave()

    def action_help_quit(self) -> None:
        """Handle Ctrl-C on screens that do not."""
        self.ask_to_leave()
