"""Finding bots by name: built in, installed by a package, or `module:factory`.

Nothing is imported before it is asked for. `module:factory` runs code, so it is for names that
were typed at this machine; `installed_only` refuses it for names that came out of a file.
"""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final

from deathdome.errors import DeathdomeError, ManagerError, UsageError, nearest
from deathdome.powerdome.bots.guard import Guarded
from deathdome.powerdome.bots.protocol import Bot, Briefing
from deathdome.programs.faults import error_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deathdome.powerdome.model.state import State

GROUP: Final = "deathdome.powerdome_bots"
BUILT_IN: Final[Mapping[str, str]] = {
    "easy": "deathdome.powerdome.bots.standard:easy",
    "normal": "deathdome.powerdome.bots.standard:normal",
    "hard": "deathdome.powerdome.bots.standard:hard",
    "random": "deathdome.powerdome.bots.random_bot:RandomBot",
}
_CALLS: Final = ("begin", "decide", "observe")


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
    return _imported(name, _point(name))


def installed_only(name: str) -> str:
    """Return a name that came out of a file, if it starts no code that is not installed.

    Raises:
        UsageError: no bot of that name is installed.
    """
    if ":" in name:
        raise UsageError(
            f'"{name}" is not an installed bot, and a name in a file never starts one. '
            "Name it on the command line"
        )
    _point(name)
    return name


def create(name: str) -> Bot:
    """Make a bot by name, and check that it has the calls of the protocol.

    Raises:
        UsageError: no bot is called so.
        ManagerError: it is there but cannot be imported, or lacks a call.
    """
    bot: object = load(name)()
    if not isinstance(bot, Bot):
        missing = ", ".join(call for call in _CALLS if not hasattr(bot, call))
        raise ManagerError(f'bot "{name}" does not follow the protocol: it has no {missing}')
    return bot


def make_sure(name: str, state: State) -> None:
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
    if ":" not in name:
        return
    guarded = Guarded(lambda: bot)
    guarded.begin(Briefing(0, state.seats, 0, state.dome.tome))
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
    if ":" in name:
        return EntryPoint(name, name, GROUP)
    for point in entry_points(group=GROUP):
        if point.name == name:
            return point
    raise UsageError(
        f'no bot is named "{name}"; installed: {", ".join(names())}.' + nearest(name, names())
    )


def _imported(name: str, point: EntryPoint) -> Callable[[], Bot]:
    try:
        if ":" in name and "" not in sys.path:
            sys.path.append("")  # modules of the working folder, behind those of Python
        factory: Callable[[], Bot] = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        reason = error_line(error)
        raise ManagerError(f'bot "{name}" ({point.value}) cannot be loaded: {reason}') from error
    return factory
