"""Board files: read `data/boards/*.toml`, or a few drawn lines, into a checked board record."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from deathdome.content.board_map import Drawing, distance_to, draw, place
from deathdome.content.bundled import DEFAULT_BOARD, data_folder
from deathdome.content.name_checks import unclear_places
from deathdome.content.toml_files import line_of, parse_toml, read_text
from deathdome.content.words import plain_text, printable, shown
from deathdome.errors import ContentError, UsageError, nearest, without_file
from deathdome.geometry.grid import Space, SpaceSet, spaces_in
from deathdome.model.board import GLYPHS
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.vocabulary import Allow
from deathdome.rules.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deathdome.model.board import Board

MAX_BOARD: Final = 3_600  # spaces; an action has room for 4,095 (model/actions.py)
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


def board_ids() -> list[str]:
    """Return the ids of the bundled boards, the default one first."""
    found = sorted(path.stem for path in (data_folder() / "boards").glob("*.toml"))
    return sorted(found, key=lambda name: name != DEFAULT_BOARD)


def load_board(board: str | Path = DEFAULT_BOARD) -> Board:
    """Return a bundled board by id, or any board file by path.

    A text is a path if it ends in `.toml`. Bundled boards are read once.

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
    """Read and check the board of one file; errors call the file `source`.

    Raises:
        ContentError: the file cannot be read or used; names file and line.
    """
    text = read_text(path, source)
    try:
        return parse_board(parse_toml(text, source), source)
    except ContentError as error:
        first, *others = error.every  # the first error is shown, the others are counted
        reason = without_file(first, source)
        line = line_of(text, reason)
        where = source if line is None else f"{source}:{line}"
        raise ContentError(f"{where}: {reason}", *others) from error


