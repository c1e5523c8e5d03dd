"""Base class of the screens of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.errors import BarredError, UsageError
from deathdome.stage.base_screen import BaseScreen
from deathdome.text.names import capitalised
from deathdome.text.phrases import matches
from deathdome.tui.ports import Shell

if TYPE_CHECKING:
    from deathdome.model.catalog import Catalog

WIDE = 118


class MatchPage(BaseScreen[Shell]):
    """A screen on which a player undoes steps and asks for reasons."""

    @property
    def replayed_catalog(self) -> Catalog | None:
        """The cards of a replay; None for any other page."""
        return None

    def show_rule(self, before: str, said: str) -> None:
        """Open the rule that a refusal names when the player asks for the reason again."""
        from deathdome.tui.presenters.reasons import rules_named

        if said == before and (named := rules_named(said)):
            self.shell.open("rules", self.shell.catalog, named[0])

    def undo(self) -> str:
        """Undo the last step in the match; return '' or why that is impossible."""
        try:
            self.shell.session.undo()
        except BarredError as error:
            return matches.CANNOT_UNDO.format(why=error.why)
        except UsageError as error:
            return f"{capitalised(str(error))}."
        return ""

    def redo(self) -> str:
        """Redo the step that was undone last; return '' or why that is impossible."""
        try:
            self.shell.session.redo()
        except UsageError as error:
            return f"{capitalised(str(error))}."
        return ""
