"""The colours. Meaning never hangs on them alone: every mark has a sign or a text attribute too."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

_DARK: Final = {
    "dome-dim": "#9aa4b2",
    "dome-title": "#f0c674",
    "dome-good": "#7ee787",
    "dome-bad": "#ff8f80",
    "dome-floor": "#6b7687",
    "dome-wall": "#8b95a5",
    "dome-wall-back": "#3a4250",
    "dome-lava": "#c9732d",
    "dome-lava-back": "#2e1a0e",
    "dome-bridge": "#b89b72",
    "dome-tower": "#c3cad6",
    "dome-tower-back": "#2b3140",
    "dome-point": "#f0e68c",
    "dome-reach": "#1d4a3a",
    "dome-threat": "#5a2430",
    "dome-seat0": "#ff8a8a",
    "dome-seat1": "#7fbfff",
    "dome-seat2": "#86e08f",
    "dome-seat3": "#f2d45c",
}
_LIGHT: Final = {
    "dome-dim": "#4f5a68",
    "dome-title": "#7a4a00",
    "dome-good": "#116329",
    "dome-bad": "#b3261e",
    "dome-floor": "#6a7480",
    "dome-wall": "#4a5360",
    "dome-wall-back": "#c4cad2",
    "dome-lava": "#9c3d00",
    "dome-lava-back": "#fbe3d0",
    "dome-bridge": "#6d4c1b",
    "dome-tower": "#2b3440",
    "dome-tower-back": "#dfe4ea",
    "dome-point": "#6b5b00",
    "dome-reach": "#bfe8cf",
    "dome-threat": "#f6c9cf",
    "dome-seat0": "#b01c1c",
    "dome-seat1": "#0b53a8",
    "dome-seat2": "#12692a",
    "dome-seat3": "#6f5200",
}
_CONTRAST: Final = {
    **_DARK,
    "dome-dim": "#d6dbe2",
    "dome-floor": "#b5bdc8",
    "dome-wall": "#ffffff",
    "dome-lava": "#ffb35c",
    "dome-lava-back": "#000000",
    "dome-bridge": "#ffd9a0",
    "dome-tower": "#ffffff",
    "dome-seat0": "#ffb0b0",
    "dome-seat1": "#a8d4ff",
    "dome-seat2": "#b0f5b5",
    "dome-seat3": "#ffe97a",
}
# Blue, orange, white and purple-grey: told apart with any of the common kinds of colour vision.
_COLOUR_BLIND: Final = {
    **_DARK,
    "dome-good": "#7fbfff",
    "dome-bad": "#ffb35c",
    "dome-lava": "#a8763e",
    "dome-reach": "#1c3f66",
    "dome-threat": "#5c3d10",
    "dome-seat0": "#ffa94d",
    "dome-seat1": "#74c0fc",
    "dome-seat2": "#ffffff",
    "dome-seat3": "#c9b6f2",
}

DEFAULTS: Final = _DARK
THEMES: Final = (
    Theme(
        name="dome-dark",
        primary="#7fbfff",
        accent="#f0c674",
        foreground="#e3e8ef",
        background="#12161d",
        surface="#12161d",
        panel="#1b212b",
        dark=True,
        variables=_DARK,
    ),
    Theme(
        name="dome-light",
        primary="#0b53a8",
        accent="#7a4a00",
        foreground="#1b222b",
        background="#fbfbf8",
        surface="#fbfbf8",
        panel="#eceef1",
        dark=False,
        variables=_LIGHT,
    ),
    Theme(
        name="dome-contrast",
        primary="#ffffff",
        accent="#ffe97a",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#101010",
        dark=True,
        variables=_CONTRAST,
    ),
    Theme(
        name="dome-blue-orange",
        primary="#74c0fc",
        accent="#ffa94d",
        foreground="#e3e8ef",
        background="#12161d",
        surface="#12161d",
        panel="#1b212b",
        dark=True,
        variables=_COLOUR_BLIND,
    ),
)
