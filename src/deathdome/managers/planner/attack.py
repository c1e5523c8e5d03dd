"""Value of an attack in credits, from the same chances in `odds` that players see."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from deathdome.geometry.grid import spaces_in
from deathdome.managers.planner.evaluate import (
    auction_risk,
    hurt,
    last_phase,
    last_stand,
    last_turn,
    own_death,
    rivalry,
    team_prices,
    turns_share,
)
from deathdome.managers.planner.season import mistakes_of
from deathdome.model.actions import ActionKind, a_of, b_of, kind_of
from deathdome.model.effects import Incapacitate, MakeAttack, PushAway
from deathdome.model.vocabulary import Allow, Deny, Role, Shape, Target, Trigger, WeaponKind
from deathdome.odds.card_choices import fewest_cards
from deathdome.odds.defences import Unseen, spared_once
from deathdome.odds.outcomes import Hit, Play, hit_on, hits_of, struck_back, wound_ways
from deathdome.odds.pool import Pool, mean_added
from deathdome.rules.attack.declare import attack_with
from deathdome.rules.ending import SHELL_PAY
from deathdome.rules.gear import hands_of
from deathdome.rules.units import allows, denies
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.planner.weights import Weights
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Catalog
    from deathdome.model.frames import Attack
    from deathdome.model.state import State, WeaponAttack
    from deathdome.rules.terrain import Terrain


TRIFLE: Final = 1e-4  # so that of equal attacks the one with fewer cards is better

Expected: TypeAlias = tuple[float, float, float]  # chance to kill, to wound; credits of wounds
Outcomes: TypeAlias = dict[int, Expected]  # by surplus, as far as they are known


class Way(NamedTuple):
    """One amount of cards to attack with."""

    gain: float  # credits expected, the price of the cards deducted
    kill: float  # chance that the target dies
    hurt: float  # chance that it is wounded and lives
    total: int  # sum of the values played
    wounds: int = 0  # what the target is likely left with, if it lives
    strips: bool = False  # the attack likely uses up a protection of the target


class SideEffects(NamedTuple):
    """Side effects of a weapon on the units it wounds."""

    lies_down: bool = False
    pushes: bool = False
    recoils: bool = False  # pushes who uses it away from the target


class Payback(NamedTuple):
    """An attack that an attack on its bearer brings about."""

    surplus: int  # attack value minus defence value
    dying: bool  # only if the bearer dies


class AttackValues:
    """The attacks of one team in a position; results are cached."""

    def __init__(self, world: State, seat: int, weights: Weights) -> None:
        self.world = world
        self.seat = seat
        self._weights = weights
        self._values = hands_of(world.setup.catalog).values
        self._shares = [turns_share(world, team) for team in range(world.setup.seats)]
        seats = range(world.setup.seats)
        self._prices = [team_prices(world, team, weights) for team in seats]
        self._sums = fewest_cards(self._values[card] for card in world.hands[seat])
        self._unseen = Unseen(world, seat)
        self._card_factor = weights.last_card if last_turn(world) else 1.0
        if last_phase(world):  # then a card in the hand is worth nothing more
            self._card_factor = TRIFLE
        self._rivalry = [rivalry(world, seat, other) for other in range(world.setup.seats)]
        self._overrates = mistakes_of(world).overrates
        self._side_effects = side_effects_of(world.setup.catalog)
        self._known: dict[tuple[int, int, int], Way] = {}
        self._fatal: dict[int, float] = {}

    def best(self, unit: int, arm: WeaponAttack, target: int) -> Way:
        """Return the best number of cards for an attack on a target in reach (-1: all adjacent)."""
        key = unit, arm.item, target
        found = self._known.get(key)
        if found is None:
            found = max(self.ways(self.frame(unit, arm, target)))
            if arm.attacks > 1:
                more = 1 + self._weights.again * (arm.attacks - 1)
                found = found._replace(gain=found.gain * more)
            self._known[key] = found
        return found

    def sweep(self, unit: int, arm: WeaponAttack, hits: tuple[int, ...]) -> Way:
        """Return the best number of cards for an attack on all these units."""
        return max(self.ways(attack_with(self.world, unit, arm, -1)._replace(hits=hits)))

    def frame(self, unit: int, arm: WeaponAttack, target: int) -> Attack:
        """Return the attack frame, with the target alone if it is one of several."""
        frame = attack_with(self.world, unit, arm, target)
        if target >= 0 and arm.shape is Shape.ADJACENT:
            frame = frame._replace(shape=Shape.SINGLE)
        return frame

    def price(self, total: int, cards: int) -> float:
        """Return the cost of playing cards; low if the team has no turn left to use them."""
        weights = self._weights
        price = weights.card * cards + weights.card_point * total
        return price * weights.attack_price * self._card_factor

    def ways(self, frame: Attack, *, declared: bool = False) -> list[Way]:
        """Every sum of cards that the hand can play in such an attack.

        `declared`: the attack is declared, so the end of a push is known as well.
        """
        rows = self._rows_now(frame, declared)
        unit = frame.declared.unit
        return [self._way(unit, rows, total, cards) for total, cards in self._sums.items()]

    def terms(
        self, frame: Attack, total: int, *, declared: bool = False
    ) -> tuple[tuple[str, float], ...]:
        """Return the terms of one attack's gain; they add up to it."""
        rows = self._rows_now(frame, declared)
        cards = self._sums[total]
        found = {say.CARDS_SPENT: -self.price(total, cards)}
        for row in rows:
            for name, amount in self._row_terms(frame.declared.unit, row, total):
                found[name] = found.get(name, 0.0) + amount
        return tuple((name, amount) for name, amount in found.items() if amount)

    def _rows_now(self, frame: Attack, declared: bool) -> list[_Row]:
        rows = self._rows(frame)
        return [self._pushed_from(frame, row) for row in rows] if declared else rows

    def _rows(self, frame: Attack) -> list[_Row]:
        world = self.world
        denied = (-1, Deny.CARDS) in frame.denied
        side_effects = self._side_effects.get(frame.declared.card, _PLAIN)
        kind = frame.declared.kind
        rows = []
        for hit in hits_of(world, frame):
            unit, team = hit.unit, hit.unit >> 2
            own = team == self.seat  # what its hand adds, the team knows
            size = 0 if denied or own else len(world.hands[team])
            pool = self._unseen.pool(frame, team) if size else ()
            outcomes = expectations(
                pool, size, world.gear.vitae[unit], world.wounds[unit], self._weights
            )
            extra = self._extra(side_effects, unit)
            row = _Row(hit, pool, size, -1 if own else 1, extra, outcomes)
            if not own:
                row = row._replace(strikes_back=paybacks_of(world, frame, unit))
                if spared_once(world, unit, kind):
                    parry = self._weights.parry
                    row = row._replace(spared=parry, worn=parry * self._weights.worn_out)
            rows.append(row)
        return rows

    def _pushed_from(self, frame: Attack, row: _Row) -> _Row:
        """Return the unit's outcome if a wound pushes it into lava."""
        if not self._side_effects.get(frame.declared.card, _PLAIN).pushes:
            return row
        world, unit = self.world, row.hit.unit
        if denies(world, unit) & Deny.PUSH or allows(world, unit) & Allow.ENTER_LAVA:
            return row
        fatal = (
            into_lava(world.setup.terrain, unit >> 2, world.space[unit]) >> frame.declared.space & 1
        )
        return row._replace(extra=self.fatal(unit)) if fatal else row

    def _extra(self, side_effects: SideEffects, unit: int) -> float:
        """Return the value of a weapon's side effects when it wounds a unit."""
        if not side_effects.lies_down and not side_effects.pushes:
            return 0.0
        flags = denies(self.world, unit)
        extra = 0.0
        if side_effects.lies_down and not flags & Deny.INCAPACITATE and not self.world.down[unit]:
            extra += self._weights.lies_down
        if side_effects.pushes and not flags & Deny.PUSH:
            extra += self._weights.pushed
        return extra

    def _way(self, unit: int, rows: list[_Row], total: int, cards: int) -> Way:
        gain = 0.0 - self.price(total, cards)
        most = lives = 0.0
        wounds = 0
        strips = False
        for row in rows:
            kill = 0.0
            if row.hit.surplus + total > 0:
                kill, wounded, harm, drawn, worn = self._outcome(row, total)
                gain += row.sign * (
                    kill * self.fatal(row.hit.unit) + harm + wounded * row.extra + drawn + worn
                )
                if row.sign > 0 and kill + wounded > most + lives:
                    most, lives = kill, wounded
                    cover = self._weights.block * mean_added(row.pool, row.size)
                    wounds = max(0, row.hit.surplus + total - round(cover))
                    strips = row.spared > 0 and wounds > 0
            if row.strikes_back:
                gain -= self._paid_back(unit, row, total, kill)
        return Way(gain, most, lives, total, 0 if strips else wounds, strips)

    def _row_terms(self, unit: int, row: _Row, total: int) -> list[tuple[str, float]]:
        kill, wounded, harm, drawn, worn = self._outcome(row, total)
        fatal = self.fatal(row.hit.unit)
        shell = min(fatal, SHELL_PAY * self._weights.shells)
        over = over_harm = 0.0
        if row.sign > 0 and self._overrates != 1:
            part = 1 - 1 / self._overrates
            own = last_stand(self.world, row.hit.unit >> 2, self._weights, own=False)
            over, over_harm = (fatal - own) * part, harm * part
        return [
            (say.SHELL, row.sign * kill * shell),
            (say.JAILED, row.sign * kill * (fatal - over - shell)),
            (say.WOUNDS, row.sign * (harm - over_harm)),
            (say.OVERRATED, kill * over + over_harm),
            (
                say.INTO_LAVA if row.extra >= fatal else say.PUSHED,
                row.sign * wounded * row.extra,
            ),
            (say.SPENDS_CARDS, row.sign * drawn),
            (say.USES_PROTECTION, row.sign * worn),
            (say.PAYBACK, -self._paid_back(unit, row, total, kill)),
        ]

    def _paid_back(self, unit: int, row: _Row, total: int, kill: float) -> float:
        """Return the attacker's expected loss to paybacks."""
        loss = 0.0
        for surplus, dying in row.strikes_back:
            world, weights = self.world, self._weights
            through = surplus - sum(self._values[card] for card in world.hands[self.seat]) + total
            vitae, wounds = world.gear.vitae[unit], world.wounds[unit]
            cost = 0.0
            if through >= vitae - wounds:
                cost = own_death(world, unit, weights)
            elif through > 0:
                cost = hurt(vitae, wounds + through, weights) - hurt(vitae, wounds, weights)
            loss += cost * (kill if dying else 1.0)
        return loss

    def _outcome(self, row: _Row, total: int) -> tuple[float, float, float, float, float]:
        """(chance to kill, to wound; credits of wounds, of cards spent, of protection used up).

        Used up is equipment that has spared its bearer these wounds.
        """
        surplus = row.hit.surplus + total
        if surplus <= 0:
            return 0.0, 0.0, 0.0, 0.0, 0.0
        found = row.outcomes.get(surplus)
        if found is None:
            found = row.outcomes[surplus] = expected(
                row.pool,
                row.size,
                surplus,
                self.world.gear.vitae[row.hit.unit],
                self.world.wounds[row.hit.unit],
                self._weights,
            )
        kill, wounded, harm = found
        struck = 1 - row.spared
        team = row.hit.unit >> 2
        return (
            struck * kill,
            struck * wounded,
            struck * harm * (self._rivalry[team] * self._overrates if row.sign > 0 else 1.0),
            self._weights.drawn_out if row.size else 0.0,
            row.worn * (kill + wounded),
        )

    def fatal(self, unit: int) -> float:
        """Return the value of a unit's death."""
        value = self._fatal.get(unit)
        if value is None:
            world = self.world
            price = self._prices[unit >> 2][unit & 3] * self._shares[unit >> 2]
            value = SHELL_PAY * self._weights.shells
            if unit >> 2 == self.seat:
                value += price + auction_risk(world, unit)
            else:
                value += price * self._rivalry[unit >> 2] * self._weights.jailed
                value += auction_risk(world, unit) * self._rivalry[unit >> 2]
                value *= self._overrates
                value += last_stand(world, unit >> 2, self._weights, own=False)
            self._fatal[unit] = value
        return value


