"""Base of the forms with numbers: keys that step them, and digits that type them."""

from __future__ import annotations

from typing import Final

from deathdome.powerdome.tui.screens.answer import AnswerScreen
from deathdome.stage.keys.names import pressed_name

FAR: Final = 5  # steps at once
_MOST: Final = 999  # a number that can be typed


class AmountScreen(AnswerScreen):
    """Steps and types the number of the highlighted row."""

    _pressed = ""
    _typing = False  # the last key typed the number
    _pushed = False  # the number that is typed is a change of its own

    def amount(self) -> int | None:
        """Return the number of the highlighted row; None if it has none."""
        raise NotImplementedError

    def set_amount(self, value: int, *, typed: bool) -> bool:
        """Take another number; False if it is refused. A typed one replaces the last."""
        raise NotImplementedError

    def press(self, name: str) -> None:
        """Remember the key: it may be a digit."""
        self._pressed = pressed_name(name)
        super().press(name)

    def act(self, binding: str) -> None:
        if binding not in ("digit", "erase"):
            self._typing = False
        super().act(binding)

    def _change(self, by: int) -> None:
        now = self.amount()
        self.set_amount(max(0, (now or 0) + by), typed=False)
        self.draw()

    def do_left(self) -> None:
        self._change(-1)

    def do_right(self) -> None:
        self._change(1)

    def do_far_left(self) -> None:
        self._change(-FAR)

    def do_far_right(self) -> None:
        self._change(FAR)

    def do_digit(self) -> None:
        """Type a digit: the first one after another key begins the number."""
        if not self._pressed.isdecimal():
            return
        now = self.amount() or 0
        value = now * 10 + int(self._pressed) if self._typing else int(self._pressed)
        if value <= _MOST and self.set_amount(value, typed=self._typing):
            self._typing = True
        self.draw()

    def do_erase(self) -> None:
        """Remove the last digit."""
        self.set_amount((self.amount() or 0) // 10, typed=self._typing)
        self._typing = True
        self.draw()
