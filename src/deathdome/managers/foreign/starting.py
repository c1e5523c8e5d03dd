"""How a foreign manager is started: what `module:factory` and `command:` stand for."""

from __future__ import annotations

import os
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.errors import UsageError
from deathdome.managers.foreign.limits import DEFAULT_LIMITS
from deathdome.managers.foreign.program import ProgramManager

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.managers.foreign.limits import Limits
    from deathdome.managers.specs import Spec


def program_for(said: Spec, limits: Limits = DEFAULT_LIMITS) -> Callable[[], ProgramManager]:
    """What makes the manager; nothing is started before a match begins.

    Raises:
        UsageError: a command that cannot be read.
    """
    if said.kind == "command":
        try:
            program = shlex.split(said.name)
        except ValueError as error:
            raise UsageError(f'"{said}": {str(error).lower()}') from None
        return partial(ProgramManager, program, limits)
    host = (sys.executable, "-P", "-m", "deathdome.managers.foreign.host", said.name)
    return partial(ProgramManager, host, limits, environment=_surroundings(), records=True)


def _surroundings() -> dict[str, str]:
    """Those of this process, in which the same modules are found, and the folder one stands in."""
    path = [str(Path.cwd()), *(entry or str(Path.cwd()) for entry in sys.path)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(path))}
