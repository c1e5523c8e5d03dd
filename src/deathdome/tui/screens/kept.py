"""The matches that are kept: to be watched, or gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.tui.keymap import Context
from deathdome.tui.presenters.text import BLANK, Line, Span, columns_of, cut, fitted, line, wrapped
from deathdome.tui.screens.menu import MenuScreen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.tui.lobby import Kept

_SEATS: Final = 24  # columns of who plays, at most


class KeptScreen(MenuScreen):
    """One match a row, the unfinished ones first, the last played on top."""

    def __init__(self, matches: Sequence[Kept]) -> None:
        super().__init__()
        self._matches = tuple(matches)
        widths = [columns_of(cut(one.seats, _SEATS)) for one in self._matches]
        self._wide = max(widths, default=2)

    @property
    def context(self) -> Context:
        """In the list of matches."""
        return Context.KEPT

    def unavailable(self) -> Iterable[str]:
        """Only what is not over can be gone on with."""
        one = self._under
        if one is None or not one.readable:
            yield "choose"
        if one is None or not one.unfinished:
            yield "go_on"

    @property
    def _under(self) -> Kept | None:
        return self._matches[self.index] if self._matches else None

    def banner(self) -> str:
        """How many there are."""
        return f"Matches that are kept: {len(self._matches)}"

    def heading(self, width: int) -> list[Line]:
        """Why there is nothing, if so."""
        if not self._matches:
            words = "None yet: every match is kept from its first answer on."
            return [BLANK, *wrapped(words, width), line(Span("", "dim"))]
        return [BLANK]

    def count(self) -> int:
        """As many as there are matches; an empty list has one row, which does nothing."""
        return max(1, len(self._matches))

    def row(self, at: int, width: int) -> str:
        """When, who, how it ended."""
        if not self._matches:
            return "Back"
        one = self._matches[at]
        return cut(f"{one.when}  {fitted(one.seats, self._wide)}  {one.how}", width)

    def detail(self, at: int) -> str:
        """All of how it ended."""
        return self._matches[at].how if self._matches else ""

    def chosen(self) -> None:
        """Enter: it is watched."""
        one = self._under
        if one is None:
            self.do_back()
        elif one.readable:
            self.dome.show_kept(one.key)
        else:
            self.dome.say(one.how)

    def do_go_on(self) -> None:
        """g: it is gone on with."""
        one = self._under
        if one is not None and one.unfinished:
            self.dome.resume(one.key)
