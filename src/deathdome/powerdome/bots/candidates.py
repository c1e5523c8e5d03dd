"""Candidates: the sheets that a search chooses from, as shapes times bundles (D.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.powerdome.model.answers import Activation, Plan, Sheet
from deathdome.powerdome.model.tome import (
    Afflict,
    ChangeStat,
    Condition,
    Disable,
    FurtherAttack,
    Regenerate,
    Summon,
    Weaken,
)
from deathdome.powerdome.rules.sheets import complete, usable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from deathdome.powerdome.bots.outcomes import Outcomes
    from deathdome.powerdome.bots.targets import Aim
    from deathdome.powerdome.model.dome import CharacterId, Dome, Seat
    from deathdome.powerdome.model.tome import Effect
    from deathdome.powerdome.rules.sheets import Usable

    Bundle: TypeAlias = tuple[tuple[Activation, ...], int]  # activations, points held back

AGILITY: Final = (0, 1, 8, 15, 25, 40)  # percent of the points
SPLITS: Final = (100, 75, 50, 25, 0)  # percent of the rest in strike
ALLY_STRIKES: Final = (100, 60, 0)
TRIALS: Final = 2  # combats for an activation that is weighed
WEIGHED: Final = 6  # activations a player at most


class Shape(NamedTuple):
    """Agility, and how the rest is split."""

    agility: int  # points
    strike: int  # percent of the rest
    ally: int = 100  # percent of an ally's points in strike


class Candidate(NamedTuple):
    """A sheet of a player, complete."""

    sheet: Sheet
    attack: CharacterId | None


def shapes(points: int, answers: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Return pairs of agility and strike percent, without duplicates.

    `answers` are agilities that answer the table: twice that of the fastest rival, and one more
    than half of it.
    """
    levels = dict.fromkeys(
        [
            *(max(points * share // 100, 1 if share else 0) for share in AGILITY),
            *(level for level in answers if level < points),
        ]
    )
    return [(level, split) for level in levels if level <= points for split in SPLITS]


class Maker:
    """Makes the candidates of any seat from the public view."""

    def __init__(self, dome: Dome, aim: Aim, outcomes: Outcomes, dice: Random) -> None:
        self.dome = dome
        self.aim = aim
        self.outcomes = outcomes
        self.dice = dice
        self._usable = {seat: usable(dome, dome.characters[seat]) for seat in dome.living()}

    def plain(self, seat: Seat, foe: CharacterId | None = None) -> Sheet:
        """Return the sheet of a player that is expected to do the usual."""
        points = self.points(seat, ())
        usual = self.aim.usual(seat)
        agility, strike = int(points * usual.agility), int(points * usual.strike)
        if foe is None:
            ranked = self.aim.ranked(seat)
            foe = ranked[0] if ranked else None
        plan = Plan(agility, strike, max(points - agility - strike, 0), foe)
        return complete(self.dome, seat, Sheet({seat: plan}))

    def points(self, seat: Seat, acts: Sequence[Activation]) -> int:
        """Return the points that activations and Autos leave."""
        left = self.dome.characters[seat].vitality
        costs = {(one.power, one.number): one for one in self._usable[seat]}
        left -= sum(one.cost(one.least) for one in self._usable[seat] if one.auto)
        return left - sum(costs[act.power, act.effect].cost(act.x) for act in acts)

    def bundles(self, seat: Seat, foes: Sequence[CharacterId]) -> list[Bundle]:
        """Return up to three bundles of activations: none, the best one, and all that help."""
        weighed = self._weigh(seat, foes)
        found: list[Bundle] = [((), 0)]
        if weighed:
            found.append(((weighed[0][1],), 0))
        good = sorted(
            (
                (rank(one.effect), number, act)
                for number, (gain, act, one) in enumerate(weighed)
                if gain
            ),
            key=lambda row: row[:2],
        )
        most = self.points(seat, ()) * 3 // 5
        taken: list[tuple[int, int, Activation]] = []
        for row in sorted(good, key=lambda row: row[1]):  # by gain
            acts = [act for _, _, act in taken] + [row[2]]
            if self.points(seat, ()) - self.points(seat, acts) <= most:
                taken.append(row)
        every = tuple(act for _, _, act in sorted(taken, key=lambda row: row[:2]))
        if len(every) > 1:
            found.append((every, 0))
        reserve = self._reserve(seat)
        if reserve and reserve < self.points(seat, ()):
            found.append(((), reserve))
        return found

    def _weigh(
        self, seat: Seat, foes: Sequence[CharacterId]
    ) -> list[tuple[bool, Activation, Usable]]:
        """Return activations, best first, with True for those that help in a few trials."""
        found = []
        for one in self._usable[seat]:
            if one.auto:
                continue
            target = self.aim.at(seat, one.effect, one.targets, foes)
            if one.effect.target is not None and target is None:
                continue
            x = max(one.most * self.dice.choice((1, 2, 3)) // 3, one.least)
            act = Activation(one.power, one.number, target, x)
            left = self.points(seat, (act,))
            burns = one.effect.cost is not None and one.effect.cost.burn
            if left < 0 or (burns and one.cost(x) > self.dome.characters[seat].vitality // 2):
                continue
            found.append((act, one))
        if not found:
            return []
        self.dice.shuffle(found)
        del found[WEIGHED:]
        others = {other: self.plain(other) for other in self._usable if other != seat}
        foe = foes[0] if foes else None
        base = self._trial(seat, (), foe, others)
        rows = []
        for act, one in found:
            gain = self._trial(seat, (act,), foe, others) - base
            rows.append((gain, act, one))
        rows.sort(key=lambda row: -row[0])
        return [(gain > 0, act, one) for gain, act, one in rows]

    def _trial(
        self,
        seat: Seat,
        acts: tuple[Activation, ...],
        foe: CharacterId | None,
        others: Mapping[Seat, Sheet],
    ) -> float:
        """Return the payoff of two usual shapes with activations."""
        total = 0.0
        for shape in (Shape(15, 65), Shape(8, 30))[:TRIALS]:
            points = self.points(seat, acts)
            sized = shape._replace(agility=points * shape.agility // 100)
            mine = self.sheet(seat, sized, (acts, 0), foe)
            sheets = {one: others[one] if one != seat else mine for one in self.outcomes.order}
            total += self.outcomes.payoff(self.outcomes.resolve(sheets), seat)
        return total

    def _reserve(self, seat: Seat) -> int:
        """Return the points that reactive payments of a player want."""
        total = 0
        for power in self.dome.hands[seat]:
            for effect in self.dome.tome.powers[power].effects:
                if Condition.REACTIVE in effect.on and effect.cost is not None:
                    total += effect.cost.n
        return total

    def sheet(self, seat: Seat, shape: Shape, bundle: Bundle, foe: CharacterId | None) -> Sheet:
        """Return the complete sheet of a shape, a bundle and a target."""
        acts, reserve = bundle
        points = max(self.points(seat, acts) - reserve, 0)
        agility = min(shape.agility, points)
        strike = (points - agility) * shape.strike // 100
        plan = Plan(agility, strike, points - agility - strike, foe, acts)
        plans = {seat: plan}
        for who in self.dome.allies(seat):
            plans[who] = self._ally_plan(who, shape, foe)
        return complete(self.dome, seat, Sheet(plans))

    def _ally_plan(self, who: CharacterId, shape: Shape, foe: CharacterId | None) -> Plan:
        """Return the plan of an ally: its own effect if there is one, the rest by the shape."""
        ally = self.dome.characters[who]
        left, acts = ally.vitality, []
        foes = [foe] if foe is not None else []
        for one in usable(self.dome, ally):
            cost = one.cost(one.least)
            if one.auto or cost * 3 > left:
                continue
            target = self.aim.at(ally.controller, one.effect, one.targets, foes)
            if one.effect.target is None or target is not None:
                acts.append(Activation(None, one.number, target, one.least))
                left -= cost
        strike = left * shape.ally // 100 if foe is not None else 0
        return Plan(0, strike, left - strike, foe, tuple(acts))

    def candidates(self, seat: Seat, count: int, foes: Sequence[CharacterId]) -> list[Candidate]:
        """Return the candidates of a seat, thinned at random to a number."""
        answers = self._answers(seat)
        bundles = self.bundles(seat, foes)
        rows = []
        for bundle in bundles:
            for agility, strike in shapes(self.points(seat, bundle[0]), answers):
                rows.append((agility, strike, bundle))
        if len(rows) > count:
            rows = self._thinned(rows, count)
        found = []
        allies = bool(self.dome.allies(seat))
        for number, (agility, strike, bundle) in enumerate(rows):
            foe = self._foe(foes, number)
            ally = self.dice.choice(ALLY_STRIKES) if allies else 100
            mine = self.sheet(seat, Shape(agility, strike, ally), bundle, foe)
            found.append(Candidate(mine, foe))
        return found

    def _thinned(
        self, rows: list[tuple[int, int, Bundle]], count: int
    ) -> list[tuple[int, int, Bundle]]:
        """Return a random choice with every bundle in it."""
        self.dice.shuffle(rows)
        by_bundle: dict[Bundle, list[tuple[int, int, Bundle]]] = {}
        for row in rows:
            by_bundle.setdefault(row[2], []).append(row)
        piles = list(by_bundle.values())
        found: list[tuple[int, int, Bundle]] = []
        while len(found) < count and any(piles):
            for pile in piles:
                if pile and len(found) < count:
                    found.append(pile.pop())
        return found

    def _foe(self, foes: Sequence[CharacterId], number: int) -> CharacterId | None:
        """Return the best target, for every fourth candidate the second best."""
        if not foes:
            return None
        if len(foes) > 2:
            return foes[number % len(foes)]
        return foes[1] if len(foes) > 1 and number % 4 == 3 else foes[0]

    def _answers(self, seat: Seat) -> tuple[int, ...]:
        """Return agilities that answer the fastest rival's of the last round."""
        known = [
            agility
            for rival in self._usable
            if rival != seat and (agility := self.aim.memory.agility[rival]) is not None
        ]
        if not known:
            return ()
        top = max(known)
        ratio = self.dome.speed_ratio
        return (ratio * top, top // ratio + 1)


def rank(effect: Effect) -> int:
    """Return the place of an effect in the order of use (D.4)."""
    ranks = [6]
    for step in effect.do:
        if isinstance(step, Disable):
            ranks.append(0)
        elif isinstance(step, Afflict) or (isinstance(step, Weaken) and step.who != "self"):
            ranks.append(1)
        elif isinstance(step, ChangeStat):
            ranks.append(3 if step.who in ("self", "own_allies", "controller") else 2)
        elif isinstance(step, FurtherAttack | Regenerate):
            ranks.append(4)
        elif isinstance(step, Summon):
            ranks.append(5)
    return min(ranks)


def undeclared(sheet: Sheet) -> Sheet:
    """Return a sheet without targets, for games that declare them in combat (AM-2)."""
    return Sheet(
        {
            who: replace(
                plan,
                attack=None,
                activate=tuple(replace(act, target=None) for act in plan.activate),
            )
            for who, plan in sheet.plans.items()
        },
        sheet.caption,
    )
