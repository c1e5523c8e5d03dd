"""The record of a player's options and the words of its file."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final, Literal, get_args

MAX_SEATS: Final = 4
MAX_NAME: Final = 12  # columns of a name in the status row

ThemeName = Literal["dark", "light", "contrast", "blue-orange", "terminal"]
Glyphs = Literal["auto", "shapes", "ascii"]
Colours = Literal["auto", "none"]
Pace = Literal["1x", "2x", "4x", "instant"]
Animation = Literal["full", "reduced", "none"]


@dataclass(frozen=True, slots=True)
class KeyOptions:
    """The name of a preset, and the player's own keys by action."""

    preset: str = "default"
    own: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Options:
    """All options; the defaults apply to what the file leaves out."""

    theme: ThemeName = "dark"
    glyphs: Glyphs = "auto"
    colours: Colours = "auto"
    pace: Pace = "1x"
    animation: Animation = "full"
    mouse: bool = True
    confirm_ending: bool = True
    curtain: bool = True
    names: tuple[str, ...] = ()
    seats: tuple[str, ...] = ("human", "regular")
    keys: KeyOptions = field(default_factory=KeyOptions)


OPTIONS: Final = tuple(one.name for one in fields(Options))
_CHOICES: Final = {
    "theme": ThemeName,
    "glyphs": Glyphs,
    "colours": Colours,
    "pace": Pace,
    "animation": Animation,
}

# Help texts of the options, for the page of options and the written file.
HELP: Final = {
    "theme": "Colours of the screen",
    "glyphs": "Signs of the board: auto takes shapes where the terminal draws them well",
    "colours": "none: no colours at all, as with NO_COLOR",
    "pace": "How fast managers play",
    "animation": "How much moves on the screen",
    "mouse": "Whether the mouse is heard",
    "confirm_ending": "Ask before a turn ends with something useful left",
    "curtain": "Cover the hand when the terminal loses the focus, with several people",
    "names": "Names of the people at the keyboard, in order of their seats",
    "seats": "Who sits where if play is not told",
    "keys": "A preset of keys, and keys of your own by action",
}


def choices_of(option: str) -> tuple[str, ...]:
    """Return the words that an option can have; none if it is not a choice of words.

    Raises:
        KeyError: there is no such option.
    """
    if option not in OPTIONS:
        raise KeyError(option)
    return get_args(_CHOICES.get(option))
