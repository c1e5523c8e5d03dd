"""Base class of screens that look up their keys in the table of their game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar, cast

from deathdome.stage import phrases
from deathdome.stage.guarded_screen import GuardedScreen
from deathdome.stage.keys.keyset import CURTAIN, shown_as
from deathdome.stage.keys.names import pressed_name, written_as
from deathdome.stage.ports import Shell
from deathdome.stage.text import Line, Span, columns_of, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual import events

    from deathdome.stage.keys.keyset import Key, Keyset
    from deathdome.stage.messages import BarClicked

AnyShell = TypeVar("AnyShell", bound=Shell)

RIGHT: Final = 3  # mouse button
_NOTICE: Final = 70  # columns of a line of the notice
_LAST: Final = "help"
QUITS: Final = "leave"  # works on a hidden screen, as going back does


class BaseScreen(GuardedScreen[None], Generic[AnyShell]):
    """Looks every key up in the table and calls `do_<id>`; knows which keys work now."""

    AUTO_FOCUS = ""
    NEEDS_ROOM: ClassVar = False  # whether a notice hides everything in too small a terminal
    MIN_SIZE: ClassVar = (60, 18)  # columns and rows below which a terminal is too small
    CLOSES: ClassVar = False  # whether going back closes the screen, hidden or not

    _key_bar: tuple[object, list[Line]] = (None, [])  # inputs of the key bar, and the bar

    @property
    def shell(self) -> AnyShell:
        """The application."""
        return cast("AnyShell", self.app)

    @property
    def keyset(self) -> Keyset:
        """The keys in use."""
        return self.shell.keyset

    @property
    def context(self) -> str:
        """The context in which keys are looked up now."""
        raise NotImplementedError

    def unavailable(self) -> Iterable[str]:
        """Yield ids of bindings that do nothing now; the key bar leaves them out."""
        return ()

    def words_now(self) -> Mapping[str, str]:
        """Return other words for bindings in the key bar; "" leaves one out."""
        return {}

    def do_back(self) -> None:
        """Close the screen."""
        self.dismiss()

    def on_key(self, event: events.Key) -> None:
        """Look the key up in the table; say that any other key does nothing."""
        event.stop()
        event.prevent_default()
        self.press(event.key)

    def press(self, name: str) -> None:
        """Do the action of a key."""
        keyset = self.keyset
        key = keyset.key_for(self.context, name)
        if key is not None:
            self.act(key.id)
        elif not self.hidden and self.context != CURTAIN:
            self.tell_briefly(
                phrases.DOES_NOTHING_HERE.format(
                    key=written_as(pressed_name(name)), help=keyset.name("help")
                )
            )

    # -- the mouse -----------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Go back on a right click, if there is a level to go back to."""
        if event.button == RIGHT and self._available("back"):
            event.stop()
            self.act("back")

    def on_bar_clicked(self, message: BarClicked) -> None:
        """Press the clicked key of the key bar; a click on the title row opens the palette."""
        if message.bar == "status":
            if self._available("palette"):
                self.act("palette")
            return
        missing = frozenset(self.unavailable())
        items = self.keyset.bar_items(self.context, self.size.width, missing, self.words_now())
        for action, text, start in items:
            if action and start <= message.column < start + columns_of(text):
                self.clicked(action)

    def clicked(self, action: str) -> None:
        """Press a key of the bar by a click."""
        self.act(action)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.wheel(-1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.wheel(1)

    def wheel(self, by: int) -> None:
        """Handle the wheel: up (-1) or down (1)."""

    def _available(self, action: str) -> bool:
        return any(key.id == action and self.context in key.contexts for key in self.keyset.keys)

    @property
    def hidden(self) -> bool:
        """True if only the notice is shown, because the terminal is too small."""
        return self.has_class("-small")

    def act(self, binding: str) -> None:
        """Do the binding of that id, unless the screen is hidden. An error is shown.

        Going back works on a hidden screen: it closes it, or asks whether to leave the match.
        """
        if not self.hidden or binding == QUITS or (binding == "back" and self.CLOSES):
            self.shell.attempt(lambda: self.carry_out(binding))
        elif binding == "back":
            self.carry_out(QUITS)

    def carry_out(self, binding: str) -> None:
        """Call the method of the binding; without one pass it to the shell."""
        method = getattr(self, f"do_{binding}", None)
        if method is not None:
            method()
        else:
            self.shell.carry_out(binding)

    @property
    def skippable(self) -> bool:
        """True while a show runs that any key ends."""
        return False

    def show_keys(self) -> None:
        """Draw the key bar; a hidden screen offers only its way out."""
        bar = self.query_one("#keys", Lines)
        if self.skippable and not self.hidden:
            bar.show([line(" ", Span(phrases.ANY_KEY, "key"), phrases.SKIP)])
            return
        if self.hidden:
            going = ("back", QUITS) if self.CLOSES else (QUITS,)
            quits = (f"{shown_as(key)} {key.words}" for key in self.keyset.keys if key.id in going)
            text = "  ".join(["", *quits, phrases.QUIT_KEY])
            bar.show([line(text[1 : self.size.width])])
            return
        missing, now = frozenset(self.unavailable()), self.words_now()
        of = (self.keyset, self.context, self.size.width, missing, now)
        if of != self._key_bar[0]:
            items = self.keyset.bar_items(self.context, self.size.width, missing, now)
            self._key_bar = of, [_bar_line(items, self.keyset.keys)]
        bar.show(self._key_bar[1])

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the size; show a notice if the terminal is too small. The match continues."""
        width, height = event.size
        small = width < self.MIN_SIZE[0] or height < self.MIN_SIZE[1]
        self.set_class(self.NEEDS_ROOM and small, "-small")
        for notice in self.query("#toosmall").results(Lines):
            notice.show(_too_small((width, height), self.MIN_SIZE, self.shell.when_small))
        self.call_after_refresh(self.relaid)

    def refresh_all(self) -> None:
        """Read the session and draw what differs."""

    def relaid(self) -> None:
        """Draw for a changed layout."""

    # -- answers to keys -----------------------------------------------------------------------

    def tell_briefly(self, text: str) -> None:
        """Answer a key that does nothing."""
        self.shell.say_instead(text)

    def tell(self, text: str) -> None:
        """Answer the last key; screens with a place for the sentence override this."""
        self.shell.say_instead(text)


def _bar_line(items: Sequence[tuple[str, str, int]], keys: Sequence[Key]) -> Line:
    """Return the key bar with its keys brighter than what they do."""
    spans: list[Span] = []
    end = 0
    for action, text, start in items:
        known = (key.words for key in keys if key.id == action and text.endswith(key.words))
        what = next(known, text.rpartition(" ")[2])
        what = text if action == _LAST else what  # the end of the bar is of one look
        spans += [Span(" " * (start - end)), Span(text.removesuffix(what), "key"), Span(what)]
        end = start + columns_of(text)
    return line(*spans)


def _too_small(size: tuple[int, int], least: tuple[int, int], advice: Sequence[str]) -> list[Line]:
    width, height = size
    needed = phrases.SIZE_NEEDED.format(
        least_width=least[0], least_height=least[1], width=width, height=height
    )
    notice = wrapped(phrases.TOO_SMALL, width, "title")
    for text in (needed, *advice):
        notice += wrapped(text, min(width, _NOTICE))
    return notice
