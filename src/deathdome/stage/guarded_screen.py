"""Screens that act only while they are on top and composed.

Keys and clicks arrive faster than screens open and close: a key may reach a screen that another
screen covers by then, and a timer may fire on one that is closing, whose match is gone. Every
message to a screen and every call that it asked for pass through this class, so no screen has to
think of that.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import Input, OptionList

from deathdome.stage.messages import Clicked

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.message import Message
    from textual.timer import Timer
    from textual.worker import Worker

Result = TypeVar("Result")

# Messages that come from a player: only the top screen takes them.
_FROM_A_PERSON: Final = (
    *(events.InputEvent, events.Paste, Input.Changed, Input.Submitted, OptionList.OptionMessage),
    Clicked,
)
# Messages that find no widgets on a screen that closes, or that was closed before it was composed.
_WHILE_OPEN: Final = (events.Mount, events.Resize, events.ScreenResume, events.Timer)


class GuardedScreen(Screen[Result]):
    """Passes keys on if another screen has come on top; ignores everything once it is closed."""

    @property
    def is_on_top(self) -> bool:
        """True if keys and clicks are for this screen."""
        stack = self.app.screen_stack
        return bool(stack) and stack[-1] is self

    @property
    def is_live(self) -> bool:
        """True if the screen is composed, and neither it nor the program closes."""
        here = self.app.is_running and self.is_attached
        return here and bool(self.children) and self in self.app.screen_stack

    @property
    def is_ready(self) -> bool:
        """True if the screen is open, and its own `on_mount` is done."""
        return self.is_mounted and self.is_live

    async def _on_message(self, message: Message) -> None:
        """Handle a message unless it is for another screen by now."""
        if isinstance(message, _FROM_A_PERSON) and not self.is_on_top:
            if isinstance(message, events.Key):
                self.pass_on(message.key, message.character, message.time)
            return
        if isinstance(message, _FROM_A_PERSON) and not self.is_live:
            return  # the program ends
        if isinstance(message, _WHILE_OPEN) and not self.is_live:
            return
        await super()._on_message(message)

    def pass_on(self, key: str, character: str | None = None, time: float = 0.0) -> None:
        """Give a key to the screen that is on top; `time`: when it was pressed, or 0 long ago."""
        event = events.Key(key, character)
        event.time = time
        self.app.post_message(event)

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close this screen; do nothing if another one is on top."""
        return super().dismiss(result) if self.is_on_top else AwaitComplete()

    # -- calls that the screen asks for --------------------------------------------------------

    def call_after_refresh(
        self, callback: Callable[..., object], *args: Any, **kwargs: Any
    ) -> bool:
        """Call after the next frame, if the screen is still open."""
        return super().call_after_refresh(self._while_live(partial(callback, *args, **kwargs)))

    def set_timer(
        self, delay: float, callback: Callable[[], Any] | None = None, **options: Any
    ) -> Timer:
        """Call after a delay, if the screen is still open."""
        return super().set_timer(delay, callback and self._while_live(callback), **options)

    def set_interval(
        self, interval: float, callback: Callable[[], Any] | None = None, **options: Any
    ) -> Timer:
        """Call again and again, as long as the screen is open."""
        return super().set_interval(interval, callback and self._while_live(callback), **options)

    def run_worker(self, work: Any, *args: Any, **options: Any) -> Worker[Any]:
        """Run work of Textual, which may look for widgets after the screen has closed."""

        async def run() -> object:
            try:
                return await work()
            except NoMatches:
                if self.is_live:
                    raise
                return None

        return super().run_worker(run, *args, **options)

    def _while_live(self, callback: Callable[[], Any]) -> Callable[[], Any]:
        """Return the call; it does nothing once the screen has closed."""
        return lambda: callback() if self.is_live else None
