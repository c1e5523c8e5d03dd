"""Needs of a host: its driver meets one after the other, and the match goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.events import Event
    from deathdome.model.outcome import Outcome


class Begin(NamedTuple):
    """The managers are to be seated."""

    seats: Mapping[int, tuple[str, int]]  # name and seed, by seat


class Decide(NamedTuple):
    """A manager is asked; met with its reply."""

    request: Request
    heard: Sequence[Event]  # since the manager was asked last
    hidden: bool  # no person may learn that it was asked


class Person(NamedTuple):
    """A person is asked. `answer`, `undo` and `redo` of the host meet this, not the driver."""

    request: Request


class Rest(NamedTuple):
    """People look at what has happened, for so many beats of the pace."""

    beats: float
    settled: bool = True  # False: a manager may still answer from its hand


class Wait(NamedTuple):
    """So many seconds pass, in which a manager could have answered from its hand."""

    seconds: float


class End(NamedTuple):
    """The managers are to be told how the match ended."""

    heard: Mapping[int, Sequence[Event]]  # since each was asked last, by seat
    outcome: Outcome


Need: TypeAlias = Begin | Decide | Person | Rest | Wait | End
