"""`deathdome verify`: checks that a match replays exactly as recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.options import PACKS

if TYPE_CHECKING:
    from deathdome.records.format import Record


def verify(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A record of a match, by its path or name (`deathdome matches` lists them), or a "
            "file with a replay as text.",
        ),
    ],
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Play a recorded match again and compare every roll, draw, answer and position."""
    from deathdome.cli.loading import replay_in
    from deathdome.content.words import printable
    from deathdome.errors import RecordError
    from deathdome.records.format import counts_of, read_record
    from deathdome.records.library import find
    from deathdome.records.packs import changes, collection_for, located
    from deathdome.records.replay import replay
    from deathdome.text.names import hints_text

    path = find(file)
    copied = replay_in(path, packs or ())
    record = copied or read_record(path)
    if record.altered:
        raise RecordError(record.altered)
    record = located(record, packs or ())
    collection = collection_for(record)
    told = replay(record, collection)
    if told.differs:
        raise RecordError(f"{told.difference}; everything is the same up to {told.where}")
    name = printable(record.source)
    given = told.answers - told.rolled
    print(
        f"{name}: every roll, draw and answer reproduced: {given} answers, {told.rolled} by "
        f"chance, {told.checked} positions compared"
    )
    if told.hints:
        print(f"{name}: hints taken: {hints_text(counts_of(told.hints))}")
    print(f"{name}: {_covered(record) if copied is None else _copy_covered(record)}")
    if record.torn:
        print(f"{name}: half a line at its end was left out")
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
