"""Saved matches: `deathdome matches` lists them, `watch` shows one, `verify` replays one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.display import look_of, need_terminal
from deathdome.cli.options import ASCII, KEYS, NO_ANIMATION, NO_MOUSE, PACKS, THEME
from deathdome.cli.values import collection_of

if TYPE_CHECKING:
    from deathdome.records.format import Record
    from deathdome.records.library import Summary


def matches() -> None:
    """List your saved matches, unfinished ones first."""
    from deathdome.errors import printable
    from deathdome.folders import matches_folder
    from deathdome.records.library import check_folder, summaries
    from deathdome.stage.text import columns_of, fitted

    found = summaries()
    if not found:
        check_folder()
        print(f"no matches yet; they will be saved in {printable(str(matches_folder()))}")
        return
    rows = [_row(one) for one in found]
    widths = [max(columns_of(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [fitted(cell, width) for cell, width in zip(row, widths, strict=False)]
        print("  ".join((*cells, row[-1])).rstrip())
    print(f"in {printable(str(matches_folder()))}")


def _row(one: Summary) -> tuple[str, str, str, str]:
    """Return name, time of the last action, players, and progress."""
    from deathdome.records.peek import ENDING
    from deathdome.toml.words import shown

    name = shown(one.path.name.removesuffix(ENDING))
    return name, one.when(), one.seats(), one.how


def watch(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A saved match, by path or name.",
        ),
    ],
    packs: Annotated[list[str] | None, PACKS] = None,
    theme: Annotated[str | None, THEME] = None,
    keys: Annotated[str | None, KEYS] = None,
    ascii_only: Annotated[bool, ASCII] = False,
    no_mouse: Annotated[bool, NO_MOUSE] = False,
    no_animation: Annotated[bool, NO_ANIMATION] = False,
) -> None:
    """Watch a saved match, or start a new one from its moments."""
    from deathdome.cli.position import replay_text_in
    from deathdome.records.library import find
    from deathdome.records.timeline import Timeline, read_timeline

    path = find(file)
    copied = replay_text_in(path, packs or ())
    timeline = (
        Timeline(copied, name=path.stem) if copied else read_timeline(path, packs=packs or ())
    )
    need_terminal("watch", "`deathdome verify` replays a match without one")
    look = look_of(
        theme=theme,
        keys=keys,
        ascii_only=ascii_only,
        no_mouse=no_mouse,
        no_animation=no_animation,
    )
    from deathdome.cli.display import show
    from deathdome.cli.sessions import LocalLobby
    from deathdome.tui.app import DomeApp

    show(DomeApp(lobby=LocalLobby(collection_of(packs), packs or ()), timeline=timeline), look)


def verify(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A saved match, by path or name, or a file with a replay as text.",
        ),
    ],
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Replay a saved match and check every roll, draw and action."""
    from deathdome.cli.position import replay_text_in
    from deathdome.errors import RecordError, printable
    from deathdome.records.format import counts_of, read_record
    from deathdome.records.library import find
    from deathdome.records.replay import changes, collection_for, located, replay
    from deathdome.text.names import hints_text

    path = find(file)
    copied = replay_text_in(path, packs or ())
    record = copied or read_record(path)
    if record.altered:
        raise RecordError(record.altered)
    record = located(record, packs or ())
    collection = collection_for(record)
    replayed = replay(record, collection)
    if replayed.differs:
        raise RecordError(f"{replayed.difference}; everything is the same up to {replayed.where}")
    name = printable(record.source)
    answers = replayed.answers - replayed.rolled
    print(
        f"{name}: every roll, draw and answer reproduced: {answers} answers, {replayed.rolled} by "
        f"chance, {replayed.checked} positions compared"
    )
    if replayed.hints:
        print(f"{name}: hints taken: {hints_text(counts_of(replayed.hints))}")
    print(f"{name}: {_covered(record) if copied is None else _copy_covered(record)}")
    if record.torn:
        print(f"{name}: the incomplete last line was left out")
    for change in changes(record, collection):
        print(f"{name}: {change} since, which made no difference so far")


def _copy_covered(record: Record) -> str:
    """Return how much of a copied match is verified if its checksum is right."""
    return "whole: the checksum is right" if record.ended else "unfinished; the checksum is right"


def _covered(record: Record) -> str:
    """Return how much of the file is verified."""
    from deathdome.records.header import UNMARKED

    unfinished = "" if record.ended else "unfinished; "
    if record.header.format == UNMARKED:
        return (
            f"{unfinished}format {UNMARKED}: names, times and hints in it were not checked, nor "
            "lines missing at its end"
        )
    if record.closed:
        return "whole: no byte was changed since the program wrote it"
    if record.ended:
        return "unfinished: the match has ended, but the closing line is missing"
    return (
        "unfinished: no line was changed since the program wrote it; lines may be missing at "
        "its end"
    )
