"""`deathdome arena`: the strength of managers, with intervals."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import TYPE_CHECKING, Annotated

import typer

from deathdome.cli.exit import json_text, termination
from deathdome.cli.options import (
    BACKEND,
    BLOCKS,
    CHARACTERS,
    CREDITS,
    DECISIONS,
    EDITION,
    JOBS,
    OUT,
    PACKS,
    RATED,
    RECORDS,
    REPORT,
    RESUME,
    ROUNDS,
    RULE,
    SCENARIO,
    SCHEDULER,
    SECRET,
    SERIES,
    SPRT,
    TRUST,
    seed_option,
)
from deathdome.cli.values import (
    DEFAULT_EDITION,
    check_files,
    hypotheses_of,
    ruleset_of,
    terms_of,
)
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.errors import UsageError
from deathdome.files import shell_word
from deathdome.model.events import MAX_DECISIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deathdome.arena.results_file import ResultsFile


def arena(
    managers: Annotated[
        str,
        typer.Option(
            help="Managers, comma-separated. With more than seats, all groups of them meet; with "
            "fewer, the last one fills the seats."
        ),
    ],
    blocks: Annotated[int, BLOCKS] = 20,
    seats: Annotated[int, typer.Option(help="Teams in a match: 2, 3 or 4.")] = 2,
    level: Annotated[
        str | None,
        typer.Option(
            help="Level of managers that name none, such as rookie.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int | None, seed_option("matches", RATED)] = None,
    secret: Annotated[bytes | None, SECRET] = None,
    jobs: Annotated[int, JOBS] = 1,
    out: Annotated[Path | None, OUT] = None,
    resume: Annotated[Path | None, RESUME] = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            help="Manager with rating 0.", show_default="tactical if it plays, or the first"
        ),
    ] = None,
    sprt: Annotated[str | None, SPRT] = None,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Stop when every test is decided.")
    ] = False,
    ablate: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="Replay matches without one of these cards, if a team held it: ids, "
            "comma-separated, or all.",
            show_default=False,
        ),
    ] = None,
    cards: Annotated[
        bool, typer.Option("--cards", help="List every card, not only outliers.")
    ] = False,
    backend: Annotated[str, BACKEND] = "loky",
    scheduler: Annotated[str | None, SCHEDULER] = None,
    series: Annotated[bool, SERIES] = False,
    rounds: Annotated[str | None, ROUNDS] = None,
    decisions: Annotated[int, DECISIONS] = MAX_DECISIONS,
    board: Annotated[str, typer.Option(help="Board, by id or file.")] = DEFAULT_BOARD,
    edition: Annotated[str, EDITION] = DEFAULT_EDITION,
    characters: Annotated[bool | None, CHARACTERS] = None,
    scenario: Annotated[str | None, SCENARIO] = None,
    purses: Annotated[str | None, CREDITS] = None,
    rules: Annotated[list[str] | None, RULE] = None,
    packs: Annotated[list[str] | None, PACKS] = None,
    record: Annotated[Path | None, RECORDS] = None,
    _trust: Annotated[bool, TRUST] = False,
    json: Annotated[bool, REPORT] = False,
) -> None:
    """Measure managers and the balance of the game.

    Managers meet in blocks: one seed, played in every rotation of the seats. The report has wins,
    ratings and balance with 95 % intervals; docs/arena.md explains them.

    Without --seed the run is rated: its seeds come from a random secret, and --secret repeats it.
    """
    from deathdome.arena.arena import Arena, check_arena, parse_managers
    from deathdome.arena.report import report
    from deathdome.arena.report_tables import text
    from deathdome.arena.results_file import begin, resume_run, seed_and_secret
    from deathdome.arena.running import play_on
    from deathdome.errors import printable
    from deathdome.managers.manager_name import quoted
    from deathdome.programs.commands import split_specs
    from deathdome.seeds import secret_for
    from deathdome.workers import check_workers

    if blocks < 1:
        raise UsageError(f"the arena plays 1 block or more, not {blocks}; try --blocks 20")
    check_files(out, resume)
    names = parse_managers(managers, level)
    # Tables show the manager as typed, without the level that was added.
    typed = dict(zip(split_specs(managers), names, strict=True))
    if anchor is not None and anchor not in (*names, *typed):
        raise UsageError(
            f'no manager "{quoted(anchor)}" plays; --anchor is one of '
            + ", ".join(map(quoted, names))
        )
    anchor = typed.get("tactical", "") if anchor is None else typed.get(anchor, anchor)
    hypotheses = hypotheses_of(sprt)
    check_workers(jobs, backend, scheduler)
    if resume is not None and (recorded := seed_and_secret(resume)):
        seed = recorded[0] if seed is None else seed
        secret = secret or recorded[1]
    terms = terms_of(
        ruleset_of(edition, characters, scenario, rules),
        rounds=rounds,
        series=series,
        purses=purses,
        seats=seats,
    )
    setting = Arena(
        names,
        seats,
        board,
        terms.rounds,
        seed,
        terms.ruleset,
        tuple(packs or ()),
        _cards(ablate),
        terms.series,
        terms.purses,
        decisions,
        secret_for(seed, secret),
    )
    check_arena(setting)
    records = "" if record is None else str(record.absolute())
    results = begin(setting, out) if resume is None else resume_run(setting, resume)
    _warn(results)
    if results.cut:
        shown = printable(str(resume))
        _say(f"the last line of {shown} was broken off; its block is played again")

    def decided() -> bool:
        return until_decided and results.decided(hypotheses)

    with termination():
        try:
            # Closed even after an interruption: no other code ends the worker processes.
            with (
                _progress(results, blocks) as advance,
                closing(play_on(results, blocks, jobs, backend, scheduler, records)) as finished,
            ):
                # A resumed run may be decided already.
                while not decided() and next(finished, None) is not None:
                    advance()
        except KeyboardInterrupt:
            where = out or resume
            more = f"; resume with --resume {shell_word(str(where))}" if where else ""
            wanted = blocks * len(setting.lineups)
            _say(f"stopped after {len(results.blocks)} of {wanted} blocks{more}")
            raise
        finally:
            results.close()
    document = report(results, hypotheses, anchor)
    if json:
        print(json_text(document, indent=1))
    else:
        print(text(document, cards))


def _cards(text: str | None) -> tuple[str, ...]:
    return () if text is None else tuple(dict.fromkeys(part.strip() for part in text.split(",")))


def _warn(results: ResultsFile) -> None:
    """Warn if planning managers play by rules that their weights were not measured for."""
    from deathdome.managers.manager_name import LEVELS, parse_spec
    from deathdome.managers.planner.weights import tuned

    played, meant = results.header["rules"], tuned().rules
    planning = {"tactical", "searcher", *LEVELS}
    if played != meant and planning & {parse_spec(name).name for name in results.arena.managers}:
        _say(
            f"the weights of planning managers were tuned for the rules {meant}; "
            f"these matches have the rules {played}"
        )


def _say(line: str) -> None:
    print(f"deathdome: {line}", file=sys.stderr)


@contextmanager
def _progress(results: ResultsFile, blocks: int) -> Iterator[Callable[[], None]]:
    """Yield a callback for each result; it draws a bar on stderr in a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (BarColumn(None), MofNCompleteColumn(), "blocks", TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        lineups = len(results.arena.lineups)
        task = bar.add_task("", total=blocks * lineups, completed=len(results.blocks))
        yield lambda: bar.advance(task)
