"""`deathdome powerdome arena`: the strength of PowerDome's bots, with intervals."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import Annotated, Final

import typer

from deathdome import __version__
from deathdome.cli.exit import json_text, termination
from deathdome.cli.options import (
    BACKEND,
    BLOCKS,
    JOBS,
    OUT,
    RATED,
    REPORT,
    RESUME,
    SCHEDULER,
    SECRET,
    SPRT,
    seed_option,
)
from deathdome.cli.powerdome import PACKS
from deathdome.cli.powerdome_options import (
    BIDS,
    CLOSING,
    DECLARE,
    INITIATIVE,
    MAX_ROUNDS,
    given_options,
    read_options,
)
from deathdome.cli.powerdome_sim import BARE
from deathdome.cli.progress import shown
from deathdome.cli.values import check_files, hypotheses_of
from deathdome.errors import UsageError, nearest

_OTHER: Final = {"code": "other code of rules or bots", "tome": "other powers"}


def arena(
    bots: Annotated[
        str,
        typer.Option(
            help="Bots, comma-separated. With more than seats, all groups of them meet; with "
            "fewer, the last one fills the seats."
        ),
    ],
    blocks: Annotated[int, BLOCKS] = 20,
    seats: Annotated[int, typer.Option(help="Players in a game, 2 to 6.")] = 2,
    seed: Annotated[int | None, seed_option("games", RATED)] = None,
    secret: Annotated[bytes | None, SECRET] = None,
    jobs: Annotated[int, JOBS] = 1,
    out: Annotated[Path | None, OUT] = None,
    resume: Annotated[Path | None, RESUME] = None,
    sprt: Annotated[str | None, SPRT] = None,
    anchor: Annotated[
        str | None, typer.Option(help="Bot with rating 0.", show_default="the first")
    ] = None,
    backend: Annotated[str, BACKEND] = "loky",
    scheduler: Annotated[str | None, SCHEDULER] = None,
    bare: Annotated[bool, BARE] = False,
    initiative: Annotated[str | None, INITIATIVE] = None,
    closing_dome: Annotated[bool | None, CLOSING] = None,
    max_rounds: Annotated[str | None, MAX_ROUNDS] = None,
    declare: Annotated[str | None, DECLARE] = None,
    bids: Annotated[str | None, BIDS] = None,
    packs: Annotated[list[str] | None, PACKS] = None,
    json: Annotated[bool, REPORT] = False,
) -> None:
    """Measure bots of PowerDome.

    Bots meet in blocks: one seed, played in every rotation of the seats. The report has wins and
    ratings with 95 % intervals; docs/powerdome/arena.md explains them.

    Without --seed the run is rated: its seeds come from a random secret, and --secret repeats it.
    """
    from deathdome.powerdome.arena import Arena, block_of, check_arena, header, played, report
    from deathdome.powerdome.arena_tables import text
    from deathdome.powerdome.simulation import Terms
    from deathdome.programs.commands import split_specs
    from deathdome.run_file import RunFile, seed_and_secret
    from deathdome.seeds import secret_for
    from deathdome.workers import check_workers

    if blocks < 1:
        raise UsageError(f"the arena plays 1 block or more, not {blocks}; try --blocks 20")
    check_files(out, resume)
    hypotheses = hypotheses_of(sprt)
    names = tuple(split_specs(bots))
    if anchor is not None and anchor not in names:
        near = nearest(anchor, names) or f" It is one of {', '.join(names)}."
        raise UsageError(f'--anchor: no bot "{anchor}" plays.{near}')
    check_workers(jobs, backend, scheduler)
    if resume is not None and (recorded := seed_and_secret(resume)):
        seed = recorded[0] if seed is None else seed
        secret = secret or recorded[1]
    given = given_options(initiative, closing_dome, max_rounds, declare, bids)
    terms = Terms(read_options(given), tuple(packs or ()), bare)
    setting = Arena(names, seats, seed, secret_for(seed, secret), terms)
    check_arena(setting)
    run = RunFile(header(setting, __version__))
    if out is not None:
        run.begin(out)
    elif resume is not None:
        run.resume(resume, partial(block_of, setting), _OTHER)
    wanted, done = blocks * len(setting.lineups), len(run.blocks)
    # Closed even after an interruption: no other code ends the worker processes.
    with (
        termination(),
        closing(run),
        closing(played(setting, blocks, jobs, backend, scheduler, done)) as results,
    ):
        for block, _ in shown(results, max(wanted - done, 0), "blocks"):
            run.add(block)
    document = report(setting, run.blocks, anchor or "", __version__, hypotheses)
    print(json_text(document, indent=1) if json else text(document))
