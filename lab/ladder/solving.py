"""Puzzles: positions with a right answer, and managers' attempts at them.

A puzzle is a position file with a table `[puzzle]` (docs/puzzles.md). A manager answers for the
asked team until the puzzle is judged; the others do what the puzzle says they do, and otherwise
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deathdome.content.packs import load_packs
from deathdome.content.positions.codec import place_pieces
from deathdome.content.positions.expect import differences
from deathdome.content.positions.files import read_sheet
from deathdome.content.positions.playing import begin
from deathdome.content.positions.words import place_text
from deathdome.errors import ContentError, IllegalAction
from deathdome.files import files_below
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing, Budget, Request
from deathdome.model.actions import COMMIT, DECLINE, STOP
from deathdome.model.decisions import CHANCE
from deathdome.model.events import PhaseEnded, TurnEnded, for_seat
from deathdome.model.frames import Attack
from deathdome.model.identifiers import parse_unit
from deathdome.model.notation import action_text, parse_action
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import observe
from deathdome.text.refusals import refusal_text
from deathdome.text.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from deathdome.content.positions.playing import Play
    from deathdome.content.positions.schema import PositionSheet, PuzzleSheet
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

THEMES: Final = (
    *("forced kill", "kill in two phases", "capture in the last round", "save the tower"),
    *("push into lava", "avoid lava", "best jail", "release worth it or not"),
    *("defend or let go", "minimal card that saves", "overshoot", "hit, then out of sight"),
    *("not under two attackers", "elimination in two", "not for the third party"),
    *("extra phase card", "number or ability", "buy the missing piece", "sell the parked card"),
    *("dominated attack", "one-use protection", "tower and recapture", "open the jail"),
    *("one round more", "nothing left over"),
)
MAX_ANSWERS: Final = 200  # of a manager that goes round in circles
NOTHING: Final = (COMMIT, DECLINE, STOP)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle, read from its file."""

    path: Path
    sheet: PositionSheet
    asks: PuzzleSheet

    @property
    def name(self) -> str:
        """The name of the file, without its suffix."""
        return self.path.stem


@dataclass(frozen=True, slots=True)
class Attempt:
    """A manager's attempt at a puzzle."""

    wrong: tuple[str, ...]  # errors; empty: solved
    answers: tuple[str, ...]  # in words

    @property
    def solved(self) -> bool:
        """True if it is right."""
        return not self.wrong


def load_puzzle(path: Path) -> Puzzle:
    """Load the puzzle in a file.

    Raises:
        ContentError: the file cannot be used, or is not a puzzle.
    """
    sheet = read_sheet(path, str(path))
    asks = sheet.puzzle
    if asks is None:
        raise ContentError(f"{path}: a puzzle needs a table [puzzle]; see docs/puzzles.md")
    if asks.theme not in THEMES:
        raise ContentError(f'{path}: puzzle.theme: no theme "{asks.theme}": {", ".join(THEMES)}')
    if not (asks.accept or asks.forbid or asks.goal or asks.places):
        raise ContentError(f"{path}: puzzle: accept, forbid, goal or places must say what is right")
    if asks.until == "answer" and (asks.goal or asks.places):
        raise ContentError(f'{path}: puzzle: goal and places need until = "turn", or the like')
    return Puzzle(path, sheet, asks)


def load_puzzles(folder: Path) -> list[Puzzle]:
    """Load all puzzles below a folder, by name."""
    return [load_puzzle(path) for path in sorted(files_below(folder, ".toml"))]


def set_up(puzzle: Puzzle) -> Play:
    """Set up the position of the puzzle.

    Raises:
        ContentError: the file cannot be used, or no team is asked.
    """
    shown = str(puzzle.path)
    sheet = puzzle.sheet
    state, events = place_pieces(sheet, shown, puzzle.path.parent, load_packs([]))
    play = begin(sheet, state, events, shown)
    play.run(sheet.actions or sheet.play.actions, "actions", may_be_refused=False)
    for one in play.wrong:
        raise ContentError(f"{shown}: {one.key}: {one.expected} expected, {one.found} found")
    play.settle()
    if decision(play.state) is None:
        raise ContentError(f"{shown}: nobody is asked anything")
    play.since = len(play.events)
    return play


