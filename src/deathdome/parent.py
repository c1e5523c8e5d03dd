"""End a process soon after its parent, even after `kill -9`.

`kill -9` gives a process no time to end its workers, and a worker that waits for work may wait for
minutes before it notices.
"""

from __future__ import annotations

import os
from threading import Thread
from time import sleep
from typing import Final

INTERVAL: Final = 0.5  # seconds between two checks
_EXIT_CODE: Final = 1  # exit code


def end_with_parent(parent: int | None = None) -> None:
    """End this process soon after its parent has ended.

    `parent` is the id of the parent process, by default the current one.
    """
    known = os.getppid() if parent is None else parent
    Thread(target=_watch, args=(known,), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        sleep(INTERVAL)
    os._exit(_EXIT_CODE)  # nothing is left to do
