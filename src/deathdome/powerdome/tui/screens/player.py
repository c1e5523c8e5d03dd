"""One player in full: powers, plans shown, deals, given modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import PlansShown, RoundBegan
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.text import table_screen as say
from deathdome.powerdome.text.persons import YOU, called
from deathdome.powerdome.text.plain_mode import deal_line, deal_words
from deathdome.powerdome.text.plans import plan_words
from deathdome.powerdome.text.tome import kinds_of
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.presenters.players import deals_of, player_rows, power_span
from deathdome.stage.screens.page import PageScreen
from deathdome.stage.text import BLANK, Line, Span, heading, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.state import State

_INDENT: Final = "  "


class PlayerScreen(PageScreen[Shell]):
    """A player after another; the first one is the reader's first rival."""

    def __init__(self, reader: Seat, seat: Seat = ABSENT) -> None:
        super().__init__()
        self._reader: Final = reader
        self._seat = seat

    def on_mount(self) -> None:
        if self._seat == ABSENT:
            self._seat = 1 if self._reader == 0 else 0
        self.relaid()

    @property
    def context(self) -> Context:
        return Context.PLAYER

    def words_now(self) -> Mapping[str, str]:
        return {"right": say.OTHER_PLAYER}

    @property
    def _view(self) -> State:
        return self.shell.host.view(self._reader)

    def relaid(self) -> None:
        if not self.shell.in_game:
            return
        names = called(self.shell.host.names, self._reader)
        title = say.PLAYER.format(name=names[self._seat], number=self._seat + 1, all=len(names))
        self.query_one("#status", Lines).show([line(Span(f" {title}", "strong"))])
        super().relaid()

    def rows(self, width: int) -> list[Line]:
        view, seat = self._view, self._seat
        empty = " " if self.shell.glyphs.tinted else self.shell.glyphs.empty
        rows = player_rows(view, width, you=self._reader, seats=[seat], empty=empty)
        if persona := say.persona_words(view.personas, seat):
            rows += wrapped(persona, width, "dim")
        for title, right, body in (
            (say.POWERS_TITLE, "", list(self._powers(view, width))),
            (say.BEARS_TITLE, "", list(self._marks(view, width))),
            (say.ALLIES_TITLE, "", list(self._allies(view, width))),
            (say.AFFLICTIONS_TITLE, "", list(self._afflictions(view, width))),
            (say.PLANS_TITLE, say.PLANS_HOW, list(self._plans(view, width))),
            (say.DEALS_TITLE, self._counted(view), list(self._deals(view, width))),
        ):
            if body:
                rows += [BLANK, heading(title, width, right), *body]
        return rows

    def _powers(self, view: State, width: int) -> Iterator[Line]:
        powers = view.now.tome.powers
        for power in view.now.hands[self._seat]:
            entry = powers[power]
            yield line(power_span(view, power), Span(f"  {', '.join(kinds_of(entry))}", "dim"))
            yield from wrapped(entry.text, width, indent=_INDENT)
        if not view.now.hands[self._seat]:
            yield line(Span(say.NO_POWERS, "dim"))

    def _marks(self, view: State, width: int) -> Iterator[Line]:
        for power in view.now.marked(self._seat):
            entry = view.now.tome.powers[power]
            yield line(Span(entry.name, "violet"))
            yield from wrapped(entry.text, width, indent=_INDENT)

    def _allies(self, view: State, width: int) -> Iterator[Line]:
        dome, names = view.now, character_names(view.now, view.seats)
        for ally in dome.allies(self._seat):
            one = dome.characters[ally]
            yield line(Span(say.ally(names[ally], one.vitality), "steel"))
            yield from wrapped(dome.tome.allies[one.kind].text, width, indent=_INDENT)

    def _afflictions(self, view: State, width: int) -> Iterator[Line]:
        for held in dict.fromkeys(view.now.characters[self._seat].afflictions):
            entry = view.now.tome.afflictions[held]
            yield line(Span(entry.name, "coral"))
            yield from wrapped(entry.text, width, indent=_INDENT)

    def _plans(self, view: State, width: int) -> Iterator[Line]:
        found: list[list[Line]] = []
        round_ = 0
        for event in self.shell.host.heard(self._reader):
            if isinstance(event, RoundBegan):
                round_ = event.round
            elif isinstance(event, PlansShown):
                for who, plan in event.plans:
                    if who == self._seat:
                        text = say.plan_of(round_, plan_words(view, who, plan, self._reader))
                        found.append(wrapped(text, width))
        for rows in reversed(found):
            yield from rows
        if not found:
            yield line(Span(say.NO_PLANS, "dim"))

    def _deals(self, view: State, width: int) -> Iterator[Line]:
        mine = [deal for deal in view.deals if self._seat in deal.partners]
        for deal in reversed(mine):
            third = deal.proposal.against
            names = called(view.seats, self._reader, YOU)
            to, against = names[deal.proposal.to], "" if third == ABSENT else names[third]
            what = deal_words(deal.round, names[deal.seat], to, against)
            broken = ", ".join(names[seat] for seat in deal.broken_by)
            over = deal.round < view.dome.round or view.over
            yield from wrapped(deal_line(what, broken, over=over), width)
        if not mine:
            yield line(Span(say.NO_DEALS, "dim"))

    def _counted(self, view: State) -> str:
        made, broken = deals_of(view, self._seat)
        return say.deals_count(made, broken) if made else ""

    def do_left(self) -> None:
        self._step(-1)

    def do_right(self) -> None:
        self._step(1)

    def do_player(self) -> None:
        """Show the next player."""
        self._step(1)

    def _step(self, by: int) -> None:
        self._seat = (self._seat + by) % len(self.shell.host.names)
        self.query_one(self.SCROLLS).scroll_home(animate=False)
        self.relaid()
