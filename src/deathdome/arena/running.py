"""Playing the blocks of a run: in this process, in several, or on a cluster.

A block depends on its settings and number alone, and results are taken in order, so that the
assignment to processes does not matter.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from deathdome.arena.blocks import play_block
from deathdome.arena.results_file import code_digest
from deathdome.workers import in_blocks

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from deathdome.arena.arena import Arena
    from deathdome.arena.result_schema import Block, BlockTimes
    from deathdome.arena.results_file import ResultsFile


def play_on(
    results: ResultsFile,
    blocks: int,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    records: str = "",
) -> Generator[Block]:
    """Play until a run has so many blocks of every line-up; add them to the results.

    Raises:
        ManagerError: a manager ended a process.
        ClusterError: there is no scheduler at the address, or its workers cannot play.
    """
    wanted = range(len(results.blocks), blocks * len(results.arena.lineups))
    for block, times in played(results.arena, wanted, jobs, backend, scheduler, records):
        results.add(block, times)
        yield block


def played(
    arena: Arena,
    tasks: range,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    records: str = "",
) -> Iterator[tuple[Block, BlockTimes]]:
    """Yield the results of some tasks, in order.

    Task n is the n-th block of a line-up, counted line-up by line-up in every block.

    Raises:
        ManagerError: a manager ended a process.
        ClusterError: there is no scheduler at the address, or its workers cannot play.
    """
    play = partial(play_block, arena, records=records)
    return in_blocks(play, len(arena.lineups), tasks, code_digest, jobs, backend, scheduler)
