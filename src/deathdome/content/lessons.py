"""Lesson files: a position, and steps that say what to do in it.

Every key is explained in docs/lessons.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from deathdome.bundled import data_folder
from deathdome.content.packs import load_packs
from deathdome.content.positions.codec import place_pieces
from deathdome.content.positions.files import error_text, line_of_path, most_telling, place_of
from deathdome.content.positions.schema import PositionSheet
from deathdome.errors import ContentError, NotationError, printable, without_file
from deathdome.model.board import TOWER_SUPPLY
from deathdome.model.identifiers import parse_card, parse_item, parse_team, parse_unit
from deathdome.model.vocabulary import Rating
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY, standing, supply
from deathdome.rules.purchase import team_value
from deathdome.rules.turn import hand_target
from deathdome.rules.units import boost, movement
from deathdome.text.names import compact
from deathdome.toml.files import parse_toml, read_text
from deathdome.toml.words import plain_text, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from deathdome.content.collection import Collection
    from deathdome.model.state import State

MAX_TITLE = 30  # characters; a row in the list of lessons


def _joined(given: Any) -> Any:
    """Join the lines of a text; the screen wraps it again."""
    return " ".join(given.split()) if isinstance(given, str) else given


def _several(given: Any) -> Any:
    return [given] if isinstance(given, str) else given


Text = Annotated[str, plain_text(1, 400), BeforeValidator(_joined)]
Patterns = Annotated[list[str], BeforeValidator(_several), Field(min_length=1)]


class LessonTable(BaseModel):
    """A table of a lesson file; it refuses an unknown key and suggests the nearest one."""

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
    """Another action that a player is likely to try, and the answer to it."""

    do: Patterns
    say: Text
    plain: Text | None = None  # the same where no board is drawn
    carried_out: bool = False


class StepSheet(LessonTable):
    """One step of a lesson."""

    say: Text
    plain: Text | None = None  # the same where no board is drawn
    do: Patterns
    otherwise: Text
    plain_otherwise: Text | None = None
    others: list[OtherSheet] = []
    then: list[str] = []


class LessonSheet(LessonTable):
    """A whole lesson file."""

    title: Annotated[str, plain_text(1, MAX_TITLE)]
    goal: Text
    end: Text
    plain_end: Text | None = None
    you: str = "red"
    begin: list[str] = []
    position: PositionSheet
    steps: Annotated[list[StepSheet], Field(min_length=1)]


_FACT: Final = re.compile(r"\{(\w+):([^{}]*)\}")
_BRACE: Final = re.compile(r"[{}]")
_CREDITS: Final = ("price", "credits", "worth", "payout", "tower", "point", "shell")
_PAY: Final = {"tower": TOWER_PAY, "point": POINT_PAY, "shell": SHELL_PAY}


def fill(text: str, state: State, extra_facts: Mapping[str, Callable[[str], str]]) -> str:
    """Replace the facts of a text by their values in this position.

    `extra_facts` maps the word before a colon to facts that only the caller knows, such as keys.

    Raises:
        NotationError: a fact is misspelt.
    """

    def fact(found: re.Match[str]) -> str:
        kind, words = found[1], found[2].strip()
        if kind in extra_facts:
            return extra_facts[kind](words)
        if kind not in _KINDS:
            raise NotationError(f"no fact {found[0]}.{suggestion(kind, [*_KINDS, *extra_facts])}")
        subject, _, what = words.rpartition(" ")
        known = _KINDS[kind](state, subject.strip())
        if what not in known:
            raise NotationError(f"{found[0]}: no {what} here.{suggestion(what, known)}")
        value = known[what]
        if isinstance(value, str):
            return value
        return compact(value) if what in _CREDITS else str(value)

    filled = _FACT.sub(fact, text)
    if _BRACE.search(filled):
        raise NotationError("a text has no single brace; write a fact as {word:name what}")
    return filled


def _item(state: State, name: str) -> Mapping[str, int | str]:
    item = state.setup.catalog.items[parse_item(state.setup, name)]
    weapon, ratings = item.weapon, item.ratings
    return {
        "name": item.name,
        "price": item.cost,
        "strength": ratings.strength if weapon is None else weapon.strength,
        "range": 0 if weapon is None else weapon.range,
        "movement": ratings.movement,
        "toughness": ratings.toughness,
        "vitae": ratings.vitae,
    }


def _card(state: State, name: str) -> Mapping[str, int | str]:
    card = state.setup.catalog.power_cards[parse_card(state.setup, name)]
    return {"name": card.name, "value": card.value}


def _unit(state: State, name: str) -> Mapping[str, int | str]:
    unit = parse_unit(state.setup, name)
    return {
        "name": state.setup.units[unit].name,
        "strength": state.gear.strength[unit],
        "movement": movement(state, unit),
        "toughness": state.gear.toughness[unit] + boost(state.timed, unit, Rating.TOUGHNESS),
        "vitae": state.gear.vitae[unit] - state.wounds[unit],
        "wounds": state.wounds[unit],
    }


def _team(state: State, name: str) -> Mapping[str, int | str]:
    seat = parse_team(name)
    points = supply(state, seat)
    return {
        "payout": standing(state, seat).payout,
        "supply": points,
        "cards": hand_target(points),
        "hand": len(state.hands[seat]),
        "shells": state.shells[seat],
        "credits": state.credits[seat],
        "worth": team_value(state, seat),
    }


def _pay(_state: State, _name: str) -> Mapping[str, int | str]:
    return _PAY


def _match(state: State, _name: str) -> Mapping[str, int | str]:
    return {
        "rounds": state.setup.rounds,
        "tower-supply": TOWER_SUPPLY,
        "least-hand": hand_target(0),
        "most-hand": hand_target(99),
    }


_KINDS: Final[Mapping[str, Callable[[State, str], Mapping[str, int | str]]]] = {
    "item": _item,
    "card": _card,
    "unit": _unit,
    "team": _team,
    "pay": _pay,
    "match": _match,
}


_FOLDER: Final = "lessons"
_NO_KEY: Final = re.compile(r'no key "([^"]+)"')
Place = tuple[int | str, ...]  # keys, and indices of lists from 0: ("steps", 2, "do")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as written in its file."""

    name: str  # of the file, without its suffix
    shown: str  # name of the file in errors
    text: str
    sheet: LessonSheet
    folder: Path

    @property
    def seat(self) -> int:
        """The seat of the pupil.

        Raises:
            ContentError: there is no such team.
        """
        try:
            return parse_team(self.sheet.you)
        except NotationError as error:
            raise self.error(("you",), str(error)) from error

    def position(self, collection: Collection | None = None) -> tuple[State, list[int]]:
        """Return a new copy of the first position, and the cards drawn next, in order.

        Raises:
            ContentError: the position is not valid.
        """
        sheet = self.sheet.position
        collection = collection or load_packs([])
        try:
            state, _ = place_pieces(sheet, self.shown, self.folder, collection)
            return state, [parse_card(state.setup, card) for card in sheet.cards.deck]
        except (ContentError, NotationError) as error:
            reason = without_file(str(error), self.shown)
            key = reason.partition(": ")[0]
            raise self.error(("position", *key.split(".")), reason) from error

    def error(self, place: Place, reason: str) -> ContentError:
        """Return an error about a place of the file, with its line."""
        return _error(self.shown, self.text, place, reason)


