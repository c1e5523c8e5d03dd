"""The reveal: the combat of a round, card by card, with its sums (E.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.play.combat_cards import Part, combat_of
from deathdome.powerdome.play.story import Story, story_of
from deathdome.powerdome.text import shows as say
from deathdome.powerdome.text.events import Narrator
from deathdome.powerdome.tui.presenters.reveal import Scene, slides_of
from deathdome.powerdome.tui.screens.show import ShowScreen
from deathdome.stage.text import Span

if TYPE_CHECKING:
    from deathdome.stage.text import Line

_LENGTHS: Final = {Part.ORDER: 0.4, Part.ACTIVATIONS: 0.4, Part.ATTACKS: 1.0}  # seconds
_READING: Final = {Part.ORDER: 3.0, Part.ACTIVATIONS: 2.0, Part.ATTACKS: 2.0, Part.END: 5.0}


class RevealScreen(ShowScreen):
    """Plays the cards of a combat."""

    def __init__(self, first: int, end: int, story: Story | None = None) -> None:
        """Without a story it is that of the game on the screen."""
        super().__init__(first, end)
        self._story = story

    def prepare(self) -> None:
        view, events, _, _, viewer = self._story or story_of(self.shell.host)
        combat = combat_of(view, events, self._first, self._end)
        narrator = Narrator(view.now.tome, character_names(view.now, view.seats), viewer)
        self._slides = slides_of(combat, view.now.seats)
        self._scene = Scene(combat, view, narrator, self.size.width, shaped=False, viewer=viewer)

    def ended(self) -> None:
        """Close the show; without a story the game continues."""
        if self._story is None:
            super().ended()
        else:
            self.dismiss()

    def count(self) -> int:
        return len(self._slides)

    def part(self, at: int) -> Part:
        return self._slides[at].card.part

    def length(self, at: int) -> float:
        return 0.0 if self._slides[at].dead >= 0 else _LENGTHS.get(self.part(at), 0.0)

    def reading(self, at: int) -> float:
        return _READING[self.part(at)]

    def heading(self, at: int) -> list[Span]:
        return [
            Span(f" {say.POWERDOME}", "violet strong"),
            Span(f"  {say.REVEAL.format(round=self._scene.combat.round)}", "strong"),
            Span(f"  {say.PARTS[self.part(at).value]}", "dim"),
        ]

    def slide(self, at: int, progress: float, room: int) -> list[Line]:
        # A column of padding at each side of the page.
        scene = replace(self._scene, width=self.size.width - 2, shaped=self.shell.glyphs.shaped)
        return scene.rows(self._slides, at, progress, room)
