"""Commands that inspect a match: the open position, the reach of units, the odds of attacks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, UsageError
from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import NOBODY, PUNCH, ActionKind, a_of, b_of, kind_of
from deathdome.model.board import Kind
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import Question
from deathdome.model.frames import Auction, Purchase, Turn, UnitPhase
from deathdome.model.identifiers import parse_team
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Rating
from deathdome.odds.attack_odds import odds_of, undeclared_attack
from deathdome.odds.responses import holding
from deathdome.plain.cards import card_lines
from deathdome.plain.choices import spelled_action
from deathdome.plain.reasons import why
from deathdome.plain.view import own_units, spaces_words
from deathdome.rules.analysis import (
    attacks_from,
    forecast_declaration,
    forecast_open,
    open_attack,
    reach_by_steps,
    state_in_phase,
    threats_to,
)
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY, judge, standing, supply
from deathdome.rules.engine import decision
from deathdome.rules.observing import visible_state
from deathdome.rules.terrain import obstacle
from deathdome.rules.turn import hand_target
from deathdome.rules.units import boost, in_base, movement
from deathdome.text.chances import bare_sentence, chances, holding_sentence, play_sentences
from deathdome.text.history import history_of, turning_points, turning_words
from deathdome.text.names import (
    attack_name,
    capitalised,
    compact,
    counted,
    item_name,
    jail_name,
    listed,
    space_name,
    team_name,
    unit_name,
)
from deathdome.text.phrases import matches, season
from deathdome.text.phrases import position as say
from deathdome.text.seasons import gap_words, match_words, standing_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.events import Standing
    from deathdome.plain.view import View
    from deathdome.rules.analysis import Forecast

_FAR: Final = 999  # spaces; of a unit that is not on the board
NEAR: Final = 4  # spaces around a place that `near` covers
_COMPASS: Final = {
    (0, -1): "above",
    (1, -1): "above right",
    (1, 0): "right",
    (1, 1): "below right",
    (0, 1): "below",
    (-1, 1): "below left",
    (-1, 0): "left",
    (-1, -1): "above left",
}


# -- the position ----------------------------------------------------------------------------------


def look(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield the whole position."""
    yield moment(view)
    for seat in range(view.setup.seats):
        yield team_line(view, seat)
        for unit in own_units(seat):
            yield view.unit_line(unit)
    yield from points(view, "")
    yield from _held_jails(view)
    for placed in view.seen.tokens:
        at = space_name(view.setup, placed.space)
        yield say.ON_SPACE.format(at=at, token=listed(view.token_words(placed.space)))
    discarded = sum(view.seen.discard)
    yield say.DECK.format(cards=counted(view.seen.deck_size, "card"), discarded=discarded)


def moment(view: View) -> str:
    """Yield the round, the team whose turn it is, and the rest of the turn."""
    seen = view.seen
    if seen.outcome is not None:
        return f"{matches.MATCH_OVER}."
    match = match_words(seen.setup)
    now = _moment(view)
    return season.IN_MATCH.format(match=capitalised(match), moment=now) if match else now


def _moment(view: View) -> str:
    seen = view.seen
    frame = next((one for one in seen.stack if isinstance(one, Turn | Purchase | Auction)), None)
    if isinstance(frame, Auction):
        return season.AUCTION_OPEN.format(team=team_name(frame.seat))
    if isinstance(frame, Purchase):
        return say.STORE_OPEN.format(team=team_name(frame.seat))
    if frame is None:
        return say.SETUP
    phases = counted(frame.phases, "unit phase")
    last = ", the last" if seen.round >= seen.setup.rounds else ""
    return say.ROUND.format(
        round=seen.round,
        rounds=seen.setup.rounds,
        last=last,
        team=team_name(frame.seat),
        phases=phases,
    )


def team_line(view: View, seat: int) -> str:
    """Return a team's payout so far, supply, shells and hand."""
    state = visible_state(view.seen)
    row, points = standing(state, seat), supply(state, seat)
    return say.TEAM.format(
        team=team_name(seat),
        name=view.names[seat],
        credits=compact(row.payout),
        points=points,
        hand_limit=counted(hand_target(points), "card"),
        shells=counted(view.seen.shells[seat], "beetle shell"),
        hand=counted(view.seen.hand_sizes[seat], "power card"),
    )


