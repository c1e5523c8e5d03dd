"""How the program ends: what it says when it cannot, and its exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from deathdome.errors import DeathdomeError, PackError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable


def carried_out(run: Callable[[], object]) -> None:
    """Does what was asked for; where that fails, says why and ends the process."""
    try:
        try:
            run()
        finally:
            sys.stdout.flush()
    except PackError as error:
        print(*map(_told, error.every), sep="\n", file=sys.stderr)
        print("deathdome: a pack cannot be used, so nothing was begun", file=sys.stderr)
        sys.exit(2)
    except DeathdomeError as error:
        print(f"deathdome: {_told(error)}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:
        # The reader has seen enough. What is still buffered must not fail again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


def _told(error: object) -> str:
    """An error as a terminal may have it, whatever of a file or a command line it quotes."""
    from deathdome.content.words import printable

    return "\n".join(map(printable, str(error).split("\n")))
