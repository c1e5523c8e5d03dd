"""`deathdome board`: a board as a drawing, with the distances from each base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.options import PACKS, collection_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.geometry.grid import Space
    from deathdome.model.board import Board


def board(
    name: Annotated[str, typer.Argument(help="Id of a board, or the path of a board file.")] = "",
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Draw a board and count the steps from each base; without NAME the default board."""
    print_board(name or None, packs)


def print_board(board_id: str | None, packs: Sequence[str] | None = None) -> None:
    """Print a board with its coordinates, its legend, and the steps from each base.

    Raises:
        UsageError: no board has this id, or there is no pack at a path.
        ContentError: the board file or a pack cannot be used.
    """
    from deathdome.content.bundled import DEFAULT_BOARD

    print("\n".join(board_lines(collection_of(packs).board(board_id or DEFAULT_BOARD))))


def board_lines(board: Board) -> Iterator[str]:
    """Yield the lines of `print_board`."""
    yield f"{board.name} ({board.id}): {_facts(board)}"
    yield ""
    yield from _drawing(board)
    yield ""
    yield from _legend(board)
    yield ""
    yield from _seats(board)
    yield ""
    yield from _steps(board)


def _facts(board: Board) -> str:
    supply = sum(board.point_value)
    return (
        f"{board.grid.width}x{board.grid.height} spaces, {len(board.bases)} bases, "
        f"{len(board.jails)} jails, {len(board.towers)} towers, {len(board.points)} control points "
        f"worth {supply} supply"
    )


def _drawing(board: Board) -> Iterator[str]:
    from deathdome.geometry.grid import column_letters

    grid = board.grid
    wide = len(column_letters(grid.width - 1))
    margin = len(str(grid.first_row + grid.height - 1))
    letters = " ".join(column_letters(column).rjust(wide) for column in range(grid.width))
    yield f"{'':{margin}} {letters}"
    for row in range(grid.height):
        glyphs = " ".join(
            board.glyph(grid.space(column, row)).rjust(wide) for column in range(grid.width)
        )
        yield f"{row + grid.first_row:{margin}} {glyphs}"


def _legend(board: Board) -> Iterator[str]:
    from deathdome.model.board import GLYPHS

    used = set(board.kinds)
    yield "  ".join(f"{glyph} {kind.value}" for glyph, kind in GLYPHS.items() if kind in used)
    if board.thin_walls:
        name = board.grid.name
        yield "thin walls between " + ", ".join(f"{name(a)} {name(b)}" for a, b in board.thin_walls)


def _seats(board: Board) -> Iterator[str]:
    yield "Bases in order of play:"
    for seats, bases in sorted(board.seatings.items()):
        line = f"  {seats} seats: {_base_names(board, bases)}"
        later = board.later_seatings.get(seats, bases)
        if later != bases:
            line += f" (later matches of a series: {_base_names(board, later)})"
        yield line


def _base_names(board: Board, bases: tuple[int, ...]) -> str:
    return ", ".join(board.base_names[base] for base in bases)


def _steps(board: Board) -> Iterator[str]:
    """Yield the steps of ordinary walks, from the nearest space of each base."""
    from deathdome.model.ruleset import EDITION_2021
    from deathdome.rules.terrain import terrain_for

    terrain = terrain_for(board, EDITION_2021, ())
    centres = set(board.tower_centres)
    places: dict[str, tuple[Space, ...]] = {
        "control points": tuple(space for space in board.points if space not in centres),
        "tower centres": board.tower_centres,
        "release points": board.release_points,
    }
    yield "Steps from the nearest space of each base:"
    for number, name in enumerate(board.base_names):
        steps = terrain.steps_from_base(number)
        yield f"  {name}"
        for what, spaces in places.items():
            near = sorted((steps.get(space, board.grid.size), space) for space in spaces)
            listed = (
                f"{board.grid.name(space)} {count if space in steps else 'out of reach'}"
                for count, space in near
            )
            if near:
                yield f"    {what}: {', '.join(listed)}"
