"""Close the screen when the program fails, and show no value: it could name cards of a hand."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.css.query import NoMatches
from textual.filter import Monochrome, NoColor


class FailingApp(App[None]):
    """An application that keeps its first error for the caller.

    Two methods override private ones of Textual. Without those, `exit` closes the screen.
    """

    failure: Exception | None = None  # the first error

    def fail(self, error: Exception) -> None:
        """Close the screen because of an error."""
        if getattr(self, "_exit", False) and isinstance(error, NoMatches):
            return  # a page that opens while the program is being left has nothing on it any more
        self.failure = self.failure or error
        self._or_exit(getattr(super(), "_handle_exception", None), error)

    def _handle_exception(self, error: Exception) -> None:
        self.fail(error)

    def _fatal_error(self) -> None:
        """Leave out Textual's report: it prints every value, and with them the hands."""
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
