"""Colours: enough contrast in every theme, and nothing that only a colour says."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, NamedTuple, get_args

import pytest
from scenes import scene
from textual.color import Color
from textual.filter import Monochrome
from tui.props import on_stage

from deathdome.model.board import Kind
from deathdome.model.vocabulary import Deck
from deathdome.settings import Options, ThemeName
from deathdome.stage.colours import LABEL, PALETTES, TEXT, contrast, rgb
from deathdome.stage.themes import THEMES
from deathdome.stage.widgets.lines import LOOKS
from deathdome.tui.display import DisplaySettings
from deathdome.tui.drawing.shop import HUES
from deathdome.tui.glyphs import ASCII, SETS, SHAPES, SIGNED
from deathdome.tui.presenters.board import (
    CURSOR,
    PATH,
    REACH,
    TARGET,
    THREAT,
    THREAT_HERE,
    TRACE,
    Cell,
    Marks,
    board_picture,
)
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.shades import painted, shades_of
from deathdome.tui.widgets import dome_view

if TYPE_CHECKING:
    from textual.theme import Theme

    from deathdome.stage.colours import Colour, Shade
    from deathdome.tui.glyphs import GlyphSet

PAINTED = [theme for theme in THEMES if not theme.ansi]
TEAMS = range(4)
GROUND = [
    *(f"floor{shade}{light}" for shade in (0, 1) for light in ("", "-1", "-2", "-3")),
    *("bridge", "point", "release", "base", "void"),
]
KEPT = [
    *("tower", "centre", *(f"lava{heat}" for heat in range(4))),
    *(f"{kind}{seat}" for kind in ("point", "tower", "centre", "base") for seat in TEAMS),
]
UNITS = [
    *(f"unit{seat}{hurt}" for seat in TEAMS for hurt in ("", "-1", "-2", "-3")),
    *(f"{kind}{seat}" for kind in ("active", "down", "jailed", "bar", "lost") for seat in TEAMS),
]
# Symbols on these only decorate: the colour of the whole space has the meaning.
DECOR = ("lava", "bridge", "tower", "floor", "void", "base")
MARKED = (0, REACH, THREAT, REACH | THREAT, TARGET, TRACE, PATH)


def test_every_theme_of_the_options_is_there_and_no_other() -> None:
    assert {f"dome-{name}" for name in get_args(ThemeName)} == {theme.name for theme in THEMES}
    assert len({frozenset(theme.variables) for theme in PAINTED}) == 1
    assert {f"dome-{name}" for name in PALETTES} == {theme.name for theme in PAINTED}


@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
def test_every_text_can_be_read(theme: Theme) -> None:
    assert theme.foreground
    for look, words in LOOKS.items():
        found = {"fore": theme.foreground, "back": ""}
        after = "fore"
        for word in words.split():
            if word == "on":
                after = "back"
            elif word.startswith("$"):
                found[after], after = theme.variables[word[1:]], "fore"
        backs = [found["back"]] if found["back"] else [theme.background, theme.surface, theme.panel]
        least = LABEL if look == "faint" else TEXT
        if look == "ink" or look.startswith(
            ("full", "rest", "score", "tone", "shade", "hot", "cold", "lava", "drip")
        ):
            continue  # areas, next to a number or a name
        for back in backs:
            assert back
            ratio = contrast(rgb(found["fore"]), rgb(back))
            assert ratio >= least, (look, back, round(ratio, 2))


@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
def test_every_text_of_a_banner_can_be_read_on_the_ground_of_every_team(theme: Theme) -> None:
    texts = ("text", "title", "good", "bad", *(f"seat{seat}" for seat in range(4)))
    for seat in range(4):
        ground = rgb(theme.variables[f"dome-band{seat}"])
        for text in texts:
            assert contrast(rgb(theme.variables[f"dome-{text}"]), ground) >= TEXT, (seat, text)


def ratio_of(shade: Shade) -> float:
    return contrast(rgb(shade.fore), rgb(shade.back))


@pytest.mark.parametrize("name", PALETTES)
def test_everything_on_the_board_can_be_read(name: str) -> None:
    """Every pair of colours that the board can draw: 4.5 for text, 3 for symbols and labels."""
    shades = painted(name)
    for look in UNITS:
        for marks in (0, TARGET, THREAT | THREAT_HERE, CURSOR):
            ratio = ratio_of(shades.shade(look, marks))
            assert ratio >= TEXT, (look, marks, round(ratio, 2))
    for look in (*GROUND, *KEPT):
        for marks in MARKED:
            for left in (True, False):
                text = look.startswith(("point", "centre")) and look[-1].isdigit()
                plain = ratio_of(shades.shade(look, marks, left=left))
                if not look.startswith(DECOR):
                    assert plain >= (TEXT if text else LABEL), (look, marks, round(plain, 2))
                if marks:
                    sign = ratio_of(shades.shade(f"{look}+mark", marks, left=left))
                    assert sign >= LABEL, (look, marks, round(sign, 2))
        assert ratio_of(shades.shade(look, CURSOR)) >= TEXT, look
    assert ratio_of(shades.shade("label", 0)) >= LABEL
    assert ratio_of(shades.shade("here", 0)) >= TEXT
    for seat in TEAMS:
        assert ratio_of(shades.shade(f"base{seat}", 0)) >= TEXT


@pytest.mark.parametrize("name", PALETTES)
def test_marks_change_open_ground_and_leave_held_ground_its_colour(name: str) -> None:
    shades = painted(name)
    for look in GROUND[:-2]:
        backs = {shades.shade(look, marks).back for marks in (0, REACH, THREAT, PATH, TARGET)}
        assert len(backs) == 5, look
    for look in KEPT:
        if look != "point":
            assert {shades.shade(look, marks).back for marks in MARKED} == {
                shades.shade(look, 0).back
            }, look
    both = REACH | THREAT
    left, right = (shades.shade("floor0", both, left=side) for side in (True, False))
    assert left.back == shades.shade("floor0", REACH).back
    assert right.back == shades.shade("floor0", THREAT).back


# Eyes that lack one kind of cone, as Machado, Oliveira and Fernandes simulate them.
EYES = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: Colour) -> list[float]:
    parts = [part / 255 for part in colour]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab_of(light: list[float]) -> tuple[float, float, float]:
    """CIE Lab of linear light, under D65."""
    red, green, blue = light
    sides = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (side ** (1 / 3) if side > 0.008856 else 7.787 * side + 16 / 116 for side in sides)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen_by(eye: str, colour: Colour) -> tuple[float, float, float]:
    light = linear(colour)
    rows = EYES[eye]
    mixed = [sum(part * one for part, one in zip(row, light, strict=True)) for row in rows]
    return lab_of([min(1.0, max(0.0, part)) for part in mixed])


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(("look", "least"), [("unit", 25.0), ("point", 24.0)])
def test_no_two_teams_of_the_colour_blind_theme_look_alike(
    eye: str, look: str, least: float
) -> None:
    shades = painted("blue-orange")
    colours = [seen_by(eye, rgb(shades.shade(f"{look}{seat}", 0).back)) for seat in TEAMS]
    for one, other in combinations(TEAMS, 2):
        away = dist(colours[one], colours[other])
        assert away >= least, (eye, one, other, round(away, 1))


def test_sixteen_colours_are_named_and_keep_grounds_apart() -> None:
    (theme,) = (theme for theme in THEMES if theme.ansi)
    assert set(theme.variables) >= set(PAINTED[0].variables)
    assert all(
        value.startswith("ansi_")
        for name, value in theme.variables.items()
        if name.startswith("dome-")
    )
    shades = shades_of("terminal")
    looks = ("floor0", "wall", "lava0", "bridge", "tower", "point", "release", "jail", "point0")
    found = [shades.shade(look, 0) for look in looks]
    assert len(set(found)) == len(found)
    assert shades.shade("lava2", 0).back == "ansi_red"
    reach, threat = shades.shade("floor0", REACH), shades.shade("floor0", THREAT)
    assert len({reach.fore, threat.fore, shades.shade("floor0", 0).fore}) == 3
    assert len({shades.shade(f"unit{seat}", 0).back for seat in TEAMS}) == 4
    for look in (*UNITS, *GROUND, *KEPT, "wall", "jail", "label", "here"):
        for marks in MARKED:
            assert all(code.startswith("ansi_") for code in shades.shade(look, marks)[:2])


PLAIN = shades_of("dark", colourless=True)

# -- without colours -----------------------------------------------------------------------------


class Seen(NamedTuple):
    """Return the part of a cell that is left without colours."""

    text: str
    bold: bool
    underline: bool
    italic: bool
    reverse: bool
    overline: bool


def left_of(cell: Cell) -> Seen:
    looks = cell.looks or (cell.look,) * len(cell.text)
    attributes = "".join(PLAIN.shade(look, cell.marks).attributes for look in looks)
    return Seen(
        cell.text,
        "b" in attributes,
        "u" in attributes,
        "i" in attributes,
        "r" in attributes,
        "o" in attributes,
    )


@pytest.mark.parametrize("glyphs", [ASCII, SIGNED], ids=["ascii", "signed"])
async def test_no_mark_is_said_by_colour_alone(glyphs: GlyphSet) -> None:
    """Each mark, over every space of a board with units and held points, shows in grey."""
    match = scene(
        units={"red warrior": "e4", "red gunner": "f4", "blue gunner": "e3"}, active="red warrior"
    )
    async with on_stage(match) as stage:
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
                    pair = left_of(cells[one]), left_of(cells[other])
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
            found = [left_of(kind) for kind in kinds]
            assert len(set(found)) == len(found), found


def is_unit(cell: Cell, glyphs: GlyphSet) -> bool:
    del glyphs
    return cell.look.startswith(("unit", "active", "down", "jailed"))


def closed(cell: Cell, glyphs: GlyphSet) -> bool:
    """True if a mark can never be there: no unit walks into walls, lava or jails."""
    del glyphs
    return cell.look.startswith(("wall", "lava", "jail", "void"))


@pytest.mark.parametrize("glyphs", [ASCII], ids=["ascii"])
def test_every_kind_of_space_has_a_sign_of_its_own(glyphs: GlyphSet) -> None:
    texts = [text.strip() for text in glyphs.ground.values()]
    assert len(set(texts)) == len(texts)
    assert all(len(text) == 2 for text in glyphs.ground.values())
    assert not set(glyphs.points()) & set(SEAT_SIGNS)
    assert set(glyphs.ground) == set(Kind)


def test_shapes_are_one_column_wide_everywhere_and_have_no_coloured_form() -> None:
    from unicodedata import east_asian_width

    from rich.cells import cell_len

    for sign in SHAPES.signs():
        assert east_asian_width(sign) in ("N", "Na"), sign  # neither ambiguous nor wide
        assert cell_len(sign) == 1
        assert not 0x2600 <= ord(sign) < 0x2800, sign  # where most symbols with an emoji form are
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
        assert "\N{LOZENGE}" in stage.text


async def test_cursor_and_targets_show_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    match = scene(units={"red warrior": "e4", "blue gunner": "e3"}, active="red warrior")
    async with on_stage(match) as stage:
        rows = list(stage.app.screen._compositor.render_strips())

        def cell(column: int, row: int) -> list[bool]:
            left = dome_view.LABEL + dome_view.CELL * column
            segment = next(iter(rows[row + 1].crop(left, left + dome_view.CELL)))
            assert segment.style is not None
            return [bool(segment.style.reverse), bool(segment.style.underline)]

        assert cell(4, 4) == [True, False]  # e4, the cursor
        assert cell(4, 3) == [False, True]  # e3, a target
        assert cell(6, 4) == [False, False]


def test_every_deck_has_a_colour() -> None:
    assert {HUES[deck] for deck in Deck} <= LOOKS.keys()
