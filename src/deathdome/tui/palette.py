"""The command palette: every action of the moment by name, with its key."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Provider,
    SearchIcon,
)
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.errors import NoWidget
from textual.widgets import Input, LoadingIndicator

from deathdome.errors import ContentError
from deathdome.match.protocol import HUMAN
from deathdome.stage.base_screen import BaseScreen
from deathdome.stage.guarded_screen import GuardedScreen
from deathdome.stage.keys.keyset import shown_as
from deathdome.stage.text import clean
from deathdome.text.phrases import menus as say
from deathdome.tui.keys.keyset import in_use
from deathdome.tui.saved_matches import SavedMatches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.command import Hits

    from deathdome.tui.ports import Page, Shell

_WORDS: Final = "[ -~]*"  # no command has this name
# Keys that only steer; no player searches for them by name.
STEERING: Final = frozenset({"palette", "choose", "up", "down", "left", "right", "back"})


class Command(NamedTuple):
    """An action that is possible now."""

    words: str
    help: str
    act: Callable[[], None]


class Commands(Provider):
    """Actions of the screen below the palette; then pages, lessons, options."""

    def commands(self) -> Iterator[Command]:
        """Yield all commands, in this order."""
        screen = self.screen
        if not isinstance(screen, BaseScreen):
            return
        idle = frozenset(screen.unavailable())
        for key in in_use().keys:
            here = screen.context in key.contexts and key.id not in idle
            if here and key.id not in STEERING and not key.id.startswith(("far_", "up_", "down_")):
                yield Command(key.help, shown_as(key), partial(screen.act, key.id))
        yield from places(screen.shell)
        yield from options(screen.shell)

    async def discover(self) -> Hits:
        """Yield all commands before a word is typed."""
        for command in self.commands():
            shown = _row(Content(command.words), command.help)
            yield DiscoveryHit(shown, self._done(command), text=command.words)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match the typed words."""
        matcher = self.matcher(query)
        for command in self.commands():
            score = matcher.match(command.words)
            if score > 0:
                shown = _row(matcher.highlight(command.words), command.help)
                yield Hit(score, shown, self._done(command), text=command.words)

    def _done(self, command: Command) -> Callable[[], None]:
        """Run a command if its screen is on top by then; say why it cannot be done."""
        screen = self.screen
        assert isinstance(screen, BaseScreen)

        def run() -> None:
            if screen.is_on_top:  # Textual calls later: the match may be over, or the curtain down
                screen.shell.attempt(command.act)

        return run


def places(shell: Shell) -> Iterator[Command]:
    """Yield pages and lessons; those that end the match only if it is saved or over."""
    seats = shell.settings.options.seats
    if not shell.in_match or shell.session.outcome is not None or shell.session.saved:
        if shell.lobby is not None:
            new = partial(_set_up, shell, seats)
            yield Command("New match", say.NEW_MATCH_SHORT, new)
            people = partial(_set_up, shell, (HUMAN, HUMAN))
            yield Command("Hot-seat", say.HOT_SEAT_SHORT, people)
            if shell.in_match:
                yield Command(say.GO_TO_TITLE, say.MATCH_SAVED, shell.to_title)
            else:
                yield Command("Matches", say.MATCHES_SHORT, SavedMatches(shell).show_matches)
        from deathdome.content.lessons import lesson_paths, listed_lesson

        yield Command("Lessons", say.LESSONS_SHORT, partial(shell.open, "lessons"))
        with suppress(ContentError):  # there are none; the command above says so
            for number, lesson in enumerate(map(listed_lesson, lesson_paths()), 1):
                begins = partial(shell.teach, number)
                words = f"Lesson {number}: {clean(lesson.title)}"
                yield Command(words, clean(lesson.goal), begins)
    yield Command("Cards", say.SEARCH, partial(_look_up, shell, "cards"))
    yield Command("Rules", say.SEARCH, partial(_look_up, shell, "rules"))
    yield Command("Options", say.ALL_OPTIONS, partial(shell.open, "options"))


def options(shell: Shell) -> Iterator[Command]:
    """Yield every value of every option."""
    from deathdome.tui.screens.options import keep, settings, take

    before = shell.settings.options

    def change(changes: dict[str, Any]) -> None:
        take(shell, **changes)
        keep(shell, before)

    for words, changes in settings(before):
        now = all(getattr(before, name) == value for name, value in changes.items())
        yield Command(words, say.IN_USE if now else "option", partial(change, changes))


def _set_up(shell: Shell, seats: Sequence[str]) -> None:
    shell.open("setup", shell.wishes_of(seats))


def _look_up(shell: Shell, page: Page) -> None:
    shell.open(page, shell.catalog)


def _row(words: Content, help_words: str) -> Content:
    """Return a command and its key in one row."""
    return Content.assemble(words, "  ", (help_words, "dim"))


class ChangingList(CommandList):
    """The commands found so far; clicks and pages may be meant for an earlier list.

    A click carries the number that the entry had when it was drawn. Textual looks that number up in
    the new list, and turns pages before the new list is measured.
    """

    def on_click(self, event: events.Click) -> None:
        """Ignore a click on an entry that is gone."""
        number = event.style.meta.get("option")
        if number is not None and number >= self.option_count:
            event.prevent_default()

    def action_page_up(self) -> None:
        """Turn to the page above, once the list is measured."""
        with suppress(KeyError, IndexError):
            super().action_page_up()  # type: ignore[no-untyped-call]  # untyped in Textual

    def action_page_down(self) -> None:
        """Turn to the page below, once the list is measured."""
        with suppress(KeyError, IndexError):
            super().action_page_down()  # type: ignore[no-untyped-call]  # untyped in Textual


class Palette(CommandPalette, GuardedScreen[None]):
    """Takes only letters that the names of commands have."""

    def compose(self) -> ComposeResult:
        """Compose the palette of Textual with a list that may change at any time."""
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield CommandInput(placeholder=say.PALETTE_PROMPT, select_on_focus=False)
            with Vertical(id="--results"):
                yield ChangingList()
                yield LoadingIndicator()

    def on_click(self, event: events.Click) -> None:
        """Ignore a click on a place that the terminal no longer has."""
        try:
            self.get_widget_at(event.screen_x, event.screen_y)
        except NoWidget:
            event.prevent_default()

    def on_mount(self) -> None:
        """Check typed and pasted text from now on."""
        self.query_one(Input).restrict = _WORDS


def palette() -> Palette:
    """Return the palette over the present screen."""
    return Palette(providers=[Commands])
