"""The command `hint`: a step further each time that it is asked for at the same question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.errors import UsageError
from deathdome.match.protocol import NO_MARK
from deathdome.text.names import hints_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.managers.advice import Advice
    from deathdome.match.phase_history import PhaseHistory
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action


class Hints:
    """The hint for the open question, and how many there were."""

    def __init__(self, note: Callable[[int], None], taken: Mapping[int, int] | None = None) -> None:
        """`note` is called with the seat for every hint; `taken` is what there was before."""
        self._note = note
        self.taken = dict(taken or {})  # questions for which a hint was told, by seat
        self._asked = NO_MARK
        self._step = 0
        self._advice: Advice | None = None
        self._hinted: set[object] = set()  # questions for which a hint was told

    def tell(
        self, request: Request | None, phases: PhaseHistory, answered: Sequence[object] = ()
    ) -> str:
        """The next step; `phases` and `answered` are what was answered before.

        Raises:
            UsageError: nothing is asked.
        """
        if request is None:
            raise UsageError("nothing is asked, so there is nothing to hint at")
        from deathdome.managers.advice import advise  # planners are not loaded for every match

        if self._advice is None or self._asked != request.mark:
            self._advice = advise(request, begun=phases.open_phase(request))
            self._asked, self._step = request.mark, 0
            self._count(request.seat, tuple(answered))
        if self._advice.free:
            return self._advice.act
        steps = self._advice.steps
        self._step = min(self._step + 1, len(steps))
        more = ' "hint" again says more.' if self._step < len(steps) else ""
        return f"Hint {self._step} of {len(steps)}: {steps[self._step - 1]}{more}"

    def _count(self, seat: int, question: tuple[object, ...]) -> None:
        """One hint for each question that leaves a choice: taking back brings none again."""
        assert self._advice is not None
        if not self._advice.free and question not in self._hinted:
            self._hinted.add(question)
            self.taken[seat] = self.taken.get(seat, 0) + 1
            self._note(seat)

    def advised(self, request: Request) -> Action | None:
        """What was told to be the best answer to a question; None if nothing was."""
        advice = self._advice
        if advice is None or self._asked != request.mark:
            return None
        return advice.answer(self._step)

    def forget(self) -> None:
        """The position is another one."""
        self._advice = None

    def count(self) -> str:
        """How many hints each team took; "" if nobody took one."""
        return f"Hints taken: {hints_text(self.taken)}." if self.taken else ""
