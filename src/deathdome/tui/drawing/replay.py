"""A replay as rows: its status, its line of time, its hands, and its panel."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from deathdome.model.board import Kind
from deathdome.model.frames import Auction, Purchase, Turn
from deathdome.records.header import COPIED
from deathdome.records.timeline import Sign
from deathdome.rules.ending import standing
from deathdome.stage.text import (
    BLANK,
    Line,
    Span,
    clean,
    columns_of,
    cut,
    fitted,
    heading,
    line,
    wrapped,
)
from deathdome.text.names import (
    compact,
    counted,
    team_name,
)
from deathdome.text.phrases import panel as say_panel
from deathdome.text.phrases import replays as say
from deathdome.text.standings import state_now
from deathdome.tui.glyphs import ASCII, SHAPES
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.panel import log_lines, space_lines, team_lines
from deathdome.tui.presenters.pieces import SEAT_SIGNS, drawn_units
from deathdome.tui.presenters.roster import roster_cards, roster_rows, strip
from deathdome.tui.presenters.status import match_mark, seat_label, winner_words
from deathdome.tui.presenters.words import has_ability

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.observation import Observation
    from deathdome.records.timeline import Sight, Stop
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.playback import Playback

# Of several signs in one column the first is drawn.
SIGNS: Final = ((Sign.KILL, "X"), (Sign.FIGHT, "x"), (Sign.ROUND, "|"), (Sign.STORE, "$"))
_LOOKS: Final = {Sign.KILL: "bad", Sign.FIGHT: "strong"}
_EMPTY: Final = "-"
_HERE: Final = "^"


def symbols(glyphs: GlyphSet) -> dict[Sign, str]:
    """Return the symbol of each event on the line of time, and of nothing."""
    if not glyphs.shaped:
        return {**dict(SIGNS), Sign.NOTHING: _EMPTY}
    return {
        Sign.KILL: glyphs.full,
        Sign.FIGHT: SHAPES.threat,
        Sign.ROUND: glyphs.ground[Kind.JAIL][0],
        Sign.STORE: glyphs.empty,
        Sign.NOTHING: " ",
    }


def legend(glyphs: GlyphSet) -> str:
    """Return the meaning of the symbols on the line of time."""
    drawn = symbols(glyphs)
    return say.TIMELINE_LEGEND.format(
        store=drawn[Sign.STORE],
        round=drawn[Sign.ROUND],
        fight=drawn[Sign.FIGHT],
        kill=drawn[Sign.KILL],
    )


# -- the line of time ----------------------------------------------------------------------------


def column_of(index: int, stops: int, width: int) -> int:
    """Return the column in which a stop is drawn."""
    return index * (width - 1) // (stops - 1) if stops > 1 else 0


def stop_at(stops: Sequence[Stop], column: int, width: int) -> int:
    """Return the stop that a click on a column means: the one that has its symbol, or the first."""
    inside = [at for at in range(len(stops)) if column_of(at, len(stops), width) == column]
    for sign, _ in SIGNS[:-1]:
        for at in inside:
            if sign in stops[at].signs:
                return at
    if inside:
        return inside[0]
    # Fewer stops than columns: the one before the gap.
    return max(at for at in range(len(stops)) if column_of(at, len(stops), width) <= column)


def track_lines(
    stops: Sequence[Stop], index: int, width: int, glyphs: GlyphSet = ASCII
) -> list[Line]:
    """Return the line of time: events, rounds below them, and a pointer."""
    signs = [Sign.NOTHING] * width
    ruler = [" "] * width
    before = 0
    for at, stop in enumerate(stops):
        column = column_of(at, len(stops), width)
        signs[column] |= stop.signs
        for gap in range(before + 1, column):  # fewer stops than columns: the store continues there
            signs[gap] = signs[before] & stop.signs & Sign.STORE
        before = column
        if Sign.ROUND in stop.signs:
            number = str(stop.round)
            ruler[column : column + len(number)] = number
    del ruler[width:]
    first = [next((sign for sign, _ in SIGNS if sign in each), Sign.NOTHING) for each in signs]
    here = column_of(index, len(stops), width)
    ruler[here] = _HERE
    text = symbols(glyphs)
    ground = " raised" if glyphs.tinted else ""
    looks = [f"{_LOOKS.get(sign, 'dim')}{ground}" for sign in first]
    looks[here] = "bar"
    spans = [
        Span("".join(text[first[at]] for at in columns), look)
        for look, columns in groupby(range(width), looks.__getitem__)
    ]
    head, tail = "".join(ruler[:here]), "".join(ruler[here + 1 :])
    return [tuple(spans), line(Span(head, "dim"), Span(_HERE, "title"), Span(tail, "dim"))]


# -- where one is --------------------------------------------------------------------------------


def status_row(playback: Playback, width: int) -> Line:
    """Return the round, the turn, and each team's payout."""
    seen = playback.sight.seen
    turn = next((frame for frame in seen.stack if isinstance(frame, Turn | Purchase)), None)
    mark = match_mark(seen.setup)
    if seen.outcome is not None:
        left, mark = "The end", ""
    elif any(isinstance(frame, Auction) for frame in seen.stack):
        left, mark = "Auction", ""
    elif isinstance(turn, Purchase):
        left = "Store"
    elif not seen.stack or seen.round < 1:
        left = "Beginning"
    else:
        left = f"Round {seen.round}/{seen.setup.rounds}"
    state = state_now(seen)
    scores = [
        Span(f"  {SEAT_SIGNS[seat]} {compact(standing(state, seat).payout)}", f"seat{seat}")
        for seat in range(seen.setup.seats)
    ]
    over = " so far" * (not playback.timeline.finished)
    head = f" Replay{over}   {f'{mark} ' if mark else ''}{left}  "
    room = width - len(head) - sum(columns_of(score.text) for score in scores) - 1
    who, look = "", ""
    if turn is not None and seen.outcome is None:
        who, look = seat_label(turn.seat, playback.labels), f"seat{turn.seat}"
    return line(Span(head, "strong"), Span(fitted(who, room) if room > 1 else "", look), *scores)