class _Row(NamedTuple):
    """One unit hit by an attack."""

    hit: Hit
    pool: Pool  # the cards that its team may hold
    size: int  # cards in its team's hand that may be played and are not known
    sign: int  # -1: a unit of the same team
    extra: float  # credits if it is wounded and lives
    outcomes: Outcomes
    strikes_back: tuple[Payback, ...] = ()  # all that would reach the attacker
    spared: float = 0.0  # chance that its equipment prevents all wounds
    worn: float = 0.0  # credits expected, for equipment that is used up so


_PLAIN = SideEffects()


@lru_cache(maxsize=16)
def side_effects_of(catalog: Catalog) -> dict[str, SideEffects]:
    """Return the side effects of each weapon's wounds, by card id."""
    found = {}
    for card in catalog.store_cards:
        kinds = {
            type(effect)
            for ability in card.abilities
            if ability.when is Trigger.WOUNDED and ability.by is not Role.ANY
            for effect in ability.do
        }
        recoils = any(
            isinstance(effect, PushAway) and effect.on is Target.SELF
            for ability in card.abilities
            if ability.when is Trigger.RESOLVED and ability.by is not Role.ANY
            for effect in ability.do
        )
        if kinds or recoils:
            found[card.id] = SideEffects(Incapacitate in kinds, PushAway in kinds, recoils)
    return found


