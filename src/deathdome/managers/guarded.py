"""Managers as matches seat them: guarded, with a fallback that always has an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.managers import registry
from deathdome.managers.manager_name import quoted
from deathdome.match.guard import Guarded, error_line

if TYPE_CHECKING:
    from deathdome.match.protocol import Controller
    from deathdome.model.state import Setup

FALLBACK: Final = "greedy"  # what plays on for a manager that has struck out is called so


def fallback() -> Controller:
    """Make the manager that plays on for one that has failed; most matches never import it."""
    from deathdome.managers.greedy import GreedyManager

    return GreedyManager()


def contained(spec: str) -> Guarded:
    """Return a guarded manager: greedy answers for its faults.

    Raises:
        UsageError: no manager is called so.
        ManagerError: it is there but cannot be imported.
    """
    return Guarded(registry.load(spec), fallback)


def make_sure(spec: str, setup: Setup) -> None:
    """Begins a match with a foreign manager and ends it at once, so that no real one fails to.

    Managers that are installed are only made.

    Raises:
        UsageError: no manager is called so.
        ManagerError: it does not start; says why.
    """
    from deathdome.errors import DeathdomeError, ManagerError
    from deathdome.match.protocol import PROTOCOL, Briefing

    try:
        manager = registry.create(spec)
    except (DeathdomeError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ManagerError(
            f'manager "{quoted(spec)}" does not start: {error_line(error)}'
        ) from error
    if not registry.known(spec).foreign:
        return
    guarded = Guarded(lambda: manager)
    guarded.begin(Briefing(PROTOCOL, 0, setup.seats, setup, 0, {}))
    guarded.close()
    if guarded.faults:
        raise ManagerError(f'manager "{quoted(spec)}" does not start: {guarded.faults[0].detail}')
