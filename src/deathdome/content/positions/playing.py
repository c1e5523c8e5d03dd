"""Playing of a position file: its actions, line by line, with dice and cards in between."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deathdome.content.positions.words import key, parse_tried
from deathdome.errors import ContentError, IllegalAction
from deathdome.model.actions import (
    EVERYBODY,
    STOP,
    ActionKind,
    a_of,
    kind_of,
    make_action,
    picked_of,
)
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import AbilityUsed, Jailed, Pushed, Unhurt, Wounded
from deathdome.model.frames import Dealing, Drawing, Ranking, Replacing, Rolling
from deathdome.model.identifiers import TEAMS, find_cards, parse_card, parse_team
from deathdome.model.lookup import everything
from deathdome.model.notation import action_text, parse_action
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.series import tied_teams
from deathdome.spelling import folded
from deathdome.text.refusals import refusal_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.positions.schema import PositionSheet
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.state import State

_COMMENT: Final = re.compile(r"(?:^|\s)#")
_ASKED: Final = re.compile(r"^\s*([A-Za-z]+)\s*:\s*(.*)$")
_SEVERAL: Final = ("walk", "lay")  # lines with these may have several operands
_CHANCE: Final = "chance"
_NOTHING: Final = {
    "commit": (Question.ATTACK_CARDS, Question.DEFENCE_CARDS),
    "decline": (Question.REACTION, Question.AUCTION),
}
# Questions that are skipped if there is only one answer: one jail, one space to be pushed to, one
# unit left, an effect without choice.
_FORCED: Final = {
    "jail": ActionKind.JAIL,
    "push": ActionKind.PUSH_TO,
    "hit": ActionKind.HIT,
    "use": ActionKind.USE,
}
_MAX_ROLL: Final = 12
_MAX_SHOWN: Final = 4  # legal alternatives in a refusal


@dataclass(frozen=True, slots=True)
class Difference:
    """A result that differs from the file."""

    key: str
    expected: str
    found: str


@dataclass
class Play:
    """A position during the actions of its file."""

    state: State
    shown: str
    events: list[Event]  # all events so far
    draws: list[int]
    since: int = 0  # number of events before the current step
    before: int = 0  # and before the last answer
    rolls: int = 0  # rolls of the die without a written number
    refusal: IllegalAction | None = None  # of the last action, if it was refused
    wrong: list[Difference] = field(default_factory=list)

    def run(self, lines: Sequence[str], name: str, *, may_be_refused: bool) -> None:
        """Play the actions of one step; stop at the first error.

        Raises:
            ContentError: a line is not an action.
        """
        self.refusal = None
        bare = ((number, self._bare(line)) for number, line in enumerate(lines, 1))
        spelled = [(number, line) for number, line in bare if line]
        for number, line in spelled:
            last = number == spelled[-1][0]
            if not self._line(f"{name} {number}", line, last and may_be_refused):
                return

    def _bare(self, line: str) -> str:
        """Return the line without a comment; a `#` inside a card's name begins none."""
        words = " ".join(line.split())
        cards = everything(self.state.setup.catalog).printed
        names = [" ".join(card.name.split()) for card in cards if "#" in card.name]
        for found in _COMMENT.finditer(words):
            if not any(_stands_at(words, found.end() - 1, name) for name in names):
                return words[: found.start()]
        return words

    def settle(self) -> None:
        """Answer for chance until a team is asked or the match is over."""
        while (asked := decision(self.state)) is not None and asked.seat == CHANCE:
            apply_action(
                self.state, self._chance(asked.question, asked.options), self.events.append
            )

    def _chance(self, question: Question, options: Sequence[Action]) -> Action:
        """Draw the next card of the file's deck, then in list order; the die counts down.

        Characters are dealt in list order.
        """
        if question is Question.ROLL:
            number = _MAX_ROLL - self.rolls % _MAX_ROLL
            self.rolls += 1
            return make_action(ActionKind.ROLL, number)
        while self.draws:
            draw = make_action(ActionKind.DRAW, self.draws.pop(0))
            if draw in options:
                return draw
        return options[0]

    def _line(self, name: str, line: str, may_be_refused: bool) -> bool:
        """Play one line; return True if the next may follow."""
        who, text = self._who(name, line)
        legs = self._legs(name, text)
        for number, leg in enumerate(legs, 1):
            chance = leg.split()[0].lower() in ("roll", "draw", "deal", "reveal")
            if not chance:
                self.settle()
            asked = decision(self.state)
            refusal_wanted = may_be_refused and who is None
            if not refusal_wanted and _unanswerable(asked, who, leg.lower()):
                return True
            if not refusal_wanted and self._happened_unasked(asked, who, leg, name):
                return True
            if asked is None:
                self.wrong.append(Difference(f'{name} "{line}"', "an open question", "none: over"))
                return False
            if who is not None and who not in (asked.seat, chance_team(self.state)):
                found = f"{team_text(asked.seat)} is asked ({asked.question.value})"
                self.wrong.append(Difference(f'{name} "{line}"', f"{team_text(who)} asked", found))
                return False
            read = parse_tried if may_be_refused else parse_action
            with key(self.shown, name):
                action = read(self.state.setup, leg, asked.seat, asked.options)
            before = len(self.events)
            try:
                apply_action(self.state, action, self.events.append)
            except IllegalAction as refusal:
                if may_be_refused and number == len(legs):
                    self.refusal = refusal
                else:
                    why = refusal_text(refusal.refusal, self.state.setup)
                    found = f"refused: {why} [{refusal.code}]{self._written(asked, action)}"
                    self.wrong.append(Difference(f'{name} "{line}"', "a legal action", found))
                return False
            self.before = before
            if kind_of(action) is ActionKind.DRAW and a_of(action) in self.draws:
                self.draws.remove(a_of(action))
        return True

    def _happened_unasked(
        self, asked: Decision | None, who: int | None, line: str, name: str
    ) -> bool:
        """Return True if the last answer led to what the line says, without an alternative."""
        kind = _FORCED.get(line.split(maxsplit=1)[0].lower())
        open_now = [one for one in asked.options if kind_of(one) is kind] if asked else []
        if kind is None or (open_now and kind is not ActionKind.USE):
            return False
        seat = who if who is not None else asked.seat if asked is not None else 0
        with key(self.shown, name):
            action = parse_action(self.state.setup, line, seat, asked.options if asked else ())
        if any(a_of(one) == a_of(action) for one in open_now):
            return False
        events = self.events[self.before :]
        return any(
            _says(event, kind, a_of(action), who) and _happened_to(action, events[at:])
            for at, event in enumerate(events)
        )

    def _written(self, asked: Decision, action: Action) -> str:
        """Return the legal uses of the same card, weapon or unit, in words for a file."""
        legal = [
            f'"{action_text(self.state.setup, one, asked.seat)}"'
            for one in asked.options
            if kind_of(one) is kind_of(action) and a_of(one) == a_of(action)
        ]
        return f"; legal: {', '.join(legal[:_MAX_SHOWN])}" if legal else ""

    def _who(self, name: str, line: str) -> tuple[int | None, str]:
        """Return the team before the colon, if there is one, and the rest of the line."""
        found = _ASKED.match(line)
        if found is None:
            return None, line
        if found[1].lower() == _CHANCE:
            return CHANCE, found[2]
        with key(self.shown, name):
            return parse_team(found[1]), found[2]

    def _legs(self, name: str, text: str) -> list[str]:
        """Split a line with several spaces or cards into one line each."""
        words = text.split()
        if not words:
            raise ContentError(f"{self.shown}: {name}: an action is missing")
        rest = [word for word in re.split(r"[\s,]+", " ".join(words[1:])) if word != "to"]
        if words[0].lower() not in _SEVERAL or len(rest) < 2:
            return [text]
        if words[0].lower() == "lay":
            if find_cards(self.state.setup, " ".join(words[1:])):
                return [text]
            by_comma = [part.strip() for part in " ".join(words[1:]).split(",")]
            parts = by_comma if len(by_comma) > 1 else rest
            return [f"lay {part}" for part in parts if part]
        return [f"walk {word}" for word in rest if word]


