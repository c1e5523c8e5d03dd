"""Close the screen when the program fails, and show no value: it could name cards of a hand."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from textual.app import App
from textual.css.query import NoMatches
from textual.filter import Monochrome, NoColor


class FailingApp(App[None]):
    """An application that keeps its first error for the caller.

    Two methods override private ones of Textual. Without those, Textual closes the screen itself.
    """

    def __init__(self) -> None:
        super().__init__()
        self._first: Exception | None = None  # error
        # Textual's report has every value in it, and with them the hands of all teams.
        self.error_console = Console(quiet=True)

    @property
    def failure(self) -> Exception | None:
        """The first error; None if there was none."""
        return self._first or getattr(self, "_exception", None)

    def fail(self, error: Exception) -> None:
        """Close the screen because of an error."""
        if getattr(self, "_exit", False) and isinstance(error, NoMatches):
            return  # a page that opens while the program is being left has nothing on it any more
        self._first = self._first or error
        self._or_exit(getattr(super(), "_handle_exception", None), error)

    def _handle_exception(self, error: Exception) -> None:
        self.fail(error)

    def _fatal_error(self) -> None:
        """Close the screen without a report that is not printed anyway."""
        self._or_exit(getattr(self, "_close_messages_no_wait", None))

    def _or_exit(self, close: Any, *values: object) -> None:
        if close is None:
            self.exit(return_code=1)
        else:
            close(*values)

    def drop_colours(self, *, every: bool) -> None:
        """Draw without colours if `every` is True; else as the theme says, and never in grey.

        Colours stay where Textual has no list of filters.
        """
        filters = getattr(self, "_filters", None)
        if filters is None:
            return
        filters[:] = [one for one in filters if not isinstance(one, Monochrome | NoColor)]
        if every:
            # Not grey either: what the terminal has by itself is what can be read there.
            filters.append(NoColor())
