"""`deathdome watch`: a saved match on the screen, as a replay that can be played on."""

from __future__ import annotations

from typing import Annotated

import typer

from deathdome.cli.display import look_of, need_terminal
from deathdome.cli.options import (
    ASCII,
    KEYS,
    NO_ANIMATION,
    NO_MOUSE,
    PACKS,
    THEME,
    collection_of,
)


def watch(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A record of a match, by its path or name; `deathdome matches` lists them.",
        ),
    ],
    packs: Annotated[list[str] | None, PACKS] = None,
    theme: Annotated[str | None, THEME] = None,
    keys: Annotated[str | None, KEYS] = None,
    ascii_only: Annotated[bool, ASCII] = False,
    no_mouse: Annotated[bool, NO_MOUSE] = False,
    no_animation: Annotated[bool, NO_ANIMATION] = False,
) -> None:
    """Watch a recorded match, forwards and backwards; once it is over, play on from any moment."""
    from deathdome.cli.loading import replay_in
    from deathdome.records.library import find
    from deathdome.records.timeline import Timeline, read_timeline

    path = find(file)
    copied = replay_in(path, packs or ())
    timeline = (
        Timeline(copied, name=path.stem) if copied else read_timeline(path, packs=packs or ())
    )
    need_terminal("watch", "`deathdome verify` tells a record again without one")
    look = look_of(
        theme=theme,
        keys=keys,
        ascii_only=ascii_only,
        no_mouse=no_mouse,
        no_animation=no_animation,
    )
    from deathdome.cli.lobby import HouseLobby
    from deathdome.cli.showing import show
    from deathdome.tui.app import DomeApp

    show(DomeApp(lobby=HouseLobby(collection_of(packs), packs or ()), timeline=timeline), look)
