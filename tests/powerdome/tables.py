"""Tables of PowerDome for tests: a dome, its powers, a round from sheets in a few words.

Powers that the tome lacks are made with `power_of` and `effect`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from deathdome.powerdome.content.tome_files import parse_tome
from deathdome.powerdome.model.answers import Activation, Chance, Plan, Sheet
from deathdome.powerdome.model.dome import Character, Dome
from deathdome.powerdome.model.events import Failed
from deathdome.powerdome.model.options import Options
from deathdome.powerdome.model.tome import Check, Condition, Effect, Power, Tome
from deathdome.powerdome.rules.rounds import play_round, reset
from deathdome.powerdome.rules.setup import put_in_force, start
from deathdome.powerdome.rules.sheets import complete, why_not_sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.tome import AllyKind, Step
    from deathdome.powerdome.rules.refusals import Refusal

T = TypeVar("T")
TOME = Path(__file__).parents[2] / "data" / "powerdome" / "tome.toml"


@cache
def tome() -> Tome:
    return parse_tome(TOME.read_text("utf-8"))


def effect(on: str, *do: Step, checks: Sequence[tuple[Any, str, Any]] = (), **more: Any) -> Effect:
    """Return an effect: `on` has its conditions with blanks between."""
    conditions = frozenset(map(Condition, on.split()))
    return Effect(conditions, do, checks=tuple(Check(*one) for one in checks), **more)


def power_of(name: str, *effects: Effect, **more: Any) -> Power:
    """Return a power that the tome lacks."""
    return Power(0, name, name.title(), "", effects, **more)


def tome_with(powers: Iterable[Power], allies: Iterable[AllyKind] = ()) -> Tome:
    """Return the tome with more powers and kinds of ally at its end."""
    whole = tome()
    return Tome((*whole.powers, *powers), (*whole.allies, *allies), whole.afflictions)


class Table:
    """A dome whose players are called A, B, C; their allies follow."""

    def __init__(
        self,
        *vitality: int,
        powers: Iterable[Power] = (),
        allies: Iterable[AllyKind] = (),
        **options: Any,
    ) -> None:
        self.tome = tome_with(powers, allies)
        self.dome = Dome(self.tome, len(vitality), 100)
        self.options = Options(**options)
        self.dome.initiative = self.options.initiative
        self.names = [chr(ord("A") + seat) for seat in range(len(vitality))]
        self.log: list[Event] = []
        self.plans: dict[int, Plan] = {}
        self.forced: list[int] = []
        self.commit: Sequence[int] = range(len(vitality))
        for seat, points in enumerate(vitality):
            self.dome.characters[seat].vitality = points

    def who(self, name: str) -> int:
        return self.names.index(name)

    def power(self, name: str) -> int:
        return self.tome.number[name]

    def give(self, name: str, *powers: str) -> None:
        for power in powers:
            self.dome.acquire(self.power(power), self.who(name))

    def force(self, *modifiers: str) -> None:
        for power in modifiers:
            put_in_force(self.dome, self.power(power))

    def afflict(self, name: str, *afflictions: str) -> None:
        held = self.dome.characters[self.who(name)].afflictions
        held += [self.tome.affliction[one] for one in afflictions]

    def ally(self, name: str, kind: str, controller: str) -> None:
        index = self.tome.ally[kind]
        characters = self.dome.characters
        vitality = self.tome.allies[index].vitality
        characters.append(Character(len(characters), self.who(controller), index, vitality))
        self.names.append(name)

    def plan(
        self,
        name: str,
        stats: Sequence[int],
        attack: str | None = None,
        *acts: tuple[Any, ...],
    ) -> None:
        target = None if attack is None else self.who(attack)
        agility, strike, resist = stats
        self.plans[self.who(name)] = Plan(
            agility, strike, resist, target, tuple(self._act(*act) for act in acts)
        )

    def _act(
        self, power: str | None, target: str | None = None, x: int = 0, effect: int = -1
    ) -> Activation:
        index = None if power is None else self.power(power)
        aim: int | None = None
        if target is not None:
            aim = self.who(target) if target in self.names else self.power(target)
        if effect < 0:
            effects = () if index is None else self.tome.powers[index].effects
            effect = next((at for at, one in enumerate(effects) if one.planned), 0)
        return Activation(index, effect, aim, x)

    def start(self) -> Table:
        """Carry out the start-of-game effects."""
        start(self.dome, self.chance, self.log)
        return self

    def one(self, name: str) -> Character:
        """Return a character by its name."""
        return self.dome.characters[self.who(name)]

    def mark(self, modifier: str, *names: str, secret: bool = False) -> None:
        """Put a given modifier in force and hand it to players."""
        self.force(modifier)
        power = self.power(modifier)
        self.dome.marks[power] = tuple(map(self.who, names))
        if secret:
            self.dome.hidden |= {power}

    def found(self, kind: type[T]) -> list[T]:
        """Return the events of a kind."""
        return [event for event in self.log if isinstance(event, kind)]

    def failures(self) -> list[tuple[str, str]]:
        """Return the failed activations: the power and the reason."""
        return [
            ("" if event.power is None else self.tome.powers[event.power].id, event.reason)
            for event in self.found(Failed)
        ]

    def why_not(self, name: str) -> Refusal | None:
        """Return why the plans of a player are refused, or None."""
        seat = self.who(name)
        mine = {
            who: plan
            for who, plan in self.plans.items()
            if self.dome.characters[who].controller == seat
        }
        return why_not_sheet(self.dome, seat, Sheet(mine), declared=False)

    def chance(self, ask: Ask) -> Chance:
        value = self.forced.pop(0) if self.forced else ask.choices[0]
        assert value in ask.choices
        return Chance(value)

    def play(self) -> Table:
        reset(self.dome)
        sheets = {}
        for seat in self.commit:
            if not self.dome.characters[seat].alive:
                continue
            mine = {
                who: plan
                for who, plan in self.plans.items()
                if self.dome.characters[who].controller == seat
            }
            mine.setdefault(seat, Plan())
            sheet = Sheet(mine)
            refusal = why_not_sheet(self.dome, seat, sheet, declared=False)
            assert refusal is None, refusal
            sheets[seat] = complete(self.dome, seat, sheet)
        play_round(self.dome, sheets, list(sheets), self.options, self.chance, self.log)
        return self

    def vitality(self) -> str:
        """Return 'A 100, B 16'."""
        return ", ".join(
            f"{name} {one.vitality}"
            for name, one in zip(self.names, self.dome.characters, strict=True)
        )
