"""`deathdome powerdome bot`: the installed bots, and a check of the protocol."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from deathdome.cli.manager import ACTS, MAX_SECONDS, MIN_SECONDS, Waiting
from deathdome.errors import ManagerError, UsageError, nearest


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
    _check(name, games, seconds)


def _check(name: str, games: int, seconds: float) -> None:
    """Print the results of the check as they come."""
    from deathdome.errors import printable
    from deathdome.powerdome.bots.check import examine
    from deathdome.text.names import counted

    failed = 0
    waiting = Waiting(sys.stderr, os.environ.get("TERM", ""))
    for finding in examine(name, games, seconds, waiting.tell):
        waiting.clear()
        # A program's own name and its last words before it died may be any text.
        print(f"{'ok  ' if finding.ok else 'FAIL'} {printable(finding.what)}", flush=True)
        for detail in finding.details:
            print(f"     {printable(detail)}")
        failed += not finding.ok
    if failed:
        problems = counted(failed, "problem")
        raise ManagerError(f'"{printable(name)}" does not keep the protocol: {problems} above')
    print(f'"{printable(name)}" keeps the protocol')