def place_line(playback: Playback, width: int) -> Line:
    """Return the position of the stop in the match, and whose hands are shown."""
    hands = "all hands" if playback.opened else ""
    where = f"{playback.index} of {playback.last}, answer {playback.stop.answers}"
    return heading(where, width, hands)


def moment_lines(playback: Playback, width: int, height: int) -> list[Line]:
    """Return the events since the stop before; the first ones are left out if room is short."""
    deed = playback.timeline.deed(playback.index)
    below = [line(Span(cut(f"> {deed}", width), "dim"))] if deed else []
    texts = [telling.entry.text for telling in playback.moment]
    if not texts:
        words = say.NO_EVENTS if playback.index else say.MATCH_STARTS
        return below or [line(Span(words, "dim"))]  # the events are enough
    return [*log_lines(texts, width, height - len(below)), *below]


def note_lines(playback: Playback, width: int) -> list[Line]:
    """Return the remarks about the whole match."""
    rows: list[Line] = []
    for note in playback.timeline.notes:
        rows += wrapped(note, width, "bad")
    timeline = playback.timeline
    if timeline.header.fork:
        rows += wrapped(say.FORK_NOTE.format(fork=timeline.header.fork), width, "dim")
    if not timeline.finished:
        who = (
            say.TEAM_KNOWS.format(team=team_name(timeline.viewer))
            if timeline.viewer >= 0
            else say.ALL_KNOW
        )
        rows += wrapped(say.NOT_OVER.format(who=who), width, "dim")
    return rows


def fork_lines(fork: str, width: int) -> list[Line]:
    """Return the rows of a result about the match or position that this one continued."""
    if fork == COPIED:
        return wrapped(say.NOT_SCORED_POSITION, width, "bad")
    return wrapped(say.NOT_SCORED_FORK.format(fork=fork), width, "bad")


# -- what it comes to ----------------------------------------------------------------------------


def count_lines(seen: Observation, labels: Sequence[str], width: int) -> list[Line]:
    """Return each team's payout if the match ended here, in two rows each."""
    state = state_now(seen)
    title = say.IF_ENDED_HERE
    if seen.outcome is not None:
        title = f"{winner_words(seen.outcome)}: {seen.outcome.reason}"
    rows = wrapped(title, width, "title")
    for seat in range(seen.setup.seats):
        row = standing(state, seat)
        paid = compact(row.payout)
        room = width - len(paid) - 1
        label = f"{SEAT_SIGNS[seat]} {team_name(seat)} ({labels[seat]}"
        rows.append(
            line(
                Span(fitted(f"{cut(label, room - 1)})", room), f"seat{seat}"),
                " ",
                Span(paid, "strong"),
            )
        )
        parts = say.STANDING.format(towers=row.towers, points=row.points, shells=row.shells)
        rows.append(line(Span(f"  {cut(parts, width - 2)}", "dim")))
    return rows


def hands_lines(sight: Sight, labels: Sequence[str], width: int, *, texts: bool) -> list[Line]:
    """Return the power cards of every team, as far as they are visible."""
    seen = sight.seen
    cards = seen.setup.catalog.power_cards
    rows: list[Line] = []
    for seat, hand in enumerate(sight.hands):
        title = f"{SEAT_SIGNS[seat]} {team_name(seat)} ({cut(labels[seat], 12)})"
        holds = counted(seen.hand_sizes[seat], "card")
        room = max(2, width - len(holds))
        rows.append(line(Span(fitted(title, room), f"seat{seat}"), Span(holds, "dim")))
        for card in sorted(hand or (), key=lambda card: (-cards[card].value, card)):
            power = cards[card]
            able = has_ability(seen, card)
            mark = " +" if able and not texts else ""
            name = f"{cut(power.name, width - 6)}{mark}"
            rows.append(line(Span(f"  {power.value} ", "strong"), name))
            if able and texts:
                rows += wrapped(power.text, width, "dim", "    ")
        if hand is None and seen.hand_sizes[seat]:
            rows.append(line(Span("  " + say.HIDDEN, "dim")))
    return rows


