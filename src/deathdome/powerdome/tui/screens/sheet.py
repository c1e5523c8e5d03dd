"""The allocation sheet: stats out of one purse, activations, allies, a caption (E.5)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from deathdome.powerdome.model.answers import Sheet
from deathdome.powerdome.model.options import CAPTION
from deathdome.powerdome.play.drafts import (
    SheetDraft,
    moved,
    with_act,
)
from deathdome.powerdome.play.what_if import past_plans, trials
from deathdome.powerdome.rules.sheets import attack_targets
from deathdome.powerdome.text import sheet_screen as say
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.presenters.recent import recent_rows
from deathdome.powerdome.tui.presenters.sheet import (
    Rows,
    SheetRows,
    fields,
    planned,
    warning_texts,
)
from deathdome.powerdome.tui.presenters.what_if import trial_rows
from deathdome.powerdome.tui.screens.amounts import FAR, AmountScreen
from deathdome.stage.screens.menu import AskScreen
from deathdome.stage.text import BLANK, beside, heading, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.model.answers import Activation, Answer, Plan
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.play.drafts import Oddity
    from deathdome.powerdome.play.what_if import Trial
    from deathdome.powerdome.tui.presenters.sheet import Field
    from deathdome.powerdome.tui.screens.answer import Undoable
    from deathdome.stage.text import Line

WIDE: Final = 110  # columns from which the trials are next to the sheet
PANE: Final = 38  # columns of the trials there
_GAP: Final = 2
_LEAST: Final = 4  # rows of the log
_IDLE: Final = 0.15  # seconds without a key before a sheet is tried


@dataclass
class _Draft:
    """A sheet that is being written, and where its writer is."""

    draft: SheetDraft
    past: dict[int, list[Plan]]
    index: int = 0
    warned: Sheet | None = None  # whose warnings were shown at the last confirmation
    odd: tuple[Sheet | None, list[Oddity]] = (None, [])  # the slips of a sheet
    tried: tuple[Sheet | None, list[Trial]] = field(default_factory=lambda: (None, []))


class SheetScreen(AmountScreen):
    """A row for each number and each effect; the purse is shared, and never refilled unasked."""

    _waits_for: Sheet | None = None  # a sheet that is tried after a pause
    _rows: Rows | None = None  # as they are drawn
    _width = 76

    @property
    def context(self) -> Context:
        return Context.SHEET

    def words_now(self) -> Mapping[str, str]:
        return {"choose": say.SET, "aim": say.AIM_KEY}

    @property
    def _own(self) -> _Draft:
        return self.shell.draft(
            lambda: _Draft(
                SheetDraft(self.view, self.seat), past_plans(self.shell.host.heard(self.seat))
            )
        )

    @property
    def history(self) -> Undoable:
        return self._own.draft

    @property
    def field(self) -> Field:
        """The row under the cursor."""
        own = self._own
        rows = fields(own.draft)
        own.index = min(own.index, len(rows) - 1)
        return rows[own.index]

    # -- drawing -------------------------------------------------------------------------------

    def banner(self) -> str:
        return self.in_round(say.SHEET)

    def facts(self) -> str:
        return say.VITALITY.format(n=self._own.draft.points(self.seat))

    def rows(self, width: int) -> list[Line]:
        own = self._own
        wide = width + 4 >= WIDE
        self._width = width - PANE - _GAP if wide else width
        maker = SheetRows(
            own.draft, own.past, self.shell.glyphs, self._width, self.keyset.name("aim")
        )
        self._rows = maker.rows(own.index, self._oddities(), self.room)
        if not wide:
            return self._rows.lines
        self._try_soon()
        return beside([*self._rows.lines, *self._log()], self._pane(), self._width + _GAP)

    def _log(self) -> list[Line]:
        """Return the end of the log, where there is room for it."""
        host, left = self.shell.host, self.room - len(self._rows.lines if self._rows else ()) - 2
        if left < _LEAST:
            return []
        view = self._own.draft.view
        events = host.heard(self.seat)
        found = recent_rows(view, events, host.setting, self._width, left, self.seat)
        return [BLANK, heading(say.LAST_ROUND, self._width), *found]

    def _oddities(self) -> list[Oddity]:
        own = self._own
        sheet = own.draft.sheet
        if own.odd[0] is not sheet:
            own.odd = sheet, own.draft.oddities()
        return own.odd[1]

    def in_sight(self) -> int | None:
        rows, at = self._rows, self._own.index
        if rows is None or at >= len(rows.places):
            return None
        last = rows.places[at + 1] - 1 if at + 1 < len(rows.places) else len(rows.lines) - 1
        return min(last, rows.places[at] + 3)

    # -- trials --------------------------------------------------------------------------------

    def _pane(self) -> list[Line]:
        own = self._own
        sheet, found = own.tried
        state = "" if sheet is own.draft.sheet else say.WORKING
        rows = [heading(say.WHAT_IF, PANE, state), *wrapped(say.WHAT_IF_HELP, PANE, "dim")]
        if sheet is not None:
            rows += trial_rows(own.draft.view, self.seat, found, PANE)
        return rows

    def _try_soon(self) -> None:
        """Try the sheet once no key has changed it for a moment."""
        sheet = self._own.draft.sheet
        if sheet is not self._own.tried[0] and sheet is not self._waits_for:
            self._waits_for = sheet
            self.set_timer(_IDLE, partial(self._try, sheet))

    def _try(self, sheet: Sheet) -> None:
        if self.asked and self._own.draft.sheet is sheet:
            events = self.shell.host.heard(self.seat)
            self.run_worker(partial(self._find, self._own, sheet, events), exclusive=True)

    async def _find(self, own: _Draft, sheet: Sheet, events: Sequence[Event]) -> None:
        found = await asyncio.to_thread(trials, own.draft.view, self.seat, sheet, events)
        own.tried = sheet, found
        self.draw()

    def do_what_if(self) -> None:
        """Show the trials on a page."""
        self.shell.open("what_if", self.seat, self._own.draft)

    # -- moving --------------------------------------------------------------------------------

    def do_first(self) -> None:
        """Highlight the first row."""
        self._move(-self._own.index)

    def do_last(self) -> None:
        """Highlight the last row."""
        self._move(len(fields(self._own.draft)) - 1 - self._own.index)

    def do_up(self) -> None:
        self._move(-1)

    def do_down(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        own = self._own
        own.index = (own.index + by) % len(fields(own.draft))
        self.draw()

    def clicked_row(self, row: int, column: int) -> None:
        rows, own = self._rows, self._own
        if rows is None or column >= self._width:
            return
        at = max((n for n, place in enumerate(rows.places) if place <= row), default=-1)
        if at < 0:
            return
        again = at == own.index
        own.index = at
        if again and self.field.kind != "stat":
            self.do_choose()

    # -- numbers -------------------------------------------------------------------------------

    def do_left(self) -> None:
        self._step(-1)

    def do_right(self) -> None:
        self._step(1)

    def do_far_left(self) -> None:
        """Take five off."""
        self._step(-FAR)

    def do_far_right(self) -> None:
        """Add five, or as many as are left."""
        self._step(FAR)

    def _step(self, by: int) -> None:
        one = self.field
        number = self.amount()
        if number is None:
            if one.kind == "act":
                self._cycle(1 if by > 0 else -1)
            else:
                self.tell(say.NOT_A_NUMBER)
            return
        left = self._own.draft.left(one.who)
        least = 1 if one.kind == "act" else 0
        if by < 0 and number <= least:
            self.tell(say.ALREADY_LEAST.format(n=least))
            return
        self.set_amount(max(least, number + (min(by, max(left, 1)) if by > 0 else by)), typed=False)

    def amount(self) -> int | None:
        """Return the number of the row: a stat, or X of an activation; None without one."""
        one = self.field
        plan = self._own.draft.plan(one.who)
        if one.kind == "stat":
            return int(getattr(plan, one.stat))
        if one.act is not None and one.act.most:
            act = planned(plan, one.act)[1]
            return None if act is None else act.x
        return None

    def set_amount(self, value: int, *, typed: bool) -> bool:
        """Set the number of the row; the digits of one number are one change."""
        draft = self._own.draft
        undone = typed and self._pushed and draft.undo()
        before = draft.sheet
        taken = self._put(value)
        if taken:
            self._pushed = draft.sheet is not before
        elif undone:
            draft.redo()
        return taken

    def _put(self, value: int) -> bool:
        one, draft = self.field, self._own.draft
        plan = draft.plan(one.who)
        if one.kind == "stat":
            stats: dict[str, Any] = {one.stat: value}
            changed = replace(plan, **stats)
        else:
            assert one.act is not None
            act = planned(plan, one.act)[1]
            assert act is not None
            changed = with_act(plan, replace(act, x=value))
        return self._take(one.who, changed)

    def _take(self, who: int, plan: Plan) -> bool:
        refusal = self._own.draft.change_plan(who, plan)
        if refusal is not None:
            self.tell(self.refused(refusal))
        else:
            self.draw()
        return refusal is None

    def do_digit(self) -> None:
        """Type a digit of the number."""
        if self.amount() is None:
            self.tell(say.NOT_ON if self._waits_for_switch() else say.NOT_A_NUMBER)
        else:
            super().do_digit()

    def _waits_for_switch(self) -> bool:
        """Return True if the row has a number once its activation is on."""
        act = self.field.act
        return act is not None and act.most > 0

    def do_erase(self) -> None:
        """Remove the last digit."""
        if self.amount() is None:
            self.tell(say.NOT_A_NUMBER)
        else:
            super().do_erase()

    def do_rest(self) -> None:
        """Put all points that are left here."""
        one, draft = self.field, self._own.draft
        number = self.amount()
        if number is None:
            self.tell(say.NOT_A_NUMBER)
            return
        left = draft.left(one.who)
        if one.act is not None:
            left = min(left, one.act.most - number)
        if left > 0:
            self.set_amount(number + left, typed=False)
        else:
            self.tell(say.NOTHING_LEFT)

    # -- targets and activations ---------------------------------------------------------------

    def do_aim(self) -> None:
        """Choose the next target of the row."""
        self._cycle(1)

    def _cycle(self, by: int) -> None:
        one, draft = self.field, self._own.draft
        if draft.declared:
            self.tell(say.IN_COMBAT)
        elif one.kind == "stat":
            plan, dome = draft.plan(one.who), draft.view.dome
            choices = [*attack_targets(dome, dome.characters[one.who]), None]
            at = choices.index(plan.attack) if plan.attack in choices else -1
            self._take(one.who, replace(plan, attack=choices[(at + by) % len(choices)]))
        elif one.act is None or not one.act.targets:
            self.tell(say.NO_CHOICE)
        else:
            self._aim_act(one, by)

    def _aim_act(self, one: Field, by: int) -> None:
        assert one.act is not None
        plan = self._own.draft.plan(one.who)
        act, choices = planned(plan, one.act)[1], one.act.targets
        if act is None:
            self.tell(say.NOT_ON)
        elif len(choices) == 1:
            self.tell(say.ONE_TARGET)
        else:
            at = choices.index(act.target) if act.target in choices else -1
            self._take(
                one.who, with_act(plan, replace(act, target=choices[(at + by) % len(choices)]))
            )

    def do_choose(self) -> None:
        """Switch an activation on or off, ask for the caption, or finish."""
        one = self.field
        match one.kind:
            case "stat":
                self._move(1)
            case "act":
                self._switch(one)
            case "caption":
                box = AskScreen(say.ASK_CAPTION, self._own.draft.sheet.caption, CAPTION)
                self.app.push_screen(box, self._say)
            case _:
                self.do_confirm()

    def _switch(self, one: Field) -> None:
        assert one.act is not None
        draft = self._own.draft
        plan = draft.plan(one.who)
        at, act = planned(plan, one.act)
        if act is None:
            self._take(one.who, with_act(plan, self._first(one, plan)))
        elif one.act.auto:
            self.tell(say.MUST)
        else:
            acts = plan.activate
            self._take(one.who, replace(plan, activate=(*acts[:at], *acts[at + 1 :])))

    def _first(self, one: Field, plan: Plan) -> Activation:
        """Return an activation as it begins: at the target of the attack, if it may be."""
        assert one.act is not None
        act = one.act.plain()
        if self._own.draft.declared:
            return replace(act, target=None)
        return replace(act, target=plan.attack) if plan.attack in one.act.targets else act

    def _say(self, text: str | None) -> None:
        if text is None or not self.asked:
            return
        draft = self._own.draft
        refusal = draft.change(replace(draft.sheet, caption=text))
        if refusal is not None:
            self.tell(self.refused(refusal))
        else:
            self._move(1)

    def do_earlier(self) -> None:
        """Use the activation earlier; the first becomes the last."""
        self._reorder(-1)

    def do_later(self) -> None:
        """Use the activation later; the last becomes the first."""
        self._reorder(1)

    def _reorder(self, by: int) -> None:
        one = self.field
        if one.act is None:
            self.tell(say.NO_ORDER)
            return
        plan = self._own.draft.plan(one.who)
        at, act = planned(plan, one.act)
        if act is None:
            self.tell(say.NOT_ON)
        elif len(plan.activate) == 1:
            self.tell(say.ONLY_ONE)
        else:
            self._take(one.who, moved(plan, at, (at + by) % len(plan.activate)))

    def do_clear(self) -> None:
        """Empty the sheet."""
        self._own.draft.clear()
        self.tell(say.CLEARED.format(key=self.keyset.name("undo")))

    # -- finishing -----------------------------------------------------------------------------

    def answer(self) -> Answer:
        return self._own.draft.sheet

    def do_confirm(self) -> None:
        """Hand the sheet in; a second time if there are warnings."""
        own = self._own
        warnings = warning_texts(own.draft, self._oddities())
        if warnings and own.warned is not own.draft.sheet:
            own.warned = own.draft.sheet
            key = self.keyset.name("confirm")
            self.tell(say.CONFIRM_AGAIN.format(warnings=" ".join(warnings), key=key))
            return
        self.give(own.draft.sheet)

    @property
    def insists(self) -> bool:
        return bool(self._note) and self._own.warned is self._own.draft.sheet

    def fill(self, answer: Answer) -> None:
        """Put another sheet in place of this one; a caption stays."""
        assert isinstance(answer, Sheet)
        draft = self._own.draft
        draft.take(replace(answer, caption=draft.sheet.caption or answer.caption))
