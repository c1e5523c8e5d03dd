"""Whole unit phases: where a unit goes, what it does there or before, and what that is worth.

A plan is scored without trying it: one unit changes its place, a point its owner, an enemy perhaps
dies. What the other teams could then do is part of the score (`danger`).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from functools import cached_property, reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, overload

from deathdome.geometry.grid import spaces_in
from deathdome.managers.planner.attack import AttackValues, burning, lava_pushes
from deathdome.managers.planner.evaluate import (
    GREED,
    decided,
    hurt,
    last_phase,
    last_turn,
    parts,
    settled,
    stay_at_home,
    strongest,
    turns_left,
    worth,
)
from deathdome.managers.planner.objectives import (
    FAR,
    STANDING,
    SquareValue,
    SquareValues,
    freedom,
    mobility_of,
    objectives_of,
    shared_out,
    square_values,
    steps_from,
    takings,
)
from deathdome.managers.planner.season import mistakes_of, season_of
from deathdome.managers.planner.threats import NoThreats, ThreatMap, covered
from deathdome.managers.planner.weights import LEAF, NEUTRAL, LeafWeights, Weights
from deathdome.model.actions import (
    CAPTURE,
    NOBODY,
    RELEASE,
    Action,
    ActionKind,
    a_of,
    kind_of,
    make_action,
)
from deathdome.model.effects import Capture, Heal
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.vocabulary import Deny, Period, Rating, Shape, Trigger
from deathdome.odds.card_choices import cards_of
from deathdome.odds.defences import protection
from deathdome.rules.abilities import WEAPON_KEY, count_use, limit_key, within_limit
from deathdome.rules.ending import judge
from deathdome.rules.moving import reach
from deathdome.rules.units import (
    boost,
    denies,
    foes,
    mid_move_acts,
    movement,
    put,
    ready_units,
    token_spaces,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deathdome.geometry.grid import SpaceSet
    from deathdome.managers.planner.attack import Way
    from deathdome.managers.planner.objectives import Mobility
    from deathdome.model.state import State, WeaponAttack

    # Of a plan: -score, act, goal, a number that tells equals apart, and the fields after `act`.
    _Row: TypeAlias = tuple[float, int, int, int, tuple[Any, ...]]


class Chance(NamedTuple):
    """An action that may be possible from somewhere."""

    value: float
    action: Action
    place: int  # its target
    spaces: int  # set of spaces from which it can be done
    target: int = -1  # unit that may die
    kill: float = 0.0
    wounds: int = 0  # that it is likely left with
    done: int = -1  # space of the point that is taken, or of the release
    laid: int = 0  # sum of the cards that the attack takes
    strips: bool = False  # the attack likely uses up a protection of its target


class UnitActions:
    """The actions of one team in a position, without the cost of getting there."""

    def __init__(
        self, world: State, seat: int, weights: Weights, attack_values: AttackValues
    ) -> None:
        self.world = world
        self.seat = seat
        self.weights = weights
        self.attack_values = attack_values
        self._captures: dict[tuple[int, int], float] = {}  # by value and owner of the point

    def of(self, unit: int, stands: int) -> list[Chance]:
        """Attacks, captures, releases and cures from any of the spaces in the set `stands`."""
        world, seat = self.world, self.seat
        terrain = world.setup.terrain
        stands &= ~(1 << terrain.home[seat])
        found: list[Chance] = []
        points = stands & terrain.all_points
        if points:
            missed = mistakes_of(world).missed
            for space in spaces_in(points):
                index = terrain.point_at[space]
                owner = world.owners[index]
                if owner != seat and index not in missed:
                    value = self._capture(index)
                    found.append(Chance(value, CAPTURE, space, 1 << space, done=space))
        releases = stands & terrain.all_release_points
        if releases and min(world.space) < 0 and not mistakes_of(world).no_release:
            for space in spaces_in(releases):
                jail = terrain.jail_released_at[space]
                if -1 - jail in world.space:
                    value = freedom(world, seat, jail, self.weights)
                    found.append(Chance(value, RELEASE, space, 1 << space, done=space))
        further = boost(world.timed, unit, Rating.RANGE) if world.timed else 0
        overlooked = mistakes_of(world).overlooked
        for arm in world.gear.weapons[unit]:
            if arm.limit is not None and world.uses.get(WEAPON_KEY | arm.item, 0) >= arm.limit:
                continue
            spaces = max(1, arm.range + further)
            if arm.shape is Shape.ADJACENT:
                found += self._sweeps(unit, arm, stands)
                continue
            for other, place in enumerate(world.space):
                if other >> 2 == seat or place < 0 or place == terrain.home[other >> 2]:
                    continue
                if other in overlooked:
                    continue
                area = covered(terrain, place, spaces, arm.sight, arm.through_walls) & stands
                area &= ~(1 << place)
                area &= ~burning(world, unit, arm, other, area)
                if not area:
                    continue
                way = self.attack_values.best(unit, arm, other)
                action = make_action(ActionKind.ATTACK, arm.item, other)
                deadly = lava_pushes(world, arm, other) & area
                if deadly:
                    gain = way.gain + way.hurt * self.attack_values.fatal(other)
                    kill = way.kill + way.hurt
                    found.append(Chance(gain, action, place, deadly, other, kill, laid=way.total))
                    area &= ~deadly
                if area:
                    found.append(_attack(way, action, place, area, other))
        found += self._cures(unit, stands)
        found += self._stamps(unit, stands)
        return found

    def _sweeps(self, unit: int, arm: WeaponAttack, stands: int) -> list[Chance]:
        """Attacks on all enemies around, by whom they would hit."""
        world, seat = self.world, self.seat
        terrain = world.setup.terrain
        near: dict[int, int] = {}  # spaces next to each enemy
        for other, place in enumerate(world.space):
            if other >> 2 != seat and place >= 0 and place != terrain.home[other >> 2]:
                area = covered(terrain, place, 1, arm.sight, arm.through_walls) & stands
                near[other] = area & ~(1 << place)
        groups: dict[tuple[int, ...], int] = {}
        for space in spaces_in(reduce(or_, near.values(), 0)):
            hits = tuple(other for other, area in near.items() if area >> space & 1)
            groups[hits] = groups.get(hits, 0) | 1 << space
        action = make_action(ActionKind.ATTACK, arm.item, NOBODY)
        found = []
        for hits, area in groups.items():
            way = self.attack_values.sweep(unit, arm, hits)
            target = max(hits, key=self.attack_values.fatal)
            place = world.space[target]
            found.append(_attack(way, action, place, area, target))
        return found

    def _capture(self, index: int) -> float:
        """Return the immediate value of taking a control point."""
        world = self.world
        kind = world.setup.board.point_value[index], world.owners[index]
        found = self._captures.get(kind)
        if found is None:
            found = self._captures[kind] = takings(world, self.seat, *kind, self.weights)
        return found

    def _stamps(self, unit: int, stands: int) -> list[Chance]:
        """Return captures that do not need the unit on the point."""
        world = self.world
        terrain = world.setup.terrain
        found: list[Chance] = []
        for ability in world.gear.windows[unit].get(Trigger.ACTION, ()):
            pick = ability.pick
            stamps = any(isinstance(effect, Capture) for effect in ability.do)
            if pick is None or pick.what != "point" or not stamps:
                continue
            if not within_limit(world, ability, -1):
                continue
            for index, point in enumerate(world.setup.board.points):
                place = int(point)
                if world.owners[index] != self.seat:
                    area = covered(terrain, place, pick.range or FAR, pick.sight, False) & stands
                    if area:
                        action = make_action(ActionKind.USE, int(ability.id), place + 1)
                        found.append(Chance(self._capture(index), action, place, area, done=place))
        return found

    def _cures(self, unit: int, stands: int) -> list[Chance]:
        """Healing of teammates and of the unit itself with its action."""
        world = self.world
        terrain, w = world.setup.terrain, self.weights
        found: list[Chance] = []
        for ability in world.gear.windows[unit].get(Trigger.ACTION, ()):
            heals = [effect.n for effect in ability.do if isinstance(effect, Heal)]
            if not heals or ability.pick is None:
                continue
            for mate in range(self.seat * 4, self.seat * 4 + 4):
                place, wounds = world.space[mate], world.wounds[mate]
                if place < 0 or not wounds:
                    continue
                vitae = world.gear.vitae[mate]
                gain = hurt(vitae, wounds, w) - hurt(vitae, max(0, wounds - heals[0]), w)
                action = make_action(ActionKind.USE, int(ability.id), mate + 1)
                if mate == unit:
                    area = stands
                else:
                    spaces = ability.pick.range or 99
                    area = covered(terrain, place, spaces, True, False) & stands
                if area:
                    found.append(Chance(gain, action, place, area))
        return found


def thought_of(world: State, seat: int) -> list[int]:
    """Return the units of a team that are ready and that it thinks of."""
    units = ready_units(world, seat)
    forgotten = mistakes_of(world).forgotten
    return [unit for unit in units if unit not in forgotten] or units


def _attack(way: Way, action: Action, place: int, area: int, target: int) -> Chance:
    return Chance(
        way.gain,
        action,
        place,
        area,
        target,
        way.kill,
        way.wounds,
        laid=way.total,
        strips=way.strips,
    )


UNLIKELY: Final = 0.05  # chances below that are not followed up
LIKELY: Final = 0.5  # a target that is gone by then
SOON: Final = 0.85  # what the second phase is expected to bring, as a share
FIRSTS: Final = 25  # plans of a unit that may be the first of two
FIRST: Final = 6  # ... where only the best is asked for
PHASE: Final = 90_000  # credits; a unit phase to come
ORDINARY: Final = 2.75  # typical value of an unseen power card
SERVED: Final = 3  # spaces looked at for one action


class Plan(NamedTuple):
    """One unit phase, or what is left of one."""

    score: float  # credits, compared with staying and doing nothing
    unit: int
    goal: int  # space; its own space means that it stays
    act: int = 0  # the Action, 0 for none
    act_first: bool = False  # the action comes before the walk
    gain: float = 0.0  # what the action itself brings
    saved: float = 0.0  # a threat that may end with it
    kill: float = 0.0  # chance that the target dies
    aim: int = -1  # space of the point, release point or target
    wounds: int = 0  # that the target is likely left with
    done: int = -1  # space of the point that is taken, or of the release
    laid: int = 0  # sum of the cards that the attack takes
    strips: bool = False  # the attack likely uses up a protection of its target


class Plans(Sequence[Plan]):
    """Plans of a unit, the best first. Most are never looked at, so each is made on demand."""

    def __init__(self, unit: int, rows: list[_Row]) -> None:
        rows.sort()
        self._unit = unit
        self._rows = rows
        self._made: list[Plan] = []  # the first ones

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> Plan: ...
    @overload
    def __getitem__(self, place: slice) -> list[Plan]: ...
    def __getitem__(self, place: int | slice) -> Plan | list[Plan]:
        """Return the plans at a place, or at some."""
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self._rows)))]
        if place < 0:
            place += len(self._rows)
        made = self._made
        while len(made) <= place:
            score, act, goal, _, rest = self._rows[len(made)]
            made.append(Plan(-score, self._unit, goal, act, *rest))
        return made[place]

    def __iter__(self) -> Iterator[Plan]:
        """Yield them, the best first."""
        yield from self._made
        for place in range(len(self._made), len(self._rows)):
            yield self[place]


Stage: TypeAlias = tuple[int, int, int, int]  # unit; movements, actions and steps left to it


class Ground:
    """Cached facts about a position that do not depend on hands."""

    def __init__(self) -> None:
        """Knows nothing yet."""
        self.views: dict[int, SquareValue] = {}  # by unit
        self.walks: dict[Stage, tuple[SpaceSet, SquareValues]] = {}
        self.means: dict[int, Mobility] = {}  # by unit


class Candidates:
    """Candidate plans of a team's units in a position, and the value of the rest.

    Made for one position and thrown away with it.
    """

    served: int = SERVED  # spaces looked at for one action

    def __init__(
        self, world: State, seat: int, weights: Weights, ground: Ground | None = None
    ) -> None:
        """`ground`: what has been found out about the same position with other cards in hand."""
        self.world = world
        self.seat = seat
        self.weights = weights
        self._rivals = [other for other in range(world.setup.seats) if other != seat]
        self.attack_values = AttackValues(world, seat, weights)
        self.chances = UnitActions(world, seat, weights, self.attack_values)
        self._jobs = objectives_of(world, seat, weights)
        turn = world.stack[0] if world.stack else None
        mine = isinstance(turn, Turn) and turn.seat == seat
        self.phases = turn.phases if isinstance(turn, Turn) and mine else 0
        self.later = self.phases + 2 * turns_left(world, seat)
        self._held = foes(world, seat)  # no other unit can be there
        self._ground = ground or Ground()
        self._plans: dict[Stage, tuple[int, Plans]] = {}

    def in_position(self, world: State) -> Candidates:
        """Return the candidates of the same team in another position."""
        return Candidates(world, self.seat, self.weights)

    @cached_property
    def danger(self) -> ThreatMap | NoThreats:
        """The threats, computed on first use."""
        if not self.weights.danger:
            return NoThreats()
        return ThreatMap(self.world, self.seat, self.weights)

    # -- the whole ---------------------------------------------------------------------------------

    def static(self) -> float:
        """Credits of the position if this turn ended now."""
        world, seat = self.world, self.seat
        if world.outcome is not None:
            return decided(world, seat)
        others = {other: worth(world, other, NEUTRAL) for other in self._rivals}
        rival = strongest(world, others)
        lead = worth(world, seat, self.weights) - self.weights.lead * others[rival]
        objectives = shared_out(world, seat, -1, self.weights, self.later, self._jobs)
        return lead + objectives.total() - self.danger.total()

    def outlook(self, leaf: LeafWeights = LEAF) -> float:
        """Credits of the position at the start of the team's turn, before any plan.

        In a season they include what the teams were worth before.
        """
        world, seat = self.world, self.seat
        others = {team: self._prospect(team, leaf) for team in self._rivals}
        rival = strongest(world, others)
        lead = self._prospect(seat, leaf) - self.weights.lead * others[rival]
        season = season_of(world)
        if season is not None:
            lead += season.heads[seat] - season.heads[rival]
        return lead - leaf.danger * self.danger.total() if leaf.danger else lead

    def _prospect(self, team: int, leaf: LeafWeights) -> float:
        """Return what a team has and is about to get."""
        world = self.world
        weights, jobs, later = self.weights, self._jobs, self.later
        if team != self.seat:
            weights, later = NEUTRAL, 2 * turns_left(world, team)
            jobs = objectives_of(world, team, weights)
        has = zip(leaf, self._usual(parts(world, team, weights), team, weights), strict=False)
        ways = shared_out(world, team, -1, weights, later, jobs).total()
        return sum(factor * part for factor, part in has) + leaf.jobs * ways

    def _usual(self, found: tuple[float, ...], team: int, weights: Weights) -> tuple[float, ...]:
        """Return the same with a hand of average cards, since draws are chance."""
        world = self.world
        worth = weights.card + weights.card_point * ORDINARY
        hand = worth * len(world.hands[team]) * min(1.0, turns_left(world, team) + 0.3)
        return (*found[:4], hand, *found[5:])

    def promise(self) -> float:
        """Return `static` plus the gain of the unit phases left in this turn.

        In the middle of one, those to come are not thought about one by one.
        """
        world, seat = self.world, self.seat
        total = self.static()
        if world.outcome is not None or not world.stack:
            return total
        top = world.stack[-1]
        if isinstance(top, UnitPhase) and top.unit >> 2 == seat:
            total += max(0.0, self.best(top.unit, phase=top).score)
            return total + PHASE * self.phases
        if self.phases:
            scores = sorted(
                (self.best(unit).score for unit in thought_of(world, seat)),
                reverse=True,
            )
            total += sum(score for score in scores[: self.phases] if score > 0)
        return total

    def best(self, unit: int, phase: UnitPhase | None = None) -> Plan:
        """Return the best plan of a unit, which may be to do nothing."""
        return self.plans(unit, phase, 1)[0]

    def first_phases(self, each: int = 1) -> list[tuple[float, Plan]]:
        """Return the best first phases of a turn with their values, `per_unit` each, best first.

        With two unit phases left, a walk is also worth what the same unit can then do with the
        second (PHASE-3), as far as that beats what others could do with it. In the last turn of the
        match only what a plan does counts, not what it gives up for later.
        """
        world, seat = self.world, self.seat
        units = thought_of(world, seat)
        last = last_turn(world)
        most = max(each, FIRSTS) if each > 1 else FIRST
        plans_of = {unit: self.plans(unit, None, most) for unit in units}
        scores = {unit: plans[0].score for unit, plans in plans_of.items()}
        found: list[tuple[float, Plan]] = []
        for unit in units:
            plans: Iterable[tuple[float, Plan]]
            if last:
                plans = sorted(((plan.gain, plan) for plan in plans_of[unit]), key=_by_worth)
            else:
                plans = ((plan.score, plan) for plan in plans_of[unit])
            if self.phases > 1:
                others = max([0.0, *(score for other, score in scores.items() if other != unit)])
                plans = self._with_second(plans, others, each)
            found += islice(plans, each)
        found.sort(key=_by_worth)
        return found

    def _with_second(
        self, plans: Iterable[tuple[float, Plan]], others: float, each: int
    ) -> list[tuple[float, Plan]]:
        """Add to the worth of plans what a second phase of the unit may add; the best come first.

        `plans` come best first. Plans that cannot be among the best `each` may be missing.
        """
        most = self._most_later(others)
        if not most:
            return list(islice(plans, each))
        found: list[tuple[float, Plan]] = []
        least: list[float] = []  # worth of the best so far, the worst first
        for score, plan in plans:
            if len(least) == each and score + most < least[0]:
                break
            worth = score + self.soon(plan, others)
            found.append((worth, plan))
            insort(least, worth)
            del least[:-each]
        found.sort(key=_by_worth)
        return found

    def _most_later(self, others: float) -> float:
        """Return the most that `soon` can be."""
        pay = self._posts[0][0] if self._posts else 0.0
        return SOON * max(0.0, (1 - self.weights.wish) * pay - others)

    def soon(self, plan: Plan, others: float) -> float:
        """Return the gain that a second phase of the same unit may add."""
        unit = plan.unit
        if plan.act and not plan.act_first and plan.aim < 0:
            return 0.0
        if not plan.act and plan.goal == self.world.space[unit]:
            return 0.0
        held = self._held if plan.kill <= LIKELY else self._held & ~(1 << plan.aim)
        means = self._ground.means.get(unit)
        if means is None:
            means = self._ground.means[unit] = mobility_of(self.world, unit)
        steps = steps_from(self.world.setup.terrain, self.seat, means.allow, plan.goal)
        done = plan.done if plan.act != RELEASE else -1
        pace = means.pace
        for pay, space in self._posts:
            if steps[space] <= pace and space != done and not held >> space & 1:
                return SOON * max(0.0, (1 - self.weights.wish) * pay - others)
        return 0.0

    @cached_property
    def _posts(self) -> list[tuple[float, int]]:
        """(pay, space) of the jobs that standing there does, the best paid first."""
        found: list[tuple[float, int]] = [
            (job.pay, job.space) for job in self._jobs if job.task == STANDING
        ]
        found.sort(reverse=True)
        return found

    def on_the_way(self, plan: Plan) -> float:
        """Return the part of a plan's score for ending nearer to other objectives."""
        objectives = self.view(plan.unit).objectives
        here = self.world.space[plan.unit]
        return objectives.total(plan.goal, plan.done) - objectives.total(here)

    # -- one unit ----------------------------------------------------------------------------------

    def plans(self, unit: int, phase: UnitPhase | None = None, most: int = 400) -> Plans:
        """Return the best plans of a unit for a phase, or for the rest of one.

        At least the `most` best of all are among them; the more, the longer it takes.
        """
        frame = phase or UnitPhase(unit)
        stage = unit, frame.movements, frame.actions, frame.steps if frame.walking else -1
        known, found = self._plans.get(stage, (0, None))
        if found is None or known < most:
            walks = self._ground.walks.get(stage)
            if walks is None:
                walks = self._ground.walks[stage] = self._walks(unit, frame)
            found = self._find(unit, frame, *walks, most)
            self._plans[stage] = most, found
        return found

    def _walks(self, unit: int, frame: UnitPhase) -> tuple[SpaceSet, SquareValues]:
        """Return the spaces the unit can reach, and their values to it."""
        world = self.world
        goals = 0
        if frame.walking:
            goals = reach(world, unit, movement(world, unit) - frame.steps)
        elif frame.movements > 0 and not denies(world, unit) & Deny.MOVEMENT:
            goals = reach(world, unit, movement(world, unit))
        if world.tokens:  # a unit that steps on one is as good as dead, and captures no point there
            goals &= ~token_spaces(world, unit)
        return goals, square_values(self.view(unit), goals, world.space[unit])

    def _find(
        self, unit: int, frame: UnitPhase, goals: SpaceSet, places: SquareValues, most: int
    ) -> Plans:
        here = self.world.space[unit]
        view = self.view(unit)
        exposure, base = view.exposure, view.base
        start = places.start
        chances = self.chances.of(unit, goals | 1 << here) if frame.actions > 0 else []
        rest = places.best(self.served) if chances else []
        removed: dict[int, float] = {}
        rows: list[_Row] = [(-0.0, 0, here, 0, ())]
        rows += [
            (-(gain - 2.0), 0, space, number, ())
            for number, (gain, space) in enumerate(places.best(most), 1)
        ]
        for chance in chances:
            action, saved = chance.action, 0.0
            if chance.target >= 0 and chance.kill > UNLIKELY:
                threat = removed.get(chance.target)
                if threat is None:
                    threat = exposure.at(here) - exposure.at(here, without=chance.target)
                    removed[chance.target] = threat
                saved = self.weights.removal * chance.kill * threat
            gain = chance.value + self.weights.act
            done = chance.done
            aimed = chance.kill, chance.place, chance.wounds, done, chance.laid, chance.strips
            if chance.spaces >> here & 1:
                stay = base(here, done) - start if done >= 0 else 0.0
                score = gain + saved + stay
                rows.append((-score, action, here, len(rows), (True, gain, saved, *aimed)))
                if frame.movements > 0 or (frame.walking and self._mid_walk(unit, chance)):
                    for away, goal in rest:
                        after = base(goal, done) - start if done >= 0 else away
                        score = gain + saved + after
                        rows.append((-score, action, goal, len(rows), (True, gain, saved, *aimed)))
            gain, saved = self.weights.later * gain, self.weights.later * saved
            for away, goal in places.best(self.served, chance.spaces & goals):
                after = base(goal, done) - start if done >= 0 else away
                score = gain + saved + after
                rows.append((-score, action, goal, len(rows), (False, gain, saved, *aimed)))
        return Plans(unit, rows)

    def _mid_walk(self, unit: int, chance: Chance) -> bool:
        """Return True if the unit could continue its walk after an action (AMB-130)."""
        acts = mid_move_acts(self.world, unit)
        if kind_of(chance.action) is ActionKind.ATTACK:
            return "attack" in acts
        return "capture" in acts and chance.done >= 0 and chance.action != RELEASE

    def view(self, unit: int) -> SquareValue:
        """Return the square values for one unit."""
        found = self._ground.views.get(unit)
        if found is None:
            left = self.later - (0 if self._begun(unit) else 1)
            objectives = shared_out(
                self.world, self.seat, unit, self.weights, max(0, left), self._jobs
            )
            home = self.world.setup.terrain.home[self.seat]
            cost = stay_at_home(self.world, self.seat, self.weights)
            found = SquareValue(objectives, self.danger.of(unit), home, cost)
            self._ground.views[unit] = found
        return found

    def _begun(self, unit: int) -> bool:
        return any(isinstance(f, UnitPhase) and f.unit == unit for f in self.world.stack)


