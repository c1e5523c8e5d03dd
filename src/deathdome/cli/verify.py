"""`deathdome verify`: whether a match can be told again exactly as it was recorded."""

from __future__ import annotations

from typing import Annotated

import typer


def verify(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A record of a match, by its path or name (`deathdome matches` lists them), or a "
            "file with a replay as text.",
        ),
    ],
) -> None:
    """Play a recorded match again and compare every roll, draw, answer and position."""
    from deathdome.cli.loading import replay_in
    from deathdome.content.words import printable
    from deathdome.errors import RecordError
    from deathdome.model.names import hints_text
    from deathdome.play.record import counts_of, read_record
    from deathdome.play.replay import changes, collection_for, replay
    from deathdome.play.shelf import find

    path = find(file)
    record = replay_in(path) or read_record(path)
    collection = collection_for(record)
    told = replay(record, collection)
    if differs := told.difference(over=record.over):
        raise RecordError(f"{differs}; everything is the same up to {told.where}")
    name = printable(record.source)
    given = told.answers - told.rolled
    print(
        f"{name}: every roll, draw and answer reproduced: {given} answers, {told.rolled} by "
        f"chance, {told.checked} positions compared"
    )
    if told.hints:
        print(f"{name}: hints taken: {hints_text(counts_of(told.hints))}")
    if record.torn:
        print(f"{name}: half a line at its end was left out")
    for change in changes(record, collection):
        print(f"{name}: {change} since, which made no difference so far")
