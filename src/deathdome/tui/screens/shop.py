"""The store: items at the left, your team at the right, one draft turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Horizontal, Vertical

from deathdome.content.outfits import outfit_plans
from deathdome.errors import DeathdomeError
from deathdome.model.actions import DONE
from deathdome.model.catalog import VACANT
from deathdome.model.events import Bought, OrderSet, Rolled
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.stage.lava import lava_field
from deathdome.stage.text import Line, Span, clean, line, wrapped
from deathdome.stage.widgets.lines import Lines
from deathdome.text.phrases import hosting, matches
from deathdome.text.phrases import store as say
from deathdome.text.recent import current_match, roll_words
from deathdome.tui.base_screen import WIDE, MatchPage
from deathdome.tui.drawing.shop import goods_lines, team_sheet
from deathdome.tui.keys.keyset import key, with_keys
from deathdome.tui.keys.table import Context
from deathdome.tui.presenters.coaching import box_lines, hint_words
from deathdome.tui.presenters.outfits import outfit_cards
from deathdome.tui.presenters.panel import (
    log_lines,
    log_texts,
    reading_lines,
    store_card_lines,
)
from deathdome.tui.presenters.purchases import (
    compared_lines,
    order_lines,
    outfit_lines,
    outfits_lines,
    rivals_lines,
    since_own_trade,
    ticker_lines,
    to_come_lines,
)
from deathdome.tui.presenters.season import history_lines
from deathdome.tui.presenters.slots import ROWS, all_slots
from deathdome.tui.presenters.status import is_lost, seat_label, store_header, thought_words
from deathdome.tui.presenters.words import team_units
from deathdome.tui.store_interaction import StoreInteraction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult

    from deathdome.content.outfits import OutfitPlan
    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.stage.messages import RowClicked

_CONTEXTS = {
    "goods": Context.STORE,
    "owner": Context.OWNER,
    "team": Context.TEAM,
    "sure": Context.SURE,
}
SHEET = 66  # columns of the team sheet at most: names and numbers belong together
READ = 54  # columns of a page to read
_CARDS: Final = 50  # columns from which outfits are cards
_LIST: Final = (45, 84)  # columns of the list at least and at most; half of a wide terminal
LONGEST = 30  # characters of the words to filter by
_BLOCK = 4  # rows for which a block is shown, even if not all of it
_LOG: Final = 8  # rows of the log below the equipment of all teams
_TICKER = 4  # rows of the others' trades at most
PAGE = 10  # rows that PgUp and PgDn move


_ART: Final = 12  # empty rows from which there is lava in them
_AIR: Final = 4  # rows above it


def _columns(width: int) -> tuple[int, int]:
    """Return the columns of the list, and of the text at its right."""
    goods = max(_LIST[0], min(_LIST[1], width // 2)) if width >= WIDE else _LIST[0]
    return goods, max(_LIST[0] - 12, width - goods - 2)


class ShopScreen(MatchPage):
    """Composes the two sheets and passes keys to the store interaction."""

    NEEDS_ROOM = True
    MIN_SIZE = (80, 24)  # list and team sheet stand side by side

    def __init__(self) -> None:
        super().__init__()
        self.store = StoreInteraction()
        self._goods: dict[int, int] = {}
        self._sheet: dict[int, int] = {}

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with Horizontal(id="body"):
            with Vertical(id="goods"):
                yield Lines(id="list")
            with Vertical(id="team"):
                yield Lines(id="lesson")
                yield Lines(id="sheet")
                yield Lines(id="rest")
                yield Lines(id="note")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        self.refresh_all()

    @property
    def context(self) -> Context:
        return _CONTEXTS[self.store.mode]

    def unavailable(self) -> Iterable[str]:
        """Yield the keys of your turn while others buy."""
        if self.store.request is None:
            yield from ("choose", "end", "take_back", "redo", "sell", "aside", "why")
        elif not self.store.owned():
            yield "panel"

    def words_now(self) -> Mapping[str, str]:
        """Return "confirm" for the key that commits the order, "pass" while there is none."""
        store = self.store
        if not store.staged:
            return {"end": say.KEY_PASS} if store.mode == "goods" else {}
        return {"choose": say.KEY_CONFIRM, "end": ""} if store.enter_confirms else {}

    def refresh_all(self) -> None:
        session = self.shell.session
        self.store.convicts = session.convicts
        if session.request is not None and session.curtain is None and session.shopping:
            self.store.ask(session.request)
            if (news := session.hints.take_news()) is not None:
                self.store.note = hint_words(news, session.convicts.named)
                if (advised := session.advised(self.store.tried)) is not None:
                    self.store.point_at(advised)
        else:
            self.store.show(session.view)
        self.draw()

    def relaid(self) -> None:
        self.draw()

    def draw(self) -> None:
        store, session = self.store, self.shell.session
        if store.seen is None or not self.is_ready or session.curtain is not None:
            return
        status = store_header(
            store.seen,
            session.labels,
            session.thinking,
            self.size.width,
            lost=is_lost(session),
        )
        self.query_one("#status", Lines).show([status])
        height = max(20, self.size.height - 2)
        goods, width = _columns(self.size.width)
        self.query_one("#goods").styles.width = goods
        rows, self._goods = goods_lines(store, goods - 1, height, self.shell.glyphs)
        self.query_one("#list", Lines).show(rows)
        if (guidance := session.guidance(store.staged)) is not None:
            box = box_lines(guidance, min(width, SHEET))
            self.query_one("#lesson", Lines).show(box)
            height -= len(box)
        rows, self._sheet = team_sheet(store, min(width, SHEET))
        self.query_one("#sheet", Lines).show(rows)
        note = self._note(width)
        self.query_one("#note", Lines).show(note)
        left = max(0, height - len(rows) - len(note))
        self.query_one("#rest", Lines).show(self._rest(width, left))
        self.show_keys()

    def _rest(self, width: int, height: int) -> list[Line]:
        """Return outfits to choose or what comes next, trades of the others, and the log."""
        store, session = self.store, self.shell.session
        seen = store.seen
        assert seen is not None
        log = session.log()
        log = log[current_match(log) :]
        ticker = ticker_lines(log, seen, width)
        own = any(isinstance(event, Bought) and event.seat == seen.seat for event in log)
        roll = [] if own else wrapped(roll_words(log, seen.seat), width, "strong")
        blocks = [[*roll], [*ticker[-_TICKER:]]]
        if not session.teaches:
            if store.plan is not None:
                blocks.append(to_come_lines(store.plan, store.to_come(), seen, width))
            elif not store.owned():
                blocks.append(self._outfits(seen, width, height - sum(map(len, blocks)) - 3))
            elif width >= _CARDS and seen.setup.series is not None and seen.setup.series.match:
                free = height - sum(map(len, blocks)) - _LOG
                blocks.append(all_slots(seen, min(width, SHEET), free // (ROWS + 1)))
        rows: list[Line] = [()]
        for block in blocks:
            if block and len(rows) + min(len(block), _BLOCK) <= height:
                rows += [*block, ()]
        rows = rows[:height]
        older = log[: since_own_trade(log, seen.seat)]
        if roll:
            older = [event for event in older if not isinstance(event, Rolled | OrderSet)]
        texts = log_texts(older, session.view.setup, convicts=session.convicts)
        rows += log_lines(texts, width, height - len(rows))
        if (free := height - len(rows)) > _ART:
            rows += [*[()] * _AIR, *lava_field(width, free - _AIR, 0)]
        return [*rows, *[()] * (height - len(rows))]

    def _outfits(self, seen: Observation, width: int, height: int) -> list[Line]:
        """Return the recommended outfits: cards if there is room, otherwise names."""
        plans = self._plans()
        if width < _CARDS:
            return outfits_lines(plans, width)
        bought = [(plan, self.store.purchases_of(plan)) for plan in plans]
        head = [line(Span(say.READY_OUTFITS, "title")), ()]
        cards = outfit_cards(bought, seen, width, height - len(head))
        return [*head, *cards] if cards else outfits_lines(plans, width)

    def _plans(self) -> Sequence[OutfitPlan]:
        """Return the recommended outfits; a damaged file is named at the foot."""
        try:
            return outfit_plans()
        except DeathdomeError as error:
            self.store.note = str(error)
            return ()

    def _note(self, width: int) -> list[Line]:
        store, session = self.store, self.shell.session
        rows: list[Line] = [()]
        if store.request is None:
            who = session.thinking
            if who is None:
                return [(), line(Span(say.WAIT, "dim"))]
            text = f"{seat_label(who, session.labels)} is shopping.{thought_words(session.thought)}"
            return [(), *wrapped(text, width, "dim")]
        if store.staged:
            seen = store.seen
            assert seen is not None
            rows.append(line(Span(say.ORDER, "title")))
            rows += order_lines(store.staged, store.follows, seen, width)
            words = say.ORDER_KEYS if store.enter_confirms else say.ORDER_END_KEYS
            rows.append(line(Span(with_keys(words), "dim")))
        elif not store.note:
            text = say.YOUR_TURN.format(end=key("end"))
            if store.options == [DONE]:
                text = say.NO_PURCHASE.format(end=key("end"))
            elif store.number != UNITS_PER_TEAM:
                text = say.TEAM_SIZE.format(number=store.number, still_to_do=store.still_to_do())
            rows += wrapped(text, width, "title")
            if store.seen is not None and store.seen.setup.ruleset.characters:
                rows += wrapped(with_keys(say.TEAM_KEYS), width, "dim")
        rows += wrapped(store.note, width, "title")
        return rows

    def tell(self, text: str) -> None:
        self.store.note = text
        self.draw()

    # -- keys ----------------------------------------------------------------------------------

    def show_keys(self) -> None:
        """Draw the key bar, or the help of the filter while it is open."""
        if self.store.filter.typing and not self.hidden:
            text = " " + say.FILTER_KEYS
            self.query_one("#keys", Lines).show([line(text)])
        else:
            super().show_keys()

    def on_key(self, event: events.Key) -> None:
        """Type into the filter while it is open; otherwise look the key up in the table."""
        chosen = self.store.filter
        if not chosen.typing or self.hidden:
            return
        if event.key in ("enter", "escape"):
            chosen.typing = False
            if event.key == "escape":
                self.store.look_for("")
        elif event.key == "backspace":
            self.store.look_for(chosen.wanted[:-1])
        elif event.character is not None and event.is_printable:
            self.store.look_for((chosen.wanted + event.character)[:LONGEST])
        else:
            return
        event.stop()
        event.prevent_default()
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Paste words into the filter."""
        if self.store.filter.typing and not self.hidden:
            words = clean(event.text.strip())
            self.store.look_for((self.store.filter.wanted + words)[:LONGEST])
            self.draw()

    def _send(self, actions: tuple[Action, ...]) -> None:
        session = self.shell.session
        if actions:
            before = session.request
            session.answer(actions)
            if self.store.mode == "sure" and session.request is before:
                self.store.escape()  # a lesson refuses to pass
        self.draw()

    def carry_out(self, binding: str) -> None:
        """Do the key's action, and draw."""
        super().carry_out(binding)
        self.draw()

    def do_up(self) -> None:
        self.store.move(-1)

    def do_down(self) -> None:
        self.store.move(1)

    def do_up_right(self) -> None:
        self.store.move(-PAGE)

    def do_down_right(self) -> None:
        self.store.move(PAGE)

    def do_left(self) -> None:
        self.store.other_deck(-1)

    def do_right(self) -> None:
        self.store.other_deck(1)

    def do_find(self) -> None:
        """Open the filter of the items, or the search of cards while a unit is chosen."""
        store = self.store
        if store.mode == "owner":
            self.shell.carry_out("find")
            return
        store.mode, store.note, store.filter.typing = "goods", "", True

    def do_outfit1(self) -> None:
        self._wear(0)

    def do_outfit2(self) -> None:
        self._wear(1)

    def do_outfit3(self) -> None:
        self._wear(2)

    def _wear(self, number: int) -> None:
        plans = self._plans()
        if plans and not self.shell.session.teaches:
            self.store.choose_outfit(plans[number])

    def do_sort(self) -> None:
        self.store.sort()

    def do_fitting(self) -> None:
        """Switch between useful cards and all."""
        self.store.only_fitting()

    def do_compare(self) -> None:
        self.store.compare()

    def do_rivals(self) -> None:
        seen = self.store.seen
        if seen is None:
            return
        rows = rivals_lines(seen, self.shell.session.labels, READ)
        if seen.setup.series is not None:
            rows = [*all_slots(seen, READ, seen.setup.seats), (), *rows]
        self.shell.read(rows)

    def do_panel(self) -> None:
        self.store.filter.typing = False
        self.store.switch()

    def do_choose(self) -> None:
        if self.shell.session.hints.wanted is not None:
            self.store.note = hosting.HINT_COMES.format(back=key("back"))
            return
        self._send(self.store.enter())

    def do_end(self) -> None:
        self._send(self.store.end())

    def do_sell(self) -> None:
        self.store.sell()

    def do_aside(self) -> None:
        self.store.aside()

    def do_take_back(self) -> None:
        """Undo a staged step, or the last turn if no other team has bought since."""
        if not self.store.undo():
            self.store.note = self.undo() or say.UNDONE

    def do_redo(self) -> None:
        """Redo the step undone last, or the turn undone last if that is still possible."""
        if not self.store.redo():
            self.store.note = self.redo() or say.REDONE

    def do_why(self) -> None:
        """Say why the card is not for sale, or which units it fits; then open the rule."""
        before = self.store.note
        self.store.why()
        self.show_rule(before, self.store.note)

    def do_hint(self) -> None:
        self.store.note = self.shell.session.hint(self.store.tried) or self.store.note

    def do_back(self) -> None:
        """Go one level back; in a lesson leave at the last level."""
        if self.shell.session.drop_hint():
            self.store.note = matches.HINT_CANCELLED
            return
        idle = self.store.mode == "goods" and not self.store.filter.clearable
        if idle and self.shell.session.teaches:
            self.shell.ask_to_leave()
        elif idle and self.store.request is None:
            self.shell.session.hurry()
        self.store.escape()

    def do_read(self) -> None:
        """Read the highlighted card, or the unit that is to get it."""
        store = self.store
        seen = store.seen
        if seen is None or store.under_bar < 0:
            return
        unit, card = store.line_under_bar if store.mode == "team" else (-1, store.under_bar)
        if store.mode == "owner":
            unit = team_units(seen.seat)[store.unit]
        elif not store.is_character(card):
            unit = -1
        if unit >= 0 and seen.setup.units[unit] != VACANT:
            history = history_lines(self.shell.session.log(), seen.setup, unit, READ)
            self.shell.read([*reading_lines(seen, unit, READ), *history])
            return
        rows = [
            *store_card_lines(seen.setup, card, READ),
            (),
            *outfit_lines(seen, card, READ, self.shell.glyphs),
        ]
        marked = store.filter.marked
        if marked >= 0 and marked != card:
            rows += [(), *compared_lines(seen, marked, card, READ)]
        self.shell.read(rows)

    def wheel(self, by: int) -> None:
        self.act("down" if by > 0 else "up")

    def on_row_clicked(self, message: RowClicked) -> None:
        """Move the bar to a row; choose by a second click; open the next deck on the title."""
        store = self.store
        if self.hidden or store.mode == "sure":
            return
        if message.box == "list":
            self._pick_goods(message.row)
        elif message.box == "sheet":
            self._pick_own(message.row)
        self.draw()

    def _pick_goods(self, clicked: int) -> None:
        store = self.store
        if store.mode == "owner":
            return
        if clicked == 0:
            store.mode = "goods"
            store.other_deck(1)
        elif clicked in self._goods:
            row = self._goods[clicked]
            if store.mode == "goods" and store.row == row:
                self._send(store.enter())
            else:
                store.mode, store.row = "goods", row

    def _pick_own(self, clicked: int) -> None:
        store, at = self.store, self._sheet.get(clicked)
        if at is None:
            return
        if store.mode == "owner":
            if at < 0 and store.unit == -1 - at:
                self._send(store.enter())
            elif at < 0:
                store.unit = -1 - at
        elif at >= 0:
            if store.mode == "team" and store.line == at:
                self._send(store.enter())
            else:
                store.mode, store.line = "team", at