def _by_worth(found: tuple[float, Plan]) -> tuple[float, int, int, int]:
    worth, plan = found
    return -worth, plan.unit, plan.act, plan.goal


# -- turns -----------------------------------------------------------------------------------------
# The second phase may belong to the same unit (PHASE-3), so it is planned from the position as
# the first leaves it, if all goes as expected.

TRIED: Final = 12  # second plans of a unit looked at in the last turn of the match


class TurnPlan(NamedTuple):
    """A plan, and what the best plan after it adds."""

    total: float  # credits
    plan: Plan


def pairs(candidates: Candidates, plans: Sequence[Plan]) -> list[TurnPlan]:
    """Each plan with the best that could follow it, the best first.

    In the last turn of the match a plan is worth what it does, not what it may lead to some day.
    """
    found = [
        TurnPlan(_alone(candidates, plan) + following(candidates, plan), plan) for plan in plans
    ]
    found.sort(key=_by_total)
    return found


def _alone(candidates: Candidates, plan: Plan) -> float:
    """Return the value of a plan without its second phase.

    In a team's last turn the way to a job leads to the next phase or to none, and that is counted.
    """
    world = candidates.world
    if last_turn(world):
        # With the last phase the match is won or lost; credits are for the score only.
        final = last_phase(world) and season_of(world) is None
        return GREED * plan.gain if final else plan.gain
    if turns_left(world, candidates.seat):
        return plan.score
    return plan.score - candidates.on_the_way(plan)


