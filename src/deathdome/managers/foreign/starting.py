"""Command lines of foreign managers: `module:factory` and `command:`."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.managers.foreign.limits import DEFAULT_LIMITS
from deathdome.managers.foreign.program import ProgramManager
from deathdome.managers.manager_name import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deathdome.managers.foreign.limits import Limits
    from deathdome.managers.manager_name import Spec


# Every place is added behind what Python knows by itself.
_HOST: Final = (
    "import sys; sys.path += [place for place in sys.argv[2:] if place not in sys.path]; "
    "from deathdome.managers.foreign.host import main; main()"
)


def program_for(said: Spec, limits: Limits = DEFAULT_LIMITS) -> Callable[[], ProgramManager]:
    """Return the factory of a manager; the match starts it.

    Raises:
        UsageError: a command that cannot be read.
    """
    if said.kind == "command":
        try:
            program = shlex.split(said.name)
        except ValueError as error:  # "No closing quotation", "No escaped character"
            wrong = str(error).lower()
            raise UsageError(
                f'"{quoted(str(said))}" cannot be read as a command: {wrong}'
            ) from None
        if not program or not program[0]:
            raise UsageError(f'"{quoted(str(said))}" names no program')
        return partial(ProgramManager, program, limits)
    host = (sys.executable, "-P", "-c", _HOST, said.name, *_places())
    return partial(ProgramManager, host, limits, records=True)


def _places() -> Iterator[str]:
    """Return the module search path of this process, then the working folder.

    The working folder comes last: a json.py in it must not hide that of Python.
    """
    yield from (place for place in sys.path if place)
    with suppress(OSError):  # the folder was deleted
        yield str(Path.cwd())
