"""What a player may choose about the screen: one record, and the words its file knows."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final, Literal, get_args

MOST_SEATS: Final = 4
LONGEST_NAME: Final = 12  # columns that the status row has for a name

ThemeName = Literal["dark", "light", "contrast", "blue-orange", "terminal"]
Glyphs = Literal["auto", "shapes", "ascii"]
Colours = Literal["auto", "none"]
Pace = Literal["1x", "2x", "4x", "instant"]
Animation = Literal["full", "reduced", "none"]


@dataclass(frozen=True, slots=True)
class KeyOptions:
    """The keys: a preset by its name, and the player's own keys by the action they do."""

    preset: str = "default"
    own: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Options:
    """Everything in the file of options; what the file leaves out is as it is here."""

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

# What each option is for; the page of options and the file that is written say it with these.
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
    """The words that an option can be; none where it is no choice of words.

    Raises:
        KeyError: there is no such option.
    """
    if option not in OPTIONS:
        raise KeyError(option)
    return get_args(_CHOICES.get(option))
