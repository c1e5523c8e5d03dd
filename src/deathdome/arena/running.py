"""Playing the blocks of a run: in this process, in several, or on a cluster.

A block depends on its settings and number alone, and results are taken in order, so that the
assignment to processes does not matter.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.blocks import play_block
from deathdome.arena.results_file import code_digest
from deathdome.arena.simulation import interrupts_ignored, parallel, safe_path
from deathdome.errors import DeathdomeError, ManagerError, UsageError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from deathdome.arena.arena import Arena
    from deathdome.arena.result_schema import Block, BlockTimes
    from deathdome.arena.results_file import ResultsFile

BACKENDS: Final = ("loky", "dask")
INSTALL: Final = "pip install 'deathdome[cluster]'"
PATIENCE: Final = 30  # seconds to wait for a scheduler


class ClusterError(DeathdomeError):
    """The cluster cannot be used."""


def check_workers(jobs: int, backend: str, scheduler: str | None) -> None:
    """Check the number of jobs and the backend.

    Raises:
        UsageError: no such backend, no jobs, or a missing or unexpected scheduler.
    """
    if jobs < 1:
        raise UsageError(f"the arena needs 1 process or more, not {jobs}; try --jobs 1")
    if backend not in BACKENDS:
        raise UsageError(f'no backend "{backend}"; it can be {" or ".join(BACKENDS)}')
    if backend == "dask" and not scheduler:
        raise UsageError(
            "--backend dask needs the address of a scheduler: --scheduler tcp://host:8786"
        )
    if backend != "dask" and scheduler:
        raise UsageError("--scheduler is for a cluster; it goes with --backend dask")


def play_on(
    results: ResultsFile,
    blocks: int,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
) -> Generator[Block]:
    """Play until a run has so many blocks of every line-up; add them to the results.

    Raises:
        ManagerError: a manager ended a process.
        ClusterError: there is no scheduler at the address, or its workers cannot play.
    """
    wanted = range(len(results.blocks), blocks * len(results.arena.lineups))
    for block, times in played(results.arena, wanted, jobs, backend, scheduler):
        results.add(block, times)
        yield block


def played(
    arena: Arena,
    tasks: range,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
) -> Iterator[tuple[Block, BlockTimes]]:
    """Yield the results of some tasks, in order.

    Task n is the n-th block of a line-up, counted line-up by line-up in every block.

    Raises:
        ManagerError: a manager ended a process.
        ClusterError: there is no scheduler at the address, or its workers cannot play.
    """
    each = len(arena.lineups)
    # Lazily: a run that stops at a decided test may ask for any number.
    numbers = (divmod(task, each) for task in tasks)
    if backend == "loky" and (jobs == 1 or tasks.stop - tasks.start < 2):
        for block, lineup in numbers:
            yield play_block(arena, block, lineup)
        return
    from joblib import delayed

    with workers(jobs, backend, scheduler) as players:
        with interrupts_ignored():
            results = players(delayed(play_block)(arena, *number) for number in numbers)
        yield from results


@contextmanager
def workers(jobs: int, backend: str = "loky", scheduler: str | None = None) -> Iterator[Any]:
    """Yield a joblib Parallel that plays many blocks or matches and gives results in order."""
    import warnings

    from joblib.externals.loky.process_executor import BrokenProcessPool

    # A caller that stops early knows that some results are lost.
    warnings.filterwarnings("ignore", message=".* tasks which were still being processed")
    with ExitStack() as stack:
        if backend == "dask":
            from joblib import Parallel, parallel_config

            client = stack.enter_context(_client(scheduler or ""))
            stack.enter_context(parallel_config(backend="dask", client=client))
            yield stack.enter_context(Parallel(return_as="generator", batch_size=1))
            return
        try:
            stack.enter_context(safe_path())
            with interrupts_ignored():
                players = stack.enter_context(parallel(jobs, return_as="generator", batch_size=1))
            yield players
        except BrokenProcessPool as error:
            raise ManagerError(
                "a process that played matches died. Earlier results are saved. With "
                "--jobs 1 the next match is the cause"
            ) from error


@contextmanager
def _client(scheduler: str) -> Iterator[Any]:
    """Connect to a cluster whose workers have the same version of the game."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(
            f"--backend dask needs a package that is not here: {INSTALL} ({error})"
        ) from error
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"no scheduler answers at {scheduler}: {str(error) or type(error).__name__}"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            digests = client.run(code_digest)
        except TimeoutError as error:
            raise ClusterError(f"the scheduler at {scheduler} has no workers") from error
        except ImportError as error:
            raise ClusterError(f"a worker cannot play, it lacks the game: {error}") from error
        for worker, digest in digests.items():
            if digest != code_digest():
                raise ClusterError(
                    f"the worker {worker} has another version of the game. Install the same one "
                    "everywhere"
                )
        yield client
