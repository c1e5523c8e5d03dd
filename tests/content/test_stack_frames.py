"""Frames from outside: each is accepted and playable, or refused with its field."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl, eager
from hostile.mutants import resealed

from deathdome.content.positions import position_from_text, position_text
from deathdome.content.positions.one_line import position_line, read_line
from deathdome.content.positions.stack_checks import check_nesting, check_stack
from deathdome.errors import ContentError, NotationError
from deathdome.model.notation import action_text
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize, observe

if TYPE_CHECKING:
    from deathdome.model.state import State

DEEP = 3  # frames on the stack that are worth damaging
VALUES = (
    *("-1", "0", "1", "2", "3", "7", "77", "999", "99999", "true", "nobody", "none", "punch"),
    *("a1", "k11", "red", "blue", "yellow", "red.medic", "blue.gunner", "[red.warrior]", "[]"),
    *("[blue.scout,blue.scout]", "()", "x", "range", "melee", "wounded", "died", "moved", "walk"),
)
_VALUE = re.compile(r"(?<=[=,\[(])[^=(),\[\] ]+(?=[,)\]])")
_FRAME = re.compile(r"\(frame=(?:[^()]|\([^()]*\))*\)")


def under_way(dice: Random) -> State | None:
    """A position of a brawl with several frames on its stack."""
    state = brawl(dice.randrange(10**6))
    found = []
    for _ in range(dice.randrange(5, 150)):
        asked = decision(state)
        if asked is None:
            break
        if len(state.stack) >= DEEP:
            found.append(state.copy())
        apply_action(state, eager(asked, dice), trusted=True)
    return dice.choice(found) if found else None


def damaged_stack(line: str, dice: Random) -> str:
    """The line with other values in its frames, or with its frames in another order."""
    at = line.index("stack=")
    head, stack = line[:at], line[at:]
    if dice.random() < 0.2:
        frames = _FRAME.findall(stack)
        dice.shuffle(frames)
        stack = f"stack=[{','.join(frames[: dice.randint(1, len(frames))])}] x"
    for _ in range(dice.choice((1, 1, 2))):
        values = [*_VALUE.finditer(stack)]
        one = dice.choice(values)
        new = dice.choice((*VALUES, dice.choice(values)[0]))
        stack = stack[: one.start()] + new + stack[one.end() :]
    return resealed((head + stack).encode()).decode()


def play(state: State, dice: Random, answers: int = 40) -> None:
    """Play a position as managers do, and read every tenth line that is written on the way.

    Managers read the choices and guess hidden cards.
    """
    for number in range(answers):
        assert state.round <= state.setup.rounds
        if number % 10 == 3 and state.stack:
            line = position_line(state)
            assert position_line(read_line(line).whole) == line
        asked = decision(state)
        if asked is None:
            return
        for option in asked.options[:5]:
            assert action_text(state.setup, option, asked.seat)
        for seat in range(state.setup.seats):
            determinize(observe(state, seat), dice)
        apply_action(state, eager(asked, dice))


def read_or_refused(line: str) -> tuple[State | None, str]:
    """The position in a line, or None and the reason. Any other error is a crash."""
    try:
        return read_line(line, shown="pasted").whole, ""
    except NotationError as error:
        return None, str(error)


def check(seed: int, times: int) -> None:
    """Damage the stack of one position several times, on one line and in a file."""
    dice = Random(seed)
    state = under_way(dice)
    if state is None:
        return
    line = position_line(state)
    assert position_line(read_line(line).whole) == line
    for _ in range(times):
        read, said = read_or_refused(damaged_stack(line, dice))
        if read is None:
            assert said.startswith("pasted: ")
            assert len(said) < 600
            continue
        play(read.copy(), Random(seed))
        play(position_from_text(position_text(read, "again"), Path()), Random(seed))


@pytest.mark.parametrize("seed", range(25))
def test_a_damaged_frame_is_refused_or_can_be_played(seed: int) -> None:
    check(seed, 8)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 1_400, 50))
def test_any_damaged_frame_is_refused_or_can_be_played(first: int) -> None:
    for seed in range(first, first + 50):
        check(seed, 20)


HEAD = "DD1 full seats=2 red.warrior=a5 blue.scout=a6 blue.medic=jail_nw red=(hand=[encore]) "
TURN = "(frame=turn,seat=red,step=2,phases=1)"
PHASE = "(frame=unitphase,unit=red.warrior,movements=2,actions=1)"


@pytest.mark.parametrize(
    ("stack", "said"),
    [
        (f"{PHASE},{TURN}", "stack 1: frame: unitphase cannot be at the bottom"),
        (f"{TURN},{TURN}", "stack 2: frame: turn cannot be on turn"),
        ("(frame=turn,seat=yellow)", "stack 1: seat: a team of this match is needed: red, blue"),
        ("(frame=turn,seat=red,step=9)", "stack 1: step: a number from 0 to 2 is needed"),
        ("(frame=turn,seat=red,phases=99999)", "stack 1: phases: a number from 0 to 999"),
        (f"{TURN},(frame=unitphase,unit=blue.scout)", "stack 2: unit: it is another team's turn"),
        (f"{TURN},(frame=unitphase,unit=green.scout)", "stack 2: unit: "),
        (f"{TURN},{PHASE},(frame=push,unit=red.medic)", "stack 3: "),
        (f"{TURN},(frame=drawing,seat=red,left=-4)", "stack 2: left: a number from 0"),
        ("(frame=rolling,contenders=[red,red])", "stack 1: contenders: an entry appears twice"),
        ("(frame=purchase,seat=red,turns=[1])", "stack 1: "),
        ("(frame=waiting)", "stack 1: no frame"),
        ("[" * 30, "brackets are nested"),
    ],
)
def test_the_field_of_a_frame_that_cannot_be_is_named(stack: str, said: str) -> None:
    with pytest.raises(NotationError, match=re.escape(said)):
        read_line(resealed(f"{HEAD}stack=[{stack}] x".encode()).decode())


OPEN = "(frame=turn,seat=red,step=2,phases=1),(frame=unitphase,unit=red.warrior,actions=0)"
PUNCH = "frame=attack,seat=red,unit=red.warrior,space=a5,item=punch,kind=close"
DECLARED = "frame=event,trigger=declared,subjects=[blue.scout],seats=[blue]"
DYING = "frame=dying,unit=blue.scout,seat=red,shells=1,taker=red"
DIED = "frame=event,trigger=died,subjects=[blue.medic],seats=[blue]"
HIT = f"{PUNCH},target=blue.scout,hits=[blue.scout],states=[0]"


@pytest.mark.parametrize(
    ("stack", "said"),
    [
        (OPEN.replace("step=2", "step=0"), "stack 1: step: this does not fit unitphase above it"),
        (OPEN.replace("step=2", "step=1"), "stack 1: step: this does not fit unitphase above it"),
        (f"{TURN},(frame=drawing,seat=red,left=1)", "stack 1: step: this does not fit drawing"),
        (
            "(frame=turn,seat=red,step=1),(frame=drawing,seat=blue,left=1)",
            "stack 2: seat: this does not fit turn below it",
        ),
        (
            f"{OPEN},({PUNCH},target=red.medic,step=2)",
            "stack 3: target: a team does not attack its own units",
        ),
        (
            f"{OPEN},({PUNCH.replace('red.warrior', 'red.medic')},target=blue.scout,step=2)",
            "stack 3: unit: this does not fit unitphase below it",
        ),
        (f"{OPEN},({HIT},step=3,bonus=3)", "stack 3: bonus: the cards played are worth 0 together"),
        (
            f"{OPEN},({HIT},step=3),({DECLARED},attack=2)",
            "stack 3: step: this does not fit event above it",
        ),
        (
            f"{OPEN},({HIT},step=5,values=[3],defences=[1]),({DYING}),({DIED})",
            "stack 5: subjects: this does not fit dying below it",
        ),
    ],
)
def test_a_frame_that_does_not_fit_the_next_is_refused(stack: str, said: str) -> None:
    with pytest.raises(NotationError, match=re.escape(said)):
        read_line(resealed(f"{HEAD}stack=[{stack}] x".encode()).decode())


@pytest.mark.rule("END-1")
def test_no_turn_starts_after_the_last_round() -> None:
    turn = "stack=[(frame=turn,seat=red)] x"
    head = HEAD.replace("seats=2", "seats=2 round=3 rounds=3 first=red")
    with pytest.raises(NotationError, match="stack 1: step: no turn starts after the last round"):
        read_line(resealed(f"{head}{turn}".encode()).decode())


def nesting(seeds: range) -> int:
    """Every position of brawls has frames that fit; the number of positions."""
    found = 0
    for seed in seeds:
        dice, state = Random(seed), brawl(seed)
        for _ in range(150):
            asked = decision(state)
            if asked is None:
                break
            check_stack(state, "brawl")
            check_nesting(state, "brawl")
            found += 1
            apply_action(state, eager(asked, dice), trusted=True)
    return found


def test_the_frames_of_real_matches_fit() -> None:
    assert nesting(range(12)) > 500


@pytest.mark.long
def test_the_frames_of_many_real_matches_fit() -> None:
    nesting(range(1_000, 1_300))


def test_a_frame_in_a_file_is_checked_too() -> None:
    good = 'seats = 2\n[units]\nred.warrior = "a5"\n[[stack]]\nframe = "turn"\nseat = "red"\n'
    assert position_from_text(f"{good}step = 2\nphases = 1\n", Path()).stack
    with pytest.raises(ContentError, match="stack 1: step: a number from 0 to 2"):
        position_from_text(f"{good}step = 7\n", Path())
