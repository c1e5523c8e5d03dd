"""The screen on which a match is played: the effect of keys, clicks and typed answers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import COMMIT, END_PHASE, END_TURN, ActionKind
from deathdome.stage.text import Line, wrapped
from deathdome.text.phrases import hosting
from deathdome.text.phrases import matches as say
from deathdome.tui.drawing.painter import PAGES, tab_at
from deathdome.tui.drawing.question import attack_in_view, odds_page
from deathdome.tui.keys.keyset import in_use, key
from deathdome.tui.keys.table import Context
from deathdome.tui.layout import ZOOMABLE, can_zoom
from deathdome.tui.presenters.overlays import overlay_words
from deathdome.tui.presenters.panel import hand_lines, space_lines
from deathdome.tui.presenters.pieces import place_of
from deathdome.tui.presenters.prompts import only_end
from deathdome.tui.screens.board import BoardScreen
from deathdome.tui.typed_line import TypedLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.events import Key

    from deathdome.stage.messages import RowClicked
    from deathdome.tui.interaction import Send
    from deathdome.tui.widgets.dome_view import SpaceClicked

BRIEF: Final = 4.0  # seconds of a note that answers a key without a use
AT_ONCE: Final = ("leave", "hurry")  # keys that do not wait for the result of an answer
# Keys that leave a hint in view; any other means that the player does another thing.
BESIDE_HINT: Final = (
    *("hint", "choose", "back", "read", "odds", "overlay", "zoom", "panel", "panel_back"),
    *("log", "help", "lookup", "pause", "hurry", "reasons", "palette", "options"),
)
MAX_LINE: Final = 400  # letters of a typed line
FAR: Final = 5  # spaces that a shifted arrow moves the cursor
MOVES: Final = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "up_left": (-1, -1),
    "up_right": (1, -1),
    "down_left": (-1, 1),
    "down_right": (1, 1),
    "far_up": (0, -FAR),
    "far_down": (0, FAR),
    "far_left": (-FAR, 0),
    "far_right": (FAR, 0),
}


class MatchScreen(BoardScreen):
    """Passes keys, clicks and typed text to the interaction."""

    def __init__(self) -> None:
        super().__init__()
        self._typed = TypedLine(self.interaction)

    def refresh_all(self) -> None:
        """Draw what differs; a typed line continues with the new question."""
        super().refresh_all()
        if self._typed.waits:
            self._give(self._typed.go_on(self.shell.session.word))
        session = self.shell.session
        while session.held and not session.settling:
            session.held.pop(0)()

    def _held(self, act: Callable[[], None]) -> bool:
        """Return True if a key or click waits until the result of the last answer is shown."""
        session = self.shell.session
        if session.settling:
            session.held.append(act)
        return session.settling

    def _must_wait(self, binding: str) -> bool:
        """Return True for a key that waits while the last answer has no result.

        Another team's answer says nothing about the cursor, so it moves on, unless earlier keys
        wait.
        """
        session = self.shell.session
        moves = binding in MOVES and session.thinking is not None and not session.held
        return not moves and binding not in AT_ONCE

    def on_key(self, event: Key) -> None:
        """Make keys wait for the result of the last answer if they depend on it."""
        if self.skips():
            event.stop()
            event.prevent_default()
            return
        key = in_use().key_for(self.context, event.key)
        waits = self._must_wait(key.id if key is not None else "")
        if waits and self._held(partial(self._press, event.key)):
            event.stop()
            event.prevent_default()

    def _press(self, name: str) -> None:
        """Handle a key that has waited; if a page has opened meanwhile, pass it to that page."""
        if not self.is_on_top:
            self.pass_on(name)
        elif not self._held(partial(self._press, name)):
            self.skips()  # typed before the show began, so it still does its work
            self.press(name)

    def tell_briefly(self, text: str) -> None:
        """Show a note for a few seconds; a later one stays."""
        self.tell(text)
        self.set_timer(BRIEF, partial(self._untell, text))

    def _untell(self, text: str) -> None:
        if self.interaction.note == text:
            self.tell("")

    @property
    def context(self) -> Context:
        """The context: board, list, cards, or waiting."""
        if self.interaction.request is None:
            return Context.WAIT
        if self.interaction.menu is None:
            return Context.BOARD
        return Context.CARDS if self.interaction.menu.many else Context.LIST

    def unavailable(self) -> Iterable[str]:
        """Yield actions that are not on offer now."""
        interaction = self.interaction
        if interaction.request is None:
            yield from ("why", "odds")
            if not self.shell.session.waiting:
                yield "hurry"
            return
        if not interaction.offers.attacks and not interaction.offers.sweeps:
            yield "attack"
        if ActionKind.CAPTURE not in interaction.offers.plain:
            yield "capture"
        if ActionKind.RELEASE not in interaction.offers.plain:
            yield "release"
        if not interaction.offers.abilities:
            yield "acts"
        if interaction.menu is not None and interaction.menu.kind != "end":
            yield "end"
        if attack_in_view(interaction) is None:
            yield "odds"

    # -- keys ----------------------------------------------------------------------------------

    def _give(self, actions: Send) -> None:
        if actions:
            self.shell.session.answer(actions)
        self.draw()

    def _send(self, actions: Send) -> None:
        """Answer by a key or click, which cancels the rest of a typed line."""
        if actions:
            self._typed.drop()
        self._give(actions)

    def carry_out(self, binding: str) -> None:
        """Move the cursor, or do the key's action."""
        if binding not in BESIDE_HINT:
            self.shell.session.hints.hide()
        asked, chosen = self.interaction.asked, self.interaction.chosen
        if binding in MOVES:
            self._move(*MOVES[binding])
        else:
            super().carry_out(binding)
        if self.interaction.asked is asked and self.interaction.chosen not in (chosen, -1):
            self.show_selected()

    def _move(self, across: int, down: int) -> None:
        layout = self._terminal_layout
        self.interaction.move(across, down)
        self.draw()
        if self._terminal_layout == layout:
            self.show_now()

    def do_choose(self) -> None:
        """Do what the hint in view says, or what belongs to the cursor."""
        session = self.shell.session
        if session.request is not None and session.hints.wanted is session.request:
            self.tell(hosting.HINT_COMES.format(back=key("back")))  # it may name another choice
            return
        if offered := session.hints.offered(session.request):
            self._send(offered)
            return
        known = self.shell.session.advised() == COMMIT
        self._send(
            self.interaction.enter(sure=known or not self.shell.settings.options.confirm_ending)
        )

    def do_hurry(self) -> None:
        self.shell.session.hurry()

    def do_back(self) -> None:
        """Go one level back; in a lesson leave at the last level."""
        if self.shell.session.hints.hide():
            pass
        elif self.shell.session.drop_hint():
            self.interaction.note = say.HINT_CANCELLED
        elif self._laid_open:
            self._page, self._panel = 0, False
        elif not self.interaction.escape() and self.shell.session.teaches:
            self.shell.ask_to_leave()
        self.draw()

    def _pick(self, place: int) -> None:
        """Select a unit or an entry; without a player there is no turn to select one for."""
        if self.interaction.request is not None or self.shell.session.people:
            self._send(self.interaction.pick(place))

    def do_unit1(self) -> None:
        self._pick(0)

    def do_unit2(self) -> None:
        self._pick(1)

    def do_unit3(self) -> None:
        self._pick(2)

    def do_unit4(self) -> None:
        self._pick(3)

    def do_next(self) -> None:
        self.interaction.step(1)
        self.draw()

    def do_previous(self) -> None:
        self.interaction.step(-1)
        self.draw()

    def do_attack(self) -> None:
        self._send(self.interaction.attack())

    def do_acts(self) -> None:
        self._send(self.interaction.acts())

    def do_capture(self) -> None:
        self._send(self.interaction.plain(ActionKind.CAPTURE))

    def do_release(self) -> None:
        self._send(self.interaction.plain(ActionKind.RELEASE))

    def do_end(self) -> None:
        known = self.shell.session.advised() in (END_PHASE, END_TURN)  # the hint has said the rest
        self._send(
            self.interaction.end(sure=known or not self.shell.settings.options.confirm_ending)
        )

    def do_tick(self) -> None:
        self.interaction.tick()
        self.draw()

    def do_pause(self) -> None:
        self.shell.session.pause()

    def do_take_back(self) -> None:
        """Undo the last selection or action; close a question about the end."""
        if self.interaction.menu is not None and self.interaction.menu.kind == "end":
            self.interaction.escape()
        elif not self.interaction.untick():
            self.interaction.note = self.undo()
        self.draw()

    def do_redo(self) -> None:
        self.interaction.note = self.redo()
        self.draw()

    def do_step(self) -> None:
        self.shell.session.pace.step()

    def do_panel(self) -> None:
        """Show the next page; a panel over the board opens and closes as well."""
        if self._folded:
            self._panel = True
        elif (
            self._page == len(PAGES) - 1
            and self._terminal_layout is not None
            and self._terminal_layout.closable
        ):
            self._page, self._panel = 0, False
        else:
            self._page = (self._page + 1) % len(PAGES)
        self.draw()

    def do_panel_back(self) -> None:
        if self._folded:
            self._panel, self._page = True, len(PAGES) - 1
        elif (
            self._page == 0 and self._terminal_layout is not None and self._terminal_layout.closable
        ):
            self._panel = False
        else:
            self._page = (self._page - 1) % len(PAGES)
        self.draw()

    @property
    def _laid_open(self) -> bool:
        """True if the panel is over the board only because its key opened it."""
        held = self.interaction.menu is not None or self.shell.session.teaches
        return (
            self._panel
            and not held
            and self._terminal_layout is not None
            and self._terminal_layout.closable
        )

    @property
    def _folded(self) -> bool:
        return self._terminal_layout is not None and not self._terminal_layout.side[0]

    def do_zoom(self) -> None:
        size = (self.size.width, self.size.height)
        if can_zoom(size):
            self._small = not self._small
        else:
            least = "x".join(map(str, ZOOMABLE))
            self.interaction.note = say.LARGE_SPACES_ROOM.format(
                least=least, width=size[0], height=size[1]
            )
        self.draw()

    def do_why(self) -> None:
        """Say why not; the second time open the rule."""
        before = self.interaction.note
        self.interaction.why()
        self.draw()
        self.show_rule(before, self.interaction.note)

    def tell(self, text: str) -> None:
        self.interaction.note = text
        self.draw()

    def do_hint(self) -> None:
        """Ask for a hint, unless phase or turn can only end."""
        request = self.interaction.request
        enter = self.interaction.ends_by_enter
        if request is not None and (only := only_end(request, ends_by_enter=enter)):
            self.tell(only)
        elif said := self.shell.session.hint():
            self.tell(said)

    def do_overlay(self) -> None:
        interaction = self.interaction
        if interaction.seen is None:
            return
        interaction.next_overlay()
        words = overlay_words(
            interaction.seen, interaction.overlay, interaction.subject, self.shell.glyphs
        )
        interaction.note = say.MARKS.format(words=words)
        self.draw()

    def do_type(self) -> None:
        """Ask for a space to go to, or for answers to give one after the other."""
        from deathdome.stage.screens.menu import AskScreen

        def typed(text: str | None) -> None:
            if text:
                self._give(self._typed.begin(text))

        question = say.TYPE_HERE
        self.app.push_screen(AskScreen(question, "", MAX_LINE), typed)

    def do_line(self) -> None:
        self.interaction.line()
        self.draw()

    def do_odds(self) -> None:
        """Open all details of the highlighted attack or the cursor."""
        rows = odds_page(self.interaction, 54)
        if rows:
            self.shell.read(rows)
        else:
            self.interaction.note = say.NO_ATTACK
            self.draw()

    def do_read(self) -> None:
        """Read the highlighted entry, the hand on its page, or the space under the cursor."""
        self.shell.read(self._readable())

    def _readable(self) -> list[Line]:
        from deathdome.tui.presenters.panel import reading_lines

        seen, interaction = self.interaction.seen, self.interaction
        assert seen is not None
        if interaction.menu is not None and interaction.menu.entry is not None:
            entry = interaction.menu.entry
            text = "  ".join(
                filter(None, (entry.detail, entry.closed and f"Not now: {entry.closed}"))
            )
            return [*wrapped(entry.text, 54, "title"), *wrapped(text, 54)]
        if PAGES[self._page] == "HAND" and not self._folded:
            return hand_lines(seen, 54)
        if interaction.unit_here >= 0:
            from deathdome.tui.presenters.season import history_lines

            unit = interaction.unit_here
            history = history_lines(self.shell.session.log(), seen.setup, unit, 54)
            return [*reading_lines(seen, unit, 54), *history]
        return space_lines(seen, interaction.cursor, -1, 54)

    def look_at(self, space: int) -> None:
        """Move the cursor to a space that a page names; close an open list."""
        if self.interaction.menu is not None and self.interaction.menu.closable:
            self.interaction.escape()
        self.interaction.point_at(space)
        self.draw()

    def wheel(self, by: int) -> None:
        """Move the bar of an open list, or open the log."""
        if self.interaction.menu is not None:
            self._move(0, by)
        elif by < 0:
            self.shell.carry_out("log")

    # -- mouse ---------------------------------------------------------------------------------

    def on_space_clicked(self, message: SpaceClicked) -> None:
        """Move the cursor by a click; choose by a second click on it."""
        interaction = self.interaction
        if self.skips():
            return
        if interaction.seen is None or self._held(partial(self.on_space_clicked, message)):
            return
        self.shell.session.hints.hide()
        if interaction.menu is not None and interaction.menu.closable:
            interaction.escape()
        if interaction.menu is None:
            if message.space == interaction.cursor or (
                interaction.seen.setup.order
                and place_of(interaction.seen, message.space)
                == place_of(interaction.seen, interaction.cursor)
                and interaction.unit_here < 0
            ):
                self._send(interaction.enter())
                return
            interaction.point_at(message.space)
            interaction.pick_here()
        self.draw()

    def on_row_clicked(self, message: RowClicked) -> None:
        """Move the bar to the clicked entry; a second click ticks or chooses it; open a tab."""
        if self.skips():
            return
        if message.box == "tabs":
            tab = tab_at(self._page, message.column) if message.row else -1
            if tab >= 0:
                self._page = tab
                self.draw()
            return
        if self._held(partial(self.on_row_clicked, message)):
            return
        self.shell.session.hints.hide()
        menu = self.interaction.menu
        entry = self._rows.get(message.row) if message.box == "prompt" else None
        if menu is None or entry is None:
            return
        if menu.index != entry:
            menu.index = entry
        elif menu.many:
            menu.tick()
        else:
            self._send(self.interaction.enter())
            return
        self.draw()
