"""Painter of the match screen: its parts as lines, each computed only when it can differ.

A step of the cursor draws everything again, so whatever depends only on the position, the log or
the size is cached from one key to the next.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.events import AbilityUsed, CardPlayed, PhaseBegan, TurnBegan, TurnEnded
from deathdome.model.frames import Turn
from deathdome.stage.text import (
    BLANK,
    Line,
    Span,
    clean,
    columns_of,
    cut,
    line,
    text_of,
    wrapped,
)
from deathdome.text.announcer import REMARK, recent_remark
from deathdome.text.history import history_of
from deathdome.text.names import counted, team_name
from deathdome.text.phrases import matches, replays
from deathdome.text.phrases import panel as say_panel
from deathdome.text.recap import recap
from deathdome.text.recent import current_match, roll_words, since_own_turn
from deathdome.tui.drawing.question import attack_rows, interaction_lines, targets_from
from deathdome.tui.keys.keyset import in_use, key, with_keys
from deathdome.tui.presenters.board import board_picture
from deathdome.tui.presenters.coaching import box_lines, hint_box, hint_words
from deathdome.tui.presenters.hand import hand_papers, hand_rows
from deathdome.tui.presenters.log import log_entries, recap_lines
from deathdome.tui.presenters.overlays import Overlay, foes_near, hint_marks, last_trace
from deathdome.tui.presenters.panel import (
    hand_lines,
    log_lines,
    news_height,
    shortened,
    space_lines,
    team_lines,
)
from deathdome.tui.presenters.pieces import SEAT_SIGNS, place_of
from deathdome.tui.presenters.prompts import exhausted, prompt_lines
from deathdome.tui.presenters.prospects import (
    count_rows,
    history_rows,
    reach_rows,
    ways_out_rows,
)
from deathdome.tui.presenters.roster import (
    called,
    danger_lines,
    foe_rows,
    playable,
    roster_cards,
    roster_rows,
    strip,
    threat_lines,
    turn_words,
    unit_block,
)
from deathdome.tui.presenters.status import header_lines, is_lost, seat_label, thought_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.session.hints import Step
    from deathdome.session.host import MatchHost
    from deathdome.text.convicts import Convicts
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.interaction import Interaction
    from deathdome.tui.presenters.board import Picture

Made = TypeVar("Made")

_TALL: Final = 46  # rows from which they do so next to a question
_ROOMY: Final = 26  # rows from which units take several rows each
_CARD_ROWS: Final = 18  # of all units then
_UNIT_ROWS: Final = 3  # of the chosen unit
_SPACE_ROWS: Final = 2  # of the space under the cursor
_CARDS_ROOM: Final = 14  # rows next to the cards that are played: the question, the odds
_NEWS_ROWS: Final = 6  # of the recap at the beginning of a turn
_HAND_ROWS: Final = 4  # of the hand, with its heading
_HISTORY_ROWS: Final = 6  # of the payouts by round, at least
_REACH_ROWS: Final = 5  # of targets worth a walk
_OWN_TURN: Final = (Question.TURN, Question.UNIT_PHASE)
ASKING: Final = ("lesson", "strip", "roster", "prompt", "tabs", "rest", "note")
PLAYING: Final = ("lesson", "strip", "roster", "tabs", "rest", "prompt", "note")
INDENTED: Final = ("lesson", "prompt", "tabs", "note")
PAGES: Final = ("INFO", "HAND", "LOG", "TEAMS")


def tab_words(page: int) -> list[str]:
    """Return the names of the panel's tabs while a page is shown."""
    return [f"[{name}] " if at == page else f"{name.lower()} " for at, name in enumerate(PAGES)]


def tab_at(page: int, column: int) -> int:
    """Return the page of the tab in a column, while that page is shown; -1 for none."""
    end = 0
    for at, words in enumerate(tab_words(page)):
        end += len(words)
        if column < end:
            return at
    return -1


class View(NamedTuple):
    """The room of the panel, its symbols, and what other parts of the screen show."""

    size: tuple[int, int]
    glyphs: GlyphSet
    convicts: Convicts
    hand_below: bool = False
    teams_beside: bool = False
    tabbed: bool = False  # True if the tabs are always shown


