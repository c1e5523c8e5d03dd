"""Painter of the match screen: its parts as lines, each computed only when it can differ.

A step of the cursor draws everything again, so whatever depends only on the position, the log or
the size is cached from one key to the next.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from deathdome.model.actions import COMMIT, ActionKind, a_of, kind_of
from deathdome.model.decisions import Question
from deathdome.odds.attack_odds import undeclared_attack
from deathdome.rules.analysis import (
    attacks_from,
    forecast_declaration,
    forecast_open,
    open_attack,
)
from deathdome.text.phrases import matches, replays
from deathdome.text.phrases import position as say
from deathdome.text.recap import recap
from deathdome.text.recent import since_own_turn
from deathdome.tui.keys.keyset import key, with_keys
from deathdome.tui.presenters.board import Marks, board_picture
from deathdome.tui.presenters.coaching import box_lines, hint_box, hint_words
from deathdome.tui.presenters.log import log_entries, recap_lines
from deathdome.tui.presenters.odds import MAX_UNITS, forecast_lines, odds_details, odds_lines
from deathdome.tui.presenters.overlays import Overlay, frames, hint_marks, last_trace
from deathdome.tui.presenters.panel import (
    hand_lines,
    log_lines,
    news_height,
    shortened,
    space_lines,
    team_lines,
    unit_lines,
)
from deathdome.tui.presenters.pieces import place_of, unit_token, weapon_name
from deathdome.tui.presenters.prompts import prompt_lines
from deathdome.tui.presenters.status import record_words, seat_label, status_line, thought_words
from deathdome.tui.presenters.text import BLANK, Line, Span, columns_of, cut, fitted, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.frames import Attack
    from deathdome.model.observation import Observation
    from deathdome.rules.analysis import Forecast
    from deathdome.session.hints import Step
    from deathdome.session.host import MatchHost
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.interaction import Interaction
    from deathdome.tui.presenters.board import Picture
    from deathdome.tui.presenters.menus import Menu
    from deathdome.tui.presenters.overlays import Frame

_MIN_ROWS: Final = 3  # of a list in the smallest terminal
_ABOUT: Final = 3  # rows for the entry under the bar
_UNSEEN: Final = 2  # rows about entries out of sight: how many, and which are ticked
_CARD_STEPS = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)


class InView(NamedTuple):
    """An attack, declared or not, with the answers that the player is about to give."""

    frame: Attack
    staged: tuple[Action, ...] = ()
    unit: int = -1  # attacker of an undeclared attack
    action: Action | None = None
    place: int = -1  # where the attacker will stand; -1: where it is


def interaction_lines(
    interaction: Interaction, width: int, height: int
) -> tuple[list[Line], dict[int, int]]:
    """Return the question and the open list, and the entry of each row."""
    request, seen = interaction.request, interaction.seen
    if request is None or seen is None:
        return [], {}
    rows = prompt_lines(request, width, ends_by_enter=interaction.ends_by_enter)
    if interaction.overlay is not Overlay.REACH:
        rows.append(
            line(Span(cut(f"marks: {interaction.overlay.value} ({key('overlay')})", width), "dim"))
        )
    entries: dict[int, int] = {}
    menu = interaction.menu
    if menu is not None:
        if menu.closable:
            hint = with_keys("   " + say.CHOOSE_OR_BACK)
            title = cut(menu.title, width)
            fits = columns_of(title) + columns_of(hint) <= width
            rows = [line(Span(title, "title"), Span(hint if fits else "", "dim"))]
        known = _known(interaction, request, seen, width)
        about = _entry_lines(menu, width)
        # Cards are laid together, so all of them should be in sight.
        wanted = len(menu.entries) + len(about) if menu.many else _MIN_ROWS
        if len(rows) + min(wanted, len(menu.entries)) + len(known) > height:
            known = _known(interaction, request, seen, width, brief=True)
            if menu.many and len(rows) + wanted + len(known) > height:
                rows = rows[:1]  # the key bar also shows how to tick and commit cards
        room = height - len(rows) - len(known)
        room -= len(about) if menu.many else _ABOUT
        if menu.many and len(menu.entries) > room:
            room -= _UNSEEN
        shown, where = menu_lines(menu, width, max(_MIN_ROWS, room))
        entries = {len(rows) + row: index for row, index in where.items()}
        rows += [*shown, *about, *known]
    else:
        rows += _known(interaction, request, seen, width)
    return rows, entries


def _entry_lines(menu: Menu, width: int) -> list[Line]:
    """Return the details of the entry under the bar."""
    entry = menu.entry
    if entry is None:
        return []
    text = f"not now: {entry.closed}" if entry.closed else entry.detail
    return wrapped(text, width, "dim", " ")


def menu_lines(menu: Menu, width: int, room: int) -> tuple[list[Line], dict[int, int]]:
    """Return the list around its bar, at most `room` rows, and the entry of each row."""
    room = max(1, room)
    first = max(0, min(menu.index - room // 2, len(menu.entries) - room))
    rows: list[Line] = []
    where: dict[int, int] = {}
    for index in range(first, min(first + room, len(menu.entries))):
        entry = menu.entries[index]
        tick = ("[x] " if index in menu.ticked else "[ ] ") if menu.many else ""
        bar = index == menu.index
        # A cross marks unavailable entries, because grey needs colours.
        sign = "x" if entry.closed else ""
        text = f"{'>' if bar else ' '}{tick}{sign}{' ' * bool(sign)}{entry.text}"
        where[len(rows)] = index
        look = "bar" if bar else "dim" if entry.closed else ""
        rows.append(line(Span(fitted(text, width) if bar else cut(text, width), look)))
    if not menu.entries:
        rows.append(line(Span(with_keys(" " + say.NO_CARDS_TO_PLAY), "dim")))
    above, below = first, len(menu.entries) - first - len(where)
    if above or below:
        words = f"{above} more above" if above else f"{below} more below"
        rows.append(line(Span(f" {words}{f', {below} below' if above and below else ''}", "dim")))
    ticked = [menu.entries[at].text for at in menu.ticked if at not in where.values()]
    if ticked:
        rows.append(line(Span(cut(f" [x] also {', '.join(ticked)}", width), "strong")))
    return rows, where


def attack_in_view(interaction: Interaction) -> InView | None:
    """Return the attack that is open, or under the bar or the cursor; None without one."""
    request, seen, menu = interaction.request, interaction.seen, interaction.menu
    if request is None or seen is None:
        return None
    if request.question in _CARD_STEPS:
        frame = open_attack(seen)
        given = menu.answers() if menu is not None else ()
        staged = tuple(action for action in given if action != COMMIT)
        return InView(frame, staged) if frame is not None else None
    action, place = None, -1
    if menu is not None:
        sends = menu.entry.sends if menu.entry is not None else ()
        place = next((a_of(one) for one in sends if kind_of(one) is ActionKind.WALK), -1)
        action = menu.entry.sends[-1] if menu.entry is not None and menu.entry.sends else None
        if request.question is Question.REACTION:
            frame = open_attack(seen)
            # The attack is resolved: the log shows the result.
            return InView(frame) if frame is not None and not frame.values else None
    elif interaction.unit_here in interaction.offers.attacks:
        action = interaction.offers.attacks[interaction.unit_here][0]
    if action is None or kind_of(action) is not ActionKind.ATTACK:
        return None
    unit = interaction.chosen if interaction.chosen >= 0 else request.unit
    return InView(undeclared_attack(seen, unit, action, place), (), unit, action, place)


def odds_page(interaction: Interaction, width: int) -> list[Line]:
    """Return everything that can be computed about the attack in view; [] without one."""
    attack = attack_in_view(interaction)
    if attack is None or interaction.seen is None:
        return []
    return [
        *forecast_lines(interaction.seen, _forecast(interaction, interaction.seen, attack), ()),
        BLANK,
        *odds_details(_standing(interaction.seen, attack), attack.frame, attack.staged, width),
    ]


def _forecast(interaction: Interaction, seen: Observation, attack: InView) -> Forecast:
    if attack.action is not None:
        return forecast_declaration(seen, attack.unit, attack.action, attack.place)
    staged = interaction.menu.staged if interaction.menu is not None else 0
    return forecast_open(seen, attack.frame, staged)


def _standing(seen: Observation, attack: InView) -> Observation:
    """Return the position with the attacker where it will stand."""
    if attack.place < 0:
        return seen
    spaces = (*seen.space[: attack.unit], attack.place, *seen.space[attack.unit + 1 :])
    return replace(seen, space=spaces)


def _known(
    interaction: Interaction,
    request: Request,
    seen: Observation,
    width: int,
    *,
    brief: bool = False,
) -> list[Line]:
    """Return the forecast and the odds of the attack in view.

    `brief` leaves out the distance, which no longer matters after the declaration, and further
    units of other teams.
    """
    attack = attack_in_view(interaction)
    if attack is not None:
        most = 1 if brief else MAX_UNITS
        odds = odds_lines(_standing(seen, attack), attack.frame, attack.staged, width, most)
        forecast = _forecast(interaction, seen, attack)
        if brief:
            forecast = replace(forecast, distance=-1)
        rows = forecast_lines(seen, forecast, odds, most)
        return [BLANK, *rows] if request.question is Question.REACTION else rows
    if interaction.menu is not None:
        return []
    unit = interaction.chosen if interaction.chosen >= 0 else request.unit
    place = place_of(seen, interaction.cursor)
    if (
        place in interaction.offers.spaces
        and unit >= 0
        and request.question is not Question.PUSH_SPACE
    ):
        return _from_there(seen, unit, place)
    return []


def _from_there(seen: Observation, unit: int, place: int) -> list[Line]:
    """Return the targets of the unit if it walked there."""
    found: dict[int, str] = {}
    for action in attacks_from(seen, unit, place):
        target = action & 0xFFF
        if target < len(seen.space):
            found.setdefault(target, weapon_name(seen, action >> 12 & 0xFFF))
    if not found:
        return []
    names = " ".join(unit_token(seen.setup, target) for target in found)
    return [line(Span(say.FROM_THERE_ATTACK.format(units=names), "good"))]


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

    def board(
        self,
        seen: Observation,
        glyphs: GlyphSet,
        trace: int = 0,
        *,
        large: bool = False,
        hint: Step | None = None,
    ) -> Picture:
        """Return the board with its marks; `trace` are the spaces of the last move."""
        marks = self._interaction.marks
        marks = replace(marks, trace=trace) if trace else marks
        if hint is not None and hint.request is self._interaction.request:
            marks = hint_marks(marks, hint)
        return board_picture(seen, marks, glyphs, large=large)

    def trace(self, seen: Observation, session: MatchHost) -> int:
        """Return the spaces of the last move as a set."""
        of = (session.told, session.viewer, seen.space)
        return self._once("trace", of, lambda: last_trace(session.log(), seen).bits)

    def frames(
        self,
        before: Observation,
        events: Sequence[Event],
        glyphs: GlyphSet,
        *,
        reduced: bool,
        large: bool = False,
    ) -> list[Frame]:
        """Return the pictures that lead from an earlier position to the present one."""
        picture = board_picture(before, Marks(), glyphs, large=large)
        return frames(events, before, picture, reduced=reduced)

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
            "wide",
            (seen, size, texts),
            lambda: self._teams_column(seen, session, texts, width, height),
        )

    def _teams_column(
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
        step = self._hint(session)
        if step is not None:
            note = [*note, *hint_box(step, session.convicts.named, width)]
        # Cards that are laid together matter more than the space under the cursor.
        laying = interaction.menu is not None and interaction.menu.many and PAGES[page] == "INFO"
        kept = _TABS + len(note) if laying or step is not None else _TABS + _PAGE_ROWS
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

    def _hint(self, session: MatchHost) -> Step | None:
        """Return the hint in view for the open question."""
        step = session.hints.shown
        asked = self._interaction.request
        return step if step is not None and step.request is asked else None

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
        recap_rows = min(len(since), _RECAP_ROWS) + bool(since)
        rows = space_lines(seen, interaction.cursor, width)
        if interaction.chosen >= 0 and interaction.unit_here != interaction.chosen:
            chosen = interaction.chosen
            of = (seen, chosen, width)
            own = self._once("own", of, lambda: [(), *unit_lines(seen, chosen, width)])
            if len(rows) + len(own) + kept + recap_rows <= height:
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
            news = recap(since_own_turn(session.log(), seen.seat), session.convicts, seen.seat)
            if not news:
                return []
            heading = line(Span(replays.SINCE_YOUR_LAST_TURN, "dim"))
            return [heading, *recap_lines(news, width)]

        return self._once("since", (session.told, seen.seat, width, seen.setup), make)

    def waiting(self, session: MatchHost, width: int) -> list[Line]:
        """Return who is thinking, the pace, and the last error."""
        rows: list[Line] = []
        if session.outcome is not None:
            return [
                line(Span(f"{matches.MATCH_IS_OVER}.", "title")),
                line(Span(with_keys(replays.RESULT_LEAVES), "dim")),
            ]
        if session.thinking is not None:
            label = seat_label(session.thinking, session.labels)
            text = f"{label} thinks{thought_words(session.thought)}"
            rows += wrapped(text, width, f"seat{session.thinking}")
        else:
            rows.append(line(Span("Others play", "title")))
        if session.pace.paused:
            rows += wrapped(with_keys(replays.PAUSED_GOES_ON_ONE_ANSWER), width, "strong")
        else:
            rows += wrapped(
                replays.PACE_FASTER_PAUSES.format(
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
