"""The parts of the screen on which a kept match is watched, as lines. No Textual in here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.text.phrases import replays as say
from deathdome.tui.drawing.replay import (
    count_lines,
    hands_hint,
    hands_lines,
    moment_lines,
    note_lines,
    place_line,
)
from deathdome.tui.presenters.panel import log_lines, space_lines, team_lines
from deathdome.tui.presenters.text import BLANK, Line, Span, line, wrapped

if TYPE_CHECKING:
    from deathdome.tui.playback import Playback

PAGES: Final = ("COUNT", "HANDS", "LOG", "TEAMS", "SPACE")
_COUNT: Final = 5  # rows of the count but for its teams, and of what stands around it


class ReplayPainter:
    """Draws the stop of a reel that is shown."""

    def __init__(self, playback: Playback) -> None:
        self._playback = playback

    def side(
        self, size: tuple[int, int], page: int, said: str, cursor: int
    ) -> dict[str, list[Line]]:
        """The panel: what happened, the answer to the last key, and a page.

        `said` is that answer, "" for none; `cursor` the space that is looked at, -1 for none.
        """
        width, height = size
        playback = self._playback
        note = wrapped(said, width, "title") or note_lines(playback, width)
        # The count must have room below it.
        teams = playback.sight.seen.setup.seats
        most = max(4, height - len(note) - _COUNT - 2 * teams)
        moment = [place_line(playback, width), *moment_lines(playback, width, most)]
        tabs = [
            Span(f"[{name}] ", "strong") if at == page else Span(f"{name.lower()} ", "dim")
            for at, name in enumerate(PAGES)
        ]
        left = max(0, height - len(moment) - len(note) - 2)
        rest = self._rows(PAGES[page], width, left, cursor)
        return {"moment": moment, "note": note, "tabs": [BLANK, line(*tabs)], "rest": rest[:left]}

    def _rows(self, page: str, width: int, height: int, cursor: int) -> list[Line]:
        playback = self._playback
        seen = playback.sight.seen
        match page:
            case "HANDS":
                return self.hands(width, height)
            case "LOG":
                return log_lines([told.entry.text for told in playback.told], width, height)
            case "TEAMS":
                return team_lines(seen, playback.labels, width, height)
            case "SPACE":
                if cursor < 0:
                    return wrapped(say.CLICK_OR_SHIFT, width)
                return space_lines(seen, cursor, width)
            case _:
                return count_lines(seen, playback.labels, width)

    def hands(self, width: int, height: int) -> list[Line]:
        """The hands with what the cards do, if there is room for it."""
        sight, labels = self._playback.sight, self._playback.labels
        hint = hands_hint(self._playback, width)
        rows = hands_lines(sight, labels, width, texts=True)
        if len(rows) + len(hint) > height:
            rows = hands_lines(sight, labels, width, texts=False)
        return [*rows, *hint] if len(rows) + len(hint) <= height else rows

    def wide(self, width: int, height: int) -> dict[str, list[Line]]:
        """The column of a wide terminal: teams, and below them the log."""
        playback = self._playback
        teams = team_lines(playback.sight.seen, playback.labels, width, (height - 1) * 2 // 3)
        texts = [told.entry.text for told in playback.told]
        story = log_lines(texts, width, max(0, height - 1 - len(teams)))
        return {"teams": teams, "story": [line(Span("LOG", "title")), *story]}