def _opens(session: MatchHost, seat: int) -> bool:
    """Return True until a seat has ended its first turn of the match."""
    events = session.log()[current_match(session.log()) :]
    return not any(isinstance(one, TurnEnded) and one.seat == seat for one in events)


def _indented_row(row: Line) -> Line:
    return (Span(" "), *row) if row else row


def _overlay_name(interaction: Interaction) -> str:
    return f"marks: {interaction.overlay.value} ({key('overlay')})"


def _has_acted(events: Sequence[Event]) -> bool:
    """Return True if anything has been done since the last turn began."""
    for event in reversed(events):
        if isinstance(event, TurnBegan):
            return False
        if isinstance(event, (PhaseBegan, CardPlayed, AbilityUsed)):
            return True
    return False


class Side(NamedTuple):
    """The boxes of the panel, and the list entry of each row of its question."""

    boxes: Mapping[str, Sequence[Line]]
    entries: dict[int, int]
    asking: bool  # True if a question takes the place of the usual blocks


class Painter:
    """Caches what was drawn last, with its inputs."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._made: dict[str, tuple[object, Any]] = {}

    def _once(self, part: str, of: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return the result of `make`, or the cached one; a part belongs to one caller."""
        known = self._made.get(part)
        if known is not None and known[0] == of:
            found: Made = known[1]
            return found
        made = make()
        self._made[part] = (of, made)
        return made

    # -- parts ---------------------------------------------------------------------------------

    def board(
        self,
        seen: Observation,
        glyphs: GlyphSet,
        trace: int = 0,
        *,
        names: tuple[str, ...] = (),
        hint: Step | None = None,
    ) -> Picture:
        """Return the board with its marks; `trace` are the spaces of the last move.

        Spaces are large with the `names` of all units.
        """
        marks = self._interaction.marks
        marks = replace(marks, trace=trace) if trace else marks
        if hint is not None and hint.request is self._interaction.asked:
            marks = hint_marks(marks, hint)
        return board_picture(seen, marks, glyphs, names=names)

    def trace(self, seen: Observation, session: MatchHost) -> int:
        """Return the spaces of the last move as a set."""
        of = (session.told, session.viewer, seen.space)
        return self._once("trace", of, lambda: last_trace(session.log(), seen).bits)

    def status(
        self, seen: Observation, session: MatchHost, width: int, glyphs: GlyphSet
    ) -> list[Line]:
        """Return the header: round, score and lead, and whether the match could not be saved."""
        lost = is_lost(session)
        return self._once(
            "status",
            (seen, width, glyphs, lost, session.convicts),
            lambda: header_lines(seen, width, glyphs, lost=lost, convicts=session.convicts),
        )

    def teams(
        self, seen: Observation, session: MatchHost, size: tuple[int, int], glyphs: GlyphSet
    ) -> Mapping[str, Sequence[Line]]:
        """Return the column of a wide terminal: the other teams, and below them the log."""
        width, height = size
        texts = self.texts(session)
        return self._once(
            "wide",
            (seen, size, texts, glyphs, session.convicts),
            lambda: self._teams_column(seen, session, texts, (width, height), glyphs),
        )

    def _teams_column(
        self,
        seen: Observation,
        session: MatchHost,
        texts: list[str],
        size: tuple[int, int],
        glyphs: GlyphSet,
    ) -> Mapping[str, Sequence[Line]]:
        width, height = size
        foes = [seat for seat in range(seen.setup.seats) if seat != seen.seat]
        rows: list[Line] = []
        for seat in foes:
            label = f"{SEAT_SIGNS[seat]} {team_name(seat).upper()}  {clean(session.labels[seat])}"
            hand = say_panel.HAND_OF.format(cards=seen.hand_sizes[seat])
            rows.append(strip(label, hand, seat, width))
            if len(foes) == 1 and height >= _ROOMY:
                rows += [
                    (),
                    *roster_cards(seen, session.convicts, seat, -1, glyphs, width, _CARD_ROWS),
                ]
            else:
                rows += [*roster_rows(seen, session.convicts, seat, -1, glyphs, width), ()]
        left = height - len(rows) - 2
        story = [_indented_row(row) for row in log_lines(texts, width - 2, max(0, left))]
        return {"teams": rows, "story": [line(Span(f" {say_panel.LOG}", "title")), *story]}

    def hand(self, seen: Observation, size: tuple[int, int]) -> list[Line]:
        """Return the cards below the board of a tall terminal."""
        ready = playable(self._interaction.request)
        return self._once("hand", (seen, size, ready), lambda: hand_papers(seen, ready, *size))

    def brief(self, session: MatchHost, size: tuple[int, int]) -> list[Line]:
        """Return the rows of a closed panel: the answer to the last key, or the question."""
        width, height = size
        interaction = self._interaction
        rows = wrapped(interaction.note, width, "title")
        step = self._hint(session)
        if step is not None and not rows:
            rows = wrapped(hint_words(step, session.convicts.named), width, "title")
        if not rows:
            rows = (
                self.waiting(session, width)
                if interaction.request is None
                else interaction_lines(interaction, width, height)[0]
            )
        shown = rows[:height]
        return [*shown, *[()] * (height - len(shown))]

    def side(
        self,
        seen: Observation,
        session: MatchHost,
        view: View,
        page: int,
    ) -> Side:
        """Return the panel: whose turn it is, its own team, and what the moment asks for.

        Every block keeps its place; a question takes the place of all blocks but the first two.
        """
        width, height = view.size
        interaction = self._interaction
        guidance = session.guidance()
        lesson = box_lines(guidance, width - 2) if guidance is not None else []
        asking = self._asking
        roomy = height - len(lesson) >= _ROOMY and not asking and PAGES[page] == "INFO"
        request, thinking, over = interaction.request, session.thinking, session.outcome is not None
        head = self._once(
            "strip",
            (seen, request, thinking, over, session.people, width, view.glyphs, view.convicts),
            lambda: [self._strip(seen, session, width, view.glyphs)],
        )
        chosen = interaction.chosen if interaction.chosen >= 0 else self._acting()
        cards = roomy or (asking and height - len(lesson) >= _TALL)
        of = (seen, view.convicts, chosen, width, cards, view.glyphs)
        roster = self._once("roster", of, lambda: self._roster(seen, chosen, cards, view))
        menu = interaction.menu
        # Cards are played together, so all of them should be in sight, with what they do.
        wanted = len(menu.entries) + _CARDS_ROOM if menu is not None and menu.many else 0
        if height - len(roster) < wanted:
            roster = []
        if asking:
            roster = [*roster, BLANK]
        left = max(0, height - len(lesson) - len(head) - len(roster))
        note = wrapped(interaction.note, width - 2, "title")
        step = self._hint(session)
        if step is not None:
            note = [*note, *hint_box(step, session.convicts.named, width - 2)]
        tabs: list[Line] = []
        if PAGES[page] != "INFO" or view.tabbed:
            words = tab_words(page)
            spans = [Span(one, "strong" if at == page else "dim") for at, one in enumerate(words)]
            tabs = [(), line(*spans)]
        left = max(0, left - len(tabs))
        prompt: list[Line] = []
        entries: dict[int, int] = {}
        if asking:
            # Cards that are played together matter more than the space under the cursor.
            kept = len(note) + 1
            found, where = interaction_lines(interaction, width - 2, left - kept)
            prompt, entries = found, where
        elif request is None:
            prompt = self.waiting(session, width - 2)
        else:
            by_enter, overlay = interaction.ends_by_enter, interaction.overlay
            prompt = self._once(
                "tip",
                (request, session.told, session.tips, overlay, by_enter, width, in_use()),
                partial(self._tip, request, session, width - 2),
            )
        left = max(0, left - len(prompt))
        if PAGES[page] != "INFO":
            rest = self._page(seen, session, PAGES[page], width - 2, left)
        else:
            rest = self._info(seen, session, view, left, roomy=roomy)
        rest = [*rest[:left], *[()] * (left - len(rest))]
        if not (note or lesson or view.teams_beside) and PAGES[page] == "INFO":
            rest = self._with_remark(rest, session, width - 2)
        if note:
            rest = [*rest[: max(0, len(rest) - len(note) - 1)], BLANK][: len(rest)]
        boxes = {
            "lesson": lesson,
            "strip": head,
            "roster": roster,
            "prompt": prompt,
            "tabs": tabs,
            "rest": rest,
            "note": note,
        }
        return Side(boxes, entries, asking=asking)

    def _with_remark(self, rest: list[Line], session: MatchHost, width: int) -> list[Line]:
        """Put the newest remark of the announcer into empty rows at the end, if it is not there."""
        of = (session.told, session.viewer, session.announcing)
        said = self._once("remark", of, lambda: recent_remark(session.remarks, session.log()))
        rows = [_indented_row(row) for row in wrapped(f'"{said}"', width, "quote")] if said else []
        free = rest[len(rest) - len(rows) - 1 :]
        shown = any(text_of(row).strip().startswith(REMARK) for row in rest)
        if not rows or len(free) <= len(rows) or any(free) or shown:
            return rest
        return [*rest[: -len(rows)], *rows]

    def _tip(self, request: Request, session: MatchHost, width: int) -> list[Line]:
        """Return how to continue: in a unit phase, before the first action, and at its end."""
        marks: list[Line] = []
        if self._interaction.overlay is not Overlay.REACH:
            marks = [line(Span(cut(_overlay_name(self._interaction), width), "danger"))]
        by_enter = self._interaction.ends_by_enter
        tip = prompt_lines(request, width, ends_by_enter=by_enter)[1:]
        more = ActionKind.ACTIVATE in map(kind_of, request.options)
        turn = request.question is Question.TURN
        if exhausted(request) or (turn and not more):
            return [*marks, *(tuple(Span(one.text, "title") for one in row) for row in tip)]
        if not session.tips:
            return marks
        seat = request.seen.seat
        opens = self._once("opens", (session.told, seat), lambda: _opens(session, seat))
        told = not opens and self._since(request.seen, session, width)
        if turn and (not self._begins(session) or told):
            return marks
        return [*marks, *tip]

    @property
    def _asking(self) -> bool:
        """True if a list or a question takes the place of the usual blocks."""
        request = self._interaction.request
        if request is None:
            return False
        return self._interaction.menu is not None or request.question not in _OWN_TURN

    def _acting(self) -> int:
        request = self._interaction.request
        return request.unit if request is not None else -1

    def _strip(self, seen: Observation, session: MatchHost, width: int, glyphs: GlyphSet) -> Line:
        request = self._interaction.request
        if session.outcome is not None:
            return strip(say_panel.MATCH_OVER, "", -1, width)
        if request is not None:
            title = say_panel.YOUR_TURN
            if request.question is Question.UNIT_PHASE:
                name = called(session.convicts, request.unit).upper()
                title = say_panel.ACTS.format(name=name)
            elif request.question is not Question.TURN:
                title = say_panel.YOUR_CHOICE
            if len(session.people) > 1:
                title = f"{SEAT_SIGNS[seen.seat]} {team_name(seen.seat).upper()}: {title}"
            return strip(title, turn_words(seen, request, glyphs), seen.seat, width)
        turn = next((frame for frame in seen.stack if isinstance(frame, Turn)), None)
        seat = session.thinking if session.thinking is not None else turn.seat if turn else -1
        if seat < 0:
            return strip("", "", -1, width)
        words = say_panel.TEAM_THINKS if session.thinking is not None else say_panel.TEAM_PLAYS
        team = f"{SEAT_SIGNS[seat]} {team_name(seat).upper()}"
        return strip(words.format(team=team), turn_words(seen, None, glyphs), seat, width)

    def _roster(self, seen: Observation, chosen: int, roomy: bool, view: View) -> list[Line]:
        width, _ = view.size
        if not roomy:
            return roster_rows(seen, view.convicts, seen.seat, chosen, view.glyphs, width)
        return [
            (),
            *roster_cards(seen, view.convicts, seen.seat, chosen, view.glyphs, width, _CARD_ROWS),
        ]

    def _hint(self, session: MatchHost) -> Step | None:
        """Return the hint in view for the open question."""
        step = session.hints.shown
        asked = self._interaction.asked
        return step if step is not None and step.request is asked else None

    # -- pages of the panel --------------------------------------------------------------------

    def _page(
        self, seen: Observation, session: MatchHost, page: str, width: int, height: int
    ) -> list[Line]:
        of = (seen, width, height)
        if page == "HAND":
            return self._once("hand page", of, lambda: hand_lines(seen, width, height))
        if page == "LOG":
            return log_lines(self.texts(session), width, height)
        return self._once("team page", of, lambda: team_lines(seen, session.labels, width, height))

    def _info(
        self, seen: Observation, session: MatchHost, view: View, height: int, *, roomy: bool
    ) -> list[Line]:
        """Return the fixed blocks: unit, space, hand, other teams, news."""
        width, _ = view.size
        interaction = self._interaction
        here = self._here(seen, view)
        if self._asking:
            return [(), *here][:height]
        chosen = interaction.chosen if interaction.chosen >= 0 else self._acting()
        ready = playable(interaction.request)
        blocks: list[tuple[Sequence[Line], int]] = []
        ways = self._once("ways", (seen, width), lambda: ways_out_rows(seen, width))
        if ways:
            blocks.append((ways, _UNIT_ROWS))
        elif not roomy:
            of = (seen, view.convicts, chosen, width)
            unit = (
                []
                if chosen < 0
                else self._once("own", of, lambda: unit_block(seen, view.convicts, chosen, width))
            )
            blocks.append((unit, _UNIT_ROWS))
        aim = self._aim(seen, width - 2)
        blocks.append((here, _SPACE_ROWS if not aim else min(len(here), 1)))
        if aim:
            blocks.append((aim, len(aim)))
        elif not view.hand_below:
            of_hand = (seen, ready, width, height)
            hand = self._once("cards", of_hand, lambda: hand_rows(seen, ready, width, _HAND_ROWS))
            blocks.append((hand, _HAND_ROWS))
        if not view.teams_beside:
            foes = self._once("foes", (seen, width), lambda: foe_rows(seen, session.labels, width))
            blocks.append((foes, len(foes)))
        elif roomy:
            reach = self._once(
                "reach",
                (seen, chosen, width, id(interaction.offers)),
                lambda: reach_rows(seen, view.convicts, interaction.offers, width),
            )
            count = self._once("count", (seen, width), lambda: count_rows(seen, width))
            blocks.append((reach, max(_REACH_ROWS, len(reach))))
            blocks.append((count, len(count)))
            used = sum(rows + 1 for _, rows in blocks)
            if (free := height - used - _NEWS_ROWS - 2) >= _HISTORY_ROWS:
                past = self._once(
                    "history",
                    (session.told, session.viewer, width, free, view.glyphs),
                    lambda: history_rows(
                        history_of(session.log(), seen.setup, session.initial),
                        width,
                        free,
                        view.glyphs,
                    ),
                )
                blocks += [(past, len(past))] * bool(past)
        return self._flowing(seen, session, blocks, (width, height), logged=not view.teams_beside)

    def _flowing(
        self,
        seen: Observation,
        session: MatchHost,
        blocks: list[tuple[Sequence[Line], int]],
        size: tuple[int, int],
        *,
        logged: bool,
    ) -> list[Line]:
        """Return the blocks below each other, and the news in the rows that are left."""
        width, height = size
        wanted = 0
        if self._begins(session):
            wanted = len(self._since(seen, session, width - 2))
        elif logged:
            wanted = news_height(self.texts(session), width - 2)
        # Recent actions of the others matter more than what they look like.
        while blocks and sum(rows + 1 for _, rows in blocks) + min(wanted, _NEWS_ROWS) > height:
            blocks.pop()
        placed: list[Line] = []
        for rows, most in blocks:
            shown = list(rows)[:most]
            placed += [(), *shown, *[()] * (most - len(shown))]
        gap = [BLANK] if height - len(placed) > 2 else []
        left = height - len(placed) - len(gap)
        if left <= 0:
            return placed
        news = self._news(seen, session, width - 2, left, logged=logged)
        return [*placed, *gap, *map(_indented_row, news)]

    def _begins(self, session: MatchHost) -> bool:
        """Return True until the first action of your turn."""
        request = self._interaction.request
        if request is None or request.question is not Question.TURN:
            return False
        return not self._once("acted", (session.told,), lambda: _has_acted(session.log()))

    def _news(
        self, seen: Observation, session: MatchHost, width: int, height: int, *, logged: bool
    ) -> list[Line]:
        """Return the recap and a tip until the first action, then the end of the log."""
        rows: list[Line] = []
        if self._begins(session):
            since = self._since(seen, session, width)
            rows = shortened(since, max(1, height)) if since else []
        if logged and height - len(rows) > bool(rows):
            texts = self.texts(session)
            rows = [
                *rows,
                *[()] * bool(rows),
                *log_lines(texts, width, height - len(rows) - bool(rows)),
            ]
        return rows

    def _aim(self, seen: Observation, width: int) -> list[Line]:
        """Return the odds of an attack on the unit under the cursor, if it can be attacked."""
        interaction = self._interaction
        request = interaction.request
        if request is None or interaction.unit_here not in interaction.offers.attacks:
            return []
        of = (seen, interaction.unit_here, interaction.chosen, width)
        return self._once(
            "aim",
            of,
            lambda: [_indented_row(row) for row in attack_rows(interaction, request, seen, width)],
        )

    def _here(self, seen: Observation, view: View) -> list[Line]:
        """Return the space under the cursor, who is there, and who can hit it."""
        width, _ = view.size
        interaction = self._interaction
        space, unit = interaction.cursor, interaction.unit_here
        rows = space_lines(seen, space, unit, width - 2)
        if unit >= 0:
            if interaction.overlay in (Overlay.THREAT, Overlay.BOTH):
                of = (seen, unit, width, view.convicts, view.glyphs)
                make = partial(threat_lines, seen, view.convicts, unit, view.glyphs, width)
                return [_indented_row(rows[0]), *self._once("threat", of, make)]
            if unit in (interaction.chosen, self._acting()):
                return [_indented_row(rows[0])]
            return [_indented_row(rows[0]), *unit_block(seen, view.convicts, unit, width)]
        if interaction.request is None:
            return [_indented_row(row) for row in rows]
        if steps := len(interaction.marks.path):
            distance = counted(steps, "step")
            away = say_panel.STEPS_AWAY.format(steps=distance)
            if columns_of(text_of(rows[0]) + away) <= width - 2:
                rows[0] = line(*rows[0], Span(away, "dim"))
            else:
                rows.insert(1, line("    ", Span(distance, "dim")))
        rows = [_indented_row(row) for row in rows]
        place = place_of(seen, space)
        if place in interaction.offers.spaces and self._interaction.request is not None:
            unit = interaction.chosen if interaction.chosen >= 0 else self._acting()
            if unit >= 0 and interaction.request.question is not Question.PUSH_SPACE:
                rows += [_indented_row(row) for row in targets_from(seen, unit, place, width - 2)]
        foes = self._once("near", (seen, place), lambda: foes_near(seen, place))
        return rows + danger_lines(seen, view.convicts, foes, view.glyphs, width)

    def _since(self, seen: Observation, session: MatchHost, width: int) -> list[Line]:
        """Return the actions of others since its last turn, under a heading; or no rows."""

        def make() -> list[Line]:
            news = recap(since_own_turn(session.log(), seen.seat), session.convicts, seen.seat)
            opens = _opens(session, seen.seat)
            roll = wrapped(roll_words(session.log(), seen.seat), width, "strong") if opens else []
            if opens and session.tips:  # what to press matters more than what others did
                return roll
            if not news:
                return roll
            heading = line(Span(say_panel.SINCE_YOUR_TURN, "title"))
            return [*roll, heading, *recap_lines(news, width)]

        return self._once("since", (session.told, session.tips, seen.seat, width, seen.setup), make)

    def waiting(self, session: MatchHost, width: int) -> list[Line]:
        """Return the thinking seat, the pace, and the last error; the strip says who plays."""
        rows: list[Line] = []
        if session.outcome is not None:
            return [
                line(Span(f"{matches.MATCH_OVER}.", "title")),
                line(Span(with_keys(replays.RESULT_KEYS), "dim")),
            ]
        if session.thinking is not None:
            label = seat_label(session.thinking, session.labels)
            text = f"{label} thinks{thought_words(session.thought)}"
            rows += wrapped(text, width, f"seat{session.thinking}")
        if session.pace.paused:
            rows += wrapped(with_keys(replays.PAUSED), width, "strong")
        else:
            rows += wrapped(
                replays.SPEED.format(tempo=session.pace.name, pace=key("pace"), pause=key("pause")),
                width,
                "dim",
            )
        if session.faults:
            rows += wrapped(session.faults[-1], width, "bad")
        return rows

    def texts(self, session: MatchHost) -> list[str]:
        """Return the log as sentences, cached until a new event comes."""
        return self._once(
            "texts",
            (session.told, session.viewer, len(session.notices)),
            lambda: [entry.text for entry in log_entries(session)],
        )
