"""Sheets: what a plan may contain, and why another is refused (PD-ALLOCATE)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deathdome.powerdome.model.answers import Activation, Plan, Sheet
from deathdome.powerdome.model.options import CAPTION
from deathdome.powerdome.model.tome import TargetKind
from deathdome.powerdome.rules.fight import targets
from deathdome.powerdome.rules.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.dome import Character, CharacterId, Dome, PowerId, Seat
    from deathdome.powerdome.model.tome import Effect


class Usable(NamedTuple):
    """An effect that a character may plan, with its choices."""

    power: PowerId | None  # None: the ally's own
    number: int  # of the effect
    effect: Effect
    auto: bool  # part of every plan (PD-ALLOCATE-10)
    targets: tuple[int, ...]  # characters or powers; () without a target
    least: int  # X, 0 without one
    most: int

    def plain(self) -> Activation:
        """Return its first activation: the first target, the least X."""
        target = self.targets[0] if self.targets else None
        return Activation(self.power, self.number, target, self.least)

    def cost(self, x: int) -> int:
        """Return its price for a chosen X."""
        return 0 if self.effect.cost is None else self.effect.cost.of(x)


def planners(dome: Dome, seat: Seat) -> list[CharacterId]:
    """Return the characters that a living player writes plans for, itself first."""
    return [seat, *dome.allies(seat)]


def attack_targets(dome: Dome, character: Character) -> list[CharacterId]:
    """Return the characters that a character may attack (PD-ALLOCATE-05)."""
    return targets(dome, character, TargetKind.ENEMY)


def usable(dome: Dome, character: Character) -> list[Usable]:
    """Return the effects that a character may plan: its own, then those of others for all.

    Effects without a legal target are not among them; nor is an Auto that the action points of
    the Reset do not reach (R-24).
    """
    found = [
        _usable(dome, character, power, index, effect)
        for power, index, effect in _effects(dome, character)
    ]
    left = character.vitality
    kept = []
    for one in found:
        if one.effect.target is not None and not one.targets:
            continue
        if one.auto:
            if one.cost(one.least) > left:
                continue
            left -= one.cost(one.least)
        kept.append(one)
    return kept


def _effects(dome: Dome, character: Character) -> list[tuple[PowerId | None, int, Effect]]:
    """Return all effects that a plan of the character may name."""
    powers, mine = dome.tome.powers, character.id
    if not character.player:
        own = dome.tome.allies[character.kind].effects
        return [(None, index, effect) for index, effect in enumerate(own) if effect.planned]
    found: list[tuple[PowerId | None, int, Effect]] = [
        (power, index, effect)
        for power in [*dome.hands[mine], *dome.marked(mine)]
        for index, effect in enumerate(powers[power].effects)
        if effect.planned
    ]
    others = [power for seat in range(dome.seats) if seat != mine for power in dome.hands[seat]]
    unmarked = [power for power in dome.modifiers if power not in dome.marks]
    found += [
        (power, index, effect)
        for power in [*sorted(others), *unmarked]
        for index, effect in enumerate(powers[power].effects)
        if effect.shared
    ]
    return found


def _usable(
    dome: Dome, character: Character, power: PowerId | None, index: int, effect: Effect
) -> Usable:
    cost = effect.cost
    chosen = cost is not None and cost.chosen
    return Usable(
        power,
        index,
        effect,
        effect.automatic and not effect.shared,
        () if effect.target is None else tuple(targets(dome, character, effect.target)),
        1 if chosen else 0,
        cost.max if cost is not None and chosen else 0,
    )


def missing_autos(dome: Dome, character: Character, plan: Plan) -> list[Activation]:
    """Return the Autos that a plan does not place, in the order acquired (PD-POWER-08)."""
    placed = {(act.power, act.effect) for act in plan.activate}
    return [
        one.plain()
        for one in usable(dome, character)
        if one.auto and (one.power, one.number) not in placed
    ]


def with_autos(dome: Dome, character: Character, plan: Plan) -> tuple[Activation, ...]:
    """Return all activations of a plan: Autos come first unless it places them (PD-POWER-08)."""
    return (*missing_autos(dome, character, plan), *plan.activate)


def complete(dome: Dome, seat: Seat, sheet: Sheet) -> Sheet:
    """Return a sheet with a plan for every character and with every Auto placed."""
    plans = {}
    for who in planners(dome, seat):
        plan = sheet.plans.get(who, Plan())
        acts = with_autos(dome, dome.characters[who], plan)
        plans[who] = replace(plan, activate=acts) if len(acts) > len(plan.activate) else plan
    return Sheet(plans, sheet.caption)


def points_spent(dome: Dome, character: Character, plan: Plan) -> int:
    """Return the action points of stats and of all planned activations (PD-ALLOCATE-03)."""
    return plan.points + sum(
        _price(dome, character, act) for act in with_autos(dome, character, plan)
    )


def _price(dome: Dome, character: Character, act: Activation) -> int:
    own = act.power is None
    effects = (
        dome.tome.allies[character.kind].effects
        if own
        else dome.tome.powers[act.power or 0].effects
    )
    cost = effects[act.effect].cost
    return 0 if cost is None else cost.of(act.x)


def why_not_sheet(dome: Dome, seat: Seat, sheet: Sheet, *, declared: bool) -> Refusal | None:
    """Return why a sheet is refused, or None.

    `declared` says that targets are chosen in combat (AM-2), so that the sheet names none.
    """
    if len(sheet.caption) > CAPTION or not sheet.caption.isprintable():
        return Refusal("AM-5", "caption", CAPTION, len(sheet.caption))
    mine = planners(dome, seat)
    for who in sheet.plans:
        if who not in mine:
            return Refusal("PD-ALLOCATE-07", "no-character", character=who)
    if seat not in sheet.plans:
        return Refusal("PD-ALLOCATE-01", "no-plan", character=seat)
    for who in mine:
        plan = sheet.plans.get(who, Plan())
        refusal = why_not_plan(dome, dome.characters[who], plan, declared=declared)
        if refusal is not None:
            return refusal
    return None


def why_not_plan(
    dome: Dome, character: Character, plan: Plan, *, declared: bool = False
) -> Refusal | None:
    """Return why the plan of one character is refused, or None."""
    who = character.id
    for amount in (plan.agility, plan.strike, plan.resist):
        if type(amount) is not int or amount < 0:
            return Refusal("PD-ALLOCATE-03", "amount", character=who)
    if plan.agility and not character.player:
        return Refusal("PD-ALLOCATE-06", "ally-agility", character=who)
    if plan.attack is not None:
        if declared:
            return Refusal("AM-2", "declared-later", character=who)
        refusal = why_not_attack(dome, character, plan.attack)
        if refusal is not None:
            return refusal
    seen = set()
    for act in plan.activate:
        refusal = _why_not_activation(dome, character, act, declared=declared)
        if refusal is not None:
            return refusal
        if (act.power, act.effect) in seen:
            return Refusal("PD-POWER-05", "twice", character=who, power=act.power)
        seen.add((act.power, act.effect))
    spent = points_spent(dome, character, plan)
    if spent > character.vitality:
        return Refusal("PD-ALLOCATE-03", "overspent", spent, character.vitality, character=who)
    return None


def why_not_attack(dome: Dome, character: Character, target: CharacterId) -> Refusal | None:
    """Return why an attack target is refused, or None (PD-ALLOCATE-05, -07)."""
    who = character.id
    if type(target) is not int or not 0 <= target < len(dome.characters):
        return Refusal("PD-ALLOCATE-07", "no-character", character=target)
    other = dome.characters[target]
    if target == who:
        return Refusal("PD-ALLOCATE-05", "attack-self", character=target)
    if other.controller == character.controller:
        return Refusal("PD-ALLOCATE-05", "own-side", character=target)
    if not other.alive:
        return Refusal("PD-ALLOCATE-07", "dead", character=target)
    if other.new:
        return Refusal("PD-ALLY-03", "new", character=target)
    return None


def _why_not_activation(
    dome: Dome, character: Character, act: Activation, *, declared: bool
) -> Refusal | None:
    """Return why one activation may not be planned, or None (PD-ALLOCATE-07, -08)."""
    about = {"character": character.id, "power": act.power}
    refusal = _why_not_power(dome, character, act)
    if refusal is not None:
        return refusal
    effects = _own_effects(dome, character, act.power)
    effect = effects[act.effect]
    one = _usable(dome, character, act.power, act.effect, effect)
    if effect.target is None or declared:
        if act.target is not None:
            code = "declared-later" if effect.target is not None else "no-target"
            rule = "AM-2" if effect.target is not None else "PD-ALLOCATE-08"
            return Refusal(rule, code, **about)
    elif act.target is None:
        return Refusal("PD-ALLOCATE-08", "needs-target", **about)
    elif act.target not in one.targets:
        return Refusal("PD-ALLOCATE-07", f"target-{effect.target.value}", **about)
    if type(act.x) is not int or not one.least <= act.x <= one.most:
        return Refusal("PD-ALLOCATE-08", "x", one.most, act.x, **about)
    if one.auto and all(
        (other.power, other.number) != (one.power, one.number) for other in usable(dome, character)
    ):
        return Refusal("PD-ALLOCATE-10", "auto-unpaid", **about)
    return None


def _own_effects(dome: Dome, character: Character, power: PowerId | None) -> Sequence[Effect]:
    if power is None:
        return dome.tome.allies[character.kind].effects
    return dome.tome.powers[power].effects


def _why_not_power(dome: Dome, character: Character, act: Activation) -> Refusal | None:
    """Return why an effect may not be planned by this character at all, or None."""
    about = {"character": character.id, "power": act.power}
    if act.power is None:
        if character.player:
            return Refusal("PD-ALLOCATE-08", "no-power", **about)
    elif not character.player:
        return Refusal("PD-ALLY-01", "ally-power", **about)
    elif act.power not in range(len(dome.tome.powers)):
        return Refusal("PD-ALLOCATE-07", "no-power", **about)
    effects = _own_effects(dome, character, act.power)
    if act.effect not in range(len(effects)):
        return Refusal("PD-ALLOCATE-08", "no-effect", have=act.effect, **about)
    effect = effects[act.effect]
    if not effect.planned:
        return Refusal("PD-POWER-07", "by-itself", **about)
    if act.power is None:
        return None
    if any(
        (act.power, act.effect) == (power, index) for power, index, _ in _effects(dome, character)
    ):
        return None
    card = dome.cards.get(act.power)
    if card is None or card.gone:
        return Refusal("PD-ALLOCATE-07", "not-in-game", **about)
    return Refusal("PD-POWER-05", "not-owner", **about)


def why_not_order(
    dome: Dome, character: Character, planned: Sequence[Activation], chosen: Sequence[Activation]
) -> Refusal | None:
    """Return why an order declared in combat is refused, or None (AM-2).

    It has each planned activation once, with the X of the sheet, and a legal target where there
    is one.
    """
    about = {"character": character.id}
    left = {(act.power, act.effect): act for act in planned}
    for act in chosen:
        plan = left.pop((act.power, act.effect), None)
        if plan is None or plan.x != act.x:
            return Refusal("AM-2", "not-planned", power=act.power, **about)
        effect = _own_effects(dome, character, act.power)[act.effect]
        choices = [] if effect.target is None else targets(dome, character, effect.target)
        if act.target is None:
            if choices:
                return Refusal("AM-2", "needs-target", power=act.power, **about)
        elif act.target not in choices:
            code = "no-target" if effect.target is None else f"target-{effect.target.value}"
            return Refusal("AM-2", code, power=act.power, **about)
    if left:
        return Refusal("AM-2", "left-out", power=next(iter(left))[0], **about)
    return None
