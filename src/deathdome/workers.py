"""Processes that play matches or games: on this machine, or on a cluster.

A task depends on its arguments alone, and results come in the order of the tasks, so that the
assignment to processes does not matter.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

from deathdome.errors import DeathdomeError, ManagerError, UsageError
from deathdome.parent import end_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

T = TypeVar("T")

# Matches given to the workers at a time: running and waiting results stay in memory.
CHUNK: Final = 2_000
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


def one_by_one(play: Callable[[int], T], numbers: range, jobs: int) -> Generator[T]:
    """Yield the result of each number in order, played by so many processes.

    Raises:
        ManagerError: a player ended a process; some of the results are missing.
    """
    matches = len(numbers)
    if jobs == 1 or matches <= 1:
        yield from map(play, numbers)
        return
    import warnings

    from joblib import delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    # A caller that stops early knows that some results are lost.
    warnings.filterwarnings("ignore", message=".* tasks which were still being processed")
    done = 0
    try:
        with ExitStack() as stack:
            stack.enter_context(safe_path())
            while done < matches:
                chunk = numbers[done : done + CHUNK]
                with interrupts_ignored():
                    if done == 0:
                        players = stack.enter_context(
                            parallel(min(jobs, matches), return_as="generator")
                        )
                    results = players(delayed(play)(number) for number in chunk)
                for result in results:
                    yield result
                    done += 1
    except BrokenProcessPool as error:
        raise ManagerError(
            f"a process that played matches died after {done} of {matches} results. "
            "With --jobs 1 the cause is the match after the last result"
        ) from error


def in_blocks(
    play: Callable[[int, int], T],
    lineups: int,
    tasks: range,
    code: Callable[[], str],
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
) -> Generator[T]:
    """Yield the results of some tasks, in order.

    Task n is the n-th block of a line-up, counted line-up by line-up in every block; `play` gets
    the numbers of both.

    Raises:
        ManagerError: a player ended a process.
        ClusterError: there is no scheduler at the address, or its workers cannot play.
    """
    # Lazily: a run that stops at a decided test may ask for any number.
    numbers = (divmod(task, lineups) for task in tasks)
    if backend == "loky" and (jobs == 1 or tasks.stop - tasks.start < 2):
        for number in numbers:
            yield play(*number)
        return
    from joblib import delayed

    with workers(jobs, code, backend, scheduler) as players:
        with interrupts_ignored():
            results = players(delayed(play)(*number) for number in numbers)
        yield from results


@contextmanager
def workers(
    jobs: int,
    code: Callable[[], str],
    backend: str = "loky",
    scheduler: str | None = None,
) -> Iterator[Any]:
    """Yield a joblib Parallel that plays many blocks or matches and gives results in order.

    `code` returns the digest of the code that plays, which must be the same on a cluster.
    """
    import warnings

    from joblib.externals.loky.process_executor import BrokenProcessPool

    # A caller that stops early knows that some results are lost.
    warnings.filterwarnings("ignore", message=".* tasks which were still being processed")
    with ExitStack() as stack:
        if backend == "dask":
            from joblib import Parallel, parallel_config

            client = stack.enter_context(_client(scheduler or "", code))
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
def _client(scheduler: str, code: Callable[[], str]) -> Iterator[Any]:
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
            digests = client.run(code)
        except TimeoutError as error:
            raise ClusterError(f"the scheduler at {scheduler} has no workers") from error
        except ImportError as error:
            raise ClusterError(f"a worker cannot play, it lacks the game: {error}") from error
        for worker, digest in digests.items():
            if digest != code():
                raise ClusterError(
                    f"the worker {worker} has another version of the game. Install the same one "
                    "everywhere"
                )
        yield client


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Start processes that ignore Ctrl-C; this process handles it a moment later."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, before)


_SAFE: Final = "PYTHONSAFEPATH"


def parallel(jobs: int, **options: Any) -> Any:
    """Return a joblib Parallel with so many processes; `options` are those of joblib.

    The processes end with this one. joblib starts them with `python -m`, which would look for every
    module in the working folder first.
    """
    from joblib import Parallel

    begin = (os.getpid(), os.environ.get(_SAFE))
    return Parallel(n_jobs=jobs, backend="loky", initializer=_begin, initargs=begin, **options)


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep the working folder out of the module path of processes started in the block."""
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = "1"
    try:
        yield
    finally:
        _restore(before)


def _begin(parent: int, safe: str | None) -> None:
    """Initialize a worker: programs that it starts get the environment of the parent."""
    _restore(safe)
    end_with_parent(parent)


def _restore(safe: str | None) -> None:
    if safe is None:
        os.environ.pop(_SAFE, None)
    else:
        os.environ[_SAFE] = safe
