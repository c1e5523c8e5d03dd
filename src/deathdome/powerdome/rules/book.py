"""The book: a tome turned into procedures, once, so that combat only calls them.

A step becomes a function of the use it belongs to; quantities and selectors likewise. The
registry at the end maps each kind of step to its procedure.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter, eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from deathdome.powerdome.model.asks import ChanceKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.tome import (
    Afflict,
    ChangeCounter,
    ChangeDamage,
    ChangePoints,
    ChangeStat,
    Condition,
    Cure,
    Disable,
    Draw,
    Forfeit,
    FurtherAttack,
    GiveTrait,
    Pass,
    Redirect,
    Regenerate,
    Revive,
    Roll,
    SetRule,
    Summon,
    Swap,
    Take,
    Weaken,
)
from deathdome.powerdome.rules.procedures import Book, Entry, Ready

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.model.dome import Character, CharacterId
    from deathdome.powerdome.model.tome import (
        Check,
        Effect,
        EventKind,
        Number,
        Quantity,
        Step,
        Tome,
    )
    from deathdome.powerdome.rules.fight import Use
    from deathdome.powerdome.rules.procedures import Do, Guard

Value: TypeAlias = "Callable[[Use], int]"
Selector: TypeAlias = "Callable[[Use], Sequence[CharacterId]]"
Single: TypeAlias = "Callable[[Use], CharacterId]"

_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}


@lru_cache(maxsize=16)
def book_of(tome: Tome) -> Book:
    """Return the procedures of a tome."""
    return Book(
        tuple(_entry(power.effects, tome) for power in tome.powers),
        tuple(_entry(kind.effects, tome) for kind in tome.allies),
        tuple(_steps(one.do, tome) for one in tome.afflictions),
    )


def _entry(effects: Sequence[Effect], tome: Tome) -> Entry:
    answers: dict[EventKind, list[int]] = {}
    starts = []
    for index, effect in enumerate(effects):
        if effect.event is not None:
            answers.setdefault(effect.event, []).append(index)
        elif Condition.START in effect.on:
            starts.append(index)
    return Entry(
        tuple(_ready(effect, tome) for effect in effects),
        {kind: tuple(indices) for kind, indices in answers.items()},
        tuple(starts),
    )


def _ready(effect: Effect, tome: Tome) -> Ready:
    return Ready(
        effect,
        _steps(effect.do, tome),
        tuple(map(_guard, effect.checks)),
        tuple((role, _MATCH[value]) for role, value in effect.match),
    )


def _steps(steps: Sequence[Step], tome: Tome) -> tuple[Do, ...]:
    return tuple(_guarded(_STEP[type(step)](step, tome), step.checks) for step in steps)


def _guarded(do: Do, checks: Sequence[Check]) -> Do:
    if not checks:
        return do
    guards = tuple(map(_guard, checks))

    def guarded(use: Use) -> None:
        if all(guard(use) for guard in guards):
            do(use)

    return guarded


# Who the bearer may be to a role of the event: (dome, bearer, the character in the role).


def _is_self(bearer: Character, other: Character) -> bool:
    return bearer.id == other.id


def _is_controller(bearer: Character, other: Character) -> bool:
    return not bearer.player and bearer.controller == other.id


def _is_rival(bearer: Character, other: Character) -> bool:
    return other.player and other.id != bearer.controller


def _is_enemy(bearer: Character, other: Character) -> bool:
    return other.controller != bearer.controller


def _is_own_ally(bearer: Character, other: Character) -> bool:
    return not other.player and other.controller == bearer.controller


def _is_on_side(bearer: Character, other: Character) -> bool:
    return other.controller == bearer.controller


def _is_player(_: Character | None, other: Character) -> bool:
    return other.player


def _is_any(_: Character | None, __: Character) -> bool:
    return True


_MATCH: Final[Mapping[str, Callable[[Any, Character], bool]]] = {
    "self": _is_self,
    "controller": _is_controller,
    "rival": _is_rival,
    "enemy": _is_enemy,
    "own_ally": _is_own_ally,
    "side": _is_on_side,
    "player": _is_player,
    "any": _is_any,
}


# Selectors


def selector(name: str) -> Selector:
    """Return the function that selects characters; a role without a character selects none."""
    group = _GROUPS.get(name)
    if group is not None:
        return group
    one = _SINGLES[name]

    def select(use: Use) -> Sequence[CharacterId]:
        found = one(use)
        return (found,) if found >= 0 else ()

    return select


def _owner(use: Use) -> CharacterId:
    fight = use.fight
    owner: CharacterId = (
        fight.characters[use.bearer].controller
        if use.power is None
        else fight.dome.cards[use.power].owner
    )
    return owner


def _controller(use: Use) -> CharacterId:
    if use.bearer < 0:
        return ABSENT
    controller: CharacterId = use.fight.characters[use.bearer].controller
    return controller


def _target(use: Use) -> CharacterId:
    return ABSENT if use.target is None else use.target


def _role(name: str) -> Single:
    def role(use: Use) -> CharacterId:
        return ABSENT if use.event is None else use.event.roles.get(name, ABSENT)

    return role


_SINGLES: Final[Mapping[str, Single]] = {
    "self": lambda use: use.bearer,
    "owner": _owner,
    "controller": _controller,
    "target": _target,
    "attacker": _role("attacker"),
    "defender": _role("defender"),
    "subject": _role("subject"),
    "actor": _role("actor"),
}


def _side(use: Use) -> int:
    return use.fight.characters[use.bearer].controller if use.bearer >= 0 else ABSENT


def _enemies(use: Use) -> list[CharacterId]:
    side = _side(use)
    if side < 0:
        return []
    return [one.id for one in use.fight.living() if one.controller != side]


def _rivals(use: Use) -> list[CharacterId]:
    side = _side(use)
    return [seat for seat in _players(use) if seat != side]


def _players(use: Use) -> list[CharacterId]:
    characters = use.fight.characters
    return [seat for seat in use.fight.dome.order if characters[seat].alive]


def _everyone(use: Use) -> list[CharacterId]:
    return [one.id for one in use.fight.living()]


def _own_allies(use: Use) -> list[CharacterId]:
    side = _side(use)
    return use.fight.dome.allies(side) if side >= 0 else []


def _random_enemy(use: Use) -> list[CharacterId]:
    found = _enemies(use)
    return [use.fight.chance(ChanceKind.ENEMY, found)] if found else []


def _extreme(best: Callable[..., int]) -> Selector:
    def extreme(use: Use) -> list[CharacterId]:
        characters = use.fight.characters
        found = _players(use)
        if not found:
            return []
        goal = best(characters[seat].vitality for seat in found)
        return [seat for seat in found if characters[seat].vitality == goal]

    return extreme


_GROUPS: Final[Mapping[str, Selector]] = {
    "enemies": _enemies,
    "rivals": _rivals,
    "players": _players,
    "everyone": _everyone,
    "own_allies": _own_allies,
    "random_enemy": _random_enemy,
    "richest": _extreme(max),
    "poorest": _extreme(min),
}


# Quantities


def _plain(name: str) -> Value:
    return {
        "x": lambda use: use.x,
        "amount": lambda use: use.event.amount if use.event is not None else 0,
        "last": lambda use: use.last,
        "roll": lambda use: use.roll,
        "round": lambda use: use.fight.dome.round,
        "players": lambda use: len(use.fight.dome.living()),
    }[name]


def value(quantity: Quantity) -> Value:
    """Return the function that works out a quantity; 0 for a role without a character."""
    if isinstance(quantity, int):
        return lambda _: quantity
    role, _, rest = quantity.partition(".")
    if not rest:
        return _plain(quantity)
    if rest.startswith("counter."):
        return _counter(role, rest.removeprefix("counter."))
    one = _SINGLES[role]
    if rest == "allies":
        return lambda use: _allies(use, one(use))
    if rest == "afflictions":
        return lambda use: _about(use, one(use), lambda who: len(who.afflictions))
    if rest == "alive":
        return lambda use: _about(use, one(use), lambda who: int(who.alive))
    read = attrgetter(rest)
    return lambda use: _about(use, one(use), read)


def _about(use: Use, who: CharacterId, read: Callable[[Character], int]) -> int:
    return read(use.fight.characters[who]) if who >= 0 else 0


def _allies(use: Use, who: CharacterId) -> int:
    return len(use.fight.dome.allies(use.fight.characters[who].controller)) if who >= 0 else 0


def _counter(role: str, name: str) -> Value:
    if role == "this":
        return lambda use: use.counters.get(name, 0)
    one = _SINGLES[role]
    return lambda use: _about(use, one(use), lambda who: who.counters.get(name, 0))


def number(amount: Number) -> Value:
    """Return the function that works out an amount, truncated towards 0 (PD-POWER-02)."""
    if isinstance(amount, int):
        return lambda _: amount
    per, least, most = value(amount.per), amount.min, amount.max

    def work_out(use: Use) -> int:
        product = per(use) * amount.mul
        part = abs(product) // abs(amount.div)
        found = amount.base + (part if (product < 0) == (amount.div < 0) else -part)
        if least is not None and found < least:
            return least
        return most if most is not None and found > most else found

    return work_out


def _guard(check: Check) -> Guard:
    left, right = value(check.left), value(check.right)
    compare = _COMPARE[check.comparison]
    return lambda use: compare(left(use), right(use))


# Steps


def _weaken(step: Weaken, _: Tome) -> Do:
    who, n = selector(step.who), number(step.n)
    return lambda use: use.weaken(who(use), n(use))


def _regenerate(step: Regenerate, _: Tome) -> Do:
    who, n = selector(step.who), number(step.n)
    return lambda use: use.regenerate(who(use), n(use))


def _stat(step: ChangeStat, _: Tome) -> Do:
    who, stat = selector(step.who), step.stat
    if step.set is not None:
        level = number(step.set)
        return lambda use: use.set_stat(who(use), stat, level(use))
    add = number(step.add or 0)
    return lambda use: use.add_stat(who(use), stat, add(use))


def _swap(step: Swap, _: Tome) -> Do:
    one, other, stat = _SINGLES[step.who], _SINGLES[step.with_], step.stat
    return lambda use: use.swap(one(use), other(use), stat)


def _points(step: ChangePoints, _: Tome) -> Do:
    who, add = selector(step.who), number(step.add)
    return lambda use: use.add_points(who(use), add(use))


def _trait(step: GiveTrait, _: Tome) -> Do:
    who, key = selector(step.who), step.key
    if key == "taken_max":
        n = number(step.n or 0)
        return lambda use: use.cap(who(use), n(use))
    if key == "reflect":
        versus = _SINGLES[step.versus] if step.versus else (lambda _: ABSENT)
        num, den = step.num, step.den
        return lambda use: use.reflect(who(use), num, den, versus(use))
    return lambda use: use.give_trait(who(use), key)


def _attack(step: FurtherAttack, _: Tome) -> Do:
    who, at, strike = _SINGLES[step.who], _SINGLES[step.at], number(step.strike)
    return lambda use: use.attack(who(use), at(use), strike(use))


def _redirect(step: Redirect, _: Tome) -> Do:
    to = _SINGLES[step.to]
    return lambda use: use.redirect(to(use))


def _damage(step: ChangeDamage, _: Tome) -> Do:
    if step.add is not None:
        add = number(step.add)
        return lambda use: use.change_damage(add(use))
    num, den = step.num or 0, step.den
    return lambda use: use.scale_damage(num, den)


def _disable(step: Disable, _: Tome) -> Do:
    if step.what == "target":
        return lambda use: use.disable(() if use.target is None else (use.target,))
    who = selector(step.who)
    return lambda use: use.disable_all(who(use))


def _forfeit(_: Forfeit, __: Tome) -> Do:
    return lambda use: use.forfeit()


def _pass(step: Pass, _: Tome) -> Do:
    to = _SINGLES[step.to]
    return lambda use: use.move(use.power, to(use))


def _take(_: Take, __: Tome) -> Do:
    return lambda use: use.move(use.target, _controller(use))


def _draw(step: Draw, _: Tome) -> Do:
    to = _SINGLES[step.to]
    return lambda use: use.draw(to(use))


def _afflict(step: Afflict, tome: Tome) -> Do:
    who, affliction = selector(step.who), tome.affliction[step.affliction]
    return lambda use: use.afflict(who(use), affliction)


def _cure(step: Cure, _: Tome) -> Do:
    who, newest = selector(step.who), step.which == "event"
    if step.n == "all":
        return lambda use: use.cure(who(use), None, newest=newest)
    n = number(step.n)
    return lambda use: use.cure(who(use), n(use), newest=newest)


def _change_counter(step: ChangeCounter, _: Tome) -> Do:
    name, add = step.name, number(step.add)
    if step.on == "this":
        return lambda use: use.count(name, add(use))
    who = selector(step.on)
    return lambda use: use.count_on(who(use), name, add(use))


def _summon(step: Summon, tome: Tome) -> Do:
    kind, players = tome.ally[step.ally], selector(step.for_)
    return lambda use: use.summon(kind, players(use))


def _revive(step: Revive, _: Tome) -> Do:
    who, vitality = selector(step.who), number(step.vitality)
    return lambda use: use.revive(who(use), vitality(use))


def _roll(step: Roll, _: Tome) -> Do:
    sides = step.sides
    return lambda use: use.roll_die(sides)


def _rule(step: SetRule, _: Tome) -> Do:
    key, level = step.key, step.value
    return lambda use: use.set_rule(key, level)


_STEP: Final[Mapping[type[Step], Callable[[Any, Tome], Do]]] = {
    Weaken: _weaken,
    Regenerate: _regenerate,
    ChangeStat: _stat,
    Swap: _swap,
    ChangePoints: _points,
    GiveTrait: _trait,
    FurtherAttack: _attack,
    Redirect: _redirect,
    ChangeDamage: _damage,
    Disable: _disable,
    Forfeit: _forfeit,
    Pass: _pass,
    Take: _take,
    Draw: _draw,
    Afflict: _afflict,
    Cure: _cure,
    ChangeCounter: _change_counter,
    Summon: _summon,
    Revive: _revive,
    Roll: _roll,
    SetRule: _rule,
}
