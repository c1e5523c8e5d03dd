"""A team in the panel: its strip, its units in one row or four, and what its rivals are up to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import Question
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Rating
from deathdome.rules.observing import visible_state
from deathdome.rules.units import boost, movement
from deathdome.stage.text import Line, Span, columns_of, cut, fitted, line, wrapped
from deathdome.text.names import counted, listed, team_name
from deathdome.text.phrases import panel as say
from deathdome.tui.presenters.bars import health_bar, pips
from deathdome.tui.presenters.overlays import attackers_of, units_hit_by
from deathdome.tui.presenters.panel import calling, effect_rows, effect_words, item_line
from deathdome.tui.presenters.pieces import (
    SEAT_SIGNS,
    place_words,
    unit_letter,
    unit_token,
    vitae_left,
)
from deathdome.tui.presenters.prompts import steps_left
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation
    from deathdome.text.convicts import Convicts
    from deathdome.tui.glyphs import GlyphSet

NAME: Final = 8  # columns of a name in a row of the roster
_KIND: Final = 7  # columns of its kind
_BAR: Final = 10  # columns of a health bar
_JAILED: Final = 5  # bars in place of the vitae of a prisoner


def spread(left: Sequence[Span], right: Sequence[Span], width: int, look: str = "") -> Line:
    """Return a row with parts at both ends, on a ground of that look."""
    used = sum(columns_of(span.text) for span in (*left, *right))
    gap = Span(" " * max(1, width - used))
    spans = line(*left, gap, *right)
    if not look:
        return spans
    return tuple(Span(span.text, f"{span.look} {look}".strip()) for span in spans)


def strip(left: str, right: str, seat: int, width: int) -> Line:
    """Return a whole row in a team's colour."""
    look = f"strip{seat}" if seat >= 0 else "bar"
    room = width - 2 - columns_of(right)
    gap = width - 2 - columns_of(cut(left, room)) - columns_of(right)
    return line(Span(f" {cut(left, room)}{' ' * gap}{right} ", look))


def turn_words(seen: Observation, request: Request | None, glyphs: GlyphSet) -> str:
    """Return what is left of the turn or of the unit phase."""
    if request is not None and request.question is Question.UNIT_PHASE:
        for frame in reversed(seen.stack):
            if isinstance(frame, UnitPhase):
                steps = steps_left(seen, frame)
                return say.STEPS_AND_ACTIONS.format(
                    steps=counted(steps, "step"), actions=counted(frame.actions, "action")
                )
    turn = seen.stack[0] if seen.stack else None
    if not isinstance(turn, Turn):
        return ""
    left = counted(turn.phases, "phase")
    return f"{left} {glyphs.full * turn.phases}".rstrip()


def _state_spans(seen: Observation, unit: int, glyphs: GlyphSet) -> tuple[list[Span], Span]:
    """Return the vitae of a unit, and where it is."""
    left, most = vitae_left(seen, unit)
    place = place_words(seen, unit)
    if seen.space[unit] < 0:
        bars = "\N{BOX DRAWINGS LIGHT DOUBLE DASH VERTICAL}" if glyphs.shaped else "|"
        return [Span(bars * _JAILED, "faint")], Span(place, f"seat{unit // UNITS_PER_TEAM}")
    if seen.down[unit]:
        return pips(left, most, glyphs), Span(f"{say.DOWN} {place}", "bad")
    return pips(left, most, glyphs), Span(place, "dim")


def chip(seen: Observation, unit: int, chosen: int = -1) -> Span:
    """Return the unit's symbol and letter as on the board."""
    seat = unit // UNITS_PER_TEAM
    if unit == chosen:
        return Span(unit_token(seen.setup, unit), "bar")
    if seen.space[unit] < 0:
        return Span(unit_token(seen.setup, unit), f"seat{seat}")
    kind = "down" if seen.down[unit] else "chip"
    return Span(unit_token(seen.setup, unit), f"{kind}{seat}")


def roster_rows(
    seen: Observation, convicts: Convicts, seat: int, chosen: int, glyphs: GlyphSet, width: int
) -> list[Line]:
    """Return a row for each unit: key, symbol, name, kind, vitae, place."""
    rows = []
    for number, unit in enumerate(team_units(seat), 1):
        who = seen.setup.units[unit]
        if who == VACANT:
            continue
        look = "raised" if unit == chosen else ""
        vitae, place = _state_spans(seen, unit, glyphs)
        if seen.down[unit] and seen.space[unit] >= 0:
            place = Span(say.DOWN, "bad")
        name, kind = convicts.surname(unit), who.name
        shown = fitted(name, NAME if kind != name else NAME + _KIND + 1)
        parts = [
            Span(f" {number} ", "key"),
            chip(seen, unit, chosen),
            Span(f" {shown} ", "strong" if unit == chosen else ""),
        ]
        if kind != name:
            parts.append(Span(f"{fitted(kind, _KIND)} ", "dim"))
        # Where a row is too short, a few bars of the jail are enough.
        used = sum(columns_of(one.text) for one in (*parts, *vitae, place)) + 2
        if used > width and seen.space[unit] < 0:
            vitae = [Span(vitae[0].text[: max(1, _JAILED - used + width)], "faint")]
        elif used > width:
            shorter = fitted(name, max(2, columns_of(shown) - used + width))
            parts[2] = parts[2]._replace(text=f" {shorter} ")
        rows.append(spread([*parts, *vitae], [place, Span(" ")], width, look))
    return rows


