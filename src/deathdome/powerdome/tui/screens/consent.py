"""Replies to proposals: yes or no to each (E.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from deathdome.powerdome.model.answers import Consents, DealKind
from deathdome.powerdome.text import deals_screen as say
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.screens.choices import ChoicesScreen
from deathdome.powerdome.tui.screens.talk import rival_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.answers import Answer, Proposal
    from deathdome.powerdome.model.dome import Seat
    from deathdome.stage.text import Line

_Accepted: TypeAlias = tuple[int, ...]


class ConsentScreen(ChoicesScreen[_Accepted]):
    """A row for each proposal; all are declined at first."""

    @property
    def context(self) -> Context:
        return Context.CONSENT

    def banner(self) -> str:
        return self.in_round(say.CONSENT)

    def first(self) -> _Accepted:
        """Accept what this player has proposed to the other as well."""
        mine = {
            (one.to, one.kind, one.against) for seat, one in self.view.talk if seat == self.seat
        }
        return tuple(maker for maker, one in self._offers if (maker, one.kind, one.against) in mine)

    def help_text(self) -> str:
        return say.CONSENT_HELP

    def finish(self) -> str:
        return say.HAND_IN_CONSENT

    @property
    def _offers(self) -> Sequence[tuple[Seat, Proposal]]:
        return [(maker, one) for maker, one in self.view.talk if one.to == self.seat]

    def count(self) -> int:
        return len(self._offers)

    def above(self, at: int, width: int) -> list[Line]:
        return rival_rows(self.view, self._offers[at][0], width, self.empty)

    def row(self, at: int) -> str:
        maker, proposal = self._offers[at]
        names = self.view.seats
        what = say.TRUCE
        if proposal.kind is not DealKind.TRUCE:
            what = say.TOGETHER.format(name=names[proposal.against])
        offer = say.OFFERS.format(name=names[maker], what=what)
        return say.answer_row(offer, say.YES if maker in self.form.history.now else say.NO)

    def answer(self) -> Answer:
        return Consents(self.form.history.now)

    # -- keys ----------------------------------------------------------------------------------

    def _reply(self, *, accept: bool) -> None:
        if self.index >= self.count():
            self.tell(say.NOT_HERE)
            return
        maker = self._offers[self.index][0]
        others = {one for one in self.form.history.now if one != maker}
        self.change(tuple(sorted(others | {maker} if accept else others)))

    def choose_row(self) -> None:
        maker = self._offers[self.index][0]
        self._reply(accept=maker not in self.form.history.now)

    def do_left(self) -> None:
        self._reply(accept=False)

    def do_right(self) -> None:
        self._reply(accept=True)

    def do_accept(self) -> None:
        """Accept the proposal and go to the next one."""
        self._reply(accept=True)
        self._move(1)

    def do_decline(self) -> None:
        """Decline the proposal and go to the next one."""
        self._reply(accept=False)
        self._move(1)

    def fill(self, answer: Answer) -> None:
        """Put other replies in place of these."""
        assert isinstance(answer, Consents)
        self.change(tuple(sorted(answer.to)))
