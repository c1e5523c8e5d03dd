"""Shades of the board: what each look and mark becomes in a theme, worked out once each.

`painter_of` chooses between mixed colours, the sixteen colours of a terminal, and attributes alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

from deathdome.stage.colours import (
    BLACK,
    INK_ON_FILL,
    PALETTES,
    TEXT,
    WHITE,
    Shade,
    code_of,
    contrast,
    mix,
    readable,
)
from deathdome.tui.presenters.board import (
    CURSOR,
    PATH,
    POINT,
    REACH,
    REACH_HERE,
    TARGET,
    THREAT,
    THREAT_HERE,
    TRACE,
    TRACE_HERE,
)

if TYPE_CHECKING:
    from deathdome.stage.colours import Colour, Palette

UNITS: Final = ("unit", "active", "down", "jailed")
# Ground that shows an owner, or nothing that can be reached, keeps its colour under every mark.
_KEEPS: Final = (
    *("tower", "rampart", "centre", "lava", "base", "wall", "jail"),
    *("bar", "half", "lost", "pulse"),
)
_FLASHES: Final = ("shot", "flash", "hit", "heal")  # what happens to a space for a moment
_LIGHT: Final = (0.0, 0.20, 0.09, 0.03)  # of the lava on the floor, by the distance
_HURT: Final = (0.0, 0.18, 0.46, 0.62)  # how much darker the letter of a unit is, by its wounds


class Shades(Protocol):
    """Gives each look, with its marks, foreground, background and attributes."""

    def shade(self, look: str, marks: int, *, left: bool = True) -> Shade:
        """Return the shade of a column; `left` for the left half of a space."""
        ...


def shades_of(theme: str, *, colourless: bool = False) -> Shades:
    """Return the shades of a theme, by its name without prefix."""
    if colourless:
        return _PLAIN
    palette = PALETTES.get(theme)
    return _SIXTEEN if palette is None else painted(palette.name)


@lru_cache(maxsize=8)
def painted(name: str) -> Painted:
    """Return the shades of a palette."""
    return Painted(PALETTES[name])


def _parts(look: str) -> tuple[str, int, int]:
    """Return kind, number (a seat, a heat, a floor; -1 for none) and degree of a look."""
    name, _, degree = look.partition("-")
    number = int(name[-1]) if name[-1].isdigit() else -1
    return (name[:-1] if number >= 0 else name), number, int(degree) if degree.isdigit() else 0


class Painted:
    """Mixed colours of a palette."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._cache: dict[tuple[str, int, bool], Shade] = {}

    def shade(self, look: str, marks: int, *, left: bool = True) -> Shade:
        """Return the mixed colours of a column."""
        key = (look, marks, left)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._worked_out(look, marks, left=left)
        return found

    def _worked_out(self, look: str, marks: int, *, left: bool) -> Shade:
        p = self.palette
        plain, _, part = look.partition("+")
        fore, back, attributes = self.ground(plain)
        kind = _parts(plain)[0]
        if kind in UNITS:
            if marks & TARGET and left and kind != "jailed":
                fore, back = p.fill_text(p.amber), p.amber
        elif kind not in _KEEPS and (kind != "point" or plain == "point"):
            fore, back = self._laid_over(kind, fore, back, marks, left=left)
        if marks & THREAT_HERE:
            attributes += "u"
        if marks & REACH_HERE:
            attributes += "i"
        if part == "cursor":
            fore = p.cursor
        elif part == "mark":
            sign = p.threat if marks & THREAT else p.bridge_reach
            fore = readable(mix(sign, WHITE if p.dark else BLACK, 0.25), back)
        if marks & CURSOR:
            fore, back, attributes = p.best(p.cursor), p.cursor, "b"
        return Shade(code_of(fore), code_of(back), "".join(sorted(set(attributes))))

    def _laid_over(
        self, kind: str, fore: Colour, back: Colour, marks: int, *, left: bool
    ) -> tuple[Colour, Colour]:
        """Return the colours of open ground under marks."""
        p = self.palette
        both = marks & REACH and marks & THREAT
        sign = kind in ("floor", "bridge", "void")
        if marks & PATH:
            return p.path_sign, p.path
        if marks & TRACE and not marks & (REACH | THREAT):
            back = mix(back, p.dim, 0.22)
        if marks & TARGET:  # one of the spaces or units in question
            back = mix(back, p.amber, 0.45)
        if marks & REACH and (left or not both):
            if kind == "bridge":
                back = mix(back, p.bridge_reach, 0.30)
            else:
                back = mix(back, p.reach, p.reach_part)
        if marks & THREAT and (not left or not both):
            back = mix(back, p.threat, p.threat_part)
            if sign:
                fore = mix(p.threat, WHITE if p.dark else BLACK, 0.25)
        return (fore if kind == "bridge" and not marks & THREAT else readable(fore, back)), back

    def ground(self, look: str) -> tuple[Colour, Colour, str]:
        """Return foreground, background and attributes of a look without marks."""
        p = self.palette
        kind, number, degree = _parts(look)
        team = p.teams[number] if 0 <= number < len(p.teams) else p.text
        if kind == "unit":
            back = mix(team, p.ink if p.dark else BLACK, _HURT[degree])
            return (p.fill_text(back) if not degree else p.best(back)), back, "b"
        if kind == "pulse":
            back = mix(team, WHITE, 0.15)
            return p.best(back), back, "b"
        if kind == "active":
            return p.fill_text(p.amber), p.amber, "b"
        if kind == "down":
            back = mix(team, p.ink, 0.76)
            return readable(team, back, TEXT), back, "bis"
        if kind == "jailed":
            return readable(team, p.jail, TEXT), p.jail, ""
        if kind in ("bar", "half", "lost"):
            full, empty = mix(team, WHITE, 0.30), mix(team, BLACK, 0.74)
            if kind == "half":
                return empty, full, "b"
            ground = full if kind == "bar" else empty
            return p.best(ground), ground, "b"
        if kind == "point":
            if number < 0:
                return p.point_sign, p.point, "b"
            back = mix(team, p.ink, p.own_points.get(number, p.own_point))
            return self._on_own(back), back, "b"
        if kind == "base":
            return self._base(number, team)
        if kind in ("tower", "rampart", "centre"):
            return self._tower(kind, number, team)
        return self._terrain(kind, number, degree, look)

    def _on_own(self, back: Colour) -> Colour:
        """Return the text on a point of yours: white in dark themes if it can be read."""
        p = self.palette
        return WHITE if p.dark and contrast(WHITE, back) >= TEXT else p.best(back)

    def _base(self, number: int, team: Colour) -> tuple[Colour, Colour, str]:
        p = self.palette
        if number < 0:
            back = mix(p.floors[0], p.dim, 0.10)
            return readable(p.faint, back), back, ""
        back = mix(team, p.ink, 0.76)
        return readable(team, back, TEXT), back, "b"

    def _tower(self, kind: str, number: int, team: Colour) -> tuple[Colour, Colour, str]:
        p = self.palette
        inside, edge = p.tower, p.battlement
        if number >= 0:
            inside = mix(mix(team, p.ink, p.tower_part), p.tower, 0.25)
            edge = mix(team, p.ink, 0.16)
        if kind == "rampart":
            return inside, edge, ""
        if kind == "tower":
            return edge, inside, ""
        sign = p.point_sign if number < 0 else self._on_own(inside)
        return readable(sign, inside, TEXT), inside, "b"

    def _terrain(
        self, kind: str, number: int, degree: int, look: str
    ) -> tuple[Colour, Colour, str]:
        p = self.palette
        if kind == "floor":
            back = p.floors[number]
            if p.glow and degree:
                back = mix(back, p.lava[2], _LIGHT[degree])
            return readable(p.faint, back), back, ""
        if kind == "lava":
            return readable(p.flames[number > 1], p.lava[number], 1.8), p.lava[number], ""
        if kind == "wall":
            part = look.partition("-")[2]
            back = {"top": p.wall_top, "foot": p.wall_foot}.get(part, p.wall)
            return mix(back, BLACK, 0.18), back, ""
        if kind == "bridge":
            return p.plank, p.bridge, ""
        if kind == "release":
            return p.release_sign, p.release, "b"
        if kind == "jail":
            return p.bars, p.jail, ""
        if kind == "token":
            return readable(p.bad, p.point, TEXT), p.point, "b"
        if kind == "cursor":
            return p.best(p.cursor), p.cursor, "b"
        if kind == "label":
            return p.faint, p.ink, ""
        if kind == "here":
            return readable(p.amber, p.ink, TEXT), p.ink, "b"
        if kind in _FLASHES:
            back = {"flash": p.cursor, "hit": p.bad, "heal": p.good}.get(kind, p.amber)
            return p.best(back, INK_ON_FILL, WHITE), back, "b"
        if kind == "aim":
            return readable(p.amber, p.floors[0], TEXT), p.floors[0], "b"
        return p.faint, p.ink, ""


