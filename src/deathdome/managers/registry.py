"""Finding managers by name: entry points, without importing any until one is asked for."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from deathdome.errors import ManagerError, UsageError, nearest
from deathdome.play.controllers import Controller

if TYPE_CHECKING:
    from collections.abc import Callable

GROUP = "deathdome.managers"


def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def names() -> list[str]:
    """Names of all installed managers, ascending; nothing is imported."""
    return sorted(_found())


def load(name: str) -> Callable[[], Controller]:
    """The factory of one manager.

    Raises:
        UsageError: no manager of that name is installed.
        ManagerError: it is installed but cannot be imported.
    """
    found = _found()
    if name not in found:
        raise UsageError(
            f'no manager named "{name}"; installed: {", ".join(sorted(found))}.'
            + nearest(name, found)
        )
    try:
        factory: Callable[[], Controller] = found[name].load()
    except Exception as error:
        raise ManagerError(
            f'manager "{name}" ({found[name].value}) cannot be loaded: {error}'
        ) from error
    return factory


def create(name: str) -> Controller:
    """A new manager of that name, checked against the protocol."""
    manager = load(name)()
    if not isinstance(manager, Controller):
        raise ManagerError(
            f'manager "{name}" does not keep the protocol: it needs begin, decide, observe and end'
        )
    return manager
