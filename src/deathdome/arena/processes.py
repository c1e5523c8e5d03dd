"""Start the processes that play matches; they end with this one.

joblib starts them with `python -m`, which would look for every module in the working
folder first.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from deathdome.parent import end_with_parent

if TYPE_CHECKING:
    from collections.abc import Iterator

_SAFE: Final = "PYTHONSAFEPATH"


def parallel(jobs: int, **options: Any) -> Any:
    """Return a joblib Parallel of so many processes; `options` are those of joblib."""
    from joblib import Parallel

    begin = (os.getpid(), os.environ.get(_SAFE))
    return Parallel(n_jobs=jobs, backend="loky", initializer=_begin, initargs=begin, **options)


@contextmanager
def safe_path() -> Iterator[None]:
    """Have processes that start meanwhile leave the working folder out of their module path."""
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = "1"
    try:
        yield
    finally:
        _restore(before)


def _begin(parent: int, safe: str | None) -> None:
    """Begin a worker: managers' programs that it starts get the environment of the parent."""
    _restore(safe)
    end_with_parent(parent)


def _restore(safe: str | None) -> None:
    if safe is None:
        os.environ.pop(_SAFE, None)
    else:
        os.environ[_SAFE] = safe