def dominated_attacks(world: State, unit: int, options: Sequence[Action]) -> dict[Action, Action]:
    """Return the attacks of a unit that another weapon in hand makes pointless, with that attack.

    The other one has the same target, kind and side effects and more strength, and costs no more.
    """
    chosen = [action for action in options if kind_of(action) is ActionKind.ATTACK]
    if len(chosen) < 2:
        return {}
    arms = {arm.item: arm for arm in world.gear.weapons[unit]}
    effects = side_effects_of(world.setup.catalog)
    by_kind: dict[tuple[object, ...], list[tuple[int, Action, WeaponAttack]]] = {}
    for action in chosen:
        arm, target = arms[a_of(action)], b_of(action)
        if arm.shape is Shape.ADJACENT:
            continue
        key = target, arm.kind, effects.get(arm.card, _PLAIN)
        surplus = hit_on(world, attack_with(world, unit, arm, target), target).surplus
        by_kind.setdefault(key, []).append((surplus, action, arm))
    found = {}
    for rows in by_kind.values():
        free = [row for row in rows if row[2].limit is None]
        for surplus, action, arm in rows:
            better = [
                (other, attack)
                for other, attack, by in free
                if other > surplus
                and by.attacks >= arm.attacks
                and by.denies_cards >= arm.denies_cards
            ]
            if better:
                found[action] = max(better)[1]
    return found


