"""The managers' process: answers questions that come in pickled, one at a time.

Started by `hiring`, never as `__main__`: what is pickled must have its proper name. A frame is
four bytes of length and a pickle. Table and gear are big and never change within a phase, so
questions come without them.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from deathdome.managers.registry import create
from deathdome.model.catalog import VACANT
from deathdome.play.controllers import PROTOCOL, Briefing
from deathdome.rules.gear import build_gear

if TYPE_CHECKING:
    from deathdome.model.events import Told
    from deathdome.model.outcome import Outcome
    from deathdome.model.state import Table
    from deathdome.play.controllers import Controller, Reply, Request

LENGTH: Final = struct.Struct(">I")


class Hire(NamedTuple):
    """A manager takes its seat."""

    seat: int
    name: str
    table: Table
    seed: int


class Ask(NamedTuple):
    """A question, with what the seat has heard since its last one."""

    ticket: int
    request: Request  # without table and gear
    units: tuple[str, ...]  # ids of who stands in the teams now: characters come and go (CHAR)
    gear: int  # number of the gear; a new number: work it out anew
    heard: tuple[Told, ...]


class Farewell(NamedTuple):
    """The match is over."""

    heard: tuple[tuple[int, tuple[Told, ...]], ...]  # per seat
    outcome: Outcome


class Answer(NamedTuple):
    """A reply, or what went wrong instead."""

    ticket: int
    reply: Reply | None
    fault: str = ""


def slim(request: Request) -> Request:
    """The request without the big records that the other side has already."""
    bare: Any = replace(request.seen, table=None, gear=None)  # type: ignore[arg-type]
    return replace(request, seen=bare)


class _Office:
    """The managers of this process and what they share."""

    def __init__(self) -> None:
        self.managers: dict[int, Controller] = {}
        self.table: Table | None = None
        self.gear: tuple[int, Any] = (-1, None)

    def hire(self, order: Hire) -> None:
        manager = create(order.name)
        if self.table is None:
            self.table = order.table
        briefing = Briefing(PROTOCOL, order.seat, self.table.seats, self.table, order.seed, {})
        manager.begin(briefing)
        self.managers[order.seat] = manager

    def ask(self, order: Ask) -> Reply:
        assert self.table is not None
        bare = order.request.seen
        if tuple(who.id for who in self.table.units) != order.units:
            catalog = self.table.catalog
            known = {who.id: who for who in (*catalog.registry, *catalog.characters, VACANT)}
            self.table = replace(self.table, units=tuple(known[who] for who in order.units))
        if self.gear[0] != order.gear:
            self.gear = (order.gear, build_gear(self.table, bare.items))
        seen = replace(bare, table=self.table, gear=self.gear[1])
        manager = self.managers[order.request.seat]
        if order.heard:
            manager.observe(order.heard)
        return manager.decide(replace(order.request, seen=seen))

    def farewell(self, order: Farewell) -> None:
        for seat, events in order.heard:
            if seat in self.managers:
                self.managers[seat].observe(events)
                self.managers[seat].end(order.outcome)


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next frame; None at the end of the stream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    return stream.read(size)


def frame_of(record: object) -> bytes:
    """A record as a frame."""
    body = pickle.dumps(record, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Answers until the other side hangs up."""
    # Whatever a manager prints would land in the pipe, or on the screen of the game.
    replies = os.fdopen(os.dup(1), "wb")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    orders = sys.stdin.buffer
    office = _Office()
    while (body := read_frame(orders)) is not None:
        order = pickle.loads(body)  # noqa: S301 - from the parent process only
        ticket = order.ticket if isinstance(order, Ask) else -1
        answer = Answer(ticket, None)
        try:
            if isinstance(order, Hire):
                office.hire(order)
            elif isinstance(order, Ask):
                answer = Answer(ticket, office.ask(order))
            else:
                office.farewell(order)
        except Exception as error:  # noqa: BLE001 - a stranger's manager may raise anything
            answer = Answer(ticket, None, f"{type(error).__name__}: {error}")
        replies.write(frame_of(answer))
        replies.flush()
