"""Search of cards and rules: every letter narrows the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen

from deathdome.content.rulebook import rulebook
from deathdome.errors import DeathdomeError
from deathdome.model.catalog import Catalog, Character, Item, PowerCard
from deathdome.stage.base_screen import RIGHT
from deathdome.stage.guarded_screen import GuardedScreen
from deathdome.stage.text import BLANK, Line, Span, clean, fitted, line, wrapped
from deathdome.stage.widgets.lines import CleanInput, Lines
from deathdome.text.cards import facts, quote, rules_text, whom
from deathdome.text.names import compact
from deathdome.text.phrases import menus as say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual import events
    from textual.app import ComposeResult

    from deathdome.stage.messages import BarClicked, RowClicked
    from deathdome.text.cards import Printed

LIST = 32  # columns of the list
LONGEST = 60  # letters of the search
_BACK: Final = "Esc back"


class Entry(NamedTuple):
    """A card or rule."""

    name: str
    tag: str  # the right column of the list
    text: tuple[str, ...]  # paragraphs

    def fits(self, words: Sequence[str]) -> bool:
        """Return True if all these lower-case words are in it."""
        everything = " ".join((self.name, self.tag, *self.text)).casefold()
        return all(word in everything for word in words)


class LookupScreen(GuardedScreen[None], ModalScreen[None]):
    """A search line, a list, and the highlighted entry in full."""

    WHAT = ""
    OTHER = ""  # the search that Tab opens

    def __init__(self, entries: Sequence[Entry], wanted: str = "") -> None:
        super().__init__()
        self._entries = list(entries)
        self._wanted = wanted
        self.found: list[Entry] = list(entries)
        self.index = 0
        self._top = 0
        self._back = 0  # column of the key for going back

    def compose(self) -> ComposeResult:
        yield CleanInput(
            clean(self._wanted),
            placeholder=say.TYPE_TO_SEARCH.format(what=self.WHAT),
            max_length=LONGEST,
            id="search",
            compact=True,
        )
        with Horizontal(id="body"):
            yield Lines(id="found")
            with VerticalScroll(id="entry", can_focus=False):
                yield Lines(id="text")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.query_one(CleanInput).focus()
        self._search(self._wanted)

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def on_input_changed(self, event: CleanInput.Changed) -> None:
        """Narrow the list."""
        self._search(event.value)

    def _search(self, wanted: str) -> None:
        words = wanted.casefold().split()
        found = [entry for entry in self._entries if entry.fits(words)]
        # Entries with the words in their names come first.
        named = [e for e in found if all(word in e.name.casefold() for word in words)]
        self.found = named + [entry for entry in found if entry not in named]
        self.index = self._top = 0
        self.draw()

    def draw(self) -> None:
        if not self.is_ready:
            return
        height = max(1, self.size.height - 2)
        self._top = min(max(self._top, self.index - height + 1), self.index)
        rows: list[Line] = []
        for at, entry in enumerate(self.found[self._top : self._top + height], self._top):
            room = LIST - len(entry.tag) - 4
            text = f"{'>' if at == self.index else ' '} {fitted(entry.name, room)} {entry.tag}"
            rows.append(line(Span(fitted(text, LIST - 1), "bar" if at == self.index else "")))
        if not self.found:
            rows = [line(Span("  " + say.NO_MATCH, "dim"))]
        self.query_one("#found", Lines).show(rows)
        width = max(30, self.size.width - LIST - 4)
        shown: list[Line] = []
        if self.found:
            entry = self.found[self.index]
            shown = [*wrapped(entry.name, width, "title"), BLANK]
            for paragraph in entry.text:
                shown += [*wrapped(paragraph, width), BLANK]
        self.query_one("#text", Lines).show(shown)
        self.query_one("#entry").scroll_home(animate=False)
        number = f"{self.index + 1 if self.found else 0} of {len(self.found)}"
        keys = say.SEARCH_KEYS.format(other=self.OTHER)
        self._back = len(keys)
        keys += f"{_BACK}    {number}"
        self.query_one("#keys", Lines).show([line(keys[: self.size.width])])

    def _move(self, rows: int) -> None:
        if self.found:
            self.index = min(max(self.index + rows, 0), len(self.found) - 1)
        self.draw()

    def on_key(self, event: events.Key) -> None:
        """Move the bar with Up and Down, change the search with Tab, go back with Esc.

        Letters go to the search line.
        """
        page = max(1, self.size.height - 3)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        if event.key in steps:
            event.stop()
            event.prevent_default()
            self._move(steps[event.key])
        elif event.key in ("escape", "enter", "tab"):
            event.stop()
            event.prevent_default()
            if event.key == "escape":
                self.dismiss(None)
            elif event.key == "tab":
                self._to_other()

    def _to_other(self) -> None:
        try:
            other = self.other(self.query_one(CleanInput).value)
        except DeathdomeError as error:
            text = str(error)
            self.notify(clean(text), markup=False)
        else:
            self.app.switch_screen(other)

    def other(self, wanted: str) -> LookupScreen:
        """Return the other search, for the same words."""
        raise NotImplementedError

    def on_click(self, event: events.Click) -> None:
        """Go back on a right click."""
        if event.button == RIGHT:
            self.dismiss(None)

    def on_bar_clicked(self, message: BarClicked) -> None:
        """Handle the only useful key of the bar during a search: going back."""
        if message.bar == "keys" and 0 <= message.column - self._back < len(_BACK):
            self.dismiss(None)

    def on_mouse_scroll_up(self, _event: events.MouseScrollUp) -> None:
        self._move(-1)

    def on_mouse_scroll_down(self, _event: events.MouseScrollDown) -> None:
        self._move(1)

    def on_row_clicked(self, message: RowClicked) -> None:
        if self._top + message.row < len(self.found):
            self.index = self._top + message.row
            self.draw()


class CardsScreen(LookupScreen):
    """Every card of the game."""

    WHAT = "the cards"
    OTHER = "rules"

    def __init__(self, catalog: Catalog, wanted: str = "") -> None:
        super().__init__(list(card_entries(catalog)), wanted)
        self._catalog = catalog

    def other(self, wanted: str) -> LookupScreen:
        return RulesScreen(self._catalog, wanted)


class RulesScreen(LookupScreen):
    """Every rule, example, difference and ruling."""

    WHAT = "the rules"
    OTHER = "cards"

    def __init__(self, catalog: Catalog, wanted: str = "") -> None:
        entries = [Entry(rule.id, rule.chapter[:12], (rule.text,)) for rule in rulebook()]
        super().__init__(entries, wanted)
        self._catalog = catalog

    def other(self, wanted: str) -> LookupScreen:
        return CardsScreen(self._catalog, wanted)


def card_entries(catalog: Catalog) -> Iterator[Entry]:
    """Yield all cards, deck by deck."""
    groups: tuple[Sequence[Printed], ...] = (
        catalog.items,
        catalog.power_cards,
        catalog.registry,
        catalog.characters,
        catalog.tokens,
    )
    for group in groups:
        for card in group:
            yield Entry(card.name, _tag(card), tuple(_paragraphs(card)))


def _tag(card: Printed) -> str:
    match card:
        case Item():
            return card.deck.value
        case PowerCard():
            return f"power {card.value}"
        case Character():
            return f"rank {card.rank}" if card.cost else "registry"
        case _:
            return "token"


def _paragraphs(card: Printed) -> Iterator[str]:
    """Yield the printed text of the card, as paragraphs."""
    if isinstance(card, Item | Character) and card.cost:
        yield f"{compact(card.cost)} credits"
    yield f"{facts(card)}."
    yield from filter(None, (rules_text(card), quote(card)))
    if isinstance(card, Item):
        yield say.FOR.format(whom=whom(card))
    if isinstance(card, PowerCard) and card.abilities:
        yield say.WHEN.format(timing=card.timing)
    if isinstance(card, Character) and card.style:
        yield say.STYLE.format(style=card.style)
