"""The cull: which named powers reach the auction, and which leave the game (PD-CULL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.events import Culled, Drawn, Protected
from deathdome.powerdome.text import cull_show as say
from deathdome.powerdome.text.shows import POWERDOME
from deathdome.powerdome.tui.presenters.panel import inner_width, on_panel
from deathdome.powerdome.tui.screens.show import ShowScreen
from deathdome.stage.text import BLANK, Span, beside, columns_of, cut, fitted, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.powerdome.model.dome import PowerId
    from deathdome.stage.text import Line

_LENGTH: Final = 1.2  # seconds
_READING: Final = 4.0
_SHOWN: Final = 0.4  # part of the animation before the first power goes
_GAP: Final = 2


class CullScreen(ShowScreen):
    """One slide: the powers that stay, and next to them those that go, one after another."""

    def prepare(self) -> None:
        host = self.shell.host
        heard = host.heard(host.reader)
        self._tome = host.state.now.tome
        run = heard[self._first : self._end]
        self._protected = {
            one.power
            for one in heard[: self._end]
            if isinstance(one, Protected) and one.power is not None
        }
        drawn = {one.power for one in run if isinstance(one, Drawn)}
        self._staying = sorted(self._protected | drawn)
        self._leaving = [power for one in run if isinstance(one, Culled) for power in one.powers]

    def words_now(self) -> Mapping[str, str]:
        return {"pass_end": "", "round_end": ""}

    def count(self) -> int:
        return 1

    def part(self, at: int) -> int:
        return at

    def length(self, at: int) -> float:
        del at
        return _LENGTH

    def reading(self, at: int) -> float:
        del at
        return _READING

    def heading(self, at: int) -> list[Span]:
        del at
        return [Span(f" {POWERDOME}", "violet strong"), Span(f"  {say.CULL}", "strong")]

    def slide(self, at: int, progress: float, room: int) -> list[Line]:
        del at
        width = self.size.width - 2  # a column of padding at each side of the page
        inner = inner_width(width)
        half = (inner - _GAP) // 2
        part = max(0.0, progress - _SHOWN) / (1 - _SHOWN)
        gone = self._leaving[: round(len(self._leaving) * part)]
        stay = [line(Span(fitted(say.STAYS, half), "title"))]
        stay += [self._row(power, half, "strong") for power in self._staying]
        goes = [line(Span(say.GOES, "title"))]
        goes += [
            self._row(one, half, "struck" if one in gone else "strong") for one in self._leaving
        ]
        rows = beside(stay, goes, half + _GAP)
        means = wrapped(say.MEANS, inner, "dim")
        if len(rows) + len(means) + 6 <= room:
            rows = [BLANK, *means, BLANK, *rows, BLANK]
        all_ = len(self._staying) + len(self._leaving)
        right = say.STAY.format(stay=len(self._staying), all=all_)
        panel = on_panel(say.TITLE, right, "chipviolet", rows, width)
        return [*[BLANK] * max(0, (room - len(panel)) // 3), *panel]

    def _row(self, power: PowerId, width: int, look: str) -> Line:
        entry = self._tome.powers[power]
        name = f"{entry.no:>2} {entry.name}"
        mark = say.PROTECTED if power in self._protected else ""
        if len(name) + len(mark) + 2 > width:
            mark = self.shell.glyphs.full if mark else ""
        room = width - len(mark) - 1 if mark else width
        shown = cut(name, room)
        spans = [Span(shown, look), Span(" " * (room - columns_of(shown)))]
        if mark:
            spans.append(Span(f" {mark}", "violet"))
        return line(*spans)
