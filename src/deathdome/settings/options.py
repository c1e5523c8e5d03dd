"""What a player may choose about the screen: one record, and the words its file knows."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool

from deathdome.content.words import plain_text

MOST_SEATS: Final = 4
LONGEST_NAME: Final = 12  # columns that the status row has for a name

ThemeName = Literal["dark", "light", "contrast", "blue-orange", "terminal"]
Glyphs = Literal["auto", "shapes", "ascii"]
Colours = Literal["auto", "none"]
Pace = Literal["1x", "2x", "4x", "instant"]
Animation = Literal["full", "reduced", "none"]


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


Names = Annotated[
    tuple[Annotated[str, plain_text(1, LONGEST_NAME)], ...],
    BeforeValidator(_as_tuple),
    Field(max_length=MOST_SEATS),
]
Seats = Annotated[
    tuple[Annotated[str, plain_text(1, 60)], ...],
    BeforeValidator(_as_tuple),
    Field(min_length=2, max_length=MOST_SEATS),
]


class KeyOptions(BaseModel):
    """The keys: a preset by its name, and the player's own keys by the action they do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    preset: str = "default"
    own: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class Options(BaseModel):
    """Everything in the file of options; what the file leaves out is as it is here."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    theme: ThemeName = "dark"
    glyphs: Glyphs = "auto"
    colours: Colours = "auto"
    pace: Pace = "1x"
    animation: Animation = "full"
    mouse: StrictBool = True
    confirm_ending: StrictBool = True
    curtain: StrictBool = True
    names: Names = ()
    seats: Seats = ("human", "greedy")
    keys: KeyOptions = KeyOptions()


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
    kind: Any = Options.model_fields[option].annotation
    found = getattr(kind, "__args__", ())
    return tuple(word for word in found if isinstance(word, str))