def lesson_paths() -> list[Path]:
    """Return the files of the bundled lessons, in order; at least one.

    Raises:
        ContentError: there is none, or the data folder is missing.
    """
    folder = data_folder() / _FOLDER
    if found := sorted(folder.glob("*.toml")):
        return found
    raise ContentError(f"no lessons: {printable(str(folder))} has no file *.toml that can be read")


class Listed(NamedTuple):
    """A lesson in a list; for a broken file the reason takes the place of the goal."""

    name: str  # of the file, without its suffix
    title: str
    goal: str


def listed_lesson(path: Path) -> Listed:
    """Return the lesson of a file for a list."""
    try:
        sheet = load_lesson(path).sheet
    except ContentError as error:
        return Listed(path.stem, f"{printable(path.stem)} cannot be used", str(error))
    return Listed(path.stem, sheet.title, sheet.goal)


def load_lesson(path: Path) -> Lesson:
    """Load a lesson; its position and steps are checked when it is played.

    Raises:
        ContentError: the file cannot be read, or has an invalid key or value.
    """
    return lesson_from_text(read_text(path, path.name), path)


def lesson_from_text(text: str, path: Path) -> Lesson:
    """Parse a lesson; `path` gives its name and the folder of its boards.

    Raises:
        ContentError: the text is not TOML, or has an invalid key or value.
    """
    document = parse_toml(text, path.name)
    try:
        sheet = LessonSheet.model_validate(document)
    except ValidationError as error:
        detail = most_telling(error)
        place, reason = detail["loc"], error_text(detail)
        if key := _NO_KEY.search(reason):
            place = (*place, key[1])
        raise _error(path.name, text, place, reason, has_place=True) from error
    return Lesson(path.stem, path.name, text, sheet, path.parent)


def _error(
    shown: str, text: str, place: Place, reason: str, *, has_place: bool = False
) -> ContentError:
    """Return `02-x.toml:31: steps 2.do: ...`; `has_place`: the reason names the place already."""
    where = "" if has_place or place[0] == "position" else f"{place_of(place)}: "
    return ContentError(f"{shown}:{line_of_path(text, place)}: {where}{reason}")
