"""Board files: from `data/boards/*.toml`, or a few drawn lines, to a board record."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from deathdome.content.board_checks import check_board
from deathdome.content.board_map import Drawing, draw
from deathdome.content.defaults import DEFAULT_BOARD
from deathdome.content.locate import data_folder
from deathdome.content.naming import unclear_places
from deathdome.content.toml_files import read_text, toml_of
from deathdome.content.toml_lines import line_of
from deathdome.content.words import plain_text, printable, shown
from deathdome.errors import ContentError, UsageError, nearest, without_file
from deathdome.model.board import GLYPHS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deathdome.model.board import Board

LARGEST_BOARD: Final = 3_600  # spaces; an action has room for 4,095 (model/actions.py)
_SEATS: Final = ("1", "2", "3", "4")
_NEEDED: Final = {
    "missing": "this field",
    "string_type": "a text in quotes",
    "string_too_short": "at least one letter",
    "string_pattern_mismatch": "small letters and digits with single hyphens between them",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list in [brackets]",
    "dict_type": "a table",
}

Word = Annotated[str, plain_text(least=1, most=20)]


class BoardTable(BaseModel):
    """The keys of a board file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    name: Annotated[str, plain_text(least=1, most=60)]
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


def board_ids() -> list[str]:
    """The ids of the boards that come with the game, the default one first."""
    found = sorted(path.stem for path in (data_folder() / "boards").glob("*.toml"))
    return sorted(found, key=lambda name: name != DEFAULT_BOARD)


def load_board(board: str | Path = DEFAULT_BOARD) -> Board:
    """A board that comes with the game, by id, or any board file, by path.

    A text is taken for a path if it ends in `.toml`. Bundled boards are read once.

    Raises:
        UsageError: no bundled board has this id.
        ContentError: the file cannot be used; names file, row and column.
    """
    if isinstance(board, Path) or board.endswith(".toml"):
        path = Path(board)
        return read_board(path, printable(str(path)))
    known = board_ids()
    if board not in known:
        hint = nearest(board, known) or f" There are: {', '.join(known)}."
        raise UsageError(f'no board "{board}".{hint}')
    return _bundled(board)


@cache
def _bundled(board: str) -> Board:
    source = f"boards/{board}.toml"
    found = read_board(data_folder() / "boards" / f"{board}.toml", source)
    if found.id != board:
        raise ContentError(f'{source}: id is "{found.id}"; it must be the file\'s name, "{board}"')
    return found


def read_board(path: Path, source: str) -> Board:
    """The board of one file, all checks made; `source` is what errors call the file.

    Raises:
        ContentError: the file cannot be read or used; names file and line.
    """
    text = read_text(path, source)
    try:
        return board_of(toml_of(text, source), source)
    except ContentError as error:
        first, *others = error.every  # only the first is told, the others are counted
        reason = without_file(first, source)
        line = line_of(text, reason)
        where = source if line is None else f"{source}:{line}"
        raise ContentError(f"{where}: {reason}", *others) from error


def board_of(document: dict[str, Any], source: str, *, begun: bool = False) -> Board:
    """The board of one file that has been read already, all checks made.

    `begun`: for a match that has begun, unclear names of bases and jails pass.

    Raises:
        ContentError: it says what no board can be; it has all that is wrong.
    """
    try:
        table = BoardTable.model_validate(document)
    except ValidationError as error:
        raise ContentError(*(f"{source}: {text}" for text in _explained(error))) from error
    if len("".join(table.map.split())) > LARGEST_BOARD:
        raise ContentError(f"{source}: the map has more than {LARGEST_BOARD:,} spaces")
    errors = [
        *_wrong_numbers(source, "seating", table.seating),
        *_wrong_numbers(source, "later_seating", table.later_seating),
    ]
    drawing = Drawing(
        **table.model_dump(exclude={"dual", "seating", "later_seating"}),
        seating=_by_number(table.seating),
        later_seating=_by_number(table.later_seating),
    )
    try:
        board = draw(drawing, source)
        if not begun:
            errors += _unclear(board, source)
        check_board(board, source, jails=not table.dual)
    except ContentError as error:
        errors += error.every
    if errors:
        raise ContentError(*errors)
    return board


def board_from_text(
    text: str, *, source: str = "drawn board", complete: bool = False, **more: Any
) -> Board:
    """A board drawn in a few lines; blanks between the glyphs do not count.

    `more` are the fields of `Drawing`: `bases` and `jails` by one space of each (left out, they
    are called "base 1", "jail 1" and so on in reading order), `thin_walls`, `seating` and so on.
    The drawing is always checked; that the board can be played on only if `complete`.

    Raises:
        ContentError: with source, row and column of what cannot be.
    """
    board = draw(Drawing(text, **more), source)
    if errors := _unclear(board, source):
        raise ContentError(*errors)
    if complete:
        check_board(board, source)
    return board


def _unclear(board: Board, source: str) -> list[str]:
    return [f"{source}: {text}" for text in unclear_places(board.base_names, board.jail_names)]


def _by_number(lists: Mapping[str, Sequence[str]]) -> dict[int, Sequence[str]]:
    return {int(word): names for word, names in lists.items() if word in _SEATS}


def _wrong_numbers(source: str, key: str, words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word not in _SEATS:
            known = ", ".join(_SEATS)
            yield f'{source}: {key}: "{shown(word)}" is not a number of seats; it can be {known}'


def _explained(error: ValidationError) -> Iterator[str]:
    """What is wrong, the most telling first; a misspelt key is also a missing one: said once."""
    meant: set[str] = set()
    for detail in sorted(
        error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden"
    ):
        key = ".".join(str(part) for part in detail["loc"])
        if detail["type"] == "extra_forbidden":
            fields = list(BoardTable.model_fields)
            near = nearest(key, fields)
            meant.update(field for field in fields if near.endswith(f'"{field}"?'))
            yield f'no field "{shown(key)}".{near or " There are: " + ", ".join(fields) + "."}'
        elif detail["type"] in _NEEDED:
            if detail["type"] != "missing" or key not in meant:
                yield f"{shown(key)}: {_NEEDED[detail['type']]} is needed"
        else:
            yield f"{shown(key)}: {detail['msg']}"
