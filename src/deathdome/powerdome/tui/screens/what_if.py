"""The trials of a sheet on a page, where they have no room next to it (AM-10)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.play.what_if import trials
from deathdome.powerdome.text import sheet_screen as say
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.presenters.what_if import trial_rows
from deathdome.stage.screens.page import PageScreen
from deathdome.stage.text import BLANK, Line, line, wrapped

if TYPE_CHECKING:
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.play.drafts import SheetDraft
    from deathdome.powerdome.play.what_if import Trial


class WhatIfScreen(PageScreen[Shell]):
    """A sheet as it was when the page was opened."""

    TITLE_LINE = say.WHAT_IF_TITLE

    def __init__(self, seat: Seat, draft: SheetDraft) -> None:
        super().__init__()
        self._seat: Final = seat
        self._draft: Final = draft
        self._found: list[Trial] | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._find)

    async def _find(self) -> None:
        draft = self._draft
        events = self.shell.host.heard(self._seat)
        self._found = await asyncio.to_thread(trials, draft.view, self._seat, draft.sheet, events)
        self.relaid()

    def rows(self, width: int) -> list[Line]:
        rows = [*wrapped(say.WHAT_IF_HELP, width, "dim"), BLANK]
        if self._found is None:
            return [*rows, line(say.WORKING)]
        return [*rows, *trial_rows(self._draft.view, self._seat, self._found, width)]
