"""The application as the screens of the stage see it, whichever game it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.stage.glyphs import Signs
    from deathdome.stage.keys.keyset import Keyset


class Shell(Protocol):
    """Opens screens, and carries out the keys that mean the same everywhere."""

    @property
    def keyset(self) -> Keyset:
        """The keys in use."""

    @property
    def glyphs(self) -> Signs:
        """The symbols, for the colours in force."""

    @property
    def is_web(self) -> bool:
        """True if the terminal is a browser."""

    @property
    def when_small(self) -> Sequence[str]:
        """Remedies for a small terminal, in sentences."""

    def close_page(self) -> None:
        """Go back to the screen below; without one leave the program."""

    def say(self, text: str) -> None:
        """Show a sentence over everything for a while."""

    def say_instead(self, text: str) -> None:
        """Show a sentence in place of all in view; of several at once only the last."""

    def tell(self, text: str) -> None:
        """Answer the last key, on the screen if it has a place for that."""

    def attempt(self, act: Callable[[], object]) -> None:
        """Do what a player asked for; say why it cannot be done."""

    def carry_out(self, binding: str) -> None:
        """Do a key that has the same action on every screen; ignore any other."""

    def copy_to_clipboard(self, text: str) -> None:
        """Hand a text to the terminal's clipboard."""

    def leave(self) -> None:
        """Leave the program."""
