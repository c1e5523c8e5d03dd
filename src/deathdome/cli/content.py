"""Commands about what a match is played with: cards, boards, a check of both."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.exit import json_text
from deathdome.cli.options import PACKS
from deathdome.cli.values import collection_of
from deathdome.errors import UsageError, nearest
from deathdome.text.names import price_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deathdome.geometry.grid import Space
    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog
    from deathdome.text.cards import Printed

    Groups = list[tuple[str, list[Printed]]]

MAX_IN_FULL = 6  # cards shown in full; with more, each gets a line


def cards(
    text: Annotated[
        str, typer.Argument(help="Part of a name or id, or words of a card's text.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """List the cards, or those that match TEXT."""
    catalog = collection_of(packs).catalog
    groups = [(heading, list(group)) for heading, group in _groups(catalog)]
    if text:
        groups = _matching(groups, text)
    found = [(heading, card) for heading, group in groups for card in group]
    if json:
        print(_as_json(groups))
    elif text and len(found) <= MAX_IN_FULL:
        print("\n\n".join("\n".join(_full(card, head)) for head, card in found))
    else:
        lists = ("\n".join(_list(head, group)) for head, group in groups if group)
        print("\n\n".join(lists))


def _groups(catalog: Catalog) -> Iterator[tuple[str, Sequence[Printed]]]:
    """Yield the cards by deck, in the order of the box."""
    from deathdome.model.vocabulary import Deck

    for deck in Deck:
        yield f"{deck.value} deck", [item for item in catalog.items if item.deck is deck]
    yield "power cards", catalog.power_cards
    yield "registry", catalog.registry
    yield "characters", catalog.characters
    yield "tokens", catalog.tokens


def _matching(groups: Groups, text: str) -> Groups:
    """Return cards with exactly that name or id, or with it as a part, or with it in their text.

    Raises:
        UsageError: none.
    """
    from deathdome.model.lookup import Index
    from deathdome.spelling import folded

    wanted = folded(text)
    found = [card for _, group in groups for card in group]
    exact = [found[place] for place in Index(found, "card").find(text)]
    partly = [card for card in found if wanted in card.id or wanted in folded(card.name)]
    mentioned = [card for card in found if wanted in card.text.casefold()]
    chosen = {card.id for card in exact or partly or mentioned}
    if not chosen:
        message = f'no card like "{text}".{nearest(wanted, [card.id for card in found])}'
        raise UsageError(message)
    return [(head, [card for card in group if card.id in chosen]) for head, group in groups]


def _list(heading: str, group: Sequence[Printed]) -> Iterator[str]:
    """Yield a deck, one card a line, cut off at the edge of a terminal but not in a pipe."""
    from deathdome.model.catalog import Character, Item
    from deathdome.stage.text import columns_of, cut, fitted
    from deathdome.text.cards import facts

    yield heading.upper()
    names = max(columns_of(card.name) for card in group)
    edge = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for card in group:
        price = f" {price_words(card.cost):>5}" if isinstance(card, Item | Character) else ""
        text = f". {card.text}" if card.abilities else ""
        row = f"  {fitted(card.name, names)}{price}  {facts(card)}{text}"
        yield row if edge is None else cut(row, edge)


def _full(card: Printed, heading: str) -> Iterator[str]:
    """Yield everything printed on a card, wrapped to the terminal."""
    from deathdome.model.catalog import Character, Item, PowerCard
    from deathdome.text.cards import facts, quote, rules_text, whom

    width = min(shutil.get_terminal_size().columns, 80)
    price = f", {price_words(card.cost)}" if isinstance(card, Item | Character) else ""
    yield f"{card.name}  ({heading}{price})"
    lines = [facts(card), rules_text(card), quote(card)]
    if isinstance(card, Item):
        lines.append(f"For {whom(card)}.")
    if isinstance(card, PowerCard) and card.abilities:
        lines.append(f"When: {card.timing}.")
    if isinstance(card, Character) and card.style:
        lines.append(f"Style: {card.style}.")
    if "[a]" in card.text:
        lines.append("[a]: costs the action of the unit phase.")
    for line in lines:
        yield from textwrap.wrap(line, width, initial_indent="  ", subsequent_indent="  ")


def _as_json(groups: Groups) -> str:
    """Return the cards as a JSON list of objects; keys that a kind does not have are left out."""
    return json_text(
        [{"group": heading, **_fields(card)} for heading, group in groups for card in group],
        indent=1,
    )


def _fields(card: Printed) -> dict[str, object]:
    from deathdome.managers.foreign.sheets import weapon_sheet
    from deathdome.model.catalog import Character, Item, PowerCard
    from deathdome.text.cards import facts, ratings_words, whom

    common: dict[str, object] = {"id": card.id, "name": card.name}
    match card:
        case Item():
            common |= {"deck": card.deck.value, "kind": card.kind.value, "cost": card.cost}
            common |= {"ratings": ratings_words(card.ratings), "for": whom(card)}
            if card.weapon is not None:
                common["weapon"] = weapon_sheet(card.weapon)
        case PowerCard():
            common |= {"copies": card.copies, "value": card.value, "timing": card.timing}
        case Character():
            common |= {"rank": card.rank, "types": [kind.value for kind in card.types]}
            common |= {"ratings": ratings_words(card.ratings), "cost": card.cost}
            common |= {"style": card.style}
        case _:
            pass
    if isinstance(card, Item | Character):
        common |= {"ability_name": card.ability_name, "quote": card.quote}
    return {**common, "facts": facts(card), "text": card.text}


# -- check -----------------------------------------------------------------------------------------


def check(
    paths: Annotated[
        list[str],
        typer.Argument(help="Card, board or power files, or folders of them.", metavar="PATH..."),
    ],
) -> None:
    """Check packs of cards, boards and powers, and list any errors.

    Several packs are checked together, as in a match.
    """
    from deathdome.cli.values import path_of
    from deathdome.errors import ContentError
    from deathdome.powerdome.content.packs import holds_powers

    named = [path_of(path) for path in paths]
    powers = [path for path in named if holds_powers(path)]
    # A folder may be a pack for both games.
    others = [path for path in named if path not in powers or (path / "cards").is_dir()]
    good = {**_check_cards(others), **_check_powers(powers)}
    wrong = list(good.values()).count(False)
    if wrong:
        files = f"file{'s' if len(good) > 1 else ''}"
        raise ContentError(f"{wrong} of {len(good)} {files} cannot be used")


def _check_cards(paths: Sequence[Path]) -> dict[str, bool]:
    """Print what card and board files hold; return each file, True if it can be used."""
    if not paths:
        return {}
    from deathdome.content.packs import check_packs

    good: dict[str, bool] = {}
    for finding in check_packs(paths):
        print(finding)
        good[finding.file] = finding.ok
    return good


def _check_powers(paths: Sequence[Path]) -> dict[str, bool]:
    """Print what the power files of PowerDome hold; return each file, True if it can be used."""
    if not paths:
        return {}
    from deathdome.powerdome.content.packs import check_packs

    good: dict[str, bool] = {}
    for report in check_packs(paths):
        print("\n".join(report.lines))
        good[report.source] = report.ok
    return good


# -- board -----------------------------------------------------------------------------------------


def board(
    name: Annotated[str, typer.Argument(help="Board, by id or file.")] = "",
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Draw a board, with the steps from each base."""
    print_board(name or None, packs)


def print_board(board_id: str | None, packs: Sequence[str] | None = None) -> None:
    """Print a board with its coordinates, its legend, and the steps from each base.

    Raises:
        UsageError: no board has this id, or there is no pack at a path.
        ContentError: the board file or a pack cannot be used.
    """
    from deathdome.content.default_boards import DEFAULT_BOARD

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