def begin(sheet: PositionSheet, state: State, events: list[Event], shown: str) -> Play:
    """Return a position before its first action."""
    draws = [parse_card(state.setup, card) for card in sheet.cards.deck]
    return Play(state, shown, events, draws)


def chance_team(state: State) -> int:
    """Return the team that chance is asked for: that rolls, draws or is dealt a card; or CHANCE."""
    match state.stack[-1] if state.stack else None:
        case Rolling(contenders, rolls):
            return contenders[len(rolls)]
        case Ranking() as frame:
            return tied_teams(state, frame)[len(frame.rolls)]
        case Dealing(dealt):
            return dealt // UNITS_PER_TEAM
        case Replacing(unit):
            return unit // UNITS_PER_TEAM
        case Drawing(seat):
            return seat
        case _:
            return CHANCE


def team_text(seat: int) -> str:
    """Return a team's name, or "chance"."""
    return _CHANCE if seat == CHANCE else TEAMS[seat]


def _unanswerable(asked: Decision | None, who: int | None, word: str) -> bool:
    """Return True if a `commit`, `decline` or `stop` has no question to answer.

    Whether a team is asked for cards depends on its hand, and whether a walk can continue depends
    on
    the remaining steps; a file may ignore both.
    """
    if word == "stop":
        return asked is None or who not in (None, asked.seat) or STOP not in asked.options
    steps = _NOTHING.get(word)
    if steps is None:
        return False
    if asked is None or asked.question not in steps:
        return True
    return who is not None and who != asked.seat and asked.question is not Question.ATTACK_CARDS


def _says(event: Event, kind: ActionKind, said: int, who: int | None) -> bool:
    """Return True if the event is the one that the answer would have caused."""
    match event:
        case Jailed(jail=found, seat=seat):
            fits = kind is ActionKind.JAIL
        case Pushed(unit=unit, end=found):
            fits, seat = kind is ActionKind.PUSH_TO, unit // UNITS_PER_TEAM
        case Wounded(unit=found) | Unhurt(unit=found):
            fits, seat = kind is ActionKind.HIT, found // UNITS_PER_TEAM
        case AbilityUsed(unit=unit, ability=found):
            fits, seat = kind is ActionKind.USE, unit // UNITS_PER_TEAM
        case _:
            return False
    return fits and found == said and who in (None, seat)


def _happened_to(action: Action, events: Sequence[Event]) -> bool:
    """Return True if a `use` names no unit, or one to which the events happened."""
    picked = picked_of(action) if kind_of(action) is ActionKind.USE else -1
    if picked in (-1, EVERYBODY):
        return True
    return any(getattr(event, "unit", -1) == picked for event in events)


def _stands_at(words: str, sign: int, name: str) -> bool:
    """Return True if the symbol at this place belongs to a name."""
    begins = (sign - at for at, letter in enumerate(name) if letter == "#")
    return any(
        begin >= 0 and folded(words[begin : begin + len(name)]) == folded(name) for begin in begins
    )
