"""Managers of a match, in this process or in one of their own (`manager_process`)."""

from __future__ import annotations

import sys
from collections.abc import Awaitable
from contextlib import redirect_stdout
from inspect import isawaitable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypeVar

from deathdome.errors import ManagerError
from deathdome.managers.registry import fallback as greedy
from deathdome.match.guard import Guarded
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.session.notices import Complaint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.match.guard import Fault
    from deathdome.match.protocol import Controller, Reply, Request
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup


_T = TypeVar("_T")
Soon: TypeAlias = _T | Awaitable[_T]  # managers in this process answer at once


async def arrived(value: Soon[_T]) -> _T:
    """Wait for what a manager or adviser answers, unless it is there already."""
    return await value if isawaitable(value) else value


class DiedError(ManagerError):
    """The managers' process has died. Another one is there: ask again, with nothing newly heard."""


class Managers(Protocol):
    """The managers of a match, as its host and its driver see them."""

    def begin(self, setup: Setup, seats: Mapping[int, tuple[str, int]]) -> Soon[None]:
        """Seat the managers, once a match; name and seed by seat."""

    def decide(self, request: Request, heard: Sequence[Event]) -> Soon[Reply]:
        """Ask the manager of a seat.

        Raises:
            ManagerError: there is no answer.
        """

    def hurry(self) -> None:
        """Ask the thinking manager for its best choice so far."""

    def complaints(self) -> Sequence[Complaint]:
        """Return what went wrong since the last call, though there was an answer."""

    def withheld(self) -> Sequence[tuple[int, Fault]]:
        """Return by seat what failed managers said, for when the match is over."""

    def end(self, heard: Mapping[int, Sequence[Event]], outcome: Outcome) -> Soon[None]:
        """Inform the managers how the match ended, once."""

    def close(self) -> Soon[None]:
        """Release the managers, in the middle of a thought if need be."""


class LocalManagers:
    """Managers in this process, each in a guard.

    What they print goes to standard error, where it is not taken for a part of the match.
    """

    def __init__(
        self,
        makers: Mapping[int, Callable[[], Controller]],  # by seat
        fallback: Callable[[], Controller] = greedy,
    ) -> None:
        self._managers: Final = {seat: Guarded(make, fallback) for seat, make in makers.items()}
        self._noted = dict.fromkeys(makers, 0)  # faults that were reported already
        self._withheld: list[tuple[int, Fault]] = []

    def begin(self, setup: Setup, seats: Mapping[int, tuple[str, int]]) -> None:
        """Brief the managers."""
        with redirect_stdout(sys.stderr):
            for seat, (_, seed) in seats.items():
                briefing = Briefing(PROTOCOL, seat, setup.seats, setup, seed, {})
                self._managers[seat].begin(briefing)

    def decide(self, request: Request, heard: Sequence[Event]) -> Reply:
        """Ask the manager of a seat, or the fallback where it has no answer."""
        manager = self._managers[request.seat]
        with redirect_stdout(sys.stderr):
            if heard:
                manager.observe(heard)
            return manager.decide(request)

    def hurry(self) -> None:
        """Do nothing: a manager in this process cannot be interrupted."""

    def complaints(self) -> list[Complaint]:
        """Return what went wrong since the last call."""
        found = []
        for seat, manager in self._managers.items():
            new = manager.faults[self._noted[seat] :]
            self._noted[seat] += len(new)
            for place, fault in enumerate(new, 1):
                last = manager.taken_over and place == len(new)
                found.append(Complaint(seat, fault.outward, last))
                if fault.outward != fault.detail:
                    self._withheld.append((seat, fault))
        return found

    def withheld(self) -> list[tuple[int, Fault]]:
        """Return what failed managers said."""
        withheld, self._withheld = self._withheld, []
        return withheld

    def end(self, heard: Mapping[int, Sequence[Event]], outcome: Outcome) -> None:
        """Inform the managers how the match ended."""
        with redirect_stdout(sys.stderr):
            for seat, manager in self._managers.items():
                if news := heard.get(seat, ()):
                    manager.observe(news)
                manager.end(outcome)

    def close(self) -> None:
        """Release the managers."""
        for manager in self._managers.values():
            manager.close()