_TEAMS_16: Final = ("red", "blue", "green", "magenta")


class Sixteen:
    """The sixteen colours of a terminal, on black."""

    def shade(self, look: str, marks: int, *, left: bool = True) -> Shade:
        """Return the named colours of a column."""
        plain, _, part = look.partition("+")
        kind, number, _ = _parts(plain)
        fore, back, attributes = self._ground(kind, number)
        if kind in UNITS:
            if marks & TARGET and left:
                fore, back = "ansi_black", "ansi_bright_yellow"
            if marks & (THREAT_HERE | REACH_HERE):
                attributes += "u"
        elif marks & PATH and kind != "point":
            fore, attributes = "ansi_bright_yellow", "b"
        elif not marks & (REACH_HERE | THREAT_HERE | TRACE_HERE):
            if part == "mark" or kind in ("floor", "bridge", "void"):
                if marks & THREAT:
                    fore = "ansi_bright_magenta"
                elif marks & REACH:
                    fore = "ansi_bright_green"
            if marks & TARGET:
                attributes += "u"
        elif marks & (REACH_HERE | THREAT_HERE):
            attributes += "u" if marks & THREAT_HERE else "i"
        if part == "cursor":
            fore = "ansi_bright_white"
        if marks & CURSOR:
            fore, back, attributes = "ansi_black", "ansi_bright_white", ""
        return Shade(fore, back, "".join(sorted(set(attributes))))

    def _ground(self, kind: str, number: int) -> tuple[str, str, str]:
        black = "ansi_black"
        team = _TEAMS_16[number] if 0 <= number < len(_TEAMS_16) else "white"
        if kind in ("unit", "bar", "pulse"):
            return black, f"ansi_bright_{team}", ""
        if kind in ("half", "lost"):
            return f"ansi_bright_{team}", black, "b"
        if kind == "active":
            return black, "ansi_bright_yellow", ""
        if kind == "down":
            return f"ansi_bright_{team}", black, "isu"
        if kind == "jailed":
            return f"ansi_bright_{team}", black, ""
        if kind in ("point", "centre") and number >= 0:
            return "ansi_bright_white", f"ansi_{team}", "b"
        if kind in ("tower", "rampart"):
            edge = f"ansi_bright_{team}" if number >= 0 else "ansi_bright_white"
            return (edge, black, "") if kind == "tower" else (black, edge, "")
        if kind == "base" and number >= 0:
            return f"ansi_bright_{team}", black, ""
        return {
            "wall": (black, "ansi_bright_black", ""),
            "lava": ("ansi_bright_yellow", "ansi_red", ""),
            "bridge": ("ansi_yellow", black, ""),
            "point": ("ansi_bright_yellow", black, "b"),
            "centre": ("ansi_bright_yellow", black, "b"),
            "release": ("ansi_bright_cyan", black, "b"),
            "jail": ("ansi_white", black, ""),
            "token": ("ansi_bright_red", black, "b"),
            "here": ("ansi_bright_white", black, "b"),
            "cursor": (black, "ansi_bright_white", ""),
            "shot": (black, "ansi_bright_yellow", ""),
            "flash": (black, "ansi_bright_white", ""),
            "hit": (black, "ansi_bright_red", ""),
            "heal": (black, "ansi_bright_green", ""),
            "aim": ("ansi_bright_yellow", black, "b"),
            "label": ("ansi_white", black, ""),
        }.get(kind, ("ansi_bright_black", black, ""))


class Plain:
    """Attributes alone: symbols say the rest."""

    def shade(self, look: str, marks: int, *, left: bool = True) -> Shade:
        """Return the attributes of a column."""
        del left
        kind, number, _ = _parts(look.partition("+")[0])
        attributes = ""
        if kind in ("unit", "active", "here", "token", "shot", "centre", "point") and (
            number >= 0 or kind not in ("centre", "point")
        ):
            attributes += "b"
        if kind == "down":
            attributes += "s"
        if kind == "pulse" or kind in _FLASHES:
            attributes += "r"
        if marks & TARGET:
            attributes += "u"
        if marks & (THREAT_HERE | PATH):
            attributes += "i"
        if marks & REACH_HERE:
            attributes += "u"
        if marks & TRACE_HERE:
            attributes += "o"
        if marks & POINT:
            attributes += "b"
        if marks & CURSOR:
            attributes += "r"
        return Shade("", "", "".join(sorted(set(attributes))))


_SIXTEEN: Final = Sixteen()
_PLAIN: Final = Plain()
