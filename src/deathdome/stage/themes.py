"""Themes. Colours carry no meaning alone: every mark has a symbol or a text attribute as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.theme import Theme

from deathdome.stage.colours import (
    BLUE_ORANGE,
    CONTRAST,
    DARK,
    LIGHT,
    SEATS,
    TEXT,
    code_of,
    contrast,
    mix,
    readable,
    rgb,
)

if TYPE_CHECKING:
    from deathdome.stage.colours import Colour, Palette

_TEAMS: Final = range(4)
# Rows of block letters, from the top.
_HOT: Final = tuple(map(rgb, ("#ffe08a", "#ffbf47", "#ff9433", "#f0641c", "#c23c0c")))
_COLD: Final = tuple(map(rgb, ("#aab2c2", "#8b94a6", "#6d7689", "#525b6d", "#3d4555")))
# For kinds of things: no colour of a team.
_HUES: Final = {
    "coral": rgb("#ff8a5c"),
    "lilac": rgb("#c39bff"),
    "teal": rgb("#4fd0c0"),
    "rose": rgb("#ff9ec6"),
    "steel": rgb("#a8b4c8"),
    "sand": rgb("#d8bc6a"),
    "violet": rgb("#b58cff"),
    "leaf": rgb("#9ccf6e"),
}
_BANDS: Final = (0.18, 0.15, 0.12, 0.09, 0.06, 0.03)  # of a team in the ground of a banner
_LETTERS: Final = 1.8  # contrast of a large letter


def _variables(p: Palette) -> dict[str, str]:
    """Return the colours of text, bars and areas by the names that the styles use."""
    found: dict[str, Colour] = {
        "dome-ink": p.ink,
        "dome-text": p.text,
        "dome-dim": p.dim,
        "dome-faint": p.faint,
        "dome-line": p.line,
        "dome-title": p.amber,
        "dome-on-title": p.fill_text(p.amber),
        "dome-good": p.good,
        "dome-bad": p.bad,
        "dome-on-bad": p.best(p.bad),
        "dome-danger": p.danger,
        "dome-panel": p.panel,
        "dome-raised": p.raised,
        "dome-box": mix(p.panel, p.amber, 0.07),
        "dome-paper": p.paper,
        "dome-paper-edge": mix(p.paper, p.paper_text, 0.14),
        "dome-paper-text": p.paper_text,
        "dome-blocks": mix(p.paper, rgb("#8a6a24"), 0.55),
        "dome-paper-dim": p.paper_dim,
        "dome-on-good": p.best(p.good),
        "dome-pointed": p.cursor,
        "dome-on-pointed": p.best(p.cursor),
    }
    for seat, team in enumerate((*p.teams, *p.more)):
        down = mix(team, p.ink, 0.76)
        found[f"dome-seat{seat}"] = readable(team, p.raised, TEXT)
        found[f"dome-fill{seat}"] = team
        found[f"dome-on-fill{seat}"] = p.fill_text(team)
        found[f"dome-tone{seat}"] = mix(team, p.ink, 0.3)
        found[f"dome-shade{seat}"] = mix(team, p.ink, 0.55)
        found[f"dome-rest{seat}"] = mix(team, p.panel, 0.76)
        found[f"dome-tint{seat}"] = mix(down, p.panel, 0.5)
    for hue, colour in _HUES.items():
        found[f"dome-{hue}"] = readable(colour, p.raised, TEXT)
    found["dome-on-violet"] = p.best(found["dome-violet"])
    written = [p.text, p.amber, p.good, p.bad, *(found[f"dome-seat{seat}"] for seat in _TEAMS)]
    for seat, team in enumerate((*p.teams, *p.more)):
        grounds = [mix(p.panel, team, part) for part in _BANDS]
        found[f"dome-band{seat}"] = next(
            (one for one in grounds if all(contrast(fore, one) >= TEXT for fore in written)),
            grounds[-1],
        )
    found["dome-drip"] = p.lava[2]
    for deep, part in enumerate((0.0, 0.28, 0.52, 0.72)):
        found[f"dome-flame{deep}"] = mix(p.flames[0], p.ink, part)
        for heat, lava in enumerate(p.lava):
            found[f"dome-lava{heat}{deep}"] = mix(lava, p.ink, part)
    for row, (hot, cold) in enumerate(zip(_HOT, _COLD, strict=True)):
        found[f"dome-hot{row}"] = readable(hot, p.ink, _LETTERS)
        found[f"dome-cold{row}"] = readable(cold, p.ink, _LETTERS)
    return {name: code_of(colour) for name, colour in found.items()}


# The sixteen colours of a terminal, on black: most of them are not seen on every other ground.
_ANSI_TEAMS: Final = ("red", "blue", "green", "magenta", "cyan", "white")
_ANSI_HUES: Final = {
    "coral": "ansi_bright_red",
    "lilac": "ansi_bright_magenta",
    "teal": "ansi_bright_cyan",
    "rose": "ansi_magenta",
    "steel": "ansi_bright_white",
    "sand": "ansi_yellow",
    "violet": "ansi_bright_magenta",
    "leaf": "ansi_bright_green",
}
_TERMINAL: Final = {
    **dict.fromkeys(_variables(DARK), "ansi_white"),
    "dome-ink": "ansi_black",
    "dome-faint": "ansi_white",
    "dome-line": "ansi_bright_black",
    "dome-title": "ansi_bright_yellow",
    "dome-on-title": "ansi_black",
    "dome-good": "ansi_bright_green",
    "dome-bad": "ansi_bright_red",
    "dome-on-bad": "ansi_black",
    "dome-on-good": "ansi_black",
    "dome-on-violet": "ansi_black",
    "dome-danger": "ansi_bright_magenta",
    "dome-panel": "ansi_black",
    "dome-raised": "ansi_black",
    "dome-box": "ansi_black",
    "dome-paper": "ansi_white",
    "dome-paper-edge": "ansi_white",
    "dome-paper-text": "ansi_black",
    "dome-paper-dim": "ansi_black",
    "dome-drip": "ansi_red",
    **{f"dome-flame{deep}": "ansi_bright_yellow" for deep in range(4)},
    **{
        f"dome-lava{heat}{deep}": "ansi_red" if heat > deep else "ansi_black"
        for heat in range(4)
        for deep in range(4)
    },
    **{f"dome-{hue}": colour for hue, colour in _ANSI_HUES.items()},
    "dome-blocks": "ansi_yellow",
    "dome-pointed": "ansi_bright_white",
    "dome-on-pointed": "ansi_black",
    **{f"dome-seat{seat}": f"ansi_bright_{team}" for seat, team in enumerate(_ANSI_TEAMS)},
    **{f"dome-fill{seat}": f"ansi_bright_{team}" for seat, team in enumerate(_ANSI_TEAMS)},
    **{f"dome-on-fill{seat}": "ansi_black" for seat in range(SEATS)},
    **{f"dome-tone{seat}": f"ansi_{team}" for seat, team in enumerate(_ANSI_TEAMS)},
    **{f"dome-shade{seat}": "ansi_bright_black" for seat in range(SEATS)},
    **{f"dome-rest{seat}": "ansi_bright_black" for seat in range(SEATS)},
    **{f"dome-tint{seat}": "ansi_black" for seat in range(SEATS)},
    **{f"dome-band{seat}": "ansi_black" for seat in range(SEATS)},
    **{f"dome-hot{row}": "ansi_bright_yellow" if row < 3 else "ansi_red" for row in range(5)},
    **{f"dome-cold{row}": "ansi_white" if row < 3 else "ansi_bright_black" for row in range(5)},
}


def _theme(p: Palette) -> Theme:
    return Theme(
        name=f"dome-{p.name}",
        primary=code_of(p.teams[1]),
        accent=code_of(p.amber),
        foreground=code_of(p.text),
        background=code_of(p.ink),
        surface=code_of(p.panel),
        panel=code_of(p.raised),
        dark=p.dark,
        variables=_variables(p),
    )


DEFAULTS: Final = _variables(DARK)
SIXTEEN: Final = "dome-terminal"  # the theme of terminals with sixteen colours
THEMES: Final = (
    _theme(DARK),
    _theme(LIGHT),
    _theme(CONTRAST),
    _theme(BLUE_ORANGE),
    Theme(
        name=SIXTEEN,
        ansi=True,
        primary="ansi_bright_cyan",
        accent="ansi_bright_yellow",
        foreground="ansi_white",
        background="ansi_black",
        surface="ansi_black",
        panel="ansi_black",
        boost="ansi_black",
        dark=True,
        variables={
            **_TERMINAL,
            "ansi-background": "ansi_black",
            "ansi-foreground": "ansi_white",
            "border-blurred": "ansi_default",
            "block-cursor-foreground": "ansi_black",
            "block-cursor-background": "ansi_white",
            "input-cursor-background": "ansi_black",
            "input-cursor-foreground": "ansi_bright_white",
            "input-cursor-text-style": "none",
            "input-selection-background": "ansi_bright_blue",
            "input-selection-foreground": "ansi_black",
            "screen-selection-background": "ansi_bright_blue",
            "screen-selection-foreground": "ansi_black",
        },
    ),
)