def units(view: View, words: str) -> Iterator[str]:
    """Yield every unit, or those of one team."""
    seats = [parse_team(words)] if words else range(view.setup.seats)
    for seat in seats:
        for unit in own_units(seat):
            yield view.unit_line(unit)


def unit_details(view: View, words: str) -> Iterator[str]:
    """Yield one unit with full descriptions of its items."""
    unit = view.unit(words) if words else view.active
    if unit < 0:
        raise UsageError('which unit? For example "unit red.warrior"')
    yield view.unit_line(unit)
    who = view.setup.units[unit]
    if who.text:
        yield f"{who.name}: {who.text}"
    for item in view.seen.items[unit]:
        yield from card_lines(view, view.setup.catalog.items[item])


def foes(view: View, words: str) -> Iterator[str]:
    """Yield all enemies, nearest first: the distance from a named, active or nearest unit."""
    ours = [view.unit(words)] if words else [view.active] if view.active >= 0 else []
    ours = [unit for unit in ours or own_units(view.seat) if view.seen.space[unit] >= 0]
    rows = []
    for unit, place in enumerate(view.seen.space):
        if unit in own_units(view.seat) or view.setup.units[unit] == VACANT:
            continue
        line, away = view.unit_line(unit), _FAR
        if place >= 0 and ours and view.setup.order:
            start, away = min(
                ((view.seen.space[own], view.away(view.seen.space[own], place)) for own in ours),
                key=lambda pair: pair[1],
            )
            near_unit = next(own for own in ours if view.seen.space[own] == start)
            sight = "in sight" if view.setup.terrain.sees(start, place) else say.OUT_OF_SIGHT
            whom = unit_name(view.spoken.setup, near_unit)
            line = say.DISTANCE.format(
                line=line.removesuffix("."), spaces=spaces_words(away), whom=whom, sight=sight
            )
        rows.append((away, unit, line))
    yield from (line for _, _, line in sorted(rows))


# -- places ----------------------------------------------------------------------------------------


def near(view: View, words: str) -> Iterator[str]:
    """Yield a space, its neighbours, and the units and points close to it."""
    if not view.setup.order:
        raise UsageError("no unit is on the board before the teams have their bases")
    here = view.space(words) if words else _own_place(view)
    grid = view.setup.board.grid
    name = space_name(view.setup, here)
    yield say.SPACE.format(name=name, parts=", ".join([view.ground(here), *view.token_words(here)]))
    around = []
    for (across, down), direction in _COMPASS.items():
        column, row = grid.columns[here] + across, grid.rows[here] + down
        if 0 <= column < grid.width and 0 <= row < grid.height:
            space = grid.space(column, row)
            around.append(f"{direction} {grid.name(space)} {view.ground(space)}")
        else:
            around.append(say.EDGE.format(direction=direction))
    yield say.AROUND.format(name=name, neighbours=", ".join(around))
    found = []
    for unit, place in enumerate(view.seen.space):
        if place >= 0 and view.setup.units[unit] != VACANT and view.away(here, place) <= NEAR:
            found.append((view.away(here, place), f"{view.who(unit)} {view.where(unit)}"))
    special = (Kind.CONTROL_POINT, Kind.TOWER_CENTRE, Kind.RELEASE_POINT)
    for space in spaces_in(grid.within(here, NEAR)):
        if view.setup.board.kinds[space] in special and space != here:
            found.append((view.away(here, space), f"{view.ground(space)} on {grid.name(space)}"))
        tokens = view.token_words(space) if space != here else []
        found += [(view.away(here, space), f"{one} on {grid.name(space)}") for one in tokens]
    for away, what in sorted(found):
        yield f"{capitalised(what)}, {spaces_words(away) if away else 'right there'}."
    if not found:
        yield say.NOTHING_NEAR.format(spaces=spaces_words(NEAR))


def _own_place(view: View) -> int:
    units = [view.active] if view.active >= 0 else list(own_units(view.seat))
    places = [view.seen.space[unit] for unit in units if view.seen.space[unit] >= 0]
    if not places:
        raise UsageError('near what? For example "near k11"')
    return places[0]