def paybacks_of(world: State, frame: Attack, target: int) -> tuple[Payback, ...]:
    """Return the paybacks that an attack on the unit would trigger."""
    found: list[Payback] = []
    for trigger in (Trigger.RESOLVED, Trigger.DIED):
        for unit, ability in world.gear.events.get(trigger, ()):
            if unit != target or ability.by is Role.THIS:
                continue
            attacks = (effect for effect in ability.do if isinstance(effect, MakeAttack))
            found += (
                Payback(
                    struck_back(world, effect, target, frame.declared.unit).surplus,
                    trigger is Trigger.DIED,
                )
                for effect in attacks
                if effect.on is Target.SOURCE
                or (effect.shape is Shape.ADJACENT and _beside(world, frame, target))
            )
    return tuple(found)


def _beside(world: State, frame: Attack, target: int) -> bool:
    """Return True if the attacker is next to its target, or must be."""
    if frame.declared.kind is not WeaponKind.RANGED:
        return True
    return bool(world.setup.terrain.within(frame.declared.space, 1) >> world.space[target] & 1)


@lru_cache(maxsize=4096)
def into_lava(terrain: Terrain, seat: int, place: int) -> int:
    """Return the spaces from which a push surely sends a unit at `place` into lava."""
    found = 0
    around = terrain.within(place, 1)
    if not around & terrain.lava:
        return 0
    for origin in spaces_in(terrain.within(place, 9) & ~(1 << place)):
        ways = terrain.push_directions(origin, place)
        ways = tuple(way for way in ways if terrain.push_open(seat, place, way))
        if ways and all(terrain.lava >> way & 1 for way in ways):
            found |= 1 << origin
    return found


