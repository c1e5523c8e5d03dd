"""Palettes: the few colours of each theme, and all others worked out from them.

A colour is three numbers from 0 to 255. Everything here is plain arithmetic, done once a theme.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """Return the colour of a code like `#ff6161`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def code_of(colour: Colour) -> str:
    """Return the code of a colour."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """Return the colour that is `part` of the way from one to the other."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


@lru_cache(maxsize=4096)
def luminance(colour: Colour) -> float:
    """Return the brightness of a colour as WCAG defines it."""
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the WCAG contrast of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


BLACK: Final[Colour] = (0, 0, 0)
WHITE: Final[Colour] = (255, 255, 255)
INK_ON_FILL: Final = rgb("#14110a")  # dark text on any bright fill


def _codes(*codes: str) -> tuple[Colour, ...]:
    return tuple(rgb(code) for code in codes)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that a theme chooses."""

    name: str
    dark: bool
    ink: Colour  # the stage around the board
    panel: Colour  # what is read
    raised: Colour  # header, footer, selected row
    text: Colour
    dim: Colour
    faint: Colour
    line: Colour
    amber: Colour  # the attention of the player
    good: Colour
    bad: Colour
    danger: Colour  # text about what an enemy can hit
    cursor: Colour
    teams: tuple[Colour, ...]
    floors: tuple[Colour, ...]
    wall: Colour
    wall_top: Colour
    wall_foot: Colour
    lava: tuple[Colour, ...]
    flames: tuple[Colour, Colour]  # symbols on lava: cool, hot
    bridge: Colour
    plank: Colour
    tower: Colour
    battlement: Colour
    point: Colour
    point_sign: Colour
    release: Colour
    release_sign: Colour
    jail: Colour
    bars: Colour
    reach: Colour
    bridge_reach: Colour
    path: Colour
    path_sign: Colour
    threat: Colour
    paper: Colour
    paper_text: Colour
    paper_dim: Colour
    own_point: float = 0.42
    own_points: dict[int, float] = field(default_factory=dict)  # where a team differs
    more: tuple[Colour, ...] = ()  # of seats beyond the teams of the first game
    glow: bool = True  # the light of the lava
    reach_part: float = 0.62
    threat_part: float = 0.30
    tower_part: float = 0.58

    def best(self, ground: Colour, *texts: Colour) -> Colour:
        """Return the text that reads best on a ground; white and dark without others."""
        return max(texts or (WHITE, INK_ON_FILL), key=lambda text: contrast(text, ground))

    def fill_text(self, ground: Colour) -> Colour:
        """Return the text on a bright fill: the one that the theme prefers, if it can be read."""
        first = INK_ON_FILL if self.dark else WHITE
        return first if contrast(first, ground) >= TEXT else self.best(ground)


SEATS: Final = 6  # with a colour of their own
TEXT: Final = 4.5  # least contrast of text
LABEL: Final = 3.0  # of labels, rules and symbols


DARK: Final = Palette(
    name="dark",
    dark=True,
    ink=rgb("#0c0e13"),
    panel=rgb("#12151c"),
    raised=rgb("#1d222d"),
    text=rgb("#e8e3d6"),
    dim=rgb("#979dab"),
    faint=rgb("#747c8c"),
    line=rgb("#343b4a"),
    amber=rgb("#ffc24b"),
    good=rgb("#6fdc8c"),
    bad=rgb("#ff6b5e"),
    danger=rgb("#ff6db8"),
    cursor=rgb("#fff4d6"),
    teams=_codes("#ff6161", "#58aeff", "#5fd487", "#e9e04a"),
    more=_codes("#3fd3d3", "#ff9fce"),
    floors=_codes("#191d26", "#1e232d"),
    wall=rgb("#464e60"),
    wall_top=rgb("#626c83"),
    wall_foot=rgb("#333a49"),
    lava=_codes("#521207", "#862109", "#c8450c", "#f08a1c"),
    flames=(rgb("#ff9a3c"), rgb("#ffd166")),
    bridge=rgb("#5a4a33"),
    plank=rgb("#373026"),
    tower=rgb("#3b4159"),
    battlement=rgb("#525b7c"),
    point=rgb("#3d3921"),
    point_sign=rgb("#fff0b0"),
    release=rgb("#17302f"),
    release_sign=rgb("#7fd7c4"),
    jail=rgb("#14161b"),
    bars=rgb("#69707f"),
    reach=rgb("#1d6b57"),
    bridge_reach=rgb("#35b08f"),
    path=rgb("#8a6824"),
    path_sign=rgb("#fff4d6"),
    threat=rgb("#e0218a"),
    paper=rgb("#e9e2cf"),
    paper_text=rgb("#1a1712"),
    paper_dim=rgb("#6a6250"),
    own_points={3: 0.52},
)
LIGHT: Final = Palette(
    name="light",
    dark=False,
    ink=rgb("#f4f1e8"),
    panel=rgb("#fbf9f3"),
    raised=rgb("#e7e2d5"),
    text=rgb("#1d1a14"),
    dim=rgb("#5c574b"),
    faint=rgb("#7d776a"),
    line=rgb("#c9c2b2"),
    amber=rgb("#984e00"),
    good=rgb("#116b34"),
    bad=rgb("#b3261e"),
    danger=rgb("#a8186a"),
    cursor=rgb("#1d1a14"),
    teams=_codes("#c62828", "#1565c0", "#1b7f43", "#7a6600"),
    more=_codes("#00707a", "#a8327e"),
    floors=_codes("#ece7da", "#e3ddce"),
    wall=rgb("#8d8b85"),
    wall_top=rgb("#a9a69e"),
    wall_foot=rgb("#74726c"),
    lava=_codes("#d9541a", "#ec7324", "#f59331", "#ffc247"),
    flames=(rgb("#4a1500"), rgb("#4a1500")),
    bridge=rgb("#c4aa7c"),
    plank=rgb("#8e784f"),
    tower=rgb("#cfd3e0"),
    battlement=rgb("#9aa1b8"),
    point=rgb("#f3e3a0"),
    point_sign=rgb("#6a5500"),
    release=rgb("#c6e6e0"),
    release_sign=rgb("#0c5f52"),
    jail=rgb("#d8d4c8"),
    bars=rgb("#6f6b60"),
    reach=rgb("#7fcdb0"),
    bridge_reach=rgb("#4fae8c"),
    path=rgb("#f0c46a"),
    path_sign=rgb("#3a2600"),
    threat=rgb("#d1207f"),
    paper=rgb("#1d1a14"),
    paper_text=rgb("#fbf9f3"),
    paper_dim=rgb("#c9c2b2"),
    own_point=0.40,
    glow=False,
    threat_part=0.34,
    tower_part=0.66,
)
CONTRAST: Final = replace(
    DARK,
    name="contrast",
    ink=BLACK,
    panel=BLACK,
    raised=rgb("#1c1c1c"),
    text=WHITE,
    dim=rgb("#d6dbe2"),
    faint=rgb("#aab2bf"),
    line=rgb("#6a7280"),
    amber=rgb("#ffd84a"),
    good=rgb("#7df09c"),
    bad=rgb("#ff8f85"),
    danger=rgb("#ff9bd0"),
    cursor=rgb("#fff4d6"),
    teams=_codes("#ff8080", "#7cc0ff", "#7df09c", "#fff04d"),
    more=_codes("#5fe8e8", "#ffb8e0"),
    floors=_codes("#000000", "#101010"),
    wall=rgb("#9aa3b5"),
    wall_top=rgb("#c3cad8"),
    wall_foot=rgb("#6a7386"),
    lava=_codes("#6b1606", "#ad2f0c", "#ff5a14", "#ffb02e"),
    flames=(rgb("#ffd166"), rgb("#fff0b0")),
    own_point=0.55,
    own_points={2: 0.63, 3: 0.63},
)
BLUE_ORANGE: Final = replace(
    DARK,
    name="blue-orange",
    amber=rgb("#fff06a"),
    good=rgb("#58aeff"),
    bad=rgb("#ff9f43"),
    danger=rgb("#ffb066"),
    teams=_codes("#ff9f43", "#58aeff", "#f2f2f2", "#ff3366"),
    more=_codes("#a79cff", "#9aa6b2"),
    lava=_codes("#2e2420", "#4a382b", "#6b5138", "#8f6a45"),
    flames=(rgb("#c9a57c"), rgb("#f0d9b8")),
    reach=rgb("#28557f"),
    bridge_reach=rgb("#4f93cf"),
    threat=rgb("#c26a00"),
    path=rgb("#8a8024"),
    own_points={2: 0.56, 3: 0.62},
)
PALETTES: Final = {one.name: one for one in (DARK, LIGHT, CONTRAST, BLUE_ORANGE)}


def readable(fore: Colour, back: Colour, least: float = LABEL) -> Colour:
    """Return the foreground, moved towards white or black until it can be read."""
    if contrast(fore, back) >= least:
        return fore
    goal = max((WHITE, BLACK), key=lambda end: contrast(end, back))
    for step in range(1, 21):
        found = mix(fore, goal, step / 20)
        if contrast(found, back) >= least:
            return found
    return goal


class Shade(NamedTuple):
    """Foreground, background and attributes of a column; colours are codes or ANSI names."""

    fore: str
    back: str
    attributes: str = ""  # of b(old), i(talic), u(nderline), s(truck), r(everse)


def dimmed(shade: Shade, part: float, theme: str, *, colourless: bool = False) -> Shade:
    """Return a shade that has gone this part of the way to the ground of a theme."""
    if colourless:
        return Shade("", "", "")
    palette = PALETTES.get(theme)
    if palette is None:  # sixteen colours: dark grey on black
        return Shade("ansi_bright_black", "ansi_black", shade.attributes)
    fore, back = (mix(rgb(code), palette.ink, part) for code in shade[:2])
    return Shade(code_of(fore), code_of(back), shade.attributes)
