"""`deathdome powerdome bot`: the installed bots, and a check of the protocol."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from deathdome.cli.manager import ACTS, MAX_SECONDS, MIN_SECONDS, print_findings
from deathdome.errors import UsageError, nearest


def bot(
    act: Annotated[
        str, typer.Argument(metavar="list|check", help="What to do.", show_default=False)
    ],
    name: Annotated[
        str,
        typer.Argument(
            help='Bot to check: NAME, "module:factory" or "command:PROGRAM ARGS...".',
            show_default=False,
        ),
    ] = "",
    games: Annotated[
        int, typer.Option(min=1, help="Number of games against random, each played twice.")
    ] = 20,
    seconds: Annotated[
        float, typer.Option(help=f"Seconds for one answer, {MIN_SECONDS} to {MAX_SECONDS:,.0f}.")
    ] = 30.0,
) -> None:
    """List the bots of PowerDome, or check one against the protocol.

    docs/powerdome/bots-protocol.md describes the protocol.
    """
    from deathdome.powerdome.bots.registry import names

    if act not in ACTS:
        hint = nearest(act, ACTS) or f" It can be {', '.join(ACTS)}."
        raise UsageError(f'bot cannot "{act}".{hint}')
    if act == "list":
        if name:
            raise UsageError("bot list takes no name")
        print("\n".join(names()))
        print('your own: "module:factory", "command:PROGRAM ARGS..."')
        return
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:  # also false for nan
        raise UsageError(
            f"--seconds takes {MIN_SECONDS} to {MAX_SECONDS:,.0f} seconds, not {seconds}"
        )
    if not name:
        raise UsageError("name a bot to check, such as: deathdome powerdome bot check easy")
    from deathdome.powerdome.bots.check import examine

    print_findings(name, partial(examine, name, games, seconds))
