"""Checks on frames of a position that lie on each other: one that waits says what it waits for."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from deathdome.errors import ContentError
from deathdome.model.frames import (
    Attack,
    Drawing,
    Dying,
    Event,
    Moving,
    Opening,
    Push,
    Resolve,
    Turn,
    UnitPhase,
)
from deathdome.model.vocabulary import Trigger, Verb
from deathdome.model.wire import FRAMES
from deathdome.rules.attack.declare import ATTACK_CARDS, DEFENCE_CARDS, HITS, OVER

if TYPE_CHECKING:
    from deathdome.model.catalog import Ability
    from deathdome.model.frames import Frame
    from deathdome.model.state import State

_MOVES: Final = {Verb.WALK, Verb.FOLLOW, Verb.JUMP}
# The step of an attack during an event, and the stage of the hit.
_DURING: Final = {
    Trigger.DECLARED: (ATTACK_CARDS, (0,)),
    Trigger.WOUNDED: (HITS, (2, 3)),  # the abilities of the attacking card, then all others
    Trigger.RESOLVED: (OVER, (0,)),
}
_USED: Final = {
    Turn: (Trigger.BETWEEN, Trigger.TURN),
    UnitPhase: (Trigger.ACTION, Trigger.PHASE, Trigger.TURN),
}
_EFFECTS: Final = {
    Moving: ("move", _MOVES),
    Push: ("push", {Verb.PUSH}),
    Attack: ("attack", {Verb.ATTACK}),
    Drawing: ("draw", {Verb.GAIN}),
}


def check_nesting(state: State, shown: str) -> None:
    """Check that every frame waits for the one above it.

    Raises:
        ContentError: two frames do not agree; names a field, and the number of its frame.
    """
    bottom = state.stack[0]
    if len(state.stack) == 1 and isinstance(bottom, Turn) and not bottom.step:
        last = bottom.seat == state.table.first and state.round >= state.table.rounds
        _must(shown, 0, "step", not last, "no turn starts after the last round")
    for depth, (below, above) in enumerate(pairwise(state.stack)):
        _Pair(state, shown, depth, above).check(below)


def _must(shown: str, depth: int, field: str, holds: bool, reason: str) -> None:
    if not holds:
        raise ContentError(f"{shown}: stack {depth + 1}: {field}: {reason}")


class _Pair:
    """Two frames, one directly above the other."""

    def __init__(self, state: State, shown: str, depth: int, above: Frame) -> None:
        self.state: Final = state
        self.shown: Final = shown
        self.depth: Final = depth  # of the frame below
        self.above: Final = above
        self.word: Final = FRAMES[type(above)].word

    def below(self, field: str, holds: bool) -> None:
        """Refuse a field of the frame below that does not go with the one above."""
        _must(self.shown, self.depth, field, holds, f"this does not fit {self.word} above it")

    def upper(self, field: str, holds: bool, below: Frame) -> None:
        """Refuse a field of the frame above that does not go with the one below."""
        word = FRAMES[type(below)].word
        _must(self.shown, self.depth + 1, field, holds, f"this does not fit {word} below it")

    def ability(self, frame: Resolve) -> Ability:
        return self.state.table.catalog.abilities[frame.ability]

    def check(self, below: Frame) -> None:
        """Compare the frames."""
        match below:
            case Opening():
                self._opening(below)
            case Turn():
                self._turn(below)
            case UnitPhase():
                self._phase(below)
            case Attack():
                self._attack(below)
            case Event():
                self._event(below)
            case Resolve():
                self._resolve(below)
            case Moving() | Push() if isinstance(self.above, Attack):
                self.upper("token", self.above.setup.token >= 0, below)
                began = below.steps if isinstance(below, Moving) else below.step
                self.below("steps" if isinstance(below, Moving) else "step", began > 0)
            case Push():
                self.below("step", below.step == 0)
                self._happens((Trigger.MOVED,), below.unit, below)
            case Dying():
                self._happens((Trigger.DIED,), below.unit, below)
            case _:
                pass

    def _happens(self, triggers: tuple[Trigger, ...], unit: int, below: Frame) -> None:
        """Check an event above: its trigger, and its unit unless `unit` is -1."""
        event = self.above
        if isinstance(event, Event):
            self.upper("trigger", event.trigger in triggers, below)
            self.upper("subjects", unit < 0 or event.subjects == (unit,), below)

    def _opening(self, below: Opening) -> None:
        order = self.state.table.order
        self.below("dealt", 0 < below.dealt <= len(order))
        if isinstance(self.above, Drawing):
            self.upper("seat", self.above.seat == order[below.dealt - 1], below)

    def _turn(self, below: Turn) -> None:
        drawing = isinstance(self.above, Drawing)
        self.below("step", below.step == (1 if drawing else 2))
        self._happens((Trigger.STARTED,), -1, below)
        if isinstance(self.above, Drawing | Resolve):
            self.upper("seat", self.above.seat == below.seat, below)
        self._used(below)

    def _phase(self, below: UnitPhase) -> None:
        above = self.above
        self._happens((Trigger.MOVED, Trigger.CAPTURED, Trigger.WOUNDED), -1, below)
        if isinstance(above, Attack):
            self.upper("unit", above.setup.token >= 0 or above.setup.unit == below.unit, below)
        if isinstance(above, Resolve):
            self.upper("seat", above.seat == below.unit >> 2, below)
        self._used(below)

    def _used(self, below: Turn | UnitPhase) -> None:
        if isinstance(self.above, Resolve):
            when = self.ability(self.above).when
            self.upper("ability", when in _USED[type(below)], below)

    def _attack(self, below: Attack) -> None:
        above = self.above
        if isinstance(above, Event):
            self._happens(tuple(_DURING), -1, below)
            step, stages = _DURING[above.trigger]
            self.below("step", below.step == step)
            self.below("stage", below.stage in stages)
            self.upper("attack", above.attack == self.depth, below)
            if above.trigger is Trigger.WOUNDED:
                self.below("stage", below.stage == (2 if above.own_card else 3))
                self.below("current", above.subjects == (below.current,))
        elif isinstance(above, Dying):
            self.below("step", below.step == HITS)
            self.below("current", below.current < 0)
        elif isinstance(above, Resolve):
            attacking = self.ability(above).when is Trigger.ATTACK
            fits = attacking or self.ability(above).when is Trigger.DEFEND
            self.upper("ability", fits, below)
            self.below("step", below.step == (ATTACK_CARDS if attacking else DEFENCE_CARDS))
            self.upper("attack", above.attack == self.depth, below)

    def _event(self, below: Event) -> None:
        above = self.above
        if isinstance(above, Resolve):
            self.upper("ability", self.ability(above).when is below.trigger, below)
            self.upper("seat", not below.seats or above.seat == below.seats[0], below)
            self.below("used", (above.ability, above.subject) in below.used)
        elif isinstance(above, Attack):
            self.upper("token", above.setup.token >= 0, below)

    def _resolve(self, below: Resolve) -> None:
        above = self.above
        self.below("next_effect", below.next_effect > 0)
        word, verbs = _EFFECTS.get(type(above), ("", set[Verb]()))
        token = isinstance(above, Attack) and above.setup.token >= 0
        if word and not token:
            found = {effect.verb for effect in self.ability(below).do}
            _must(
                self.shown,
                self.depth,
                "ability",
                not found.isdisjoint(verbs),
                f"this ability has no {word} for {self.word} above it",
            )
        if isinstance(above, Attack) and not token:
            attacker = below.bearer if below.bearer >= 0 else below.subject
            self.upper("unit", above.setup.unit == attacker, below)
        if isinstance(above, Drawing):
            self.upper("seat", above.seat == below.seat, below)