def attempt(puzzle: Puzzle, manager: str, seed: int = 1) -> Attempt:
    """Return a manager's attempt at a puzzle; the same seed gives the same attempt.

    Raises:
        UsageError: there is no such manager.
    """
    play = set_up(puzzle)
    asked = _asked(play)
    controller = create(manager)
    setup = play.state.setup
    controller.begin(Briefing(PROTOCOL, asked.seat, setup.seats, setup, seed, {}))
    heard = 0

    def decide(state: State, asked: Decision, number: int) -> Action:
        nonlocal heard
        controller.observe([for_seat(event, asked.seat) for event in play.events[heard:]])
        heard = len(play.events)
        seen = observe(state, asked.seat, asked)
        options = tuple(asked.options)
        request = Request(number, asked.seat, asked.question, seen, options, Budget(), asked.unit)
        return controller.decide(request).action

    return _judged(puzzle, play, decide)


def solved_by_its_author(puzzle: Puzzle) -> Attempt:
    """Return the result of the file's solution, or of its first right answer."""
    play = set_up(puzzle)
    lines = iter(puzzle.asks.solution or puzzle.asks.accept[:1])

    def decide(state: State, asked: Decision, _: int) -> Action:
        line = next(lines, "")
        if not line:
            raise ContentError(f"{puzzle.path}: puzzle.solution ends before it is judged")
        return parse_action(state.setup, line, asked.seat, asked.options)

    return _judged(puzzle, play, decide)


def first_answers(puzzle: Puzzle) -> tuple[set[Action], set[Action], Decision]:
    """Return the right and wrong answers to the first question, and that question.

    Raises:
        NotationError: one of them is not an action.
    """
    state = set_up(puzzle).state
    asked = decision(state)
    assert asked is not None

    def read(lines: Iterable[str]) -> set[Action]:
        return {parse_action(state.setup, line, asked.seat, asked.options) for line in lines}

    return read(puzzle.asks.accept), read(puzzle.asks.forbid), asked


def _judged(
    puzzle: Puzzle, play: Play, decide: Callable[[State, Decision, int], Action]
) -> Attempt:
    asks, seat = puzzle.asks, _asked(play).seat
    answers: list[str] = []
    wrong: list[str] = []
    accepted, forbidden, _ = first_answers(puzzle)
    for number in range(MAX_ANSWERS):
        asked = decision(play.state)
        if asked is None or (number and _over(play, asks.until, seat)):
            break
        if asked.seat != seat:
            action = _answer_of_others(play.state, asked, asks.others)
        else:
            action = decide(play.state, asked, number)
            answers.append(action_text(play.state.setup, action, seat))
            if len(answers) == 1 and (action in forbidden or (accepted and action not in accepted)):
                wrong.append(answers[0])
        try:
            apply_action(play.state, action, play.events.append)
        except IllegalAction as refusal:
            why = refusal_text(refusal.refusal, play.state.setup)
            wrong.append(f"{answers[-1]}: {why}")
            break
        play.settle()
    else:
        wrong.append(f"no end after {MAX_ANSWERS} answers")
    wrong += _failures(puzzle, play)
    return Attempt(tuple(wrong), tuple(answers))


def _answer_of_others(state: State, asked: Decision, wanted: Sequence[str]) -> Action:
    """Return the first wanted action that is legal; if none is, the one that does least."""
    named = {action_text(state.setup, action, asked.seat): action for action in asked.options}
    for line in wanted:
        if line in named:
            return named[line]
    return next((action for action in NOTHING if action in asked.options), asked.options[0])


def _asked(play: Play) -> Decision:
    asked = decision(play.state)
    assert asked is not None
    assert asked.seat != CHANCE
    return asked


def _over(play: Play, until: str, seat: int) -> bool:
    """Return True at the moment when a puzzle is judged."""
    events = play.events[play.since :]
    ended = any(isinstance(event, TurnEnded) and event.seat == seat for event in events)
    match until:
        case "answer":
            return True
        case "attack":
            return ended or not any(isinstance(frame, Attack) for frame in play.state.stack)
        case "phase":
            return ended or any(isinstance(event, PhaseEnded) for event in events)
        case _:
            return ended


def _failures(puzzle: Puzzle, play: Play) -> list[str]:
    """Return how the end differs from the puzzle's requirements."""
    found = []
    for word, places in puzzle.asks.places.items():
        unit = parse_unit(play.state.setup, word)
        place = place_text(play.state.setup, unit, play.state.space[unit])
        if place not in places:
            found.append(f"{word} at {place}")
    all_of = [
        [f"{one.key}: {one.found}" for one in differences(play, goal, f"goal {number}", sentence)]
        for number, goal in enumerate(puzzle.asks.goal, 1)
    ]
    if all_of and all(all_of):
        nearest = min(all_of, key=len)
        found += nearest
    return found


__all__ = [
    "THEMES",
    "Attempt",
    "Puzzle",
    "attempt",
    "first_answers",
    "load_puzzle",
    "load_puzzles",
    "set_up",
    "solved_by_its_author",
]