def parse_board(document: dict[str, Any], source: str, *, in_progress: bool = False) -> Board:
    """Check the parsed board of one file.

    `in_progress`: the match has begun, so unclear names of bases and jails are accepted.

    Raises:
        ContentError: the document is no valid board; the error lists every problem.
    """
    try:
        table = BoardTable.model_validate(document)
    except ValidationError as error:
        raise ContentError(*(f"{source}: {text}" for text in _explained(error))) from error
    if len("".join(table.map.split())) > MAX_BOARD:
        raise ContentError(f"{source}: the map has more than {MAX_BOARD:,} spaces")
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
        if not in_progress:
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
    """Return a board drawn in a few lines; blanks between the glyphs do not count.

    `more` are the fields of `Drawing`: `bases` and `jails` by one space of each (by default "base
    1",
    "jail 1" and so on in reading order), `thin_walls`, `seating` and so on. The drawing is always
    checked; `complete` also checks that the board is playable.

    Raises:
        ContentError: with source, row and column of each problem.
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
    """Yield the problems, the most telling first; a misspelt key hides the missing one."""
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


MIN_JAILS: Final = 2  # AMB-17
MIN_BASE: Final = 4  # spaces; AMB-25


def check_board(board: Board, source: str, *, jails: bool = True) -> None:
    """Check that matches can be played on a board, with jails unless `jails` is false.

    Only a board for The Dual goes without jails (SCEN-DUAL-1).

    Raises:
        ContentError: with source, row, column and a remedy; the error lists every problem.
    """
    inspector = _Inspector(board, source)
    inspector.check(jails=jails)
    if inspector.errors:
        raise ContentError(*inspector.errors)


class _Inspector:
    def __init__(self, board: Board, source: str) -> None:
        self.board: Final = board
        self.source: Final = source
        self.grid: Final = board.grid
        self.errors: list[str] = []
        # One message is enough: that the place is unreachable follows from it.
        self.closed_bases: set[int] = set()
        self.closed_spaces: set[Space] = set()

    def refuse(self, reason: str, spaces: SpaceSet = 0) -> None:
        """Record a problem at the first of some spaces and continue."""
        first = spaces_in(spaces)[0] if spaces else None
        self.errors.append(f"{self.source}: {place(self.grid, first)}{reason}")

    def check(self, *, jails: bool) -> None:
        self.check_seats()
        if self.errors:
            return  # without bases there is nothing to measure from
        self.check_bases()
        self.check_jails(needed=jails)
        self.check_towers()
        self.check_reach()

    def check_seats(self) -> None:
        if not self.board.seatings:
            self.refuse("seating: no list of bases for any number of seats")

    def check_bases(self) -> None:
        board = self.board
        terrain = Terrain(board, EDITION_2021, tuple(range(len(board.bases))))
        for number, (name, base) in enumerate(zip(board.base_names, board.bases, strict=True)):
            if base.bit_count() < MIN_BASE:
                self.refuse(
                    f'base "{name}" has {base.bit_count()} connected spaces; '
                    f"it needs {MIN_BASE} or more",
                    base,
                )
            for other, theirs in zip(board.base_names[:number], board.bases, strict=False):
                touching = base & self.grid.dilate(theirs)
                if touching:
                    self.refuse(
                        f'base "{name}" is next to base "{other}"; leave a space between', touching
                    )
            walker = terrain.walker(number, Allow.NONE)
            if not walker.reach(terrain.home[number], 1, 0, 0, 0):
                self.refuse(f'base "{name}" has no way out: put floor or a bridge beside it', base)
                self.closed_bases.add(number)

    def check_jails(self, *, needed: bool) -> None:
        board = self.board
        if needed and len(board.jails) < MIN_JAILS:
            self.refuse(
                f"a board needs {MIN_JAILS} jails or more, and this one has "
                f"{len(board.jails)}; only `dual = true` lets it have none"
            )
        for number, (name, jail) in enumerate(zip(board.jail_names, board.jails, strict=True)):
            if number not in board.release_jails:
                self.refuse(f'jail "{name}" has no release point; draw one beside it', jail)
        for space, jail in zip(board.release_points, board.release_jails, strict=True):
            self._check_release_point(space, jail)

    def _check_release_point(self, space: Space, jail: int) -> None:
        board = self.board
        own = distance_to(self.grid, space, board.jails[jail])
        for name, other in zip(board.jail_names, board.jails, strict=True):
            far = distance_to(self.grid, space, other)
            if far < own:
                self.refuse(
                    f'release point of jail "{board.jail_names[jail]}" ({own} away) '
                    f'is nearer to jail "{name}" ({far} away)',
                    1 << space,
                )
                return

    def check_towers(self) -> None:
        terrain = Terrain(self.board, EDITION_2021, tuple(range(len(self.board.bases))))
        for tower, centre in zip(self.board.towers, self.board.tower_centres, strict=True):
            bridges = self.grid.dilate(tower) & self.board.bridges
            walker = terrain.walker(0)
            if not any(walker.steps_from(bridge) & tower for bridge in spaces_in(bridges)):
                self.refuse(
                    f"the tower round {self.grid.name(centre)} has no bridge beside it; "
                    "no unit could climb it",
                    1 << centre,
                )
                self.closed_spaces.add(centre)

    def check_reach(self) -> None:
        """Require a way from every base to every point, over no lava and through no wall."""
        board = self.board
        terrain = Terrain(board, EDITION_2021, ())
        wanted = dict.fromkeys(board.points, "control point")
        wanted |= dict.fromkeys(board.release_points, "release point")
        reached = {
            name: terrain.steps_from_base(number)
            for number, name in enumerate(board.base_names)
            if number not in self.closed_bases
        }
        for space, what in wanted.items():
            names = [f'"{name}"' for name, steps in reached.items() if space not in steps]
            if names and space not in self.closed_spaces:
                self.refuse(
                    f"no way from base{'s' if len(names) > 1 else ''} {', '.join(names)} to this "
                    f"{what} without crossing lava, walls or jails",
                    1 << space,
                )
