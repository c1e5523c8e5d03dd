"""Question part of the panel: its prompt, the open list, the forecast and odds of an attack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import COMMIT, ActionKind, a_of, kind_of
from deathdome.model.decisions import Question
from deathdome.odds.attack_odds import undeclared_attack
from deathdome.rules.analysis import (
    attacks_from,
    forecast_declaration,
    forecast_open,
    open_attack,
)
from deathdome.stage.text import (
    BLANK,
    Line,
    Span,
    columns_of,
    cut,
    fitted,
    line,
    wrapped,
)
from deathdome.text.phrases import position as say
from deathdome.tui.keys.keyset import key, with_keys
from deathdome.tui.presenters.odds import MAX_UNITS, forecast_lines, odds_details, odds_lines
from deathdome.tui.presenters.overlays import Overlay
from deathdome.tui.presenters.pieces import place_of, units_called, weapon_name
from deathdome.tui.presenters.prompts import prompt_lines

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.frames import Attack
    from deathdome.model.observation import Observation
    from deathdome.rules.analysis import Forecast
    from deathdome.tui.interaction import Interaction
    from deathdome.tui.presenters.menus import Menu

_MIN_ROWS: Final = 3  # of a list in the smallest terminal
_ABOUT: Final = 3  # rows for the highlighted entry
_UNSEEN: Final = 2  # rows about entries out of sight: their number, and the selected ones
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
        known = attack_rows(interaction, request, seen, width)
        about = _entry_lines(menu, width)
        # Cards are played together, so all of them should be in sight.
        wanted = len(menu.entries) + len(about) if menu.many else _MIN_ROWS
        if len(rows) + min(wanted, len(menu.entries)) + len(known) > height:
            known = attack_rows(interaction, request, seen, width, brief=True)
            if menu.many and len(rows) + wanted + len(known) > height:
                rows = rows[:1]  # the key bar also shows how to select and play cards
        room = height - len(rows) - len(known)
        room -= len(about) if menu.many else _ABOUT
        if menu.many and len(menu.entries) > room:
            room -= _UNSEEN
        shown, where = menu_lines(menu, width, max(_MIN_ROWS, room))
        entries = {len(rows) + row: index for row, index in where.items()}
        rows += [*shown, *about, *known]
    else:
        rows += attack_rows(interaction, request, seen, width)
    return rows, entries


def _entry_lines(menu: Menu, width: int) -> list[Line]:
    """Return the details of the highlighted entry."""
    entry = menu.entry
    if entry is None:
        return []
    text = f"not now: {entry.closed}" if entry.closed else entry.detail
    return wrapped(text, width, "dim", " ")


def menu_lines(menu: Menu, width: int, room: int) -> tuple[list[Line], dict[int, int]]:
    """Return the list around its bar, at most `room` rows, and the entry of each row.

    Long entries take further rows if all entries are in sight then, otherwise only the one under
    the bar.
    """
    room = max(1, room)
    parts = [_entry_rows(menu, index, width) for index in range(len(menu.entries))]
    if sum(map(len, parts)) > room:
        parts = [
            rows if at == menu.index else [_head(menu, at) + menu.entries[at].text]
            for at, rows in enumerate(parts)
        ]
    more = len(parts[menu.index]) - 1 if parts else 0
    fits = max(1, room - more)
    first = max(0, min(menu.index - fits // 2, len(parts) - fits))
    rows: list[Line] = []
    where: dict[int, int] = {}
    for index in range(first, len(parts)):
        if len(rows) + len(parts[index]) > max(room, more + 1):
            break
        bar = index == menu.index
        look = "bar" if bar else "dim" if menu.entries[index].closed else ""
        for text in parts[index]:
            where[len(rows)] = index
            rows.append(line(Span(fitted(text, width) if bar else cut(text, width), look)))
    if not menu.entries:
        rows.append(line(Span(with_keys(" " + say.NO_CARDS), "dim")))
    above, below = first, len(menu.entries) - first - len(set(where.values()))
    if above or below:
        words = f"{above} more above" if above else f"{below} more below"
        rows.append(line(Span(f" {words}{f', {below} below' if above and below else ''}", "dim")))
    ticked = [menu.entries[at].text for at in menu.ticked if at not in where.values()]
    if ticked:
        rows.append(line(Span(cut(f" [x] also {', '.join(ticked)}", width), "strong")))
    return rows, where


def _head(menu: Menu, index: int) -> str:
    """Return the marks before an entry; a cross marks unavailable ones, for grey needs colours."""
    tick = ("[x] " if index in menu.ticked else "[ ] ") if menu.many else ""
    closed = bool(menu.entries[index].closed)
    return f"{'>' if index == menu.index else ' '}{tick}{'x ' * closed}"


def _entry_rows(menu: Menu, index: int, width: int) -> list[str]:
    """Return an entry with its marks; a long text continues below, but not that of a card.

    All cards should be in sight, and the text of the highlighted one is below them.
    """
    head, text = _head(menu, index), menu.entries[index].text
    if menu.many:
        return [head + text]
    rows = wrapped(text, width - columns_of(head) - 1)
    first, *rest = ["".join(span.text for span in row) for row in rows] or [""]
    return [head + first, *(f"{' ' * columns_of(head)} {row}" for row in rest)]


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


def attack_rows(
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
        return targets_from(seen, unit, place, width)
    return []


def targets_from(seen: Observation, unit: int, place: int, width: int) -> list[Line]:
    """Return the targets of the unit if it walked there."""
    found: dict[int, str] = {}
    for action in attacks_from(seen, unit, place):
        target = action & 0xFFF
        if target < len(seen.space):
            found.setdefault(target, weapon_name(seen, action >> 12 & 0xFFF))
    if not found:
        return []
    words = say.THEN_ATTACK.format(units=units_called(seen, found))
    return wrapped(words, width, "good", " ")
