"""Painter of the match screen: its parts as lines, each computed only when it can differ.

A step of the cursor draws everything again, so whatever depends only on the position, the log or
the size is cached from one key to the next. No Textual in here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from deathdome.text.phrases import matches
from deathdome.text.phrases import replays as say
from deathdome.tui.drawing.side import interaction_lines
from deathdome.tui.keys.keyset import key, with_keys
from deathdome.tui.presenters.board import Marks, board_picture
from deathdome.tui.presenters.coaching import box_lines
from deathdome.tui.presenters.log import log_entries, recap, since_own_turn
from deathdome.tui.presenters.overlays import frames, last_trace
from deathdome.tui.presenters.panel import (
    hand_lines,
    log_lines,
    news_height,
    shortened,
    space_lines,
    team_lines,
    unit_lines,
)
from deathdome.tui.presenters.status import record_words, seat_label, status_line, thought_words
from deathdome.tui.presenters.text import Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.session.host import MatchHost
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.interaction import Interaction
    from deathdome.tui.presenters.board import Picture
    from deathdome.tui.presenters.overlays import Frame

Made = TypeVar("Made")

_TABS: Final = 2  # rows of the tabs, with the gap before them
_PAGE_ROWS: Final = 4  # of the page below the longest list
_RECAP_ROWS: Final = 3  # its heading and two lines
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


def log_beside_question(seen: Observation) -> bool:
    """Return True if three or four teams need their column, which moves the log to the panel."""
    return seen.setup.seats > 2


class Side(NamedTuple):
    """The boxes of the panel, and the list entry of each row of its question."""

    boxes: Mapping[str, Sequence[Line]]
    entries: dict[int, int]


class Painter:
    """Caches what was drawn last, with its inputs."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._made: dict[str, tuple[object, object]] = {}

    def _once(self, part: str, of: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return the result of `make`, or the cached one if its inputs are the same."""
        known = self._made.get(part)
        if known is not None and known[0] == of:
            return known[1]  # type: ignore[return-value]
        made = make()
        self._made[part] = (of, made)
        return made

    # -- parts ---------------------------------------------------------------------------------

    def board(self, seen: Observation, glyphs: GlyphSet, trace: int = 0) -> Picture:
        """Return the board with its marks; `trace` are the spaces of the last move."""
        marks = self._interaction.marks
        return board_picture(seen, replace(marks, trace=trace) if trace else marks, glyphs)

    def trace(self, seen: Observation, session: MatchHost) -> int:
        """Return the spaces of the last move as a set."""
        of = (session.told, session.viewer, seen.space)
        return self._once("trace", of, lambda: last_trace(session.log(), seen).bits)

    def frames(
        self, before: Observation, events: Sequence[Event], glyphs: GlyphSet, *, reduced: bool
    ) -> list[Frame]:
        """Return the pictures that lead from an earlier position to the present one."""
        return frames(events, before, board_picture(before, Marks(), glyphs), reduced=reduced)

    def status(self, seen: Observation, session: MatchHost, width: int) -> list[Line]:
        """Return the status row."""
        pace, thinking, kept = session.pace.name, session.thinking, record_words(session)
        return self._once(
            "status",
            (seen, pace, thinking, width, kept),
            lambda: [
                status_line(
                    seen, session.labels, pace=pace, thinking=thinking, width=width, kept=kept
                )
            ],
        )

    def teams(
        self, seen: Observation, session: MatchHost, size: tuple[int, int]
    ) -> Mapping[str, Sequence[Line]]:
        """Return the column of a wide terminal: teams, and below them the log."""
        width, height = size
        texts = self.texts(session)
        return self._once(
            "wide", (seen, size, texts), lambda: self._wide(seen, session, texts, width, height)
        )

    def _wide(
        self, seen: Observation, session: MatchHost, texts: list[str], width: int, height: int
    ) -> Mapping[str, Sequence[Line]]:
        if log_beside_question(seen):
            return {"teams": team_lines(seen, session.labels, width, height - 1), "story": []}
        teams = team_lines(seen, session.labels, width, (height - 1) * 2 // 3)
        story = log_lines(texts, width, max(0, height - 1 - len(teams)))
        return {"teams": teams, "story": [line(Span("LOG", "title")), *story]}

    def hand(self, seen: Observation, size: tuple[int, int]) -> list[Line]:
        """Return the box below the board of a tall terminal."""
        return self._once("hand", (seen, size), lambda: hand_lines(seen, *size))

    def brief(self, session: MatchHost, size: tuple[int, int]) -> list[Line]:
        """Return the rows of a closed panel: the answer to the last key, or the question."""
        width, height = size
        interaction = self._interaction
        rows = wrapped(interaction.note, width, "title")
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
        size: tuple[int, int],
        page: int,
        *,
        logged: bool,
    ) -> Side:
        """Return the panel; `logged` unless the log is shown elsewhere."""
        width, height = size
        interaction = self._interaction
        guidance = session.guidance()
        lesson = box_lines(guidance, width) if guidance is not None else []
        height -= len(lesson)
        note = wrapped(interaction.note, width, "title")
        # Cards that are laid together matter more than the space under the cursor.
        laying = interaction.menu is not None and interaction.menu.many and PAGES[page] == "INFO"
        kept = _TABS + len(note) if laying else _TABS + _PAGE_ROWS
        rows, entries = interaction_lines(interaction, width, height - kept)
        if interaction.request is None:
            rows = self.waiting(session, width)
        tabs = [
            Span(words, "strong" if at == page else "dim")
            for at, words in enumerate(tab_words(page))
        ]
        left = max(0, height - len(rows) - len(note) - _TABS)
        rest = self._page(seen, session, PAGES[page], width, left, logged=logged)
        boxes = {
            "lesson": lesson,
            "prompt": rows,
            "note": note,
            "tabs": [(), line(*tabs)],
            "rest": rest[:left],
        }
        return Side(boxes, entries)

    # -- pages of the panel --------------------------------------------------------------------

    def _page(
        self,
        seen: Observation,
        session: MatchHost,
        page: str,
        width: int,
        height: int,
        *,
        logged: bool,
    ) -> list[Line]:
        of = (seen, width, height)
        if page == "HAND":
            return self._once("page", (page, *of), lambda: hand_lines(seen, width, height))
        if page == "LOG":
            return log_lines(self.texts(session), width, height)
        if page == "TEAMS":
            return self._once(
                "page", (page, *of), lambda: team_lines(seen, session.labels, width, height)
            )
        return self._info(seen, session, width, height, logged=logged)

    def _info(
        self, seen: Observation, session: MatchHost, width: int, height: int, *, logged: bool
    ) -> list[Line]:
        """Return the space under the cursor, the recap and the log, newest entry first.

        If there is too little room, the recap is shortened before the latest events are.
        """
        interaction = self._interaction
        texts = self.texts(session) if logged else []
        kept = 1 + news_height(texts, width) if logged else 0
        since = self._since(seen, session, width) if interaction.request is not None else []
        # Two lines of it always stay.
        told = min(len(since), _RECAP_ROWS) + bool(since)
        rows = space_lines(seen, interaction.cursor, width)
        if interaction.chosen >= 0 and interaction.unit_here != interaction.chosen:
            chosen = interaction.chosen
            of = (seen, chosen, width)
            own = self._once("own", of, lambda: [(), *unit_lines(seen, chosen, width)])
            if len(rows) + len(own) + kept + told <= height:
                rows += own
        room = max(height - len(rows) - 1 - kept, min(_RECAP_ROWS, height - len(rows) - 1))
        if since and room > 1:
            rows += [(), *shortened(since, room)]
        left = height - len(rows) - 1
        if logged and left > 0:
            rows += [(), *log_lines(texts, width, left)]
        return rows

    def _since(self, seen: Observation, session: MatchHost, width: int) -> list[Line]:
        """Return the actions of others since the own last turn, under a heading; or no rows."""

        def make() -> list[Line]:
            told = recap(since_own_turn(session.log(), seen.seat), seen.setup, seen.seat)
            if not told:
                return []
            return [line(Span(say.SINCE_YOUR_LAST_TURN, "dim")), *wrapped(told, width - 2, "dim")]

        return self._once("since", (session.told, seen.seat, width, seen.setup), make)

    def waiting(self, session: MatchHost, width: int) -> list[Line]:
        """Return who is thinking, the pace, and the last error."""
        rows: list[Line] = []
        if session.outcome is not None:
            return [
                line(Span(f"{matches.MATCH_IS_OVER}.", "title")),
                line(Span(with_keys(say.RESULT_LEAVES), "dim")),
            ]
        if session.thinking is not None:
            label = seat_label(session.thinking, session.labels)
            text = f"{label} thinks{thought_words(session.thought)}"
            rows += wrapped(text, width, f"seat{session.thinking}")
        else:
            rows.append(line(Span("Others play", "title")))
        if session.pace.paused:
            rows += wrapped(with_keys(say.PAUSED_GOES_ON_ONE_ANSWER), width, "strong")
        else:
            rows += wrapped(
                say.PACE_FASTER_PAUSES.format(
                    tempo=session.pace.name, pace=key("pace"), pause=key("pause")
                ),
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
