"""End a process together with the one that started it, however that one ends.

`kill -9` gives a process no time to end its workers, and a worker that waits for work may wait for
minutes before it notices.
"""

from __future__ import annotations

import os
from threading import Thread
from time import sleep
from typing import Final

LOOK: Final = 0.5  # seconds between two looks at the parent
_LEFT: Final = 1  # exit code


def end_with_parent(parent: int | None = None) -> None:
    """End this process soon after its parent has ended.

    `parent` is the id of the process that started this one; by default it is looked up now.
    """
    known = os.getppid() if parent is None else parent
    Thread(target=_watch, args=(known,), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        sleep(LOOK)
    os._exit(_LEFT)  # nobody is left to read what it would still say
