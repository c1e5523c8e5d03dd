"""Proposals to rivals: a truce, together against a third, or nothing (E.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from deathdome.powerdome.model.answers import DealKind, Proposal, Talk
from deathdome.powerdome.text import deals_screen as say
from deathdome.powerdome.text.table_screen import deals_count
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.presenters.flowing import Group
from deathdome.powerdome.tui.presenters.players import deals_of, player_rows
from deathdome.powerdome.tui.screens.choices import ChoicesScreen
from deathdome.stage.text import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.state import State
    from deathdome.stage.text import Line

_Proposals: TypeAlias = tuple[Proposal, ...]


class TalkScreen(ChoicesScreen[_Proposals]):
    """A row for each living rival."""

    @property
    def context(self) -> Context:
        return Context.TALK

    def banner(self) -> str:
        return self.in_round(say.TALK)

    def first(self) -> _Proposals:
        return ()

    def help_text(self) -> str:
        return say.TALK_HELP if self._rivals else say.TALK_NO_RIVALS

    def finish(self) -> str:
        return say.HAND_IN_TALK

    @property
    def _rivals(self) -> Sequence[Seat]:
        return [seat for seat in self.view.now.living() if seat != self.seat]

    def count(self) -> int:
        return len(self._rivals)

    def above(self, at: int, width: int) -> list[Line]:
        rival = self._rivals[at]
        return rival_rows(self.view, rival, width, self.empty)

    def row(self, at: int) -> str:
        proposal = self._made(self._rivals[at])
        return say.proposal_row(self._words(proposal))

    def _words(self, proposal: Proposal | None) -> str:
        if proposal is None:
            return say.NOTHING
        if proposal.kind is DealKind.TRUCE:
            return say.TRUCE
        return say.TOGETHER.format(name=self.view.seats[proposal.against])

    def _made(self, rival: Seat) -> Proposal | None:
        return next((one for one in self.form.history.now if one.to == rival), None)

    def _choices(self, rival: Seat) -> list[Proposal | None]:
        """Return the proposals that the rules allow to a rival, nothing first."""
        possible = [Proposal(rival, DealKind.TRUCE)]
        possible += [Proposal(rival, DealKind.TOGETHER, third) for third in self._rivals]
        referee = self.shell.host.referee
        return [None, *(p for p in possible if referee.why_not(self.seat, Talk((p,))) is None)]

    def answer(self) -> Answer:
        return Talk(self.form.history.now)

    # -- keys ----------------------------------------------------------------------------------

    @property
    def _rival(self) -> Seat | None:
        return self._rivals[self.index] if self.index < self.count() else None

    def _propose(self, proposal: Proposal | None) -> None:
        rival = self._rival
        others = [one for one in self.form.history.now if one.to != rival]
        made = [*others, *([proposal] if proposal is not None else [])]
        self.change(tuple(sorted(made, key=lambda one: one.to)))

    def _step(self, by: int) -> None:
        rival = self._rival
        if rival is None:
            self.tell(say.NOT_HERE)
            return
        choices = self._choices(rival)
        made = self._made(rival)
        at = choices.index(made) if made in choices else 0
        self._propose(choices[(at + by) % len(choices)])

    def do_left(self) -> None:
        self._step(-1)

    def do_right(self) -> None:
        self._step(1)

    def choose_row(self) -> None:
        self._step(1)

    def do_propose_nothing(self) -> None:
        """Propose nothing to the rival."""
        if self._rival is None:
            self.tell(say.NOT_HERE)
        else:
            self._propose(None)

    def do_propose_truce(self) -> None:
        """Propose a truce to the rival."""
        rival = self._rival
        if rival is None:
            self.tell(say.NOT_HERE)
            return
        truce = Proposal(rival, DealKind.TRUCE)
        refusal = self.shell.host.referee.why_not(self.seat, Talk((truce,)))
        if refusal is not None:
            self.tell(self.refused(refusal))
        else:
            self._propose(truce)

    def do_propose_together(self) -> None:
        """Propose to attack a third player together; again for the next one."""
        rival = self._rival
        if rival is None:
            self.tell(say.NOT_HERE)
            return
        joint = [p for p in self._choices(rival) if p is not None and p.kind is DealKind.TOGETHER]
        if not joint:
            self.tell(say.NO_THIRD)
            return
        made = self._made(rival)
        at = joint.index(made) + 1 if made in joint else 0
        self._propose(joint[at % len(joint)])

    def fill(self, answer: Answer) -> None:
        """Put other proposals in place of these."""
        assert isinstance(answer, Talk)
        self.change(tuple(sorted(answer.proposals, key=lambda one: one.to)))


def rival_rows(view: State, rival: Seat, width: int, empty: str) -> list[Line]:
    """Return a rival with the number of deals that it has honoured and broken."""
    made, broken = deals_of(view, rival)
    deals = Group(say.DEALS, [Span(deals_count(made, broken), "bad" if broken else "good")])
    more = {rival: [deals]} if made else {}
    return player_rows(view, width, seats=[rival], more=more, empty=empty)
