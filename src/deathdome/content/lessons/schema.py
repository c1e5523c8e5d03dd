"""The tables of a lesson file: which keys each may have, and what each value may be.

Every key is told in docs/lessons.md.
"""

# No postponed annotations: pydantic would have to evaluate every one of them again.
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from deathdome.content.positions.schema import PositionSheet
from deathdome.content.words import plain_text, suggestion

LONGEST_TITLE = 30  # letters; a row of the list of lessons


def _joined(given: Any) -> Any:
    """A text may stand on several lines; the screen breaks it anew."""
    return " ".join(given.split()) if isinstance(given, str) else given


def _several(given: Any) -> Any:
    return [given] if isinstance(given, str) else given


Text = Annotated[str, plain_text(1, 400), BeforeValidator(_joined)]
Patterns = Annotated[list[str], BeforeValidator(_several), Field(min_length=1)]


class LessonTable(BaseModel):
    """A table of a lesson file; a key that it does not have is refused with the nearest one."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, given: Any) -> Any:
        for key in given if isinstance(given, dict) else ():
            if key not in cls.model_fields:
                text = f'no key "{key}" here.{suggestion(key, cls.model_fields)}'
                raise PydanticCustomError("unknown_key", "{text}", {"text": text})
        return given


class OtherSheet(LessonTable):
    """Something else that a player may well try, and what is said then."""

    do: Patterns
    say: Text
    plain: Text | None = None  # the same where nothing is drawn
    carried_out: bool = False


class StepSheet(LessonTable):
    """One thing to do."""

    say: Text
    plain: Text | None = None  # the same where nothing is drawn
    do: Patterns
    otherwise: Text
    plain_otherwise: Text | None = None
    others: list[OtherSheet] = []
    then: list[str] = []


class LessonSheet(LessonTable):
    """A whole lesson file."""

    title: Annotated[str, plain_text(1, LONGEST_TITLE)]
    goal: Text
    end: Text
    plain_end: Text | None = None
    you: str = "red"
    begin: list[str] = []
    position: PositionSheet
    steps: Annotated[list[StepSheet], Field(min_length=1)]