def best_turns(candidates: Candidates, plans: Sequence[Plan], most: int) -> list[TurnPlan]:
    """`pairs` of the plans with the best estimates, and of the boldest attack.

    The second phase may save a unit that the first has risked. All plans are examined with one unit
    phase left, where that is quick, and in the last turn of the match, where it decides.
    """
    if last_turn(candidates.world) or candidates.phases < 2:
        return pairs(candidates, plans)
    chosen = [pair.plan for pair in estimated(candidates, plans)[:most]]
    for plan in (_boldest(candidates), *_openings(candidates)):
        if plan is not None and plan not in chosen:
            chosen.append(plan)
    return pairs(candidates, chosen)


def estimated(candidates: Candidates, plans: Iterable[Plan]) -> list[TurnPlan]:
    """Each plan with an estimate of what could follow it, the best first."""
    found = [TurnPlan(plan.score + _estimate(candidates, plan), plan) for plan in plans]
    found.sort(key=_by_total)
    return found


def _by_total(pair: TurnPlan) -> tuple[float, float, int, int]:
    return -pair.total, -pair.plan.score, pair.plan.unit, pair.plan.act


def _boldest(candidates: Candidates) -> Plan | None:
    """Return the best attack, wherever it leaves the unit."""
    world, seat = candidates.world, candidates.seat
    attacks = [
        plan
        for unit in thought_of(world, seat)
        for plan in candidates.plans(unit, None, FIRSTS)
        if plan.act and kind_of(Action(plan.act)) is ActionKind.ATTACK and plan.gain > 0
    ]
    return max(attacks, key=lambda plan: (plan.gain + plan.saved, plan.score), default=None)