def lava_pushes(world: State, arm: WeaponAttack, target: int) -> int:
    """Return the spaces from which a wound by the weapon sends the target into lava."""
    side_effects = side_effects_of(world.setup.catalog).get(arm.card, _PLAIN)
    if not side_effects.pushes or denies(world, target) & Deny.PUSH:
        return 0
    if allows(world, target) & Allow.ENTER_LAVA:
        return 0
    return into_lava(world.setup.terrain, target >> 2, world.space[target])


def burning(world: State, unit: int, arm: WeaponAttack, target: int, stands: int) -> int:
    """Those of the spaces where the recoil of an attack would send its unit into lava."""
    side_effects = side_effects_of(world.setup.catalog).get(arm.card, _PLAIN)
    if not side_effects.recoils or denies(world, unit) & Deny.PUSH:
        return 0
    if allows(world, unit) & Allow.ENTER_LAVA:
        return 0
    terrain, place = world.setup.terrain, world.space[target]
    found = 0
    for space in spaces_in(stands):
        if into_lava(terrain, unit >> 2, space) >> place & 1:
            found |= 1 << space
    return found


@lru_cache(maxsize=4096)
def expectations(pool: Pool, size: int, vitae: int, wounds: int, weights: Weights) -> Outcomes:
    """Return the shared cache of `expected` against one unit."""
    del pool, size, vitae, wounds, weights  # only told apart by them
    return {}


def expected(
    pool: Pool, size: int, surplus: int, vitae: int, wounds: int, weights: Weights
) -> Expected:
    """Return the result against a team that plays its whole hand, or sometimes nothing.

    `surplus` is attack value minus defence value before cards of the defence.
    """
    found = _credits(pool, size, surplus, vitae, wounds, Play.ALL, weights)
    if weights.block == 1.0 or not size:
        return found
    bare = _credits(pool, size, surplus, vitae, wounds, Play.NOTHING, weights)
    held, left = weights.block, 1 - weights.block
    kill, wounded, harm = (
        held * one + left * other for one, other in zip(found, bare, strict=True)
    )
    return kill, wounded, harm


def _credits(
    pool: Pool, size: int, surplus: int, vitae: int, wounds: int, play: Play, weights: Weights
) -> Expected:
    """Return the chances of `odds.outcomes`, and the cost of wounds that do not kill."""
    left = max(1, vitae - wounds)
    ways = wound_ways(pool, size, surplus, max(0, surplus - left + 1), play)
    number = sum(ways)
    before = hurt(vitae, wounds, weights)
    harm = sum(
        deals * (hurt(vitae, wounds + through, weights) - before)
        for through, deals in enumerate(ways[1:left], 1)
        if deals
    )
    return sum(ways[left:]) / number, sum(ways[1:left]) / number, harm / number
