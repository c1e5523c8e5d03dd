"""Finding bots by name: built in, installed by a package, `module:factory` or `command:PROGRAM`.

Nothing is imported or started before it is asked for. The last two run foreign code, in a process
of its own, so they are for names that were typed at this machine; `installed_only` refuses them for
names that came out of a file.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final

from deathdome.errors import DeathdomeError, ManagerError, UsageError, nearest
from deathdome.powerdome.bots.guard import Guarded
from deathdome.powerdome.bots.protocol import Bot, Briefing
from deathdome.programs.commands import COMMAND
from deathdome.programs.faults import error_line
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.model.tome import Tome

GROUP: Final = "deathdome.powerdome_bots"
BUILT_IN: Final[Mapping[str, str]] = {
    "easy": "deathdome.powerdome.bots.standard:easy",
    "normal": "deathdome.powerdome.bots.standard:normal",
    "hard": "deathdome.powerdome.bots.standard:hard",
    "random": "deathdome.powerdome.bots.random_bot:RandomBot",
}
_CALLS: Final = ("begin", "decide", "observe")
_FACTORY: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_QUOTED: Final = 100  # characters of a name


def names() -> list[str]:
    """Return the names of all installed bots: the built-in ones first."""
    others = {point.name for point in entry_points(group=GROUP)}
    return [*BUILT_IN, *sorted(others - BUILT_IN.keys())]


def load(name: str) -> Callable[[], Bot]:
    """Return the factory of a bot.

    Raises:
        UsageError: no bot is called so.
        ManagerError: it is there but cannot be imported.
    """
    if is_foreign(name):
        # Programs cost nothing until one is used.
        from deathdome.powerdome.bots.foreign.program import program_for

        return program_for(_checked(name))
    return _imported(name, _point(name))


def is_foreign(name: str) -> bool:
    """Return True if a name starts code that is not installed as a bot."""
    return ":" in name


def create_here(name: str) -> Bot:
    """Make a bot `module:factory` in this process, which is its own."""
    return _bot(_imported(name, EntryPoint(name, name, GROUP))(), name)


def _checked(name: str) -> str:
    """Return the name of foreign code.

    Raises:
        UsageError: it is neither module:factory nor command:PROGRAM.
    """
    if name.startswith(COMMAND) or _FACTORY.fullmatch(name):
        return name
    raise UsageError(
        f'"{shown(name, _QUOTED)}" is not a bot. Write module:factory, such as '
        "my_package.bots:Mine, or command:PROGRAM"
    )


def installed_only(name: str) -> str:
    """Return a name that came out of a file, if it starts no code that is not installed.

    Raises:
        UsageError: no bot of that name is installed.
    """
    if is_foreign(name):
        raise UsageError(
            f'"{shown(name, _QUOTED)}" is not an installed bot, and a name in a file never starts '
            "one. Name it on the command line"
        )
    _point(name)
    return name


def create(name: str) -> Bot:
    """Make a bot by name, and check that it has the calls of the protocol.

    Raises:
        UsageError: no bot is called so.
        ManagerError: it is there but cannot be imported, or lacks a call.
    """
    return _bot(load(name)(), name)


def _bot(bot: object, name: str) -> Bot:
    if not isinstance(bot, Bot):
        missing = ", ".join(call for call in _CALLS if not hasattr(bot, call))
        raise ManagerError(f'bot "{name}" does not follow the protocol: it has no {missing}')
    return bot


def make_sure(name: str, players: Sequence[str], tome: Tome) -> None:
    """Make a bot, and brief a foreign one, so that no real game fails to begin.

    Raises:
        UsageError: no bot is called so.
        ManagerError: it does not start; says why.
    """
    try:
        bot = create(name)
    except (DeathdomeError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ManagerError(f'bot "{name}" does not start: {error_line(error)}') from error
    if not is_foreign(name):
        return
    guarded = Guarded(lambda: bot)
    guarded.begin(Briefing(0, tuple(players), 0, tome))
    guarded.close()
    if guarded.faults:
        raise ManagerError(f'bot "{name}" does not start: {guarded.faults[0].detail}')


def contained(name: str) -> Guarded:
    """Make a bot whose mistakes are replaced and reported.

    Raises:
        UsageError: no bot is called so.
        ManagerError: it is there but cannot be imported.
    """
    return Guarded(load(name))


def _point(name: str) -> EntryPoint:
    if name in BUILT_IN:
        return EntryPoint(name, BUILT_IN[name], GROUP)
    for point in entry_points(group=GROUP):
        if point.name == name:
            return point
    raise UsageError(
        f'no bot is named "{name}"; installed: {", ".join(names())}.' + nearest(name, names())
    )


def _imported(name: str, point: EntryPoint) -> Callable[[], Bot]:
    try:
        if is_foreign(name) and "" not in sys.path:
            sys.path.append("")  # modules of the working folder, behind those of Python
        factory: Callable[[], Bot] = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        reason = error_line(error)
        raise ManagerError(f'bot "{name}" ({point.value}) cannot be loaded: {reason}') from error
    return factory
