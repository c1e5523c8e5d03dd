"""The order and the targets of planned activations, declared in combat (AM-2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from deathdome.powerdome.model.answers import Activation, Order, Plan, Sheet
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.tome import TargetKind
from deathdome.powerdome.rules.fight import targets
from deathdome.powerdome.text import deals_screen as say
from deathdome.powerdome.text import sheet_screen as words
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.screens.choices import ChoicesScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.tome import Effect

_Acts: TypeAlias = tuple[Activation, ...]


class OrderScreen(ChoicesScreen[_Acts]):
    """A row for each activation."""

    IN_COMBAT = True

    @property
    def context(self) -> Context:
        return Context.ORDER

    def banner(self) -> str:
        if self.ask.character == self.seat:
            return self.in_round(say.ORDER)
        view = self.view
        name = character_names(view.now, view.seats)[self.ask.character]
        return self.in_round(say.ORDER_OF.format(name=name))

    def first(self) -> _Acts:
        sheet = self.view.gathered.get(self.seat)
        plan = sheet.plans.get(self.ask.character, Plan()) if isinstance(sheet, Sheet) else Plan()
        return tuple(replace(act, target=self._first_target(act)) for act in plan.activate)

    def _first_target(self, act: Activation) -> int | None:
        return next(iter(self._targets(act)), None)

    def _targets(self, act: Activation) -> Sequence[int]:
        effect = self._effect(act)
        if effect.target is None:
            return ()
        dome = self.view.now
        return targets(dome, dome.characters[self.ask.character], effect.target)

    def _effect(self, act: Activation) -> Effect:
        dome = self.view.now
        if act.power is None:
            return dome.tome.allies[dome.characters[self.ask.character].kind].effects[act.effect]
        return dome.tome.powers[act.power].effects[act.effect]

    def help_text(self) -> str:
        return say.ORDER_HELP

    def finish(self) -> str:
        return say.HAND_IN_ORDER

    def count(self) -> int:
        return len(self.form.history.now)

    def row(self, at: int) -> str:
        act, view = self.form.history.now[at], self.view
        powers = view.now.tome.powers
        name = words.OF_ALLY if act.power is None else powers[act.power].name
        aim = ""
        if act.target is not None:
            if self._effect(act).target is TargetKind.RIVAL_POWER:
                aim = powers[act.target].name
            else:
                aim = character_names(view.now, view.seats)[act.target]
        return say.order_row(at + 1, name, act.x, aim)

    def answer(self) -> Answer:
        return Order(self.form.history.now)

    # -- keys ----------------------------------------------------------------------------------

    def choose_row(self) -> None:
        self._move(1)

    def do_aim(self) -> None:
        """Choose the next target of the activation."""
        self._aim(1)

    def do_left(self) -> None:
        self._aim(-1)

    def do_right(self) -> None:
        self._aim(1)

    def _aim(self, by: int) -> None:
        acts = self.form.history.now
        if self.index >= len(acts):
            self.tell(words.NO_CHOICE)
            return
        act = acts[self.index]
        choices = list(self._targets(act))
        if len(choices) < 2:
            self.tell(words.ONE_TARGET if choices else words.NO_CHOICE)
            return
        at = choices.index(act.target) if act.target in choices else -1
        aimed = replace(act, target=choices[(at + by) % len(choices)])
        self.change((*acts[: self.index], aimed, *acts[self.index + 1 :]))

    def do_earlier(self) -> None:
        """Use the activation earlier; the first becomes the last."""
        self._reorder(-1)

    def do_later(self) -> None:
        """Use the activation later; the last becomes the first."""
        self._reorder(1)

    def _reorder(self, by: int) -> None:
        acts = list(self.form.history.now)
        if self.index >= len(acts):
            self.tell(words.NO_ORDER)
        elif len(acts) == 1:
            self.tell(words.ONLY_ONE)
        else:
            to = (self.index + by) % len(acts)
            acts.insert(to, acts.pop(self.index))
            self.form.index = to
            self.change(tuple(acts))

    def fill(self, answer: Answer) -> None:
        """Put another order in place of this one."""
        assert isinstance(answer, Order)
        self.change(answer.activate)
