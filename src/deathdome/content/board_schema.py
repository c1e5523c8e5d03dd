"""Schema of board files: the keys and the values they may have."""

# No postponed annotations: pydantic would evaluate every one of them again.
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from deathdome.model.board import GLYPHS
from deathdome.toml.words import plain_text

Word = Annotated[str, plain_text(min_length=1, max_length=20)]


class BoardTable(BaseModel):
    """The keys of a board file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    name: Annotated[str, plain_text(min_length=1, max_length=60)]
    map: str
    first_row: int = Field(default=1, ge=1, le=99)
    legend: dict[Word, str] = {glyph: kind.value for glyph, kind in GLYPHS.items()}
    bases: dict[Word, str]
    jails: dict[Word, str] = {}
    release_points: dict[str, str] = {}
    thin_walls: list[str] = []
    seating: dict[str, list[str]]
    later_seating: dict[str, list[str]] = {}
    dual: bool = False  # a board for The Dual, which has no jails