def hands_hint(playback: Playback, width: int) -> list[Line]:
    """Return how to see more hands, or why that is impossible."""
    if not playback.timeline.finished:
        return [BLANK, *wrapped(say.HANDS_AFTER_MATCH, width, "dim")]
    words = say.FEWER_HANDS if playback.opened else say.ALL_HANDS
    return [BLANK, line(Span(f"{key('hands')} {words}", "dim"))]


PAGES: Final = ("COUNT", "HANDS", "LOG", "TEAMS", "SPACE")
_CARD_ROWS: Final = 16  # rows of the units of a team as cards
_ROOMY: Final = 33  # rows of a panel from which they are cards
_COUNT: Final = 5  # rows of the count and its surroundings, without the teams


class ReplayPainter:
    """Draws the current stop of a playback."""

    def __init__(self, playback: Playback) -> None:
        self._playback = playback

    def side(
        self,
        size: tuple[int, int],
        page: int,
        said: str,
        cursor: int,
        glyphs: GlyphSet | None = None,
    ) -> dict[str, list[Line]]:
        """Return the panel: the events, the answer to the last key, and a page.

        `said` is that answer, "" for none; `cursor` the space under the cursor, -1 for none. With
        `glyphs` the first team is above, as in a match.
        """
        roster: list[Line] = []
        if glyphs is not None and size[1] >= _ROOMY:
            roster = [*self._team(self._playback.sight.seen.seat, size[0], glyphs), ()]
        width, height = size[0] - 2, size[1] - len(roster)
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
        return {
            "roster": roster,
            "moment": moment,
            "note": note,
            "tabs": [BLANK, line(*tabs)],
            "rest": rest[:left],
        }

    def _team(self, seat: int, width: int, glyphs: GlyphSet, rows: int = _CARD_ROWS) -> list[Line]:
        """Return a team as in a match: its strip, and its units as cards or, if low, as rows."""
        playback = self._playback
        seen, convicts = playback.sight.seen, playback.convicts
        sight_of = (seen, convicts, seat, playback.sight.unit, glyphs, width)
        label = f"{SEAT_SIGNS[seat]} {team_name(seat).upper()}  {clean(playback.labels[seat])}"
        head = strip(label, say_panel.HAND_OF.format(cards=seen.hand_sizes[seat]), seat, width)
        if rows < _CARD_ROWS:
            return [head, *roster_rows(*sight_of)]
        return [head, (), *roster_cards(*sight_of, rows)]

    def _rows(self, page: str, width: int, height: int, cursor: int) -> list[Line]:
        playback = self._playback
        seen = playback.sight.seen
        match page:
            case "HANDS":
                return self.hands(width, height)
            case "LOG":
                return log_lines([telling.entry.text for telling in playback.log], width, height)
            case "TEAMS":
                return team_lines(seen, playback.labels, width, height)
            case "SPACE":
                if cursor < 0:
                    return wrapped(say.LOOK_AT_SPACE, width)
                unit = drawn_units(seen).get(cursor, -1)
                return space_lines(seen, cursor, unit, width)
            case _:
                return count_lines(seen, playback.labels, width)

    def hands(self, width: int, height: int) -> list[Line]:
        """Return the hands, with the text of the cards if there is room."""
        sight, labels = self._playback.sight, self._playback.labels
        hint = hands_hint(self._playback, width)
        rows = hands_lines(sight, labels, width, texts=True)
        if len(rows) + len(hint) > height:
            rows = hands_lines(sight, labels, width, texts=False)
        return [*rows, *hint] if len(rows) + len(hint) <= height else rows

    def teams(self, width: int, height: int, glyphs: GlyphSet) -> dict[str, list[Line]]:
        """Return the column of a wide terminal: the other teams, and below them the log."""
        playback = self._playback
        seen = playback.sight.seen
        others = [
            seat
            for seat in range(seen.setup.seats)
            if seat != seen.seat or height < _ROOMY  # there is no room for it in the panel
        ]
        rows = _CARD_ROWS if len(others) == 1 and height >= _ROOMY else 0
        teams: list[Line] = []
        for seat in others:
            teams += [*self._team(seat, width, glyphs, rows), ()]
        texts = [telling.entry.text for telling in playback.log]
        story = log_lines(texts, width - 2, max(0, height - 1 - len(teams)))
        head = line(Span(f" {say_panel.LOG}", "title"))
        return {
            "teams": teams,
            "story": [head, *((Span(" "), *row) if row else row for row in story)],
        }
