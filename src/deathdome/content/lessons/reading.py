"""Reading lesson files: from TOML to a checked lesson, with errors by file and line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from pydantic import ValidationError

from deathdome.content.lessons.schema import LessonSheet
from deathdome.content.locate import data_folder
from deathdome.content.packs import load_packs
from deathdome.content.positions.codec import place_pieces
from deathdome.content.positions.files import explained, place_of, telling
from deathdome.content.toml_files import read_text, toml_of
from deathdome.content.words import printable
from deathdome.errors import ContentError, NotationError, without_file
from deathdome.model.identifiers import parse_card, parse_team

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deathdome.content.packs import Collection
    from deathdome.model.state import State

_FOLDER: Final = "lessons"
_NO_KEY: Final = re.compile(r'no key "([^"]+)"')
Place = tuple[int | str, ...]  # keys and, from 0, numbers of list members: ("steps", 2, "do")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its file tells it."""

    name: str  # of the file, without its end
    shown: str  # the file, as errors call it
    text: str
    sheet: LessonSheet
    folder: Path

    @property
    def seat(self) -> int:
        """Whoever is taught.

        Raises:
            ContentError: there is no such team.
        """
        try:
            return parse_team(self.sheet.you)
        except NotationError as error:
            raise self.error(("you",), str(error)) from error

    def position(self, collection: Collection | None = None) -> tuple[State, list[int]]:
        """The position at the beginning, anew for every call, and the cards drawn next, in order.

        Raises:
            ContentError: the position cannot be.
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
        """An error about a place of the file, with its line."""
        return _error(self.shown, self.text, place, reason)


def lesson_paths() -> list[Path]:
    """The lessons of the game, in order; there is one at least.

    Raises:
        ContentError: there is none, or the folder of the data is not there.
    """
    folder = data_folder() / _FOLDER
    if found := sorted(folder.glob("*.toml")):
        return found
    raise ContentError(f"no lessons: {printable(str(folder))} has no file *.toml that can be read")


class Listed(NamedTuple):
    """A lesson in a list; of one whose file cannot be used it says why, instead of the goal."""

    name: str  # of the file, without its end
    title: str
    goal: str


def listed_lesson(path: Path) -> Listed:
    """The lesson in a file as it stands in a list."""
    try:
        sheet = load_lesson(path).sheet
    except ContentError as error:
        return Listed(path.stem, f"{printable(path.stem)} cannot be used", str(error))
    return Listed(path.stem, sheet.title, sheet.goal)


def load_lesson(path: Path) -> Lesson:
    """The lesson in a file; its position and steps are checked when it is played.

    Raises:
        ContentError: the file cannot be read, or has a key or value that cannot be.
    """
    return lesson_from_text(read_text(path, path.name), path)


def lesson_from_text(text: str, path: Path) -> Lesson:
    """The lesson that is written in `text`; `path` names it, and where its boards would lie.

    Raises:
        ContentError: it is not TOML, or has a key or value that cannot be.
    """
    document = toml_of(text, path.name)
    try:
        sheet = LessonSheet.model_validate(document)
    except ValidationError as error:
        detail = telling(error)
        place, reason = detail["loc"], explained(detail)
        if key := _NO_KEY.search(reason):
            place = (*place, key[1])
        raise _error(path.name, text, place, reason, said=True) from error
    return Lesson(path.stem, path.name, text, sheet, path.parent)


def _error(shown: str, text: str, place: Place, reason: str, *, said: bool = False) -> ContentError:
    """`02-x.toml:31: steps 2.do: ...`; `said`: the reason names the place by itself."""
    where = "" if said or place[0] == "position" else f"{place_of(place)}: "
    return ContentError(f"{shown}:{line_of_place(text, place)}: {where}{reason}")


def line_of_place(text: str, place: Sequence[int | str]) -> int:
    """The line, from 1, on which a place of a file begins; as near as it can be found."""
    at, end, header = 0, len(text), ""
    for part in place:
        if isinstance(part, int):
            begins = [found.start() for found in _headers(header, text) if found.start() < end]
            if part < len(begins):
                at = begins[part]
                end = begins[part + 1] if part + 1 < len(begins) else end
            continue
        header = f"{header}.{part}" if header else part
        table = next(_headers(header, text), None)
        key = re.compile(rf"^[ \t]*(?:\w+\.)*{re.escape(part)}\b", re.MULTILINE)
        if table is not None and at <= table.start() < end:
            at = table.start()
        elif (found := key.search(text, at, end)) is not None:
            at = found.start()
    return text.count("\n", 0, at) + 1


def _headers(name: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"^[ \t]*\[\[?{re.escape(name)}\]", text, re.MULTILINE)