def stats(seen: Observation, unit: int) -> str:
    """Return `S2 M5 T2`: the current ratings."""
    state = visible_state(seen)
    toughness = seen.gear.toughness[unit] + boost(seen.timed, unit, Rating.TOUGHNESS)
    return f"S{seen.gear.strength[unit]} M{movement(state, unit)} T{toughness}"


def roster_cards(
    seen: Observation,
    convicts: Convicts,
    seat: int,
    chosen: int,
    glyphs: GlyphSet,
    width: int,
    height: int,
) -> list[Line]:
    """Return each unit in three to five rows: name and place, health and ratings, items."""
    units = [unit for unit in team_units(seat) if seen.setup.units[unit] != VACANT]
    each = max(3, min(5, height // max(1, len(units))))
    rows: list[Line] = []
    for number, unit in enumerate(units, 1):
        card = _card(seen, convicts, unit, number, chosen, glyphs, width, each if each < 5 else 4)
        if unit == chosen:
            mark = Span(" ", "bar") if glyphs.shaped else Span(glyphs.cursor, "title")
            card = [(mark, row[0]._replace(text=row[0].text[1:]), *row[1:]) for row in card if row]
        rows += [*card, *[()] * (each - len(card))]
    return rows


def _card(
    seen: Observation,
    convicts: Convicts,
    unit: int,
    number: int,
    chosen: int,
    glyphs: GlyphSet,
    width: int,
    height: int,
) -> list[Line]:
    seat = unit // UNITS_PER_TEAM
    own = seat == seen.seat
    look = "raised" if unit == chosen else ""
    _, place = _state_spans(seen, unit, glyphs)
    left, most = vitae_left(seen, unit)
    room = width - 9 - columns_of(place.text)
    name = cut(convicts.surname(unit), room)
    nick = _nickname(convicts, unit)
    parts = [
        Span(" "),
        Span(f"{number} " if own else "  ", "key"),
        chip(seen, unit, chosen),
        Span(f" {name}", "strong"),
    ]
    if nick and columns_of(name) + columns_of(nick) + 3 <= room:
        parts.append(Span(f' "{nick}"', "dim"))
    rows = [spread(parts, [place, Span("  ")], width, look)]
    low = "bad" if most and left / most <= 0.45 else "strong"
    rows.append(
        spread(
            [
                Span("   "),
                *health_bar(left, most, seat, _BAR, glyphs),
                Span(f" {left}/{most}", low),
            ],
            [Span(f"{stats(seen, unit)}  ", "dim")],
            width,
            look,
        )
    )
    items = seen.setup.catalog.items
    texts = [item_line(items[item], width - 5) for item in seen.items[unit]]
    effects = [timed for timed in seen.timed if timed.unit == unit]
    for at, text in enumerate(texts[: height - 2]):
        last = at == height - 3 and len(texts) > height - 2
        shown = f"{cut(text, width - 9)} +{len(texts) - height + 2}" if last else text
        rows.append(spread([Span("   "), Span(shown, "" if at == 0 else "dim")], [], width, look))
    if effects and len(rows) < height:
        text = effect_words(seen, effects[0])
        rows.append(spread([Span("   "), Span(cut(text, width - 5), "good")], [], width, look))
    while look and len(rows) < height:
        rows.append(spread([Span(" ")], [], width, look))
    return rows


def unit_block(
    seen: Observation, convicts: Convicts, unit: int, width: int, height: int = 3
) -> list[Line]:
    """Return a unit in a few rows: name and ratings, items, effects."""
    left, most = vitae_left(seen, unit)
    nick = _nickname(convicts, unit)
    right = f"{stats(seen, unit)} V{left}/{most}"
    room = width - 3 - columns_of(right)
    parts = [Span(f" {cut(convicts.surname(unit).upper(), room)}", "title")]
    if nick and columns_of(convicts.surname(unit)) + columns_of(nick) + 4 <= room:
        parts.append(Span(f' "{nick}"', "dim"))
    rows = [spread(parts, [Span(f"{right} ")], width)]
    items = seen.setup.catalog.items
    texts = [Span(f" {item_line(items[item], width - 2)}") for item in seen.items[unit]]
    who = seen.setup.units[unit]
    if who.id in seen.setup.catalog.character_cards:
        texts.insert(0, Span(f" {cut(calling(who), width - 3)}", "dim"))

    more = effect_rows(seen, unit, width - 2)
    if not texts and not more:
        texts = [Span(f" {say.NOTHING_CARRIED}", "dim")]
    rows += [line(text) for text in texts]
    rows += more
    return rows[:height]


def danger_lines(
    seen: Observation,
    convicts: Convicts,
    units: Sequence[int],
    glyphs: GlyphSet,
    width: int,
) -> list[Line]:
    """Return the warning about the enemies that could hit a unit of yours on a space."""
    if not units:
        return []
    sign = glyphs.threat if glyphs.shaped else "!"
    if len(units) == 1:
        text = say.ONE_CAN_HIT.format(name=called(convicts, units[0]))
    else:
        text = say.MANY_CAN_HIT.format(number=len(units))
        tokens = " ".join(unit_token(seen.setup, unit) for unit in units)
        if len(text) + len(tokens) + 5 <= width:
            text = f"{text[:-1]}: {tokens}"
    return wrapped(f"{sign} {text}", width, "danger", " ")


def threat_lines(
    seen: Observation, convicts: Convicts, unit: int, glyphs: GlyphSet, width: int
) -> list[Line]:
    """Return who can hit a unit of yours where it is, or whom of yours an enemy can hit."""
    own = unit // UNITS_PER_TEAM == seen.seat
    found = attackers_of(seen, unit) if own else units_hit_by(seen, unit)
    sign = glyphs.threat if glyphs.shaped else "!"
    names = listed([called(convicts, other) for other in found])
    if not found:
        words = say.NO_ENEMY_HITS if own else say.HITS_NONE
    elif own:
        words = say.ENEMIES_HIT if len(found) > 1 else say.ENEMY_HITS
    else:
        words = say.CAN_HIT
    sign = f"{sign} " if found else ""
    tokens = " ".join(unit_token(seen.setup, other) for other in found)
    ways = [(words, names), (words, tokens)]
    if words == say.ENEMIES_HIT:
        ways.append((say.ENEMIES_HIT_SHORT, tokens))
    for said, who in ways:
        text = sign + said.format(name=called(convicts, unit), names=who, number=len(found))
        if columns_of(text) < width:
            break
    return wrapped(text, width, "danger" if found else "good", " ")


def called(convicts: Convicts, unit: int) -> str:
    """Return the name of a unit: its own, or `Blue scout` without one."""
    name, who = convicts.surname(unit), convicts.setup.units[unit]
    if name == who.name and who in convicts.setup.catalog.registry:
        return f"{team_name(unit // UNITS_PER_TEAM)} {name.lower()}"
    return name


def _nickname(convicts: Convicts, unit: int) -> str:
    """Return the nickname of a unit; '' without one."""
    nick = convicts.nickname(unit)
    return "" if nick in (convicts.surname(unit), convicts.setup.units[unit].name) else nick


def foe_rows(seen: Observation, names: Sequence[str], width: int) -> list[Line]:
    """Return the other teams: one in two rows, more in a row each."""
    foes = [seat for seat in range(seen.setup.seats) if seat != seen.seat]
    rows: list[Line] = []
    for seat in foes:
        hand = say.HAND_OF.format(cards=seen.hand_sizes[seat])
        title = f" {SEAT_SIGNS[seat]} {team_name(seat).upper()}"
        units = _short_units(seen, seat, wide=len(foes) == 1)
        if len(foes) == 1:
            label = cut(names[seat], width - columns_of(title) - len(hand) - 3)
            left = [Span(title, f"seat{seat}"), Span(f" {label}", "dim")]
            rows.append(spread(left, [Span(f"{hand} ", "dim")], width))
            rows.append(line(*units))
        else:
            rows.append(line(Span(f" {SEAT_SIGNS[seat]}", f"seat{seat}"), *units))
    return rows


def _short_units(seen: Observation, seat: int, *, wide: bool) -> list[Span]:
    """Return `w 5/5  g 3/6  s down  m jail`."""
    spans: list[Span] = []
    for unit in team_units(seat):
        if seen.setup.units[unit] == VACANT:
            continue
        left, most = vitae_left(seen, unit)
        low = "bad" if most and left / most <= 0.45 else ""
        state = Span(f"{left}/{most}", low)
        if seen.space[unit] < 0:
            state = Span("jail" if wide else "j", "dim")
        elif seen.down[unit]:
            state = Span(say.DOWN if wide else "dn", "bad")
        spans += [Span(f" {unit_letter(seen.setup, unit)} ", f"seat{seat}"), state]
        spans.append(Span(" " * (6 - columns_of(state.text) - 1)) if wide else Span(""))
    return spans


def playable(request: Request | None) -> frozenset[int]:
    """Return the cards that can be played for their ability now."""
    if request is None:
        return frozenset()
    return frozenset(
        a_of(action) for action in request.options if kind_of(action) is ActionKind.PLAY
    )