def points(view: View, words: str) -> Iterator[str]:
    """Yield every control point, by owner."""
    board = view.setup.board
    for owner in (*range(view.setup.seats), -1):
        found = []
        for space, holder in zip(board.points, view.seen.owners, strict=True):
            if holder != owner:
                continue
            text = space_name(view.setup, space)
            marks = ["tower"] if space in board.tower_centres else []
            marks += [f"{view.who(unit)} is there" for unit in view.standing(space)]
            found.append(text + (f" ({', '.join(marks)})" if marks else ""))
        if found:
            words = say.POINTS if owner >= 0 else say.FREE_POINTS
            yield words.format(team=team_name(owner), points=", ".join(found))


def jails(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield every jail with its inmates and its release point."""
    board = view.setup.board
    for jail in range(len(board.jails)):
        opened = [
            space_name(view.setup, space)
            for space, of in zip(board.release_points, board.release_jails, strict=True)
            if of == jail
        ]
        yield say.JAIL.format(
            name=capitalised(jail_name(view.setup, jail)),
            inmates=_inmates(view, jail),
            opened=listed(opened),
        )


def _inmates(view: View, jail: int) -> str:
    inside = [
        view.who(unit)
        for unit, place in enumerate(view.seen.space)
        if place == -1 - jail and view.setup.units[unit] != VACANT
    ]
    return listed(inside) or "no one"


def _held_jails(view: View) -> Iterator[str]:
    for jail, line in enumerate(jails(view, "")):
        if any(place == -1 - jail for place in view.seen.space):
            yield line


# -- counting --------------------------------------------------------------------------------------


def payout(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield each team's payout if the match ended now."""
    outcome = view.seen.outcome or judge(visible_state(view.seen))
    for row in outcome.standings:
        yield payout_line(row)
    if view.seen.outcome is None:
        teams = listed([team_name(seat) for seat in outcome.winners])
        how = "win" if outcome.winner is not None else say.SHARE_WIN
        yield say.IF_ENDED_NOW.format(teams=teams, how=how)


def payout_line(row: Standing) -> str:
    """Return the payout of one team, and its parts."""
    parts = [
        _counted_pay(row.towers, "tower", TOWER_PAY),
        _counted_pay(row.points, "floor point", POINT_PAY),
        _counted_pay(row.shells, "beetle shell", SHELL_PAY),
    ]
    return say.PAYOUT.format(
        team=team_name(row.seat),
        credits=compact(row.payout),
        parts=", ".join(parts),
        units=counted(row.jailed, "unit"),
    )


def _counted_pay(number: int, what: str, pay: int) -> str:
    """Return '2 floor points for 200,000' or 'no towers'."""
    return f"{counted(number, what)}{f' for {compact(number * pay)}' if number else ''}"


def standing_in_season(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield the standing of the season."""
    if view.setup.series is None:
        raise UsageError(season.NO_SEASON)
    yield from standing_lines(view.seen)
    if view.seat >= 0:
        yield f"{capitalised(season.YOU_ARE.format(gap=gap_words(view.seen, view.seat)))}."


def course(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield each team's payout after each round, and the turning point of the match."""
    found = history_of(view.events, view.setup, view.began)
    for counter, payouts in found.rounds:
        stand = [f"{team_name(seat)} {compact(paid)}" for seat, paid in enumerate(payouts)]
        yield say.AFTER_ROUND.format(round=counter, payouts=", ".join(stand))
    if not found.rounds:
        yield say.NO_ROUND_OVER
    turns = turning_points(found)
    if turns:
        yield say.TURNING_POINTS
    for turn in turns:
        happened, stand_then = turning_words(turn, view.spoken.setup)
        yield say.TURNING_POINT.format(happened=happened, stand_then=stand_then)


# -- possible moves --------------------------------------------------------------------------------

_GOALS: Final = (Kind.CONTROL_POINT, Kind.TOWER_CENTRE, Kind.RELEASE_POINT)


def reach(view: View, words: str) -> Iterator[str]:
    """Yield the spaces a unit can walk to in one movement phase, by steps."""
    unit = view.unit(words) if words else view.active
    if unit < 0:
        raise UsageError('whose reach? For example "reach red.warrior"')
    if not view.setup.order:
        raise UsageError("no unit is on the board before the teams have their bases")
    seen = view.seen
    steps = movement(visible_state(seen), unit)
    for frame in seen.stack:
        if isinstance(frame, UnitPhase) and frame.unit == unit:
            steps = max(0, steps - frame.steps) if frame.walking or frame.movements else 0
    rings = reach_by_steps(seen, unit, steps)
    if not any(rings):
        yield say.CANNOT_WALK.format(who=capitalised(view.who(unit)), where=view.where(unit))
        return
    yield say.STEPS.format(
        who=capitalised(view.who(unit)), where=view.where(unit), steps=counted(steps, "step")
    )
    goals = [
        f"{view.name(space)} {view.ground(space)} {counted(number, 'step')}"
        for number, ring in enumerate(rings, 1)
        for space in spaces_in(ring)
        if view.setup.board.kinds[space] in _GOALS
    ]
    if goals:
        yield say.POINTS_IN_REACH.format(points="; ".join(goals))
    for number, ring in enumerate(rings, 1):
        if ring:
            yield f"{capitalised(counted(number, 'step'))}: {view.named(ring)}."


def targets(view: View, words: str) -> Iterator[str]:
    """Yield the targets of the active unit, or of each of your units, from here or a space."""
    if view.request is None or not view.setup.order:
        raise UsageError("no unit can be attacked now")
    words, place = with_place(view, words)
    attacks = [n for n, action in enumerate(view.options) if kind_of(action) is ActionKind.ATTACK]
    if attacks and not words and place < 0:
        for number in attacks:
            yield f"{number + 1}. {view.spelled(view.options[number])}."
            yield from short_odds(view, view.active, view.options[number])
        return
    one = view.unit(words) if words else view.active
    if place >= 0 and one < 0:
        raise UsageError('which unit? Example: "targets red.gunner from k5"')
    any_found = False
    for unit in [one] if one >= 0 else own_units(view.seat):
        for action in attacks_of(view, unit, place):
            any_found = True
            where = f"from {view.name(place)}" if place >= 0 else view.where(unit)
            yield f"{capitalised(view.who(unit))} {where}: {view.spelled(action)}."
            yield from short_odds(view, unit, action, place)
    if not any_found:
        whom = unit_name(view.spoken.setup, one) if one >= 0 else team_name(view.seat)
        where = f"from {view.name(place)}" if place >= 0 else say.WITHOUT_WALK
        yield say.NO_TARGETS.format(whom=whom, where=where)


def threat(view: View, words: str) -> Iterator[str]:
    """Yield the enemies that could hit a unit of this seat on a space, in one unit phase."""
    if not view.setup.order:
        raise UsageError("no unit is on the board before the teams have their bases")
    if not words and view.active < 0:
        raise UsageError('a threat to which space? For example "threat k5"')
    space = view.space(words) if words else view.seen.space[view.active]
    name = view.name(space)
    if space < 0 or space == view.setup.terrain.home[view.seat]:
        yield say.NO_ATTACK_ON.format(name=name)
        return
    found = threats_to(view.seen, view.seat, space)
    for one in found:
        walk = f"after {counted(one.steps, 'step')}" if one.steps else say.NO_WALK_NEEDED
        who = capitalised(view.who(one.unit))
        yield say.COULD_HIT.format(
            who=who,
            where=view.where(one.unit),
            name=name,
            item=item_name(view.setup, one.item),
            walk=walk,
        )
    if not found:
        yield say.NO_THREAT.format(name=name)


def aim(view: View, words: str) -> Iterator[str]:
    """Yield the line from a unit to a space: distance, weapons in range, obstacles."""
    unit, rest = view.with_unit(words)
    if not rest and words:
        unit, rest = view.active, words
    if not view.setup.order or unit < 0 or not rest:
        raise UsageError('from which unit to which space? Example: "aim red.gunner k9"')
    here, there = view.seen.space[unit], view.space(rest)
    if here < 0:
        raise UsageError(f"{view.who(unit)} is {view.where(unit)}, so it has no target")
    state, terrain = visible_state(view.seen), view.setup.terrain
    away = view.away(here, there)
    line = f"{capitalised(view.who(unit))} {view.where(unit)} to {view.name(there)}: "
    line += f"{spaces_words(away)}, "
    if here == there or terrain.sees(here, there):
        yield say.LINE_CLEAR.format(line=line)
    else:
        yield say.LINE_BLOCKED.format(line=line, blockers=_in_the_way(view, here, there))
    if in_base(state, unit):
        yield say.NO_ATTACK_FROM_BASE
        return
    for arm in state.gear.weapons[unit]:
        most = max(1, arm.range + boost(state.timed, unit, Rating.RANGE))
        reaches = away <= most and (not arm.sight or terrain.sees(here, there, arm.through_walls))
        name = "Punch" if arm.item == PUNCH else item_name(view.setup, arm.item)
        text = say.IN_RANGE if reaches else say.TOO_FAR
        yield text.format(name=name, most=most)


def _in_the_way(view: View, here: int, there: int) -> str:
    space, corner = obstacle(view.setup.board, here, there)
    if space < 0:
        return say.TOWER_HEIGHT
    name = space_name(view.setup, space)
    return say.CORNER.format(name=name) if corner else f"{view.ground(space)} on {name}"


# -- odds ------------------------------------------------------------------------------------------

_CARD_STEPS: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
_STAGED: Final = (ActionKind.LAY, ActionKind.PLAY, ActionKind.USE)
_FROM: Final = re.compile(r"(?:(.*\S)\s+)?from\s+(\S+)")
_NEXT: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


def odds(view: View, words: str) -> Iterator[str]:
    """Yield the odds of the open attack, of a named one, or of all on a unit or space."""
    frame = open_attack(view.seen)
    in_cards = view.request is not None and view.request.question in _CARD_STEPS
    if frame is not None and not frame.values and (in_cards or not words):
        staged = _staged(view, words) if words else []
        values = [view.setup.catalog.power_cards[a_of(a)].value for a in staged if _lays(a)]
        yield from _sum_lines(view, forecast_open(view.seen, frame, sum(values)))
        yield from chances(view.spoken, frame, staged)
        return
    if not words:
        raise UsageError(
            'the odds of what? For example "odds n8", "odds attack blue.gunner with punch"'
        )
    words, place = with_place(view, words)
    unit, rest = view.with_unit(words)
    if rest.partition(" ")[0].lower() != "attack":
        # A unit or a space alone: every attack on the unit there.
        yield from _odds_on(view, view.with_unit(words)[0] if rest else -1, rest or words, place)
        return
    if unit < 0:
        raise UsageError('which unit attacks? For example "odds red.warrior attack blue.gunner"')
    action = spelled_action(view, rest, ())
    if place < 0 and action not in attacks_of(view, unit):
        yield from why(view, words)
        if not view.seen.space[unit] >= 0 or in_base(visible_state(view.seen), unit):
            return
    elif place >= 0 and action not in attacks_from(view.seen, unit, place):
        yield say.NO_SUCH_ATTACK.format(name=view.name(place))
        return
    arms = [arm.item for arm in view.seen.gear.weapons[unit]]
    target = b_of(action)
    placed = view.seen.space[unit] >= 0 and (target == NOBODY or view.seen.space[target] >= 0)
    if a_of(action) in arms and placed:
        yield from _sum_lines(view, forecast_declaration(view.seen, unit, action, place))
        yield from chances(view.spoken, undeclared_attack(view.seen, unit, action, place))


def attacks_of(view: View, unit: int, place: int = -1) -> Sequence[Action]:
    """Return a unit's attacks now or once its phase has begun; `place`: from that space."""
    if place >= 0:
        return attacks_from(view.seen, unit, place)
    if unit == view.active:
        options: Sequence[Action] = view.options
    else:
        state = state_in_phase(view.seen, unit)
        asked = decision(state) if state is not None else None
        options = asked.options if asked is not None else ()
    return [action for action in options if kind_of(action) is ActionKind.ATTACK]


def short_odds(view: View, unit: int, action: Action, place: int = -1) -> list[str]:
    """Return an attack in two or three sentences: without more cards, and with a hand's."""
    found = odds_of(view.spoken, undeclared_attack(view.seen, unit, action, place))
    lines = []
    for struck in found.struck:
        lines.append(bare_sentence(view.spoken.setup, struck))
        lines += play_sentences(view.spoken.setup, found, struck)[:1]
    return lines or [say.HITS_NONE]


def hands(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield what other hands may hold, from the cards this seat has not seen."""
    for seat in range(view.setup.seats):
        if seat == view.seat:
            continue
        held = holding(view.seen, seat)
        if not held.cards:
            yield say.HAND_EMPTY.format(team=team_name(seat))
            continue
        yield holding_sentence(held)
        yield say.BASIS.format(cards=counted(held.pool, "card"), team=team_name(view.seat))


# -- reading ---------------------------------------------------------------------------------------


def _lays(action: Action) -> bool:
    return kind_of(action) is ActionKind.LAY


def _staged(view: View, words: str) -> list[Action]:
    """Parse the cards of `odds lay crowd-roar, loud-noise` as answers to the card step."""
    found: list[Action] = []
    verb = ""
    for part in _NEXT.split(words):
        first = part.partition(" ")[0].lower()
        verb = first if first in ("lay", "play", "use") else verb
        text = part if first == verb else f"{verb} {part}"
        action = spelled_action(view, text, ())
        if kind_of(action) not in _STAGED:
            raise UsageError('while cards are played, odds takes cards only: "odds lay CARD, CARD"')
        if action not in view.options:
            raise UsageError(f"{view.spelled(action)} is not possible now; type why for the reason")
        found.append(action)
    for action in found:
        if _lays(action) and found.count(action) > view.seen.hand.count(a_of(action)):
            raise UsageError(f"your hand has fewer of these: {view.spelled(action)}")
    return found


def with_place(view: View, words: str) -> tuple[str, int]:
    """Split `attack blue.gunner from k5` into the words before and the space, or -1."""
    found = _FROM.fullmatch(words)
    if found is None:
        return words, -1
    return found[1] or "", view.space(found[2])


def _odds_on(view: View, unit: int, words: str, place: int) -> Iterator[str]:
    """Yield every attack on a unit, or on the unit on a space."""
    target = _target(view, words)
    who = f"{view.who(target)} {view.where(target)}"
    units = [unit] if unit >= 0 else [view.active] if view.active >= 0 else own_units(view.seat)
    found = [
        (one, action)
        for one in units
        for action in attacks_of(view, one, place)
        if b_of(action) in (target, NOBODY)
    ]
    if not found:
        yield from why(view, words)
        return
    if len(found) == 1:
        one, action = found[0]
        yield from _sum_lines(view, forecast_declaration(view.seen, one, action, place))
        yield from chances(view.spoken, undeclared_attack(view.seen, one, action, place))
        return
    yield say.ATTACKS.format(attacks=len(found), who=who)
    for one, action in found:
        begin = "" if one == view.active else f"{view.unit_name(one)} "
        yield f"{begin}{view.spelled(action)}:"
        yield from short_odds(view, one, action, place)


def _target(view: View, words: str) -> int:
    """Parse a unit, or a space for the unit on it.

    Raises:
        NotationError, UsageError: there is none.
    """
    try:
        space = view.space(words)
    except NotationError:
        return view.unit(words)
    others = [unit for unit in view.standing(space) if unit // UNITS_PER_TEAM != view.seat]
    if not others:
        raise UsageError(f"no enemy stands on {view.name(space)}; type foes for their places")
    return others[0]


# -- saying ----------------------------------------------------------------------------------------


def _sum_lines(view: View, forecast: Forecast) -> Iterator[str]:
    """Return the attacker, the weapon, and the sum of the attack value."""
    who = view.who(forecast.attacker) if forecast.attacker >= 0 else "a token"
    parts = [f"strength {forecast.strength}"]
    if 0 <= forecast.own < forecast.strength:
        parts = [f"own strength {forecast.own}", f"weapon {forecast.strength - forecast.own}"]
    if forecast.cards:
        parts.append(f"cards {forecast.cards}")
    total = f", together {forecast.strength + forecast.cards}" if len(parts) > 1 else ""
    where = ""
    if forecast.distance >= 0:
        where = f"; distance {spaces_words(forecast.distance)}, range {forecast.range}"
    weapon = attack_name(view.setup, forecast.declared)
    yield say.ATTACK.format(
        who=capitalised(who), weapon=weapon, parts=", ".join(parts), total=total, where=where
    )
