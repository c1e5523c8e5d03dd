"""The end of a game: who won and why, the last line, the final table, and what to do next."""

from __future__ import annotations

from functools import partial
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual.containers import VerticalScroll

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.options import CAPTION, VITALITY
from deathdome.powerdome.play.ending import ending_of, killer_of
from deathdome.powerdome.play.host import LastWord
from deathdome.powerdome.text import end_screen as say
from deathdome.powerdome.text.persons import YOU, called
from deathdome.powerdome.text.table_screen import persona_words
from deathdome.powerdome.tui.keys import Context
from deathdome.powerdome.tui.ports import Shell
from deathdome.powerdome.tui.presenters.bars import FILLS, bar
from deathdome.powerdome.tui.presenters.recent import recent_rows
from deathdome.powerdome.tui.screens.show import GRACE
from deathdome.stage.letters import ROWS, letter_lines, letters_width
from deathdome.stage.screens.menu import AskScreen, Choice, ChoiceRows
from deathdome.stage.text import BLANK, Line, Span, beside, cut, fitted, heading, line, wrapped
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.timer import Timer

    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.play.ending import Buy, Ending
    from deathdome.stage.messages import RowClicked

_FRAME: Final = 0.05  # seconds
_LENGTH: Final = 1.0  # of the sequence
_LETTERS: Final = 0.6  # part of it in which the letters rise
_MENU: Final = 26  # columns of what to do next
_NAME: Final = 14
_BLOCK: Final = 70  # columns of the table next to the menu
_LEAST: Final = 6  # rows of the log
_BAR: Final = 10


