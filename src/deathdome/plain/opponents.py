"""The managers of a match, guarded in this process: whatever one does, the match goes on."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Final

from deathdome.managers.accounts import Diary
from deathdome.managers.contained import fallback
from deathdome.match.guard import Guarded
from deathdome.match.protocol import PROTOCOL, Briefing, Budget
from deathdome.text.names import team_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deathdome.match.protocol import Controller, Request
    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action
    from deathdome.model.outcome import Outcome

THINKING: Final = Budget(nodes=10_000, seconds=10.0)  # for one answer, as on the screen


class Opponents:
    """Whoever plays the seats without a person.

    What they print goes to standard error: it must not be taken for what the match says.
    """

    def __init__(
        self,
        referee: Referee,
        names: Sequence[str],
        makers: Mapping[int, Callable[[], Controller]],  # by seat
    ) -> None:
        self._referee: Final = referee
        self._names: Final = names
        self._managers: Final = {seat: Guarded(make, fallback) for seat, make in makers.items()}
        self._heard = dict.fromkeys(makers, 0)
        self._faults = dict.fromkeys(makers, 0)
        self._withheld: list[str] = []  # what failed managers said, which may tell of hands
        self.diary: Final = Diary()  # their reasons

    def begin(self) -> None:
        """Briefs everybody."""
        setup = self._referee.state.setup
        with redirect_stdout(sys.stderr):
            for seat, manager in self._managers.items():
                own = self._referee.seat_seed(seat)
                manager.begin(Briefing(PROTOCOL, seat, setup.seats, setup, own, {}))

    def decide(self, request: Request) -> Action:
        """The answer of a manager, or that of greedy where it has none."""
        with redirect_stdout(sys.stderr):
            self._inform(request.seat)
            reply = self._managers[request.seat].decide(request)
        self.diary.note(request, reply)
        return reply.action

    def end(self, outcome: Outcome) -> None:
        """Tells everybody how it ended."""
        with redirect_stdout(sys.stderr):
            for seat, manager in self._managers.items():
                self._inform(seat)
                manager.end(outcome)

    def troubles(self) -> Iterator[str]:
        """What went wrong since this was asked last, a sentence each; in full when all is over."""
        for seat, manager in self._managers.items():
            who = f"{self._names[seat]} of {team_name(seat)}"
            for fault in manager.faults[self._faults[seat] :]:
                yield (
                    f"{who} failed: {fault.outward}. "
                    "Where it gives no legal answer, greedy answers."
                )
                if fault.outward != fault.detail:
                    self._withheld.append(
                        f"{who} failed at question {fault.question}: {fault.detail}."
                    )
            if manager.taken_over and len(manager.faults) > self._faults[seat]:
                yield f"From here on greedy plays for {team_name(seat)}."
            self._faults[seat] = len(manager.faults)
        if self._referee.over:
            yield from self._withheld
            self._withheld.clear()

    def _inform(self, seat: int) -> None:
        told = len(self._referee.events)
        if self._heard[seat] < told:
            self._managers[seat].observe(self._referee.visible_events(seat, self._heard[seat]))
            self._heard[seat] = told
