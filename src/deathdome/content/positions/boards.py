"""The board of a position file: by id, by file, or drawn in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count
from string import ascii_letters
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.board_files import board_from_text
from deathdome.content.bundled import POSITION_BOARD
from deathdome.errors import ContentError, UsageError
from deathdome.geometry.grid import column_letters
from deathdome.model.board import GLYPH_OF, GLYPHS, Kind
from deathdome.model.identifiers import TEAMS

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.content.packs import Collection
    from deathdome.content.positions.schema import PositionSheet
    from deathdome.model.board import Board

MAX_SPACES: Final = 4000  # spaces, margin included: the range of an action's operand
_DRAWN: Final = ("legend", "bases", "jails", "release_points", "thin_walls", "seating")


def board_of(
    sheet: PositionSheet, shown: str, folder: Path, seats: int, collection: Collection
) -> Board:
    """Return the board of a position.

    Raises:
        ContentError: there is no such board, or the drawing is not valid.
    """
    if sheet.map is None:
        for name in (*_DRAWN, "first_row"):
            if name in sheet.model_fields_set:
                raise ContentError(f"{shown}: {name}: belongs to a board that is drawn under map")
        board = _known(sheet.board or POSITION_BOARD, shown, folder, collection)
        if seats not in board.seatings:
            known = ", ".join(str(number) for number in sorted(board.seatings))
            raise ContentError(f"{shown}: seats: board {board.id} seats {known} teams, not {seats}")
        return board
    if sheet.board is not None:
        raise ContentError(f"{shown}: board and map: one of the two, not both")
    return _drawn(sheet, shown, seats)


def _known(name: str, shown: str, folder: Path, collection: Collection) -> Board:
    try:
        return collection.board(str(folder / name) if name.endswith(".toml") else name)
    except (UsageError, ContentError) as error:
        raise ContentError(f"{shown}: board: {error}") from error


def _drawn(sheet: PositionSheet, shown: str, seats: int) -> Board:
    assert sheet.map is not None
    rows = ["".join(line.split()) for line in sheet.map.strip().splitlines()]
    legend = _legend(sheet.legend, "".join(rows))
    more: dict[str, Any] = {
        "bases": sheet.bases,
        "jails": sheet.jails,
        "release_points": sheet.release_points,
        "thin_walls": sheet.thin_walls,
        "first_row": sheet.first_row,
    }
    if sheet.legend is not None:
        more["legend"] = legend
    source = f"{shown}: map"
    base, jail, wall = (_glyph(legend, kind) for kind in (Kind.BASE, Kind.JAIL, Kind.WALL))
    named = "jails" in sheet.model_fields_set  # an empty table means no jails
    cells = [] if named or jail in "".join(rows) else [jail]
    board = board_from_text(_with_bases_below(rows, cells, wall), source=source, **more)
    missing = seats - len(board.bases)
    if missing > 0:
        cells = [base] * missing + cells
        if sheet.bases:
            more["bases"] = {**sheet.bases, **_names_for(sheet, shown, len(rows), seats)}
        board = board_from_text(_with_bases_below(rows, cells, wall), source=source, **more)
    if board.grid.size > MAX_SPACES:
        raise ContentError(f"{shown}: map: {board.grid.size} spaces; {MAX_SPACES} is the most")
    return replace(board, seatings=_seatings(sheet, shown, board, seats))


def _legend(given: dict[str, str] | None, drawn: str) -> dict[str, str]:
    """Return the legend of the drawing, with signs for what may be added below it."""
    if given is None:
        return {glyph: kind.value for glyph, kind in GLYPHS.items()}
    legend = dict(given)
    for kind in (Kind.BASE, Kind.JAIL, Kind.WALL):
        if kind.value not in legend.values():
            signs = chain(GLYPH_OF[kind], ascii_letters, map(chr, count(0x100)))
            legend[next(sign for sign in signs if sign not in legend and sign not in drawn)] = (
                kind.value
            )
    return legend


def _glyph(legend: dict[str, str], kind: Kind) -> str:
    return next(glyph for glyph, word in legend.items() if word == kind.value)


def _with_bases_below(rows: list[str], cells: list[str], wall: str) -> str:
    """Return the drawing with unreachable bases and jails added below it."""
    if not cells or not rows:
        return "\n".join(rows)
    strip = wall.join(cells)
    width = max(len(strip), len(rows[0]))
    wider = [row + wall * (width - len(rows[0])) for row in rows]
    return "\n".join([*wider, wall * width, strip + wall * (width - len(strip))])


def _names_for(sheet: PositionSheet, shown: str, rows: int, seats: int) -> dict[str, str]:
    """Name the bases below the drawing after the teams whose base is not drawn."""
    left = [team for team in TEAMS[:seats] if team not in sheet.bases]
    if len(left) + len(sheet.bases) != seats:
        raise ContentError(
            f"{shown}: bases: {len(sheet.bases)} for {seats} teams; name them after the teams"
        )
    row = sheet.first_row + rows + 1
    return {team: f"{column_letters(2 * place)}{row}" for place, team in enumerate(left)}


def _seatings(
    sheet: PositionSheet, shown: str, board: Board, seats: int
) -> dict[int, tuple[int, ...]]:
    """Give bases named by colour to that team, the others to the teams in reading order."""
    names = list(board.base_names)
    wanted = list(sheet.seating)
    for name in wanted:
        if name not in names:
            raise ContentError(f'{shown}: seating: no base "{name}"; there are {", ".join(names)}')
    colours = [team for team in TEAMS[:seats] if team in names]
    if not wanted and len(colours) == seats:
        wanted = colours
    bases = [names.index(name) for name in wanted] if wanted else list(range(len(names)))
    if len(bases) < seats or len(set(bases)) < len(bases):
        raise ContentError(f"{shown}: seating: {seats} different bases are needed")
    # `seatings` follow the order of play, in which teams sit clockwise.
    first = TEAMS.index(sheet.first.lower()) if sheet.first.lower() in TEAMS else 0
    return {seats: tuple(bases[(first + step) % seats] for step in range(seats))}