def _openings(candidates: Candidates) -> list[Plan]:
    """Return the best attack that uses up the protection of each target, for a second to follow."""
    world, seat = candidates.world, candidates.seat
    found: dict[int, Plan] = {}
    for unit in thought_of(world, seat):
        for plan in candidates.plans(unit, None, FIRSTS):
            if plan.strips and (plan.aim not in found or plan.score > found[plan.aim].score):
                found[plan.aim] = plan
    return list(found.values())


def _estimate(candidates: Candidates, plan: Plan) -> float:
    """About the best that another unit can do, or the same one from where the plan leaves it."""
    world, seat = candidates.world, candidates.seat
    others = 0.0
    for unit in thought_of(world, seat):
        if unit != plan.unit:
            for other in candidates.plans(unit, None, FIRSTS):
                if other.score <= others:
                    break
                if (other.aim < 0 or other.aim != plan.aim) and other.goal != plan.goal:
                    others = other.score
                    break
    return others + candidates.soon(plan, others)


def following(candidates: Candidates, plan: Plan) -> float:
    """Credits of the best second phase after a plan, and of winning by the two."""
    world, seat = candidates.world, candidates.seat
    turn = world.stack[0]
    if not isinstance(turn, Turn) or len(world.stack) > 1:
        return 0.0
    last = last_turn(world)
    if turn.phases < 2:
        return _won(world, [plan], seat) if last else 0.0
    after = expected(world, plan)
    then = candidates.in_position(after)
    units = thought_of(after, seat)
    if not last:
        return max((then.best(unit).score for unit in units), default=0.0)
    plans = [found for unit in units for found in then.plans(unit)[:TRIED]]
    return max((found.score + _won(after, [found], seat) for found in plans), default=0.0)


