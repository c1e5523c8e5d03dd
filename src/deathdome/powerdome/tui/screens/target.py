"""The target of an attack, declared in combat (AM-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model.answers import Target
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.rules.sheets import attack_targets
from deathdome.powerdome.text import deals_screen as say
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.screens.choices import ChoicesScreen
from deathdome.powerdome.tui.screens.talk import rival_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.stage.text import Line


class TargetScreen(ChoicesScreen[None]):
    """A row for each enemy, and one for no attack; choosing a row declares it."""

    IN_COMBAT = True

    @property
    def context(self) -> Context:
        return Context.LIST

    def banner(self) -> str:
        if self.ask.character == self.seat:
            return self.in_round(say.TARGET)
        view = self.view
        name = character_names(view.now, view.seats)[self.ask.character]
        return self.in_round(say.TARGET_OF.format(name=name))

    def first(self) -> None:
        return None

    def help_text(self) -> str:
        return say.TARGET_HELP.format(strike=self.view.now.characters[self.ask.character].strike)

    def finish(self) -> str:
        return ""

    def unavailable(self) -> Iterable[str]:
        yield from ("undo", "redo")

    @property
    def _choices(self) -> Sequence[int]:
        dome = self.view.now
        return attack_targets(dome, dome.characters[self.ask.character])

    def count(self) -> int:
        return len(self._choices) + 1

    def above(self, at: int, width: int) -> list[Line]:
        choices, dome = self._choices, self.view.now
        if at < len(choices) and dome.characters[choices[at]].player:
            return rival_rows(self.view, choices[at], width, self.empty)
        return []

    def row(self, at: int) -> str:
        choices, view = self._choices, self.view
        if at == len(choices):
            return say.NO_ATTACK
        name = character_names(view.now, view.seats)[choices[at]]
        one = view.now.characters[choices[at]]
        if one.player:
            return say.ATTACK.format(name=name)
        return say.ATTACK_ALLY.format(
            name=name, owner=view.seats[one.controller], vitality=one.vitality
        )

    def answer(self) -> Answer:
        choices = self._choices
        return Target(choices[self.index] if self.index < len(choices) else None)

    def choose_row(self) -> None:
        self.do_confirm()

    def fill(self, answer: Answer) -> None:
        """Put the bar on another target."""
        assert isinstance(answer, Target)
        choices = list(self._choices)
        at = len(choices) if answer.attack is None else choices.index(answer.attack)
        self.form.index = at
        self.draw()
