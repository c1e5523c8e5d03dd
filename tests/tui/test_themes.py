"""Colours: enough contrast in every theme, and nothing that only a colour says."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, get_args

import pytest
from scenes import scene
from textual.color import Color
from textual.filter import Monochrome
from tui.props import on_stage

from deathdome.settings import Options, ThemeName
from deathdome.tui.display import DisplaySettings
from deathdome.tui.glyphs import SETS, SHAPES
from deathdome.tui.presenters import board
from deathdome.tui.presenters.board import CURSOR, MARKS, Cell, Marks, board_picture
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.themes import THEMES
from deathdome.tui.widgets.dome_view import _LOOKS, CELL, LABEL, DomeView
from deathdome.tui.widgets.lines import LOOKS

if TYPE_CHECKING:
    from rich.style import Style

    from deathdome.tui.glyphs import GlyphSet

PAINTED = [theme for theme in THEMES if not theme.ansi]
TEXT, MARK = 4.5, 3.0
# What may be laid over what: terrain is reached and hit, units are attacked too.
MARKED = [name for name in ("reach", "threat", "target", "trace") if name in MARKS.values()]


def contrast(one: Color, other: Color) -> float:
    """WCAG contrast ratio."""

    def luminance(color: Color) -> float:
        parts = [part / 255 for part in (color.r, color.g, color.b)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_theme_of_the_options_is_there_and_no_other() -> None:
    assert {f"dome-{name}" for name in get_args(ThemeName)} == {theme.name for theme in THEMES}
    assert len({frozenset(theme.variables) for theme in PAINTED}) == 1


@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
def test_every_text_can_be_read(theme) -> None:  # type: ignore[no-untyped-def]
    colours = {name: value for name, value in theme.variables.items() if name.startswith("dome-")}
    texts = {"foreground": theme.foreground}
    for look in LOOKS.values():
        for word in look.split():
            if word.startswith("$"):
                texts[word] = colours[word[1:]]
    for name, colour in texts.items():
        for behind in (theme.background, theme.panel):
            ratio = contrast(Color.parse(colour), Color.parse(behind))
            assert ratio >= TEXT, (name, behind, round(ratio, 2))


def worst(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    fore, back = style.color.get_truecolor(), style.bgcolor.get_truecolor()
    return contrast(Color(*fore), Color(*back))


@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
async def test_every_mark_on_the_board_can_be_seen(theme) -> None:  # type: ignore[no-untyped-def]
    """Every pair of colours that the board really draws, as the widget makes it."""
    numbers = {name: number for number, name in MARKS.items()}
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        stage.app.theme = theme.name
        await stage.pilot.pause()
        view = stage.app.screen.query_one(DomeView)
        for look in _LOOKS:
            plain = worst(view._style(look, 0))
            wanted = TEXT if look.startswith("seat") or look == "label" else MARK
            assert plain >= wanted, (look, round(plain, 2))
            assert worst(view._style(look, CURSOR)) >= MARK, look
            for name in MARKED:
                ratio = worst(view._style(look, numbers[name]))
                assert ratio >= MARK, (look, name, round(ratio, 2))
            both = worst(view._style(look, numbers["reach"] | numbers["threat"]))
            assert both >= MARK, (look, round(both, 2))


def test_the_terminals_own_colours_are_named_and_not_mixed() -> None:
    (theme,) = (theme for theme in THEMES if theme.ansi)
    assert set(theme.variables) >= set(PAINTED[0].variables)
    for name, value in theme.variables.items():
        if name.startswith("dome-"):
            assert value.startswith("ansi_"), name
            # Black and white are somebody's background; blue and yellow are hardly seen on one.
            assert value.removeprefix("ansi_") in ("default", "red", "green", "cyan", "magenta")
            if name.endswith(("-back", "-reach", "-threat")):
                assert value == "ansi_default", name


# -- without colours -----------------------------------------------------------------------------


class Seen(NamedTuple):
    """What of a cell is left without colours."""

    text: str
    bold: bool
    underline: bool
    italic: bool
    reverse: bool
    overline: bool


def left_of(cell: Cell, view: DomeView) -> Seen:
    style = view._style(cell.look, cell.marks)
    return Seen(
        cell.text,
        bool(style.bold),
        bool(style.underline),
        bool(style.italic),
        bool(style.reverse),
        bool(style.overline),
    )


@pytest.mark.parametrize("theme", get_args(ThemeName))
@pytest.mark.parametrize("glyphs", SETS.values(), ids=SETS)
async def test_no_mark_is_said_by_colour_alone(theme: str, glyphs: GlyphSet) -> None:
    """Each mark, laid over every space of a board with units and held points, shows in grey."""
    match = scene(
        units={"red warrior": "e4", "red gunner": "f4", "blue gunner": "e3"}, active="red warrior"
    )
    async with on_stage(match) as stage:
        stage.app.theme = f"dome-{theme}"
        await stage.pilot.pause()
        view = stage.app.screen.query_one(DomeView)
        seen = stage.session.view
        setup = seen.setup
        owners = tuple(number % 3 - 1 for number in range(len(seen.owners)))
        seen = replace(seen, owners=owners)
        size = setup.board.grid.stride * setup.board.grid.height
        everywhere = (1 << size) - 1
        bare = board_picture(seen, Marks(), glyphs)
        sets = {
            "reach": Marks(reach=everywhere),
            "threat": Marks(threat=everywhere),
            "reach and threat": Marks(reach=everywhere, threat=everywhere),
        }
        pictures = {name: board_picture(seen, marks, glyphs) for name, marks in sets.items()}
        for row in range(len(bare)):
            for column in range(len(bare[row])):
                if is_unit(bare[row][column], glyphs):
                    continue
                cells = {"": bare[row][column]}
                cells |= {name: picture[row][column] for name, picture in pictures.items()}
                for one, other in combinations(cells, 2):
                    if closed(cells[""], glyphs):
                        continue
                    pair = left_of(cells[one], view), left_of(cells[other], view)
                    assert pair[0] != pair[1], (one, other, pair[0])
        units = [cell for row in bare for cell in row if is_unit(cell, glyphs)]
        assert len(units) >= 3
        where = {cell: (r, c) for r, row in enumerate(bare) for c, cell in enumerate(row)}
        for cell in units:
            r, c = where[cell]
            bit = 1 << r * setup.board.grid.stride + c
            kinds = [
                board_picture(seen, marks, glyphs)[r][c]
                for marks in (
                    Marks(),
                    Marks(targets=bit),
                    Marks(threat=bit),
                    Marks(targets=bit, threat=bit),
                    Marks(cursor=r * setup.board.grid.stride + c),
                )
            ]
            found = [left_of(kind, view) for kind in kinds]
            assert len(set(found)) == len(found), found


def is_unit(cell: Cell, glyphs: GlyphSet) -> bool:
    return cell.look.startswith("seat") and cell.text[0] not in glyphs.points()


def closed(cell: Cell, glyphs: GlyphSet) -> bool:
    """Whether a mark can never be there: nobody walks into walls, lava or jails."""
    del glyphs
    return cell.look in ("wall", "lava", "jail") or not cell.text.strip()


@pytest.mark.parametrize("glyphs", SETS.values(), ids=SETS)
def test_every_kind_of_space_has_a_sign_of_its_own(glyphs: GlyphSet) -> None:
    texts = [text.strip() for text in glyphs.ground.values()]
    assert len(set(texts)) == len(texts)
    assert all(len(text) == 2 for text in glyphs.ground.values())
    assert not set(glyphs.points()) & set(SEAT_SIGNS)
    assert set(glyphs.ground) == set(board._LOOKS)


def test_shapes_are_one_column_wide_everywhere_and_have_no_coloured_form() -> None:
    from unicodedata import east_asian_width

    from rich.cells import cell_len

    for sign in SHAPES.signs():
        assert east_asian_width(sign) in ("N", "Na"), sign  # neither ambiguous nor wide
        assert cell_len(sign) == 1
        assert not 0x2600 <= ord(sign) < 0x2800, sign  # where most signs with an emoji form are
    assert SETS["ascii"].signs() == ()


def colours_in(stage) -> set[str]:  # type: ignore[no-untyped-def]
    rows = stage.app.screen._compositor.render_strips()
    found = set()
    for row in rows:
        for segment in row.apply_filter(stage.app._filters[-1], Color(0, 0, 0)):
            style = segment.style
            if style is not None:
                found |= {str(style.color), str(style.bgcolor)}
    return found - {"None", "Color('default', ColorType.DEFAULT)"}


@pytest.mark.parametrize("way", ["NO_COLOR", "options"])
async def test_without_colours_there_is_not_even_grey(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        if way == "options":
            assert colours_in(stage)
            stage.app.use_settings(DisplaySettings(Options(colours="none")))
            await stage.pilot.pause()
        assert colours_in(stage) == set()
        assert not any(isinstance(one, Monochrome) for one in stage.app._filters)
        stage.app.use_settings(DisplaySettings())
        await stage.pilot.pause()
        assert bool(colours_in(stage)) == (way == "options")  # NO_COLOR goes before the options


async def test_a_look_is_worn_at_once() -> None:
    async with on_stage(scene(units={"red warrior": "e4"})) as stage:
        assert "##" in stage.text
        stage.app.use_settings(DisplaySettings(Options(theme="light", animation="none"), SHAPES))
        await stage.pilot.pause()
        assert stage.app.theme == "dome-light"
        assert stage.app.animation_level == "none"
        assert "##" not in stage.text
        assert "\N{BRAILLE PATTERN DOTS-12345678}" in stage.text


async def test_cursor_and_targets_show_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
    async with on_stage(match) as stage:
        rows = list(stage.app.screen._compositor.render_strips())

        def cell(column: int, row: int) -> list[bool]:
            left = LABEL + CELL * column
            segment = next(iter(rows[row + 1].crop(left, left + CELL)))
            assert segment.style is not None
            return [bool(segment.style.reverse), bool(segment.style.underline)]

        assert cell(4, 4) == [True, False]  # e4, the cursor
        assert cell(4, 3) == [False, True]  # e3, a target
        assert cell(6, 4) == [False, False]
