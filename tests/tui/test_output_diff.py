"""Fewer bytes to the terminal, and the same picture."""

from __future__ import annotations

import asyncio
import re
import sys
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rich.color import ColorSystem
from rich.style import Style
from textual.drivers.headless_driver import HeadlessDriver

from deathdome.stage.terminal_io.exits import FailingApp
from deathdome.stage.terminal_io.output_diff import (
    FRAME_BEGIN,
    FRAME_END,
    diffing_driver,
    shortened,
)

_PIECE = re.compile("\x1b\\[([0-9;]*)m|\x1b\\[([0-9]+);([0-9]+)H|(.)", re.DOTALL)
_SHOWN_WITHOUT_SIGN = {"4", "7", "9"}
_ENDS = {"22": {"1", "2"}, "23": {"3"}, "24": {"4"}, "27": {"7"}}

_colours = some.sampled_from(["default", "red", "bright_blue", "color(200)", "#102030", "#fefefe"])
_styles = some.builds(
    Style,
    color=_colours | some.none(),
    bgcolor=_colours | some.none(),
    bold=some.booleans() | some.none(),
    dim=some.booleans(),
    italic=some.booleans(),
    underline=some.booleans(),
    reverse=some.booleans(),
    strike=some.booleans(),
    overline=some.booleans(),
)
_texts = some.sampled_from(["x", "  ", " ", "ab c", "@w", "\n", "\x1b[3;7H", "", "\x1b[K"])
_writes = some.lists(some.tuples(_texts, _styles | some.none()), max_size=12)


class _Paper:
    """A terminal that remembers what was drawn where, and how."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, frozenset[str], str, str]] = {}
        self.pen: tuple[frozenset[str], str, str] = (frozenset(), "", "")

    def write(self, data: str) -> None:
        row = column = 0
        for codes, to_row, to_column, sign in _PIECE.findall(data):
            if to_row:
                row, column = int(to_row), int(to_column)
            elif sign == "\n":
                row += 1
            elif sign:
                attributes, fore, back = self.pen
                if sign == " ":  # of a blank, only visible attributes count
                    attributes &= _SHOWN_WITHOUT_SIGN | {"53"}
                    fore = fore if attributes else ""
                self.cells[row, column] = (sign, attributes, fore, back)
                column += 1
            else:
                self._turn(codes.split(";"))

    def _turn(self, parts: list[str]) -> None:
        attributes, fore, back = self.pen
        while parts:
            part = parts.pop(0)
            if part in ("", "0"):
                attributes, fore, back = frozenset(), "", ""
            elif part in ("38", "48"):
                long = 4 if parts[0] == "2" else 2
                colour, parts = ";".join((part, *parts[:long])), parts[long:]
                fore, back = (colour, back) if part == "38" else (fore, colour)
            elif part in _ENDS:
                attributes -= _ENDS[part]
            elif part in ("39", "49"):
                fore, back = ("", back) if part == "39" else (fore, "")
            elif len(part) > 1 and part != "53":
                dark = 30 <= int(part) <= 37 or 90 <= int(part) <= 97
                fore, back = (part, back) if dark else (fore, part)
            else:
                attributes |= {part}
        self.pen = attributes, fore, back


@given(writes=_writes)
def test_a_thrifty_write_draws_the_same_cells_and_leaves_the_same_pen(
    writes: list[tuple[str, Style | None]],
) -> None:
    system = ColorSystem.TRUECOLOR
    data = "".join(
        text
        if style is None or text.startswith("\x1b")
        else style.render(text, color_system=system)
        for text, style in writes
    )
    whole, fewer = _Paper(), _Paper()
    whole.write(data)
    fewer.write(shortened(data))
    assert fewer.cells == whole.cells
    assert fewer.pen == whole.pen
    assert len(shortened(data)) <= len(data)


def test_only_what_differs_from_piece_to_piece_is_written() -> None:
    floor = Style.parse("#808080 on #101010")
    wall = Style.parse("#c0c0c0 on #101010")
    data = floor.render("..") + wall.render("##") + floor.render("  ") + wall.render("#")
    assert shortened(data) == (
        "\x1b[38;2;128;128;128;48;2;16;16;16m..\x1b[38;2;192;192;192m##  #\x1b[m"
    )


def test_what_is_no_style_goes_through_as_it_is() -> None:
    for data in (
        "\x1b[?2026h",
        "text",
        "\x1b]8;;\x1b\\",
        "\x1b[1mone\x1b[2mtwo",
        "\x1b[99mx\x1b[0m",
    ):
        assert shortened(data) == data


class Written(HeadlessDriver):
    """A driver that notes what it is asked to write."""

    writes: ClassVar[list[str]] = []

    def write(self, data: str) -> None:
        self.writes.append(data)


@pytest.mark.skipif(sys.platform == "win32", reason="there a large write does not work")
def test_a_frame_is_written_whole() -> None:
    async def write() -> None:
        driver = diffing_driver(Written)(FailingApp())
        for data in ("before", FRAME_BEGIN, "1", "2", FRAME_END, "after", FRAME_BEGIN, FRAME_END):
            driver.write(data)

    asyncio.run(write())
    frames = f"{FRAME_BEGIN}12{FRAME_END}", f"{FRAME_BEGIN}{FRAME_END}"
    assert Written.writes == ["before", frames[0], "after", frames[1]]
