"""`deathdome watch`: a kept match is watched on the screen, and played on from where one likes."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.options import (
    ASCII,
    KEYS,
    NO_ANIMATION,
    NO_MOUSE,
    THEME,
    collection_of,
)
from deathdome.cli.screen import look_of
from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.play.tape import Stop, Tape
    from deathdome.tui.session import Session


def watch(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A record of a match, by its path or name; `deathdome matches` lists them.",
        ),
    ],
    theme: Annotated[str | None, THEME] = None,
    keys: Annotated[str | None, KEYS] = None,
    ascii_only: Annotated[bool, ASCII] = False,
    no_mouse: Annotated[bool, NO_MOUSE] = False,
    no_animation: Annotated[bool, NO_ANIMATION] = False,
) -> None:
    """Watch a recorded match, forwards and backwards; once it is over, play on from any moment."""
    from deathdome.cli.loading import replay_in
    from deathdome.play.shelf import find
    from deathdome.play.tape import Tape, read_tape

    path = find(file)
    copied = replay_in(path)
    tape = read_tape(path) if copied is None else Tape(copied, name=path.stem)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "watch needs a terminal for input and output; `deathdome verify` tells a record again "
            "without one"
        )
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        raise UsageError("watch needs a terminal that can place its text; TERM says it cannot")
    look = look_of(
        theme=theme,
        keys=keys,
        ascii_only=ascii_only,
        no_mouse=no_mouse,
        no_animation=no_animation,
    )
    from deathdome.cli.lobby import HouseLobby
    from deathdome.cli.saved import show
    from deathdome.tui.app import DomeApp

    show(DomeApp(lobby=HouseLobby(collection_of(None)), tape=tape), look)


def forked_session(tape: Tape, stop: Stop, names: Sequence[str]) -> Session:
    """A match that begins at a stop of another one, kept on disk from now on.

    Raises:
        UsageError: the other one is not over, or nobody is asked there.
        RecordError: it cannot be told again.
    """
    from deathdome.cli.play import HUMAN
    from deathdome.play.shelf import keep
    from deathdome.play.tape import fork_of, fork_words
    from deathdome.tui.hiring import HiredManagers
    from deathdome.tui.session import Session

    header = tape.header
    told = fork_of(tape, stop)
    called = (*header.people, *("",) * len(names))
    people = [who if name == HUMAN else "" for name, who in zip(names, called, strict=False)]
    fork = fork_words(tape, stop)
    keeper, said = keep(
        told.referee,
        names,
        board=header.board,
        packs=[pack.path for pack in header.packs],
        people=people,
        fork=fork,
        hints=told.hints,
    )
    return Session(
        told.referee,
        names,
        HiredManagers(),
        people=people,
        keeper=keeper,
        resumed=told,
        notes=(said,) if said else (),
        fork=fork,
    )
