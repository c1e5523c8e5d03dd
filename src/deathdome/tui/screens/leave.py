"""The leave dialog."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from deathdome.model.actions import CONCEDE_SEASON, CONCESSIONS
from deathdome.rules.engine import can_concede
from deathdome.rules.observing import visible_state
from deathdome.stage.screens.menu import DIALOG, Choice, ChoiceDialog
from deathdome.stage.text import BLANK, Line, Span, line, wrapped
from deathdome.text.phrases import interval
from deathdome.text.phrases import matches as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.ports import Shell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.session.host import MatchHost

_KEPT = say.SAVE_IT
_LOST = say.LOSE_IT  # no record, or the disk is full
_HINT = say.KEYS_OF_LEAVING


class LeaveScreen(ChoiceDialog[Shell]):
    """Stay or leave; Esc stays."""

    @property
    def context(self) -> Context:
        return Context.LEAVE

    def heading(self) -> list[Line]:
        return [line(Span("Leave?", "title"))]

    def footing(self) -> list[Line]:
        return [BLANK, *wrapped(with_keys(_HINT), DIALOG, "dim")]

    def choices(self) -> Sequence[Choice]:
        """Return the choices, the harmless one first."""
        shell = self.shell
        if shell.session.teaches:
            return [
                Choice(say.CONTINUE_LESSON, "", self.do_back),
                Choice(say.LEAVE_LESSON, "", shell.to_lessons),
            ]
        fate = _KEPT if shell.session.save() else _LOST
        rows = [Choice(say.KEEP_PLAYING, "", self.do_back)]
        if shell.titled:
            end = say.DROP_IT if shell.session.is_untouched else fate
            rows.append(Choice(say.AND_TITLE.format(fate=end), "", shell.to_title))
        rows.append(Choice(say.AND_QUIT.format(fate=fate), "", shell.leave))
        for action in concessions(shell.session):
            words = interval.CONCEDE_SEASON if action == CONCEDE_SEASON else interval.CONCEDE
            rows.append(Choice(words, "", partial(self._concede, action)))
        return rows

    def _concede(self, action: Action) -> None:
        self.dismiss()
        self.shell.open("concede", action)


def concessions(session: MatchHost) -> list[Action]:
    """Return the ways in which the player at the screen may give up now (AMB-152)."""
    request = session.request
    if request is None or session.curtain is not None or session.teaches:
        return []
    state = visible_state(request.seen)
    return [action for action in CONCESSIONS if can_concede(state, action)]


class ConcedeScreen(ChoiceDialog[Shell]):
    """Asks once more before a team gives up."""

    def __init__(self, action: Action) -> None:
        super().__init__()
        self._action = action

    @property
    def context(self) -> Context:
        return Context.LEAVE

    def heading(self) -> list[Line]:
        season = self._action == CONCEDE_SEASON
        title = interval.CONCEDE_SEASON_SURE if season else interval.CONCEDE_SURE
        words = interval.CONCEDE_SEASON_MEANS if season else interval.CONCEDE_MEANS
        return [line(Span(title, "title")), *wrapped(words, DIALOG)]

    def choices(self) -> Sequence[Choice]:
        return [
            Choice(say.KEEP_PLAYING, "", self.do_back),
            Choice(interval.CONCEDE_NOW, "", self._concede),
        ]

    def _concede(self) -> None:
        self.dismiss()
        self.shell.session.answer([self._action])