class EndScreen(ChoiceRows[Shell]):
    """A short victory sequence, then the table and a menu."""

    NEEDS_ROOM = True

    def __init__(self) -> None:
        super().__init__()
        self._began = 0.0  # of the sequence; 0: it is over
        self._finished = 0.0  # when it was over
        self._timer: Timer | None = None
        self._top = 0  # row of the first entry of the menu
        self._left = 0  # column of the menu
        self._asked = False

    @property
    def context(self) -> Context:
        return Context.END

    def compose(self) -> ComposeResult:
        yield Lines(id="status")
        yield Lines(id="toosmall")
        with VerticalScroll(id="page", can_focus=False):
            yield Lines(id="text")
        yield Lines(id="keys")

    def on_mount(self) -> None:
        if self.app.animation_level == "full":
            self._began = monotonic()
            self._timer = self.set_interval(_FRAME, self._frame)
        else:
            self._ask_last_line()
        self.draw()

    def relaid(self) -> None:
        self.draw()

    def refresh_all(self) -> None:
        self.draw()

    # -- the sequence --------------------------------------------------------------------------

    @property
    def skippable(self) -> bool:
        return self._began > 0

    @property
    def _progress(self) -> float:
        return min(1.0, (monotonic() - self._began) / _LENGTH) if self._began else 1.0

    def _frame(self) -> None:
        if self._progress >= 1:
            self._finish()
        else:
            self.draw()

    def _finish(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._began, self._finished = None, 0.0, monotonic()
        self.draw()
        self._ask_last_line()

    def press(self, name: str) -> None:
        """End the sequence with any key; otherwise do what the key does."""
        if self.skippable and not self.hidden:
            self._finish()
        else:
            super().press(name)

    def tell_briefly(self, text: str) -> None:
        """Answer a key that does nothing, unless it was meant to end the sequence."""
        if monotonic() - self._finished > GRACE:
            super().tell_briefly(text)

    def _ask_last_line(self) -> None:
        """Let a person that has won type a last line (AM-5)."""
        need = self.shell.host.need
        if isinstance(need, LastWord) and not self._asked:
            self._asked = True
            question = say.ASK_LAST_LINE.format(name=self.shell.host.names[need.seat])
            self.app.push_screen(AskScreen(question, "", CAPTION), self._say)

    def _say(self, text: str | None) -> None:
        if self.shell.in_game and (trouble := self.shell.say_last(text or "")):
            self.shell.say(trouble)
        self.draw()

    # -- drawing -------------------------------------------------------------------------------

    def draw(self) -> None:
        if not self.is_live or not self.shell.in_game:
            return
        host = self.shell.host
        view, events = host.view(ABSENT), host.heard(ABSENT)
        ending = ending_of(view, events)
        viewer = host.reader
        status = line(Span(f" {say.TITLE}", "violet strong"), Span(f"  {say.OVER}", "dim"))
        self.query_one("#status", Lines).show([status])
        width = max(40, self.size.width - 2)
        block = min(width, 100)
        margin = (width - block) // 2
        rows = [BLANK, *self._letters(ending, viewer, block), BLANK]
        rows += wrapped(self._why(ending, viewer), block, "title")
        if host.last_word and ending.winner != ABSENT:
            name = called(view.seats, viewer)[ending.winner]
            rows += wrapped(say.SAID.format(name=name, text=host.last_word), block, "quote")
        rows.append(BLANK)
        if self._progress > _LETTERS:
            rows += self._below(ending, block, margin, len(rows))
            room = self.size.height - 4 - len(rows)
            if room >= _LEAST:
                log = recent_rows(view, events, host.setting, block, room, viewer)
                rows += [BLANK, heading(say.LAST_LOG, block), *log]
        shown = [(Span(" " * margin), *row) for row in rows] if margin else rows
        self.query_one("#text", Lines).show(shown)
        self.show_keys()

    def _below(self, ending: Ending, block: int, margin: int, above: int) -> list[Line]:
        """Return the table and the menu, next to each other where there is room."""
        self._top, narrow = above, block < _BLOCK
        self._left = margin if narrow else margin + block - _MENU
        left = block if narrow else block - _MENU - 2
        facts = [*self._table(ending, left), BLANK, *self._facts(ending, left)]
        if narrow:
            return [*self.choice_rows(_MENU - 4), BLANK, *facts]
        return beside(facts, self.choice_rows(_MENU - 4), block - _MENU)

    def _letters(self, ending: Ending, viewer: Seat, width: int) -> list[Line]:
        word, glow = say.VICTORY, "hot"
        if ending.winner == ABSENT:
            word, glow = say.DRAW, "cold"
        elif viewer not in (ABSENT, ending.winner):
            word, glow = say.DEFEAT, "cold"
        left = Span(" " * max(0, (width - letters_width(word)) // 2))
        shown = ceil(min(1.0, self._progress / _LETTERS) * ROWS)
        rows = letter_lines(word, glow)
        return [(left, *row) if at >= ROWS - shown else BLANK for at, row in enumerate(rows)]

    def _why(self, ending: Ending, viewer: Seat) -> str:
        host = self.shell.host
        code = "" if ending.over is None else ending.over.reason
        why = say.REASONS.get(code, code)
        if ending.winner == ABSENT:
            return say.NO_WINNER.format(why=say.DRAWN if code == "closing-dome" else why)
        if viewer == ending.winner:
            return say.YOU_WIN.format(why=why)
        name = host.names[ending.winner]
        if viewer != ABSENT and not host.view(ABSENT).now.characters[viewer].alive:
            killer = killer_of(host.heard(ABSENT), viewer)
            if killer != ABSENT:
                names = character_names(host.state.now, host.names)
                return say.LOST_TO.format(name=name, why=why, killer=names[killer])
        return say.WINS.format(name=name, why=why)

    def _table(self, ending: Ending, width: int) -> list[Line]:
        """Return the players from the winner down."""
        host = self.shell.host
        dome = host.view(ABSENT).now
        most = max(VITALITY, *(one.vitality for one in dome.characters[: dome.seats]))
        empty = " " if self.shell.glyphs.tinted else self.shell.glyphs.empty
        rows: list[Line] = []
        for place, seat in enumerate(ending.ranking, 1):
            one, promises = dome.characters[seat], ending.promises[seat]
            made = promises.kept + promises.broken
            kept = say.KEPT.format(kept=promises.kept, all=made) if made else say.NO_DEALS
            name = fitted(cut(called(host.names, host.reader)[seat], _NAME - 1), _NAME)
            spans = [Span(f"{place} ", "dim"), Span(name, "strong" if one.alive else "struck")]
            if one.alive:
                spans += bar(one.vitality, most, _BAR, FILLS["vitality"], empty)
                spans.append(Span(f"{one.vitality:>5}  ", "strong"))
            else:
                spans.append(Span(fitted(say.DEAD, _BAR + 7), "bad"))
            spans.append(Span(cut(kept, max(8, width - _NAME - _BAR - 9)), "dim"))
            rows.append(tuple(spans))
            if persona := persona_words(host.state.personas, seat):
                rows += wrapped(persona, width, "dim", "  ")
        return rows

    def _facts(self, ending: Ending, width: int) -> list[Line]:
        """Return rounds, blow, bids and seed."""
        host = self.shell.host
        names = called(character_names(host.state.now, host.names), host.reader, YOU)
        rounds = say.ONE_ROUND if ending.rounds == 1 else say.ROUNDS.format(rounds=ending.rounds)
        seed = say.SEED.format(seed=host.referee.seed)
        texts = [f"{rounds}. {seed}"]
        if ending.blow is None:
            texts.append(say.NO_BLOW)
        else:
            blow = ending.blow
            texts.append(
                say.BLOW.format(
                    attacker=names[blow.attacker],
                    defender=names[blow.defender],
                    damage=blow.damage,
                )
            )
        for form, buy in ((say.BARGAIN, ending.bargain), (say.WORST, ending.worst)):
            if buy is not None:
                texts.append(self._bought(form, buy))
        return [row for text in texts for row in wrapped(text, width)]

    def _bought(self, form: str, buy: Buy) -> str:
        host = self.shell.host
        power = host.state.now.tome.powers[buy.power]
        name = called(host.names, host.reader, YOU)[buy.seat]
        worth = f"{power.worth:g}"
        return form.format(name=name, power=power.name, price=buy.price, worth=worth)

    # -- the menu ------------------------------------------------------------------------------

    def choices(self) -> Sequence[Choice]:
        shell = self.shell
        rows = [
            Choice(say.COACH, "", partial(shell.open, "coach")),
            Choice(say.LOG, "", partial(shell.open, "log")),
            Choice(say.AGAIN, "", shell.watch_again),
        ]
        if shell.can_play_again:
            rows.append(Choice(say.NEW, "", shell.play_again))
        return [*rows, Choice(say.TO_TITLE if shell.has_title else say.LEAVE, "", shell.to_title)]

    def on_row_clicked(self, message: RowClicked) -> None:
        """Choose the clicked entry."""
        if message.box == "text" and message.column >= self._left:
            self.choose_clicked(message.row - self._top)
