"""The PowerTome and the rules: lists that can be searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.powerdome.content.packs import load_tome
from deathdome.powerdome.content.rulebook import find_rules, rulebook
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import Won
from deathdome.powerdome.model.tome import Condition
from deathdome.powerdome.play.story import story_of
from deathdome.powerdome.text import pages as say
from deathdome.powerdome.text.tome import (
    KIND,
    WORDS,
    kinds_of,
    named_in,
    search,
    short_kinds,
    text_after_kinds,
)
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.screens.listing import ListingScreen
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.content.rulebook import Rule
    from deathdome.powerdome.model.tome import Power, Tome

_MOST: Final = 40  # letters of a search
_MODIFIER: Final = "modifier"
_KINDS: Final = ("", *(WORDS[one] for one in Condition), _MODIFIER)
# The areas of rules behind each context.
AREAS: Final[Mapping[str, tuple[str, ...]]] = {
    Context.POWERS: ("NOMINATE", "SETUP"),
    Context.POOL: ("CULL", "NOMINATE"),
    Context.BIDS: ("AUCTION", "SETUP"),
    Context.TRADE: ("EXCHANGE",),
    Context.TALK: ("STRATEGY",),
    Context.SHEET: ("ALLOCATE", "RESET", "COMBAT"),
    Context.SHOW: ("COMBAT", "POWER", "DEATH"),
    Context.LOG: ("COMBAT", "POWER", "KEYWORD"),
    Context.GAME: ("RESET", "STRATEGY", "ALLOCATE", "COMBAT"),
    Context.END: ("WIN", "DEATH"),
    Context.LIST: ("SETUP", "EXCHANGE", "STRATEGY"),
    Context.PLAYER: ("POWER", "AFFLICTION", "COUNTER", "ALLY"),
}


class LookupScreen(ListingScreen):
    """A list with a search."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""

    @property
    def context(self) -> Context:
        return Context.LOOKUP

    def do_search(self) -> None:
        """Ask for words, and show what has them."""
        self.app.push_screen(AskScreen(say.ASK_WORDS, self._words, _MOST), self._find)

    def do_back(self) -> None:
        """Remove the search; without one close the page."""
        if self._words:
            self._find("")
        else:
            super().do_back()

    def _find(self, words: str | None) -> None:
        if words is not None:
            self._words = words
            self.index = 0
            self.draw()


class TomeScreen(LookupScreen):
    """The powers of the tome, of one kind or of all."""

    def __init__(self) -> None:
        super().__init__()
        self._kind = 0
        self._tome: Tome | None = None
        self._shown: tuple[tuple[int, str], list[Power]] | None = None

    @property
    def tome(self) -> Tome:
        """The tome of the game; without a game that of the program."""
        if self._tome is None:
            self._tome = self.shell.host.state.now.tome if self.shell.in_game else load_tome(())
        return self._tome

    def _found(self) -> Sequence[Power]:
        """Return the powers of the kind that have the words."""
        wanted = self._kind, self._words
        if self._shown is None or self._shown[0] != wanted:
            kind, having = _KINDS[self._kind], search(self.tome, self._words)
            self._shown = wanted, [one for one in having if not kind or kind in kinds_of(one)]
        return self._shown[1]

    def banner(self) -> str:
        return say.TOME.format(kind=_KINDS[self._kind] or say.ALL_KINDS)

    def facts(self) -> str:
        if self._words:
            return say.FOUND.format(words=self._words, count=self.count())
        return say.COUNTED.format(count=self.count())

    def count(self) -> int:
        return len(self._found())

    def empty(self) -> str:
        return say.NO_POWER.format(words=self._words)

    def row(self, at: int, width: int) -> str:
        del width
        one = self._found()[at]
        kinds = short_kinds(one)
        return f"{one.no:>3}  {one.name:<18}{kinds:<{KIND}}{text_after_kinds(one)}"

    def details(self, at: int, width: int) -> list[Line]:
        one = self._found()[at]
        kinds = say.NUMBER.format(no=one.no, kinds=", ".join(kinds_of(one)))
        rows = [
            line(Span(one.name, "title")),
            *wrapped(kinds, width, "dim"),
            *wrapped(one.text, width),
        ]
        for text in named_in(self.tome, one):
            rows += wrapped(text, width, "dim")
        rows += wrapped(say.WORTH.format(worth=f"{one.worth:g}"), width, "dim")
        if self.shell.in_game:
            rows += wrapped(" ".join(self._in_game(self.tome.powers.index(one))), width, "violet")
        return rows

    def _in_game(self, power: int) -> list[str]:
        """Return what became of a power in the game on the screen."""
        story = story_of(self.shell.host)
        dome, seats = story.view.now, story.view.seats
        card = dome.cards.get(power)
        found = []
        if power in dome.modifiers:
            found.append(say.IN_FORCE)
        elif power in dome.culled:
            found.append(say.CULLED)
        elif card is not None and card.owner != ABSENT:
            found.append(say.OWNER.format(name=seats[card.owner]))
        elif card is not None and card.gone:
            found.append(say.GONE)
        sold = (one for one in story.events if isinstance(one, Won) and one.power == power)
        found += [say.PRICE.format(price=one.price) for one in sold]
        return found

    def do_left(self) -> None:
        self._next_kind(-1)

    def do_right(self) -> None:
        self._next_kind(1)

    def _next_kind(self, by: int) -> None:
        """Show the powers of the next kind."""
        self._kind = (self._kind + by) % len(_KINDS)
        self.index = 0
        self.draw()


class RulesScreen(LookupScreen):
    """The rules: those behind a screen first, or all."""

    def __init__(self, behind: str = "") -> None:
        super().__init__()
        self._areas: Final = ("", *AREAS.get(behind, ()))
        self._area = min(1, len(self._areas) - 1)

    def _found(self) -> Sequence[Rule]:
        if self._words:
            try:
                return find_rules(self._words)
            except UsageError:
                return ()
        area = self._areas[self._area]
        return [one for one in rulebook() if not area or one.area == area]

    def banner(self) -> str:
        return say.RULES.format(what=self._areas[self._area] or say.ALL_RULES)

    def facts(self) -> str:
        if self._words:
            return say.FOUND.format(words=self._words, count=self.count())
        return say.RULE_COUNT.format(count=self.count())

    def count(self) -> int:
        return len(self._found())

    def empty(self) -> str:
        return say.NO_RULE.format(words=self._words)

    def row(self, at: int, width: int) -> str:
        del width
        one = self._found()[at]
        return f"{one.id:<18} {one.text}"

    def details(self, at: int, width: int) -> list[Line]:
        one = self._found()[at]
        return [
            line(Span(one.id, "title")),
            *wrapped(one.text, width),
            BLANK,
            *wrapped(say.CREDIT, width, "dim"),
        ]

    def do_left(self) -> None:
        self._next_area(-1)

    def do_right(self) -> None:
        self._next_area(1)

    def _next_area(self, by: int) -> None:
        """Show the rules of the next area behind the screen, then all."""
        self._area = (self._area + by) % len(self._areas)
        self._words = ""
        self.index = 0
        self.draw()
