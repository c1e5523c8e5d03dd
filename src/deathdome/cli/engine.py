"""`deathdome engine`: the rules as a service for programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from deathdome.cli.exit import json_text, termination
from deathdome.cli.options import PACKS
from deathdome.cli.values import collection_of


def engine(
    packs: Annotated[list[str] | None, PACKS] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON schema of the messages.")
    ] = False,
) -> None:
    """Answer questions about positions, one JSON object a line.

    For programs that look ahead; docs/engine.md describes the messages.
    """
    if schema:
        from deathdome.engine.messages import schema as published

        print(json_text(published(), indent=2))
        return
    from deathdome.engine.service import serve

    collection = collection_of(packs)
    with termination():
        serve(sys.stdin.buffer, sys.stdout.buffer, collection)
