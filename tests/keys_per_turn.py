"""Counts the keys of the same turns before and after "three keys per phase": `make keys`.

A manager plays the turns. The old way is counted by a table: `n` to a unit, arrows to a space, a
key for each action, one for the end of every phase. The new way is typed into the real interaction,
which must answer what the manager did. Only a walk to an enemy, or toward a goal beyond the reach,
may end on another space that is as near to it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.cli.sessions import new_referee
from deathdome.managers.registry import load
from deathdome.match.protocol import PROTOCOL, Briefing, Budget
from deathdome.model.actions import (
    COMMIT,
    DECLINE,
    END_PHASE,
    END_TURN,
    STOP,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
)
from deathdome.model.decisions import Question
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.analysis import walk_to
from deathdome.tui.interaction import Interaction
from deathdome.tui.presenters.menus import question_menu

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.geometry.grid import Grid
    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation

TURNS: Final = 40
SEAT: Final = 0
DIGITS: Final = 4  # entries of a list that have a digit


class Asked(NamedTuple):
    """A question to the seat, and what the manager answered."""

    request: Request
    action: Action


def turns(wanted: int) -> Iterator[list[Asked]]:
    """Yield so many turns of a seat, each with the answers to its questions in order."""
    seed, found = 1, 0
    while found < wanted:
        referee = new_referee(["greedy", "greedy"], seed, 6, "plaza", quick=True)
        managers = [load("greedy")() for _ in range(2)]
        setup = referee.state.setup
        for seat, manager in enumerate(managers):
            manager.begin(Briefing(PROTOCOL, seat, 2, setup, seed + seat, {}))
        turn: list[Asked] = []
        while (
            found < wanted
            and (request := referee.request(Budget(nodes=1000, seconds=10.0))) is not None
        ):
            reply = managers[request.seat].decide(request)
            action = reply.action
            if request.seat == SEAT:
                if action == END_PHASE and turn and turn[-1].action == STOP:
                    turn.pop()  # a person ends the phase at once
                turn.append(Asked(request, action))
            referee.answer(action)
            if request.seat == SEAT and action == END_TURN:
                yield turn
                found += 1
                turn = []
        seed += 1


def arrows(grid: Grid, start: int, end: int) -> int:
    """Return the arrows from one space to another."""
    return sum(abs(axis[end] - axis[start]) for axis in (grid.columns, grid.rows))


# -- as it was -------------------------------------------------------------------------------------


def old_keys(turn: Sequence[Asked]) -> int:
    """Return the keys of a turn as it was typed before."""
    keys, cursor, bar = 0, -1, 0
    laid: list[int] = []  # places in the list of this card step
    for request, action in turn:
        seen, grid = request.seen, request.seen.setup.board.grid
        match kind_of(action):
            case ActionKind.ACTIVATE:
                units = sorted(
                    a_of(one) for one in request.options if kind_of(one) is ActionKind.ACTIVATE
                )
                at = units.index(a_of(action))
                keys += min(at, len(units) - at)  # n or p; the first one is selected already
                cursor = seen.space[a_of(action)]
            case ActionKind.WALK | ActionKind.PUSH_TO:
                if request.question is not Question.UNIT_PHASE:
                    cursor = min(map(a_of, request.options))
                elif cursor < 0 or request.unit >= 0:
                    cursor = seen.space[request.unit]
                keys += arrows(grid, cursor, a_of(action)) + 1
            case ActionKind.ATTACK:
                keys += 2 + _down(request, action)  # a, Enter
            case ActionKind.PLAY | ActionKind.USE if request.question in (
                Question.TURN,
                Question.UNIT_PHASE,
            ):
                keys += 4 + _down(request, action)  # k, Enter, Down to "yes", Enter
            case ActionKind.LAY | ActionKind.PLAY | ActionKind.USE if request.question in (
                Question.ATTACK_CARDS,
                Question.DEFENCE_CARDS,
            ):
                at = _entry(request, action)
                at += sum(one <= at for one in laid)
                laid.append(at)
                keys, bar = keys + abs(at - bar) + 1, at  # Down to the card, Space
            case _ if action == COMMIT:
                keys, bar = keys + 1, 0
                laid.clear()
            case ActionKind.STOP | ActionKind.CAPTURE | ActionKind.RELEASE:
                keys += 1
            case _ if action in (END_PHASE, END_TURN, DECLINE):
                keys += 1
            case _:
                keys += 1 + _down(request, action)
    return keys


def _entry(request: Request, action: Action) -> int:
    """Return the place of a card in the list of a card step."""
    menu = question_menu(request)
    assert menu is not None
    return next(at for at, entry in enumerate(menu.entries) if action in entry.sends)


def _down(request: Request, action: Action) -> int:
    """Return the steps of the bar to an entry, among those of its kind."""
    kind = kind_of(action)
    return [one for one in request.options if kind_of(one) is kind].index(action)


# -- as it is --------------------------------------------------------------------------------------


def new_keys(turn: Sequence[Asked]) -> int:
    """Return the keys of a turn as it is typed now; types them into an interaction."""
    keys, at = 0, 0
    interaction = Interaction()
    interaction.ends_by_enter = True
    while at < len(turn):
        request = turn[at].request
        if request.question is Question.UNIT_PHASE and list(request.options) == [END_PHASE]:
            at += 1  # it ends automatically
            continue
        wanted = [asked.action for asked in turn[at:]]
        interaction.request = None
        interaction.ask(request)
        activates = wanted[0] == END_PHASE and kind_of(wanted[1]) is ActionKind.ACTIVATE
        if activates and interaction.pick(a_of(wanted[1]) % UNITS_PER_TEAM) == (END_PHASE,):
            at += 1  # the key for the next unit ends the phase
            continue
        interaction.request = None
        interaction.ask(request)
        typed, given = _type(interaction, request, wanted)
        keys, at = keys + typed, at + given
    return keys


def _type(interaction: Interaction, request: Request, wanted: Sequence[Action]) -> tuple[int, int]:
    """Type the next answers; return the keys, and the number of answers that they gave."""
    first = wanted[0]
    keys = 0
    if request.question is Question.TURN and kind_of(first) is ActionKind.ACTIVATE:
        unit = a_of(first)
        interaction.pick(unit % UNITS_PER_TEAM)
        keys += 1
        rest = list(wanted[1:])
    elif request.question is Question.UNIT_PHASE:
        rest = list(wanted)
    else:
        return _listed(request, first), 1
    prefix = len(wanted) - len(rest)
    ways = [way for way in _ways(interaction, rest) if way is not None]
    if not ways:
        # A phase that is begun and ended: the same keys as before.
        return keys + old_keys(
            [Asked(request, one) for one in wanted[: prefix + 1]][-1:]
        ), prefix + 1
    typed, given = min(ways, key=lambda way: (way[0] / way[1], way[0]))
    return keys + typed, given + prefix


def _listed(request: Request, action: Action) -> int:
    """Return the keys for an entry of a list that is the question itself."""
    keys = old_keys([Asked(request, action)])
    if request.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS):
        digit = action != COMMIT and _entry(request, action) < DIGITS
        return 1 if digit else keys
    light = request.question in (Question.JAIL, Question.HIT_ORDER)
    return min(keys, 1 if light else 2) if _down(request, action) < DIGITS else keys


def _ways(interaction: Interaction, rest: Sequence[Action]) -> Iterator[tuple[int, int] | None]:
    """Yield (keys, answers) for each way to type the next answers."""
    if not rest:
        return
    kind = kind_of(rest[0])
    seen = interaction.seen
    assert seen is not None
    if kind is ActionKind.WALK:
        yield _to(interaction, a_of(rest[0]), rest)
        if len(rest) > 1 and kind_of(rest[1]) is ActionKind.ATTACK:
            target = b_of(rest[1])
            if target < len(seen.space):
                yield _to(interaction, seen.space[target], rest)
        if len(rest) > 1 and kind_of(rest[1]) is ActionKind.ATTACK:
            yield _assault(interaction, rest[1])
        if rest[1:2] == [END_PHASE]:
            yield _toward(interaction, rest)
    elif kind in (ActionKind.ATTACK, ActionKind.PLAY, ActionKind.USE):
        if kind is ActionKind.ATTACK:
            interaction.attack()
        else:
            interaction.acts()
        menu = interaction.menu
        assert menu is not None
        at = [entry.sends[-1] for entry in menu.entries if entry.sends].index(rest[0])
        interaction.escape()
        yield (2 if at < DIGITS else 2 + at), 1
    elif kind in (ActionKind.CAPTURE, ActionKind.RELEASE):
        assert interaction.plain(kind)
        yield 1, 1
    else:
        yield 1, 1


def _assault(interaction: Interaction, attack: Action) -> tuple[int, int] | None:
    """Return the keys for an attack after a walk out of the list of attacks."""
    interaction.attack()
    entries = interaction.menu.entries if interaction.menu is not None else []
    interaction.escape()
    for at, entry in enumerate(entries):
        if entry.sends[-1:] == (attack,) and len(entry.sends) == len(interaction.prefix) + 2:
            return (2 if at < DIGITS else 2 + at), 2
    return None


def _toward(interaction: Interaction, rest: Sequence[Action]) -> tuple[int, int] | None:
    """Return the keys of a walk toward a goal that comes as near to it as the manager's does."""
    seen, going = interaction.seen, interaction.destinations
    assert seen is not None
    assert going is not None
    start, end, unit = interaction.cursor, a_of(rest[0]), interaction.subject
    stops = going.stops()
    for keys in sorted(range(-len(stops), len(stops) + 1), key=abs):
        if not keys:
            continue
        interaction.point_at(start)
        for _ in range(abs(keys)):
            interaction.step(1 if keys > 0 else -1)
        goal, sends = interaction.cursor, interaction.enter()
        if interaction.menu is not None:
            interaction.escape()
        if len(sends) != len(interaction.prefix) + 1:
            continue
        ours = a_of(sends[-1])
        if _left(seen, unit, ours, goal) <= _left(seen, unit, end, goal):
            interaction.point_at(start)
            return abs(keys) + 1, 1
    interaction.point_at(start)
    return None