def _won(world: State, plans: Sequence[Plan], seat: int) -> float:
    """Return the value if the match ends with these plans: a win beats any lead.

    Each attack may kill or not.
    """
    if not plans:
        winners, pay = settled(world, judge(world))
        return pay / len(winners) if seat in winners else 0.0
    plan, *rest = plans
    if not plan.act or not 0 < plan.kill < 1:
        return _won(expected(world, plan), rest, seat)
    hit = _won(expected(world, plan._replace(kill=1.0)), rest, seat)
    return plan.kill * hit + (1 - plan.kill) * _won(
        expected(world, plan._replace(kill=0.0)), rest, seat
    )


def expected(world: State, plan: Plan) -> State:
    """Return the most likely position after a plan."""
    turn = world.stack[0]
    assert isinstance(turn, Turn)
    after = world.copy()
    after.stack = (turn._replace(phases=turn.phases - 1),)
    if plan.done >= 0 and plan.act != RELEASE:
        after.owners[world.setup.terrain.point_at[plan.done]] = plan.unit >> 2
    if plan.kill > LIKELY or plan.wounds or plan.strips:
        victim = next(
            (
                unit
                for unit, place in enumerate(world.space)
                if place == plan.aim and unit >> 2 != plan.unit >> 2
            ),
            -1,
        )
        if victim >= 0 and plan.strips:
            _strip(after, victim, plan)
        elif victim >= 0 and plan.kill > LIKELY:
            put(after, victim, -1)
            after.shells[plan.unit >> 2] += 1
        elif victim >= 0:
            most = after.gear.vitae[victim] - 1
            after.wounds[victim] = min(most, after.wounds[victim] + plan.wounds)
    if plan.laid:
        _lay(after, plan.unit >> 2, plan.laid)
    if plan.goal != world.space[plan.unit]:
        put(after, plan.unit, plan.goal)
    return after


def _strip(after: State, victim: int, plan: Plan) -> None:
    """Use up the protection of an attack's target."""
    item = a_of(Action(plan.act))
    kind = next(arm.kind for arm in after.gear.weapons[plan.unit] if arm.item == item)
    worn = protection(after, victim, kind)
    if worn is not None and worn.limit is not None and worn.limit.per is not Period.ATTACK:
        count_use(after, limit_key(worn))


def _lay(after: State, seat: int, total: int) -> None:
    """Remove the expected cards of an attack from the hand."""
    hand = list(after.hands[seat])
    for action in cards_of(after, seat, total):
        hand.remove(a_of(action))
    after.hands[seat] = tuple(hand)


def first_of(plans: Sequence[Plan]) -> Plan:
    """Of plans that are worth the same together, the one to begin with: first what may fail."""
    return min(plans, key=lambda plan: (not 0 < plan.kill < 1, -plan.score, plan.unit, plan.goal))