def _left(seen: Observation, unit: int, place: int, goal: int) -> int:
    """Return the steps from a space to a goal."""
    spaces = (*seen.space[:unit], place, *seen.space[unit + 1 :])
    return len(walk_to(replace(seen, space=spaces), unit, goal, 60))


def _to(interaction: Interaction, space: int, rest: Sequence[Action]) -> tuple[int, int] | None:
    """Return the keys to a space and Enter there; None if that answers something else."""
    seen = interaction.seen
    assert seen is not None
    start = interaction.cursor
    keys = arrows(seen.setup.board.grid, start, space)
    going = interaction.destinations
    stops = going.stops() if going is not None else []
    jumps = [min(at + 1, len(stops) - at) for at in range(len(stops)) if stops[at] == space]
    if jumps and jumps[0] < keys:
        keys = jumps[0]
    interaction.point_at(space)
    sends = interaction.enter()
    keys += 1
    if not sends and interaction.menu is not None:  # the attacks on an enemy
        entries = [list(entry.sends) for entry in interaction.menu.entries]
        interaction.escape()
        for down, entry in enumerate(entries):
            answers = entry[len(interaction.prefix) :]
            if rest[1:2] == answers[1:]:  # the same attack
                interaction.point_at(start)
                return keys + 1 + down, len(answers)
        interaction.point_at(start)
        return None
    interaction.point_at(start)
    answers = list(sends[len(interaction.prefix) :])
    return (keys, len(answers)) if answers and list(rest[: len(answers)]) == answers else None


def counted(wanted: int = TURNS) -> tuple[int, int, int]:
    """Return (turns, keys before, keys now)."""
    before = now = number = 0
    for turn in turns(wanted):
        number += 1
        before += old_keys(turn)
        now += new_keys(turn)
    return number, before, now


if __name__ == "__main__":
    number, before, now = counted(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)
    print(f"{number} turns: {before} keys before, {now} now ({now / before:.0%})")
    print(f"a turn: {before / number:.1f} keys before, {now / number:.1f} now")
